#include "cache/format/manifest.h"

#include <gtest/gtest.h>

namespace tilewright::cache {
namespace {

TEST(Manifest, ItsTextIsSortedWhateverTheOrderOfSetting) {
  Manifest a;
  a.Set("kind", "kernel");
  a.Set("abi", "1");
  Manifest b;
  b.Set("abi", "1");
  b.Set("kind", "kernel");
  EXPECT_EQ(a.Text(), "abi=1\nkind=kernel\n");
  EXPECT_EQ(a.Text(), b.Text());
  EXPECT_EQ(a.Name(), b.Name());
}

// A change of this name makes every cache in the world useless: review it.
TEST(Manifest, NamesAreStableOverTime) {
  Manifest manifest;
  manifest.Set("kind", "kernel");
  manifest.Set("abi", "1");
  EXPECT_EQ(manifest.Name(), "3b653a3ca1791bd4aaa24d8978c6048e");
}

TEST(Manifest, EveryFieldDecidesTheName) {
  Manifest manifest;
  manifest.Set("abi", "1");
  const std::string name = manifest.Name();
  manifest.Set("abi", "2");
  EXPECT_NE(manifest.Name(), name);
  manifest.Set("abi", "1");
  EXPECT_EQ(manifest.Name(), name);
  manifest.Set("kind", "");
  EXPECT_NE(manifest.Name(), name);
}

TEST(Manifest, ValuesCannotForgeLines) {
  Manifest manifest;
  manifest.Set("chip", "v5e\nnumerics=ieee%0a\x7f");
  EXPECT_EQ(manifest.Text(), "chip=v5e%0anumerics=ieee%250a%7f\n");
  const absl::StatusOr<Manifest> back = Manifest::Parse(manifest.Text());
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->Get("chip"), "v5e\nnumerics=ieee%0a\x7f");
  EXPECT_EQ(back->Get("numerics"), "");
}

TEST(Manifest, OnlyTheOneSpellingIsParsed) {
  for (const char* text :
       {"b=1\na=2\n", "a=1\na=1\n", "a=1", "a=1\n\n", "A=1\n", "=1\n", "a\n", "a=%4\n",
        "a=%zz\n", "a=%41\n", "a=\x01\n", "a=%0A\n"}) {
    EXPECT_TRUE(absl::IsDataLoss(Manifest::Parse(text).status())) << text;
  }
  EXPECT_TRUE(Manifest::Parse("").ok());
  EXPECT_TRUE(Manifest::Parse("a=\nb=2\n").ok());
  EXPECT_FALSE(Manifest::Parse("a=" + std::string(kMaxManifestBytes, 'x') + "\n").ok());
}

}  // namespace
}  // namespace tilewright::cache
