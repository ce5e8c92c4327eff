#include "frontend/stablehlo/syntax/float_text.h"

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "absl/strings/str_format.h"
#include "gtest/gtest.h"
#include "ir/float_bits.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::ElementType;

TEST(FloatText, AWordIsNoNumber) {
  for (const char* text : {"", "nan", "inf", "-", "1.0x", "1e", "--1", "1.0f"}) {
    EXPECT_FALSE(FloatBits(text, kF64).has_value()) << text;
    EXPECT_FALSE(FloatBits(text, kF32).has_value()) << text;
    EXPECT_FALSE(FloatBits(text, kBF16).has_value()) << text;
  }
}

TEST(FloatText, ZeroKeepsItsSignWhereTheTypeHasOne) {
  EXPECT_EQ(FloatBits("-0.0", kF32), 0x80000000u);
  EXPECT_EQ(FloatBits("-0.0", kF16), 0x8000u);
  EXPECT_EQ(FloatBits("-0.0", kF8E4M3FNUZ), 0u);
}

// 1 + 2^-8 is halfway between two bf16 values: a digit far behind decides, and
// would be lost in a double.
TEST(FloatText, TheDecimalDecidesATieNotItsDouble) {
  EXPECT_EQ(FloatBits("1.00390625", kBF16), 0x3f80u);
  EXPECT_EQ(FloatBits("1.003906250000000000000000000000000001", kBF16), 0x3f81u);
  EXPECT_EQ(FloatBits("1.01171875", kBF16), 0x3f82u);
  EXPECT_EQ(FloatBits("1.011718749999999999999999999999999999", kBF16), 0x3f81u);
  EXPECT_EQ(FloatBits("-1.003906250000000000000000000000000001", kBF16), 0xbf81u);
  // Halfway below the smallest subnormal.
  EXPECT_EQ(FloatBits("2.98023223876953125e-8", kF16), 0u);
  EXPECT_EQ(FloatBits("2.980232238769531250000000000000000001e-8", kF16), 1u);
}

TEST(FloatText, WhatIsTooLargeBecomesInfinityOrNan) {
  EXPECT_EQ(FloatBits("1.0e39", kF32), 0x7f800000u);
  EXPECT_EQ(FloatBits("-1e999999999999999999999", kF64), 0xfff0000000000000u);
  EXPECT_EQ(FloatBits("1e-999999999999999999999", kF64), 0u);
  EXPECT_EQ(FloatBits("65519.99", kF16), 0x7bffu);
  EXPECT_EQ(FloatBits("65520", kF16), 0x7c00u);
  EXPECT_EQ(FloatBits("464.0", kF8E4M3FN), 0x7eu);
  EXPECT_EQ(FloatBits("1.0e5", kF8E4M3FN), 0x7fu);
}

TEST(FloatText, EveryValueOfASmallTypeReadsBackAsItself) {
  for (ir::ElementType type : {kF8E3M4, kF8E4M3, kF8E4M3FN, kF8E4M3FNUZ, kF8E4M3B11FNUZ,
                               kF8E5M2, kF8E5M2FNUZ, kF8E8M0FNU, kF16, kBF16}) {
    const uint64_t count = uint64_t{1} << ir::Info(type).bits;
    for (uint64_t bits = 0; bits < count; ++bits) {
      const double value = ir::FloatFromBits(type, bits);
      if (!std::isfinite(value)) continue;
      EXPECT_EQ(FloatBits(absl::StrFormat("%.60e", value), type), bits)
          << ir::Name(type) << " " << bits;
    }
  }
}

TEST(FloatText, F32IsRoundedOnceAsTheCLibraryDoes) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const double value =
        std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 300) - 210);
    const std::string text = absl::StrFormat("%.25e", value);
    const float want = std::strtof(text.c_str(), nullptr);
    uint32_t bits;
    static_assert(sizeof(bits) == sizeof(want));
    __builtin_memcpy(&bits, &want, sizeof(bits));
    EXPECT_EQ(FloatBits(text, kF32), bits) << text;
  }
}

}  // namespace
}  // namespace tilewright::stablehlo
