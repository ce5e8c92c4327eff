// Cases spread over processes: a case that crashes or hangs is a failure, not
// the end of the run.
#pragma once

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "tools/check/case_runner.h"

namespace tilewright::tools {

struct WorkerOptions {
  int jobs = 1;                  // processes
  double timeout_seconds = 300;  // for one result
};

// What a worker process does with one case; it may start threads.
using CaseFunction =
    std::function<void(const Case&, const std::function<void(const CaseResult&)>& done)>;

// Calls `done` in this process for every result, case by case in no particular
// order. A case whose worker dies or takes too long gives a failure that says
// so. `start` is called first in each worker and makes the function it applies.
// The calling process must have one thread only. Internal when the system gives
// no processes.
absl::Status RunCases(const std::vector<Case>& cases, const WorkerOptions& options,
                      const std::function<CaseFunction()>& start,
                      const std::function<void(const CaseResult&)>& done);

}  // namespace tilewright::tools
