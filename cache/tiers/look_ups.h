// Entries that are asked for in slow places, many at once, while others work.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "cache/format/entry.h"
#include "cache/format/manifest.h"

namespace tilewright::cache {

// Thread-safe. An answer that nobody waits for any more is dropped; who asks may keep it
// (`find` of Tiers puts it into the local directory).
class LookUps {
 public:
  using Clock = std::chrono::steady_clock;
  using Find = std::function<std::optional<Entry>(const Manifest&)>;
  // How many are asked for at once at most, each on a connection of its own: by somebody
  // who works meanwhile, and by somebody who has nothing else to do.
  static constexpr size_t kAtOnce = 16;
  static constexpr size_t kAtOnceWaiting = 32;
  // How many at first; each answer lets one more be asked for. Servers let few
  // connections wait until they take them, often five, and one too many waits for a
  // second.
  static constexpr size_t kAtFirst = 7;

  // Begins to ask, on threads of its own, which hold what they need of it.
  static std::shared_ptr<LookUps> Begin(std::vector<Manifest> manifests, Find find,
                                        size_t at_once = kAtOnce);
  ~LookUps();
  LookUps(const LookUps&) = delete;
  LookUps& operator=(const LookUps&) = delete;

  // A number of `manifests` that is to be worked on, each once: those that were found
  // come first, then those that are known to be nowhere, and from `patience` on those
  // that have no answer yet. Waits for one; nothing when all were taken.
  struct Taken {
    size_t number = 0;
    std::optional<Entry> entry;
  };
  std::optional<Taken> Next(Clock::time_point patience);
  // Whether something was found that nobody has taken.
  bool has_found() const;
  // When the last answer came, where all have one; waits for that, at most until then.
  std::optional<Clock::time_point> Answered(Clock::time_point until);

  // What has not been asked is not asked any more.
  void GiveUp();
  // Whether no question is under way.
  bool idle() const;
  // After GiveUp: until no question is under way.
  void Join();

 private:
  struct State;
  explicit LookUps(std::shared_ptr<State> state);
  static void Ask(State& state);

  const std::shared_ptr<State> state_;
  const pid_t process_;  // that the threads are in: a fork does not bring them along
  std::vector<std::thread> threads_;
};

}  // namespace tilewright::cache
