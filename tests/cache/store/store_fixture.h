// A directory for a store, and a file system that fails on demand.
#pragma once

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "cache/store/store.h"

namespace tilewright::cache {

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::temp_directory_path() / "tilewright-test-XXXXXX";
    ASSERT_NE(mkdtemp(root_.data()), nullptr);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  std::string dir() const { return root_ + "/cache"; }
  std::unique_ptr<ObjectStore> Open(Mode mode = Mode::kReadWrite,
                                    FileSystem* files = nullptr) {
    absl::StatusOr<std::unique_ptr<ObjectStore>> store =
        ObjectStore::Open({.dir = dir(), .mode = mode, .files = files});
    EXPECT_TRUE(store.ok()) << store.status();
    return store.ok() ? *std::move(store) : nullptr;
  }

  static Manifest Key(int number) {
    Manifest manifest;
    manifest.Set("kind", "kernel");
    manifest.Set("program", std::to_string(number));
    return manifest;
  }
  // What is published under Key(number): a function of it, so that a wrong hit
  // shows.
  static std::string Content(int number) {
    return "content " + std::to_string(number) + std::string(100, 'x');
  }
  static bool Publish(ObjectStore& store, int number) {
    return store.Publish(Key(number), {{SectionKind::kObject, Content(number)}});
  }
  // A miss or the right content; anything else fails the test.
  static bool Hits(ObjectStore& store, int number) {
    const std::optional<Entry> entry = store.Find(Key(number));
    if (!entry.has_value()) return false;
    EXPECT_EQ(entry->section(SectionKind::kObject), Content(number));
    return true;
  }
  std::string PathOf(int number) const {
    const std::string name = Key(number).Name();
    return dir() + "/objects/" + name.substr(0, 1) + "/" + name + ".two";
  }
  size_t FilesIn(const std::string& folder) const {
    size_t count = 0;
    std::error_code error;
    for (const auto& file :
         std::filesystem::recursive_directory_iterator(dir() + "/" + folder, error)) {
      count += file.is_regular_file();
    }
    return count;
  }

  std::string root_;
};

// The system, but for the call number `fail_at`, which fails with `error`; with
// `for_good` every later call does too, as if the process had died there.
// Reads and writes are cut short before that when `short_transfers`.
class FaultyFileSystem : public FileSystem {
 public:
  int fail_at = -1;
  int error = EIO;
  bool for_good = false;
  bool short_transfers = false;
  int calls = 0;

  int OpenDirectory(const std::string& path) override {
    return Fails() ? -error : Real().OpenDirectory(path);
  }
  int MakePath(const std::string& path) override {
    return Fails() ? -error : Real().MakePath(path);
  }
  int MakeDirectory(int dir, const std::string& name, uint32_t mode) override {
    return Fails() ? -error : Real().MakeDirectory(dir, name, mode);
  }
  int SpreadFolders(int dir) override {
    return Fails() ? -error : Real().SpreadFolders(dir);
  }
  int OpenToRead(int dir, const std::string& name) override {
    return Fails() ? -error : Real().OpenToRead(dir, name);
  }
  int OpenNew(int dir, const std::string& name, uint32_t mode) override {
    return Fails() ? -error : Real().OpenNew(dir, name, mode);
  }
  int OpenToAppend(int dir, const std::string& name) override {
    return Fails() ? -error : Real().OpenToAppend(dir, name);
  }
  int OpenLocked(int dir, const std::string& name) override {
    return Fails() ? -error : Real().OpenLocked(dir, name);
  }
  int Stat(int file, FileInfo* info) override {
    return Fails() ? -error : Real().Stat(file, info);
  }
  int StatAt(int dir, const std::string& name, FileInfo* info) override {
    return Fails() ? -error : Real().StatAt(dir, name, info);
  }
  int Touch(int dir, const std::string& name) override {
    return Fails() ? -error : Real().Touch(dir, name);
  }
  int64_t ReadAt(int file, char* buffer, size_t bytes, int64_t offset) override {
    if (Fails()) return -error;
    if (short_transfers) bytes = bytes / 2 + 1;
    return Real().ReadAt(file, buffer, bytes, offset);
  }
  int64_t Write(int file, const char* bytes, size_t count) override {
    if (Fails()) {
      // Part of it got there: the worst kind of failure.
      Real().Write(file, bytes, count / 2);
      return -error;
    }
    if (short_transfers) count = count / 2 + 1;
    return Real().Write(file, bytes, count);
  }
  int Sync(int file) override { return Fails() ? -error : Real().Sync(file); }
  int Close(int file) override {
    const bool fails = Fails();
    Real().Close(file);  // a descriptor must not leak from the test
    return fails ? -error : 0;
  }
  int Rename(int dir, const std::string& from, const std::string& to) override {
    return Fails() ? -error : Real().Rename(dir, from, to);
  }
  int Remove(int dir, const std::string& name) override {
    return Fails() ? -error : Real().Remove(dir, name);
  }
  int RemoveDirectory(int dir, const std::string& name) override {
    return Fails() ? -error : Real().RemoveDirectory(dir, name);
  }
  int List(int dir, const std::string& name, size_t limit,
           std::vector<std::string>* names) override {
    return Fails() ? -error : Real().List(dir, name, limit, names);
  }
  uint32_t User() override { return user_offset + Real().User(); }
  int64_t Now() override { return clock_offset + Real().Now(); }
  uint64_t Random() override { return random; }

  // Another user than the one that owns the files; another time.
  uint32_t user_offset = 0;
  int64_t clock_offset = 0;
  uint64_t random = 0;

 private:
  bool Fails() {
    const int call = calls++;
    return fail_at >= 0 && (call == fail_at || (for_good && call > fail_at));
  }
};

}  // namespace tilewright::cache
