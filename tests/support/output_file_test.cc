#include "support/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace tilewright {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "tilewright_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string Path(const char* name) const { return (folder_ / name).string(); }
  static std::string TextOf(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  int64_t Files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  fs::path folder_;
};

TEST_F(OutputFileTest, WritingLeavesNoOtherFile) {
  ASSERT_TRUE(WriteOutput(Path("a"), "one").ok());
  ASSERT_TRUE(WriteOutput(Path("a"), "two").ok());
  EXPECT_EQ(TextOf(Path("a")), "two");
  EXPECT_EQ(Files(), 1);
}

TEST_F(OutputFileTest, WithoutFinishWhatWasThereStays) {
  ASSERT_TRUE(WriteOutput(Path("a"), "one").ok());
  {
    const auto file = OutputFile::Create(Path("a"));
    ASSERT_TRUE(file.ok() && (*file)->Write("half").ok());
  }
  EXPECT_EQ(TextOf(Path("a")), "one");
  EXPECT_EQ(Files(), 1);
}

TEST_F(OutputFileTest, AFileKeepsWhoMayReadIt) {
  ASSERT_TRUE(WriteOutput(Path("a"), "one").ok());
  ASSERT_EQ(chmod(Path("a").c_str(), 0600), 0);
  ASSERT_TRUE(WriteOutput(Path("a"), "two").ok());
  struct stat info;
  ASSERT_EQ(stat(Path("a").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(OutputFileTest, LinksStayAndWhatTheyLeadToIsWritten) {
  ASSERT_TRUE(WriteOutput(Path("a"), "one").ok());
  fs::create_directory(folder_ / "f");
  fs::create_symlink("../a", folder_ / "f/b");
  fs::create_symlink("f/b", folder_ / "c");
  ASSERT_TRUE(WriteOutput(Path("c"), "two").ok());
  EXPECT_TRUE(fs::is_symlink(folder_ / "c"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "f/b"));
  EXPECT_EQ(TextOf(Path("a")), "two");
  // Also where nothing is yet.
  fs::create_symlink("new", folder_ / "d");
  ASSERT_TRUE(WriteOutput(Path("d"), "three").ok());
  EXPECT_TRUE(fs::is_symlink(folder_ / "d"));
  EXPECT_EQ(TextOf(Path("new")), "three");
}

TEST_F(OutputFileTest, AFifoIsWrittenToAndStaysOne) {
  ASSERT_EQ(mkfifo(Path("p").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = TextOf(Path("p")); });
  EXPECT_TRUE(WriteOutput(Path("p"), "through").ok());
  reader.join();
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(fs::is_fifo(folder_ / "p"));
}

// A node of the device's own, where the user may make one; /dev/null's if not.
TEST_F(OutputFileTest, ADeviceStaysADevice) {
  std::string device = Path("null");
  if (mknod(device.c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0 ||
      access(device.c_str(), W_OK) != 0) {
    if (geteuid() == 0) GTEST_SKIP() << "no device can be made here";
    device = "/dev/null";
  }
  const absl::Status status = WriteOutput(device, "gone");
  // Temporary folders may be mounted without devices.
  EXPECT_TRUE(status.ok() || absl::IsPermissionDenied(status)) << status;
  EXPECT_TRUE(fs::is_character_file(device));
}

TEST_F(OutputFileTest, AFullDeviceIsAnError) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full";
  EXPECT_TRUE(absl::IsResourceExhausted(WriteOutput("/dev/full", "bytes")));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(OutputFileTest, AnOpenDescriptorIsWrittenWhereItIs) {
  const int file = open(Path("log").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  ASSERT_EQ(write(file, "before ", 7), 7);
  ASSERT_TRUE(WriteOutput(absl::StrCat("/dev/fd/", file), "after").ok());
  // By a link to it, too, as /dev/stdout is one.
  fs::create_symlink(absl::StrCat("/proc/self/fd/", file), folder_ / "link");
  ASSERT_TRUE(WriteOutput(Path("link"), " all").ok());
  close(file);
  EXPECT_EQ(TextOf(Path("log")), "before after all");
}

TEST_F(OutputFileTest, ErrorsHaveACodeAndNameThePath) {
  EXPECT_TRUE(absl::IsNotFound(WriteOutput(Path("no/such/a"), "x")));
  const absl::Status folder = WriteOutput(folder_.string(), "x");
  EXPECT_TRUE(absl::IsUnavailable(folder)) << folder;
  fs::create_symlink("circle", folder_ / "circle");
  const absl::Status circle = WriteOutput(Path("circle"), "x");
  EXPECT_FALSE(circle.ok());
  EXPECT_NE(std::string(circle.message()).find("circle"), std::string::npos);
}

}  // namespace
}  // namespace tilewright
