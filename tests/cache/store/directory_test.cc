// Which directories are trusted.
#include "cache/store/directory.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class DirectoryTest : public StoreTest {
 protected:
  absl::Status OpenStatus() { return ObjectStore::Open({.dir = dir()}).status(); }
};

TEST_F(DirectoryTest, ParentsThatAreAbsentAreMadeForTheUserAlone) {
  const std::string deep = root_ + "/a/b/c";
  ASSERT_TRUE(ObjectStore::Open({.dir = deep}).ok());
  for (const std::string& path : {root_ + "/a", root_ + "/a/b", deep}) {
    struct stat info;
    ASSERT_EQ(stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u) << path;
  }
}

TEST_F(DirectoryTest, OnExt4ItsFoldersGetPlacesOfTheirOwn) {
  constexpr decltype(statfs::f_type) kExt4 = 0xef53;
  struct statfs system;
  ASSERT_EQ(statfs(root_.c_str(), &system), 0);
  if (system.f_type != kExt4) GTEST_SKIP() << "not on ext4";
  ASSERT_TRUE(OpenStatus().ok());
  const int file = open(dir().c_str(), O_RDONLY | O_DIRECTORY);
  unsigned int flags = 0;
  EXPECT_EQ(ioctl(file, FS_IOC_GETFLAGS, &flags), 0);
  close(file);
  EXPECT_TRUE(flags & FS_TOPDIR_FL);
}

TEST_F(DirectoryTest, AReaderMakesNoDirectory) {
  EXPECT_TRUE(absl::IsUnavailable(
      ObjectStore::Open({.dir = dir(), .mode = Mode::kReadOnly}).status()));
  EXPECT_FALSE(fs::exists(dir()));
}

// Whoever may write to a folder inside may put entries there.
TEST_F(DirectoryTest, EveryFolderInItIsHeldToTheSameRule) {
  for (const char* folder : {kObjects, kTemporary, kQuarantine, kStats}) {
    const std::string path = dir() + "/" + folder;
    fs::create_directories(path);
    ASSERT_EQ(chmod(path.c_str(), 0775), 0);
    const absl::Status status = OpenStatus();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << folder;
    EXPECT_THAT(std::string(status.message()), HasSubstr("chmod go-w '" + path + "'"));
    ASSERT_EQ(chmod(path.c_str(), 0755), 0);
    EXPECT_TRUE(OpenStatus().ok());
  }
}

TEST_F(DirectoryTest, ALinkInAFoldersPlaceIsRefusedWithTheRemedy) {
  fs::create_directories(dir());
  fs::create_directories(root_ + "/elsewhere");
  for (const char* folder : {kObjects, kTemporary, kQuarantine, kStats}) {
    const std::string path = dir() + "/" + folder;
    fs::remove_all(path);
    fs::create_directory_symlink(root_ + "/elsewhere", path);
    const absl::Status status = OpenStatus();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << folder;
    EXPECT_THAT(std::string(status.message()), HasSubstr("rm '" + path + "'"));
    fs::remove(path);
  }
}

TEST_F(DirectoryTest, NoLinkIsFollowedOnTheWayToAnEntry) {
  const auto store = Open();
  ASSERT_TRUE(Publish(*store, 1));
  const fs::path shard = fs::path(PathOf(1)).parent_path();
  fs::rename(shard, root_ + "/elsewhere");
  fs::create_directory_symlink(root_ + "/elsewhere", shard);
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_EQ(store->counters().foreign, 1);
}

// Where the directory is, is the user's choice: links there are followed, and what
// they lead to is held to the rule.
TEST_F(DirectoryTest, TheDirectoryItselfMayBeALink) {
  fs::create_directory(root_ + "/disk");
  ASSERT_EQ(chmod((root_ + "/disk").c_str(), 0777), 0);
  fs::create_directory_symlink(root_ + "/disk", dir());
  EXPECT_EQ(OpenStatus().code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_EQ(chmod((root_ + "/disk").c_str(), 0700), 0);
  EXPECT_TRUE(OpenStatus().ok());
}

TEST_F(DirectoryTest, AFileInItsPlaceIsUnavailable) {
  std::ofstream(dir()) << "a file";
  EXPECT_TRUE(absl::IsUnavailable(OpenStatus()));
}

TEST_F(DirectoryTest, EntriesOfAnotherUserAreNotReadEvenInOurDirectory) {
  FaultyFileSystem files;
  const auto store = Open(Mode::kReadWrite, &files);
  ASSERT_TRUE(Publish(*store, 1));
  files.user_offset = 1;  // the file now is another's
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_EQ(store->counters().foreign, 1);
}

TEST_F(DirectoryTest, QuarantineKeepsTheLastOnly) {
  const auto store = Open();
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(Publish(*store, i));
    store->Refuse(Key(i), Refusal::kContent);
  }
  EXPECT_EQ(FilesIn("quarantine"), kMaxQuarantined);
  EXPECT_EQ(FilesIn("objects"), 0u);
  EXPECT_EQ(store->counters().refused_content, 40);
}

TEST_F(DirectoryTest, NamesOfTemporaryFilesDiffer) {
  std::set<std::string> names;
  for (int i = 0; i < 1000; ++i) names.insert(UniqueName());
  EXPECT_EQ(names.size(), 1000u);
}

TEST_F(DirectoryTest, RefusalsAreCountedByTheirReason) {
  const auto store = Open();
  for (const Refusal reason : {Refusal::kMachine, Refusal::kImports,
                               Refusal::kConstructors, Refusal::kContent}) {
    ASSERT_TRUE(Publish(*store, 1));
    ASSERT_TRUE(Hits(*store, 1));
    store->Refuse(Key(1), reason);
    EXPECT_FALSE(Hits(*store, 1));
  }
  const Counters counters = store->counters();
  EXPECT_EQ(counters.refused_machine, 1);
  EXPECT_EQ(counters.refused_imports, 1);
  EXPECT_EQ(counters.refused_constructors, 1);
  EXPECT_EQ(counters.refused_content, 1);
  EXPECT_EQ(counters.hits, 0);
  EXPECT_EQ(counters.misses, 8);
}

// A clock that was set wrong, back or forth by years, costs misses at most.
TEST_F(DirectoryTest, AClockThatJumpsChangesNoResult) {
  FaultyFileSystem files;
  const auto store = Open(Mode::kReadWrite, &files);
  for (const int64_t year : {0, 10, -10, 60, -60, 0}) {
    files.clock_offset = year * 365 * 86400;
    for (int i = 0; i < 40; ++i) {
      if (!Hits(*store, i)) EXPECT_TRUE(Publish(*store, i));
      // The files' times do not jump: they may look too old to be kept.
      EXPECT_TRUE(Hits(*store, i) || year != 0);
    }
    Open(Mode::kReadWrite, &files);
  }
  EXPECT_EQ(store->counters().damaged, 0);
}

}  // namespace
}  // namespace tilewright::cache
