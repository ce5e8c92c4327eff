// Programs to plans: clusters lowered to kernels, steps over buffers.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "codegen/cluster/cluster.h"
#include "codegen/facts/code_facts.h"
#include "ir/program.h"
#include "plan/plan.h"
#include "tile/program.h"

namespace tilewright::codegen {

struct PlannedProgram {
  plan::Plan plan;
  std::vector<tile::Program> programs;  // of plan.kernels
  std::vector<std::string> texts;       // tile::Print of each
  // Ordinals of the source operations of each; of equal kernels, those of the first.
  std::vector<std::vector<int32_t>> origins;
};

// `program` is verified and rewritten (codegen/pipeline.h). NotFound for a chip that
// there is not; Unimplemented, by name, for what no kernel or routine does.
absl::StatusOr<PlannedProgram> MakePlan(const ir::Program& program,
                                        const CodeFacts& facts);

// The steps of a plan, for people.
std::string PrintSteps(const PlannedProgram& planned);

}  // namespace tilewright::codegen
