#include "codegen/analysis/sort_plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "codegen/analysis/aligned.h"
#include "tile/compare.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using tile::Expr;
using tile::ExprId;
using enum tile::CompareDirection;
using enum tile::CompareOrder;

namespace {

// Which of two elements an expression is of: their parameters alternate.
enum class Side { kNone, kFirst, kSecond, kBoth };

Side SideOf(const tile::Program& program, ExprId id) {
  bool first = false, second = false;
  tile::ForEachExprUnder(program, {id}, [&](ExprId x) {
    const auto* const parameter = program.exprs[x].As<tile::Parameter>();
    if (parameter != nullptr) (parameter->number % 2 == 0 ? first : second) = true;
  });
  if (first && second) return Side::kBoth;
  return first ? Side::kFirst : second ? Side::kSecond : Side::kNone;
}

// Whether an expression is of one element what another is of the other.
class Mirror {
 public:
  explicit Mirror(const tile::Program& program) : program_(program) {}

  bool Shows(ExprId x, ExprId y) {
    // Expressions share operands. What was seen holds, or all is over by now.
    if (!seen_.insert({x, y}).second) return true;
    const Expr& a = program_.exprs[x];
    const Expr& b = program_.exprs[y];
    if (a.node.index() != b.node.index() || !(a.type == b.type)) return false;
    if (const auto* parameter = a.As<tile::Parameter>()) {
      return parameter->number / 2 == b.As<tile::Parameter>()->number / 2;
    }
    if (const auto* constant = a.As<tile::Constant>()) {
      return constant->literal.bytes() == b.As<tile::Constant>()->literal.bytes();
    }
    const auto* const scalar = a.As<tile::Scalar>();
    if (scalar == nullptr) return x == y;
    bool same =
        *scalar == *b.As<tile::Scalar>() && a.operands.size() == b.operands.size();
    for (size_t i = 0; same && i < a.operands.size(); ++i) {
      same = Shows(a.operands[i], b.operands[i]);
    }
    return same;
  }

 private:
  const tile::Program& program_;
  std::set<std::pair<ExprId, ExprId>> seen_;
};

int FloorLog2(int64_t n) {
  int log = 0;
  while (n > 1) {
    n /= 2;
    ++log;
  }
  return log;
}

}  // namespace

std::optional<SortKey> SortKeyOf(const tile::Program& program, const tile::Sort& sort) {
  const Expr& less = program.exprs[sort.region.results[0]];
  const auto* const scalar = less.As<tile::Scalar>();
  const auto* const compare =
      scalar == nullptr ? nullptr : std::get_if<tile::Comparison>(&scalar->parameters);
  if (compare == nullptr) return {};
  const int64_t direction = compare->direction;
  if (direction != kLt && direction != kGt) return {};
  const ExprId x = less.operands[0], y = less.operands[1];
  const Side side = SideOf(program, x);
  if ((side != Side::kFirst && side != Side::kSecond) ||
      SideOf(program, y) != (side == Side::kFirst ? Side::kSecond : Side::kFirst) ||
      !Mirror(program).Shows(x, y)) {
    return {};
  }
  const Expr& value = program.exprs[x];
  const ir::ElementType type = value.type.element;
  if (ir::IsComplex(type)) return {};
  SortKey key;
  key.expr = x;
  key.descending = (direction == kGt) != (side == Side::kSecond);
  const int bits = ir::Info(type).bits;
  if (ir::IsFloat(type)) {
    // Among others, NaNs are equal to everything.
    if (compare->order != kTotalOrder) return {};
    key.bits = std::max<int>(bits, 32);
  } else {
    key.bits = std::max<int>(bits, 8);
    key.is_element = value.Is<tile::Parameter>() && sort.inputs.size() == 1;
  }
  return key;
}

int64_t KeptLength(const tile::Sort& sort, const tile::Program& program) {
  return program.refs[sort.outputs[0]].type.dims()[sort.dimension];
}

int64_t RowLength(const tile::Sort& sort, const tile::Program& program) {
  const ir::TensorType& from = program.exprs[sort.inputs[0]].type;
  const ir::TensorType& to = program.refs[sort.outputs[0]].type;
  return from.num_elements() == to.num_elements() ? KeptLength(sort, program)
                                                  : from.dims()[sort.dimension];
}

int64_t RowBytes(int64_t n, ir::ElementType type) {
  return Aligned(n * ir::StorageBytes(type));
}

std::optional<SortKey> KeyToSortBy(const tile::Sort& sort, const tile::Program& program) {
  const int64_t n = RowLength(sort, program);
  if (KeptLength(sort, program) < n || n > INT32_MAX) return {};
  std::optional<SortKey> key = SortKeyOf(program, sort);
  if (key.has_value() && (n < 2 * key->bits || !(sort.stable || key->is_element)))
    return {};
  return key;
}

int IntrosortDepth(int64_t n) { return 2 * FloorLog2(n); }

// A range that waits has less depth left than the one below it on the stack.
int64_t IntrosortStackBytes(int64_t n) {
  return (IntrosortDepth(n) + 1) * kIntrosortWordsPerRange * int64_t{sizeof(int64_t)};
}

int64_t RadixCountBytes(const SortKey& key) {
  return key.bits / 8 * kRadixBuckets * int64_t{sizeof(int32_t)};
}

int64_t SortScratchBytes(const tile::Sort& sort, const tile::Program& program) {
  const int64_t n = KeptLength(sort, program);
  const bool whole = n == RowLength(sort, program);
  const std::optional<SortKey> key = KeyToSortBy(sort, program);
  int64_t bytes = key.has_value() ? RadixCountBytes(*key)
                  : sort.stable   ? 0
                                  : IntrosortStackBytes(n);
  const bool twice = key.has_value() || (sort.stable && whole);
  for (tile::RefId ref : sort.outputs) {
    bytes += (twice ? 2 : 1) * RowBytes(n, program.refs[ref].type.element);
  }
  return bytes;
}

}  // namespace tilewright::codegen
