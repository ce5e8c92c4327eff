// Running reductions and sorts of a kernel that is being written.
#include <utility>

#include "absl/strings/str_cat.h"
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
                                 bool descending) {
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
  if (keys.dims[dimension] > kMaxSorted) {
    Fail(calls_.By("sort"), "rows of ", keys.dims[dimension], " elements; ", kMaxSorted,
         " are the most");
    return dummies;
  }
  Region less;
  less.num_parameters = static_cast<int>(2 * operands.size());
  std::vector<ExprId> parameters;
  for (size_t i = 0; i < operands.size(); ++i) {
    const TensorType& own = type(operands[i]);
    if (own.dims != keys.dims) {
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
  for (ExprId x : operands) outputs.push_back(Temporary("sort", type(x)));
  Compute(SortStatement(&builder_, std::move(less), dimension, /*stable=*/true, operands,
                        outputs));
  std::vector<ExprId> sorted;
  for (RefId ref : outputs) sorted.push_back(LoadAny({ref, {}, {}}));
  return sorted;
}

}  // namespace tilewright::tile
