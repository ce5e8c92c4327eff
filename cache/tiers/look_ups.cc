#include "cache/tiers/look_ups.h"

#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "absl/memory/memory.h"

namespace tilewright::cache {
namespace {

enum class Answer { kNone, kFound, kMissing, kTaken };

}  // namespace

struct LookUps::State {
  std::vector<Manifest> manifests;
  Find find;

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::condition_variable room;               // for one more question
  std::vector<Answer> answers;                // guarded by mutex, as the rest
  std::vector<std::optional<Entry>> entries;  // of those that were found
  size_t next = 0;                            // to be asked
  size_t untaken = 0;
  size_t under_way = 0;  // questions
  size_t answered = 0;   // questions
  int asking = 0;        // threads
  Clock::time_point last_answer;
  bool given_up = false;
};

LookUps::LookUps(std::shared_ptr<State> state)
    : state_(std::move(state)), process_(::getpid()) {}

std::shared_ptr<LookUps> LookUps::Begin(std::vector<Manifest> manifests, Find find,
                                        size_t at_once) {
  auto state = std::make_shared<State>();
  const size_t count = manifests.size();
  state->manifests = std::move(manifests);
  state->find = std::move(find);
  state->answers.assign(count, Answer::kNone);
  state->entries.resize(count);
  state->untaken = count;
  std::shared_ptr<LookUps> look_ups = absl::WrapUnique(new LookUps(state));
  state->last_answer = Clock::now();
  // Each begins at once: making as many as there are connections takes a while.
  for (size_t t = 0; t < std::min(count, at_once); ++t) {
    const std::lock_guard<std::mutex> lock(state->mutex);
    ++state->asking;
    try {
      look_ups->threads_.emplace_back([state] { Ask(*state); });
    } catch (const std::system_error&) {
      // Fewer than hoped for, or none, which finds nothing.
      if (t == 0) state->answers.assign(count, Answer::kMissing);
      --state->asking;
      break;
    }
  }
  return look_ups;
}

LookUps::~LookUps() {
  GiveUp();
  Join();
}

void LookUps::Ask(State& state) {
  std::unique_lock<std::mutex> lock(state.mutex);
  const auto is_over = [&] {
    return state.given_up || state.next >= state.manifests.size();
  };
  while (true) {
    state.room.wait(
        lock, [&] { return is_over() || state.under_way < kAtFirst + state.answered; });
    if (is_over()) break;
    const size_t number = state.next++;
    if (state.answers[number] == Answer::kTaken) continue;  // nobody waits for it
    ++state.under_way;
    lock.unlock();
    std::optional<Entry> entry = state.find(state.manifests[number]);
    lock.lock();
    --state.under_way;
    ++state.answered;
    state.room.notify_one();
    if (state.answers[number] == Answer::kTaken) continue;
    state.answers[number] = entry.has_value() ? Answer::kFound : Answer::kMissing;
    state.entries[number] = std::move(entry);
    state.last_answer = Clock::now();
    state.changed.notify_all();
  }
  state.room.notify_all();
  --state.asking;
  state.changed.notify_all();
}

std::optional<LookUps::Taken> LookUps::Next(Clock::time_point patience) {
  State& state = *state_;
  std::unique_lock<std::mutex> lock(state.mutex);
  while (state.untaken > 0) {
    const bool patient = Clock::now() < patience && !state.given_up;
    for (Answer wanted : {Answer::kFound, Answer::kMissing, Answer::kNone}) {
      if (wanted == Answer::kNone && patient) continue;
      const auto found = std::find(state.answers.begin(), state.answers.end(), wanted);
      if (found == state.answers.end()) continue;
      const size_t number = static_cast<size_t>(found - state.answers.begin());
      *found = Answer::kTaken;
      --state.untaken;
      if (state.untaken == 0) state.changed.notify_all();
      return Taken{number, std::move(state.entries[number])};
    }
    state.changed.wait_until(lock, patience);
  }
  return std::nullopt;
}

bool LookUps::has_found() const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  return std::find(state_->answers.begin(), state_->answers.end(), Answer::kFound) !=
         state_->answers.end();
}

std::optional<LookUps::Clock::time_point> LookUps::Answered(Clock::time_point until) {
  State& state = *state_;
  std::unique_lock<std::mutex> lock(state.mutex);
  const bool are_all = state.changed.wait_until(lock, until, [&] {
    return std::find(state.answers.begin(), state.answers.end(), Answer::kNone) ==
           state.answers.end();
  });
  if (!are_all) return std::nullopt;
  return state.last_answer;
}

void LookUps::GiveUp() {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  state_->given_up = true;
  state_->changed.notify_all();
  state_->room.notify_all();
}

bool LookUps::idle() const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->asking == 0;
}

void LookUps::Join() {
  for (std::thread& thread : threads_) {
    if (!thread.joinable()) continue;
    if (process_ == ::getpid()) {
      thread.join();
    } else {
      thread.detach();
    }
  }
  threads_.clear();
}

}  // namespace tilewright::cache
