#include "cache/store/limits.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace tilewright::cache {
namespace {

TEST(Limits, SizesHaveBinaryAndDecimalUnits) {
  struct Row {
    const char* text;
    int64_t bytes;
  };
  for (const Row& row :
       {Row{"0", 0}, Row{"1000", 1000}, Row{"7B", 7}, Row{"1k", 1024}, Row{"2KiB", 2048},
        Row{"2kB", 2000}, Row{"500M", 500 << 20}, Row{"1.5 GiB", 3 * (int64_t{1} << 29)},
        Row{"2GB", 2000000000}, Row{" 1T ", int64_t{1} << 40}}) {
    const absl::StatusOr<int64_t> bytes = ParseBytes(row.text);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    EXPECT_EQ(*bytes, row.bytes) << row.text;
  }
}

TEST(Limits, TimesAndCountsHaveUnits) {
  EXPECT_EQ(*ParseDuration("30d"), 30 * 86400);
  EXPECT_EQ(*ParseDuration("2w"), 14 * 86400);
  EXPECT_EQ(*ParseDuration("90m"), 5400);
  EXPECT_EQ(*ParseDuration("1.5h"), 5400);
  EXPECT_EQ(*ParseDuration("45"), 45);
  EXPECT_EQ(*ParseCount("100k"), 100000);
  EXPECT_EQ(*ParseCount("5000"), 5000);
}

TEST(Limits, AnythingElseIsRefused) {
  for (const char* text : {"", " ", "G", "-1", "1X", "1 2", "1e3", "1..2", "0x10", "nan",
                           "inf", "99999999999999T", "1GiBB"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseBytes(text).status())) << text;
  }
  EXPECT_FALSE(ParseDuration("3y").ok());
  EXPECT_FALSE(ParseCount("3GiB").ok());
}

TEST(Limits, TheEnvironmentSetsThem) {
  unsetenv("TILEWRIGHT_CACHE_MAX_BYTES");
  unsetenv("TILEWRIGHT_CACHE_MAX_AGE");
  unsetenv("TILEWRIGHT_CACHE_MAX_ENTRIES");
  EXPECT_EQ(LimitsFromSettings().max_bytes, int64_t{2} << 30);
  EXPECT_EQ(LimitsFromSettings().max_age, 30 * 86400);
  EXPECT_EQ(LimitsFromSettings().max_entries, 100000);
  setenv("TILEWRIGHT_CACHE_MAX_AGE", "1w", 1);
  EXPECT_EQ(LimitsFromSettings().max_age, 7 * 86400);
  setenv("TILEWRIGHT_CACHE_MAX_ENTRIES", "many", 1);
  EXPECT_EQ(LimitsFromSettings().max_entries, 100000);  // a value that means nothing
  unsetenv("TILEWRIGHT_CACHE_MAX_AGE");
  unsetenv("TILEWRIGHT_CACHE_MAX_ENTRIES");
}

}  // namespace
}  // namespace tilewright::cache
