// Computations on wider types than those of the elements that they are given: the
// elements are converted before.
#include "codegen/rewrite/rewrite.h"

namespace tilewright::codegen {

using ir::ElementType;

bool PromoteOperands(Rewrite& rewrite) {
  const ir::Operation& op = rewrite.operation();
  const ir::Region& computation = op.regions.back();
  const size_t count = op.results.size();
  // Of a scatter indices lie between the arrays and their updates.
  const bool scatters = op.kind == ir::OpKind::kScatter;
  bool promoted = false;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    if (scatters && i == count) continue;
    const size_t number = (scatters && i > count ? i - 1 : i) % count;
    const ElementType wide = rewrite.from().type(computation.arguments[number]).element;
    if (rewrite.OperandType(static_cast<int>(i)).element == wide) continue;
    rewrite.operands[i] = rewrite.builder.Convert(rewrite.operands[i], wide);
    promoted = true;
  }
  return promoted;
}

absl::StatusOr<Values> ExpandPromoted(Rewrite& rewrite) {
  PromoteOperands(rewrite);
  return rewrite.Copied();
}

// What selects is on the operand's own type.
absl::StatusOr<Values> ExpandSelectAndScatter(Rewrite& rewrite) {
  if (rewrite.ResultType().element != rewrite.OperandType(0).element) {
    return rewrite.Unimplemented("a result of another type than its operand's");
  }
  return ExpandPromoted(rewrite);
}

}  // namespace tilewright::codegen
