#include "cache/format/entry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <cstdint>
#include <random>

#include "cache/format/manifest.h"

namespace tilewright::cache {
namespace {

std::string Sample() {
  return *EncodeEntry("abi=1\nkind=kernel\n",
                      {{SectionKind::kObject, "object bytes"},
                       {SectionKind::kProfile, ""},
                       {SectionKind::kGraph, "a longer text of graph"}});
}

// Gives `bytes` the checksum of their content, as a forger would.
void Resign(std::string* bytes) {
  const size_t end = bytes->size() - 16;
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes->data(), end));
  bytes->replace(end, 16, reinterpret_cast<const char*>(canonical.digest), 16);
}

void Put(std::string* bytes, size_t at, uint64_t value, int count) {
  for (int i = 0; i < count; ++i) (*bytes)[at + i] = static_cast<char>(value >> (8 * i));
}

TEST(Entry, ComesBackAsItWas) {
  const absl::StatusOr<Entry> entry = Entry::Decode(Sample());
  ASSERT_TRUE(entry.ok()) << entry.status();
  EXPECT_EQ(entry->manifest(), "abi=1\nkind=kernel\n");
  EXPECT_EQ(entry->section(SectionKind::kObject), "object bytes");
  EXPECT_EQ(entry->section(SectionKind::kGraph), "a longer text of graph");
  EXPECT_TRUE(entry->has_section(SectionKind::kProfile));
  EXPECT_EQ(entry->section(SectionKind::kProfile), "");
  EXPECT_FALSE(entry->has_section(SectionKind::kPlan));
}

TEST(Entry, ViewsFollowAnEntryThatIsMoved) {
  Entry entry = *Entry::Decode(*EncodeEntry("", {{SectionKind::kObject, "x"}}));
  const Entry moved = std::move(entry);
  EXPECT_EQ(moved.section(SectionKind::kObject), "x");
}

TEST(Entry, EveryFlippedBitIsRefused) {
  std::string bytes = Sample();
  for (char& c : bytes) {
    for (int bit = 0; bit < 8; ++bit) {
      c = static_cast<char>(c ^ (1 << bit));
      EXPECT_FALSE(Entry::Decode(bytes).ok()) << (&c - bytes.data());
      c = static_cast<char>(c ^ (1 << bit));
    }
  }
}

// By whoever has no key as well: the checksum covers the signature.
TEST(Entry, EveryFlippedBitOfASignedEntryIsRefused) {
  const auto key = *MacKey::FromBytes("the key that our team shares");
  std::string bytes =
      *EncodeEntry("kind=kernel\n", {{SectionKind::kObject, "x"}}, key.get());
  ASSERT_TRUE(Entry::Decode(bytes).ok());
  for (char& c : bytes) {
    for (int bit = 0; bit < 8; ++bit) {
      c = static_cast<char>(c ^ (1 << bit));
      EXPECT_FALSE(Entry::Decode(bytes).ok()) << (&c - bytes.data());
      c = static_cast<char>(c ^ (1 << bit));
    }
  }
}

TEST(Entry, EveryTruncationAndExtensionIsRefused) {
  const std::string bytes = Sample();
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(Entry::Decode(bytes.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(Entry::Decode(bytes + std::string(1, '\0')).ok());
  EXPECT_FALSE(Entry::Decode(bytes + bytes).ok());
}

// A checksum is no signature: lengths are bounded even where it agrees.
TEST(Entry, ExtremeLengthsUnderARightChecksumAreRefused) {
  const std::string sound = Sample();
  const size_t section = 32 + 32;  // after the header and 18 bytes of manifest
  const uint64_t extremes[] = {~uint64_t{0},     uint64_t{1} << 63, uint64_t{1} << 32,
                               0xffffffff,       0x7fffffff,        sound.size(),
                               sound.size() - 64};
  struct Field {
    size_t at;
    int bytes;
  };
  for (const Field& field : {Field{12, 4}, Field{16, 4}, Field{24, 8},
                             Field{section + 8, 8}, Field{section + 16, 8}}) {
    for (uint64_t value : extremes) {
      std::string bytes = sound;
      Put(&bytes, field.at, value, field.bytes);
      if (bytes == sound) continue;
      Resign(&bytes);
      EXPECT_FALSE(Entry::Decode(bytes).ok()) << field.at << " " << value;
    }
  }
  // Both lengths of a section agree and are wrong.
  for (uint64_t value : extremes) {
    std::string bytes = sound;
    Put(&bytes, section + 8, value, 8);
    Put(&bytes, section + 16, value, 8);
    Resign(&bytes);
    EXPECT_FALSE(Entry::Decode(bytes).ok()) << value;
  }
}

TEST(Entry, WhatFirstBytesSayIsHeldAgainstTheSizeOfTheFile) {
  const std::string sound = Sample();
  for (const size_t shown : {size_t{64} << 10, sound.size(), size_t{100}}) {
    EXPECT_TRUE(HeaderFits(absl::string_view(sound).substr(0, shown), sound.size()));
  }
  EXPECT_FALSE(HeaderFits(sound, sound.size() + 16));
  // A file that is as long as it says, of which its sections are a small part.
  std::string large = sound;
  Put(&large, 24, uint64_t{1} << 30, 8);
  EXPECT_FALSE(HeaderFits(large, uint64_t{1} << 30));
  // One whose sections are said to be longer than the file, or are none.
  const size_t section = 64;
  for (const uint64_t stored : {uint64_t{1} << 30, ~uint64_t{0}, ~uint64_t{0} - 40}) {
    std::string bytes = sound;
    Put(&bytes, section + 8, stored, 8);
    EXPECT_FALSE(HeaderFits(bytes, bytes.size())) << stored;
  }
  std::string zero = sound;
  Put(&zero, section, 0, 4);
  EXPECT_FALSE(HeaderFits(zero, zero.size()));
}

TEST(Entry, AnotherVersionOrCodecIsUnknownAndNotDamaged) {
  std::string version = Sample();
  Put(&version, 8, 1, 4);
  Resign(&version);
  EXPECT_TRUE(absl::IsUnimplemented(Entry::Decode(version).status()));
  std::string codec = Sample();
  Put(&codec, 64 + 4, 1, 4);
  Resign(&codec);
  EXPECT_TRUE(absl::IsUnimplemented(Entry::Decode(codec).status()));
}

TEST(Entry, RandomBytesUnderARightChecksumNeverCrash) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = Sample();
    for (int i = 0; i < 4; ++i) {
      bytes[12 + random() % (bytes.size() - 76)] = static_cast<char>(random());
    }
    Resign(&bytes);
    const absl::StatusOr<Entry> entry = Entry::Decode(bytes);
    if (!entry.ok()) continue;
    EXPECT_LE(entry->section(SectionKind::kObject).size(), bytes.size());
  }
}

TEST(Entry, WhatCannotBeReadIsNotWritten) {
  EXPECT_FALSE(EncodeEntry(std::string(kMaxManifestBytes + 1, 'x'), {}).ok());
  EXPECT_FALSE(
      EncodeEntry("", {{SectionKind::kObject, "a"}, {SectionKind::kObject, "b"}}).ok());
  EXPECT_FALSE(EncodeEntry("", std::vector<Section>(kMaxSections + 1)).ok());
}

}  // namespace
}  // namespace tilewright::cache
