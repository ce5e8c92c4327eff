#include "tile/author/pieces.h"

#include <algorithm>
#include <set>

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::OpKind;

// What vectors interleave in registers, and what a loop of its own is worth.
constexpr int64_t kMostTurns = 8;
constexpr int64_t kShortest = 16;
constexpr size_t kMostPieces = 8;
// Bounds the search.
constexpr size_t kMostVisits = 4096;

Dims WithRow(Dims dims, int64_t size) {
  dims.back() = size;
  return dims;
}

// Whether the rows are the operand's: of a reshape or broadcast.
bool KeepsRows(const Program& program, const Expr& e) {
  if (e.operands.empty() || e.type.rank() == 0) return false;
  const Dims& from = program.exprs[e.operands[0]].type.dims();
  if (from.empty() || from.back() != e.type.dims().back()) return false;
  if (const auto* broadcast = e.As<Broadcast>()) {
    return broadcast->dimensions.back() == e.type.rank() - 1;
  }
  return e.Is<Reshape>();
}

bool JoinsRows(const Expr& e) {
  const auto* const parts = e.As<Concatenate>();
  return parts != nullptr && parts->dimension == e.type.rank() - 1;
}

// Where rows are put together, and after how many elements choices may repeat.
class Seams {
 public:
  Seams(const Program& program, ExprId x)
      : program_(program), size_(program.exprs[x].type.dims().back()) {
    Visit(x, 0);
  }

  const std::set<int64_t>& places() const { return places_; }
  const std::set<int64_t>& periods() const { return periods_; }

 private:
  // Element i of the whole's row is element first + i of x's.
  void Visit(ExprId x, int64_t first) {
    if (seen_.size() > kMostVisits || !seen_.insert({x, first}).second) return;
    const Expr& e = program_.exprs[x];
    if (e.type.rank() == 0) return;
    if (JoinsRows(e)) {
      int64_t begin = 0;
      for (ExprId part : e.operands) {
        if (begin - first > 0 && begin - first < size_) places_.insert(begin - first);
        Visit(part, first - begin);
        begin += program_.exprs[part].type.dims().back();
      }
    } else if (const auto* slice = e.As<Slice>()) {
      if (slice->stride.back() == 1) Visit(e.operands[0], first + slice->start.back());
    } else if (const auto* scalar = e.As<Scalar>()) {
      if (scalar->op == OpKind::kRemainder) AddPeriod(e.operands[1], 0);
      if (scalar->op == OpKind::kAnd) AddPeriod(e.operands[1], 1);
      for (ExprId operand : e.operands) Visit(operand, first);
    } else if (KeepsRows(program_, e)) {
      Visit(e.operands[0], first);
    }
  }

  void AddPeriod(ExprId x, int64_t more) {
    const auto* const constant = program_.exprs[x].As<Constant>();
    if (constant == nullptr || ir::IsFloat(program_.exprs[x].type.element)) return;
    const int64_t period = constant->literal.IntegerAt(0) + more;
    if (period > 1 && period <= kMostTurns && size_ % period == 0) {
      periods_.insert(period);
    }
  }

  const Program& program_;
  const int64_t size_;
  std::set<std::pair<ExprId, int64_t>> seen_;
  std::set<int64_t> places_, periods_;
};

}  // namespace

bool PieceWriter::IsJoined(ExprId x) {
  const auto [known, fresh] = joined_.try_emplace(x, false);
  if (!fresh) return known->second;
  const Expr& e = b_.expr(x);
  bool joined = JoinsRows(e);
  if (e.Is<Scalar>() || e.Is<tile::Slice>() || KeepsRows(b_.program(), e)) {
    for (ExprId operand : e.operands) joined = IsJoined(operand) || joined;
  }
  return joined_[x] = joined;
}

ExprId PieceWriter::Of(ExprId x, const Stretch& stretch) {
  const auto [known, fresh] = known_.try_emplace({x, stretch}, kNoExpr);
  if (!fresh) return known->second;
  const ExprId piece = IsJoined(x) ? OfJoined(x, stretch) : OfOther(x, stretch);
  return known_[{x, stretch}] = piece;
}

ExprId PieceWriter::OfSlice(ExprId x, const Stretch& stretch) {
  const Expr e = b_.expr(x);
  const auto& [start, stride] = *e.As<tile::Slice>();
  const ExprId rows = Of(e.operands[0], stretch.Of(start.back(), stride.back()));
  const Dims dims = WithRow(e.type.dims(), stretch.count);
  if (b_.type(rows).dims() == dims) return rows;
  return b_.Slice(rows, dims, WithRow(start, 0), WithRow(stride, 1));
}

ExprId PieceWriter::OfJoined(ExprId x, const Stretch& stretch) {
  Expr e = b_.expr(x);
  if (JoinsRows(e)) {
    int64_t begin = 0;
    for (ExprId part : e.operands) {
      const int64_t end = begin + b_.type(part).dims().back();
      if (stretch.start >= begin && stretch.last() < end) {
        return Of(part, stretch.Of(-begin, 1));
      }
      begin = end;
    }
    crosses_ = true;
    return Sliced(x, stretch);
  }
  if (e.Is<tile::Slice>()) return OfSlice(x, stretch);
  if (const auto* scalar = e.As<Scalar>()) {
    if (scalar->op == OpKind::kSelect) {
      const std::optional<bool> first = HoldsAlong(b_.program(), e.operands[0], stretch);
      if (first.has_value()) return Of(e.operands[*first ? 1 : 2], stretch);
    }
    for (ExprId& operand : e.operands) operand = Of(operand, stretch);
    e.type.shape.Set(e.type.rank() - 1, stretch.count);
    return b_.program().Add(std::move(e));
  }
  const ExprId rows = Of(e.operands[0], stretch);
  const Dims dims = WithRow(e.type.dims(), stretch.count);
  return e.Is<Reshape>() ? b_.Reshape(rows, dims)
                         : b_.Broadcast(rows, dims, e.As<Broadcast>()->dimensions);
}

ExprId PieceWriter::OfOther(ExprId x, const Stretch& stretch) {
  const Expr e = b_.expr(x);
  const Dims dims = WithRow(e.type.dims(), stretch.count);
  if (stretch == Stretch{0, 1, e.type.dims().back()}) return x;
  if (const auto* constant = e.As<Constant>()) {
    return b_.Constant(constant->literal.WithType({e.type.element, dims}));
  }
  if (e.Is<tile::Slice>()) return OfSlice(x, stretch);
  if (const auto* broadcast = e.As<Broadcast>()) {
    const Dims& mapped = broadcast->dimensions;
    const bool repeats = mapped.empty() || mapped.back() != e.type.rank() - 1;
    if (repeats) return b_.Broadcast(e.operands[0], dims, mapped);
    if (KeepsRows(b_.program(), e)) {
      return b_.Broadcast(Of(e.operands[0], stretch), dims, mapped);
    }
  }
  return Sliced(x, stretch);
}

ExprId PieceWriter::Sliced(ExprId x, const Stretch& stretch) {
  const Dims whole = b_.type(x).dims();
  const int64_t size = whole.back();
  const Dims dims = WithRow(whole, stretch.count), ones(dims.size(), 1);
  if (stretch.step == 1 || size % stretch.step != 0) {
    return b_.Slice(x, dims, WithRow(Dims(dims.size(), 0), stretch.start),
                    WithRow(ones, stretch.step));
  }
  // A column of rows of `step` elements, which vectors take apart.
  Dims rows = whole, column = dims, start(dims.size(), 0), strides = ones;
  rows.back() /= stretch.step;
  rows.push_back(stretch.step);
  column.push_back(1);
  start.back() = stretch.start / stretch.step;
  start.push_back(stretch.start % stretch.step);
  strides.push_back(1);
  return b_.Reshape(b_.Slice(b_.Reshape(x, rows), column, start, strides), dims);
}

Pieces FindPieces(Builder* b, ExprId x) {
  if (b->type(x).rank() == 0) return {};
  const Seams seams(b->program(), x);
  if (seams.places().empty()) return {};
  const int64_t size = b->type(x).dims().back();
  const auto made_of = [&](std::vector<Stretch> stretches, bool by_turns) -> Pieces {
    PieceWriter writer(b);
    Pieces pieces{std::move(stretches), {}, by_turns};
    for (const Stretch& stretch : pieces.stretches) {
      pieces.values.push_back(writer.Of(x, stretch));
      if (writer.crosses()) return {};
    }
    return pieces;
  };
  for (int64_t period : seams.periods()) {
    std::vector<Stretch> turns;
    for (int64_t k = 0; k < period; ++k) turns.push_back({k, period, size / period});
    Pieces pieces = made_of(std::move(turns), true);
    if (!pieces.values.empty()) return pieces;
  }
  if (seams.places().size() >= kMostPieces) return {};
  std::vector<Stretch> parts;
  std::vector<int64_t> ends(seams.places().begin(), seams.places().end());
  ends.push_back(size);
  for (int64_t begin = 0; int64_t end : ends) {
    if (end - begin < kShortest) return {};
    parts.push_back({begin, 1, end - begin});
    begin = end;
  }
  return made_of(std::move(parts), false);
}

}  // namespace tilewright::tile
