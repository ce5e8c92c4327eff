#include "support/environment.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <list>
#include <mutex>
#include <string>
#include <vector>

namespace tilewright {
namespace {

using Variables = std::vector<std::string>;  // each as NAME=VALUE

std::atomic<const Variables*> kept = nullptr;
thread_local bool reads_kept = false;

const char* FindIn(const Variables& variables, absl::string_view name) {
  for (const std::string& variable : variables) {
    const bool is_it = variable.size() > name.size() && variable[name.size()] == '=' &&
                       absl::StartsWith(variable, absl::string_view(name));
    if (is_it) return variable.c_str() + name.size() + 1;
  }
  return nullptr;
}

}  // namespace

absl::string_view Environment(const char* variable) {
  const Variables* const known =
      reads_kept ? kept.load(std::memory_order_acquire) : nullptr;
  const char* const value =
      known != nullptr ? FindIn(*known, variable) : std::getenv(variable);
  return value == nullptr ? absl::string_view() : absl::string_view(value);
}

void KeepEnvironment() {
  Variables now;
  for (char** variable = environ; variable != nullptr && *variable != nullptr;
       ++variable) {
    now.emplace_back(*variable);
  }
  // Never destroyed: who has read a value may still look at it.
  static std::mutex& mutex = *new std::mutex;
  static std::list<Variables>& all = *new std::list<Variables>;
  const std::lock_guard<std::mutex> lock(mutex);
  if (!all.empty() && all.back() == now) return;
  all.push_back(std::move(now));
  kept.store(&all.back(), std::memory_order_release);
}

bool ReadsKeptEnvironment() { return reads_kept; }
void SetReadsKeptEnvironment(bool reads) { reads_kept = reads; }

}  // namespace tilewright
