#include "frontend/torch/lower/indices.h"

#include <numeric>

namespace tilewright::torch_lower {
namespace {

constexpr ElementType kIndexType = ElementType::kI64;

struct Wrapped {
  Value outside;
  Value index;    // as it was
  Value wrapped;  // from 0 on
};
Wrapped Wrap(Composer& c, Value index, int operand, int dimension,
             const IndexRule& rule) {
  const Value x = c.operand(operand);
  ir::Dims along = {dimension};
  if (dimension < 0) {
    along.resize(x.rank());
    std::iota(along.begin(), along.end(), 0);
  }
  const Value size = c.CountOf(x, along, kIndexType);
  const Value wide = c.Convert(index, kIndexType);
  const Value below = c.Compare("LT", wide, c.Number(0, kIndexType));
  const Value wrapped = rule.from_end ? c.Select(below, wide + size, wide) : wide;
  const Value outside = Or(c, c.Compare("LT", wrapped, c.Number(0, kIndexType)),
                           c.Compare("GE", wrapped, size));
  return {outside, wide, wrapped};
}

eager::Check CheckOf(int operand, int dimension, const IndexRule& rule) {
  eager::Check check;
  check.code = rule.code;
  check.message = rule.message;
  check.operand = operand;
  check.dimension = dimension;
  return check;
}

}  // namespace

Value IndexInto(Composer& c, Value index, int operand, int dimension,
                const IndexRule& rule) {
  const Wrapped made = Wrap(c, index, operand, dimension, rule);
  c.Require(made.outside, made.index, CheckOf(operand, dimension, rule));
  return made.wrapped;
}
Value IndexIntoWhere(Composer& c, Value counts, Value index, int operand, int dimension,
                     const IndexRule& rule) {
  const Wrapped made = Wrap(c, index, operand, dimension, rule);
  c.Require(And(c, counts, made.outside), made.index, CheckOf(operand, dimension, rule));
  return made.wrapped;
}

}  // namespace tilewright::torch_lower
