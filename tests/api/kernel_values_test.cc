// What kernels compute, against plain loops.
#include <algorithm>
#include <cmath>

#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

using enum GridSemantics;

TEST(KernelValues, BlocksThatDivideTheArrayCoverIt) {
  KernelBuilder k("add");
  const std::vector<Tile> g = k.Grid({{4}});
  const TileRef x = k.Input("x", F32({1024}), {.block = {256}, .index = {g[0]}});
  const TileRef y = k.Input("y", F32({1024}), {.block = {256}, .index = {g[0]}});
  const TileRef z = k.Output("z", F32({1024}), {.block = {256}, .index = {g[0]}});
  z.Store(x.Load() + 2.0 * y.Load());
  const std::vector<float> a = Numbers(1024, 1), b = Numbers(1024, 2);
  std::vector<float> expected;
  for (int i = 0; i < 1024; ++i) expected.push_back(a[i] + 2.0f * b[i]);
  EXPECT_EQ(Result(k.Build(), {a, b}), expected);
}

TEST(KernelValues, EdgeBlocksReadZeroAndWriteInsideOnly) {
  // Sums of rows in blocks that do not divide the array.
  KernelBuilder k("edge");
  const std::vector<Tile> g = k.Grid({{3}, {3}});
  const TileRef x =
      k.Input("x", F32({20, 100}), {.block = {8, 48}, .index = {g[0], g[1]}});
  const TileRef y =
      k.Output("y", F32({20, 100}), {.block = {8, 48}, .index = {g[0], g[1]}});
  const TileRef s = k.Output("s", F32({24, 3}), {.block = {8, 1}, .index = {g[0], g[1]}});
  y.Store(x.Load() + 1.0);
  s.Store(Sum(x.Load(), {1}, true));
  const std::vector<float> a = Numbers(2000);
  absl::StatusOr<std::vector<Buffer>> out = RunKernel(k.Build(), {BytesOf(a)});
  ASSERT_TRUE(out.ok()) << out.status();
  const std::vector<float> plus = FloatsOf((*out)[0]), sums = FloatsOf((*out)[1]);
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(plus[i], a[i] + 1.0f);
  for (int r = 0; r < 24; ++r) {
    for (int c = 0; c < 3; ++c) {
      double sum = 0;
      for (int j = 48 * c; j < std::min(48 * c + 48, 100); ++j) {
        sum += r < 20 ? a[100 * r + j] : 0;
      }
      ASSERT_NEAR(sums[3 * r + c], sum, 1e-4) << r << ", " << c;
    }
  }
}

TEST(KernelValues, SequentialDimensionsAccumulateInScratch) {
  const int m = 96, n = 80, depth = 128;
  KernelBuilder k("matmul");
  const std::vector<Tile> g = k.Grid({{3}, {2}, {4, kSequential}});
  const TileRef x =
      k.Input("x", F32({m, depth}), {.block = {32, 32}, .index = {g[0], g[2]}});
  const TileRef y =
      k.Input("y", F32({depth, n}), {.block = {32, 40}, .index = {g[2], g[1]}});
  const TileRef z =
      k.Output("z", F32({m, n}), {.block = {32, 40}, .index = {g[0], g[1]}});
  const TileRef acc = k.Scratch("acc", F32({32, 40}));
  k.If(g[2] == 0, [&] { acc.Store(k.Constant(kF32, 0)); });
  acc.Store(acc.Load() + Matmul(x.Load(), y.Load()));
  k.If(g[2] == 3, [&] { z.Store(acc.Load()); });
  const std::vector<float> a = Numbers(m * depth, 1), b = Numbers(depth * n, 2);
  std::vector<float> expected(m * n);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int l = 0; l < depth; ++l) sum += a[i * depth + l] * b[l * n + j];
      expected[i * n + j] = static_cast<float>(sum);
    }
  }
  const absl::StatusOr<Kernel> kernel = k.Build();
  ExpectNear(Result(kernel, {a, b}), expected, 1e-4f);
  CompileOptions tpu = Ieee();
  tpu.numerics = NumericMode::kTpu;
  ExpectNear(Result(kernel, {a, b}, tpu), expected, 0.3f);
  // The product and the sum are one statement: no memory for the product alone.
  ASSERT_TRUE(kernel.ok());
  EXPECT_EQ(kernel->Text().find("product"), std::string::npos);
}

TEST(KernelValues, SoftmaxOfRows) {
  const int rows = 20, columns = 200;
  KernelBuilder k("softmax");
  const std::vector<Tile> g = k.Grid({{3}});
  const BlockSpec spec = {.block = {8, columns}, .index = {g[0], k.Constant(kI32, 0)}};
  const TileRef x = k.Input("x", F32({rows, columns}), spec);
  const TileRef y = k.Output("y", F32({rows, columns}), spec);
  const Tile e = Exp(x.Load() - Max(x.Load(), {1}, true));
  y.Store(e / Sum(e, {1}, true));
  const std::vector<float> a = Numbers(rows * columns);
  std::vector<float> expected(a.size());
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int c = 0; c < columns; ++c) sum += std::exp(a[r * columns + c]);
    for (int c = 0; c < columns; ++c) {
      expected[r * columns + c] = std::exp(a[r * columns + c]) / sum;
    }
  }
  ExpectNear(Result(k.Build(), {a}), expected, 1e-6f);
}

TEST(KernelValues, WhatWasReadIsNotChangedByLaterStores) {
  KernelBuilder k("swap");
  const TileRef x = k.Input("x", F32({8, 8}));
  const TileRef y = k.Output("y", F32({8, 8}));
  const TileRef z = k.Output("z", F32({8, 8}));
  const TileRef s = k.Scratch("s", F32({8, 8}));
  s.Store(x.Load());
  const Tile before = s.Load();
  s.Store(Transpose(s.Load(), {1, 0}) + 1.0);  // reads what it overwrites
  k.For(0, 3, [&](Tile i) { s.Store(s.Load() + Convert(i, kF32) + 0.0 * before); });
  y.Store(before);
  z.Store(s.Load());
  const std::vector<float> a = Numbers(64);
  absl::StatusOr<std::vector<Buffer>> out = RunKernel(k.Build(), {BytesOf(a)});
  ASSERT_TRUE(out.ok()) << out.status();
  EXPECT_EQ(FloatsOf((*out)[0]), a);
  const std::vector<float> after = FloatsOf((*out)[1]);
  for (int i = 0; i < 64; ++i) {
    ASSERT_NEAR(after[i], a[i % 8 * 8 + i / 8] + 4.0f, 1e-6) << i;
  }
}

TEST(KernelValues, BranchesAndLoopsWithBoundsFromData) {
  KernelBuilder k("triangle");
  const std::vector<Tile> g = k.Grid({{6}});
  const TileRef n = k.Input("n", I32({6}), {.memory = MemorySpace::kSmem});
  const TileRef y =
      k.Output("y", F32({6, 16}), {.block = {kSqueezed, 16}, .index = {g[0], 0 * g[0]}});
  y.Store(k.Constant(kF32, 0));
  k.For(k.Constant(kI32, 0), n.At({g[0]}), [&](Tile i) {
    k.If(
        i % 2 == 0, [&] { y.Store(y.Load() + 10.0); },
        [&] { y.Store(y.Load() + Convert(k.Iota(I32({16}), 0), kF32)); });
  });
  const std::vector<int32_t> counts = {0, 1, 2, 3, 7, -4};
  absl::StatusOr<std::vector<Buffer>> out = RunKernel(k.Build(), {BytesOf(counts)});
  ASSERT_TRUE(out.ok()) << out.status();
  const std::vector<float> y_values = FloatsOf((*out)[0]);
  for (int r = 0; r < 6; ++r) {
    for (int c = 0; c < 16; ++c) {
      const int turns = std::max(counts[r], 0);
      ASSERT_EQ(y_values[16 * r + c], 10.0f * ((turns + 1) / 2) + c * (turns / 2));
    }
  }
}

TEST(KernelValues, IndicesInSmemPickTheBlocks) {
  KernelBuilder k("embed");
  const std::vector<Tile> g = k.Grid({{10}});
  const TileRef ids = k.Input("ids", I32({10}), {.memory = MemorySpace::kSmem});
  const TileRef table =
      k.Input("table", F32({7, 33}),
              {.block = {kSqueezed, 33}, .index = {ids.At({g[0]}), 0 * g[0]}});
  const TileRef y =
      k.Output("y", F32({10, 33}), {.block = {kSqueezed, 33}, .index = {g[0], 0 * g[0]}});
  y.Store(table.Load());
  // Rows that do not exist read as zeros.
  const std::vector<int32_t> rows = {3, 0, 6, 6, 1, -1, 7, 2, 1000000, 5};
  const std::vector<float> values = Numbers(7 * 33);
  absl::StatusOr<std::vector<Buffer>> out =
      RunKernel(k.Build(), {BytesOf(rows), BytesOf(values)});
  ASSERT_TRUE(out.ok()) << out.status();
  const std::vector<float> result = FloatsOf((*out)[0]);
  for (int r = 0; r < 10; ++r) {
    for (int c = 0; c < 33; ++c) {
      const bool there = rows[r] >= 0 && rows[r] < 7;
      ASSERT_EQ(result[33 * r + c], there ? values[33 * rows[r] + c] : 0) << r;
    }
  }
}

TEST(KernelValues, FlashAttentionIsAttention) {
  const int length = 96, dim = 32, block = 32;
  KernelBuilder k("flash");
  const std::vector<Tile> g = k.Grid({{length / block}, {length / block, kSequential}});
  const Tile zero = k.Constant(kI32, 0);
  const TileRef q =
      k.Input("q", F32({length, dim}), {.block = {block, dim}, .index = {g[0], zero}});
  const TileRef key =
      k.Input("k", F32({length, dim}), {.block = {block, dim}, .index = {g[1], zero}});
  const TileRef v =
      k.Input("v", F32({length, dim}), {.block = {block, dim}, .index = {g[1], zero}});
  const TileRef o =
      k.Output("o", F32({length, dim}), {.block = {block, dim}, .index = {g[0], zero}});
  const TileRef m = k.Scratch("m", F32({block, 1})), l = k.Scratch("l", F32({block, 1}));
  const TileRef acc = k.Scratch("acc", F32({block, dim}));
  k.If(g[1] == 0, [&] {
    m.Store(k.Constant(kF32, -1e30));
    l.Store(k.Constant(kF32, 0));
    acc.Store(k.Constant(kF32, 0));
  });
  const Tile s = Matmul(q.Load(), key.Load(), {.rhs_contracting = {1}});
  const Tile m_new = Maximum(m.Load(), Max(s, {1}, true));
  const Tile p = Exp(s - m_new);
  const Tile alpha = Exp(m.Load() - m_new);
  l.Store(alpha * l.Load() + Sum(p, {1}, true));
  acc.Store(alpha * acc.Load() + Matmul(p, v.Load()));
  m.Store(m_new);
  k.If(g[1] == length / block - 1, [&] { o.Store(acc.Load() / l.Load()); });

  const std::vector<float> qs = Numbers(length * dim, 1), ks = Numbers(length * dim, 2),
                           vs = Numbers(length * dim, 3);
  std::vector<float> expected(length * dim);
  for (int i = 0; i < length; ++i) {
    std::vector<double> weights(length);
    double sum = 0;
    for (int j = 0; j < length; ++j) {
      double dot = 0;
      for (int d = 0; d < dim; ++d) dot += qs[i * dim + d] * ks[j * dim + d];
      sum += weights[j] = std::exp(dot);
    }
    for (int d = 0; d < dim; ++d) {
      double out = 0;
      for (int j = 0; j < length; ++j) out += weights[j] / sum * vs[j * dim + d];
      expected[i * dim + d] = static_cast<float>(out);
    }
  }
  const absl::StatusOr<Kernel> kernel = k.Build();
  ExpectNear(Result(kernel, {qs, ks, vs}), expected, 1e-5f);
  EXPECT_EQ(Result(kernel, {qs, ks, vs}, Ieee(), 1),
            Result(kernel, {qs, ks, vs}, Ieee(), 2));
}

TEST(KernelValues, CopiesByHandWithTwoBuffers) {
  const int blocks = 5, rows = 8, columns = 40;
  KernelBuilder k("copy");
  const TensorType type = F32({blocks * rows, columns});
  const TileRef x = k.Input("x", type, {.memory = MemorySpace::kHbm});
  const TileRef y = k.Output("y", type, {.memory = MemorySpace::kHbm});
  const TileRef in = k.Scratch("in", F32({2, rows, columns}));
  const TileRef out = k.Scratch("out", F32({2, rows, columns}));
  const TileRef coming = k.Semaphores("coming", 2), going = k.Semaphores("going", 2);
  const Tile zero = k.Constant(kI32, 0);
  const TileRef flat_in = k.Scratch("flat", F32({rows, columns}));
  k.StartCopy(x.Part({zero, zero}, {rows, columns}), flat_in, coming);
  k.WaitCopy(x.Part({zero, zero}, {rows, columns}), flat_in, coming);
  k.For(0, blocks, [&](Tile i) {
    const Tile slot = i % 2;
    k.StartCopy(x.Part({i * rows, zero}, {rows, columns}), flat_in, coming, slot);
    k.WaitCopy(x.Part({i * rows, zero}, {rows, columns}), flat_in, coming, slot);
    in.Part({slot, zero, zero}, {1, rows, columns})
        .Store(Reshape(flat_in.Load(), {1, rows, columns}) * 2.0);
    const Tile held =
        Reshape(in.Part({slot, zero, zero}, {1, rows, columns}).Load(), {rows, columns});
    flat_in.Store(held + 1.0);
    k.StartCopy(flat_in, y.Part({i * rows, zero}, {rows, columns}), going, slot);
    k.WaitCopy(flat_in, y.Part({i * rows, zero}, {rows, columns}), going, slot);
  });
  const std::vector<float> a = Numbers(blocks * rows * columns);
  std::vector<float> expected;
  for (float f : a) expected.push_back(2.0f * f + 1.0f);
  EXPECT_EQ(Result(k.Build(), {a}), expected);
}

}  // namespace
}  // namespace tilewright
