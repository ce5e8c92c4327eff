// Compiled programs beside the reference, whole and kernel by kernel.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "codegen/pipeline.h"
#include "jit/compile.h"
#include "jit/llvm/target.h"
#include "runtime/run/executable.h"
#include "support/float_state.h"
#include "support/status_macros.h"
#include "tests/reference/evaluate.h"
#include "tests/reference/plan_run.h"
#include "tests/runtime/program_reference.h"

namespace tilewright::runtime {

// Runs the compiled program, and says how its outputs agree with what is expected.
inline absl::StatusOr<reference::Agreement> RunAndCompare(
    const ir::Program& program, const CompileOptions& options,
    const std::vector<reference::Array>& inputs,
    const std::vector<reference::Array>& expected) {
  TW_ASSIGN_OR_RETURN(const auto executable, Executable::Compile(program, options));
  std::vector<std::unique_ptr<reference::Memory>> memory;
  std::vector<const void*> from;
  std::vector<void*> to;
  for (const reference::Array& input : inputs) {
    memory.push_back(std::make_unique<reference::Memory>(input.type.byte_size()));
    memory.back()->Store(0, input);
    from.push_back(memory.back()->data());
  }
  for (const reference::Array& output : expected) {
    memory.push_back(std::make_unique<reference::Memory>(output.type.byte_size()));
    to.push_back(memory.back()->data());
  }
  for (const plan::DonatedBuffer& d : executable->plan().donations) {
    to[d.output] = const_cast<void*>(from[d.input]);
  }
  ExecuteOptions how;
  how.threads = 2;
  TW_RETURN_IF_ERROR(executable->Execute(from, to, how));
  reference::Agreement agreement;
  for (size_t o = 0; o < expected.size(); ++o) {
    reference::Agreement one =
        reference::Compare(expected[o], static_cast<const uint8_t*>(to[o]));
    if (!one.difference.empty()) {
      one.difference = absl::StrCat("output ", o, ": ", one.difference);
    }
    agreement.Add(one);
  }
  return agreement;
}

// Runs the compiled program kernel by kernel, each beside the reference on what memory
// holds by then, so that a difference is one kernel's own. Kernels that cost the
// reference more than `most` are run only, and counted.
struct KernelAgreement {
  reference::Agreement values;
  int kernels = 0, skipped = 0;
};
// How the code of a step's kernel runs on its buffers.
using RunCode =
    std::function<absl::Status(const plan::KernelStep&, const std::vector<void*>&)>;
inline absl::StatusOr<KernelAgreement> CompareKernels(
    const codegen::PlannedProgram& planned, const plan::Plan& plan,
    const std::vector<reference::Array>& inputs, const RunCode& run_code, double most) {
  KernelAgreement agreement;
  const auto run_kernel = [&](const plan::KernelStep& step, reference::PlanRun& run) {
    const tile::Program& tile_program = planned.programs[step.kernel];
    const bool compared = reference::CostOf(tile_program) <= most;
    std::vector<reference::Array> arrays;
    if (compared) arrays = reference::LoadArrays(tile_program, step, run);
    std::vector<void*> buffers;
    for (const plan::BufferRef& ref : step.buffers) buffers.push_back(run.Address(ref));
    TW_RETURN_IF_ERROR(run_code(step, buffers));
    ++agreement.kernels;
    if (!compared) {
      ++agreement.skipped;
      return absl::OkStatus();
    }
    const absl::Status status = reference::Evaluate(tile_program, absl::MakeSpan(arrays));
    // Control that follows an uncertain value may go either way.
    if (absl::IsAborted(status)) {
      ++agreement.skipped;
      return absl::OkStatus();
    }
    TW_RETURN_IF_ERROR(status);
    size_t next = 0;
    for (const tile::Ref& ref : tile_program.refs) {
      if (ref.memory != tile::Memory::kHbm) continue;
      const size_t buffer = next++;
      if (!ref.is_output) continue;
      reference::Agreement one = reference::Compare(
          arrays[buffer], static_cast<const uint8_t*>(buffers[buffer]));
      if (!one.difference.empty()) {
        one.difference = absl::StrCat("kernel ", step.kernel, ", buffer ", buffer, ": ",
                                      one.difference, "\n", planned.texts[step.kernel]);
      }
      agreement.values.Add(one);
    }
    return absl::OkStatus();
  };
  reference::PlanRun run(plan, run_kernel, RunRoutineOn);
  TW_RETURN_IF_ERROR(run.Run(inputs).status());
  return agreement;
}

// The same on this machine.
inline absl::StatusOr<KernelAgreement> CompareKernels(
    const ir::Program& program, const CompileOptions& options,
    const std::vector<reference::Array>& inputs, double most = 3e6) {
  TW_ASSIGN_OR_RETURN(const codegen::PlannedProgram planned, PlanFor(program, options));
  TW_ASSIGN_OR_RETURN(const jit::CompiledProgram compiled,
                      jit::CompileProgram(program, options));
  int64_t scratch_bytes = 0;
  for (size_t k = 0; k < compiled.plan.kernels.size(); ++k) {
    scratch_bytes =
        std::max(scratch_bytes, compiled.plan.kernels[k].launch.scratch_bytes.number());
    if (k >= planned.plan.kernels.size() ||
        planned.plan.kernels[k].identity != compiled.plan.kernels[k].identity) {
      return absl::InternalError("what was planned is not what was compiled");
    }
  }
  reference::Memory scratch(scratch_bytes);
  const auto run_code = [&](const plan::KernelStep& step,
                            const std::vector<void*>& buffers) {
    const ScopedFloatState float_state(options.facts.kernel.numerics);
    compiled.kernels[step.kernel]->entry()(
        buffers.data(), scratch.data(), 0,
        compiled.plan.kernels[step.kernel].launch.grid_steps.number(), 0);
    return absl::OkStatus();
  };
  return CompareKernels(planned, compiled.plan, inputs, run_code, most);
}

}  // namespace tilewright::runtime
