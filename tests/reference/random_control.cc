// Loops and branches.
#include <utility>

#include "tests/reference/random_generator.h"

namespace tilewright::reference {

void Generator::Fill(ir::Region* region, int operations,
                     const std::vector<TensorType>& results) {
  ir::Region* const outer = std::exchange(region_, region);
  const std::vector<ValueId> known = values_;
  values_.insert(values_.end(), region->arguments.begin(), region->arguments.end());
  ++depth_;
  for (; operations > 0; --operations) AddOne();
  for (const TensorType& wanted : results) region->results.push_back(Of(wanted));
  --depth_;
  values_ = known;
  region_ = outer;
}

// A few rounds, counted by the first value of the state; the others become anything.
void Generator::AddWhile() {
  std::vector<ValueId> state = {builder().IntegerSplat(0, ir::Scalar(ElementType::kI32))};
  for (int n = 1 + Below(3); n > 0; --n) state.push_back(Any());
  std::vector<TensorType> types;
  for (ValueId v : state) types.push_back(type(v));
  ir::Operation op;
  op.kind = OpKind::kWhile;
  op.operands = state;
  op.regions.resize(2);
  for (ir::Region& region : op.regions) {
    for (const TensorType& t : types) region.arguments.push_back(program_.AddValue(t));
  }
  const int rounds = Below(4);
  ir::Builder condition(&program_, &op.regions[0]);
  const ValueId end = condition.IntegerSplat(rounds, types[0]);
  op.regions[0].results = {condition.Compare("LT", op.regions[0].arguments[0], end)};
  ir::Region& body = op.regions[1];
  ir::Builder count(&program_, &body);
  const ValueId next =
      count.Binary(OpKind::kAdd, body.arguments[0], count.IntegerSplat(1, types[0]));
  Fill(&body, 1 + Below(4), std::vector<TensorType>(types.begin() + 1, types.end()));
  body.results.insert(body.results.begin(), next);
  AppendWithRegions(std::move(op));
}

void Generator::AddBranch() {
  std::vector<TensorType> types;
  for (int n = 1 + Below(2); n > 0; --n) types.push_back(type(Any()));
  ir::Operation op;
  const bool two = Once(2);
  op.kind = two ? OpKind::kIf : OpKind::kCase;
  op.operands = {two ? Of(ir::Scalar(ElementType::kI1)) : Index(ElementType::kI32)};
  op.regions.resize(two ? 2 : 1 + Below(3));
  for (ir::Region& region : op.regions) Fill(&region, Below(4), types);
  AppendWithRegions(std::move(op));
}

}  // namespace tilewright::reference
