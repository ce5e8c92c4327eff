#include "tile/author/stretch.h"

#include <algorithm>
#include <map>
#include <utility>

#include "tile/compare.h"

namespace tilewright::tile {
namespace {

using ir::OpKind;

// Far inside int64: products of two do not overflow.
constexpr int64_t kLargest = int64_t{1} << 31;

// An integer or truth value of element i: at + step * i.
struct Line {
  int64_t at = 0, step = 0;
};

class Finder {
 public:
  explicit Finder(const Program& program) : program_(program) {}

  std::optional<Line> Find(ExprId x, const Stretch& s) {
    const auto [known, fresh] = known_.try_emplace({x, s});
    if (!fresh) return known->second;
    std::optional<Line> line = Compute(x, s);
    if (line.has_value() && !Fits(*line, s, program_.exprs[x].type.element)) line = {};
    return known_[{x, s}] = line;
  }

 private:
  static std::pair<int64_t, int64_t> Range(const Line& line, const Stretch& s) {
    const int64_t end = line.at + line.step * (s.count - 1);
    return {std::min(line.at, end), std::max(line.at, end)};
  }

  static bool Fits(const Line& line, const Stretch& s, ir::ElementType type) {
    if (std::abs(line.at) > kLargest || std::abs(line.step) > kLargest / s.count) {
      return false;
    }
    const auto [low, high] = Range(line, s);
    const bool is_signed = ir::IsSigned(type);
    const int room = std::min(ir::Info(type).bits - (is_signed ? 1 : 0), 31);
    const int64_t most = (int64_t{1} << room) - 1;
    return low >= (is_signed ? -most - 1 : 0) && high <= most;
  }

  std::optional<Line> Compute(ExprId x, const Stretch& s) {
    const Expr& e = program_.exprs[x];
    if (ir::IsFloat(e.type.element) || ir::IsComplex(e.type.element)) return {};
    if (const auto* constant = e.As<Constant>()) {
      return Line{constant->literal.IntegerAt(0), 0};
    }
    if (e.type.rank() == 0) return {};
    const int64_t last = e.type.rank() - 1;
    if (const auto* iota = e.As<Iota>()) {
      return iota->dimension == last ? std::optional<Line>({s.start, s.step})
                                     : std::nullopt;
    }
    if (e.Is<Scalar>()) return OfScalar(e, s);
    if (e.operands.empty()) return {};
    const ir::Dims& from = program_.exprs[e.operands[0]].type.dims();
    const bool same_row = !from.empty() && from.back() == e.type.dims().back();
    if (const auto* slice = e.As<Slice>()) {
      return Find(e.operands[0], s.Of(slice->start.back(), slice->stride.back()));
    }
    if (const auto* broadcast = e.As<Broadcast>()) {
      if (!same_row || broadcast->dimensions.back() != last) return {};
      return Find(e.operands[0], s);
    }
    return e.Is<Reshape>() && same_row ? Find(e.operands[0], s) : std::nullopt;
  }

  std::optional<Line> OfScalar(const Expr& e, const Stretch& s) {
    const Scalar& scalar = *e.As<Scalar>();
    std::vector<Line> lines;
    for (ExprId operand : e.operands) {
      const std::optional<Line> line = Find(operand, s);
      if (!line.has_value()) return {};
      lines.push_back(*line);
    }
    const Line x = lines[0];
    if (lines.size() == 1) {
      const bool is_truth = e.type.element == ir::ElementType::kI1;
      if (scalar.op == OpKind::kConvert && !is_truth) return x;
      if (scalar.op == OpKind::kNot && is_truth) return Line{1 - x.at, 0};
      return {};
    }
    if (lines.size() != 2) return {};
    const Line y = lines[1];
    const auto [low, high] = Range(x, s);
    const bool by_constant = y.step == 0 && y.at > 0 && low >= 0;
    switch (scalar.op) {
      case OpKind::kAdd:
        return Line{x.at + y.at, x.step + y.step};
      case OpKind::kSubtract:
        return Line{x.at - y.at, x.step - y.step};
      case OpKind::kMultiply:
        if (x.step != 0 && y.step != 0) return {};
        return Line{x.at * y.at, x.at * y.step + x.step * y.at};
      case OpKind::kDivide:
        if (!by_constant) return {};
        if (low / y.at == high / y.at) return Line{low / y.at, 0};
        if (x.step % y.at != 0) return {};
        return Line{x.at / y.at, x.step / y.at};
      case OpKind::kRemainder:
        return by_constant ? Remainder(x, y.at, low, high) : std::nullopt;
      case OpKind::kAnd:
        if (x.step == 0 && y.step == 0) return Line{x.at & y.at, 0};
        // By a mask of the last bits.
        if (!by_constant || (y.at & (y.at + 1)) != 0) return {};
        return Remainder(x, y.at + 1, low, high);
      case OpKind::kOr:
        if (x.step != 0 || y.step != 0) return {};
        return Line{x.at | y.at, 0};
      case OpKind::kCompare: {
        const std::optional<bool> holds = Compare(std::get<Comparison>(scalar.parameters),
                                                  {x.at - y.at, x.step - y.step}, s);
        return holds.has_value() ? std::optional<Line>({*holds, 0}) : std::nullopt;
      }
      default:
        return {};
    }
  }

  // Of x, which is not negative, by a positive number.
  static std::optional<Line> Remainder(const Line& x, int64_t by, int64_t low,
                                       int64_t high) {
    if (x.step % by == 0) return Line{x.at % by, 0};
    if (low / by != high / by) return {};
    return Line{x.at - low / by * by, x.step};
  }

  // Of a difference with zero.
  static std::optional<bool> Compare(const Comparison& comparison, const Line& difference,
                                     const Stretch& s) {
    const auto [low, high] = Range(difference, s);
    const auto known = [](bool always, bool never) -> std::optional<bool> {
      if (!always && !never) return {};
      return always;
    };
    const bool is_zero = low == 0 && high == 0;
    const bool is_other = low > 0 || high < 0 ||
                          (difference.step != 0 && difference.at % difference.step != 0);
    switch (comparison.direction) {
      case kLt:
        return known(high < 0, low >= 0);
      case kLe:
        return known(high <= 0, low > 0);
      case kGt:
        return known(low > 0, high <= 0);
      case kGe:
        return known(low >= 0, high < 0);
      case kEq:
        return known(is_zero, is_other);
      case kNe:
        return known(is_other, is_zero);
      default:
        return {};
    }
  }

  const Program& program_;
  std::map<std::pair<ExprId, Stretch>, std::optional<Line>> known_;
};

}  // namespace

std::optional<bool> HoldsAlong(const Program& program, ExprId condition,
                               const Stretch& stretch) {
  if (stretch.count == 0) return {};
  const std::optional<Line> line = Finder(program).Find(condition, stretch);
  if (!line.has_value() || line->step != 0) return {};
  return line->at != 0;
}

}  // namespace tilewright::tile
