// Literals beside tiles: numbers of the tile's element type.
#include <bit>
#include <cmath>
#include <limits>

#include "tests/api/kernel_results.h"

namespace tilewright {
namespace {

using enum ElementType;

// What a rank-0 output of the type is given.
template <typename T>
T Stored(ElementType type, const std::function<Tile(const Tile& zero)>& make) {
  KernelBuilder k("number");
  const TileRef y = k.Output("y", {type, {}});
  y.Store(make(k.Constant(type, 0)));
  return ResultOf<T>(k.Build(), {}).at(0);
}

TEST(KernelNumbers, IntegersAreExact) {
  constexpr int64_t kOdd = 9007199254740993;  // 2^53 + 1, which no double is
  constexpr auto kMost = std::numeric_limits<int64_t>::max();
  constexpr auto kLeast = std::numeric_limits<int64_t>::min();
  constexpr auto kAll = std::numeric_limits<uint64_t>::max();
  const auto plus = [](auto number) {
    return [number](const Tile& zero) { return zero + number; };
  };
  EXPECT_EQ(Stored<int64_t>(kI64, plus(kOdd)), kOdd);
  EXPECT_EQ(Stored<int64_t>(kI64, plus(kMost)), kMost);
  EXPECT_EQ(Stored<int64_t>(kI64, plus(kLeast)), kLeast);
  EXPECT_EQ(Stored<uint64_t>(kU64, plus(kAll)), kAll);
  EXPECT_EQ(Stored<int64_t>(kI64, [](const Tile& zero) { return kOdd - zero; }), kOdd);
  EXPECT_EQ(Stored<int64_t>(
                kI64, [](const Tile& zero) { return Select(zero == 0, kOdd, zero); }),
            kOdd);
  EXPECT_EQ(Stored<int8_t>(kI8, plus(-128)), -128);
  EXPECT_EQ(Stored<uint8_t>(kU8, plus(255.0)), 255);
  EXPECT_EQ(Stored<uint8_t>(kI1, [](const Tile& zero) { return zero | true; }), 1);
  enum { kFew = 3 };
  EXPECT_EQ(Stored<int8_t>(kI8, [](const Tile& zero) { return kFew - zero * kFew; }), 3);
  // What literals make of each other, and the builder's constants, too.
  EXPECT_EQ(
      Stored<int64_t>(kI64, [](const Tile& zero) { return zero + (Tile(kOdd) * 3 - 1); }),
      kOdd * 3 - 1);
  KernelBuilder k("constant");
  k.Output("y", {kI64, {}}).Store(k.Constant(kI64, kOdd));
  EXPECT_EQ(ResultOf<int64_t>(k.Build(), {}), std::vector<int64_t>{kOdd});
}

TEST(KernelNumbers, WhatATypeOfIntegersLacksIsAnError) {
  const auto refused = [](ElementType type, const Tile& number) {
    KernelBuilder k("number");
    const TileRef y = k.InOut("y", {type, {4}});
    y.Store(y.Load() + number);
    return std::string(k.Build().status().message());
  };
  EXPECT_THAT(refused(kI8, 128),
              ::testing::HasSubstr("operator+: constant 128 is no i8"));
  EXPECT_THAT(refused(kU8, -1), ::testing::HasSubstr("constant -1 is no ui8"));
  EXPECT_THAT(refused(kI32, 0.5), ::testing::HasSubstr("constant 0.5 is no i32"));
  EXPECT_THAT(refused(kI32, NAN), ::testing::HasSubstr("constant nan is no i32"));
  EXPECT_THAT(refused(kI64, std::numeric_limits<uint64_t>::max()),
              ::testing::HasSubstr("constant 18446744073709551615 is no i64"));
  EXPECT_THAT(refused(kU64, 0x1p64), ::testing::HasSubstr("is no ui64"));
  EXPECT_THAT(refused(kI1, 2), ::testing::HasSubstr("constant 2 is no i1"));
  KernelBuilder k("constant");
  const TileRef y = k.InOut("y", F32({4}));
  y.Store(k.Constant(kF32, y.Load()));
  ExpectRefused(k.Build(), "Constant: of a tile, which is no number");
}

TEST(KernelNumbers, FloatsAreRoundedOnceToNearestEven) {
  const auto plus = [](auto number) {
    return [number](const Tile& zero) { return zero + number; };
  };
  // Between 2^60 and the next f32, beyond the middle by one: a double is the middle,
  // which goes to the even one below.
  constexpr int64_t kMiddle = (int64_t{1} << 60) + (int64_t{1} << 36);
  EXPECT_EQ(Stored<float>(kF32, plus(kMiddle)), 0x1p60f);
  EXPECT_EQ(Stored<float>(kF32, plus(kMiddle + 1)), 0x1.000002p60f);
  EXPECT_EQ(Stored<float>(kF32, plus(-kMiddle - 1)), -0x1.000002p60f);
  EXPECT_EQ(Stored<float>(kF32, plus(std::numeric_limits<uint64_t>::max())), 0x1p64f);
  EXPECT_EQ(Stored<double>(kF64, plus(int64_t{9007199254740993})), 0x1p53);
  EXPECT_EQ(Stored<double>(kF64, plus(int64_t{9007199254740995})), 9007199254740996.0);
  // bf16 has 8 bits: 257 is between 256 and 258, 259 between 258 and 260.
  EXPECT_EQ(Stored<uint16_t>(kBF16, plus(257)), 0x4380);
  EXPECT_EQ(Stored<uint16_t>(kBF16, plus(259)), 0x4382);
  EXPECT_EQ(Stored<uint16_t>(kBF16, plus(257.0 + 0x1p-40)), 0x4381);
  EXPECT_EQ(Stored<uint16_t>(kBF16, plus((int64_t{1} << 60) + (int64_t{1} << 52) + 1)),
            (127 + 60) << 7 | 1);
  EXPECT_EQ(Stored<float>(kF32, plus(0.1)), 0.1f);
}

}  // namespace
}  // namespace tilewright
