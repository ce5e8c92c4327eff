// Programs to plans: clusters lowered to kernels, steps over buffers.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "codegen/cluster.h"
#include "codegen/emit.h"
#include "codegen/kernel_calls.h"
#include "ir/program.h"
#include "plan/plan.h"
#include "tile/program.h"

namespace tilewright::codegen {

struct PlanOptions {
  EmitOptions emit;
  bool cluster = true;  // false: one kernel an operation
  KernelSet kernels;    // that the program may call
  std::string chip = "v5e";
};

struct PlannedProgram {
  plan::Plan plan;
  std::vector<tile::Program> programs;  // of plan.kernels
  std::vector<std::string> texts;       // tile::Print of each
  // Ordinals of the source operations of each; of equal kernels, those of the first.
  std::vector<std::vector<int32_t>> origins;
};

// `program` is verified and expanded (codegen/expand.h). NotFound for a chip that
// there is not; Unimplemented, by
// name, for what no kernel or routine does.
absl::StatusOr<PlannedProgram> MakePlan(const ir::Program& program,
                                        const PlanOptions& options);

// The steps of a plan, for people.
std::string PrintSteps(const PlannedProgram& planned);

}  // namespace tilewright::codegen
