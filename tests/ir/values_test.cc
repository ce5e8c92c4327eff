#include "ir/values.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "ir/element_type.h"
#include "ir/tensor_type.h"

namespace tilewright::ir {
namespace {

std::vector<uint8_t> EveryByte() {
  std::vector<uint8_t> bytes(256);
  for (int i = 0; i < 256; ++i) bytes[i] = static_cast<uint8_t>(i);
  return bytes;
}

// What the bytes mean whose lowest `bits` are those of `byte`.
int Meant(int byte, int bits, bool is_signed) {
  const int low = byte & ((1 << bits) - 1);
  return is_signed && low >= 1 << (bits - 1) ? low - (1 << bits) : low;
}

void ExpectLowBitsOf(ElementType element, int bits, bool is_signed) {
  std::vector<uint8_t> bytes = EveryByte();
  const TensorType type{element, {256}};
  EXPECT_FALSE(CheckValues(type, bytes).ok());
  ASSERT_TRUE(TakeHostValues(type, absl::MakeSpan(bytes)).ok());
  EXPECT_TRUE(CheckValues(type, bytes).ok());
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(bytes[i], static_cast<uint8_t>(Meant(i, bits, is_signed))) << i;
  }
}

TEST(ValuesTest, OfAHostsSmallIntegersOnlyTheLowBitsCount) {
  ExpectLowBitsOf(ElementType::kI4, 4, true);
  ExpectLowBitsOf(ElementType::kU4, 4, false);
  ExpectLowBitsOf(ElementType::kI2, 2, true);
  ExpectLowBitsOf(ElementType::kU2, 2, false);
}

TEST(ValuesTest, AHostsTruthValuesAreZeroOrOne) {
  std::vector<uint8_t> bytes = {0, 1, 2};
  EXPECT_FALSE(TakeHostValues({ElementType::kI1, {3}}, absl::MakeSpan(bytes)).ok());
  EXPECT_EQ(bytes, (std::vector<uint8_t>{0, 1, 2}));
}

TEST(ValuesTest, EveryByteIsAValueOfTypesThatFillTheirs) {
  std::vector<uint8_t> bytes = EveryByte();
  EXPECT_TRUE(TakeHostValues({ElementType::kI8, {256}}, absl::MakeSpan(bytes)).ok());
  EXPECT_EQ(bytes, EveryByte());
}

}  // namespace
}  // namespace tilewright::ir
