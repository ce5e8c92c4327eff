// Runs linked plans.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <vector>

#include "absl/status/status.h"
#include "runtime/run/linked_plan.h"
#include "runtime/run/step_profile.h"
#include "runtime/run/thread_pool.h"
#include "support/numerics.h"

namespace tilewright::runtime {

class HostTransfers;

// Who works on a run, and on which memory.
struct Crew {
  ThreadPool* pool = nullptr;
  int threads = 1;
  // Of worker i: from scratch + i * scratch_bytes on.
  char* scratch = nullptr;
  int64_t scratch_bytes = 0;
  // Whose floating-point state the caller has set, and workers set.
  Numerics numerics = Numerics::kIeee;
  HostTransfers* host = nullptr;
  const std::atomic<int>* waiters = nullptr;  // ExecuteOptions'

  // How many of them run the next kernel.
  int threads_now() const {
    const bool alone = waiters == nullptr ||
                       waiters->load(std::memory_order_relaxed) > 0 || threads == 1;
    return alone ? threads : threads - 1;
  }
};

// Times of steps, of a plan that was linked for profiles. One run at a time.
class StepTimes {
 public:
  void Enter(const plan::Step& step);
  void Leave();
  // In order of first execution.
  std::vector<StepProfile> Take();

 private:
  // Of a step that has begun: from the outermost on.
  struct Entered {
    int32_t number;
    std::chrono::steady_clock::time_point at;
  };
  std::vector<Entered> entered_;
  std::map<const plan::Step*, int32_t> numbers_;
  std::vector<StepProfile> profiles_;
};

// Runs the steps of a kernel's grid; `buffers` are its parameters.
void RunGrid(tw_kernel_v2 kernel, int64_t steps, void* const* buffers, const Crew& crew);

// Of memory that does not overlap.
void CopyMemory(void* to, const void* from, int64_t bytes, const Crew& crew);

// `addresses` is the plan's table. Allocates nothing for kernels and copies. `times` may
// be null.
absl::Status RunPlan(const LinkedPlan& linked, void* const* addresses, const Crew& crew,
                     StepTimes* times = nullptr);

}  // namespace tilewright::runtime
