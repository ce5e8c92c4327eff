#include "runtime/eager/counters.h"

#include <algorithm>
#include <utility>

#include "runtime/run/executable.h"

namespace tilewright::eager {

std::vector<std::pair<std::string, int64_t>> Counters::Numbers() const {
  return {
#define TW_COUNTER(name) {#name, name.load()},
      TW_EAGER_COUNTERS(TW_COUNTER)
#undef TW_COUNTER
      // What is nowhere is compiled.
      {"cache_misses", compilations.load()},
  };
}

std::vector<std::pair<std::string, int64_t>> Counters::LaunchesNow() const {
  std::vector<std::pair<std::string, int64_t>> now = launches.Now();
  if (segment_runs != 0) now.emplace_back("fused segment", segment_runs.load());
  if (graph_runs != 0) now.emplace_back("compiled graph", graph_runs.load());
  return now;
}

void Counters::Reset() {
#define TW_COUNTER(name) name = 0;
  TW_EAGER_COUNTERS(TW_COUNTER)
#undef TW_COUNTER
  launches.Reset();
  compiled.Reset();
  code_uses.Reset();
}

Launches::Count* Launches::Of(const std::string& name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return &counts_[name];
}

std::vector<std::pair<std::string, int64_t>> Launches::Now() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::pair<std::string, int64_t>> now;
  for (const auto& [name, count] : counts_) {
    if (const int64_t launched = count.load(); launched != 0) {
      now.emplace_back(name, launched);
    }
  }
  return now;
}

void Launches::Reset() {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (auto& [name, count] : counts_) count = 0;
}

void Compilations::Add(const std::string& code, const std::string& cause,
                       uint32_t place) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++counts_[{place, code, cause}];
}

std::vector<Compilation> Compilations::Now() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Compilation> now;
  for (const auto& [key, count] : counts_) {
    const auto& [place, code, cause] = key;
    now.push_back({code, cause, place, count});
  }
  return now;
}

void Compilations::Reset() {
  const std::lock_guard<std::mutex> lock(mutex_);
  counts_.clear();
}

void CodeUses::Add(const std::shared_ptr<CodeUse>& use, std::string code,
                   const jit::CompileStats& stats) {
  use->code = std::move(code);
  if (stats.kernels_compiled > 0) use->compile_ms = stats.total_ms;
  use->Touch();
  const std::lock_guard<std::mutex> lock(mutex_);
  if (uses_.size() >= looked_at_) {
    std::erase_if(uses_, [](const auto& each) { return each.expired(); });
    looked_at_ = std::max(looked_at_, 2 * uses_.size());
  }
  uses_.push_back(use);
}

CodeUses::List CodeUses::Now() const {
  List now;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& each : uses_) {
    if (std::shared_ptr<CodeUse> use = each.lock()) now.push_back(std::move(use));
  }
  return now;
}

void CodeUses::Reset() {
  for (const auto& use : Now()) use->runs = 0;
}

}  // namespace tilewright::eager
