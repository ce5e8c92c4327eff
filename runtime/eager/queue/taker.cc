#include "runtime/eager/queue/taker.h"

#include <algorithm>
#include <optional>
#include <thread>

#include "runtime/eager/queue/stack.h"
#include "support/environment.h"

namespace tilewright::eager {
namespace {

// What an operation may have to be compiled with. A program's own threads may have less.
constexpr size_t kStack = size_t{1} << 20;

}  // namespace

void Taker::TakeForever() {
  SetReadsKeptEnvironment(true);
  while (true) {
    std::unique_lock<std::mutex> turn(turn_);
    const std::optional<uint64_t> held = fuser_->held_from();
    const std::chrono::milliseconds patience = fuser_->patience();
    turn.unlock();
    ring_->AwaitNext(held, patience);
    turn.lock();
    // What comes next is for this thread, too, up to the next cut.
    if (!ring_->is_given()) LeaveUntil(0, /*is_burst=*/false);
    // What others have begun to hold meanwhile has not been held for so long.
    const bool waited = held.has_value() && fuser_->held_from() == held;
    if (!Take() && waited) TakePause(*held);
  }
}

// Takes the next operation, if there is one, and lets those that are held back run if
// they have to.
bool Taker::Take() {
  const Ring::Recorded next = ring_->Next();
  const bool there = next.number != 0;
  if (there && !is_fused() && !fuser_->holds()) {
    run_one_(next.node);
    next.node.ReleaseBuffers();
    ring_->Pop(next.node);
    return true;
  }
  if (there) fuser_->Take(next);
  TakeCuts();
  return there;
}

void Taker::TakeCuts() {
  const uint64_t wanted = ring_->wanted();
  const uint64_t asked = ring_->asked();
  if (asked <= last_cut_) return;
  const auto cut = [&](uint64_t number, const char* cause) {
    if (number <= last_cut_ || number > ring_->given()) return;
    last_cut_ = number;
    fuser_->Cut(number, cause,
                number == asked ? Fuser::Place::kStop : Fuser::Place::kBefore);
    if (number == asked) BeginInterval(asked);
  };
  for (const Ring::Place place : ring_->TakePlaces(ring_->given())) {
    cut(place.number, place.wanted ? "a number is read" : "somebody waits");
  }
  cut(wanted, "a number is read");
  cut(asked, "somebody waits");
}

// The program goes on behind this operation, in fused mode.
void Taker::BeginInterval(uint64_t number) {
  if (!is_fused()) return;
  const Intervals& interval = fuser_->interval();
  held_next_.store(interval.begins_held() ? number + 1 : 0, std::memory_order_relaxed);
  if (fuser_->holds()) return LeaveUntil(0, /*is_burst=*/false);
  LeaveUntil(std::max(interval.last(), bursts_.last()), bursts_.last() > number);
}

// The operations up to this one are for who waits.
void Taker::LeaveUntil(uint64_t last, bool is_burst) {
  ring_->SetDue(last + 1);
  ring_->ExpectWaiters(is_burst);
}

// Nothing has come for a while.
void Taker::TakePause(uint64_t held) {
  if (std::max(ring_->wanted(), ring_->asked()) >= held) return;
  if (!fuser_->settled()) {
    fuser_->Settle();
  } else {
    fuser_->Cut(~uint64_t{0}, "nothing followed", Fuser::Place::kPause);
  }
}

// The turn, for who waits and has the stack that it takes.
std::unique_lock<std::mutex> Taker::TurnOfWaiting() {
  // The queue's thread, which has run what came before, may be on its way to give it up,
  // and have been stopped by the one that it woke.
  constexpr int kTries = 16;
  std::unique_lock<std::mutex> turn(turn_, std::defer_lock);
  if (StackLeft() < kStack || turn.try_lock()) return turn;
  for (int i = 0; i < kTries && ring_->is_left() && !turn.try_lock(); ++i) {
    std::this_thread::yield();
  }
  return turn;
}

// Whether all that is there is for who waits for some of it, who has the turn.
bool Taker::TakesAll() const {
  return ring_->is_left() || (is_fused() && fuser_->interval().is_short());
}

void Taker::TakeUntil(uint64_t number, std::chrono::milliseconds limit) {
  const std::unique_lock<std::mutex> turn = TurnOfWaiting();
  if (!turn.owns_lock()) return;
  const bool all = TakesAll();
  if (!all && !is_fused()) return;
  const auto end = std::chrono::steady_clock::now() + limit;
  TakeUntil(number, all ? ring_->appended() : number,
            [&] { return std::chrono::steady_clock::now() < end; });
}

bool Taker::TakeShort(uint64_t number) {
  const std::unique_lock<std::mutex> turn = TurnOfWaiting();
  if (!turn.owns_lock()) return false;
  if (!TakesAll() && !(is_fused() && ring_->idle())) return false;
  const uint64_t last = ring_->appended();
  TakeUntil(number, last, [] { return true; });
  return ring_->passed() >= last;
}

void Taker::TakeUntil(uint64_t number, uint64_t last, absl::FunctionRef<bool()> more) {
  const bool kept = ReadsKeptEnvironment();
  SetReadsKeptEnvironment(true);
  ring_->TakeUntil(number, last, [&] { return Take() && more(); });
  TakeCuts();
  SetReadsKeptEnvironment(kept);
}

std::unique_lock<std::mutex> Taker::TryTurn() {
  std::unique_lock<std::mutex> turn(turn_, std::try_to_lock);
  if (turn.owns_lock() && ring_->asked() > last_cut_) turn.unlock();
  return turn;
}

void Taker::GoOn() {
  if (is_fused()) return;
  LeaveUntil(bursts_.last(), bursts_.last() > ring_->passed());
}

void Taker::ForgetNext() {
  held_next_.store(0, std::memory_order_relaxed);
  LeaveUntil(0, /*is_burst=*/false);
}

}  // namespace tilewright::eager
