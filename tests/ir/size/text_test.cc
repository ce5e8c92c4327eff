#include "ir/size/text.h"

#include <random>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/ir/size/random_size.h"

namespace tilewright::ir {
namespace {

using ::testing::HasSubstr;

// s0, s1, ... below `count`.
absl::StatusOr<Size> Parse(absl::string_view text, int count = 8) {
  return ParseSize(text, [&](absl::string_view name) -> absl::StatusOr<SymbolId> {
    int id = -1;
    if (name.substr(0, 1) != "s" || !absl::SimpleAtoi(name.substr(1), &id)) return -1;
    return id < count ? id : -1;
  });
}

std::string Reprinted(absl::string_view text) {
  const absl::StatusOr<Size> size = Parse(text);
  if (!size.ok()) return std::string(size.status().message());
  return NamedText(*size, SymbolList());
}

TEST(SizeText, SizesPrintAsPeopleWriteThem) {
  EXPECT_EQ(Reprinted("2 * s0 + 3*s1*s0 - 1"), "3*s0*s1 + 2*s0 - 1");
  EXPECT_EQ(Reprinted("-s0 + s0^2"), "s0^2 - s0");
  EXPECT_EQ(Reprinted("max(s0, s1)"), "max(s1, s0)");
  EXPECT_EQ(Reprinted("min(s1, s0 + 2)"), "min(s1, s0 + 2)");
  EXPECT_EQ(Reprinted("floordiv(s0 + 1, 3)"), "floordiv(s0 + 1, 3)");
  EXPECT_EQ(Reprinted("ceildiv(s0, 2)"), "s0 - floordiv(s0, 2)");
  EXPECT_EQ(Reprinted("(s0 + 1) * (s0 - 1)"), "s0^2 - 1");
  EXPECT_EQ(Reprinted("-3"), "-3");
}

TEST(SizeText, MistakesAreNamedWithTheirColumn) {
  EXPECT_EQ(Reprinted("s0 +"), "size 's0 +', column 5: a number is expected");
  EXPECT_EQ(Reprinted("(s0"), "size '(s0', column 4: ')' is expected");
  EXPECT_EQ(Reprinted("s0 s1"),
            "size 's0 s1', column 4: an operator is expected, not 's'");
  EXPECT_THAT(Reprinted("q + 1"), HasSubstr("'q' is no symbol"));
  EXPECT_THAT(Reprinted("gcd(s0, 2)"), HasSubstr("'gcd' of 2 sizes is no function"));
  EXPECT_THAT(Reprinted("99999999999999999999"), HasSubstr("64 bits"));
  EXPECT_THAT(Reprinted("s0^99"), HasSubstr("above 16"));
  EXPECT_THAT(Reprinted("mod(s0, 0)"), HasSubstr("divided by 0"));
  EXPECT_THAT(Reprinted(std::string(100, '(')), HasSubstr("nested deeper"));
}

TEST(SizeText, SymbolsAreNumberedByFirstUseWhateverTheirIds) {
  SymbolList one, other;
  const Size b = Size::OfSymbol(one.Add("b", {1}));
  const Size t = Size::OfSymbol(one.Add("t", {2, 64, 2}));
  const Size y = Size::OfSymbol(other.Add("y", {2, 64, 2}));
  const Size x = Size::OfSymbol(other.Add("x", {1}));
  SizePrinter first(&one), second(&other);
  EXPECT_EQ(first.Text(b), second.Text(x));
  EXPECT_EQ(first.Text(2 * b + t), second.Text(y + 2 * x));
  EXPECT_EQ(first.Text(2 * b + t), "2*s0 + s1");
  EXPECT_EQ(first.Facts(), second.Facts());
  EXPECT_EQ(first.Facts(), "s0 >= 1; s1 >= 2, <= 64, multiple of 2");
  // Met for the first time inside one expression, too.
  SizePrinter third(&one), fourth(&other);
  EXPECT_EQ(third.Text(2 * b + t), fourth.Text(y + 2 * x));
}

TEST(SizeText, WhatIsPrintedReadsBackAsTheSameSize) {
  std::mt19937_64 random(RandomSeed());
  const std::vector<Size> symbols = {Size::OfSymbol(0), Size::OfSymbol(1),
                                     Size::OfSymbol(2)};
  int compared = 0;
  for (int i = 0; i < 1000; ++i) {
    const RandomSize made = MakeRandomSize(&random, symbols);
    if (made.size.refused()) continue;
    const std::string text = NamedText(made.size, SymbolList());
    const absl::StatusOr<Size> again = Parse(text);
    ASSERT_TRUE(again.ok()) << again.status();
    ASSERT_EQ(*again, made.size) << text;
    // As it was made, too: what is between may be refused where the whole is not.
    const absl::StatusOr<Size> as_made = Parse(made.text);
    if (as_made.ok()) {
      ASSERT_EQ(*as_made, made.size) << made.text;
    }
    ++compared;
  }
  EXPECT_GT(compared, 800);
}

TEST(SizeText, NoTextIsReadAsSomethingElseOrTakesLong) {
  std::mt19937_64 random(RandomSeed());
  const absl::string_view pieces[] = {"s0",
                                      "s1",
                                      "s7",
                                      "s8",
                                      "1",
                                      "0",
                                      "64",
                                      "(",
                                      ")",
                                      "+",
                                      "-",
                                      "*",
                                      "^",
                                      ",",
                                      " ",
                                      "max(",
                                      "min(",
                                      "mod(",
                                      "floordiv(",
                                      "ceildiv(",
                                      "x",
                                      "\n",
                                      "9223372036854775807",
                                      "\xff",
                                      "2"};
  int accepted = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (int k = static_cast<int>(random() % 14); k >= 0; --k) {
      absl::StrAppend(&text, pieces[random() % std::size(pieces)]);
    }
    const absl::StatusOr<Size> size = Parse(text);
    if (!size.ok()) {
      ASSERT_FALSE(size.status().message().empty());
      continue;
    }
    ++accepted;
    const std::string printed = NamedText(*size, SymbolList());
    const absl::StatusOr<Size> again = Parse(printed);
    ASSERT_TRUE(again.ok()) << text << " is " << printed;
    ASSERT_EQ(*again, *size) << text << " is " << printed;
  }
  EXPECT_GT(accepted, 125);
  std::string wide = "1";
  for (int i = 0; i < 9000; ++i) absl::StrAppend(&wide, " + s0*s1");
  EXPECT_THAT(std::string(Parse(wide).status().message()), HasSubstr("65536 bytes"));
}

}  // namespace
}  // namespace tilewright::ir
