#include "cache/format/mac.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "absl/strings/escaping.h"
#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kSecret[] = "a secret of a team, shared by it";

class KeyFileTest : public StoreTest {
 protected:
  std::string Write(const std::string& content, int mode) {
    const std::string path = root_ + "/key";
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary) << content;
    EXPECT_EQ(chmod(path.c_str(), mode), 0);
    return path;
  }
};

// RFC 4231, test case 4: a key of 25 bytes.
TEST(MacKey, SignsAsHmacSha256Does) {
  const auto key = MacKey::FromBytes(
      absl::HexStringToBytes("0102030405060708090a0b0c0d0e0f10111213141516171819"));
  ASSERT_TRUE(key.ok()) << key.status();
  const std::string mac = (*key)->Sign(std::string(50, '\xcd'));
  EXPECT_EQ(absl::BytesToHexString(mac),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
}

TEST(MacKey, VerifiesItsOwnSignaturesOnly) {
  const auto key = *MacKey::FromBytes(kSecret);
  const auto other = *MacKey::FromBytes("another secret, of another team");
  const std::string mac = key->Sign("content");
  EXPECT_TRUE(key->Verify("content", mac));
  EXPECT_FALSE(key->Verify("content.", mac));
  EXPECT_FALSE(other->Verify("content", mac));
  EXPECT_FALSE(key->Verify("content", mac.substr(1)));
  EXPECT_FALSE(key->Verify("content", ""));
  EXPECT_NE(key->id(), other->id());
  EXPECT_EQ(key->id().size(), kKeyIdBytes);
}

TEST_F(KeyFileTest, AFileThatIsTheUsersAloneIsTaken) {
  const auto key = MacKey::FromFile(Write(kSecret, 0600));
  ASSERT_TRUE(key.ok()) << key.status();
  // An editor's line end changes nothing.
  const auto same = MacKey::FromFile(Write(std::string(kSecret) + "\r\n", 0400));
  ASSERT_TRUE(same.ok()) << same.status();
  EXPECT_EQ((*key)->id(), (*same)->id());
}

TEST_F(KeyFileTest, AFileThatOthersMayUseIsRefusedWithTheRemedy) {
  for (const int mode : {0640, 0604, 0620, 0602, 0610, 0666}) {
    const std::string path = Write(kSecret, mode);
    const absl::Status status = MacKey::FromFile(path).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << mode;
    EXPECT_THAT(std::string(status.message()), HasSubstr("chmod 600 '" + path + "'"));
  }
}

TEST_F(KeyFileTest, WhatIsNoKeyFileIsRefused) {
  EXPECT_TRUE(absl::IsNotFound(MacKey::FromFile(root_ + "/absent").status()));
  EXPECT_EQ(MacKey::FromFile(root_).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(absl::IsInvalidArgument(MacKey::FromFile(Write("", 0600)).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(MacKey::FromFile(Write("short\n", 0600)).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(
      MacKey::FromFile(Write(std::string(kMaxKeyBytes + 1, 'k'), 0600)).status()));
  const std::string fifo = root_ + "/fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_FALSE(MacKey::FromFile(fifo).ok());
}

TEST_F(KeyFileTest, NoMessageHoldsTheKey) {
  const std::string secret(kMaxKeyBytes + 1, 'S');
  const absl::Status status = MacKey::FromFile(Write(secret, 0600)).status();
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr("SSS")));
}

TEST_F(KeyFileTest, TheEnvironmentNamesTheFile) {
  unsetenv("TILEWRIGHT_CACHE_KEY_FILE");
  const auto none = MacKey::FromSettings();
  ASSERT_TRUE(none.ok());
  EXPECT_EQ(*none, nullptr);
  setenv("TILEWRIGHT_CACHE_KEY_FILE", Write(kSecret, 0600).c_str(), 1);
  const auto key = MacKey::FromSettings();
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_EQ((*key)->id(), (*MacKey::FromBytes(kSecret))->id());
  unsetenv("TILEWRIGHT_CACHE_KEY_FILE");
}

}  // namespace
}  // namespace tilewright::cache
