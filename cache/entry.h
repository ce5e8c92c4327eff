// A cache entry as bytes.
//
//   entry   := header manifest section* trailer
//   header  := magic:u8[8] version:u32 sections:u32 manifest_len:u32 zero:u32
//              total_len:u64
//   section := kind:u32 codec:u32 stored_len:u64 raw_len:u64 zero:u64 bytes
//   trailer := xxh3_128:u8[16] mac:u8[32]
//
// Integers are little-endian. Header, manifest, sections and trailer start at
// multiples of 16; the gaps are zero. The checksum is over every byte before
// it. `mac` is zero: entries are trusted by their owner, not by signature.
// docs/cache-format.md has the history and the compatibility rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

inline constexpr uint32_t kEntryVersion = 1;
// Largest entry, in bytes: what a reader will read into memory.
inline constexpr uint64_t kMaxEntryBytes = uint64_t{1} << 30;
inline constexpr uint32_t kMaxSections = 16;

enum class SectionKind : uint32_t {
  kObject = 1,   // a relocatable object file
  kGraph = 2,    // the canonical text that the entry was made from
  kProfile = 3,  // `name=value` lines: what making it cost
  kPlan = 4,     // a plan's bytes (plan/serialize.h)
};

struct Section {
  SectionKind kind = SectionKind::kObject;
  std::string bytes;
};

// An entry that was read: its bytes, and views into them.
class Entry {
 public:
  // DataLoss, with the reason, for any bytes that EncodeEntry cannot have
  // given; Unimplemented for another version or codec.
  static absl::StatusOr<Entry> Decode(std::string bytes);

  absl::string_view manifest() const { return View(manifest_); }
  // Empty when there is none; see has_section.
  absl::string_view section(SectionKind kind) const;
  bool has_section(SectionKind kind) const;
  uint64_t size() const { return bytes_.size(); }

 private:
  struct Place {
    uint64_t offset = 0;
    uint64_t length = 0;
  };
  struct PlacedSection {
    SectionKind kind;
    Place place;
  };

  absl::string_view View(Place place) const {
    return absl::string_view(bytes_).substr(place.offset, place.length);
  }
  absl::Status Parse();

  std::string bytes_;
  Place manifest_;
  std::vector<PlacedSection> sections_;
};

// InvalidArgument beyond the bounds above, or for two sections of one kind.
absl::StatusOr<std::string> EncodeEntry(absl::string_view manifest,
                                        const std::vector<Section>& sections);

}  // namespace tilewright::cache
