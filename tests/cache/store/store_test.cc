#include "cache/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <random>
#include <thread>

#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void WriteAll(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

TEST_F(StoreTest, WhatIsPublishedIsFoundByEveryStoreOnTheDirectory) {
  const auto store = Open();
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_TRUE(Publish(*store, 1));
  EXPECT_TRUE(Hits(*store, 1));
  EXPECT_FALSE(Hits(*store, 2));
  EXPECT_TRUE(Hits(*Open(), 1));
  EXPECT_TRUE(Hits(*Open(Mode::kReadOnly), 1));
  const Counters counters = store->counters();
  EXPECT_EQ(counters.hits, 1);
  EXPECT_EQ(counters.misses, 2);
  EXPECT_EQ(counters.published, 1);
  EXPECT_GT(counters.bytes_written, 100);
  EXPECT_EQ(counters.bytes_read, counters.bytes_written);
}

TEST_F(StoreTest, ALaterEntryReplacesAnEarlierOne) {
  const auto store = Open();
  store->Publish(Key(1), {{SectionKind::kObject, "old"}});
  Publish(*store, 1);
  EXPECT_TRUE(Hits(*store, 1));
}

TEST_F(StoreTest, DirectoriesAndFilesAreTheirOwnersOnly) {
  umask(0);
  const auto store = Open();
  Publish(*store, 1);
  umask(022);
  struct stat info;
  for (const std::string& path : {dir(), dir() + "/objects", dir() + "/tmp",
                                  fs::path(PathOf(1)).parent_path().string()}) {
    ASSERT_EQ(stat(path.c_str(), &info), 0) << path;
    EXPECT_EQ(info.st_mode & 0777, 0700u) << path;
  }
  ASSERT_EQ(stat(PathOf(1).c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(StoreTest, ADirectoryThatOthersMayWriteToIsRefusedWithTheRemedy) {
  fs::create_directory(dir());
  for (int mode : {0770, 0707, 0777, 0722}) {
    ASSERT_EQ(chmod(dir().c_str(), mode), 0);
    const absl::Status status = ObjectStore::Open({.dir = dir()}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(status.message()), HasSubstr("chmod go-w '" + dir() + "'"));
  }
  ASSERT_EQ(chmod(dir().c_str(), 0755), 0);
  EXPECT_TRUE(ObjectStore::Open({.dir = dir()}).ok());
}

TEST_F(StoreTest, ADirectoryOfAnotherUserIsRefused) {
  fs::create_directory(dir());
  FaultyFileSystem files;
  files.user_offset = 1;
  const absl::Status status = ObjectStore::Open({.dir = dir(), .files = &files}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("belongs to user"));
}

TEST_F(StoreTest, FilesOfAnotherUserOrOpenToOthersAreMisses) {
  FaultyFileSystem files;
  const auto store = Open(Mode::kReadWrite, &files);
  Publish(*store, 1);
  files.user_offset = 1;
  EXPECT_FALSE(Hits(*store, 1));
  files.user_offset = 0;
  ASSERT_EQ(chmod(PathOf(1).c_str(), 0620), 0);
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_EQ(store->counters().foreign, 2);
  ASSERT_EQ(chmod(PathOf(1).c_str(), 0600), 0);
  EXPECT_TRUE(Hits(*store, 1));
}

TEST_F(StoreTest, LinksFoldersAndPipesInAnEntrysPlaceAreMisses) {
  const auto store = Open();
  Publish(*store, 1);
  const std::string elsewhere = root_ + "/elsewhere";
  fs::rename(PathOf(1), elsewhere);
  fs::create_symlink(elsewhere, PathOf(1));
  EXPECT_FALSE(Hits(*store, 1));
  fs::remove(PathOf(1));
  fs::create_directory(PathOf(1));
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_FALSE(Publish(*store, 1));
  fs::remove(PathOf(1));
  ASSERT_EQ(mkfifo(PathOf(1).c_str(), 0600), 0);
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_EQ(store->counters().foreign, 3);
  EXPECT_TRUE(Publish(*store, 1));
  EXPECT_TRUE(Hits(*store, 1));
}

TEST_F(StoreTest, AnotherManifestUnderTheSameNameIsACollisionAndAMiss) {
  const auto store = Open();
  Publish(*store, 1);
  Publish(*store, 2);
  fs::copy_file(PathOf(1), PathOf(2), fs::copy_options::overwrite_existing);
  EXPECT_FALSE(Hits(*store, 2));
  EXPECT_EQ(store->counters().collisions, 1);
  EXPECT_EQ(store->counters().damaged, 0);
}

TEST_F(StoreTest, DamageIsSetAsideCountedAndMendedByPublishing) {
  const auto store = Open();
  Publish(*store, 1);
  const std::string sound = ReadAll(PathOf(1));
  for (size_t i = 0; i < sound.size(); i += 7) {
    std::string bytes = sound;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x40);
    WriteAll(PathOf(1), bytes);
    EXPECT_FALSE(Hits(*store, 1)) << i;
    EXPECT_FALSE(Hits(*store, 1)) << i;
    EXPECT_TRUE(Publish(*store, 1));
    EXPECT_TRUE(Hits(*store, 1));
  }
  EXPECT_GT(store->counters().damaged, 10);
  EXPECT_LE(FilesIn("quarantine"), 16u);
  EXPECT_GT(FilesIn("quarantine"), 0u);
}

TEST_F(StoreTest, EveryTruncationIsAMiss) {
  const auto store = Open();
  Publish(*store, 1);
  const std::string sound = ReadAll(PathOf(1));
  for (size_t size = 0; size < sound.size(); ++size) {
    WriteAll(PathOf(1), sound.substr(0, size));
    ASSERT_EQ(chmod(PathOf(1).c_str(), 0600), 0);
    EXPECT_FALSE(Hits(*store, 1)) << size;
  }
}

TEST_F(StoreTest, AFileTooLargeToBeAnEntryIsNotReadIntoMemory) {
  const auto store = Open();
  Publish(*store, 1);
  ASSERT_EQ(truncate(PathOf(1).c_str(), off_t{1} << 40), 0);
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_EQ(store->counters().damaged, 1);
}

TEST_F(StoreTest, AReadOnlyStoreChangesNothing) {
  Publish(*Open(), 1);
  WriteAll(PathOf(1), "damage");
  const auto store = Open(Mode::kReadOnly);
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_FALSE(Publish(*store, 2));
  EXPECT_EQ(ReadAll(PathOf(1)), "damage");
  EXPECT_FALSE(fs::exists(dir() + "/quarantine"));
  EXPECT_FALSE(fs::exists(PathOf(2)));
}

TEST_F(StoreTest, AStoreThatIsOffTouchesNothing) {
  const auto store = Open(Mode::kOff);
  EXPECT_FALSE(Publish(*store, 1));
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_FALSE(fs::exists(dir()));
}

TEST_F(StoreTest, ADirectoryThatIsRemovedUnderneathIsMadeAgain) {
  const auto store = Open();
  Publish(*store, 1);
  fs::remove_all(dir());
  EXPECT_FALSE(Hits(*store, 1));
  EXPECT_TRUE(Publish(*store, 1));
  EXPECT_TRUE(Hits(*store, 1));
  EXPECT_TRUE(Hits(*Open(), 1));
}

TEST_F(StoreTest, WhatDeadWritersLeftIsRemovedInTime) {
  Publish(*Open(), 1);
  WriteAll(dir() + "/tmp/1-old-0", "half an ent");
  WriteAll(dir() + "/tmp/2-new-0", "half an ent");
  fs::last_write_time(dir() + "/tmp/1-old-0",
                      fs::file_time_type::clock::now() - std::chrono::hours(2));
  Open();
  EXPECT_FALSE(fs::exists(dir() + "/tmp/1-old-0"));
  EXPECT_TRUE(fs::exists(dir() + "/tmp/2-new-0"));
}

TEST_F(StoreTest, FilesThatAreNotOursAreNeverRemoved) {
  fs::create_directories(dir() + "/objects/a");
  WriteAll(dir() + "/objects/a/notes.txt", "mine");
  WriteAll(dir() + "/readme", "mine");
  const auto store = Open();
  for (int i = 0; i < 20; ++i) Publish(*store, i);
  EXPECT_EQ(ReadAll(dir() + "/objects/a/notes.txt"), "mine");
  EXPECT_EQ(ReadAll(dir() + "/readme"), "mine");
}

TEST_F(StoreTest, AnEntryBeyondTheProcessesLimitOfFileSizesIsAnErrorAndNotTheEnd) {
  const auto store = Open();
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 64;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const bool kept = Publish(*store, 1);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_FALSE(kept);
  EXPECT_EQ(store->counters().publish_errors, 1);
  EXPECT_EQ(FilesIn("tmp"), 0u);
  EXPECT_TRUE(Publish(*store, 1));
  EXPECT_TRUE(Hits(*store, 1));
}

TEST_F(StoreTest, ThreadsMayPublishAndFindAtOnce) {
  const auto store = Open();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 300; ++i) {
        const int number = static_cast<int>(random() % 10);
        if (!Hits(*store, number)) EXPECT_TRUE(Publish(*store, number));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(FilesIn("tmp"), 0u);
  EXPECT_EQ(store->counters().damaged, 0);
}

// Writers are killed at random moments: readers see whole entries or none.
TEST_F(StoreTest, KilledProcessesLeaveNothingWrongBehind) {
  Open();
  std::mt19937 random(7);
  for (int round = 0; round < 30; ++round) {
    std::vector<pid_t> children;
    for (int c = 0; c < 4; ++c) {
      const pid_t child = fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        const absl::StatusOr<std::unique_ptr<ObjectStore>> store =
            ObjectStore::Open({.dir = dir()});
        if (!store.ok()) _exit(3);
        for (int i = 0;; i = (i + 1) % 5) {
          const std::optional<Entry> entry = (*store)->Find(Key(i));
          if (entry.has_value() && entry->section(SectionKind::kObject) != Content(i)) {
            _exit(2);
          }
          (*store)->Publish(Key(i), {{SectionKind::kObject, Content(i)}});
          if ((*store)->counters().damaged > 0) _exit(4);
        }
      }
      children.push_back(child);
    }
    usleep(1000 + random() % 5000);
    for (pid_t child : children) kill(child, SIGKILL);
    for (pid_t child : children) {
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      EXPECT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
    }
    const auto store = Open();
    for (int i = 0; i < 5; ++i) Hits(*store, i);
    EXPECT_EQ(store->counters().damaged, 0);
  }
}

TEST(DefaultDirectory, FollowsTheEnvironment) {
  setenv("HOME", "/home/someone", 1);
  unsetenv("XDG_CACHE_HOME");
  unsetenv("TILEWRIGHT_CACHE_DIR");
  EXPECT_EQ(DefaultDirectory(), "/home/someone/.cache/tilewright");
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(DefaultDirectory(), "/home/someone/.cache/tilewright");
  setenv("XDG_CACHE_HOME", "/xdg", 1);
  EXPECT_EQ(DefaultDirectory(), "/xdg/tilewright");
  setenv("TILEWRIGHT_CACHE_DIR", "/own", 1);
  EXPECT_EQ(DefaultDirectory(), "/own");
  unsetenv("TILEWRIGHT_CACHE_DIR");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  EXPECT_EQ(DefaultDirectory(), "");
  EXPECT_TRUE(absl::IsUnavailable(ObjectStore::Open({}).status()));
}

// Sparse files of a gigabyte take no disk, and seconds to read.
TEST_F(StoreTest, OfAFileThatIsNotWhatItsHeaderSaysTheFirstBytesAreRead) {
  const auto store = Open();
  ASSERT_TRUE(Publish(*store, 1));
  ASSERT_TRUE(Publish(*store, 2));
  std::filesystem::resize_file(PathOf(1), uint64_t{1} << 30);
  std::ofstream(PathOf(2), std::ios::trunc).close();
  std::filesystem::resize_file(PathOf(2), uint64_t{1} << 30);
  for (int number : {1, 2}) {
    const FileBytes read = store->directory()->Read(
        EntryPath(Key(number).Name()), kMaxEntryBytes, /*prefix=*/0, &HeaderFits);
    EXPECT_LE(read.bytes.size(), Directory::kFirstBytes);
    EXPECT_FALSE(Hits(*store, number));
  }
  EXPECT_EQ(store->counters().damaged, 2);
}

TEST_F(StoreTest, AnEntryOfManyPiecesIsReadWhole) {
  const auto store = Open();
  const std::string large(3 * Directory::kFirstBytes + 5, 'l');
  ASSERT_TRUE(store->Publish(Key(3), {{SectionKind::kObject, large}}));
  const std::optional<Entry> entry = store->Find(Key(3));
  ASSERT_TRUE(entry.has_value());
  EXPECT_TRUE(entry->section(SectionKind::kObject) == large);
}

}  // namespace
}  // namespace tilewright::cache
