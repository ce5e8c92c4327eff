#include "cache/store/gc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

namespace fs = std::filesystem;

class GcTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = Open();
  }
  // Entries first .. last, each a minute younger than the one before it.
  void Fill(int first, int last) {
    for (int i = first; i <= last; ++i) {
      ASSERT_TRUE(Publish(*store_, i));
      Age(i, 60 * (last - i));
    }
  }
  void Age(int number, int64_t seconds) {
    fs::last_write_time(PathOf(number),
                        fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
  }
  bool Has(int number) const { return fs::exists(PathOf(number)); }
  size_t Entries() const { return FilesIn("objects"); }
  GcReport Collect(const GcOptions& options) {
    const absl::StatusOr<GcReport> report = CollectGarbage(*store_->directory(), options);
    EXPECT_TRUE(report.ok()) << report.status();
    return report.ok() ? *report : GcReport();
  }

  std::unique_ptr<ObjectStore> store_;
};

TEST_F(GcTest, WithinItsLimitsACacheIsLeftAlone) {
  Fill(0, 9);
  const GcReport report = Collect({});
  EXPECT_EQ(report.entries, 10);
  EXPECT_EQ(report.removed_entries, 0);
  EXPECT_GT(report.bytes, 1000);
  EXPECT_EQ(Entries(), 10u);
}

TEST_F(GcTest, BeyondACountTheLeastRecentlyUsedGoUntilAFifthIsFree) {
  Fill(0, 19);
  const GcReport report = Collect({.limits = {.max_entries = 15}});
  EXPECT_EQ(report.removed_entries, 8);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Has(i), i >= 8) << i;
}

TEST_F(GcTest, BeyondASizeTheLeastRecentlyUsedGoUntilAFifthIsFree) {
  Fill(0, 19);
  const int64_t bytes = Collect({.dry_run = true}).bytes;
  const GcReport report = Collect({.limits = {.max_bytes = bytes / 2}});
  EXPECT_LE(report.bytes - report.removed_bytes, bytes * 4 / 10);
  EXPECT_NEAR(static_cast<double>(report.removed_entries), 12, 1);
  EXPECT_TRUE(Has(19));
  EXPECT_FALSE(Has(0));
}

TEST_F(GcTest, AHitMakesAnEntryRecentlyUsed) {
  Fill(0, 19);
  Age(0, 7200);
  EXPECT_TRUE(Hits(*store_, 0));
  Collect({.limits = {.max_entries = 10}});
  EXPECT_TRUE(Has(0));
  EXPECT_FALSE(Has(1));
}

TEST_F(GcTest, AHitWithinTheHourWritesNothing) {
  ASSERT_TRUE(Publish(*store_, 1));
  Age(1, 1800);
  const fs::file_time_type before = fs::last_write_time(PathOf(1));
  EXPECT_TRUE(Hits(*store_, 1));
  EXPECT_EQ(fs::last_write_time(PathOf(1)), before);
}

TEST_F(GcTest, AReaderTouchesNothing) {
  ASSERT_TRUE(Publish(*store_, 1));
  Age(1, 7200);
  const fs::file_time_type before = fs::last_write_time(PathOf(1));
  EXPECT_TRUE(Hits(*Open(Mode::kReadOnly), 1));
  EXPECT_EQ(fs::last_write_time(PathOf(1)), before);
}

TEST_F(GcTest, WhatWasNotUsedForTooLongGoes) {
  Fill(0, 4);
  Age(2, 10 * 86400);
  Age(3, 31 * 86400);
  EXPECT_EQ(Collect({}).removed_entries, 1);
  EXPECT_FALSE(Has(3));
  EXPECT_EQ(Collect({.limits = {.max_age = 9 * 86400}}).removed_entries, 1);
  EXPECT_FALSE(Has(2));
  Age(1, 365 * 86400);
  EXPECT_EQ(Collect({.limits = {.max_age = 0}}).removed_entries, 0);
}

TEST_F(GcTest, EntriesOfCompilersThatAreGoneGoFirst) {
  for (int i = 0; i < 20; ++i) {
    Manifest manifest = Key(i);
    manifest.Set("emitter", i % 2 == 0 ? "ours" : "former");
    ASSERT_TRUE(store_->Publish(manifest, {{SectionKind::kObject, "x"}}));
  }
  std::set<RemovalReason> reasons;
  const absl::StatusOr<GcReport> report = CollectGarbage(
      *store_->directory(),
      {.limits = {.max_entries = 15}, .current = {{"emitter", "ours"}}},
      [&](const EntryFile&, RemovalReason reason) { reasons.insert(reason); });
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->removed_entries, 8);
  EXPECT_EQ(reasons, std::set<RemovalReason>{RemovalReason::kGone});
}

TEST_F(GcTest, AWeekAfterTheirLastUseEntriesOfOtherCompilersGoWithinTheLimits) {
  Fill(0, 3);
  for (const int i : {0, 1}) Age(i, 8 * 86400);
  EXPECT_EQ(Collect({.current = {{"program", "1"}}}).removed_entries, 1);
  EXPECT_FALSE(Has(0));
  EXPECT_TRUE(Has(1));
  EXPECT_TRUE(Has(2));
}

TEST_F(GcTest, ADryRunSaysWhatWouldGoAndRemovesNothing) {
  Fill(0, 19);
  std::set<std::string> named;
  const absl::StatusOr<GcReport> report = CollectGarbage(
      *store_->directory(), {.limits = {.max_entries = 10}, .dry_run = true},
      [&](const EntryFile& file, RemovalReason) { named.insert(file.name); });
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->removed_entries, 12);
  EXPECT_EQ(named.size(), 12u);
  EXPECT_EQ(named.count(Key(0).Name()), 1u);
  EXPECT_EQ(Entries(), 20u);
}

TEST_F(GcTest, OnlyEntriesAreEverRemoved) {
  Fill(0, 9);
  const std::string folder = fs::path(PathOf(0)).parent_path();
  const std::vector<std::string> others = {folder + "/notes.two",
                                           folder + "/README",
                                           folder + "/" + Key(0).Name() + ".two~",
                                           folder + "/" + std::string(32, 'A') + ".two",
                                           dir() + "/objects/notes.txt",
                                           dir() + "/notes.two"};
  for (const std::string& path : others) std::ofstream(path) << "mine";
  Collect({.limits = {.max_bytes = 1, .max_age = 1, .max_entries = 1}});
  EXPECT_EQ(Entries(), 5u);
  for (const std::string& path : others) EXPECT_TRUE(fs::exists(path)) << path;
}

TEST_F(GcTest, WhatBuildsOfTheFormerLayoutLeftIsRemovedAndNothingElse) {
  Fill(0, 2);
  const std::string former = dir() + "/objects/ab";
  const std::string mixed = dir() + "/objects/cd";
  for (const std::string& folder : {former, mixed}) {
    fs::create_directory(folder);
    const std::string digits = fs::path(folder).filename();
    std::ofstream(folder + "/" + digits + std::string(30, '0') + ".two") << "former";
  }
  std::ofstream(mixed + "/notes.txt") << "mine";
  EXPECT_EQ(Collect({.dry_run = true}).removed_entries, 2);
  EXPECT_EQ(Entries(), 6u);
  ASSERT_TRUE(CollectSomeGarbage(*store_->directory(), {}, /*put_share=*/0).ok());
  EXPECT_FALSE(fs::exists(former));
  EXPECT_TRUE(fs::exists(mixed + "/notes.txt"));
  EXPECT_EQ(Entries(), 4u);
  for (int i = 0; i <= 2; ++i) EXPECT_TRUE(Has(i)) << i;
}

TEST_F(GcTest, InALargeCacheARunLooksAtAShardForA64thOfTheLimit) {
  constexpr int kEntries = 8000;
  for (int i = 0; i < kEntries; ++i) ASSERT_TRUE(Publish(*store_, i));
  const auto looked_at = [&](double put_share) {
    const absl::StatusOr<GcReport> report =
        CollectSomeGarbage(*store_->directory(), {}, put_share);
    EXPECT_TRUE(report.ok()) << report.status();
    return report.ok() ? static_cast<double>(report->entries) : 0;
  };
  EXPECT_NEAR(looked_at(1.0 / 64), kEntries / 16.0, 120);
  EXPECT_NEAR(looked_at(4.0 / 64), kEntries / 4.0, 250);
  EXPECT_EQ(looked_at(1), kEntries);
}

TEST_F(GcTest, AnEntryFromTheFutureAgesFromNowOn) {
  Fill(0, 1);
  Age(0, -365 * 86400);
  Collect({});
  EXPECT_LT(fs::last_write_time(PathOf(0)),
            fs::file_time_type::clock::now() + std::chrono::minutes(1));
}

TEST_F(GcTest, OneProcessAtATimeRemoves) {
  Fill(0, 9);
  const int file = open((dir() + "/gc.lock").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  ASSERT_EQ(flock(file, LOCK_EX), 0);
  const GcReport busy = Collect({.limits = {.max_entries = 1}});
  EXPECT_TRUE(busy.busy);
  EXPECT_EQ(Entries(), 10u);
  close(file);
  EXPECT_FALSE(Collect({.limits = {.max_entries = 1}}).busy);
  EXPECT_LT(Entries(), 10u);
}

TEST_F(GcTest, AutomaticRunsKeepTheCountWithoutLookingAtEverything) {
  const GcOptions options = {.limits = {.max_entries = 1000}};
  for (int i = 0; i < 1500; ++i) ASSERT_TRUE(Publish(*store_, i));
  int64_t looked_at = 0;
  for (int run = 0; run < 10; ++run) {
    const absl::StatusOr<GcReport> report =
        CollectSomeGarbage(*store_->directory(), options, /*put_share=*/0.01);
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_LT(report->entries, 600);
    looked_at += report->entries;
  }
  EXPECT_GT(looked_at, 1500);
  EXPECT_LE(Entries(), 1000u);
  EXPECT_GT(Entries(), 600u);
}

TEST_F(GcTest, PuttingAloneKeepsTheLimits) {
  const absl::StatusOr<std::unique_ptr<ObjectStore>> small =
      ObjectStore::Open({.dir = dir(), .limits = {.max_entries = 200}});
  ASSERT_TRUE(small.ok());
  size_t most = 0;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(Publish(**small, i));
    if (i % 50 == 49) most = std::max(most, Entries());
  }
  // What is put between two looks may be beyond.
  EXPECT_LE(most, 200u + 64u);
  EXPECT_GT((*small)->counters().removed, 700);
}

TEST_F(GcTest, ManyProcessesThatPutLittleKeepTheLimitsToo) {
  const ObjectStore::Options options = {.dir = dir(), .limits = {.max_entries = 100}};
  for (int i = 0; i < 3000; ++i) {
    const absl::StatusOr<std::unique_ptr<ObjectStore>> one = ObjectStore::Open(options);
    ASSERT_TRUE(one.ok()) << one.status();
    ASSERT_TRUE(Publish(**one, i));
  }
  // One in 64 looks after them.
  EXPECT_LE(Entries(), 1100u);
}

TEST_F(GcTest, WhereNothingIsPutEntriesAgeToo) {
  Fill(0, 9);
  store_.reset();
  for (int i = 1; i < 10; ++i) Age(i, 31 * 86400);
  const fs::path state = dir() + "/gc.state";
  const auto read_one = [&] { EXPECT_TRUE(Hits(*Open(), 0)); };
  // Somebody has looked within the hour.
  read_one();
  EXPECT_EQ(Entries(), 10u);
  fs::last_write_time(state,
                      fs::file_time_type::clock::now() - std::chrono::seconds(3700));
  // Who does nothing with the cache does nothing for it.
  Open().reset();
  EXPECT_FALSE(Hits(*Open(Mode::kReadOnly), 11));
  EXPECT_EQ(Entries(), 10u);
  read_one();
  EXPECT_EQ(Entries(), 1u);
}

TEST_F(GcTest, LargeEntriesAreLookedAfterSooner) {
  const absl::StatusOr<std::unique_ptr<ObjectStore>> small =
      ObjectStore::Open({.dir = dir(), .limits = {.max_bytes = 1 << 20}});
  ASSERT_TRUE(small.ok());
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(
        (*small)->Publish(Key(i), {{SectionKind::kObject, std::string(200 << 10, 'x')}}));
    EXPECT_LE(Entries(), 7u);
  }
}

TEST_F(GcTest, ADamagedStateIsBuiltUpAgain) {
  Fill(0, 99);
  const GcOptions options = {.limits = {.max_entries = 50}};
  for (const char* state : {"", "rubbish", "tilewright-gc-1 0 0\n",
                            "tilewright-gc-2 999 0\n", "tilewright-gc-2 0 0\n-1 -1\n"}) {
    std::ofstream(dir() + "/gc.state", std::ios::trunc) << state;
    ASSERT_EQ(chmod((dir() + "/gc.state").c_str(), 0600), 0);
    const absl::StatusOr<GcReport> report =
        CollectSomeGarbage(*store_->directory(), options, /*put_share=*/1);
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_LE(Entries(), 50u);
  }
}

}  // namespace
}  // namespace tilewright::cache
