#include "cache/store/store.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "cache/format/profile.h"
#include "cache/settings/settings.h"
#include "cache/store/admit.h"
#include "cache/store/stats.h"
#include "support/environment.h"
#include "support/hash.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

// A writer that has not finished for so long is dead.
constexpr int64_t kLeftoverSeconds = 3600;
constexpr size_t kMaxLeftovers = 256;
// The time of last use is kept to the hour: most hits write nothing.
constexpr int64_t kTouchSeconds = 3600;
// Statistics of processes that run for long.
constexpr int64_t kStatsSeconds = 600;
// Limits are looked after when this share of one was put, but not more often than once
// in so many puts unless those are large. Each process begins to count anywhere, so that
// many that put little do it as often as one that puts much.
constexpr int64_t kTidiesPerLimit = 64;
constexpr int64_t kMinPutsPerTidy = 64;

// Puts from one look to the next, 0 when their number is no reason.
int64_t PutsPerTidy(const Limits& limits) {
  if (limits.max_entries == 0) return 0;
  return std::max(limits.max_entries / kTidiesPerLimit, kMinPutsPerTidy);
}
int64_t BytesPerTidy(const Limits& limits) { return limits.max_bytes / kTidiesPerLimit; }

void RemoveLeftovers(const Directory& directory) {
  FileSystem& files = directory.files();
  std::vector<std::string> names;
  if (files.List(directory.file(), kTemporary, kMaxLeftovers, &names) < 0) return;
  const int64_t now = files.Now();
  for (const std::string& name : names) {
    const std::string path = absl::StrCat(kTemporary, "/", name);
    FileInfo info;
    if (files.StatAt(directory.file(), path, &info) < 0) continue;
    if (now - info.modified > kLeftoverSeconds) files.Remove(directory.file(), path);
  }
}

int64_t Counters::* CounterOf(Refusal reason) {
  switch (reason) {
    case Refusal::kMachine:
      return &Counters::refused_machine;
    case Refusal::kImports:
      return &Counters::refused_imports;
    case Refusal::kConstructors:
      return &Counters::refused_constructors;
    case Refusal::kContent:
      break;
  }
  return &Counters::refused_content;
}

}  // namespace

std::optional<Mode> FindMode(absl::string_view name) {
  if (name == "off") return Mode::kOff;
  if (name == "ro") return Mode::kReadOnly;
  if (name == "rw") return Mode::kReadWrite;
  if (name == "verify") return Mode::kVerify;
  return std::nullopt;
}

const char* ModeName(Mode mode) {
  switch (mode) {
    case Mode::kOff:
      return "off";
    case Mode::kReadOnly:
      return "ro";
    case Mode::kReadWrite:
      return "rw";
    case Mode::kVerify:
      return "verify";
  }
  return "";
}

Mode ModeFromSettings() {
  const std::string name = SettingOr(SettingId::kMode, "rw");
  return FindMode(name).value_or(Mode::kOff);
}

std::string DefaultDirectory() {
  std::string own = FindSetting(SettingId::kDirectory).value;
  if (!own.empty()) return own;
  const std::string folder = UserFolder("XDG_CACHE_HOME", ".cache");
  return folder.empty() ? "" : absl::StrCat(folder, "/tilewright");
}

absl::StatusOr<ObjectStore::Options> ObjectStore::OptionsFromSettings() {
  Options options;
  options.limits = LimitsFromSettings();
  const std::string policy = SettingOr(SettingId::kPolicy, "owner");
  options.policy = FindPolicy(policy).value_or(Policy::kMacRequired);
  TW_ASSIGN_OR_RETURN(options.key, MacKey::FromSettings());
  return options;
}

ObjectStore::ObjectStore(const Options& options, FileSystem& files)
    : files_(files), options_(options), written_at_(files.Now()) {
  constexpr uint64_t kParts = 1 << 20;
  const double begun = static_cast<double>(files.Random() % kParts) / kParts;
  const auto share_of = [&](int64_t whole) {
    return static_cast<int64_t>(begun * static_cast<double>(whole));
  };
  puts_since_tidy_ = share_of(PutsPerTidy(options.limits));
  bytes_since_tidy_ = share_of(BytesPerTidy(options.limits));
}

ObjectStore::~ObjectStore() { WriteStats(); }

absl::StatusOr<std::unique_ptr<ObjectStore>> ObjectStore::Open(const Options& options) {
  Options chosen = options;
  FileSystem& files = options.files == nullptr ? FileSystem::Real() : *options.files;
  if (chosen.mode == Mode::kOff) {
    chosen.dir.clear();
    return absl::WrapUnique(new ObjectStore(chosen, files));
  }
  if (chosen.policy == Policy::kMacRequired && chosen.key == nullptr) {
    return absl::FailedPreconditionError(
        "cache policy mac-required needs a key: name its file in "
        "TILEWRIGHT_CACHE_KEY_FILE");
  }
  if (chosen.shared && chosen.policy != Policy::kMacRequired) {
    return absl::FailedPreconditionError(absl::StrCat(
        "shared cache directory ", chosen.dir, " needs the policy mac-required"));
  }
  if (chosen.dir.empty()) chosen.dir = DefaultDirectory();
  if (chosen.dir.empty()) {
    return absl::UnavailableError(
        "no cache directory: set TILEWRIGHT_CACHE_DIR, XDG_CACHE_HOME or HOME");
  }
  std::unique_ptr<ObjectStore> store = absl::WrapUnique(new ObjectStore(chosen, files));
  TW_ASSIGN_OR_RETURN(store->directory_, store->OpenDirectory(store->writes()));
  if (store->writes()) RemoveLeftovers(*store->directory_);
  return store;
}

absl::StatusOr<std::shared_ptr<const Directory>> ObjectStore::OpenDirectory(
    bool create) const {
  return Directory::Open(files_, options_.dir,
                         {.create = create, .shared = options_.shared});
}

std::shared_ptr<const Directory> ObjectStore::directory() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return directory_;
}

std::shared_ptr<const Directory> ObjectStore::Reopen() {
  absl::StatusOr<std::shared_ptr<const Directory>> directory =
      OpenDirectory(/*create=*/true);
  if (!directory.ok()) return nullptr;
  std::lock_guard<std::mutex> lock(mutex_);
  directory_ = *directory;
  return directory_;
}

Counters ObjectStore::counters() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return counters_;
}

void ObjectStore::Count(const Counters& counters) {
  bool write = false;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    Add(counters, &counters_);
    const int64_t since = files_.Now() - written_at_;
    write = since > kStatsSeconds || since < -kStatsSeconds;
  }
  if (write) WriteStats();
}

void ObjectStore::WriteStats() {
  std::shared_ptr<const Directory> directory;
  bool used = false;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    used = !IsZero(Difference(counters_, written_));
    directory = directory_;
  }
  if (directory == nullptr || !writes() || options_.shared || !used) return;
  CountRemoved(CollectWhenDue(*directory, HowToCollect()));
  StatsRecord record;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    record = {written_at_, files_.Now(), Difference(counters_, written_)};
    written_ = counters_;
    written_at_ = record.end;
  }
  // Another thread may have been faster.
  if (!IsZero(record.counters)) AppendStats(*directory, record);
  CompactStats(*directory);
}

namespace {

// What of a miss was counted, in words.
std::string ReasonOf(const Counters& counted) {
  for (const CounterRow& row : kCounterRows) {
    absl::string_view what = row.what;
    if (counted.*row.field > 0 && absl::ConsumePrefix(&what, "misses: ")) {
      return std::string(what);
    }
  }
  return "";
}

}  // namespace

std::optional<Entry> ObjectStore::Look(const Directory& directory,
                                       const std::string& name, const std::string& text,
                                       Counters* misses) {
  const std::string path = EntryPath(name);
  FileBytes read = directory.Read(path, kMaxEntryBytes, /*prefix=*/0, &HeaderFits);
  switch (read.outcome) {
    case FileBytes::Outcome::kAbsent:
      return std::nullopt;
    case FileBytes::Outcome::kForeign:
      ++misses->foreign;
      return std::nullopt;
    case FileBytes::Outcome::kFailed:
      ++misses->read_errors;
      return std::nullopt;
    case FileBytes::Outcome::kRead:
      break;
  }
  std::optional<Entry> entry =
      Admit(std::move(read.bytes), text, options_.policy, options_.key.get(), misses);
  if (!entry.has_value()) {
    if (misses->damaged > 0 && writes()) directory.SetAside(name);
    return std::nullopt;
  }
  const int64_t unused = files_.Now() - read.modified;
  if (writes() && (unused > kTouchSeconds || unused < -kTouchSeconds)) {
    files_.Touch(directory.file(), path);
  }
  return entry;
}

std::optional<Entry> ObjectStore::Find(const Manifest& manifest, std::string* why) {
  const std::shared_ptr<const Directory> directory = this->directory();
  if (directory == nullptr) return std::nullopt;  // off
  const std::string text = manifest.Text();
  Counters counted;
  std::optional<Entry> entry = Look(*directory, Xxh3Hex(text), text, &counted);
  if (entry.has_value()) {
    counted.hits = 1;
    counted.bytes_read = static_cast<int64_t>(entry->size());
  } else {
    if (why != nullptr) *why = ReasonOf(counted);
    counted.misses = 1;
  }
  Count(counted);
  return entry;
}

bool ObjectStore::Publish(const Manifest& manifest,
                          const std::vector<Section>& sections) {
  if (!writes()) return false;
  const std::string text = manifest.Text();
  const absl::StatusOr<std::string> bytes =
      EncodeEntry(text, sections, options_.key.get());
  if (bytes.ok()) return PublishBytes(Xxh3Hex(text), *bytes);
  Count({.publish_errors = 1});
  return false;
}

bool ObjectStore::PublishEntry(const Entry& entry) {
  if (!writes() || !Manifest::Parse(entry.manifest()).ok()) return false;
  return PublishBytes(Xxh3Hex(entry.manifest()), entry.bytes());
}

bool ObjectStore::Relabel(const Entry& entry, const std::vector<std::string>& labels) {
  const Signature signature = entry.CheckSignature(options_.key.get());
  if (!writes() || signature == Signature::kOtherKey) return false;
  Profile profile = ParseProfile(entry.section(SectionKind::kProfile));
  profile.labels = labels;
  std::vector<Section> sections = {{SectionKind::kProfile, FormatProfile(profile)}};
  for (const SectionExtent& place : entry.sections()) {
    if (place.kind == SectionKind::kProfile) continue;
    sections.push_back({place.kind, std::string(entry.section(place.kind))});
  }
  const absl::StatusOr<std::string> bytes =
      EncodeEntry(entry.manifest(), sections, options_.key.get());
  return bytes.ok() && PublishBytes(Xxh3Hex(entry.manifest()), *bytes);
}

bool ObjectStore::PublishBytes(const std::string& name, absl::string_view bytes) {
  std::shared_ptr<const Directory> directory = this->directory();
  const std::string path = EntryPath(name);
  int result = directory->WriteAtomically(path, bytes, options_.durable);
  // The directory itself may have been removed since it was opened.
  if (result == -ENOENT && (directory = Reopen()) != nullptr) {
    result = directory->WriteAtomically(path, bytes, options_.durable);
  }
  if (result < 0) {
    Count({.publish_errors = 1});
    return false;
  }
  Count({.published = 1, .bytes_written = static_cast<int64_t>(bytes.size())});
  TidyAfter(*directory, static_cast<int64_t>(bytes.size()));
  return true;
}

GcOptions ObjectStore::HowToCollect() const {
  return {.limits = options_.limits, .current = options_.current};
}

void ObjectStore::TidyAfter(const Directory& directory, int64_t bytes) {
  if (options_.shared) return;
  const Limits& limits = options_.limits;
  double put_share = 0;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ++puts_since_tidy_;
    bytes_since_tidy_ += bytes;
    const bool many = limits.max_entries > 0 && puts_since_tidy_ >= PutsPerTidy(limits);
    const bool large = limits.max_bytes > 0 && bytes_since_tidy_ >= BytesPerTidy(limits);
    if (!many && !large) return;
    if (limits.max_entries > 0) {
      put_share =
          static_cast<double>(puts_since_tidy_) / static_cast<double>(limits.max_entries);
    }
    if (limits.max_bytes > 0) {
      put_share = std::max(put_share, static_cast<double>(bytes_since_tidy_) /
                                          static_cast<double>(limits.max_bytes));
    }
    puts_since_tidy_ = 0;
    bytes_since_tidy_ = 0;
  }
  CountRemoved(CollectSomeGarbage(directory, HowToCollect(), put_share));
}

void ObjectStore::CountRemoved(const absl::StatusOr<GcReport>& report) {
  if (!report.ok() || report->removed_entries == 0) return;
  std::lock_guard<std::mutex> lock(mutex_);
  counters_.removed += report->removed_entries;
}

void ObjectStore::Refuse(const Manifest& manifest, Refusal reason) {
  const std::shared_ptr<const Directory> directory = this->directory();
  if (directory == nullptr) return;
  if (writes()) directory->SetAside(manifest.Name());
  Counters counted = {.hits = -1, .misses = 1};
  counted.*CounterOf(reason) = 1;
  Count(counted);
}

void ObjectStore::CountTime(int64_t saved_us, int64_t load_us) {
  Count({.saved_us = saved_us, .load_us = load_us});
}

}  // namespace tilewright::cache
