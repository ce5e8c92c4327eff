// Windows that cross the edges of their arrays, and parts with strides and dimensions
// that are not seen.
#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/api/kernel_agreement.h"
#include "tests/api/kernel_results.h"

namespace tilewright {
namespace {

TEST(KernelWindows, AStencilReadsItsHaloBeyondTheArrayAsWhatIsSaid) {
  // Sums of three neighbours, of blocks with a halo of one.
  for (int64_t size : {1, 7, 8, 16, 23}) {
    for (float padding : {0.0f, 2.5f}) {
      KernelBuilder k("stencil");
      const int64_t blocks = (size + 7) / 8;
      const Tile i = k.Grid({{blocks}})[0];
      const TileRef x = k.Input(
          "x", F32({size}),
          {.block = {10}, .index = {i * 8 - 1}, .elements = true, .padding = padding});
      const TileRef y = k.Output("y", F32({size}), {.block = {8}, .index = {i}});
      const Tile v = x.Load();
      y.Store(Slice(v, {0}, {8}) + Slice(v, {1}, {8}) + Slice(v, {2}, {8}));
      const std::vector<float> in = Numbers(size);
      std::vector<float> expected;
      for (int64_t j = 0; j < size; ++j) {
        const auto at = [&](int64_t p) { return p < 0 || p >= size ? padding : in[p]; };
        expected.push_back(at(j - 1) + at(j) + at(j + 1));
      }
      EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(in)}), expected) << size;
    }
  }
}

TEST(KernelWindows, PaddingOfEveryTypeAgreesWithTheReference) {
  using enum ElementType;
  for (ElementType type : {kI1, kF32, kF64, kBF16, kI8, kU16, kI64}) {
    SCOPED_TRACE((TensorType{type, {}}.ToString()));
    KernelBuilder k("padding");
    const std::vector<Tile> g = k.Grid({{3}, {3}});
    const TileRef x = k.Input("x", {type, {13, 11}},
                              {.block = {7, 6},
                               .index = {g[0] * 5 - 2, g[1] * 4 - 1},
                               .elements = true,
                               .padding = 1});
    const TileRef y =
        k.Output("y", {type, {21, 18}}, {.block = {7, 6}, .index = {g[0], g[1]}});
    y.Store(x.Load());
    ExpectAgreement(k.Build(), type == kI1 ? 2 : 4);
  }
}

TEST(KernelWindows, NumberedBlocksMayBePaddedWithWhatAReductionLeavesOut) {
  KernelBuilder k("row_maxima");
  const Tile i = k.Grid({{3}})[0];
  const TileRef x = k.Input("x", F32({5, 20}),
                            {.block = {5, 8}, .index = {0, i}, .padding = -INFINITY});
  const TileRef y = k.Output("y", F32({5, 3}), {.block = {5, 1}, .index = {0, i}});
  y.Store(Max(x.Load(), {1}, true));
  std::vector<float> in = Numbers(100), expected;
  for (float& v : in) v -= 10;
  for (int r = 0; r < 5; ++r) {
    for (int b = 0; b < 3; ++b) {
      expected.push_back(*std::max_element(
          in.begin() + 20 * r + 8 * b, in.begin() + 20 * r + std::min(8 * b + 8, 20)));
    }
  }
  EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(in)}), expected);
}

TEST(KernelWindows, WhatIsWrittenBeyondTheArrayIsDropped) {
  KernelBuilder k("spread");
  const Tile i = k.Grid({{2}})[0];
  const TileRef y =
      k.InOut("y", F32({9}),
              {.block = {8}, .index = {i * 8 - 3}, .elements = true, .padding = 0});
  y.Store(y.Load() + Convert(k.Iota(I32({8}), 0), kF32) + 10.0 * (Convert(i, kF32) + 1));
  const std::vector<float> in = Numbers(9);
  std::vector<float> expected;
  for (int j = 0; j < 9; ++j) {
    expected.push_back(in[j] + static_cast<float>((j + 3) % 8) +
                       10.0f * ((j + 3) / 8 + 1));
  }
  EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(in)}), expected);
}

TEST(KernelWindows, AWindowThatSeesNothingOfTheArrayIsRefused) {
  for (int64_t first : {-8, 9}) {
    KernelBuilder k("beyond");
    const TileRef x = k.Input(
        "x", F32({9}), {.block = {8}, .index = {first}, .elements = true, .padding = 0});
    const TileRef y = k.Output("y", F32({8}));
    y.Store(x.Load());
    ExpectRefused(k.Build(), "the first place is -7, the last 8");
  }
  KernelBuilder k("kind");
  const TileRef x = k.Input("x", I32({9}), {.block = {8}, .index = {0}, .padding = 0.5});
  const TileRef y = k.Output("y", I32({8}));
  y.Store(x.Load());
  ExpectRefused(k.Build(), "constant 0.5 is no i32");
}

TEST(KernelWindows, PlacesFromDataAreCheckedWhereTheyMayLeaveTheArray) {
  const auto kernel = [] {
    KernelBuilder k("placed");
    const TileRef at = k.Input("at", I32({1}), {.memory = MemorySpace::kSmem});
    const TileRef x =
        k.Input("x", F32({9}),
                {.block = {4}, .index = {at.At({0})}, .elements = true, .padding = 7});
    const TileRef y = k.Output("y", F32({4}));
    y.Store(x.Load());
    return k.Build();
  };
  const std::vector<float> in = Numbers(9);
  for (int32_t place : {-3, -1, 0, 5, 6, 8}) {
    std::vector<float> expected;
    for (int32_t j = place; j < place + 4; ++j) {
      expected.push_back(j < 0 || j > 8 ? 7 : in[j]);
    }
    const std::vector<int32_t> at = {place};
    EXPECT_EQ(ResultOf<float>(kernel(), {BytesOf(at), BytesOf(in)}), expected) << place;
  }
  CompileOptions options = Ieee();
  options.kernel_debug = true;
  for (int32_t place : {-4, 9}) {
    const std::vector<int32_t> at = {place};
    const auto out = RunKernel(kernel(), {BytesOf(at), BytesOf(in)}, options);
    EXPECT_THAT(std::string(out.status().message()),
                ::testing::HasSubstr("its window leaves the array"))
        << place;
  }
}

TEST(KernelWindows, PartsWithStridesAreEveryNthElement) {
  using enum ElementType;
  for (ElementType type : {kI1, kF32, kF64, kBF16, kI8, kI32, kC64}) {
    SCOPED_TRACE((TensorType{type, {}}.ToString()));
    KernelBuilder k("strides");
    const TileRef at = k.Input("at", I32({1}), {.memory = MemorySpace::kSmem});
    const TileRef x = k.Input("x", {type, {9, 14}});
    const TileRef y = k.Output("y", {type, {6, 21}});
    const Tile part = x.Part({at.At({0}), 1}, {3, 7}, {3, 2}).Load();
    y.Part({0, 0}, {3, 7}, {2, 3}).Store(part);
    y.Part({1, 0}, {3, 7}, {2, 3}).Store(part);
    y.Part({0, 1}, {6, 7}, {1, 3}).Store(x.Part({2, 3}, {6, 7}).Load());
    y.Part({0, 2}, {6, 7}, {1, 3}).Store(x.Part({0, 0}, {6, 7}, {1, 2}).Load());
    ExpectAgreement(k.Build(), type == kI1 ? 2 : 3);
  }
}

TEST(KernelWindows, OneElementHasNoStride) {
  KernelBuilder k("one");
  const TileRef x = k.Input("x", F32({4})), y = k.Output("y", F32({1, 4}));
  y.Part({0, 1}, {1, 3}, {INT64_MAX, 1}).Store(x.Part({1}, {3}).Load());
  y.Part({0, 0}, {1, 1}, {7, INT64_MAX}).Store(x.Part({0}, {1}, {INT64_MAX}).Load());
  const std::vector<float> in = Numbers(4);
  EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(in)}), in);
}

TEST(KernelWindows, SqueezedDimensionsOfPartsAreNotSeen) {
  KernelBuilder k("squeezed");
  const TileRef x = k.Input("x", F32({3, 4, 5}));
  const TileRef y = k.Output("y", F32({5, 3}));
  k.For(0, 3, [&](const Tile& i) {
    const Tile row = x.Part({i, 2, 0}, {kSqueezed, kSqueezed, 5}).Load();
    EXPECT_EQ(row.type(), F32({5}));
    y.Part({0, i}, {5, kSqueezed}).Store(row);
  });
  y.Part({4, 0}, {kSqueezed, kSqueezed}).Store(9);
  const std::vector<float> in = Numbers(60);
  std::vector<float> expected;
  for (int j = 0; j < 5; ++j) {
    for (int i = 0; i < 3; ++i) expected.push_back(in[20 * i + 10 + j]);
  }
  expected[12] = 9;
  EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(in)}), expected);
}

TEST(KernelWindows, PartsThatDoNotFitAreRefused) {
  const auto refused = [](std::vector<int64_t> sizes, std::vector<int64_t> strides,
                          const std::string& why) {
    KernelBuilder k("refused");
    const TileRef x = k.Input("x", F32({9, 14}));
    const TileRef y = k.Output("y", F32({1}));
    y.Store(Sum(x.Part({0, 0}, std::move(sizes), std::move(strides)).Load(), {0, 1}));
    ExpectRefused(k.Build(), why);
  };
  refused({4, 4}, {1, 0}, "a stride of 0 in dimension 1");
  refused({4, 4}, {3, 1}, "a part of 4 elements 3 apart in dimension 0, which is 9");
  refused({4, 4}, {1}, "1 strides");
  refused({4, 4}, {1, INT64_MAX}, "apart in dimension 1");
  refused({10, 4}, {}, "a part of 10 in dimension 0");
}

// Element `place` of x is what each point copies.
KernelBuilder ElementsFrom(const std::function<Tile(const Tile&)>& place) {
  KernelBuilder k("elements");
  const Tile i = k.Grid({{200}})[0];
  const TileRef x = k.Input("x", F32({200}), {.block = {1}, .index = {place(i)}});
  k.Output("y", F32({200}), {.block = {1}, .index = {i}}).Store(x.Load());
  return k;
}

TEST(KernelWindows, PlacesThatWrapInANarrowTypeAreNotTakenForInside) {
  using enum ElementType;
  const std::vector<float> x = Numbers(200);
  const auto through = [](ElementType type) {
    return ElementsFrom([&](const Tile& i) { return Convert(Convert(i, type), kI32); });
  };
  EXPECT_EQ(ResultOf<float>(through(kU8).Build(), {BytesOf(x)}), x);
  // Before the array are zeros, which nobody may ask for.
  std::vector<float> wanted = x;
  std::fill(wanted.begin() + 128, wanted.end(), 0.0f);
  EXPECT_EQ(Result(through(kI8).Build(), {x}), wanted);
  KernelBuilder wraps = through(kI8);
  EXPECT_THAT(ErrorOf(wraps, {BytesOf(x)}),
              ::testing::HasSubstr("a block of 1 begins at -128"));
}

}  // namespace
}  // namespace tilewright
