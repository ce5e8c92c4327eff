// map: its computation of scalars, done on whole tensors.
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "codegen/rewrite/rewrite.h"

namespace tilewright::codegen {
namespace {

using ir::ValueId;
using enum ir::OpKind;

// Operations that change nothing on a scalar.
bool IsScalarIdentity(ir::OpKind kind) {
  return kind == kReshape || kind == kBroadcastInDim || kind == kTranspose ||
         kind == kReverse || kind == kOptimizationBarrier;
}

}  // namespace

absl::StatusOr<Values> ExpandMap(Rewrite& rewrite) {
  ir::Builder& b = rewrite.builder;
  const ir::Dims dims = rewrite.ResultType().dims();
  const ir::Region& region = rewrite.operation().regions[0];
  absl::flat_hash_map<ValueId, ValueId> whole;  // of each scalar of the computation
  for (size_t i = 0; i < region.arguments.size(); ++i) {
    whole[region.arguments[i]] = rewrite.operands[i];
  }
  // What the computation takes from outside is the same for all elements.
  const auto use = [&](ValueId scalar) {
    const auto it = whole.find(scalar);
    if (it != whole.end()) return it->second;
    const ValueId spread = b.BroadcastScalar(rewrite.copier->Mapped(scalar), dims);
    whole.emplace(scalar, spread);
    return spread;
  };
  for (const ir::Operation& operation : region.operations) {
    for (ValueId value : operation.operands) {
      if (rewrite.from().type(value).rank() != 0) {
        return rewrite.Unimplemented("a computation on tensors");
      }
    }
    if (operation.kind == kConstant) {
      const ir::Literal& literal =
          operation.attributes.Constant(ir::AttributeName::kValue);
      if (literal.type().rank() != 0) {
        return rewrite.Unimplemented("a computation on tensors");
      }
      whole[operation.results[0]] = b.BroadcastScalar(b.Constant(literal), dims);
      continue;
    }
    if (IsScalarIdentity(operation.kind)) {
      for (size_t i = 0; i < operation.results.size(); ++i) {
        if (rewrite.from().type(operation.results[i]).rank() != 0) {
          return rewrite.Unimplemented("a computation on tensors");
        }
        whole[operation.results[i]] = use(operation.operands[i]);
      }
      continue;
    }
    const bool scalar_result = operation.results.size() == 1 &&
                               rewrite.from().type(operation.results[0]).rank() == 0;
    if (!scalar_result ||
        (!ir::IsElementwise(operation.kind) && operation.kind != kBitcastConvert)) {
      return rewrite.Unimplemented(ir::Name(operation.kind), " in its computation");
    }
    Values operands;
    for (ValueId operand : operation.operands) operands.push_back(use(operand));
    const ir::ElementType element = rewrite.from().type(operation.results[0]).element;
    whole[operation.results[0]] = b.Append(operation.kind, std::move(operands),
                                           {element, dims}, operation.attributes);
  }
  return Values{use(region.results[0])};
}

}  // namespace tilewright::codegen
