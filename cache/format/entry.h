// A cache entry as bytes.
//
//   entry   := header manifest section* trailer
//   header  := magic:u8[8] version:u32 sections:u32 manifest_len:u32 zero:u32
//              total_len:u64
//   section := kind:u32 codec:u32 stored_len:u64 raw_len:u64 zero:u64 bytes
//   trailer := key_id:u8[16] mac:u8[32] xxh3_128:u8[16]
//
// Integers are little-endian. Header, manifest, sections and trailer start at
// multiples of 16; the gaps are zero. `mac` is HMAC-SHA256 over every byte before
// it, with the key that `key_id` names; both are zero when nobody signed. The
// checksum is over every byte before it, the signature's included.
// docs/cache-format.md has the history and the compatibility rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/format/mac.h"

namespace tilewright::cache {

inline constexpr uint32_t kEntryVersion = 3;
// Largest entry, in bytes: what a reader will read into memory.
inline constexpr uint64_t kMaxEntryBytes = uint64_t{1} << 30;
inline constexpr uint32_t kMaxSections = 16;

enum class SectionKind : uint32_t {
  kObject = 1,   // a relocatable object file
  kGraph = 2,    // the canonical text that the entry was made from
  kProfile = 3,  // `name=value` lines: what making it cost
  kPlan = 4,     // a plan's bytes (plan/serialize.h)
  kSource = 5,   // a program that can be compiled again, where kGraph cannot
  kLaunch = 6,   // what the object's kernel has to be handed (plan/serialize.h)
  kNotes = 7,    // what a front end wants to know again; it decides no code
};

struct Section {
  SectionKind kind = SectionKind::kObject;
  std::string bytes;
};

// Where a section's bytes are in its entry.
struct SectionExtent {
  SectionKind kind = SectionKind::kObject;
  uint64_t offset = 0;
  uint64_t length = 0;
};

enum class Signature {
  kNone,      // unsigned
  kVerified,  // by our key
  kOtherKey,  // by another key, or we have none: it says nothing to us
  kForged,    // said to be by our key, and is not
};

// An entry that was read: its bytes, and views into them.
class Entry {
 public:
  // DataLoss, with the reason, for any bytes that EncodeEntry cannot have
  // given; Unimplemented for another version or codec.
  static absl::StatusOr<Entry> Decode(std::string bytes);

  absl::string_view manifest() const;
  // Empty when there is none; see has_section.
  absl::string_view section(SectionKind kind) const;
  bool has_section(SectionKind kind) const;
  const std::vector<SectionExtent>& sections() const { return sections_; }
  // The whole entry, as in its file.
  const std::string& bytes() const { return bytes_; }
  uint64_t size() const { return bytes_.size(); }

  bool is_signed() const;
  // What its signature is worth to the owner of `key` (null: has none).
  Signature CheckSignature(const MacKey* key) const;

 private:
  absl::string_view View(uint64_t offset, uint64_t length) const {
    return absl::string_view(bytes_).substr(offset, length);
  }
  absl::Status Parse();

  std::string bytes_;
  uint64_t manifest_length_ = 0;
  std::vector<SectionExtent> sections_;
};

// Signed when there is a key. InvalidArgument beyond the bounds above, or for two
// sections of one kind.
absl::StatusOr<std::string> EncodeEntry(absl::string_view manifest,
                                        const std::vector<Section>& sections,
                                        const MacKey* key = nullptr);

// Whether a file of `size` bytes that begins like this can be an entry of this version:
// what is not is not worth reading. `first` is its header, or all of it, at least.
bool HeaderFits(absl::string_view first, uint64_t size);

// What the first bytes of an entry say: for listings, which neither read whole
// files nor check them. Nothing of it is to be trusted.
struct EntryHead {
  std::string manifest;
  std::string profile;  // of the PROFILE section, where it is the first one
};

// Enough bytes for every EntryHead that EncodeEntry's callers give.
inline constexpr size_t kHeadBytes = 4096;

// From the entry's first bytes, at least kHeadBytes where the entry has so many;
// `profile` is empty where it lies beyond them. DataLoss and Unimplemented as for
// Entry::Decode, as far as can be seen.
absl::StatusOr<EntryHead> DecodeHead(absl::string_view prefix);

}  // namespace tilewright::cache
