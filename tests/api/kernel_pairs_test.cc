// Interleaved pairs, and products of floats and small integers.
#include "tests/api/kernel_agreement.h"
#include "tests/api/kernel_results.h"

namespace tilewright {
namespace {

// Rotary embedding of pairs that lie beside each other.
absl::StatusOr<Kernel> Rope(ElementType type, int64_t rows, int64_t width,
                            int64_t block) {
  KernelBuilder k("rope");
  const int64_t pairs = width / 2;
  const Tile g = k.Grid({{(rows + block - 1) / block}})[0];
  const BlockSpec wide = {.block = {block, width}, .index = {g, 0}};
  const BlockSpec half = {.block = {block, pairs}, .index = {g, 0}};
  const TileRef x = k.Input("x", {type, {rows, width}}, wide);
  const TileRef c = k.Input("cos", {type, {rows, pairs}}, half);
  const TileRef s = k.Input("sin", {type, {rows, pairs}}, half);
  const TileRef y = k.Output("y", {type, {rows, width}}, wide);
  const Tile both = Reshape(x.Load(), {block, pairs, 2});
  const Tile even = Reshape(Slice(both, {0, 0, 0}, {block, pairs, 1}), {block, pairs});
  const Tile odd = Reshape(Slice(both, {0, 0, 1}, {block, pairs, 1}), {block, pairs});
  const auto column = [&](const Tile& t) { return Reshape(t, {block, pairs, 1}); };
  const Tile turned = Concatenate({column(even * c.Load() - odd * s.Load()),
                                   column(odd * c.Load() + even * s.Load())},
                                  2);
  y.Store(Reshape(turned, {block, width}));
  return k.Build();
}

TEST(KernelPairs, RotatedPairsAgreeWithTheReferenceAndAreStoredTogether) {
  using enum ElementType;
  for (ElementType type : {kF32, kBF16, kF64, kF16}) {
    for (int64_t width : {2, 6, 32, 70}) {
      SCOPED_TRACE((TensorType{type, {width}}.ToString()));
      ExpectAgreement(Rope(type, 9, width, 4));
      ExpectAgreement(Rope(type, 4, width, 4));
    }
  }
  const absl::StatusOr<Kernel> kernel = Rope(kF32, 64, 128, 16);
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  EXPECT_THAT(kernel->Text(), ::testing::HasSubstr("<- interleave ("));
}

TEST(KernelPairs, WhatIsMadeOfInterleavedValuesIsStoredTogetherToo) {
  // x cos + rotated(x) sin with whole rows of cosines, as many models have it.
  const int64_t rows = 6, width = 34, pairs = width / 2;
  KernelBuilder k("rotate");
  const TileRef x = k.Input("x", F32({rows, width})),
                c = k.Input("c", F32({rows, width}));
  const TileRef y = k.Output("y", F32({rows, width}));
  const Tile both = Reshape(x.Load(), {rows, pairs, 2});
  const Tile even = Slice(both, {0, 0, 0}, {rows, pairs, 1});
  const Tile odd = Slice(both, {0, 0, 1}, {rows, pairs, 1});
  const Tile rotated = Reshape(Concatenate({-odd, even}, 2), {rows, width});
  y.Store(x.Load() * c.Load() + rotated * (c.Load() - 1.0) +
          x.Part({0, 0}, {1, width}).Load());
  const absl::StatusOr<Kernel> kernel = k.Build();
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  EXPECT_THAT(kernel->Text(), ::testing::HasSubstr("<- interleave ("));
  ExpectAgreement(kernel);
}

TEST(KernelPairs, PairsAreTurnedWhereTheyAre) {
  const int64_t rows = 5, width = 40, pairs = width / 2;
  KernelBuilder k("swap");
  const TileRef x = k.InOut("x", F32({rows, width}));
  const Tile both = Reshape(x.Load(), {rows, pairs, 2});
  x.Store(Reshape(Concatenate({Slice(both, {0, 0, 1}, {rows, pairs, 1}),
                               Slice(both, {0, 0, 0}, {rows, pairs, 1})},
                              2),
                  {rows, width}));
  const std::vector<float> in = Numbers(rows * width);
  std::vector<float> expected;
  for (size_t i = 0; i < in.size(); ++i) expected.push_back(in[i ^ 1]);
  EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(in)}), expected);
}

TEST(KernelPairs, FloatsMultiplySmallIntegersExactly) {
  using enum ElementType;
  for (ElementType floats : {kF32, kBF16, kF16, kF64}) {
    for (ElementType integers : {kI8, kU8}) {
      for (bool left : {false, true}) {
        SCOPED_TRACE(
            (TensorType{floats, {}}.ToString() + TensorType{integers, {}}.ToString()));
        KernelBuilder k("mixed");
        const TileRef x = k.Input("x", {left ? integers : floats, {5, 37}});
        const TileRef y = k.Input("y", {left ? floats : integers, {37, 9}});
        const TileRef z = k.Output("z", {floats == kF64 ? kF64 : kF32, {5, 9}});
        z.Store(Matmul(x.Load(), y.Load()));
        ExpectAgreement(k.Build(), 256);
      }
    }
  }
  KernelBuilder k("wide");
  const TileRef x = k.Input("x", F32({5, 3})), y = k.Output("y", F32({5, 5}));
  const TileRef n = k.Input("n", {kI16, {3, 5}});
  y.Store(Matmul(x.Load(), n.Load()));
  ExpectRefused(k.Build(), "product: of tensor<5x3xf32> and tensor<3x5xi16>");
}

}  // namespace
}  // namespace tilewright
