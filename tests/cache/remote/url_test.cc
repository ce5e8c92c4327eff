#include "cache/remote/url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tilewright::cache {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Url, HasSchemeHostPortAndPath) {
  const absl::StatusOr<Url> url = ParseUrl("http://cache.example:8080/a/b/");
  ASSERT_TRUE(url.ok()) << url.status();
  EXPECT_EQ(url->scheme, "http");
  EXPECT_EQ(url->host, "cache.example");
  EXPECT_EQ(url->port, 8080);
  EXPECT_EQ(url->path, "/a/b");
  EXPECT_EQ(url->Shown(), "http://cache.example:8080/a/b");
}

TEST(Url, TheSchemeSaysWhatIsSpokenThere) {
  const auto of = [](absl::string_view text) {
    const absl::StatusOr<Url> url = ParseUrl(text);
    return url.ok() ? std::pair(url->is_redis, url->is_encrypted)
                    : std::pair(false, false);
  };
  EXPECT_EQ(of("http://h"), std::pair(false, false));
  EXPECT_EQ(of("https://h"), std::pair(false, true));
  EXPECT_EQ(of("redis://h/3"), std::pair(true, false));
  EXPECT_EQ(of("rediss://h"), std::pair(true, true));
}

TEST(Url, TheSchemesPortIsTheDefault) {
  EXPECT_EQ(ParseUrl("http://h")->port, 80);
  EXPECT_EQ(ParseUrl("https://h")->port, 443);
  EXPECT_EQ(ParseUrl("redis://h/3")->port, 6379);
}

TEST(Url, AnIpv6AddressIsInBrackets) {
  const absl::StatusOr<Url> url = ParseUrl("redis://[::1]:7000/2");
  ASSERT_TRUE(url.ok()) << url.status();
  EXPECT_EQ(url->host, "[::1]");
  EXPECT_EQ(url->port, 7000);
  EXPECT_EQ(url->path, "/2");
}

TEST(Url, CredentialsAreDecodedAndNeverShown) {
  const absl::StatusOr<Url> url = ParseUrl("https://us%40er:s%3Acr@et@h/x");
  ASSERT_TRUE(url.ok()) << url.status();
  EXPECT_EQ(url->user, "us@er");
  EXPECT_EQ(url->password, "s:cr@et");
  EXPECT_EQ(url->Shown(), "https://h:443/x");
}

TEST(Url, WhatIsNoAddressIsRefusedWithoutSayingASecret) {
  for (const char* text : {"",
                           "h",
                           "//h",
                           "ftp://u:secret@h",
                           "http://",
                           "http://u:secret@",
                           "http://h:0",
                           "http://h:65536",
                           "http://h:x",
                           "http://u:secret@h:99999999999",
                           "http://[::1",
                           "http://[g]",
                           "http://[::1]x",
                           "http://h/a b",
                           "http://h/a\n",
                           "http://h?secret",
                           "http://u:secret%4@h",
                           "http://u:secret%zz@h",
                           "http://h h",
                           "http://a\\b/",
                           "http:// h"}) {
    const absl::StatusOr<Url> url = ParseUrl(text);
    EXPECT_TRUE(absl::IsInvalidArgument(url.status())) << text;
    EXPECT_THAT(std::string(url.status().message()), Not(HasSubstr("secret"))) << text;
  }
}

}  // namespace
}  // namespace tilewright::cache
