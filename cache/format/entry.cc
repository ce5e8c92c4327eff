#include "cache/format/entry.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "cache/format/little_endian.h"
#include "cache/format/manifest.h"
#include "support/hash.h"
#include "support/round.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

constexpr char kMagic[8] = {'T', 'W', 'O', 'B', 'J', '\0', '\r', '\n'};
constexpr uint64_t kUnit = 16;
constexpr uint64_t kHeaderBytes = 32;
constexpr uint64_t kSectionHeaderBytes = 32;
constexpr uint64_t kTrailerBytes = kKeyIdBytes + kMacBytes + kXxh3Bytes;
constexpr uint32_t kRawCodec = 0;

uint64_t ToUnits(uint64_t bytes) { return RoundUp(bytes, kUnit); }

void Pad(std::string* out) { out->resize(ToUnits(out->size()), '\0'); }

absl::Status Damaged(absl::string_view why) {
  return absl::DataLossError(absl::StrCat("cache entry: ", why));
}

bool AllZero(absl::string_view bytes) {
  return bytes.find_first_not_of('\0') == absl::string_view::npos;
}

struct Header {
  uint32_t sections = 0;
  uint32_t manifest_length = 0;
  uint64_t total = 0;
};

// `bytes` may be an entry's first ones only; bounds are the caller's to check.
absl::StatusOr<Header> DecodeHeader(absl::string_view bytes) {
  if (bytes.size() < kHeaderBytes) {
    return Damaged(absl::StrCat(bytes.size(), " bytes are too few"));
  }
  if (std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0) {
    return Damaged("wrong magic");
  }
  if (U32(bytes, 8) != kEntryVersion) {
    return absl::UnimplementedError(absl::StrCat("cache entry: version ", U32(bytes, 8),
                                                 "; this reader knows ", kEntryVersion));
  }
  const Header header = {U32(bytes, 12), U32(bytes, 16), U64(bytes, 24)};
  if (U32(bytes, 20) != 0) return Damaged("a reserved field is not zero");
  if (header.sections > kMaxSections) {
    return Damaged(absl::StrCat(header.sections, " sections"));
  }
  if (header.manifest_length > kMaxManifestBytes) {
    return Damaged(absl::StrCat("manifest of ", header.manifest_length, " bytes"));
  }
  return header;
}

}  // namespace

absl::StatusOr<std::string> EncodeEntry(absl::string_view manifest,
                                        const std::vector<Section>& sections,
                                        const MacKey* key) {
  if (manifest.size() > kMaxManifestBytes) {
    return absl::InvalidArgumentError(absl::StrCat("cache entry: manifest of ",
                                                   manifest.size(), " bytes; at most ",
                                                   kMaxManifestBytes));
  }
  if (sections.size() > kMaxSections) {
    return absl::InvalidArgumentError(absl::StrCat("cache entry: ", sections.size(),
                                                   " sections; at most ", kMaxSections));
  }
  uint64_t total = kHeaderBytes + ToUnits(manifest.size()) + kTrailerBytes;
  for (const Section& section : sections) {
    if (section.bytes.size() > kMaxEntryBytes) {
      return absl::InvalidArgumentError(
          absl::StrCat("cache entry: section of ", section.bytes.size(), " bytes"));
    }
    total += kSectionHeaderBytes + ToUnits(section.bytes.size());
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
  out.append(key == nullptr ? std::string(kKeyIdBytes, '\0') : key->id());
  out.append(key == nullptr ? std::string(kMacBytes, '\0') : key->Sign(out));
  out.append(Xxh3(out));
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
  Header header;
  TW_ASSIGN_OR_RETURN(header, DecodeHeader(all));
  if (all.size() < kHeaderBytes + kTrailerBytes) {
    return Damaged(absl::StrCat(all.size(), " bytes are too few"));
  }
  if (header.total != all.size()) {
    return Damaged(absl::StrCat(all.size(), " bytes, the header says ", header.total));
  }
  // A mistake found after the checksum is a writer's. Bounds are checked all the
  // same, since a checksum can be forged.
  const uint64_t covered = all.size() - kXxh3Bytes;
  if (Xxh3(all.substr(0, covered)) != all.substr(covered)) {
    return Damaged("the checksum does not agree");
  }
  const uint64_t end = all.size() - kTrailerBytes;
  if (header.manifest_length > end - kHeaderBytes) {
    return Damaged(absl::StrCat("manifest of ", header.manifest_length, " bytes"));
  }
  manifest_length_ = header.manifest_length;
  uint64_t at = kHeaderBytes + ToUnits(header.manifest_length);
  for (uint32_t i = 0; i < header.sections; ++i) {
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
    sections_.push_back({section_kind, at, stored});
    at += ToUnits(stored);
  }
  if (at != end) return Damaged("bytes are left over");
  return absl::OkStatus();
}

absl::string_view Entry::manifest() const { return View(kHeaderBytes, manifest_length_); }

absl::string_view Entry::section(SectionKind kind) const {
  for (const SectionExtent& section : sections_) {
    if (section.kind == kind) return View(section.offset, section.length);
  }
  return absl::string_view();
}

bool Entry::has_section(SectionKind kind) const {
  for (const SectionExtent& section : sections_) {
    if (section.kind == kind) return true;
  }
  return false;
}

bool Entry::is_signed() const {
  return !AllZero(View(size() - kTrailerBytes, kKeyIdBytes + kMacBytes));
}

Signature Entry::CheckSignature(const MacKey* key) const {
  if (!is_signed()) return Signature::kNone;
  const uint64_t id = size() - kTrailerBytes;
  const uint64_t mac = id + kKeyIdBytes;
  if (key == nullptr || View(id, kKeyIdBytes) != key->id()) return Signature::kOtherKey;
  return key->Verify(View(0, mac), View(mac, kMacBytes)) ? Signature::kVerified
                                                         : Signature::kForged;
}

bool HeaderFits(absl::string_view first, uint64_t size) {
  const absl::StatusOr<Header> header = DecodeHeader(first);
  if (!header.ok() || header->total != size) return false;
  const uint64_t end = size - std::min(size, kTrailerBytes);
  uint64_t at = kHeaderBytes + ToUnits(header->manifest_length);
  if (at + header->sections * kSectionHeaderBytes > end) return false;
  // Sections one behind the other, as far as their headers are at hand.
  for (uint32_t i = 0; i < header->sections; ++i) {
    if (at + kSectionHeaderBytes > first.size()) return at + kSectionHeaderBytes <= end;
    const uint64_t stored = U64(first, at + 8);
    const uint64_t room = end - std::min(end, at + kSectionHeaderBytes);
    if (U32(first, at) == 0 || stored > room) return false;
    at += kSectionHeaderBytes + ToUnits(stored);
  }
  return at == end;
}

absl::StatusOr<EntryHead> DecodeHead(absl::string_view prefix) {
  Header header;
  TW_ASSIGN_OR_RETURN(header, DecodeHeader(prefix));
  if (header.manifest_length > prefix.size() - kHeaderBytes) {
    return Damaged("the manifest is cut off");
  }
  EntryHead head;
  head.manifest = std::string(prefix.substr(kHeaderBytes, header.manifest_length));
  const uint64_t at = kHeaderBytes + ToUnits(header.manifest_length);
  if (header.sections == 0 || at > prefix.size() ||
      prefix.size() - at < kSectionHeaderBytes) {
    return head;
  }
  const bool is_profile =
      U32(prefix, at) == static_cast<uint32_t>(SectionKind::kProfile) &&
      U32(prefix, at + 4) == kRawCodec;
  const uint64_t stored = U64(prefix, at + 8);
  if (is_profile && stored <= prefix.size() - at - kSectionHeaderBytes) {
    head.profile = std::string(prefix.substr(at + kSectionHeaderBytes, stored));
  }
  return head;
}

}  // namespace tilewright::cache
