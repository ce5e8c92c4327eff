#include "support/files.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "support/output_file.h"

namespace tilewright {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class FilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "tilewright_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string Path(const char* name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(FilesTest, WhatIsWrittenIsRead) {
  for (size_t size : {size_t{0}, size_t{1}, size_t{100000}}) {
    std::string bytes(size, 'x');
    ASSERT_TRUE(WriteOutput(Path("a"), bytes).ok());
    absl::StatusOr<std::string> read = ReadFile(Path("a"));
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(*read, bytes);
  }
}

TEST_F(FilesTest, ErrorsHaveACodeAndNameThePath) {
  absl::Status missing = ReadFile(Path("none")).status();
  EXPECT_TRUE(absl::IsNotFound(missing));
  EXPECT_THAT(std::string(missing.message()), HasSubstr(Path("none")));
  EXPECT_TRUE(absl::IsNotFound(WriteOutput(Path("no/such/a"), "x")));
  EXPECT_TRUE(absl::IsUnavailable(ReadFile(folder_.string()).status()));
}

TEST_F(FilesTest, EndlessFilesEndAtTheLimit) {
  EXPECT_TRUE(absl::IsResourceExhausted(ReadFile("/dev/zero", 1 << 20).status()));
  ASSERT_TRUE(WriteOutput(Path("a"), "12345").ok());
  EXPECT_TRUE(absl::IsResourceExhausted(ReadFile(Path("a"), 4).status()));
  EXPECT_TRUE(ReadFile(Path("a"), 5).ok());
}

}  // namespace
}  // namespace tilewright
