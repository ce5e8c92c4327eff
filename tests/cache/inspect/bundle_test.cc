#include "cache/inspect/bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "absl/strings/escaping.h"
#include "cache/inspect/bundle.h"
#include "support/hash.h"
#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

using ::testing::HasSubstr;

class BundleTest : public StoreTest {
 protected:
  using KeyPtr = std::shared_ptr<const MacKey>;

  std::string path() const { return root_ + "/bundle"; }
  std::unique_ptr<ObjectStore> StoreIn(const std::string& name, KeyPtr key = nullptr) {
    ObjectStore::Options options;
    options.dir = root_ + "/" + name;
    options.key = key;
    options.policy = key == nullptr ? Policy::kOwner : Policy::kMacRequired;
    return *ObjectStore::Open(options);
  }
  // A bundle of entries 0 to `count` - 1.
  void MakeBundle(int count, KeyPtr key = nullptr) {
    const auto writer = *BundleWriter::Create(path(), key);
    for (int i = 0; i < count; ++i) {
      const absl::Status status = writer->Add(*Entry::Decode(
          *EncodeEntry(Key(i).Text(), {{SectionKind::kObject, Content(i)}}, key.get())));
      ASSERT_TRUE(status.ok()) << status;
    }
    const absl::Status status = writer->Finish();
    ASSERT_TRUE(status.ok()) << status;
  }
  // What became of a bundle's entries that were put into a store.
  struct Imported {
    int entries = 0;
    std::vector<absl::Status> problems;
    Signature signature = Signature::kNone;
  };
  absl::StatusOr<Imported> Import(ObjectStore& store, const KeyPtr& key = nullptr) {
    const auto bundle = BundleReader::Open(
        path(), key == nullptr ? Policy::kOwner : Policy::kMacRequired, key.get());
    if (!bundle.ok()) return bundle.status();
    Imported imported;
    imported.signature = (*bundle)->signature();
    for (size_t i = 0; i < (*bundle)->size(); ++i) {
      const absl::StatusOr<Entry> entry = (*bundle)->Read(i);
      if (entry.ok() && store.PublishEntry(*entry)) {
        ++imported.entries;
      } else {
        imported.problems.push_back(entry.status());
      }
    }
    return imported;
  }
  absl::Status OpenStatus(Policy policy, const MacKey* key) {
    return BundleReader::Open(path(), policy, key).status();
  }
  std::string ReadAll() const {
    std::stringstream text;
    text << std::ifstream(path()).rdbuf();
    return text.str();
  }
  void WriteAll(const std::string& bytes) const { std::ofstream(path()) << bytes; }

  const KeyPtr key_ = *MacKey::FromBytes("the key of these tests");
  const KeyPtr other_ = *MacKey::FromBytes("the key of somebody else");
};

TEST_F(BundleTest, WhatIsWrittenIsRead) {
  MakeBundle(20);
  const auto to = StoreIn("to");
  const auto imported = Import(*to);
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->entries, 20);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(Hits(*to, i));
}

TEST_F(BundleTest, EqualEntriesGiveEqualBundles) {
  MakeBundle(5, key_);
  const std::string first = ReadAll();
  MakeBundle(5, key_);
  EXPECT_EQ(ReadAll(), first);
}

TEST_F(BundleTest, WhatIsImportedIsSignedWithTheStoresKey) {
  MakeBundle(3, key_);
  const auto to = StoreIn("to", key_);
  EXPECT_EQ(Import(*to, key_)->entries, 3);
  EXPECT_EQ(Import(*to, key_)->signature, Signature::kVerified);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(Hits(*to, i));
}

TEST_F(BundleTest, AnEmptyBundleIsABundle) {
  MakeBundle(0, key_);
  EXPECT_EQ(Import(*StoreIn("to"))->entries, 0);
}

TEST_F(BundleTest, MacRequiredTakesWhatOurKeySignedAndNothingElse) {
  MakeBundle(2, key_);
  EXPECT_TRUE(OpenStatus(Policy::kMacRequired, key_.get()).ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(OpenStatus(Policy::kMacRequired, other_.get())));
  MakeBundle(2);
  EXPECT_TRUE(absl::IsFailedPrecondition(OpenStatus(Policy::kMacRequired, key_.get())));
  EXPECT_FALSE(Import(*StoreIn("to"), key_).ok());
}

TEST_F(BundleTest, OwnerTakesFilesThatOthersMayNotWriteTo) {
  MakeBundle(2);
  EXPECT_TRUE(OpenStatus(Policy::kOwner, nullptr).ok());
  chmod(path().c_str(), 0664);
  const absl::Status status = OpenStatus(Policy::kOwner, nullptr);
  EXPECT_TRUE(absl::IsFailedPrecondition(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("chmod go-w"));
  // A signature does not ask for owners and modes.
  MakeBundle(2, key_);
  chmod(path().c_str(), 0666);
  EXPECT_TRUE(OpenStatus(Policy::kOwner, key_.get()).ok());
  EXPECT_FALSE(OpenStatus(Policy::kOwner, nullptr).ok());
}

TEST_F(BundleTest, AnotherUsersFileIsRefusedUnlessItIsSigned) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  MakeBundle(2);
  ASSERT_EQ(chown(path().c_str(), 12345, 0), 0);
  EXPECT_TRUE(absl::IsFailedPrecondition(OpenStatus(Policy::kOwner, nullptr)));
}

TEST_F(BundleTest, NoByteCanBeChangedUnnoticed) {
  MakeBundle(1, key_);
  const std::string good = ReadAll();
  const auto to = StoreIn("to", key_);
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ (1 << i % 8));
    WriteAll(bad);
    const auto report = Import(*to, key_);
    EXPECT_TRUE(!report.ok() || report->problems.size() == 1) << i;
    // What came through is right.
    Hits(*to, 0);
  }
}

TEST_F(BundleTest, NoPartOfABundleIsABundle) {
  MakeBundle(1);
  const std::string good = ReadAll();
  for (size_t length = 0; length < good.size(); ++length) {
    WriteAll(good.substr(0, length));
    EXPECT_TRUE(absl::IsDataLoss(OpenStatus(Policy::kOwner, nullptr))) << length;
  }
  WriteAll(good + std::string(16, '\0'));
  EXPECT_TRUE(absl::IsDataLoss(OpenStatus(Policy::kOwner, nullptr)));
}

// With a right checksum, as somebody writes it who means harm.
TEST_F(BundleTest, ExtremeLengthsAreRefused) {
  MakeBundle(2);
  const std::string good = ReadAll();
  const size_t footer = good.size() - 80;
  const size_t index = footer - 2 * 48;
  for (size_t at : {index, index + 48, footer, footer + 8}) {
    for (uint64_t value :
         {uint64_t{0}, uint64_t{1}, uint64_t{16}, ~uint64_t{0}, ~uint64_t{15},
          uint64_t{1} << 63, uint64_t{1} << 40, good.size() + uint64_t{16}}) {
      std::string bad = good;
      for (int i = 0; i < 8; ++i) bad[at + i] = static_cast<char>(value >> (8 * i));
      if (bad == good) continue;
      // The checksum is over what the footer says is the index; where that is nothing
      // of the kind, no checksum helps.
      const std::string checksum = absl::HexStringToBytes(
          Xxh3Hex(absl::string_view(bad).substr(index, bad.size() - 16 - index)));
      bad.replace(bad.size() - 16, 16, checksum);
      WriteAll(bad);
      EXPECT_TRUE(absl::IsDataLoss(OpenStatus(Policy::kOwner, nullptr)))
          << at - index << " " << value;
    }
  }
}

TEST_F(BundleTest, ADamagedEntryDoesNotStopTheOthers) {
  MakeBundle(3);
  std::string bytes = ReadAll();
  const size_t at = bytes.find(Content(1));
  ASSERT_NE(at, std::string::npos);
  bytes[at] = '!';
  WriteAll(bytes);
  const auto to = StoreIn("to");
  const auto report = Import(*to);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->entries, 2);
  ASSERT_EQ(report->problems.size(), 1);
  EXPECT_TRUE(absl::IsDataLoss(report->problems[0]));
  EXPECT_TRUE(Hits(*to, 0));
  EXPECT_FALSE(Hits(*to, 1));
  EXPECT_TRUE(Hits(*to, 2));
}

TEST_F(BundleTest, AnUnfinishedBundleLeavesNothingAndReplacesNothing) {
  WriteAll("what was there");
  {
    const auto writer = *BundleWriter::Create(path(), nullptr);
  }
  EXPECT_EQ(ReadAll(), "what was there");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(root_), {}), 1);
}

TEST_F(BundleTest, WhatIsNoFileIsAnError) {
  EXPECT_TRUE(absl::IsNotFound(OpenStatus(Policy::kOwner, nullptr)));
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
  EXPECT_TRUE(absl::IsInvalidArgument(OpenStatus(Policy::kOwner, nullptr)));
  EXPECT_FALSE(BundleWriter::Create(root_ + "/no/such/folder", nullptr).ok());
}

// A file of gigabytes that takes no disk, with a right beginning and end.
TEST_F(BundleTest, AnIndexBeyondTheBoundIsNotRead) {
  const uint64_t records = kMaxBundleEntries + 1;
  MakeBundle(0);
  const std::string bytes = ReadAll();
  const auto number = [](uint64_t value) {
    return std::string(reinterpret_cast<const char*>(&value), 8);
  };
  {
    std::ofstream file(path(), std::ios::binary);
    file << bytes.substr(0, 16);
    file.seekp(static_cast<std::streamoff>(16 + records * 48));
    file << number(16) << number(records) << std::string(64, '\0');
  }
  const absl::Status status = OpenStatus(Policy::kOwner, nullptr);
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("at most"));
}

}  // namespace
}  // namespace tilewright::cache
