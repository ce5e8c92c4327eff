// Where entries are looked for: the local directory, then shared directories, then
// remote stores, in the order in which they are given.
//
// TRUST: the local directory is believed as its policy says; everything further out
// only under our key's signature, and so not at all without a key.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cache/format/entry.h"
#include "cache/format/manifest.h"
#include "cache/store/store.h"
#include "cache/tiers/look_ups.h"
#include "cache/tiers/tier.h"
#include "cache/tiers/tier_options.h"
#include "cache/tiers/write_back.h"

namespace tilewright::cache {

// Thread-safe.
class Tiers {
 public:
  struct Options {
    ObjectStore::Options local;
    TierOptions outer;
  };
  // What cannot be opened is left out, and the reason added to `warnings`. Where
  // nothing is left, everything is a miss.
  static std::unique_ptr<Tiers> Open(const Options& options,
                                     std::vector<std::string>* warnings);
  // For tests: tiers as given.
  Tiers(std::unique_ptr<ObjectStore> local, std::vector<std::unique_ptr<Tier>> outer,
        Mode mode, std::shared_ptr<const MacKey> key, int close_ms, int wait_ms = 250,
        int near_ms = 10);
  ~Tiers();

  // From the nearest place that has it. One that came from further out is put into the
  // local directory, where that is written to.
  // `why`: ObjectStore::Find's.
  std::optional<Entry> Find(const Manifest& manifest, std::string* why = nullptr);
  // The first part of Find.
  std::optional<Entry> FindHere(const Manifest& manifest, std::string* why = nullptr);
  // The second, of many, on threads of its own; the local directory keeps what comes soon
  // after, also where nobody waits for it any more. CountFurther each entry that is used.
  std::shared_ptr<LookUps> LookFurther(std::vector<Manifest> manifests,
                                       size_t at_once = LookUps::kAtOnce);
  bool looks_further() const { return !outer_.empty(); }
  void CountFurther();
  // Within this a place that is near answers one question; within twice that, many.
  std::chrono::milliseconds near() const { return near_; }
  // Until when somebody with nothing else to do should wait for LookFurther: `wait_ms` in
  // all, and what was gained. Tell how long it was, and what was done
  // or spared meanwhile.
  LookUps::Clock::time_point Patience() const;
  void CountWait(LookUps::Clock::duration wait, std::chrono::microseconds gained);
  // How long the last of these was: what an answer takes.
  std::chrono::microseconds last_wait() const {
    return std::chrono::microseconds(last_wait_us_.load());
  }

  // Into the local directory now, and into the others that we may write to soon. With
  // mode ro, nowhere. Returns whether the local directory kept it.
  bool Publish(const Manifest& manifest, const std::vector<Section>& sections);
  // ObjectStore's, of the local directory. In other places the entry stays until it is
  // published anew.
  void Refuse(const Manifest& manifest, Refusal reason);
  void CountTime(int64_t saved_us, int64_t load_us);
  // What of the directory's own count was for programs of this label.
  void CountFor(const std::string& label, const Counters& counters);

  // Gives writes that are under way a bounded time, drops the others, and keeps the
  // local directory's statistics. Find goes on, Publish into other places does not.
  void Close();

  Mode mode() const { return mode_; }
  // Null when it is off or did not open.
  ObjectStore* local() const { return local_.get(); }
  // What was found or not found anywhere; the reasons, summed over all places.
  Counters counters() const;
  const std::vector<std::unique_ptr<Tier>>& outer() const { return outer_; }
  // What places further out did wrong, a sentence each; those that did not are not named.
  struct Trouble {
    std::string tier;
    std::string what;
  };
  std::vector<Trouble> Troubles() const;
  // Entries not written to other places since too many were waiting.
  int64_t dropped() const { return dropped_.load(); }

 private:
  bool writes() const { return mode_ == Mode::kReadWrite || mode_ == Mode::kVerify; }
  bool writes_further() const;
  // Whether the local directory takes what was found further out.
  bool keeps() const { return local_ != nullptr && writes(); }
  void WriteNamedStats();
  // Those of slow places, while whoever opens this does other things.
  void Prepare();
  std::optional<Entry> FindFurther(const Manifest& manifest);
  // Puts what was found further out into the local directory soon: who asked for it goes
  // on.
  void Keep(const Entry& entry);

  const std::unique_ptr<ObjectStore> local_;
  const std::vector<std::unique_ptr<Tier>> outer_;
  const Mode mode_;
  const std::shared_ptr<const MacKey> key_;
  const int close_ms_;
  const int wait_ms_;
  const std::chrono::milliseconds near_;
  std::atomic<int64_t> dropped_{0};
  std::atomic<int64_t> last_wait_us_{0};
  std::atomic<int64_t> patience_us_{0};  // beyond wait_ms_; below zero: used of it
  std::mutex mutex_;
  bool closed_ = false;                            // guarded by mutex_
  std::vector<std::shared_ptr<LookUps>> looking_;  // guarded by mutex_
  std::vector<Counters> written_;             // of outer_, in stats/; guarded by mutex_
  std::map<std::string, Counters> by_label_;  // not in stats/ yet; guarded by mutex_
  // The last, since their threads use the others: into other places, and into our own.
  WriteBack write_back_{WriteBack::Options()};
  WriteBack keeping_{WriteBack::Options()};
};

}  // namespace tilewright::cache
