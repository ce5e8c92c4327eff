// Running reductions, sorts, random numbers, operands that are updated, and products
// of every type.
#include <algorithm>
#include <numeric>

#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

using enum GridSemantics;

// The first output's elements of a kernel that has to succeed, with checks and
// without.
template <typename T>
std::vector<T> ResultOf(KernelBuilder& k,
                        const std::vector<absl::Span<const uint8_t>>& in) {
  const absl::StatusOr<Kernel> kernel = k.Build();
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  std::vector<T> results[2];
  for (bool checks : {false, true}) {
    absl::StatusOr<std::vector<Buffer>> out =
        RunKernel(kernel, in, checks ? Checked() : Ieee());
    EXPECT_TRUE(out.ok()) << out.status();
    if (!out.ok()) return {};
    results[checks].resize((*out)[0].byte_size() / sizeof(T));
    std::memcpy(results[checks].data(), (*out)[0].data(), (*out)[0].byte_size());
  }
  EXPECT_EQ(results[0], results[1]);
  return results[0];
}

TEST(KernelOrders, ACumulativeSumIsTheSumOfWhatComesBefore) {
  for (bool reverse : {false, true}) {
    KernelBuilder k("running");
    const Tile i = k.Grid({{2}})[0];
    const BlockSpec rows = {.block = {3, 5}, .index = {i, 0 * i}};
    const TileRef x = k.Input("x", F32({6, 5}), rows);
    const TileRef y = k.Output("y", F32({6, 5}), rows);
    y.Store(CumulativeSum(x.Load(), 1, reverse));
    const std::vector<float> in = Numbers(30);
    std::vector<float> expected = in;
    for (int64_t r = 0; r < 6; ++r) {
      const auto row = expected.begin() + r * 5;
      if (reverse) {
        std::partial_sum(std::make_reverse_iterator(row + 5),
                         std::make_reverse_iterator(row),
                         std::make_reverse_iterator(row + 5));
      } else {
        std::partial_sum(row, row + 5, row);
      }
    }
    EXPECT_EQ(ResultOf<float>(k, {BytesOf(in)}), expected);
  }
}

TEST(KernelOrders, ACumulativeMaximumRunsAlongAnyDimension) {
  KernelBuilder k("highest");
  const TileRef x = k.Input("x", F32({4, 20}));
  const TileRef y = k.Output("y", F32({4, 20}));
  y.Store(CumulativeMax(x.Load(), 0) - CumulativeMin(x.Load(), 0));
  const std::vector<float> in = Numbers(80);
  std::vector<float> expected(80);
  for (int64_t c = 0; c < 20; ++c) {
    float high = in[c], low = in[c];
    for (int64_t r = 0; r < 4; ++r) {
      high = std::max(high, in[r * 20 + c]);
      low = std::min(low, in[r * 20 + c]);
      expected[r * 20 + c] = high - low;
    }
  }
  EXPECT_EQ(ResultOf<float>(k, {BytesOf(in)}), expected);
}

TEST(KernelOrders, ASortTakesOtherTilesAlongAndKeepsTheOrderOfEqualKeys) {
  KernelBuilder k("order");
  const Tile i = k.Grid({{3}})[0];
  const TileRef keys =
      k.Input("keys", I32({3, 50}), {.block = {1, 50}, .index = {i, 0 * i}});
  const TileRef places =
      k.Output("places", I32({3, 50}), {.block = {1, 50}, .index = {i, 0 * i}});
  places.Store(Sort({keys.Load(), k.Iota(I32({1, 50}), 1)}, 1, /*descending=*/true)[1]);
  std::vector<int32_t> in;
  for (float f : Numbers(150)) in.push_back(static_cast<int32_t>(8 * f));
  std::vector<int32_t> expected(150);
  for (int r = 0; r < 3; ++r) {
    const auto row = expected.begin() + 50 * r;
    std::iota(row, row + 50, 0);
    std::sort(row, row + 50, [&](int a, int b) {
      const int32_t x = in[50 * r + a], y = in[50 * r + b];
      return x != y ? x > y : a < b;
    });
  }
  EXPECT_EQ(ResultOf<int32_t>(k, {BytesOf(in)}), expected);
}

TEST(KernelOrders, RandomBitsAreThreefry) {
  // The known answers of Random123's kat_vectors for threefry2x32 of 20 rounds.
  const struct {
    std::vector<uint32_t> counter, key, expected;
  } kCases[] = {
      {{0, 0}, {0, 0}, {0x6b200159, 0x99ba4efe}},
      {{~0u, ~0u}, {~0u, ~0u}, {0x1cb996fc, 0xbb002be7}},
      {{0x243f6a88, 0x85a308d3}, {0x13198a2e, 0x03707344}, {0xc4923a9c, 0x483df7a0}},
  };
  for (const auto& c : kCases) {
    KernelBuilder k("bits");
    const TensorType pair{ElementType::kU32, {2}};
    const TileRef key = k.Input("key", pair, {.memory = MemorySpace::kSmem});
    const TileRef counter = k.Input("counter", pair);
    const TileRef y = k.Output("y", pair);
    const Tile words = counter.Load();
    const std::vector<Tile> bits =
        RandomBits({key.At({k.Constant(kI32, 0)}), key.At({k.Constant(kI32, 1)})},
                   {Slice(words, {0}, {1}), Slice(words, {1}, {1})});
    y.Store(Concatenate(bits, 0));
    EXPECT_EQ(ResultOf<uint32_t>(k, {BytesOf(c.key), BytesOf(c.counter)}), c.expected);
  }
}

// x += 1, by blocks that do not divide it.
Kernel Increment() {
  KernelBuilder k("increment");
  const Tile i = k.Grid({{3}})[0];
  const TileRef x = k.InOut("x", F32({20}), {.block = {8}, .index = {i}});
  x.Store(x.Load() + 1.0);
  return k.Build().value();
}

TEST(KernelOrders, AnUpdatedOperandIsAnInputAndAnOutput) {
  const Kernel kernel = Increment();
  EXPECT_EQ(kernel.inputs(), std::vector<TensorType>{F32({20})});
  EXPECT_EQ(kernel.outputs(), std::vector<TensorType>{F32({20})});
  const std::vector<float> in = Numbers(20);
  std::vector<float> expected;
  for (float f : in) expected.push_back(f + 1.0f);
  EXPECT_EQ(Result(kernel, {in}), expected);
  EXPECT_EQ(Result(kernel, {in}, Checked()), expected);
}

TEST(KernelOrders, WhatOthersReadIsCopiedBeforeItIsUpdated) {
  const Kernel kernel = Increment();
  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input(F32({20}));
  const ProgramBuilder::Value negated = b.Elementwise("stablehlo.negate", {x});
  const ProgramBuilder::Value once = b.CallKernel(kernel, {negated})[0];
  const ProgramBuilder::Value twice = b.CallKernel(kernel, {once})[0];
  const Program program = b.Build({negated, once, twice}).value();
  const Device device = Device::Create().value();
  const std::vector<float> in = Numbers(20);
  const Buffer buffer = Buffer::FromHost(device, F32({20}), BytesOf(in)).value();
  const Executable executable = Executable::Compile(program, Ieee()).value();
  const std::vector<Buffer> out = Execute(executable, device, {buffer}).value();
  for (size_t i = 0; i < in.size(); ++i) {
    EXPECT_EQ(FloatsOf(out[0])[i], -in[i]);
    EXPECT_EQ(FloatsOf(out[1])[i], -in[i] + 1.0f);
    EXPECT_EQ(FloatsOf(out[2])[i], -in[i] + 1.0f + 1.0f);
  }
  EXPECT_EQ(FloatsOf(buffer), in);
}

TEST(KernelOrders, BytesMultiplyIntoI32) {
  for (ElementType type : {ElementType::kI8, ElementType::kU8}) {
    KernelBuilder k("bytes");
    const TileRef x = k.Input("x", {type, {5, 37}});
    const TileRef y = k.Input("y", {type, {37, 9}});
    const TileRef z = k.Output("z", I32({5, 9}));
    z.Store(Matmul(x.Load(), y.Load()));
    std::vector<uint8_t> a(5 * 37), b(37 * 9);
    for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<uint8_t>(i * 37 + 100);
    for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<uint8_t>(i * 91 + 7);
    const auto value = [&](uint8_t bits) -> int32_t {
      return type == ElementType::kI8 ? static_cast<int8_t>(bits) : bits;
    };
    std::vector<int32_t> expected(45);
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 9; ++j) {
        for (int n = 0; n < 37; ++n) {
          expected[i * 9 + j] += value(a[i * 37 + n]) * value(b[n * 9 + j]);
        }
      }
    }
    EXPECT_EQ(ResultOf<int32_t>(k, {BytesOf(a), BytesOf(b)}), expected);
  }
}

TEST(KernelOrders, HalvesMultiplyExactlyIntoF32) {
  KernelBuilder k("halves");
  const TileRef x = k.Input("x", F32({4, 8}));
  const TileRef y = k.Input("y", F32({8, 4}));
  const TileRef z = k.Output("z", F32({4, 4}));
  const auto half = [](const TileRef& ref) {
    return Convert(ref.Load(), ElementType::kF16);
  };
  z.Store(Matmul(half(x), half(y)));
  std::vector<float> a(32), b(32), expected(16);
  for (int i = 0; i < 32; ++i) a[i] = static_cast<float>(i - 7), b[i] = 0.25f * (i % 9);
  for (int i = 0; i < 16; ++i) {
    for (int n = 0; n < 8; ++n) expected[i] += a[i / 4 * 8 + n] * b[n * 4 + i % 4];
  }
  EXPECT_EQ(ResultOf<float>(k, {BytesOf(a), BytesOf(b)}), expected);
}

}  // namespace
}  // namespace tilewright
