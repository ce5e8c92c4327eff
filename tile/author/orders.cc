// Running reductions and sorts of a kernel that is being written.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tile/arrange.h"
#include "tile/author/author.h"
#include "tile/compare.h"
#include "tile/statements.h"

namespace tilewright::tile {

using ir::ElementType;
using ir::OpKind;
using ir::TensorType;

namespace {

// Rows of a sort are sorted in scratch of their own.
constexpr int64_t kMaxSorted = int64_t{1} << 24;
constexpr size_t kMaxSortOperands = 16;

}  // namespace

bool Author::IsDimension(absl::string_view what, const TensorType& type,
                         int64_t dimension) {
  if (dimension >= 0 && dimension < type.rank()) return true;
  Fail(calls_.By(what), "dimension ", dimension, " of ", ir::ToString(type),
       " does not exist");
  return false;
}

bool Author::AreDimensionsOf(absl::string_view what, const TensorType& type,
                             const ir::Dims& dimensions) {
  for (int64_t d : dimensions) {
    if (!IsDimension(what, type, d)) return false;
    if (std::count(dimensions.begin(), dimensions.end(), d) > 1) {
      Fail(calls_.By(what), "dimension ", d, " of ", ir::ToString(type),
           " is given twice");
      return false;
    }
  }
  return true;
}

ExprId Author::Scan(OpKind op, ExprId x, int64_t dimension, bool reverse) {
  if (!IsKnown(x)) return Dummy(ir::Scalar(ElementType::kF32));
  const TensorType from = type(x);
  if (NeedsGrid("running reductions")) return Dummy(from);
  if (!MayReduce("scan", op, from) || !IsDimension("scan", from, dimension)) {
    return Dummy(from);
  }
  const RefId totals = Temporary("scan", from);
  Compute(ScanStatement(&builder_, CombinerReducer(&builder_, op, from.element),
                        dimension, reverse, {x}, {totals}));
  return LoadAny({totals, {}, {}});
}

std::vector<ExprId> Author::Sort(const std::vector<ExprId>& operands, int64_t dimension,
                                 bool descending, std::optional<int64_t> front) {
  std::vector<ExprId> dummies;
  for (ExprId x : operands) dummies.push_back(Dummy(type(x)));
  if (operands.empty() || operands.size() > kMaxSortOperands) {
    Fail(calls_.By("sort"), "of ", operands.size(), " operands; 1 to ", kMaxSortOperands,
         " are possible");
    return dummies;
  }
  if (NeedsGrid("sorts") || !AreKnown(operands)) return dummies;
  const TensorType keys = type(operands[0]);
  if (!IsDimension("sort", keys, dimension)) return dummies;
  if (ir::IsComplex(keys.element)) {
    Fail(calls_.By("sort"), ir::ToString(keys), " has no order");
    return dummies;
  }
  if (keys.dims()[dimension] > kMaxSorted) {
    Fail(calls_.By("sort"), "rows of ", keys.dims()[dimension], " elements; ", kMaxSorted,
         " are the most");
    return dummies;
  }
  const int64_t row = keys.dims()[dimension];
  if (front.has_value() && (*front < 1 || *front > row)) {
    Fail(calls_.By("sort"), "the first ", *front, " of ", row, " elements");
    return dummies;
  }
  Region less;
  less.num_parameters = static_cast<int>(2 * operands.size());
  std::vector<ExprId> parameters;
  for (size_t i = 0; i < operands.size(); ++i) {
    const TensorType& own = type(operands[i]);
    if (own.shape != keys.shape) {
      Fail(calls_.By("sort"), "operand ", i, " is ", ir::ToString(own), ", the keys are ",
           ir::ToString(keys));
      return dummies;
    }
    for (int64_t side : {0, 1}) {
      parameters.push_back(builder_.Parameter(ir::Scalar(own.element),
                                              2 * static_cast<int64_t>(i) + side));
    }
  }
  less.results = {builder_.Compare(descending ? kGt : kLt,
                                   OrderOf(keys.element, /*total=*/true), parameters[0],
                                   parameters[1])};
  std::vector<RefId> outputs;
  for (ExprId x : operands) {
    TensorType kept = type(x);
    kept.shape.Set(dimension, front.value_or(row));
    outputs.push_back(Temporary("sort", std::move(kept)));
  }
  Compute(SortStatement(&builder_, std::move(less), dimension, /*stable=*/true, operands,
                        outputs));
  std::vector<ExprId> sorted;
  for (RefId ref : outputs) sorted.push_back(LoadAny({ref, {}, {}}));
  return sorted;
}

ExprId Author::ArgReduceColumns(OpKind order, ExprId x, int64_t dimension,
                                bool keep_dimensions) {
  const TensorType from = type(x);
  const ElementType element = from.element, index = ElementType::kI32;
  const ExprId identity = CombinerReducer(&builder_, order, element).inits[0];
  const std::vector<ExprId> p = BeginRegion({element, index, element, index});
  ExprId better = Compare(order == OpKind::kMaximum ? "GT" : "LT", p[2], p[0]);
  if (ir::IsFloat(element)) {
    // The first NaN.
    const ExprId first =
        Elementwise(OpKind::kAnd, {Compare("NE", p[2], p[2]), Compare("EQ", p[0], p[0])});
    better = Elementwise(OpKind::kOr, {better, first});
  }
  const Region combine =
      EndRegion(4, {Elementwise(OpKind::kSelect, {better, p[2], p[0]}),
                    Elementwise(OpKind::kSelect, {better, p[3], p[1]})});
  return ReduceBy(combine, {x, Iota({index, from.dims()}, dimension)},
                  {identity, ConstantInteger(index, 0)}, {dimension}, keep_dimensions)[1];
}

// Two reductions that run in lanes: the element, and the least index where it is.
ExprId Author::ArgReduce(OpKind order, ExprId x, int64_t dimension,
                         bool keep_dimensions) {
  if (!IsKnown(x)) return NoValue();
  const TensorType from = type(x);
  if (!IsDimension("reduce", from, dimension)) return NoValue();
  if (arrays_.has_value() && !ReducesTrailing(from.dims(), {dimension})) {
    if (!MayReduce("reduce", order, from)) return NoValue();
    return ArgReduceColumns(order, x, dimension, keep_dimensions);
  }
  const ExprId best = Reduce(order, x, {dimension}, /*keep_dimensions=*/true);
  if (!status_.ok()) return NoValue();
  ExprId found = Compare("EQ", x, best);
  if (ir::IsFloat(from.element)) {
    found = Elementwise(OpKind::kOr, {found, Compare("NE", x, x)});
  }
  const ExprId index = Iota({ElementType::kI32, from.shape}, dimension);
  const ExprId none = ConstantInteger(ElementType::kI32, from.dims()[dimension]);
  return Reduce(OpKind::kMinimum, Elementwise(OpKind::kSelect, {found, index, none}),
                {dimension}, keep_dimensions);
}

}  // namespace tilewright::tile
