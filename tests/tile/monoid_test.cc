#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "ir/float_bits.h"
#include "tile/combiner.h"

namespace tilewright::tile {
namespace {

using ir::ElementType;
using ir::OpKind;

int64_t IntegerIdentity(OpKind op, ElementType type) {
  return CombinerIdentity(op, type).IntegerAt(0);
}

double FloatIdentity(OpKind op, ElementType type) {
  const ir::Literal identity = CombinerIdentity(op, type);
  uint64_t bits = 0;
  std::memcpy(&bits, identity.bytes().data(), identity.bytes().size());
  return ir::FloatFromBits(type, bits);
}

TEST(CombinerIdentity, OfUnsignedNumbersUsesEveryBit) {
  EXPECT_EQ(IntegerIdentity(OpKind::kMinimum, ElementType::kU64), -1);
  EXPECT_EQ(IntegerIdentity(OpKind::kAnd, ElementType::kU64), -1);
  EXPECT_EQ(IntegerIdentity(OpKind::kMinimum, ElementType::kU32), 0xffffffff);
  EXPECT_EQ(IntegerIdentity(OpKind::kMinimum, ElementType::kU4), 15);
  EXPECT_EQ(IntegerIdentity(OpKind::kMaximum, ElementType::kU64), 0);
}

TEST(CombinerIdentity, OfSignedNumbersIsTheirExtreme) {
  EXPECT_EQ(IntegerIdentity(OpKind::kMinimum, ElementType::kI64), INT64_MAX);
  EXPECT_EQ(IntegerIdentity(OpKind::kMaximum, ElementType::kI64), INT64_MIN);
  EXPECT_EQ(IntegerIdentity(OpKind::kMaximum, ElementType::kI8), -128);
  EXPECT_EQ(IntegerIdentity(OpKind::kAnd, ElementType::kI32), -1);
  EXPECT_EQ(IntegerIdentity(OpKind::kAnd, ElementType::kI1), 1);
}

TEST(CombinerIdentity, OfFloatsIsInfinityOrTheFarthestValueThereIs) {
  for (ElementType type : {ElementType::kBF16, ElementType::kF16, ElementType::kF32,
                           ElementType::kF64, ElementType::kF8E5M2}) {
    EXPECT_EQ(FloatIdentity(OpKind::kMaximum, type), -INFINITY);
    EXPECT_EQ(FloatIdentity(OpKind::kMinimum, type), INFINITY);
    EXPECT_TRUE(std::signbit(FloatIdentity(OpKind::kAdd, type)));
  }
  EXPECT_EQ(FloatIdentity(OpKind::kMaximum, ElementType::kF8E4M3FN), -448);
  EXPECT_EQ(FloatIdentity(OpKind::kMinimum, ElementType::kF8E4M3FNUZ), 240);
  EXPECT_EQ(FloatIdentity(OpKind::kMaximum, ElementType::kF8E8M0FNU),
            std::ldexp(1, -127));
}

}  // namespace
}  // namespace tilewright::tile
