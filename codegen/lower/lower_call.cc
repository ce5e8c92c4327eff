// Calls of kernels that were written with the authoring API.
#include "codegen/lower/blocks.h"
#include "codegen/lower/lower.h"

namespace tilewright::codegen {

LoweredCluster LowerCall(const ir::Operation& op, const tile::Kernel& kernel,
                         const LowerOptions& options, bool debug) {
  LoweredCluster call;
  call.program = kernel.For(options.numerics, debug);
  size_t input = 0, output = 0;
  for (const tile::Operand& operand : kernel.operands) {
    const ir::ValueId in = operand.is_input() ? op.operands[input++] : -1;
    const ir::ValueId out = operand.is_output ? op.results[output++] : -1;
    call.parameters.push_back({operand.is_output ? out : in, operand.is_output});
    if (operand.is_updated) call.prepare.push_back({out, in});
  }
  if (kernel.over_arrays) {
    Renumber(&call);
    CutIntoSteps(*options.chip, &call.program);
  }
  return call;
}

}  // namespace tilewright::codegen
