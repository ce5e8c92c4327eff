#include "jit/plan_options.h"

#include <utility>

namespace tilewright::jit {

codegen::PlanOptions PlanOptionsFor(const Target& target, Numerics numerics,
                                    absl::string_view chip, bool cluster,
                                    codegen::KernelSet kernels) {
  codegen::PlanOptions options;
  options.chip = std::string(chip);
  options.emit = EmitOptionsFor(target, numerics);
  options.cluster = cluster;
  options.kernels = std::move(kernels);
  return options;
}

}  // namespace tilewright::jit
