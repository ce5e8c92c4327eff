// What the cache reads from disks and servers: whatever the bytes, an error or
// something that says the same when it is written again.
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "cache/format/entry.h"
#include "cache/format/manifest.h"
#include "cache/format/profile.h"
#include "cache/inspect/bundle.h"
#include "cache/store/directory.h"
#include "cache/store/gc.h"
#include "cache/store/history.h"
#include "cache/store/limits.h"
#include "cache/store/stats.h"
#include "support/check.h"
#include "support/hash.h"

namespace tilewright::cache {
namespace {

// The sum that a forger would give: otherwise nothing behind it is ever reached.
std::string WithChecksum(std::string bytes) {
  constexpr size_t kChecksumBytes = 16;
  if (bytes.size() < kChecksumBytes) return bytes;
  const size_t end = bytes.size() - kChecksumBytes;
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), end));
  bytes.replace(end, kChecksumBytes, reinterpret_cast<const char*>(canonical.digest),
                kChecksumBytes);
  return bytes;
}

void FuzzEntry(std::string bytes) {
  static const std::shared_ptr<const MacKey> key =
      *MacKey::FromBytes("a key of the fuzzer's own");
  const absl::StatusOr<Entry> entry = Entry::Decode(std::move(bytes));
  if (!entry.ok()) return;
  size_t total = entry->manifest().size();
  std::vector<Section> sections;
  for (const SectionExtent& place : entry->sections()) {
    total += entry->section(place.kind).size();
    sections.push_back({place.kind, std::string(entry->section(place.kind))});
  }
  TW_CHECK(total <= entry->size());
  TW_CHECK(entry->CheckSignature(key.get()) != Signature::kVerified);
  const absl::StatusOr<std::string> written = EncodeEntry(entry->manifest(), sections);
  TW_CHECK(written.ok());
  const absl::StatusOr<Entry> again = Entry::Decode(*written);
  TW_CHECK(again.ok() && again->manifest() == entry->manifest());
  for (const Section& section : sections) {
    TW_CHECK(again->section(section.kind) == section.bytes);
  }
}

void FuzzHead(absl::string_view bytes) {
  const absl::StatusOr<EntryHead> head = DecodeHead(bytes);
  if (head.ok()) TW_CHECK(head->manifest.size() + head->profile.size() <= bytes.size());
}

void FuzzManifest(absl::string_view text) {
  const absl::StatusOr<Manifest> manifest = Manifest::Parse(text);
  if (manifest.ok()) TW_CHECK(manifest->Text() == text);
}

void FuzzStats(absl::string_view text) {
  for (const std::string& line :
       {std::string(text), std::string(text) + " #" + Xxh3Hex(text).substr(0, 8)}) {
    const absl::StatusOr<StatsRecord> record = ParseStatsLine(line);
    if (!record.ok()) continue;
    Counters sum;
    for (const std::string& part : FormatStats(*record)) {
      const absl::StatusOr<StatsRecord> again =
          ParseStatsLine(absl::string_view(part).substr(0, part.size() - 1));
      TW_CHECK(again.ok() && again->begin == record->begin && again->end == record->end);
      Add(again->counters, &sum);
    }
    TW_CHECK(IsZero(Difference(sum, record->counters)));
  }
}

void FuzzProfile(absl::string_view text) {
  const Profile profile = ParseProfile(text);
  const Profile again = ParseProfile(FormatProfile(profile));
  TW_CHECK(again.compile_us() == profile.compile_us());
  TW_CHECK(again.created == profile.created);
}

void FuzzLimits(absl::string_view text) {
  for (const absl::StatusOr<int64_t>& value :
       {ParseBytes(text), ParseDuration(text), ParseCount(text)}) {
    if (value.ok()) TW_CHECK(*value >= 0);
  }
}

// A file in memory, by its path.
class MemoryFile {
 public:
  explicit MemoryFile(absl::string_view bytes)
      : file_(memfd_create("fuzz", MFD_CLOEXEC)) {
    TW_CHECK(file_ >= 0 && fchmod(file_, 0600) == 0);
    TW_CHECK(write(file_, bytes.data(), bytes.size()) ==
             static_cast<ssize_t>(bytes.size()));
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  const int file_;
};

void FuzzBundle(absl::string_view bytes) {
  const MemoryFile file(bytes);
  const auto reader = BundleReader::Open(file.path(), Policy::kOwner, nullptr);
  if (!reader.ok()) return;
  TW_CHECK((*reader)->signature() != Signature::kVerified);
  size_t total = 0;
  for (size_t i = 0; i < (*reader)->size(); ++i) {
    const absl::StatusOr<Entry> entry = (*reader)->Read(i);
    if (entry.ok()) total += entry->size();
  }
  TW_CHECK(total <= bytes.size());
}

// A header in front, an index of one entry behind, and the sums that a forger would
// give.
std::string AsBundle(absl::string_view entry) {
  const auto number = [](uint64_t value) {
    return std::string(reinterpret_cast<const char*>(&value), 8);
  };
  std::string bytes("TWBUN\0\r\n\1\0\0\0\0\0\0\0", 16);
  bytes.append(entry.data(), entry.size() / 16 * 16);
  const uint64_t index_at = bytes.size();
  std::string end =
      number(index_at - 16) + number(0) +
      absl::HexStringToBytes(Sha256Hex(absl::string_view(bytes).substr(16))) +
      number(index_at) + number(1) + std::string(48 + 16, '\0');
  return bytes + WithChecksum(std::move(end));
}

// A cache directory of the fuzzer's own, for what is read from files in it.
class Scratch {
 public:
  Scratch() {
    path_ = std::filesystem::temp_directory_path() / "tilewright-fuzz-XXXXXX";
    TW_CHECK(mkdtemp(path_.data()) != nullptr);
    directory_ = *Directory::Open(FileSystem::Real(), path_, {});
    TW_CHECK(directory_->MakeFolder(kStats) == 0);
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  const Directory& directory() const { return *directory_; }

 private:
  std::string path_;
  std::shared_ptr<const Directory> directory_;
};

const Directory& ScratchDirectory() {
  static const Scratch scratch;
  return scratch.directory();
}

void FuzzCollectorState(absl::string_view bytes) {
  const Directory& directory = ScratchDirectory();
  TW_CHECK(directory.WriteAtomically("gc.state", bytes) == 0);
  const absl::StatusOr<GcReport> report =
      CollectSomeGarbage(directory, {.limits = {.max_bytes = 1, .max_entries = 1}},
                         /*put_share=*/1);
  TW_CHECK(report.ok() && report->entries == 0);
}

void FuzzStatsLog(absl::string_view bytes) {
  const Directory& directory = ScratchDirectory();
  TW_CHECK(directory.WriteAtomically(absl::StrCat(kStats, "/2026-11.log"), bytes) == 0);
  TW_CHECK(ReadStats(directory).ok());
  const absl::StatusOr<std::vector<DayCounters>> days = ReadHistory(directory);
  TW_CHECK(days.ok());
  for (size_t i = 1; i < days->size(); ++i) {
    TW_CHECK((*days)[i - 1].start < (*days)[i].start);
  }
}

void Fuzz(uint8_t choice, absl::string_view bytes) {
  switch (choice % 11) {
    case 0:
      return FuzzEntry(std::string(bytes));
    case 1:
      return FuzzEntry(WithChecksum(std::string(bytes)));
    case 2:
      return FuzzHead(bytes);
    case 3:
      return FuzzManifest(bytes);
    case 4:
      return FuzzStats(bytes);
    case 5:
      return FuzzProfile(bytes);
    case 6:
      return FuzzBundle(bytes);
    case 7:
      return FuzzBundle(AsBundle(bytes));
    case 8:
      return FuzzCollectorState(bytes);
    case 9:
      return FuzzStatsLog(bytes);
    default:
      return FuzzLimits(bytes);
  }
}

}  // namespace
}  // namespace tilewright::cache

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  tilewright::cache::Fuzz(
      data[0], absl::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
