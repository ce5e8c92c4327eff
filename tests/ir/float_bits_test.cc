#include "ir/float_bits.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace tilewright::ir {
namespace {

using enum ElementType;

constexpr ElementType kNarrow[] = {kF8E3M4,        kF8E4M3, kF8E4M3FN,   kF8E4M3FNUZ,
                                   kF8E4M3B11FNUZ, kF8E5M2, kF8E5M2FNUZ, kF8E8M0FNU,
                                   kBF16,          kF16};

TEST(FloatBits, EveryPatternOfANarrowTypeSurvivesTheRoundTrip) {
  for (ElementType type : kNarrow) {
    const uint64_t count = uint64_t{1} << Info(type).bits;
    for (uint64_t bits = 0; bits < count; ++bits) {
      const double value = FloatFromBits(type, bits);
      const uint64_t back = FloatToBits(type, value);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(FloatFromBits(type, back))) << Name(type) << " " << bits;
      } else {
        EXPECT_EQ(back, bits) << Name(type);
      }
    }
  }
}

TEST(FloatBits, ValuesHalfwayBetweenTwoGoToTheEvenOne) {
  for (ElementType type : {kF8E4M3FN, kF8E5M2, kBF16, kF16}) {
    const uint64_t limit = uint64_t{1} << (Info(type).bits - 1);
    for (uint64_t bits = 0; bits + 1 < limit; ++bits) {
      const double low = FloatFromBits(type, bits);
      const double high = FloatFromBits(type, bits + 1);
      if (!std::isfinite(low) || !std::isfinite(high)) continue;
      const double middle = low + (high - low) / 2;
      EXPECT_EQ(FloatToBits(type, middle), bits + bits % 2) << Name(type);
      EXPECT_EQ(FloatToBits(type, std::nextafter(middle, 1e300)), bits + 1);
      EXPECT_EQ(FloatToBits(type, -std::nextafter(middle, 0)), bits | limit);
    }
  }
}

TEST(FloatBits, KnownValues) {
  EXPECT_EQ(FloatFromBits(kF8E4M3FN, 0x7e), 448.0);
  EXPECT_EQ(FloatFromBits(kF8E5M2, 0x7b), 57344.0);
  EXPECT_EQ(FloatFromBits(kF8E4M3B11FNUZ, 0x7f), 30.0);
  EXPECT_EQ(FloatFromBits(kF8E3M4, 0x6f), 15.5);
  EXPECT_EQ(FloatFromBits(kF8E8M0FNU, 127), 1.0);
  EXPECT_EQ(FloatToBits(kBF16, 1.0), 0x3f80u);
  EXPECT_EQ(FloatToBits(kF16, 65520.0), 0x7c00u);
  EXPECT_EQ(FloatToBits(kF8E4M3FN, 1e9), 0x7fu);
  EXPECT_EQ(FloatToBits(kF8E4M3FNUZ, -0.0), 0u);
  EXPECT_EQ(FloatToBits(kF32, -2.5), 0xc0200000u);
  EXPECT_EQ(FloatToBits(kF64, 1.0), 0x3ff0000000000000u);
}

}  // namespace
}  // namespace tilewright::ir
