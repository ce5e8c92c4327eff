// Kernels over whole arrays: what our own kernels are written in.
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <random>

#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

using ::testing::HasSubstr;

// The tile programs, without the kernels' names.
std::string TileText(const Program& program, const CompileOptions& options = Ieee()) {
  std::string text = PrintStage(program, options, "tile").value();
  for (size_t at; (at = text.find("// ")) != std::string::npos;) {
    text.erase(at, text.find('\n', at) - at + 1);
  }
  return text;
}

// The kernel and the StableHLO text are one tile program, in both numerics and on a chip
// with another MXU.
void ExpectTheSame(const absl::StatusOr<Kernel>& kernel, const std::string& stablehlo) {
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  const absl::StatusOr<Program> graph = Program::Parse(stablehlo);
  ASSERT_TRUE(graph.ok()) << graph.status();
  for (NumericMode numerics : {NumericMode::kIeee, NumericMode::kTpu}) {
    for (const char* chip : {"v5e", "v6e"}) {
      CompileOptions options = Ieee();
      options.numerics = numerics;
      options.chip = chip;
      const std::string text = TileText(*graph, options);
      EXPECT_THAT(text, HasSubstr("store r"));
      EXPECT_EQ(TileText(kernel->ToProgram().value(), options), text);
    }
  }
}

absl::StatusOr<Kernel> Softmax(int64_t rows, int64_t columns) {
  KernelBuilder k = KernelBuilder::OverArrays("softmax");
  const TileRef x = k.Input("x", F32({rows, columns}));
  const TileRef y = k.Output("y", F32({rows, columns}));
  const Tile row = x.Load();
  const Tile e = Exp(row - Max(row, {1}, /*keep_dimensions=*/true));
  y.Store(e / Sum(e, {1}, /*keep_dimensions=*/true));
  return k.Build();
}

constexpr char kSoftmax[] = R"(
func.func @main(%x: tensor<4096x1000xf32>) -> tensor<4096x1000xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1]
       : (tensor<4096x1000xf32>, tensor<f32>) -> tensor<4096xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0]
       : (tensor<4096xf32>) -> tensor<4096x1xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1]
       : (tensor<4096x1xf32>) -> tensor<4096x1000xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<4096x1000xf32>
  %4 = stablehlo.exponential %3 : tensor<4096x1000xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1]
       : (tensor<4096x1000xf32>, tensor<f32>) -> tensor<4096xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0]
       : (tensor<4096xf32>) -> tensor<4096x1xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1]
       : (tensor<4096x1xf32>) -> tensor<4096x1000xf32>
  %8 = stablehlo.divide %4, %7 : tensor<4096x1000xf32>
  return %8 : tensor<4096x1000xf32>
})";

TEST(KernelOverArrays, SoftmaxIsTheTileProgramThatStableHloIsLoweredTo) {
  ExpectTheSame(Softmax(4096, 1000), kSoftmax);
}

TEST(KernelOverArrays, AKernelIsFoundInTheCacheWhereAGraphLeftIt) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "kernel_over_arrays";
  std::filesystem::remove_all(folder);
  CompileOptions options = Ieee();
  options.cache_mode = "rw";
  options.cache_dir = folder.string();
  const auto compiled = [&](const Program& program) {
    return Executable::Compile(program, options).value().report().kernels_compiled;
  };
  EXPECT_EQ(compiled(Program::Parse(kSoftmax).value()), 1);
  EXPECT_EQ(compiled(Softmax(4096, 1000)->ToProgram().value()), 0);
  EXPECT_EQ(compiled(Softmax(4096, 1001)->ToProgram().value()), 1);
  std::filesystem::remove_all(folder);
}

// relu(x w + b)
absl::StatusOr<Kernel> Layer(int64_t m, int64_t k_size, int64_t n) {
  KernelBuilder k = KernelBuilder::OverArrays("layer");
  const TileRef x = k.Input("x", F32({m, k_size}));
  const TileRef w = k.Input("w", F32({k_size, n}));
  const TileRef b = k.Input("b", F32({n}));
  const TileRef y = k.Output("y", F32({m, n}));
  const Tile sum = Matmul(x.Load(), w.Load()) + b.Load();
  y.Store(Maximum(sum, k.Constant(kF32, 0)));
  return k.Build();
}

TEST(KernelOverArrays, AMatmulWithAnEpilogueIsTheTileProgramThatStableHloIsLoweredTo) {
  ExpectTheSame(Layer(1000, 768, 520), R"(
func.func @main(%x: tensor<1000x768xf32>, %w: tensor<768x520xf32>, %b: tensor<520xf32>)
    -> tensor<1000x520xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
       : (tensor<1000x768xf32>, tensor<768x520xf32>) -> tensor<1000x520xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1]
       : (tensor<520xf32>) -> tensor<1000x520xf32>
  %2 = stablehlo.add %0, %1 : tensor<1000x520xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1000x520xf32>
  %4 = stablehlo.maximum %2, %3 : tensor<1000x520xf32>
  return %4 : tensor<1000x520xf32>
})");
}

std::vector<float> SoftmaxOf(const std::vector<float>& x, int64_t columns) {
  std::vector<float> y(x.size());
  for (size_t row = 0; row < x.size(); row += columns) {
    double sum = 0;
    for (int64_t c = 0; c < columns; ++c) sum += std::exp(double{x[row + c]});
    for (int64_t c = 0; c < columns; ++c) {
      y[row + c] = static_cast<float>(std::exp(double{x[row + c]}) / sum);
    }
  }
  return y;
}

TEST(KernelOverArrays, RowsAreTheSameBytesWhateverTheThreads) {
  for (const int64_t columns : {1, 5, 37, 1000}) {
    const std::vector<float> x = Numbers(301 * columns);
    const absl::StatusOr<Kernel> kernel = Softmax(301, columns);
    const std::vector<float> one = Result(kernel, {x}, Ieee(), 1);
    ExpectNear(one, SoftmaxOf(x, columns), 1e-6f);
    EXPECT_EQ(one, Result(kernel, {x}, Ieee(), 2));
  }
}

TEST(KernelOverArrays, KernelsAreCheckedOnlyWhenTheyAreBuilt) {
  CompileOptions options = Ieee();
  options.kernel_debug = true;
  const std::vector<float> x = Numbers(8 * 16);
  ExpectNear(Result(Softmax(8, 16), {x}, options), SoftmaxOf(x, 16), 1e-6f);
}

// One pass over the rows gives two results, and values that go on are kept.
TEST(KernelOverArrays, SeveralResultsOfRowsAreOneStatement) {
  const int64_t rows = 33, columns = 70;
  KernelBuilder k = KernelBuilder::OverArrays("moments");
  const TileRef x = k.Input("x", F32({rows, columns}));
  const TileRef mean_out = k.Output("mean", F32({rows}));
  const TileRef out = k.Output("out", F32({rows, columns}));
  const Tile row = Keep(x.Load() * 2.0);
  const Tile mean = Sum(row, {1}, true) / static_cast<double>(columns);
  const Tile largest = Max(row, {1}, true);
  mean_out.Store(Reshape(mean, {rows}));
  out.Store((row - mean) / largest);
  const absl::StatusOr<Kernel> kernel = k.Build();
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  const std::string text = TileText(kernel->ToProgram().value());
  EXPECT_EQ(text.find("nest"), text.rfind("nest")) << text;
  EXPECT_THAT(text, HasSubstr("vmem"));
  const std::vector<float> in = Numbers(rows * columns);
  std::vector<float> expected;
  for (int64_t r = 0; r < rows; ++r) {
    float sum = 0, top = -INFINITY;
    for (int64_t c = 0; c < columns; ++c) {
      sum += 2 * in[r * columns + c];
      top = std::fmax(top, 2 * in[r * columns + c]);
    }
    for (int64_t c = 0; c < columns; ++c) {
      expected.push_back((2 * in[r * columns + c] - sum / columns) / top);
    }
  }
  absl::StatusOr<std::vector<Buffer>> result = RunKernel(kernel, {BytesOf(in)});
  ASSERT_TRUE(result.ok()) << result.status();
  ExpectNear(FloatsOf((*result)[1]), expected, 1e-5f);
}

TEST(KernelOverArrays, APartOfAnUpdatedOperandIsStoredOverTheRest) {
  KernelBuilder k = KernelBuilder::OverArrays("append");
  const TileRef at = k.Input("at", I32({1}));
  const TileRef row = k.Input("row", F32({1, 4}));
  const TileRef table = k.InOut("table", F32({8, 4}));
  table.Part({at.At({k.Constant(kI32, 0)}), k.Constant(kI32, 0)}, {1, 4})
      .Store(row.Load() * 3.0);
  const std::vector<int32_t> place = {5};
  const std::vector<float> values = Numbers(4, 2), before = Numbers(32, 3);
  std::vector<float> expected = before;
  for (int c = 0; c < 4; ++c) expected[5 * 4 + c] = 3 * values[c];
  const absl::StatusOr<std::vector<Buffer>> result =
      RunKernel(k.Build(), {BytesOf(place), BytesOf(values), BytesOf(before)});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(FloatsOf((*result)[0]), expected);
}

void ExpectError(const std::function<void(KernelBuilder&, TileRef)>& write,
                 const std::string& message) {
  KernelBuilder k = KernelBuilder::OverArrays("k");
  const TileRef x = k.Input("x", F32({8, 8}));
  write(k, x);
  const absl::StatusOr<Kernel> kernel = k.Build();
  ASSERT_FALSE(kernel.ok()) << message;
  EXPECT_THAT(std::string(kernel.status().message()), HasSubstr("kernel 'k': "));
  EXPECT_THAT(std::string(kernel.status().message()), HasSubstr(message));
}

TEST(KernelOverArrays, WhatNeedsAGridIsRefusedByName) {
  ExpectError([](KernelBuilder& k, const TileRef&) { k.Grid({{4}}); }, "has no grid");
  ExpectError([](KernelBuilder& k, const TileRef&) { k.Scratch("s", F32({8})); },
              "has no scratch");
  ExpectError([](KernelBuilder& k, const TileRef&) { k.For(0, 2, [](const Tile&) {}); },
              "has no loops");
  ExpectError(
      [](KernelBuilder& k, const TileRef& x) {
        k.If(x.At({k.Constant(kI32, 0), k.Constant(kI32, 0)}) < 0, [] {});
      },
      "has no branches");
  ExpectError([](KernelBuilder&, const TileRef& x) { CumulativeSum(x.Load(), 0); },
              "has no running reductions");
  ExpectError([](KernelBuilder&, const TileRef& x) { Sort({x.Load()}, 0); },
              "has no sorts");
  ExpectError([](KernelBuilder& k,
                 const TileRef&) { k.Input("b", F32({8, 8}), {.block = {4, 4}}); },
              "'b': an operand of a kernel over whole arrays has no blocks");
}

TEST(KernelOverArrays, ArgumentsOfMaximaAreFoundAlongAnyDimension) {
  std::vector<float> a = Numbers(4 * 5 * 37);
  a[0] = a[37] = NAN;
  for (float& value : a) value = std::round(8 * value);  // many are equal
  for (int64_t d = 0; d < 3; ++d) {
    std::vector<std::vector<int32_t>> results;
    for (bool arrays : {false, true}) {
      KernelBuilder k =
          arrays ? KernelBuilder::OverArrays("most") : KernelBuilder("most");
      std::vector<int64_t> dims = {4, 5, 37};
      const Tile x = k.Input("x", F32(dims)).Load();
      dims.erase(dims.begin() + d);
      k.Output("y", I32(dims)).Store(ArgMax(x, d) * 100 + 7);
      k.Output("z", I32(dims)).Store(ArgMin(x, d));
      const auto out = RunKernel(k.Build(), {BytesOf(a)});
      ASSERT_TRUE(out.ok()) << out.status();
      for (const Buffer& buffer : *out) {
        results.emplace_back(buffer.byte_size() / 4);
        std::memcpy(results.back().data(), buffer.data(), buffer.byte_size());
      }
    }
    EXPECT_EQ(results[0], results[2]) << d;
    EXPECT_EQ(results[1], results[3]) << d;
  }
}

TEST(KernelOverArrays, ACombinerOfTheUsersReducesInIndexOrder) {
  const std::vector<float> a = Numbers(6 * 40);
  const auto horner = [](const std::vector<Tile>& sum, const std::vector<Tile>& next) {
    return std::vector<Tile>{sum[0] * 0.5 + next[0], sum[1] + 1};
  };
  for (int64_t d : {0, 1}) {
    KernelBuilder k = KernelBuilder::OverArrays("horner");
    const Tile x = k.Input("x", F32({6, 40})).Load();
    const TileRef y = k.Output("y", F32({d == 0 ? 40 : 6}));
    const std::vector<Tile> made = Reduce({x, x}, {3, 0}, {d}, horner);
    y.Store(made[0] + made[1]);
    std::vector<float> expected;
    for (int64_t i = 0; i < (d == 0 ? 40 : 6); ++i) {
      float sum = 3, count = 0;
      for (int64_t j = 0; j < (d == 0 ? 6 : 40); ++j, ++count) {
        sum = sum * 0.5f + a[d == 0 ? 40 * j + i : 40 * i + j];
      }
      expected.push_back(sum + count);
    }
    EXPECT_EQ(Result(k.Build(), {a}), expected);
  }
  // Two with equal parts, and a number that one of them has and the kernel, too.
  KernelBuilder k = KernelBuilder::OverArrays("two");
  const Tile x = k.Input("x", F32({6, 40})).Load();
  const auto sum = [](const auto& s, const auto& n) {
    return std::vector<Tile>{s[0] + n[0] * 2};
  };
  const TileRef y = k.Output("y", F32({6})), z = k.Output("z", F32({40}));
  y.Store(Reduce({x}, {0}, {1}, sum)[0]);
  z.Store(Reduce({x * 2}, {0}, {0}, sum)[0] + 2);
  const absl::StatusOr<Kernel> kernel = k.Build();
  ASSERT_TRUE(kernel.ok()) << kernel.status();
}

TEST(KernelOverArrays, ACombinerIsElementwiseOnItsOperands) {
  const auto by = [](const Combiner& combine, const std::string& message) {
    ExpectError(
        [&](KernelBuilder& k, const TileRef& x) {
          k.Output("y", F32({8})).Store(Reduce({x.Load()}, {0}, {0}, combine)[0]);
        },
        message);
  };
  Tile leaked;
  by(
      [&](const auto& a, const auto& b) {
        leaked = a[0] + b[0];
        return std::vector<Tile>{leaked, leaked};
      },
      "its combiner gives 2");
  ExpectError(
      [&](KernelBuilder& k, const TileRef& x) {
        const TileRef y = k.Output("y", F32({8})), z = k.Output("z", F32({}));
        y.Store(Reduce({x.Load()}, {0}, {0}, [&](const auto& a, const auto& b) {
          leaked = a[0] + b[0];
          return std::vector<Tile>{leaked};
        })[0]);
        z.Store(leaked);
      },
      "is used outside of it");
  ExpectError(
      [&](KernelBuilder& k, const TileRef& x) {
        const TileRef y = k.Output("y", F32({8})), z = k.Output("z", F32({}));
        y.Store(Reduce({x.Load()}, {0}, {0}, [&](const auto& a, const auto& b) {
          z.Store(a[0]);
          return std::vector<Tile>{b[0]};
        })[0]);
      },
      "it reads no ref, stores and reduces nothing");
  ExpectError(
      [&](KernelBuilder& k, const TileRef& x) {
        k.Output("y", F32({8, 8}))
            .Store(x.Load() - Reduce(
                                  {x.Load()}, {0}, {1},
                                  [](const auto& a, const auto& b) {
                                    return std::vector<Tile>{a[0] + b[0]};
                                  },
                                  true)[0]);
      },
      "another shape than the result it reads");
}

TEST(KernelOverArrays, ResultsThatAreReadElsewhereAreErrors) {
  const auto output = [](KernelBuilder& k) { return k.Output("y", F32({8, 8})); };
  // The sum of row j at column j.
  ExpectError(
      [&](KernelBuilder& k, const TileRef& x) {
        output(k).Store(x.Load() - Broadcast(Sum(x.Load(), {1}), {8, 8}, {1}));
      },
      "'y': what is stored reads a reduction's or product's result at another place");
  ExpectError(
      [&](KernelBuilder& k, const TileRef& x) {
        output(k).Store(Transpose(Matmul(x.Load(), x.Load()), {1, 0}));
      },
      "'y': what is stored reads a reduction's or product's result at another place");
  ExpectError(
      [&](KernelBuilder& k, const TileRef& x) {
        output(k).Store(Matmul(x.Load(), x.Load()) - Max(x.Load(), {1}, true));
      },
      "'y': what is stored depends on results over different rows");
  ExpectError(
      [&](KernelBuilder& k, const TileRef& x) {
        output(k).Store(Matmul(Exp(Matmul(x.Load(), x.Load())), x.Load()));
      },
      "Matmul: depends on a reduction's or another product's result");
  ExpectError(
      [&](KernelBuilder& k, const TileRef& x) {
        output(k).Store(x.Load() - Sum(Max(x.Load(), {1}), {0}));
      },
      "Sum: depends on a result over other rows");
  ExpectError(
      [&](KernelBuilder& k, const TileRef& x) {
        output(k).Store(Broadcast(Sum(x.Load(), {1}), {8, 8}, {0}) +
                        Broadcast(Sum(x.Load(), {0, 1}), {8, 8}, {}));
      },
      "'y': what is stored depends on results over different rows");
}

TEST(KernelOverArrays, OutputsAreStoredOnceAndNotRead) {
  ExpectError([](KernelBuilder& k, const TileRef&) { k.Output("y", F32({8})); },
              "'y': is never stored");
  ExpectError(
      [](KernelBuilder& k, const TileRef& x) {
        const TileRef y = k.Output("y", F32({8, 8}));
        y.Store(x.Load());
        y.Store(x.Load());
      },
      "'y': is stored twice");
  ExpectError(
      [](KernelBuilder& k, const TileRef& x) {
        const TileRef y = k.Output("y", F32({8, 8}));
        y.Store(x.Load() + y.Load());
      },
      "'y': an output of a kernel over whole arrays is not read");
  ExpectError(
      [](KernelBuilder& k, const TileRef&) {
        const Tile zero = k.Constant(kI32, 0);
        k.Output("y", F32({8, 8})).Part({zero, zero}, {1, 8}).Store(k.Constant(kF32, 0));
      },
      "'y': a part of it is stored, and the rest is no input's");
  ExpectError([](KernelBuilder&, const TileRef& x) { x.Store(x.Load()); },
              "'x': an input is not written");
}

TEST(KernelOverArrays, RowsThatDoNotFitVmemAreAnErrorWithFigures) {
  const absl::StatusOr<Kernel> kernel = Softmax(2, 4 << 20);
  EXPECT_EQ(kernel.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(kernel.status().message()),
              HasSubstr("goes 3 times over rows of 4194304 elements"));
}

TEST(KernelOverArrays, AReductionOverColumnsIsTheTileProgramThatStableHloIsLoweredTo) {
  KernelBuilder k = KernelBuilder::OverArrays("columns");
  const TileRef x = k.Input("x", F32({512, 3, 96}));
  const TileRef y = k.Output("y", F32({3, 96}));
  y.Store(Max(x.Load(), {0}));
  ExpectTheSame(k.Build(), R"(
func.func @main(%x: tensor<512x3x96xf32>) -> tensor<3x96xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0]
       : (tensor<512x3x96xf32>, tensor<f32>) -> tensor<3x96xf32>
  return %0 : tensor<3x96xf32>
})");
}

// --- Random kernels -------------------------------------------------------------

// Writes the same random values into any builder. All are whole numbers, so that sums
// are exact in whatever order.
class RandomValues {
 public:
  RandomValues(KernelBuilder& k, uint32_t seed) : k_(k), random_(seed) {
    for (const char* name : {"a", "b"}) {
      values_.push_back(k_.Input(name, F32({6, 6})).Load());
    }
    values_.push_back(k_.Input("c", F32({2, 6, 6})).Load());
  }

  void Write() {
    for (int64_t n = 2 + Below(6); n > 0; --n) values_.push_back(Next());
    for (int64_t n = 0; n < 1 + Below(2); ++n) {
      const Tile value = values_[values_.size() - 1 - n];
      k_.Output("y" + std::to_string(n), value.type()).Store(value);
    }
  }

 private:
  int64_t Below(int64_t n) { return static_cast<int64_t>(random_() % n); }
  // Later ones more often.
  Tile Any() {
    const auto size = static_cast<int64_t>(values_.size());
    return values_[std::max(Below(size), Below(size))];
  }
  Tile Like(const Tile& x) {
    for (int tries = 0; tries < 8; ++tries) {
      const Tile y = Any();
      if (y.type().dims == x.type().dims) return y;
    }
    return x;
  }

  Tile Next() {
    const Tile x = Any();
    const std::vector<int64_t> dims = x.type().dims;
    const auto rank = static_cast<int64_t>(dims.size());
    switch (Below(10)) {
      case 8:
        if (rank == 0) return x + 4.0;
        return Convert(Below(2) == 0 ? ArgMax(x, Below(rank)) : ArgMin(x, Below(rank)),
                       kF32);
      case 9:
        if (rank == 0) return x + 5.0;
        return Reduce(
            {x, Like(x)}, {1, 2}, {Below(rank)},
            [](const auto& a, const auto& b) {
              return std::vector<Tile>{Maximum(a[1] - 1, b[0]), a[0] + b[1]};
            },
            Below(2) == 0)[Below(2)];
      case 0:
        return Maximum(-x, Like(x));
      case 1:
        return x + Like(x);
      case 2:
      case 3: {
        if (rank == 0) return x + 1.0;
        std::vector<int64_t> reduced = {Below(4) == 0 ? Below(rank) : rank - 1};
        if (rank > 1 && Below(4) == 0) reduced = {0, rank - 1};
        return Below(2) == 0 ? Max(x, reduced, Below(2) == 0)
                             : Sum(x, reduced, Below(3) != 0);
      }
      case 4: {
        // Rows to columns, and the other way round.
        if (rank == 0 || rank > 1) return x + 2.0;
        return Broadcast(x, {6, dims[0]}, {1}) +
               Broadcast(x, {dims[0], dims[0] == 6 ? 6 : dims[0]}, {Below(2)});
      }
      case 5:
        if (rank < 2) return Keep(x);
        return Below(3) == 0 ? Transpose(x, rank == 2 ? std::vector<int64_t>{1, 0}
                                                      : std::vector<int64_t>{0, 2, 1})
                             : Reshape(Reshape(x, {Elements(dims)}), dims);
      case 6:
        return Keep(x + 3.0);
      default:
        return rank == 2 && dims[0] == 6 && dims[1] == 6 && Below(2) == 0
                   ? Matmul(x, values_[Below(2)])
                   : Minimum(x, Like(x));
    }
  }
  static int64_t Elements(const std::vector<int64_t>& dims) {
    int64_t n = 1;
    for (int64_t d : dims) n *= d;
    return n;
  }

  KernelBuilder& k_;
  std::mt19937 random_;
  std::vector<Tile> values_;
};

std::vector<float> Whole(int64_t count, uint32_t seed) {
  std::vector<float> values;
  for (float value : Numbers(count, static_cast<int>(seed))) {
    values.push_back(std::round(4 * value));
  }
  return values;
}

TEST(KernelOverArrays, WhatIsAcceptedComputesWhatOneBlockOfAllDoes) {
  int accepted = 0;
  const std::vector<std::vector<float>> in = {Whole(36, 1), Whole(36, 2), Whole(72, 3)};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    KernelBuilder arrays = KernelBuilder::OverArrays("random"), block("random");
    RandomValues(arrays, seed).Write();
    const absl::StatusOr<Kernel> kernel = arrays.Build();
    if (!kernel.ok()) {
      ASSERT_EQ(kernel.status().code(), absl::StatusCode::kInvalidArgument)
          << "seed " << seed << ": " << kernel.status();
      continue;
    }
    RandomValues(block, seed).Write();
    const absl::StatusOr<Kernel> expected = block.Build();
    ASSERT_TRUE(expected.ok()) << expected.status();
    if (++accepted > 60) break;
    std::vector<absl::Span<const uint8_t>> bytes;
    for (const std::vector<float>& values : in) bytes.push_back(BytesOf(values));
    const absl::StatusOr<std::vector<Buffer>> actual = RunKernel(kernel, bytes);
    const absl::StatusOr<std::vector<Buffer>> wanted = RunKernel(expected, bytes);
    ASSERT_TRUE(actual.ok()) << actual.status();
    ASSERT_TRUE(wanted.ok()) << wanted.status();
    for (size_t i = 0; i < wanted->size(); ++i) {
      ASSERT_EQ(FloatsOf((*actual)[i]), FloatsOf((*wanted)[i]))
          << "seed " << seed << ", output " << i << "\n"
          << kernel->Text();
    }
  }
  EXPECT_GT(accepted, 40);
}

}  // namespace
}  // namespace tilewright
