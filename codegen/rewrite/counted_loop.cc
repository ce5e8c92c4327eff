#include <utility>

#include "codegen/rewrite/rewrite.h"

namespace tilewright::codegen {

using ir::TensorType;
using ir::ValueId;

absl::StatusOr<Values> CountedLoop(Rewrite& rewrite, int64_t trip_count,
                                   const Values& inits, const FillIteration& fill) {
  ir::Builder& b = rewrite.builder;
  const TensorType counter = ir::Scalar(ir::ElementType::kI64);
  ir::Operation loop;
  loop.kind = ir::OpKind::kWhile;
  loop.operands = {b.IntegerSplat(0, counter)};
  loop.operands.insert(loop.operands.end(), inits.begin(), inits.end());
  std::vector<TensorType> types;
  for (ValueId operand : loop.operands) types.push_back(b.type(operand));
  loop.regions.resize(2);
  for (ir::Region& region : loop.regions) {
    for (const TensorType& type : types) {
      region.arguments.push_back(b.program()->AddValue(type));
    }
  }
  ir::Region& condition = loop.regions[0];
  ir::Builder test(b.program(), &condition, rewrite.operation().location);
  condition.results = {
      test.Compare("LT", condition.arguments[0], test.IntegerSplat(trip_count, counter))};
  ir::Region& body = loop.regions[1];
  const ValueId iteration = body.arguments[0];
  TW_ASSIGN_OR_RETURN(
      const Values next,
      fill(&body, iteration, Values(body.arguments.begin() + 1, body.arguments.end())));
  ir::Builder inner(b.program(), &body, rewrite.operation().location);
  body.results = {
      inner.Binary(ir::OpKind::kAdd, iteration, inner.IntegerSplat(1, counter))};
  body.results.insert(body.results.end(), next.begin(), next.end());
  Values state = b.AppendOperation(std::move(loop), types);
  state.erase(state.begin());
  return state;
}

}  // namespace tilewright::codegen
