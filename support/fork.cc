#include "support/fork.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

namespace tilewright {
namespace {

std::atomic<uint64_t> generation{0};

// Never destroyed: a fork may come while the process exits.
struct Registry {
  std::mutex mutex;
  std::vector<ForkHook*> all;  // guarded by mutex
};
Registry& TheRegistry() {
  static Registry& registry = *new Registry;
  return registry;
}

}  // namespace

struct ForkHandlers {
  static void Prepare() {
    TheRegistry().mutex.lock();
    for (ForkHook* one : TheRegistry().all) one->lock_();
  }
  static void Parent() {
    for (ForkHook* one : TheRegistry().all) one->unlock_();
    TheRegistry().mutex.unlock();
  }
  static void Child() {
    generation.fetch_add(1, std::memory_order_relaxed);
    Parent();
  }
  static void Install() {
    [[maybe_unused]] static const int installed = pthread_atfork(Prepare, Parent, Child);
  }
};

uint64_t ForkGeneration() {
  ForkHandlers::Install();
  return generation.load(std::memory_order_relaxed);
}

ForkHook::ForkHook(std::function<void()> lock, std::function<void()> unlock)
    : lock_(std::move(lock)), unlock_(std::move(unlock)) {
  ForkHandlers::Install();
  const std::lock_guard<std::mutex> guard(TheRegistry().mutex);
  TheRegistry().all.push_back(this);
}

ForkHook::~ForkHook() {
  const std::lock_guard<std::mutex> guard(TheRegistry().mutex);
  auto& all = TheRegistry().all;
  all.erase(std::find(all.begin(), all.end(), this));
}

}  // namespace tilewright
