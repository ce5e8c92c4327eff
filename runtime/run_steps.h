// Runs a plan's steps.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "jit/load/code_loader.h"
#include "plan/plan.h"
#include "runtime/executable.h"
#include "runtime/run_state.h"

namespace tilewright::runtime {

// One execution. Kernels are those of the plan, in order.
class StepRunner {
 public:
  StepRunner(const plan::Plan& plan,
             const std::vector<std::shared_ptr<const jit::LoadedKernel>>& kernels,
             Numerics numerics, RunState& state, bool profile)
      : plan_(plan),
        kernels_(kernels),
        numerics_(numerics),
        state_(state),
        profile_(profile) {}

  absl::Status Run() { return Run(plan_.steps); }
  // Writes prepared memory.
  absl::Status Prepare() { return Run(plan_.preparation); }
  // In order of first execution; empty unless profiling.
  std::vector<StepProfile> TakeProfile();

 private:
  absl::Status Run(const std::vector<plan::Step>& steps);
  absl::Status RunOne(const plan::Step& step);
  absl::Status RunKernel(const plan::KernelStep& step);
  absl::Status RunRoutineStep(const plan::RoutineStep& step);
  absl::Status RunWhile(const plan::WhileStep& step);
  absl::Status RunCase(const plan::CaseStep& step);

  const plan::Plan& plan_;
  const std::vector<std::shared_ptr<const jit::LoadedKernel>>& kernels_;
  const Numerics numerics_;
  RunState& state_;
  const bool profile_;
  struct Time {
    int order = 0;
    StepProfile profile;
  };
  std::map<const plan::Step*, Time> times_;
};

}  // namespace tilewright::runtime
