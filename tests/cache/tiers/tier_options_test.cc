#include "cache/tiers/tier_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tilewright::cache {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(TierOptions, PlacesHaveRightsAndAnOrder) {
  const absl::StatusOr<std::vector<OuterPlace>> places =
      ParseSharedPlaces(" ro:/a ; /b/c,rw:/d;");
  ASSERT_TRUE(places.ok()) << places.status();
  ASSERT_EQ(places->size(), 3);
  EXPECT_EQ((*places)[0].where, "/a");
  EXPECT_FALSE((*places)[0].writable);
  EXPECT_EQ((*places)[1].where, "/b/c");
  EXPECT_TRUE((*places)[1].writable);
  EXPECT_EQ((*places)[2].where, "/d");
  EXPECT_TRUE((*places)[2].writable);
}

TEST(TierOptions, NothingIsNoPlace) {
  EXPECT_TRUE(ParseSharedPlaces("")->empty());
  EXPECT_TRUE(ParseRemotePlaces(" ; ")->empty());
  EXPECT_TRUE(MakeTierOptions("", "")->empty());
}

TEST(TierOptions, SharedDirectoriesAreAbsolute) {
  for (const char* text : {"a", "ro:", "ro:a/b", "/x;y", "wo:/a"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseSharedPlaces(text).status())) << text;
  }
}

TEST(TierOptions, RemoteAddressesAreCheckedAndKeptSecret) {
  EXPECT_EQ(ParseRemotePlaces("ro:https://u:p@h/x;redis://h/1")->size(), 2);
  const absl::Status status = MakeTierOptions("", "ro:gopher://u:secret@h").status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("TILEWRIGHT_CACHE_REMOTE"));
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr("secret")));
}

TEST(TierOptions, TimeoutsAreNamedAndBounded) {
  TierOptions options;
  ASSERT_TRUE(ParseTimeouts("connect=5, total=70,close=1,near=9", &options).ok());
  EXPECT_EQ(options.limits.connect_ms, 5);
  EXPECT_EQ(options.limits.answer_ms, RemoteLimits().answer_ms);
  EXPECT_EQ(options.limits.total_ms, 70);
  EXPECT_EQ(options.close_ms, 1);
  EXPECT_EQ(options.near_ms, 9);
  for (const char* text : {"connect", "connect=", "connect=0", "connect=-1", "x=1", "=1",
                           "total=600001", "total=1s", "total=99999999999"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseTimeouts(text, &options))) << text;
  }
}

class HeaderFile : public ::testing::Test {
 protected:
  HeaderFile() {
    std::string pattern = std::filesystem::temp_directory_path() / "tilewright-XXXXXX";
    EXPECT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  ~HeaderFile() override { std::filesystem::remove_all(folder_); }
  absl::StatusOr<std::vector<std::string>> Read(const std::string& text,
                                                mode_t mode = 0600) {
    const std::string path = folder_ + "/headers";
    std::ofstream(path) << text;
    chmod(path.c_str(), mode);
    return ReadHeaderFile(path);
  }
  std::string folder_;
};

TEST_F(HeaderFile, HasAHeaderALine) {
  EXPECT_THAT(*Read("# mine\n\nAuthorization: Bearer x\r\nX-Team:  y \n"),
              ElementsAre("Authorization: Bearer x", "X-Team:  y"));
}

TEST_F(HeaderFile, IsReadableByItsOwnerOnly) {
  const absl::Status status = Read("A: b\n", 0644).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("chmod 600"));
}

TEST_F(HeaderFile, OtherLinesAreRefusedWithoutRepeatingThem) {
  for (const char* text : {"secret", ": secret", "A b: secret", "A: secret\x01"}) {
    const absl::Status status = Read(text).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << text;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("secret")));
  }
  EXPECT_TRUE(absl::IsResourceExhausted(Read(std::string(100000, 'a')).status()));
  EXPECT_TRUE(absl::IsNotFound(ReadHeaderFile(folder_ + "/none").status()));
}

}  // namespace
}  // namespace tilewright::cache
