// Listing and verifying entries.
#include "cache/store/scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "cache/inspect/verify.h"
#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ScanTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = Open();
  }
  const Directory& directory() { return *store_->directory(); }
  void Overwrite(int number, const std::string& bytes) {
    std::ofstream(PathOf(number), std::ios::binary | std::ios::trunc) << bytes;
    chmod(PathOf(number).c_str(), 0600);
  }

  std::unique_ptr<ObjectStore> store_;
};

TEST_F(ScanTest, EveryEntryIsVisitedOnceWithItsSize) {
  std::map<std::string, int64_t> seen;
  for (int i = 0; i < 30; ++i) Publish(*store_, i);
  std::ofstream(dir() + "/objects/notes.two") << "no entry";
  ASSERT_TRUE(ForEachEntry(directory(), [&](const EntryFile& file) {
                EXPECT_TRUE(seen.emplace(file.name, file.bytes).second);
                return true;
              }).ok());
  EXPECT_EQ(seen.size(), 30u);
  EXPECT_EQ(seen[Key(3).Name()], static_cast<int64_t>(fs::file_size(PathOf(3))));
}

TEST_F(ScanTest, AVisitMayStop) {
  for (int i = 0; i < 30; ++i) Publish(*store_, i);
  int visits = 0;
  ASSERT_TRUE(
      ForEachEntry(directory(), [&](const EntryFile&) { return ++visits < 5; }).ok());
  EXPECT_EQ(visits, 5);
}

TEST_F(ScanTest, ASummaryIsReadWithoutTheObject) {
  const std::string profile = FormatProfile(
      {.name = "dot\ngeneral", .emit_us = 5, .codegen_us = 7, .created = 9});
  store_->Publish(Key(1), {{SectionKind::kProfile, profile},
                           {SectionKind::kObject, std::string(1 << 20, 'x')}});
  // Damage behind the head is none of a listing's business.
  fs::resize_file(PathOf(1), 10000);
  const absl::StatusOr<EntrySummary> summary = ReadSummary(directory(), Key(1).Name());
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->manifest.Get("program"), "1");
  EXPECT_EQ(summary->profile.name, "dot general");
  EXPECT_EQ(summary->profile.compile_us(), 12);
  EXPECT_EQ(summary->profile.created, 9);
}

TEST_F(ScanTest, SummariesOfWhatIsNoEntryAreErrors) {
  EXPECT_TRUE(absl::IsNotFound(ReadSummary(directory(), Key(1).Name()).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(ReadSummary(directory(), "../x").status()));
  Publish(*store_, 1);
  Publish(*store_, 2);
  Overwrite(1, "no entry");
  EXPECT_TRUE(absl::IsDataLoss(ReadSummary(directory(), Key(1).Name()).status()));
  fs::copy_file(PathOf(2), PathOf(1), fs::copy_options::overwrite_existing);
  EXPECT_TRUE(absl::IsDataLoss(ReadSummary(directory(), Key(1).Name()).status()));
  EXPECT_TRUE(absl::IsDataLoss(ReadEntry(directory(), Key(1).Name()).status()));
  fs::permissions(PathOf(2), fs::perms(0666));
  EXPECT_EQ(ReadEntry(directory(), Key(2).Name()).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(ScanTest, EveryPrefixOfAHeadIsRefusedOrRightAndNeverCrashes) {
  Publish(*store_, 1);
  std::ifstream file(PathOf(1), std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  for (size_t size = 0; size <= bytes.size(); ++size) {
    const absl::StatusOr<EntryHead> head = DecodeHead(bytes.substr(0, size));
    if (head.ok()) EXPECT_EQ(head->manifest, Key(1).Text());
  }
}

TEST_F(ScanTest, KeysMayBeShortened) {
  for (int i = 0; i < 300; ++i) Publish(*store_, i);
  const std::string name = Key(7).Name();
  EXPECT_THAT(*NamesWithPrefix(directory(), name, 10), ElementsAre(name));
  EXPECT_THAT(*NamesWithPrefix(directory(), name.substr(0, 12), 10), ElementsAre(name));
  const absl::StatusOr<std::vector<std::string>> some =
      NamesWithPrefix(directory(), name.substr(0, 1), 5);
  EXPECT_EQ(some->size(), 5u);
  EXPECT_THAT(*NamesWithPrefix(directory(), std::string(32, '0'), 10), IsEmpty());
  for (const std::string prefix : {"", "xyz", "ab/..", "ABC"}) {
    EXPECT_TRUE(
        absl::IsInvalidArgument(NamesWithPrefix(directory(), prefix, 10).status()));
  }
  EXPECT_FALSE(NamesWithPrefix(directory(), std::string(33, 'a'), 10).ok());
}

TEST_F(ScanTest, VerifyingNamesEveryEntryThatIsNotSound) {
  for (int i = 0; i < 20; ++i) Publish(*store_, i);
  Overwrite(3, "no entry");
  fs::resize_file(PathOf(4), 60);
  fs::copy_file(PathOf(1), PathOf(5), fs::copy_options::overwrite_existing);
  fs::permissions(PathOf(6), fs::perms(0666));
  int64_t steps = 0;
  const absl::StatusOr<VerifyReport> report =
      VerifyEntries(directory(), {}, [&](const VerifyProgress& progress) {
        EXPECT_EQ(progress.entries, ++steps);
        EXPECT_EQ(progress.all_entries, 20);
      });
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->entries, 20);
  EXPECT_EQ(steps, 20);
  std::set<std::string> named;
  for (const VerifyProblem& problem : report->problems) named.insert(problem.name);
  EXPECT_EQ(named, (std::set<std::string>{Key(3).Name(), Key(4).Name(), Key(5).Name(),
                                          Key(6).Name()}));
  EXPECT_EQ(FilesIn("quarantine"), 0u);
}

TEST_F(ScanTest, RepairingSetsAsideWhatIsNotSoundAndLeavesTheRest) {
  for (int i = 0; i < 5; ++i) Publish(*store_, i);
  Overwrite(3, "no entry");
  const absl::StatusOr<VerifyReport> report =
      VerifyEntries(directory(), {.repair = true});
  ASSERT_EQ(report->problems.size(), 1u);
  EXPECT_TRUE(report->problems[0].set_aside);
  EXPECT_EQ(FilesIn("quarantine"), 1u);
  EXPECT_EQ(FilesIn("objects"), 4u);
  EXPECT_THAT(VerifyEntries(directory(), {})->problems, IsEmpty());
}

TEST_F(ScanTest, VerifyingUnderAPolicyNamesWhatIsNotSigned) {
  const auto key = *MacKey::FromBytes("the key that our team shares");
  Publish(*store_, 1);
  const absl::StatusOr<std::unique_ptr<ObjectStore>> signer =
      ObjectStore::Open({.dir = dir(), .key = key});
  Publish(**signer, 2);
  const absl::StatusOr<VerifyReport> report =
      VerifyEntries(directory(), {.policy = Policy::kMacRequired, .key = key.get()});
  ASSERT_EQ(report->problems.size(), 1u);
  EXPECT_EQ(report->problems[0].name, Key(1).Name());
  EXPECT_THAT(std::string(report->problems[0].status.message()), HasSubstr("unsigned"));
}

TEST_F(ScanTest, VerifyingSomeLooksAtThoseOnlyAndMayLookFurther) {
  for (int i = 0; i < 5; ++i) Publish(*store_, i);
  const absl::StatusOr<VerifyReport> report =
      VerifyEntries(directory(), {.names = {Key(2).Name(), Key(99).Name()},
                                  .also = [](const std::string&, const Entry& entry) {
                                    return entry.has_section(SectionKind::kGraph)
                                               ? absl::OkStatus()
                                               : absl::DataLossError("no graph");
                                  }});
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->entries, 2);
  ASSERT_EQ(report->problems.size(), 2u);
  EXPECT_EQ(report->problems[0].status.message(), "no graph");
  EXPECT_TRUE(absl::IsNotFound(report->problems[1].status));
}

TEST_F(ScanTest, RemovingIsByNameAndOnce) {
  Publish(*store_, 1);
  EXPECT_TRUE(RemoveEntry(directory(), Key(1).Name()).ok());
  EXPECT_TRUE(absl::IsNotFound(RemoveEntry(directory(), Key(1).Name())));
  EXPECT_TRUE(absl::IsInvalidArgument(RemoveEntry(directory(), "../../etc/passwd")));
}

}  // namespace
}  // namespace tilewright::cache
