#include "frontend/stablehlo/syntax/literal_text.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::ElementType;
using ir::TensorType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<ir::Literal> Parse(const std::string& text, const TensorType& type,
                                  int64_t max_bytes = int64_t{1} << 30) {
  const Source source(text, "t", 1);
  return ParseDense(source, 0, static_cast<Offset>(text.size()), type, max_bytes);
}

std::vector<int64_t> Integers(const std::string& text, const TensorType& type) {
  const absl::StatusOr<ir::Literal> literal = Parse(text, type);
  EXPECT_TRUE(literal.ok()) << literal.status().message();
  std::vector<int64_t> values;
  if (!literal.ok()) return values;
  for (int64_t i = 0; i < type.num_elements(); ++i)
    values.push_back(literal->IntegerAt(i));
  return values;
}

std::string Error(const std::string& text, const TensorType& type) {
  const absl::StatusOr<ir::Literal> literal = Parse(text, type);
  return literal.ok() ? "" : std::string(literal.status().message());
}

std::vector<uint8_t> Bytes(const std::string& text, const TensorType& type) {
  const absl::StatusOr<ir::Literal> literal = Parse(text, type);
  EXPECT_TRUE(literal.ok()) << literal.status().message();
  if (!literal.ok()) return {};
  return {literal->bytes().begin(), literal->bytes().end()};
}

TEST(LiteralText, NestedListsAreRowMajor) {
  EXPECT_THAT(Integers("[[1, 2, 3],\n [4, 5, -6]]", {kI32, {2, 3}}),
              ElementsAre(1, 2, 3, 4, 5, -6));
}

TEST(LiteralText, OneValueIsASplatHoweverLargeTheType) {
  const auto literal = Parse("7", {kI8, {int64_t{1} << 40}});
  ASSERT_TRUE(literal.ok());
  EXPECT_TRUE(literal->is_splat());
  EXPECT_EQ(literal->bytes().size(), 1u);
}

TEST(LiteralText, EveryValueOfTheWidthIsAllowedAndUnsignedOnesHaveNoSign) {
  EXPECT_THAT(Integers("[255, -128, 0xFF]", {kI8, {3}}), ElementsAre(-1, -128, -1));
  EXPECT_THAT(Integers("[-8, 7, 15]", {kI4, {3}}), ElementsAre(-8, 7, -1));
  EXPECT_THAT(Integers("[15, 0xF]", {kU4, {2}}), ElementsAre(15, 15));
  EXPECT_THAT(Error("-1", {kU4, {}}), HasSubstr("does not fit ui4"));
  EXPECT_THAT(Integers("[-2, 1]", {kI2, {2}}), ElementsAre(-2, 1));
  EXPECT_THAT(Integers("[18446744073709551615]", {kU64, {1}}), ElementsAre(-1));
  EXPECT_THAT(Error("256", {kI8, {}}), HasSubstr("does not fit i8"));
  EXPECT_THAT(Error("-129", {kI8, {}}), HasSubstr("does not fit i8"));
  EXPECT_THAT(Error("18446744073709551616", {kU64, {}}), HasSubstr("ui64 is expected"));
}

TEST(LiteralText, BooleansAreWordsOrNumbers) {
  EXPECT_THAT(Integers("[true, false, 1, 0]", {kI1, {4}}), ElementsAre(1, 0, 1, 0));
  EXPECT_THAT(Error("true", {kI32, {}}), HasSubstr("stands for an i1 element"));
}

TEST(LiteralText, HexInTheFloatsPlaceIsTheBitPattern) {
  EXPECT_THAT(Bytes("0xFF800000", {kF32, {}}), ElementsAre(0, 0, 0x80, 0xff));
  EXPECT_THAT(Bytes("0x7E", {kF8E4M3FN, {}}), ElementsAre(0x7e));
  EXPECT_THAT(Error("0x1FF", {kF8E4M3FN, {}}), HasSubstr("no bit pattern of 8 bits"));
}

TEST(LiteralText, AnIntegerIsNoDecimal) {
  EXPECT_THAT(Error("1", {kF32, {}}), HasSubstr("with its point, is expected"));
  EXPECT_THAT(Error("(1, 0.0)", {kC64, {}}), HasSubstr("with its point, is expected"));
}

TEST(LiteralText, ComplexValuesArePairs) {
  EXPECT_THAT(Bytes("[(1.0, -1.0)]", {kC64, {1}}),
              ElementsAre(0, 0, 0x80, 0x3f, 0, 0, 0x80, 0xbf));
  EXPECT_THAT(Error("[1.0]", {kC64, {1}}), HasSubstr("'(' of a complex value"));
  EXPECT_THAT(Error("[(1.0)]", {kC64, {1}}), HasSubstr("','"));
}

TEST(LiteralText, AStringHoldsTheBytesLittleEndian) {
  EXPECT_THAT(Integers("\"0x0100000002000000\"", {kI32, {2}}), ElementsAre(1, 2));
  EXPECT_THAT(Integers("\"0x0100FF\"", {kI1, {3}}), ElementsAre(1, 0, 1));
  EXPECT_THAT(Integers("\"0xF807\"", {kI4, {2}}), ElementsAre(-8, 7));
  EXPECT_THAT(Integers("\"0x0F\"", {kI4, {3}}), ElementsAre(-1, -1, -1));
  EXPECT_THAT(Error("\"0x010000\"", {kI32, {2}}),
              HasSubstr("wants 4 bytes for each of 2"));
  EXPECT_THAT(Error("\"0x0100000G02000000\"", {kI32, {2}}),
              HasSubstr("not two hexadecimal digits"));
  EXPECT_THAT(Error("\"01000000\"", {kI32, {}}), HasSubstr("begins with 0x"));
  EXPECT_THAT(Error("\"0x01\"", {kI32, {int64_t{1} << 40}}), HasSubstr("wants 4 bytes"));
}

TEST(LiteralText, TypesWithoutElementsHaveNoValues) {
  EXPECT_TRUE(Bytes("", {kF32, {0, 3}}).empty());
  EXPECT_TRUE(Bytes("[]", {kF32, {0}}).empty());
  EXPECT_TRUE(Bytes("[[], []]", {kF32, {2, 0}}).empty());
  EXPECT_TRUE(Bytes("1.0", {kF32, {0}}).empty());
  EXPECT_THAT(Error("", {kF32, {2}}), HasSubstr("values of tensor<2xf32> are expected"));
}

TEST(LiteralText, AListOfAnotherShapeIsRefused) {
  EXPECT_THAT(Error("[1, 2]", {kI32, {3}}),
              HasSubstr("has 2 items, tensor<3xi32> wants 3"));
  EXPECT_THAT(Error("[1, 2, 3, 4]", {kI32, {3}}), HasSubstr("more than the 3 items"));
  EXPECT_THAT(Error("[[1, 2], [3]]", {kI32, {2, 2}}), HasSubstr("has 1 items"));
  EXPECT_THAT(Error("[1, 2]", {kI32, {2, 1}}), HasSubstr("'[' is expected"));
  EXPECT_THAT(Error("[[1]]", {kI32, {1}}), HasSubstr("nested deeper than the rank"));
  EXPECT_THAT(Error("[1, ]", {kI32, {2}}), HasSubstr("a value is expected"));
  EXPECT_THAT(Error("[1 2]", {kI32, {2}}), HasSubstr("',' or ']' is expected"));
  EXPECT_THAT(Error("[1, 2", {kI32, {2}}), HasSubstr("no closing ']'"));
  EXPECT_THAT(Error("[,1]", {kI32, {1}}), HasSubstr("a value is expected"));
}

TEST(LiteralText, BracketsWithoutEndDoNotNestOnTheStack) {
  EXPECT_THAT(Error(std::string(10'000'000, '['), {kI32, {1}}),
              HasSubstr("nested deeper than the rank"));
}

TEST(LiteralText, ALiteralBeyondTheLimitIsRefused) {
  const auto literal = Parse("[1, 2, 3, 4]", {kI64, {4}}, /*max_bytes=*/16);
  EXPECT_THAT(std::string(literal.status().message()), HasSubstr("limit of 16 bytes"));
}

}  // namespace
}  // namespace tilewright::stablehlo
