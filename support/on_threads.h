// Work that several threads do together.
#pragma once

#include "absl/functional/function_ref.h"

namespace tilewright {

// As many as the machine has processors; at least 1.
int ProcessorCount();

// Runs `work` on this thread and, at the same time, on threads - 1 others, and returns
// when all have returned. Where the system gives fewer threads, on those that there
// are: `work` is to take what is left to do from a counter. It may not throw.
void RunOnThreads(int threads, absl::FunctionRef<void()> work);

}  // namespace tilewright
