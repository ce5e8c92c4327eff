// Every call that the store makes of the system fails, one after the other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cache/inspect/verify.h"
#include "cache/store/gc.h"
#include "cache/store/stats.h"
#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

struct Fault {
  const char* name;
  int error;
  bool for_good;
  bool durable;
};

class StoreFaultsTest : public StoreTest, public ::testing::WithParamInterface<Fault> {
 protected:
  // Everything that a store does, damage included. Returns whether it opened.
  bool Session(FaultyFileSystem& files) {
    absl::StatusOr<std::unique_ptr<ObjectStore>> store =
        ObjectStore::Open({.dir = dir(), .durable = GetParam().durable, .files = &files});
    if (!store.ok()) return false;
    for (int number : {1, 2}) {
      if (!Hits(**store, number)) Publish(**store, number);
    }
    Hits(**store, 1);
    std::error_code error;
    std::filesystem::resize_file(PathOf(2), 50, error);
    Hits(**store, 2);
    Publish(**store, 2);
    Hits(**store, 2);
    return true;
  }
};

TEST_P(StoreFaultsTest, AFailureAnywhereIsNeverAWrongHitAndNothingStaysBroken) {
  const Fault& fault = GetParam();
  int calls = 0;
  {
    FaultyFileSystem files;
    files.short_transfers = true;
    ASSERT_TRUE(Session(files));
    calls = files.calls;
    EXPECT_GT(calls, 30);
  }
  for (int call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    std::filesystem::remove_all(dir());
    FaultyFileSystem files;
    files.fail_at = call;
    files.error = fault.error;
    files.for_good = fault.for_good;
    files.short_transfers = true;
    Session(files);

    // The next process finds a usable directory, whatever happened.
    const auto store = Open();
    ASSERT_NE(store, nullptr);
    for (int number : {1, 2}) {
      if (!Hits(*store, number)) EXPECT_TRUE(Publish(*store, number));
      EXPECT_TRUE(Hits(*store, number));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Errors, StoreFaultsTest,
                         ::testing::Values(Fault{"Once", EIO, false, false},
                                           Fault{"NoSpace", ENOSPC, false, false},
                                           Fault{"NotThere", ENOENT, false, false},
                                           Fault{"Stale", ESTALE, false, true},
                                           Fault{"Access", EACCES, false, false},
                                           Fault{"Exists", EEXIST, false, false},
                                           Fault{"DeathAtThatCall", EIO, true, false},
                                           Fault{"DeathWhileDurable", EIO, true, true}),
                         [](const ::testing::TestParamInfo<Fault>& info) {
                           return info.param.name;
                         });

// Removing, counting and verifying, too.
TEST_F(StoreTest, AFailureWhileTidyingUpLosesNoMoreThanEntries) {
  const auto tidy = [this](FaultyFileSystem& files) {
    const absl::StatusOr<std::unique_ptr<ObjectStore>> store =
        ObjectStore::Open({.dir = dir(), .files = &files});
    if (!store.ok()) return;
    Hits(**store, 1);
    const Directory& directory = *(*store)->directory();
    CollectSomeGarbage(directory, {.limits = {.max_entries = 2}}, 1).IgnoreError();
    VerifyEntries(directory, {.repair = true}).IgnoreError();
    (*store)->WriteStats();
    ReadStats(directory).IgnoreError();
    CompactStats(directory);
  };
  const auto fill = [this] {
    std::filesystem::remove_all(dir());
    const auto store = Open();
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(Publish(*store, i));
    std::filesystem::resize_file(PathOf(4), 50);
  };
  fill();
  FaultyFileSystem counting;
  tidy(counting);
  ASSERT_GT(counting.calls, 60);
  for (const bool for_good : {false, true}) {
    for (int call = 0; call < counting.calls; ++call) {
      SCOPED_TRACE(call);
      fill();
      FaultyFileSystem files;
      files.fail_at = call;
      files.for_good = for_good;
      tidy(files);
      const auto store = Open();
      ASSERT_NE(store, nullptr);
      for (int i = 0; i < 5; ++i) {
        if (!Hits(*store, i)) EXPECT_TRUE(Publish(*store, i));
        EXPECT_TRUE(Hits(*store, i));
      }
    }
  }
}

TEST_F(StoreTest, AFullDiskIsCountedAndLeavesNoRubbish) {
  FaultyFileSystem files;
  const auto store = Open(Mode::kReadWrite, &files);
  Publish(*store, 1);
  // Every write fails; everything else works.
  class FullDisk : public FaultyFileSystem {
   public:
    int64_t Write(int, const char*, size_t) override { return -ENOSPC; }
  };
  FullDisk full;
  const auto second = Open(Mode::kReadWrite, &full);
  EXPECT_FALSE(Publish(*second, 2));
  EXPECT_EQ(second->counters().publish_errors, 1);
  EXPECT_EQ(FilesIn("tmp"), 0u);
  EXPECT_TRUE(Hits(*second, 1));
}

TEST_F(StoreTest, AFileSystemThatWritesNothingDoesNotHang) {
  class Stuck : public FaultyFileSystem {
   public:
    int64_t Write(int, const char*, size_t) override { return 0; }
  };
  Stuck stuck;
  const auto store = Open(Mode::kReadWrite, &stuck);
  EXPECT_FALSE(Publish(*store, 1));
}

}  // namespace
}  // namespace tilewright::cache
