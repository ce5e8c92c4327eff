// Plans as text, for people.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/schedule/planner.h"

namespace tilewright::codegen {
namespace {

constexpr absl::string_view kSpaces[] = {"arena", "input", "output", "constant",
                                         "prepared"};

std::string Print(const plan::BufferRef& ref) {
  return absl::StrCat(kSpaces[static_cast<int>(ref.space)],
                      ref.space == plan::Space::kArena ? "" : absl::StrCat(ref.index),
                      "[", ref.offset, ", +", ref.bytes, "]");
}

std::string Print(const std::vector<plan::BufferRef>& refs) {
  return absl::StrJoin(refs, " ", [](std::string* out, const plan::BufferRef& ref) {
    absl::StrAppend(out, Print(ref));
  });
}

void Append(const std::vector<plan::Step>& steps, int indent, std::string* out) {
  const std::string pad(indent, ' ');
  for (const plan::Step& step : steps) {
    switch (step.kind) {
      case plan::StepKind::kKernel:
        absl::StrAppend(out, pad, "kernel ", step.name, " ", Print(step.kernel.buffers),
                        "\n");
        break;
      case plan::StepKind::kCopy:
        absl::StrAppend(out, pad, "copy ", Print(step.copy.from), " -> ",
                        Print(step.copy.to), "\n");
        break;
      case plan::StepKind::kRoutine:
        absl::StrAppend(out, pad, "routine ", step.name, " ",
                        Print(step.routine.operands), " -> ", Print(step.routine.results),
                        "\n");
        break;
      case plan::StepKind::kWhile:
        absl::StrAppend(out, pad, "while ", Print(step.loop.predicate), "\n");
        Append(step.loop.condition, indent + 2, out);
        absl::StrAppend(out, pad, "do\n");
        Append(step.loop.body, indent + 2, out);
        break;
      case plan::StepKind::kCase:
        absl::StrAppend(out, pad, "case ", Print(step.branch.index), "\n");
        for (const std::vector<plan::Step>& branch : step.branch.branches) {
          absl::StrAppend(out, pad, "branch\n");
          Append(branch, indent + 2, out);
        }
        break;
    }
  }
}

}  // namespace

std::string PrintSteps(const PlannedProgram& planned) {
  std::string out = absl::StrCat("arena ", planned.plan.arena_bytes, " bytes, ",
                                 planned.plan.kernels.size(), " kernels\n");
  for (const plan::DonatedBuffer& donation : planned.plan.donations) {
    absl::StrAppend(&out, "input", donation.input, " may become output", donation.output,
                    "\n");
  }
  if (!planned.plan.preparation.empty()) {
    absl::StrAppend(&out, "once\n");
    Append(planned.plan.preparation, 2, &out);
  }
  Append(planned.plan.steps, 0, &out);
  return out;
}

}  // namespace tilewright::codegen
