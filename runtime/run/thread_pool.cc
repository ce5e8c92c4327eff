#include "runtime/run/thread_pool.h"

#include <algorithm>
#include <system_error>

#include "support/abi.h"
#include "support/fork.h"
#include "support/on_threads.h"
#include "support/spinning.h"

namespace tilewright::runtime {
namespace {

// state_: loop number (44 bits) | workers allowed (10) | workers joined (10).
constexpr int kJoinedBits = 10;
constexpr int kAllowedBits = 10;
constexpr uint64_t kJoinedMask = (uint64_t{1} << kJoinedBits) - 1;
constexpr uint64_t kAllowedMask = ((uint64_t{1} << kAllowedBits) - 1) << kJoinedBits;
constexpr uint64_t kOneLoop = uint64_t{1} << (kJoinedBits + kAllowedBits);

static_assert(ThreadPool::kMaxThreads < (1 << kJoinedBits) - 1);

int64_t Joined(uint64_t state) { return state & kJoinedMask; }
int64_t Allowed(uint64_t state) { return (state & kAllowedMask) >> kJoinedBits; }
bool HasRoom(uint64_t state) { return Joined(state) < Allowed(state); }

// How many times longer workers watch for loops that are expected.
constexpr int kPatience = 10;

}  // namespace

ThreadPool::ThreadPool(Options options)
    : options_(options),
      generation_(ForkGeneration()),
      shares_(std::make_unique<Share[]>(kMaxThreads)) {}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  work_.notify_all();
  for (std::thread& worker : workers_) {
    if (!worker.joinable()) continue;
    // The last handle of a device may be dropped by its own worker, and in a forked child
    // there is nobody to wait for.
    if (worker.get_id() == std::this_thread::get_id() ||
        generation_ != ForkGeneration()) {
      worker.detach();
    } else {
      worker.join();
    }
  }
}

ThreadPool& ThreadPool::Process() {
  static ThreadPool& pool = *new ThreadPool({.detached = true});
  return pool;
}

int ThreadPool::ThreadCount(int requested) {
  static const int processors = ProcessorCount();
  if (requested <= 0) requested = processors;
  return std::min(requested, kMaxThreads);
}

void ThreadPool::ParallelFor(int64_t steps, int max_threads, Body body) {
  if (steps <= 0) return;
  int threads = static_cast<int>(std::min<int64_t>(ThreadCount(max_threads), steps));
  // In a forked child there are no workers, and `busy_` may be that of a loop that goes
  // on in the parent.
  if (threads == 1 || generation_ != ForkGeneration() ||
      busy_.exchange(true, std::memory_order_acquire)) {
    body(0, steps, 0, /*resumes=*/false);
    return;
  }
  StartWorkers(threads - 1);

  body_ = &body;
  threads_ = threads;
  // A share is taken in several chunks, so that a thread that started late or runs
  // slowly can be helped.
  chunk_ = std::max<int64_t>(1, steps / threads / TW_CALLS_PER_SHARE);
  // Steps may be near the largest int64: no product of them.
  int64_t each = steps / threads;
  int64_t extra = steps % threads;
  int64_t begin = 0;
  for (int i = 0; i < threads; ++i) {
    int64_t end = begin + each + (i < extra ? 1 : 0);
    shares_[i].next.store(begin, std::memory_order_relaxed);
    shares_[i].end = end;
    begin = end;
  }
  finished_.store(0, std::memory_order_relaxed);

  // Opens the loop. Sequentially consistent, as is the worker's count of
  // sleepers: either it sees the loop before it sleeps, or we see it sleeping.
  uint64_t number = (state_.load(std::memory_order_relaxed) / kOneLoop + 1) * kOneLoop;
  state_.store(number | (static_cast<uint64_t>(threads - 1) << kJoinedBits));
  WakeWorkers(threads - 1);

  RunShares(0);

  // Closes it: whoever has not joined by now has nothing left to do.
  uint64_t last = state_.fetch_and(~kAllowedMask, std::memory_order_acq_rel);
  WaitForJoined(static_cast<int>(Joined(last)));
  body_ = nullptr;
  busy_.store(false, std::memory_order_release);
}

void ThreadPool::StartWorkers(int count) {
  while (static_cast<int>(workers_.size()) < count) {
    // The standard library reports a full system by throwing; with fewer
    // workers the loop is slower and right.
    try {
      workers_.emplace_back([this] { WorkerMain(); });
    } catch (const std::system_error&) {
      return;
    }
    if (options_.detached) workers_.back().detach();
  }
}

void ThreadPool::WakeWorkers(int count) {
  int sleepers = sleepers_.load();
  count -= helpers_.load(std::memory_order_relaxed);
  if (sleepers == 0 || count <= 0) return;
  // Taken and given back: a worker between its last look and its sleep holds it.
  {
    std::lock_guard<std::mutex> lock(mutex_);
  }
  if (count >= sleepers) {
    work_.notify_all();
  } else {
    for (int i = 0; i < count; ++i) work_.notify_one();
  }
}

void ThreadPool::WaitForJoined(int joined) {
  auto all_finished = [this, joined] {
    return finished_.load(std::memory_order_acquire) == joined;
  };
  if (all_finished()) return;
  if (SpinUntil(options_.spin_microseconds, all_finished)) return;
  std::unique_lock<std::mutex> lock(mutex_);
  caller_sleeps_.store(true);
  // Sequentially consistent with the worker's count: see WorkerMain.
  done_.wait(lock, [this, joined] { return finished_.load() == joined; });
  caller_sleeps_.store(false);
}

void ThreadPool::RunShares(int worker) {
  int64_t last_end = -1;
  for (int i = 0; i < threads_; ++i) {
    Share& share = shares_[(worker + i) % threads_];
    while (share.next.load(std::memory_order_relaxed) < share.end) {
      int64_t begin = share.next.load(std::memory_order_relaxed);
      int64_t end;
      do {
        if (begin >= share.end) break;
        end = begin + std::min(chunk_, share.end - begin);
      } while (!share.next.compare_exchange_weak(begin, end, std::memory_order_relaxed));
      if (begin >= share.end) break;
      (*body_)(begin, end, worker, begin == last_end);
      last_end = end;
    }
  }
}

bool ThreadPool::JoinLoop() {
  uint64_t state = state_.load(std::memory_order_acquire);
  do {
    if (!HasRoom(state)) return false;
  } while (!state_.compare_exchange_weak(state, state + 1, std::memory_order_acq_rel));
  RunShares(static_cast<int>(Joined(state)) + 1);
  // Every step is taken: nobody need join. Until the next line the loop is
  // still the one we joined.
  state_.fetch_and(~kAllowedMask, std::memory_order_acq_rel);
  finished_.fetch_add(1);
  if (caller_sleeps_.load()) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
    }
    done_.notify_one();
  }
  return true;
}

bool ThreadPool::HelpUntil(int microseconds, absl::FunctionRef<bool()> ready) {
  // In a forked child a loop may seem to run that goes on in the parent.
  if (generation_ != ForkGeneration()) return SpinUntil(microseconds, ready);
  const auto has_end = [&] { return ready() || HasRoom(state_.load()); };
  while (true) {
    helpers_.fetch_add(1);
    const bool looked = SpinUntil(microseconds, has_end);
    helpers_.fetch_sub(1);
    if (ready()) return true;
    if (!looked) return false;
    JoinLoop();
  }
}

void ThreadPool::WorkerMain() {
  auto awake = [this] { return HasRoom(state_.load()) || stop_.load(); };
  while (!stop_.load(std::memory_order_relaxed)) {
    if (JoinLoop()) continue;
    const int patience = expected_.load(std::memory_order_relaxed) ? kPatience : 1;
    if (SpinUntil(patience * options_.spin_microseconds, awake)) continue;
    std::unique_lock<std::mutex> lock(mutex_);
    sleepers_.fetch_add(1);
    work_.wait(lock, awake);
    sleepers_.fetch_sub(1);
  }
}

}  // namespace tilewright::runtime
