#include "frontend/stablehlo/syntax/literal_bytes.h"

#include <cstdint>
#include <limits>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright::stablehlo {
namespace {

using ir::ElementType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<ir::Literal> Read(const std::string& bytes, const ir::TensorType& type,
                                 int64_t max_bytes = 1000) {
  const Source source("", "x", 1);
  return LiteralFromBytes(source, 0, bytes, type, max_bytes);
}

TEST(LiteralBytes, OneElementStandsForAllAndForItself) {
  const std::string four = {4, 0, 0, 0};
  for (const ir::Dims& dims : {ir::Dims{}, ir::Dims{1}, ir::Dims{3, 5}}) {
    const auto literal = Read(four, {ElementType::kI32, dims});
    ASSERT_TRUE(literal.ok());
    EXPECT_TRUE(literal->is_splat());
    EXPECT_EQ(literal->IntegerAt(0), 4);
  }
  const auto none = Read(four, {ElementType::kI32, {0, 2}});
  ASSERT_TRUE(none.ok());
  EXPECT_FALSE(none->is_splat());
  EXPECT_TRUE(none->bytes().empty());
}

TEST(LiteralBytes, SmallIntegersAreExtendedToAByte) {
  const auto small = Read({0x0f, 0x07, '\xf8'}, {ElementType::kI4, {3}});
  ASSERT_TRUE(small.ok());
  EXPECT_THAT(small->bytes(), ElementsAre(0xff, 0x07, 0xf8));
  const auto truth = Read({1, 0, 8}, {ElementType::kI1, {3}});
  ASSERT_TRUE(truth.ok());
  EXPECT_THAT(truth->bytes(), ElementsAre(1, 0, 1));
}

TEST(LiteralBytes, SizesHaveToBeRight) {
  EXPECT_THAT(
      std::string(Read("abcdef", {ElementType::kI32, {2}}).status().message()),
      HasSubstr("tensor<2xi32> wants 4 bytes for each of 2 elements, not 6 bytes"));
  EXPECT_THAT(std::string(Read("abcd", {ElementType::kI8, {4}}, 3).status().message()),
              HasSubstr("exceeds the limit of 3 bytes"));
  EXPECT_FALSE(
      Read("abcd", {ElementType::kI8, {std::numeric_limits<int64_t>::max(), 2}}).ok());
}

}  // namespace
}  // namespace tilewright::stablehlo
