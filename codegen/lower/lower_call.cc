// Calls of kernels that were written with the authoring API.
#include "codegen/lower/blocks.h"
#include "codegen/lower/lower.h"
#include "tile/sizes.h"
#include "tile/visit.h"

namespace tilewright::codegen {
namespace {

// Whether a statement over whole arrays writes all of the ref, which then need not hold
// anything before.
bool IsReplaced(const tile::Program& program, tile::RefId ref) {
  bool replaced = false;
  for (const tile::Statement& s : program.statements) {
    if (s.Is<tile::Grid>()) return false;
    ForEachStore(s, [&](const tile::Store& store) {
      replaced = replaced || (store.ref == ref && !store.is_shifted());
    });
  }
  return replaced;
}

}  // namespace

LoweredCluster LowerCall(const ir::Operation& op, const tile::Kernel& kernel,
                         const LowerOptions& options, bool debug) {
  LoweredCluster call;
  call.program = kernel.For(options.numerics, debug);
  const std::vector<tile::RefId> parameters = call.program.Parameters();
  size_t input = 0, output = 0;
  std::vector<ir::ValueId> inputs;  // by operand
  for (const tile::Operand& operand : kernel.operands) {
    if (operand.before >= 0) {
      inputs.push_back(inputs[operand.before]);
      call.parameters.push_back({inputs.back(), false});
      continue;
    }
    const ir::ValueId in = operand.is_input() ? op.operands[input++] : -1;
    const ir::ValueId out = operand.is_output ? op.results[output++] : -1;
    call.parameters.push_back({operand.is_output ? out : in, operand.is_output});
    inputs.push_back(in);
    const tile::RefId ref = parameters[inputs.size() - 1];
    if (operand.is_updated && !IsReplaced(call.program, ref)) {
      call.prepare.push_back({out, in});
    }
  }
  if (kernel.over_arrays) {
    // From here on it is a cluster like another: its plan says what is where.
    for (tile::Ref& ref : call.program.refs) {
      ref.before = -1;
      ref.is_updated = false;
    }
    Renumber(&call);
    CutIntoSteps(*options.chip, &call.program);
  }
  call.symbols = tile::BindSymbols(&call.program);
  if (!call.symbols.empty()) call.parameters.push_back({.sizes = true});
  return call;
}

}  // namespace tilewright::codegen
