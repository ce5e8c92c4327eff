// What the cache reads from disks and servers: whatever the bytes, an error or
// something that says the same when it is written again.
#include <xxhash.h>

#include <cstdint>
#include <string>

#include "cache/entry.h"
#include "cache/limits.h"
#include "cache/manifest.h"
#include "cache/profile.h"
#include "cache/stats.h"
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
  for (const SectionPlace& place : entry->sections()) {
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

void Fuzz(uint8_t choice, absl::string_view bytes) {
  switch (choice % 7) {
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
