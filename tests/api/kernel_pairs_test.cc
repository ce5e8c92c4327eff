// Interleaved pairs, rows of several pieces, and products of floats and small integers.
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

// Rotary embedding with rolled rows, of halves or of pairs.
absl::StatusOr<Kernel> Rolled(ElementType type, bool pairs, bool arrays, int64_t rows,
                              int64_t width) {
  KernelBuilder k =
      arrays ? KernelBuilder::OverArrays("rolled") : KernelBuilder("rolled");
  const TensorType wide = {type, {rows, width}};
  const TileRef x = k.Input("x", wide), c = k.Input("c", wide), s = k.Input("s", wide);
  const TileRef y = k.Output("y", wide);
  const Tile i = k.Iota(I32({width}), 0), in = x.Load();
  const int64_t shift = pairs ? 1 : width / 2;
  const Tile first = pairs ? i % 2 == 0 : i < shift;
  const Tile rotated = Select(first, -Roll(in, -shift, 1), Roll(in, shift, 1));
  y.Store(in * c.Load() + rotated * s.Load());
  return k.Build();
}

TEST(KernelPairs, RolledRowsAreStoredPieceByPiece) {
  using enum ElementType;
  for (bool arrays : {false, true}) {
    for (ElementType type : {kF32, kBF16, kF64}) {
      for (int64_t width : {2, 6, 32, 70, 128}) {
        SCOPED_TRACE((TensorType{type, {width}}.ToString()));
        ExpectAgreement(Rolled(type, false, arrays, 5, width));
        ExpectAgreement(Rolled(type, true, arrays, 5, width));
      }
    }
    const absl::StatusOr<Kernel> halves = Rolled(kF32, false, arrays, 8, 128);
    const absl::StatusOr<Kernel> pairs = Rolled(kF32, true, arrays, 8, 128);
    ASSERT_TRUE(halves.ok()) << halves.status();
    ASSERT_TRUE(pairs.ok()) << pairs.status();
    EXPECT_THAT(halves->Text(), ::testing::HasSubstr(" offset=[0, 64]"));
    EXPECT_THAT(pairs->Text(), ::testing::HasSubstr("<- interleave ("));
  }
}

TEST(KernelPairs, RowsThatAreRotatedInPartHavePiecesOfSeveralSizes) {
  const int64_t rows = 5, width = 96;
  KernelBuilder k("partly");
  const TileRef x = k.InOut("x", F32({rows, width}));
  const TileRef s = k.Scratch("s", F32({2, rows, width}));
  const Tile in = x.Load();
  const auto part = [&](int64_t begin, int64_t size) {
    return Slice(in, {0, begin}, {rows, size});
  };
  const Tile rotated = Concatenate({-part(16, 16), part(0, 16), part(32, 64)}, 1);
  k.For(0, 2, [&](Tile i) {
    s.Part({i, 0, 0}, {kSqueezed, rows, width}).Store(rotated + Convert(i, kF32));
  });
  x.Store(s.Part({1, 0, 0}, {kSqueezed, rows, width}).Load() + rotated);
  const absl::StatusOr<Kernel> kernel = k.Build();
  ExpectAgreement(kernel);
  ExpectSameWithChecks(kernel);
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
  ExpectRefused(k.Build(), "Matmul: of tensor<5x3xf32> and tensor<3x5xi16>");
}

}  // namespace
}  // namespace tilewright
