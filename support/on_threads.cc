#include "support/on_threads.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include "support/environment.h"

namespace tilewright {

int ProcessorCount() {
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

void RunOnThreads(int threads, absl::FunctionRef<void()> work) {
  const bool reads_kept = ReadsKeptEnvironment();
  const auto alike = [reads_kept, work] {
    SetReadsKeptEnvironment(reads_kept);
    work();
  };
  std::vector<std::thread> others;
  // The standard library reports a full system by throwing.
  try {
    while (static_cast<int>(others.size()) + 1 < threads) others.emplace_back(alike);
  } catch (const std::system_error&) {
  }
  work();
  for (std::thread& other : others) other.join();
}

}  // namespace tilewright
