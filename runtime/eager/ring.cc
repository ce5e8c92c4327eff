#include "runtime/eager/ring.h"

#include <algorithm>
#include <thread>

#include "absl/strings/str_cat.h"

namespace tilewright::eager {
namespace {

// How long who waits looks on before it sleeps: most operations are short.
constexpr int kSpinMicroseconds = 50;
// How long the taker lets nodes lie that are for somebody else, about.
constexpr std::chrono::milliseconds kLetLie(2);
// Who waits for room looks again then, whatever it was told.
constexpr std::chrono::milliseconds kLongWait(100);
// Instead of a node: the rest of the ring is empty.
constexpr uint64_t kGap = 0;

void TellBuffers(const Call& call, uint64_t number) {
  for (const Operand& operand : call.operands) {
    if (operand.kind == Operand::Kind::kArray) operand.buffer->SetUsed(number);
  }
  for (const Operand& result : call.results) result.buffer->SetWritten(number);
}

void RaiseTo(uint64_t value, std::atomic<uint64_t>* number) {
  uint64_t before = number->load(std::memory_order_relaxed);
  while (before < value &&
         !number->compare_exchange_weak(before, value, std::memory_order_seq_cst)) {
  }
}

// One of those that wait.
class Waiter {
 public:
  explicit Waiter(std::atomic<int>* waiters) : waiters_(waiters) {
    waiters_->fetch_add(1, std::memory_order_seq_cst);
  }
  ~Waiter() { waiters_->fetch_sub(1, std::memory_order_relaxed); }
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

 private:
  std::atomic<int>* const waiters_;
};

}  // namespace

Ring::Ring(runtime::ThreadPool* workers)
    : workers_(workers), words_(new uint64_t[kWords]) {}

uint64_t* Ring::Reserve(size_t words) {
  uint64_t tail = tail_.load(std::memory_order_relaxed);
  const size_t place = tail % kWords;
  const size_t gap = place + words > kWords ? kWords - place : 0;
  if (tail + gap + words - head_.load(std::memory_order_acquire) > kWords) return nullptr;
  if (gap > 0) {
    words_[place] = kGap;
    tail_.store(tail + gap, std::memory_order_release);
  }
  return words_.get() + (tail + gap) % kWords;
}

absl::Status Ring::Append(const Call& call, uint64_t* number) {
  const size_t at_most = NodeWordsAtMost(call);
  if (at_most > kWords / 4) {
    return absl::ResourceExhaustedError(
        absl::StrCat(call.operation->name, ": an operation with ",
                     call.operands.size() + call.results.size(), " operands"));
  }
  while (true) {
    {
      const std::lock_guard<SpinLock> lock(lock_);
      uint64_t* const words = Reserve(at_most);
      if (words != nullptr) {
        *number = appended_.load(std::memory_order_relaxed) + 1;
        const size_t written = WriteNode(call, words);
        TellBuffers(call, *number);
        appended_.store(*number, std::memory_order_release);
        tail_.store(tail_.load(std::memory_order_relaxed) + written,
                    std::memory_order_seq_cst);
        break;
      }
    }
    AwaitHalf(kLongWait);
  }
  if (*number >= due_.load(std::memory_order_seq_cst)) WakeTaker();
  return absl::OkStatus();
}

void Ring::SetDue(uint64_t number) {
  uint64_t before = due_.load(std::memory_order_relaxed);
  while (before != 0 && before != number &&
         !due_.compare_exchange_weak(before, number, std::memory_order_seq_cst)) {
  }
  if (IsDue()) WakeTaker();
}

void Ring::WakeTaker() {
  if (!taker_sleeps_.load(std::memory_order_seq_cst)) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  work_.notify_one();
}

void Ring::Want(uint64_t number) {
  Ask(number);
  if (passed() < appended()) WakeTaker();
}

void Ring::Ask(uint64_t number) {
  const uint64_t last = appended();
  // Who asks again and again is one.
  if (wanted() != number) KeepPlace({number, true});
  if (asked() != last && last != number) KeepPlace({last, false});
  RaiseTo(number, &wanted_);
  RaiseTo(last, &asked_);
}

void Ring::KeepPlace(Place place) {
  const size_t next = next_place_.fetch_add(1, std::memory_order_relaxed) % kMostPlaces;
  places_[next].store(2 * place.number + (place.wanted ? 1 : 0),
                      std::memory_order_seq_cst);
  LowerFirstPlace(place.number);
}

void Ring::LowerFirstPlace(uint64_t number) {
  uint64_t before = first_place_.load(std::memory_order_relaxed);
  while (number < before &&
         !first_place_.compare_exchange_weak(before, number, std::memory_order_seq_cst)) {
  }
}

Ring::Places Ring::TakePlaces(uint64_t last) {
  Places taken;
  if (first_place_.load(std::memory_order_seq_cst) > last) return taken;
  // Who keeps one meanwhile lowers it behind this, or is seen below.
  first_place_.store(kNever, std::memory_order_seq_cst);
  for (std::atomic<uint64_t>& place : places_) {
    uint64_t word = place.load(std::memory_order_seq_cst);
    if (word == 0) continue;
    if (word / 2 > last) {
      LowerFirstPlace(word / 2);
      continue;
    }
    // One that takes its place meanwhile stays for the next time.
    if (place.compare_exchange_strong(word, 0, std::memory_order_relaxed)) {
      taken.push_back({word / 2, word % 2 != 0});
    }
  }
  std::sort(taken.begin(), taken.end(),
            [](const Place& a, const Place& b) { return a.number < b.number; });
  return taken;
}

bool Ring::RunAtOnce(absl::FunctionRef<bool()> run, uint64_t* number) {
  const std::lock_guard<SpinLock> lock(lock_);
  const uint64_t before = appended_.load(std::memory_order_relaxed);
  if (passed() != before || !run()) return false;
  *number = before + 1;
  given_.store(*number, std::memory_order_relaxed);
  // In this order: what has passed was appended.
  appended_.store(*number, std::memory_order_release);
  passed_.store(*number, std::memory_order_release);
  return true;
}

void Ring::Await(uint64_t number) {
  const auto ready = [&] { return passed() >= number; };
  if (ready()) return;
  const Waiter waiter(&waiters_);
  SetDue(1);
  Want(number);
  if (workers_->HelpUntil(kSpinMicroseconds, ready)) return;
  std::unique_lock<std::mutex> lock(mutex_);
  progress_.wait(lock, [&] { return HasPassed(number); });
}

bool Ring::AwaitFor(uint64_t number, std::chrono::milliseconds limit) {
  const auto ready = [&] { return passed() >= number; };
  if (ready()) return true;
  const Waiter waiter(&waiters_);
  SetDue(1);
  Want(number);
  if (workers_->HelpUntil(kSpinMicroseconds, ready)) return true;
  std::unique_lock<std::mutex> lock(mutex_);
  return progress_.wait_for(lock, limit, [&] { return HasPassed(number); });
}

bool Ring::HasPassed(uint64_t number) {
  number_alarm_ = std::min(number_alarm_.load(std::memory_order_relaxed), number);
  return passed_.load(std::memory_order_seq_cst) >= number;
}

bool Ring::HasRoom() {
  room_alarm_ = true;
  return Used() < kWords / 2;
}

bool Ring::AwaitGiven(std::chrono::milliseconds limit) {
  // The taker tells when nodes pass, not when it is given them.
  constexpr std::chrono::milliseconds kLook(1);
  const auto given = [&, last = appended()] {
    return given_.load(std::memory_order_acquire) >= last;
  };
  const Waiter waiter(&waiters_);
  const auto end = std::chrono::steady_clock::now() + limit;
  SetDue(1);
  while (!given() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kLook);
  }
  return given();
}

bool Ring::AwaitRoom(std::chrono::milliseconds limit) {
  return Used() < kWords * 3 / 4 || AwaitHalf(limit);
}

bool Ring::AwaitHalf(std::chrono::milliseconds limit) {
  const Waiter waiter(&waiters_);
  std::unique_lock<std::mutex> lock(mutex_);
  return progress_.wait_for(lock, limit, [&] { return HasRoom(); });
}

void Ring::TakeUntil(uint64_t number, uint64_t last, absl::FunctionRef<bool()> take) {
  const Waiter waiter(&waiters_);
  Ask(number);
  while (passed() < last && take()) {
  }
}

void Ring::AwaitNext(std::optional<uint64_t> held, std::chrono::milliseconds idle) {
  const auto ready = [&] {
    return IsDue() || (held.has_value() && (wanted() >= *held || asked() >= *held));
  };
  if (SpinUntil(kSpinMicroseconds, ready)) return;
  std::unique_lock<std::mutex> lock(mutex_);
  taker_sleeps_.store(true, std::memory_order_seq_cst);
  if (held.has_value()) {
    work_.wait_for(lock, idle, ready);
  } else {
    SleepLightly(&lock, ready);
  }
  taker_sleeps_.store(false, std::memory_order_relaxed);
}

void Ring::SleepLightly(std::unique_lock<std::mutex>* lock,
                        absl::FunctionRef<bool()> ready) {
  while (due_.load(std::memory_order_relaxed) > 1) {
    const uint64_t last = appended(), taken = given();
    if (work_.wait_for(*lock, kLetLie, ready)) return;
    if (given() == taken && taken < last) return;
    if (appended() == last) break;
  }
  due_.store(0, std::memory_order_seq_cst);
  work_.wait(*lock, ready);
  due_.store(1, std::memory_order_seq_cst);
}

Ring::Recorded Ring::Next() {
  uint64_t next = next_.load(std::memory_order_relaxed);
  const uint64_t tail = tail_.load(std::memory_order_acquire);
  if (tail != next && words_[next % kWords] == kGap) next += kWords - next % kWords;
  if (tail == next) {
    next_.store(next, std::memory_order_relaxed);
    return {};
  }
  const NodeView node(words_.get() + next % kWords);
  next_.store(next + node.words(), std::memory_order_relaxed);
  const uint64_t number = given() + 1;
  given_.store(number, std::memory_order_relaxed);
  return {node, number};
}

void Ring::Pop(const NodeView& node) {
  uint64_t head = head_.load(std::memory_order_relaxed);
  // The gap before it.
  if (words_.get() + head % kWords != node.begin()) head += kWords - head % kWords;
  head_.store(head + node.words(), std::memory_order_release);
  const uint64_t passed = passed_.load(std::memory_order_relaxed) + 1;
  passed_.store(passed, std::memory_order_seq_cst);
  if (passed >= number_alarm_.load(std::memory_order_seq_cst) ||
      (room_alarm_.load(std::memory_order_seq_cst) && Used() < kWords / 2)) {
    RingAlarms();
  }
}

void Ring::RingAlarms() {
  const std::lock_guard<std::mutex> lock(mutex_);
  number_alarm_ = kNever;
  room_alarm_ = false;
  progress_.notify_all();
}

}  // namespace tilewright::eager
