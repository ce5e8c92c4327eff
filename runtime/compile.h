// From a program to loaded kernels and a plan, through the cache.
#pragma once

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "jit/kernel_library.h"
#include "jit/target.h"
#include "plan/plan.h"
#include "runtime/executable.h"

namespace tilewright::runtime {

struct CompiledProgram {
  plan::Plan plan;
  std::vector<std::shared_ptr<const jit::LoadedKernel>> kernels;  // of plan.kernels
  CompileStats stats;
};

absl::StatusOr<CompiledProgram> CompileProgram(const ir::Program& program,
                                               const CompileOptions& options);

}  // namespace tilewright::runtime
