#include "cache/entry.h"

#include <xxhash.h>

#include <cstring>

#include "absl/strings/str_cat.h"
#include "cache/manifest.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

constexpr char kMagic[8] = {'T', 'W', 'O', 'B', 'J', '\0', '\r', '\n'};
constexpr uint64_t kUnit = 16;
constexpr uint64_t kHeaderBytes = 32;
constexpr uint64_t kSectionHeaderBytes = 32;
constexpr uint64_t kChecksumBytes = 16;
constexpr uint64_t kMacBytes = 32;
constexpr uint64_t kTrailerBytes = kChecksumBytes + kMacBytes;
constexpr uint32_t kRawCodec = 0;

uint64_t RoundUp(uint64_t n) { return (n + kUnit - 1) / kUnit * kUnit; }

void PutU32(std::string* out, uint32_t value) {
  for (int i = 0; i < 4; ++i) out->push_back(static_cast<char>(value >> (8 * i)));
}
void PutU64(std::string* out, uint64_t value) {
  for (int i = 0; i < 8; ++i) out->push_back(static_cast<char>(value >> (8 * i)));
}
void Pad(std::string* out) { out->resize(RoundUp(out->size()), '\0'); }

std::string Checksum(absl::string_view bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  return std::string(reinterpret_cast<const char*>(canonical.digest), kChecksumBytes);
}

// Reads integers at offsets that the caller has bounded.
uint32_t U32(absl::string_view bytes, uint64_t at) {
  uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}
uint64_t U64(absl::string_view bytes, uint64_t at) {
  return uint64_t{U32(bytes, at + 4)} << 32 | U32(bytes, at);
}

absl::Status Damaged(absl::string_view why) {
  return absl::DataLossError(absl::StrCat("cache entry: ", why));
}

bool AllZero(absl::string_view bytes) {
  return bytes.find_first_not_of('\0') == absl::string_view::npos;
}

}  // namespace

absl::StatusOr<std::string> EncodeEntry(absl::string_view manifest,
                                        const std::vector<Section>& sections) {
  if (manifest.size() > kMaxManifestBytes) {
    return absl::InvalidArgumentError(absl::StrCat("cache entry: manifest of ",
                                                   manifest.size(), " bytes; at most ",
                                                   kMaxManifestBytes));
  }
  if (sections.size() > kMaxSections) {
    return absl::InvalidArgumentError(absl::StrCat("cache entry: ", sections.size(),
                                                   " sections; at most ", kMaxSections));
  }
  uint64_t total = kHeaderBytes + RoundUp(manifest.size()) + kTrailerBytes;
  for (const Section& section : sections) {
    if (section.bytes.size() > kMaxEntryBytes) {
      return absl::InvalidArgumentError(
          absl::StrCat("cache entry: section of ", section.bytes.size(), " bytes"));
    }
    total += kSectionHeaderBytes + RoundUp(section.bytes.size());
  }
  if (total > kMaxEntryBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("cache entry: ", total, " bytes; at most ", kMaxEntryBytes));
  }
  for (size_t i = 0; i < sections.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (sections[i].kind != sections[j].kind) continue;
      return absl::InvalidArgumentError("cache entry: two sections of one kind");
    }
  }

  std::string out;
  out.reserve(total);
  out.append(kMagic, sizeof kMagic);
  PutU32(&out, kEntryVersion);
  PutU32(&out, static_cast<uint32_t>(sections.size()));
  PutU32(&out, static_cast<uint32_t>(manifest.size()));
  PutU32(&out, 0);
  PutU64(&out, total);
  out.append(manifest.data(), manifest.size());
  Pad(&out);
  for (const Section& section : sections) {
    PutU32(&out, static_cast<uint32_t>(section.kind));
    PutU32(&out, kRawCodec);
    PutU64(&out, section.bytes.size());
    PutU64(&out, section.bytes.size());
    PutU64(&out, 0);
    out.append(section.bytes);
    Pad(&out);
  }
  out.append(Checksum(out));
  out.append(kMacBytes, '\0');
  return out;
}

absl::StatusOr<Entry> Entry::Decode(std::string bytes) {
  Entry entry;
  entry.bytes_ = std::move(bytes);
  TW_RETURN_IF_ERROR(entry.Parse());
  return entry;
}

absl::Status Entry::Parse() {
  const absl::string_view all = bytes_;
  if (all.size() < kHeaderBytes + kTrailerBytes) {
    return Damaged(absl::StrCat(all.size(), " bytes are too few"));
  }
  if (std::memcmp(all.data(), kMagic, sizeof kMagic) != 0) return Damaged("wrong magic");
  if (U32(all, 8) != kEntryVersion) {
    return absl::UnimplementedError(absl::StrCat("cache entry: version ", U32(all, 8),
                                                 "; this reader knows ", kEntryVersion));
  }
  const uint32_t count = U32(all, 12);
  const uint32_t manifest_length = U32(all, 16);
  const uint64_t total = U64(all, 24);
  if (total != all.size()) {
    return Damaged(absl::StrCat(all.size(), " bytes, the header says ", total));
  }
  // Everything below is covered by the checksum: a mistake found after it is a
  // writer's. Bounds are checked all the same, since a checksum can be forged.
  const uint64_t end = all.size() - kTrailerBytes;
  if (Checksum(all.substr(0, end)) != all.substr(end, kChecksumBytes)) {
    return Damaged("the checksum does not agree");
  }
  if (!AllZero(all.substr(end + kChecksumBytes))) {
    return absl::UnimplementedError("cache entry: signed; this reader takes none");
  }
  if (U32(all, 20) != 0) return Damaged("a reserved field is not zero");
  if (count > kMaxSections) return Damaged(absl::StrCat(count, " sections"));
  if (manifest_length > kMaxManifestBytes || manifest_length > end - kHeaderBytes) {
    return Damaged(absl::StrCat("manifest of ", manifest_length, " bytes"));
  }
  manifest_ = {kHeaderBytes, manifest_length};
  uint64_t at = kHeaderBytes + RoundUp(manifest_length);
  for (uint32_t i = 0; i < count; ++i) {
    if (at > end || end - at < kSectionHeaderBytes) {
      return Damaged(absl::StrCat("section ", i, " is cut off"));
    }
    const uint32_t kind = U32(all, at);
    const uint32_t codec = U32(all, at + 4);
    const uint64_t stored = U64(all, at + 8);
    const uint64_t raw = U64(all, at + 16);
    if (codec != kRawCodec) {
      return absl::UnimplementedError(absl::StrCat("cache entry: codec ", codec));
    }
    at += kSectionHeaderBytes;
    if (stored != raw || stored > end - at) {
      return Damaged(absl::StrCat("section ", i, " of ", stored, " bytes"));
    }
    const SectionKind section_kind = static_cast<SectionKind>(kind);
    if (has_section(section_kind)) {
      return Damaged(absl::StrCat("two sections of kind ", kind));
    }
    sections_.push_back({section_kind, {at, stored}});
    at += RoundUp(stored);
  }
  if (at != end) return Damaged("bytes are left over");
  return absl::OkStatus();
}

absl::string_view Entry::section(SectionKind kind) const {
  for (const PlacedSection& section : sections_) {
    if (section.kind == kind) return View(section.place);
  }
  return absl::string_view();
}

bool Entry::has_section(SectionKind kind) const {
  for (const PlacedSection& section : sections_) {
    if (section.kind == kind) return true;
  }
  return false;
}

}  // namespace tilewright::cache
