#include "codegen/facts/code_facts.h"

namespace tilewright::codegen {

EmitOptions EmitOptionsFor(const KernelFacts& facts) {
  EmitOptions options;
  options.scalar.numerics = facts.numerics;
  options.scalar.target = facts.target.vector;
  options.scalar.slow_underflow = facts.target.processor.slow_underflow != 0;
  options.processor = facts.target.processor;
  options.l1_bytes = facts.target.l1_bytes;
  options.l2_bytes = facts.target.l2_bytes;
  return options;
}

}  // namespace tilewright::codegen
