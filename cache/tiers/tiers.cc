#include "cache/tiers/tiers.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cache/store/file_system.h"
#include "cache/store/stats.h"
#include "cache/tiers/trouble.h"
#include "support/check.h"

namespace tilewright::cache {
namespace {

constexpr char kNeedsKey[] =
    "shared and remote caches are believed only under a signature, and there is no key: "
    "make one with (umask 077; openssl rand -base64 32 > FILE) and name it in "
    "TILEWRIGHT_CACHE_KEY_FILE";

std::vector<std::unique_ptr<Tier>> OpenOuter(const Tiers::Options& options,
                                             std::vector<std::string>* warnings) {
  std::vector<std::unique_ptr<Tier>> tiers;
  if (options.outer.empty()) return tiers;
  const std::shared_ptr<const MacKey>& key = options.local.key;
  if (key == nullptr) {
    warnings->push_back(absl::StrCat(kNeedsKey, "; going on with the local cache only"));
    return tiers;
  }
  const auto warn = [&](const absl::Status& status) {
    warnings->push_back(absl::StrCat(status.message(), "; going on without it"));
  };
  for (const OuterPlace& place : options.outer.shared) {
    absl::StatusOr<std::unique_ptr<Tier>> tier =
        OpenSharedTier(place.where, place.writable, key);
    if (tier.ok()) {
      tiers.push_back(*std::move(tier));
    } else {
      warn(tier.status());
    }
  }
  for (const OuterPlace& place : options.outer.remotes) {
    absl::StatusOr<std::unique_ptr<Remote>> remote =
        OpenRemote(place.where, options.outer.headers, options.outer.limits);
    if (remote.ok()) {
      tiers.push_back(MakeRemoteTier(*std::move(remote), place.writable, key));
    } else {
      warn(remote.status());
    }
  }
  return tiers;
}

}  // namespace

std::unique_ptr<Tiers> Tiers::Open(const Options& options,
                                   std::vector<std::string>* warnings) {
  const Mode mode = options.local.mode;
  std::unique_ptr<ObjectStore> local;
  std::vector<std::unique_ptr<Tier>> outer;
  if (mode != Mode::kOff) {
    absl::StatusOr<std::unique_ptr<ObjectStore>> store = ObjectStore::Open(options.local);
    if (store.ok()) {
      local = *std::move(store);
    } else if (mode != Mode::kReadOnly || !absl::IsUnavailable(store.status())) {
      // A cache that is only read and is not there is merely empty.
      warnings->push_back(
          absl::StrCat(store.status().message(), "; going on without the cache"));
    }
    outer = OpenOuter(options, warnings);
  }
  auto tiers = std::make_unique<Tiers>(std::move(local), std::move(outer), mode,
                                       options.local.key, options.outer.close_ms,
                                       options.outer.wait_ms, options.outer.near_ms);
  if (tiers->looks_further()) tiers->Prepare();
  return tiers;
}

Tiers::Tiers(std::unique_ptr<ObjectStore> local, std::vector<std::unique_ptr<Tier>> outer,
             Mode mode, std::shared_ptr<const MacKey> key, int close_ms, int wait_ms,
             int near_ms)
    : local_(std::move(local)),
      outer_(std::move(outer)),
      mode_(mode),
      key_(std::move(key)),
      close_ms_(close_ms),
      wait_ms_(wait_ms),
      near_(near_ms) {
  TW_CHECK(outer_.empty() || key_ != nullptr);
}

Tiers::~Tiers() { Close(); }

bool Tiers::writes_further() const {
  if (!writes()) return false;
  for (const std::unique_ptr<Tier>& tier : outer_) {
    if (tier->writable()) return true;
  }
  return false;
}

std::optional<Entry> Tiers::Find(const Manifest& manifest, std::string* why) {
  std::optional<Entry> entry = FindHere(manifest, why);
  if (entry.has_value()) return entry;
  entry = FindFurther(manifest);
  if (!entry.has_value()) return std::nullopt;
  if (keeps()) local_->PublishEntry(*entry);
  CountFurther();
  return entry;
}

std::optional<Entry> Tiers::FindHere(const Manifest& manifest, std::string* why) {
  return local_ == nullptr ? std::nullopt : local_->Find(manifest, why);
}

std::optional<Entry> Tiers::FindFurther(const Manifest& manifest) {
  for (const std::unique_ptr<Tier>& tier : outer_) {
    std::optional<Entry> entry = tier->Find(manifest);
    if (entry.has_value()) return entry;
  }
  return std::nullopt;
}

void Tiers::Keep(const Entry& entry) {
  if (!keeps()) return;
  const auto kept = std::make_shared<const Entry>(entry);
  const bool queued =
      keeping_.Add(kept->size(), [this, kept] { local_->PublishEntry(*kept); });
  if (!queued) local_->PublishEntry(entry);
}

void Tiers::CountFurther() {
  // The local directory's miss was none: it keeps what happened as a whole.
  if (local_ != nullptr) local_->Count({.hits = 1, .misses = -1, .outer_hits = 1});
}

std::shared_ptr<LookUps> Tiers::LookFurther(std::vector<Manifest> manifests,
                                            size_t at_once) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (closed_) {
    return LookUps::Begin(std::move(manifests),
                          [](const Manifest&) { return std::nullopt; });
  }
  std::erase_if(looking_, [](const auto& look_ups) { return look_ups->idle(); });
  looking_.push_back(LookUps::Begin(
      std::move(manifests),
      [this](const Manifest& manifest) {
        std::optional<Entry> entry = FindFurther(manifest);
        if (entry.has_value()) Keep(*entry);
        return entry;
      },
      at_once));
  return looking_.back();
}

void Tiers::Prepare() {
  const auto prepare = [this](const Manifest&) -> std::optional<Entry> {
    for (const std::unique_ptr<Tier>& tier : outer_) tier->Prepare();
    return std::nullopt;
  };
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!closed_) looking_.push_back(LookUps::Begin({Manifest()}, prepare));
}

LookUps::Clock::time_point Tiers::Patience() const {
  const int64_t us = int64_t{wait_ms_} * 1000 + patience_us_.load();
  return LookUps::Clock::now() + std::chrono::microseconds(std::max<int64_t>(us, 0));
}

void Tiers::CountWait(LookUps::Clock::duration wait, std::chrono::microseconds gained) {
  const auto waited = std::chrono::duration_cast<std::chrono::microseconds>(wait);
  last_wait_us_ = waited.count();
  patience_us_ += (gained - waited).count();
}

bool Tiers::Publish(const Manifest& manifest, const std::vector<Section>& sections) {
  if (!writes_further()) {
    return local_ != nullptr && local_->Publish(manifest, sections);
  }
  absl::StatusOr<std::string> bytes = EncodeEntry(manifest.Text(), sections, key_.get());
  if (!bytes.ok()) return false;
  absl::StatusOr<Entry> decoded = Entry::Decode(*std::move(bytes));
  if (!decoded.ok()) return false;
  const auto entry = std::make_shared<const Entry>(*std::move(decoded));
  const bool kept = local_ != nullptr && local_->PublishEntry(*entry);
  const bool queued = write_back_.Add(entry->size(), [this, entry] {
    for (const std::unique_ptr<Tier>& tier : outer_) {
      if (tier->writable()) tier->Publish(*entry);
    }
  });
  if (!queued) ++dropped_;
  return kept;
}

void Tiers::Refuse(const Manifest& manifest, Refusal reason) {
  if (local_ != nullptr) local_->Refuse(manifest, reason);
}

void Tiers::CountTime(int64_t saved_us, int64_t load_us) {
  if (local_ != nullptr) local_->CountTime(saved_us, load_us);
}

void Tiers::CountFor(const std::string& label, const Counters& counters) {
  if (label.empty() || local_ == nullptr) return;
  constexpr size_t kMostLabels = 1000;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (by_label_.size() < kMostLabels || by_label_.count(label) != 0) {
    Add(counters, &by_label_[label]);
  }
}

void Tiers::Close() {
  std::vector<std::shared_ptr<LookUps>> looking;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    looking.swap(looking_);
  }
  bool done = write_back_.Flush(std::chrono::milliseconds(close_ms_));
  for (const std::shared_ptr<LookUps>& look_ups : looking) {
    look_ups->GiveUp();
    done = done && look_ups->idle();
  }
  if (!done) {
    for (const std::unique_ptr<Tier>& tier : outer_) tier->Cancel();
  }
  for (const std::shared_ptr<LookUps>& look_ups : looking) look_ups->Join();
  write_back_.Stop();
  keeping_.Flush(std::chrono::milliseconds(close_ms_));
  keeping_.Stop();
  if (local_ == nullptr) return;
  local_->WriteStats();
  WriteNamedStats();
}

void Tiers::WriteNamedStats() {
  if (!writes() || local_->directory() == nullptr) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [label, counters] : by_label_) {
    const int64_t time = FileSystem::Real().Now();
    if (IsZero(counters)) continue;
    AppendStats(*local_->directory(), {time, time, counters, "", label});
  }
  by_label_.clear();
  written_.resize(outer_.size());
  for (size_t i = 0; i < outer_.size(); ++i) {
    const Counters now = outer_[i]->counters();
    const int64_t time = FileSystem::Real().Now();
    const StatsRecord record = {time, time, Difference(now, written_[i]),
                                outer_[i]->name()};
    written_[i] = now;
    if (!IsZero(record.counters)) AppendStats(*local_->directory(), record);
  }
}

std::vector<Tiers::Trouble> Tiers::Troubles() const {
  std::vector<Trouble> troubles;
  for (const std::unique_ptr<Tier>& tier : outer_) {
    std::string text = TroubleText(tier->counters());
    if (text.empty()) continue;
    const std::string last = tier->last_failure();
    if (!last.empty()) absl::StrAppend(&text, " (", last, ")");
    troubles.push_back({tier->name(), absl::StrCat("cache ", tier->name(), ": ", text)});
  }
  return troubles;
}

Counters Tiers::counters() const {
  Counters all;
  for (const std::unique_ptr<Tier>& tier : outer_) Add(tier->counters(), &all);
  if (local_ != nullptr) {
    const Counters local = local_->counters();
    Add(local, &all);
    all.hits = local.hits;
    all.misses = local.misses;
  } else if (!outer_.empty()) {
    // The first place sees every question; one that went through several is one.
    const Counters first = outer_[0]->counters();
    all.misses = first.hits + first.misses - all.hits;
  }
  return all;
}

}  // namespace tilewright::cache
