#include "runtime/device/stream.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "absl/cleanup/cleanup.h"

namespace tilewright::runtime {
namespace {

constexpr size_t kRing = 1024;
// Jobs that are taken from the ring at a time.
constexpr size_t kBatch = 16;
// Longer than the wake of a thread costs, shorter than anybody notices.
constexpr int kIdleSpin = 50;
constexpr int kWaitSpin = 30;
// For how many pauses jobs may gather while nobody waits for one.
constexpr int kGatherPauses = 16;

}  // namespace

Stream::~Stream() {
  State& state = *state_;
  state.stopping.store(true);
  if (!thread_.joinable()) return;
  if (generation_ != ForkGeneration() || thread_.get_id() == std::this_thread::get_id()) {
    thread_.detach();
    return;
  }
  {
    const std::lock_guard<std::mutex> lock(state.mutex);
  }
  state.work.notify_all();
  thread_.join();
}

void Stream::Lock() {
  start_mutex_.lock();
  state_->dropping.lock();
  state_->mutex.lock();
  state_->lock.lock();
}

void Stream::Unlock() {
  state_->lock.unlock();
  state_->mutex.unlock();
  state_->dropping.unlock();
  start_mutex_.unlock();
}

absl::Status Stream::BeforeAppend() {
  if (generation_ != ForkGeneration()) {
    return absl::FailedPreconditionError(
        "this device was made before the process forked, and the thread of its queue is "
        "the parent's: make a device of the child's own");
  }
  State& state = *state_;
  if (!started_.load(std::memory_order_acquire)) {
    const std::lock_guard<std::mutex> lock(start_mutex_);
    if (!thread_.joinable()) {
      try {
        thread_ = std::thread([shared = state_] { Consume(shared); });
      } catch (const std::system_error& error) {
        return absl::ResourceExhaustedError("no thread for the device's queue: " +
                                            std::string(error.what()));
      }
      started_.store(true, std::memory_order_release);
    }
  }
  const auto room = [&state] {
    return state.appended.load(std::memory_order_relaxed) -
               state.taken.load(std::memory_order_acquire) <
           kRing;
  };
  if (room() || OnOwnThread()) return absl::OkStatus();
  if (SpinUntil(kWaitSpin, room)) return absl::OkStatus();
  // Not for the first place that is free: who is woken appends many.
  SleepUntilPassed(state, state.appended.load(std::memory_order_relaxed) - kRing / 2);
  return absl::OkStatus();
}

bool Stream::OnOwnThread() const {
  return state_->consumer.load(std::memory_order_relaxed) == std::this_thread::get_id();
}

void Stream::Push(std::shared_ptr<Job> job) {
  State& state = *state_;
  const uint64_t appended = state.appended.load(std::memory_order_relaxed);
  const uint64_t taken = state.taken.load(std::memory_order_relaxed);
  if (appended - taken == state.ring.size()) {
    std::vector<std::shared_ptr<Job>> larger(std::max(kRing, 2 * state.ring.size()));
    for (uint64_t i = taken; i < appended; ++i) {
      larger[i & (larger.size() - 1)] =
          std::move(state.ring[i & (state.ring.size() - 1)]);
    }
    state.ring = std::move(larger);
  }
  state.ring[appended & (state.ring.size() - 1)] = std::move(job);
  // Sequentially consistent, as is the consumer's mark that it sleeps: either it sees the
  // job, or we see that it sleeps.
  state.appended.store(appended + 1);
}

void Stream::WakeConsumer() {
  State& state = *state_;
  if (!state.consumer_sleeps.load()) return;
  {
    const std::lock_guard<std::mutex> lock(state.mutex);
  }
  state.work.notify_one();
}

size_t Stream::TakeJobs(State& state, std::vector<std::shared_ptr<Job>>* jobs,
                        size_t count) {
  const std::lock_guard<SpinLock> lock(state.lock);
  const uint64_t taken = state.taken.load(std::memory_order_relaxed);
  const uint64_t appended = state.appended.load(std::memory_order_relaxed);
  for (size_t i = 0; i < count; ++i) state.ended.push_back(std::move((*jobs)[i]));
  // Sequentially consistent, as is the count of those who wait.
  if (count > 0) state.settled.store(taken);
  const size_t more = std::min<size_t>(appended - taken, jobs->size());
  for (size_t i = 0; i < more; ++i) {
    (*jobs)[i] = std::move(state.ring[(taken + i) & (state.ring.size() - 1)]);
  }
  if (more > 0) state.taken.store(taken + more, std::memory_order_release);
  return more;
}

void Stream::Consume(const std::shared_ptr<State>& shared) {
  State& state = *shared;
  state.consumer.store(std::this_thread::get_id(), std::memory_order_relaxed);
  std::vector<std::shared_ptr<Job>> jobs(kBatch);
  const auto wanted = [&state] {
    return state.appended.load() != state.taken.load() || state.stopping.load();
  };
  uint64_t number = 0;
  size_t count = 0;
  while (true) {
    const size_t ended = count;
    count = TakeJobs(state, &jobs, ended);
    if (ended > 0 && state.settlers.load() > 0) WakeSleepers(state);
    for (size_t i = 0; i < count; ++i) Pass(state, ++number, jobs[i]->Run());
    if (count > 0 && count < kBatch) Gather(state);
    if (count > 0 || SpinUntil(kIdleSpin, wanted)) {
      if (count == 0 && state.stopping.load()) break;
      continue;
    }
    // What has ended may hold the last handle of the device, and so of the stream.
    DropEnded(state);
    std::unique_lock<std::mutex> lock(state.mutex);
    state.consumer_sleeps.store(true);
    state.work.wait(lock, wanted);
    state.consumer_sleeps.store(false);
  }
  DropEnded(state);
}

// Every look at the ring takes its lines away from who fills it: jobs that come back to
// back cost a third where several are taken at a time.
void Stream::Gather(const State& state) {
  for (int i = 0; i < kGatherPauses; ++i) {
    if (state.awaiting.load(std::memory_order_relaxed) > 0) return;
    Pause();
  }
}

void Stream::DropEnded(State& state) {
  // What a job held may settle in its turn, when it goes.
  if (state.dropper.load(std::memory_order_relaxed) == std::this_thread::get_id()) return;
  const std::lock_guard<std::mutex> dropping(state.dropping);
  state.dropper.store(std::this_thread::get_id(), std::memory_order_relaxed);
  std::vector<std::shared_ptr<Job>> ended;
  {
    const std::lock_guard<SpinLock> lock(state.lock);
    ended.swap(state.ended);
  }
  ended.clear();
  state.dropper.store({}, std::memory_order_relaxed);
}

void Stream::SleepUntilPassed(State& state, uint64_t number) {
  std::unique_lock<std::mutex> lock(state.mutex);
  state.progress.wait(lock, [&state, number] {
    state.alarm = std::min(state.alarm.load(std::memory_order_relaxed), number);
    return state.passed.load() >= number;
  });
}

void Stream::WakeSleepers(State& state) {
  const std::lock_guard<std::mutex> lock(state.mutex);
  state.alarm = kNever;
  state.progress.notify_all();
}

void Stream::Pass(State& state, uint64_t number, Outcome outcome) {
  if (!outcome.status.ok()) NoteFailure(state, number, std::move(outcome));
  // Sequentially consistent, as is the alarm.
  state.passed.store(number);
  if (number >= state.alarm.load()) WakeSleepers(state);
  if (state.callbacks_wanted.load() > 0) RunCallbacks(state);
}

void Stream::NoteFailure(State& state, uint64_t number, Outcome outcome) {
  const std::lock_guard<std::mutex> lock(state.mutex);
  std::vector<Failure>& failures = state.failures;
  if (outcome.inherited && !failures.empty() && failures.back().last + 1 == number &&
      failures.back().status == outcome.status) {
    failures.back().last = number;
    return;
  }
  failures.push_back({number, number, std::move(outcome.status), outcome.inherited});
  if (failures.size() == 1) {
    state.first_failed.store(number, std::memory_order_release);
  }
}

uint64_t Stream::AppendFailed(absl::Status error) {
  State& state = *state_;
  const std::lock_guard<SpinLock> lock(state.lock);
  const uint64_t number = state.appended.load(std::memory_order_relaxed) + 1;
  NoteFailure(state, number, {std::move(error), false});
  state.appended.store(number);
  state.taken.store(number);
  state.settled.store(number);
  state.passed.store(number);
  return number;
}

absl::Status Stream::CheckWait() const {
  if (generation_ != ForkGeneration()) {
    return absl::FailedPreconditionError(
        "what is awaited was handed to a device's queue before the process forked: it "
        "runs "
        "in the parent");
  }
  if (OnOwnThread()) {
    return absl::FailedPreconditionError(
        "the thread of a device's queue waits for what comes later in that queue");
  }
  return absl::OkStatus();
}

absl::Status Stream::Await(uint64_t number) const {
  if (Passed(number)) return absl::OkStatus();
  absl::Status can_wait = CheckWait();
  if (!can_wait.ok()) return can_wait;
  State& state = *state_;
  state.awaiting.fetch_add(1, std::memory_order_relaxed);
  const absl::Cleanup awaited = [&state] {
    state.awaiting.fetch_sub(1, std::memory_order_relaxed);
  };
  if (SpinUntil(kWaitSpin, [&] { return Passed(number); })) return absl::OkStatus();
  SleepUntilPassed(state, number);
  return absl::OkStatus();
}

absl::Status Stream::Settle() const {
  State& state = *state_;
  const uint64_t last = appended();
  absl::Status passed = Await(last);
  if (!passed.ok()) return passed;
  const auto settled = [&] { return state.settled.load() >= last; };
  if (!settled()) {
    passed = CheckWait();
    if (!passed.ok()) return passed;
    std::unique_lock<std::mutex> lock(state.mutex);
    state.settlers.fetch_add(1);
    state.progress.wait(lock, settled);
    state.settlers.fetch_sub(1);
  }
  DropEnded(state);
  return absl::OkStatus();
}

absl::Status Stream::FindStatus(uint64_t number) const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  const std::vector<Failure>& failures = state_->failures;
  const auto after = std::upper_bound(
      failures.begin(), failures.end(), number,
      [](uint64_t wanted, const Failure& failure) { return wanted < failure.first; });
  if (after == failures.begin() || (after - 1)->last < number) return absl::OkStatus();
  return (after - 1)->status;
}

void Stream::OnPassed(uint64_t number, std::function<void()> callback) {
  State& state = *state_;
  {
    const std::lock_guard<std::mutex> lock(state.mutex);
    state.callbacks_wanted.fetch_add(1);
    if (state.passed.load() < number) {
      state.callbacks.emplace(number, std::move(callback));
      return;
    }
    state.callbacks_wanted.fetch_sub(1);
  }
  callback();
}

void Stream::RunCallbacks(State& state) {
  std::vector<std::function<void()>> due;
  {
    const std::lock_guard<std::mutex> lock(state.mutex);
    const auto end = state.callbacks.upper_bound(state.passed.load());
    for (auto it = state.callbacks.begin(); it != end; ++it) {
      due.push_back(std::move(it->second));
    }
    state.callbacks.erase(state.callbacks.begin(), end);
    state.callbacks_wanted.fetch_sub(static_cast<int>(due.size()));
  }
  for (const std::function<void()>& callback : due) callback();
}

std::vector<absl::Status> Stream::TakeErrors() {
  std::vector<absl::Status> errors;
  const std::lock_guard<std::mutex> lock(state_->mutex);
  for (Failure& failure : state_->failures) {
    if (failure.reported) continue;
    failure.reported = true;
    errors.push_back(failure.status);
  }
  return errors;
}

}  // namespace tilewright::runtime
