// Programs to plans: clusters lowered to kernels, steps over buffers.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
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

// Asked now and then while a program is planned: whether nobody wants the plan any more.
// Null where somebody does.
using GivenUp = std::function<bool()>;

// `program` is verified and rewritten (codegen/pipeline.h); `values` are those of its
// symbols. Kernels are the same for all values where they can be, and take these when
// they run. NotFound for a chip that there is not; Unimplemented, by name, for what no
// kernel or routine does; InvalidArgument for values that the symbols cannot have;
// Cancelled once it is given up.
absl::StatusOr<PlannedProgram> MakePlan(const ir::Program& program,
                                        absl::Span<const int64_t> values,
                                        const CodeFacts& facts,
                                        const GivenUp& given_up = nullptr);

// The steps of a plan, for people.
std::string PrintSteps(const PlannedProgram& planned);

}  // namespace tilewright::codegen
