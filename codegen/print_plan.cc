// Plans and modules as text, for people.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/planner.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "support/status_macros.h"

namespace tilewright::codegen {
namespace {

constexpr absl::string_view kSpaces[] = {"arena", "input", "output", "constant"};

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
  Append(planned.plan.steps, 0, &out);
  return out;
}

absl::StatusOr<std::string> EmitText(const PlannedProgram& planned,
                                     absl::string_view kernel,
                                     const EmitOptions& options) {
  for (size_t k = 0; k < planned.programs.size(); ++k) {
    if (planned.plan.kernels[k].name != kernel) continue;
    llvm::LLVMContext context;
    TW_ASSIGN_OR_RETURN(const std::unique_ptr<llvm::Module> module,
                        EmitKernel(planned.programs[k], options, context));
    std::string text;
    llvm::raw_string_ostream stream(text);
    // Which line of the tile program each instruction comes from would hide what it is.
    llvm::StripDebugInfo(*module);
    module->print(stream, nullptr);
    return stream.str();
  }
  return absl::NotFoundError(absl::StrCat("no kernel is called ", kernel));
}

}  // namespace tilewright::codegen
