// Kernels whose sizes are known when they run: the bytes of kernels of numbers, at every
// size, and clear errors where a size does not fit.
#include <functional>
#include <numeric>
#include <random>

#include "gmock/gmock.h"
#include "tests/api/kernel_harness.h"
#include "tests/plain_target.h"

namespace tilewright {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr auto kSequential = GridSemantics::kSequential;

// What a kernel is written with: numbers, or sizes that it gets when it runs.
class Sizes {
 public:
  Sizes(KernelBuilder& k, std::vector<int64_t> numbers, bool open, int64_t at_least)
      : k_(k), numbers_(std::move(numbers)), open_(open) {
    for (size_t s = 0; open && s < numbers_.size(); ++s) {
      symbols_.push_back(k.Symbol(NameOf(s), {.at_least = at_least}));
    }
  }
  int64_t operator[](size_t s) const { return open_ ? symbols_[s] : numbers_[s]; }
  int64_t Blocks(size_t s, int64_t block) const {
    if (!open_) return (numbers_[s] + block - 1) / block;
    return k_.Size("ceildiv(" + NameOf(s) + ", " + std::to_string(block) + ")");
  }
  // Size s times `factor` and `added`.
  int64_t Linear(size_t s, int64_t factor, int64_t added) const {
    if (!open_) return numbers_[s] * factor + added;
    return k_.Size(std::to_string(factor) + "*" + NameOf(s) + " + " +
                   std::to_string(added));
  }

 private:
  static std::string NameOf(size_t s) {
    return std::string(1, static_cast<char>('a' + s));
  }

  KernelBuilder& k_;
  std::vector<int64_t> numbers_, symbols_;
  bool open_;
};

using Written = std::function<void(KernelBuilder&, const Sizes&)>;

Kernel Build(const Written& write, const std::vector<int64_t>& numbers, bool open,
             int64_t at_least = 1) {
  KernelBuilder k("sized");
  write(k, Sizes(k, numbers, open, at_least));
  absl::StatusOr<Kernel> kernel = k.Build();
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  return *kernel;
}

absl::StatusOr<std::vector<Buffer>> RunOn(const Kernel& kernel,
                                          const std::vector<TensorType>& types,
                                          const CompileOptions& options = Ieee(),
                                          int threads = 2) {
  std::vector<std::vector<float>> values;
  std::vector<absl::Span<const uint8_t>> in;
  for (const TensorType& type : types) {
    values.push_back(Numbers(type.num_elements(), static_cast<int>(values.size()) + 1));
    in.push_back(BytesOf(values.back()));
  }
  return RunKernelAt(kernel, types, in, options, threads);
}

std::string ErrorAt(const Kernel& kernel, const std::vector<TensorType>& types) {
  return std::string(RunOn(kernel, types).status().message());
}

// One kernel of sizes that are open, at each of `all`, against one of numbers each.
void ExpectSame(const Written& write, const std::vector<std::vector<int64_t>>& all,
                int64_t at_least = 1) {
  const Kernel open = Build(write, all[0], true, at_least);
  for (const std::vector<int64_t>& numbers : all) {
    SCOPED_TRACE(testing::PrintToString(numbers));
    const Kernel fixed = Build(write, numbers, false);
    absl::StatusOr<std::vector<Buffer>> wanted = RunOn(fixed, fixed.inputs());
    ASSERT_TRUE(wanted.ok()) << wanted.status();
    for (const char* target : {"native", kPlainTarget}) {
      CompileOptions options = Ieee();
      options.target = target;
      absl::StatusOr<std::vector<Buffer>> made =
          RunOn(open, fixed.inputs(), options, target[0] == 'n' ? 3 : 1);
      ASSERT_TRUE(made.ok()) << made.status();
      ASSERT_EQ(made->size(), wanted->size());
      for (size_t i = 0; i < made->size(); ++i) {
        EXPECT_EQ((*made)[i].type(), (*wanted)[i].type());
        EXPECT_EQ(FloatsOf((*made)[i]), FloatsOf((*wanted)[i])) << "output " << i;
      }
    }
  }
}

void Scale(KernelBuilder& k, const Sizes& n) {
  const Tile i = k.Grid({{n.Blocks(0, 8)}})[0];
  const BlockSpec rows{.block = {8, 128}, .index = {i, 0}};
  const TileRef x = k.Input("x", F32({n[0], 128}), rows);
  const TileRef y = k.Output("y", F32({n[0], 128}), rows);
  y.Store(2.0 * x.Load() + 1);
}

TEST(KernelSizes, RowsOfAnyNumber) {
  ExpectSame(Scale, {{16}, {1}, {2}, {7}, {8}, {9}, {61}, {1000}});
}

// Neither rows nor columns are numbers: blocks lie in rows that are so long as the run
// says.
TEST(KernelSizes, BothDimensions) {
  ExpectSame(
      [](KernelBuilder& k, const Sizes& n) {
        const std::vector<Tile> g = k.Grid({{n.Blocks(0, 8)}, {n.Blocks(1, 128)}});
        const BlockSpec tile{.block = {8, 128}, .index = {g[0], g[1]}};
        const TileRef x = k.Input("x", F32({n[0], n[1]}), tile);
        const TileRef row =
            k.Input("row", F32({n[1]}), {.block = {128}, .index = {g[1]}});
        const TileRef y = k.Output("y", F32({n[0], n[1]}), tile);
        y.Store(Exp(x.Load()) * row.Load());
      },
      {{16, 256}, {1, 1}, {5, 130}, {24, 128}, {33, 511}, {2, 1000}});
}

// A product whose sums wait in scratch, block by block along what is summed.
TEST(KernelSizes, ProductsOfAnySizes) {
  ExpectSame(
      [](KernelBuilder& k, const Sizes& n) {
        const std::vector<Tile> g = k.Grid(
            {{n.Blocks(0, 16)}, {n.Blocks(1, 32)}, {n.Blocks(2, 64), kSequential}});
        const TileRef x =
            k.Input("x", F32({n[0], n[2]}), {.block = {16, 64}, .index = {g[0], g[2]}});
        const TileRef w =
            k.Input("w", F32({n[2], n[1]}), {.block = {64, 32}, .index = {g[2], g[1]}});
        const TileRef y =
            k.Output("y", F32({n[0], n[1]}), {.block = {16, 32}, .index = {g[0], g[1]}});
        const TileRef sums = k.Scratch("sums", F32({16, 32}));
        k.If(g[2] == 0, [&] { sums.Store(0); });
        sums.Store(sums.Load() + Matmul(x.Load(), w.Load()));
        y.Store(sums.Load());
      },
      {{32, 64, 128}, {1, 1, 1}, {17, 33, 65}, {16, 96, 64}, {50, 3, 200}});
}

// Windows at elements, with what they read beyond the array, and a row that is squeezed.
TEST(KernelSizes, StencilsOfAnyLength) {
  ExpectSame(
      [](KernelBuilder& k, const Sizes& n) {
        const std::vector<Tile> g = k.Grid({{n[0]}, {n.Blocks(1, 8)}});
        const TileRef x = k.Input("x", F32({n[0], n[1]}),
                                  {.block = {kSqueezed, 10},
                                   .index = {g[0], 8 * g[1] - 1},
                                   .elements = true,
                                   .padding = 3});
        const TileRef y = k.Output("y", F32({n[0], n[1]}),
                                   {.block = {kSqueezed, 8}, .index = {g[0], g[1]}});
        const Tile row = x.Load();
        y.Store(Slice(row, {0}, {8}) + Slice(row, {1}, {8}) + Slice(row, {2}, {8}));
      },
      {{3, 20}, {1, 1}, {2, 8}, {7, 31}});
}

// Copies of parts of arrays whose sizes are no numbers: the last one begins earlier.
TEST(KernelSizes, CopiesByHand) {
  ExpectSame(
      [](KernelBuilder& k, const Sizes& n) {
        const Tile i = k.Grid({{n.Blocks(0, 4), kSequential}})[0];
        const BlockSpec array{.memory = MemorySpace::kHbm};
        const TileRef x = k.Input("x", F32({n[0], n[1]}), array);
        const TileRef y = k.Output("y", F32({n[0], n[1]}), array);
        const TileRef part = k.Scratch("part", F32({4, 8}));
        const TileRef sem = k.Semaphores("sem");
        const auto move = [&](const TileView& from, const TileView& to) {
          k.StartCopy(from, to, sem);
          k.WaitCopy(from, to, sem);
        };
        k.For(0, 3, [&](const Tile& j) {
          move(x.Part({4 * i, 8 * j}, {4, 8}), part);
          part.Store(part.Load() * 2.0 + 1);
          move(part, y.Part({4 * i, 8 * j}, {4, 8}));
        });
      },
      {{8, 24}, {9, 8}, {13, 17}, {64, 23}}, /*at_least=*/8);
}

// Sizes of sums and products of symbols, and an operand that is updated.
TEST(KernelSizes, ExpressionsAndUpdates) {
  ExpectSame(
      [](KernelBuilder& k, const Sizes& n) {
        const Tile i = k.Grid({{n.Blocks(0, 4)}})[0];
        const TileRef x =
            k.Input("x", F32({n.Linear(0, 2, 3)}), {.block = {8}, .index = {i}});
        const TileRef y =
            k.InOut("y", F32({n[0], 16}), {.block = {4, 16}, .index = {i, 0}});
        y.Store(y.Load() + Sum(x.Load(), {0}));
      },
      {{4}, {1}, {2}, {5}, {64}});
}

Program Built(ProgramBuilder& b, const std::vector<ProgramBuilder::Value>& results) {
  absl::StatusOr<Program> program = b.Build(results);
  EXPECT_TRUE(program.ok()) << program.status();
  return *program;
}

// An open program hands its sizes on: two calls, and an operation between them, of rows
// that are `n` of the builder.
Program Between(ProgramBuilder& b, const Kernel& kernel, int64_t n) {
  const ProgramBuilder::Value x = b.Input(F32({n, 128}));
  const ProgramBuilder::Value y = b.CallKernel(kernel, {x})[0];
  return Built(b, b.CallKernel(kernel, {b.Elementwise("stablehlo.tanh", {y})}));
}

TEST(KernelSizes, CalledByPrograms) {
  const Kernel kernel = Build(Scale, {0}, true);
  ProgramBuilder b;
  b.Symbol("m");
  const Program open = Between(b, kernel, b.Size("2*m + 1"));
  EXPECT_TRUE(open.open());
  const Executable executable = Executable::Compile(open, Ieee()).value();
  const Device device = Device::Create().value();
  for (const int64_t rows : {1, 5, 9, 21}) {
    ProgramBuilder fixed;
    const Program numbers = Between(fixed, kernel, rows);
    EXPECT_THAT(numbers.outputs(), ElementsAre(F32({rows, 128})));
    const std::vector<float> x = Numbers(rows * 128);
    const Buffer in = Buffer::FromHost(device, F32({rows, 128}), BytesOf(x)).value();
    const absl::StatusOr<std::vector<Buffer>> made = Execute(executable, device, {in});
    ASSERT_TRUE(made.ok()) << made.status();
    const Executable wanted = Executable::Compile(numbers, Ieee()).value();
    EXPECT_EQ(FloatsOf((*made)[0]), FloatsOf(Execute(wanted, device, {in}).value()[0]));
  }
  EXPECT_FALSE(
      Execute(executable, device,
              {Buffer::FromHost(device, F32({4, 128}), BytesOf(Numbers(512))).value()})
          .ok());
}

TEST(KernelSizes, OneCompilationForAllSizes) {
  const Kernel kernel = Build(Scale, {0}, true);
  const absl::StatusOr<Program> program = kernel.ToProgram();
  ASSERT_TRUE(program.ok()) << program.status();
  const std::string dir = testing::TempDir() + "/kernel_sizes_cache";
  CompileOptions options = Ieee();
  options.cache_mode = "rw";
  options.cache_dir = dir;
  int compiled = 0;
  for (int64_t rows = 2; rows < 12; ++rows) {
    const absl::StatusOr<Program> sized = program->At({F32({rows, 128})});
    ASSERT_TRUE(sized.ok()) << sized.status();
    const absl::StatusOr<CompileReport> report = CompileOnly(*sized, options);
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(report->kernels_open, 1);
    compiled += report->kernels_compiled + report->cache_hits;
    if (rows > 2) EXPECT_EQ(report->kernels_compiled, 0) << rows;
  }
  EXPECT_EQ(compiled, 10);
  EXPECT_THAT(kernel.Text(), HasSubstr("grid [(floordiv(s0 + 7, 8))]"));
}

// Which the cache has, then, from the kernel that was written with them.
TEST(KernelSizes, NumbersMakeTheKernelOfNumbers) {
  CompileOptions options = Ieee();
  options.cache_mode = "rw";
  options.cache_dir = testing::TempDir() + "/kernel_sizes_numbers";
  const auto compile = [&](const Kernel& kernel) {
    ProgramBuilder b;
    const ProgramBuilder::Value x = b.Input(F32({61, 128}));
    return CompileOnly(Built(b, b.CallKernel(kernel, {x})), options);
  };
  ASSERT_TRUE(compile(Build(Scale, {61}, false)).ok());
  const absl::StatusOr<CompileReport> report = compile(Build(Scale, {61}, true));
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->kernels_compiled, 0);
  EXPECT_GE(report->cache_hits, 1);
}

// Windows that are inside at all sizes are known to be: no point asks.
TEST(KernelSizes, WindowsThatStayInside) {
  const auto text = [](const std::string& grid, int64_t block, const SizeFacts& facts) {
    KernelBuilder k("inside");
    const int64_t n = k.Symbol("n", facts);
    const Tile i = k.Grid({{k.Size(grid)}})[0];
    const BlockSpec rows{.block = {block, 16}, .index = {i, 0}};
    const TileRef x = k.Input("x", F32({n, 16}), rows);
    k.Output("y", F32({n, 16}), rows).Store(x.Load() * 2.0);
    return k.Build().value().Text();
  };
  EXPECT_THAT(text("n", 1, {}), HasSubstr(" inside"));
  EXPECT_THAT(text("floordiv(n, 8)", 8, {.at_least = 8}), HasSubstr(" inside"));
  EXPECT_THAT(text("ceildiv(n, 8)", 8, {.multiple_of = 8}), HasSubstr(" inside"));
  EXPECT_THAT(text("ceildiv(n, 8)", 8, {}), Not(HasSubstr(" inside")));
  EXPECT_THAT(text("n + 1", 1, {}), Not(HasSubstr(" inside")));
}

TEST(KernelSizes, WhatDoesNotFitIsNamed) {
  const Kernel product = Build(
      [](KernelBuilder& k, const Sizes& n) {
        const Tile i = k.Grid({{n.Blocks(0, 8)}})[0];
        const BlockSpec block{.block = {8}, .index = {i}};
        const TileRef x = k.Input("x", F32({n[0]}), block);
        const TileRef y = k.Input("y", F32({n.Linear(0, 2, 1)}), block);
        k.Output("z", F32({n[0]}), block).Store(x.Load() + y.Load());
      },
      {0}, true);
  EXPECT_THAT(product.inputs(), ElementsAre(F32({kOpenSize}), F32({kOpenSize})));
  EXPECT_THAT(ErrorAt(product, {F32({3}), F32({8})}),
              HasSubstr("size 0 of input 1 is 8, and 2*a + 1 is 7"));
  EXPECT_THAT(ErrorAt(product, {F32({3}), F32({7, 1})}), HasSubstr("input 1 of @"));
  EXPECT_THAT(ErrorAt(product, {F32({0}), F32({1})}), HasSubstr("'a' is 0"));

  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input(F32({3})), y = b.Input(F32({8}));
  b.CallKernel(product, {x, y});
  EXPECT_THAT(std::string(b.status().message()),
              HasSubstr("input 1 ('y') is tensor<(2*a + 1)xf32>, the call has "
                        "tensor<8xf32>: size 0 is 8, and 2*a + 1 is 7"));
  ProgramBuilder c;
  const int64_t m = c.Symbol("m");
  c.CallKernel(product, {c.Input(F32({m})), c.Input(F32({c.Size("2*m + 1")}))});
  EXPECT_THAT(std::string(c.status().message()),
              HasSubstr("a is m, which is not always >= 1"));
}

// A window that leaves its array at some sizes only.
TEST(KernelSizes, WindowsThatLeaveAtSomeSizes) {
  KernelBuilder k("blocks");
  const int64_t n = k.Symbol("n"), m = k.Symbol("m");
  const Tile i = k.Grid({{n}})[0];
  const TileRef x = k.Input("x", F32({n}), {.block = {1}, .index = {i}});
  const TileRef y = k.Input("y", F32({m}), {.block = {4}, .index = {i}});
  k.Output("z", F32({n}), {.block = {1}, .index = {i}})
      .Store(x.Load() + Sum(y.Load(), {0}, true));
  const absl::StatusOr<Kernel> kernel = k.Build();
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  EXPECT_TRUE(RunOn(*kernel, {F32({3}), F32({9})}).ok());
  EXPECT_THAT(
      ErrorAt(*kernel, {F32({3}), F32({8})}),
      HasSubstr("kernel 'blocks' at n = 3, m = 8: 'y': its window leaves the array "
                "tensor<8xf32> in dimension 0: blocks of 4 begin at 0 to 8"));
}

// Beyond what indices, grids and 64 bits count: nothing is compiled.
TEST(KernelSizes, SizesThatAreTooLarge) {
  const auto compile = [](const std::vector<std::string>& grid, int64_t n) {
    KernelBuilder k("large");
    const int64_t rows = k.Symbol("n");
    std::vector<GridDimension> dimensions;
    for (const std::string& size : grid) dimensions.push_back({k.Size(size)});
    const Tile i = k.Grid(dimensions)[0];
    const BlockSpec row{.block = {1}, .index = {i}};
    const TileRef x = k.Input("x", {ElementType::kI8, {rows}}, row);
    k.Output("y", {ElementType::kI8, {rows}}, row).Store(x.Load());
    const absl::StatusOr<Program> at =
        k.Build().value().ToProgram().value().At({{ElementType::kI8, {n}}});
    const absl::Status status = at.ok() ? CompileOnly(*at, Ieee()).status() : at.status();
    return std::string(status.message());
  };
  EXPECT_THAT(compile({"n"}, int64_t{1} << 32), HasSubstr("beyond what an index counts"));
  EXPECT_THAT(compile({"n", "n"}, int64_t{1} << 21),
              HasSubstr("more than 1099511627776"));
  EXPECT_THAT(compile({"n", "n*n*n*n"}, int64_t{1} << 21),
              HasSubstr("kernel 'large' at n"));
  EXPECT_THAT(compile({"n"}, int64_t{1} << 50), HasSubstr("larger than 2^46 bytes"));
  EXPECT_EQ(compile({"n"}, int64_t{1} << 21), "");
}

// A result's size that 64 bits do not hold.
TEST(KernelSizes, ResultsThatAreTooLargeForAnyType) {
  KernelBuilder k("power");
  const int64_t n = k.Symbol("n");
  k.Grid({{1}});
  const TileRef x = k.Input("x", F32({n}), {.block = {1}, .index = {0}});
  const TileRef y = k.Output("y", F32({k.Size("n*n*n*n")}), {.block = {1}, .index = {0}});
  y.Store(x.Load());
  const absl::StatusOr<Kernel> kernel = k.Build();
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  ProgramBuilder b;
  const std::vector<ProgramBuilder::Value> results =
      b.CallKernel(*kernel, {b.Input(F32({int64_t{1} << 40}))});
  EXPECT_FALSE(b.Build(results).ok());
  const absl::StatusOr<Program> program = kernel->ToProgram();
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_FALSE(program->At({F32({int64_t{1} << 40})}).ok());
}

TEST(KernelSizes, UpdatesWhatIsDonated) {
  KernelBuilder k("twice");
  const int64_t n = k.Symbol("n");
  const Tile i = k.Grid({{k.Size("ceildiv(n, 8)")}})[0];
  const TileRef y = k.InOut("y", F32({n}), {.block = {8}, .index = {i}});
  y.Store(2.0 * y.Load());
  const Kernel kernel = k.Build().value();
  const Device device = Device::Create().value();
  for (const int64_t size : {1, 30}) {
    std::vector<float> x = Numbers(size);
    const Buffer in = Buffer::FromHost(device, F32({size}), BytesOf(x)).value();
    const void* const memory = in.data();
    ExecuteOptions donating;
    donating.donate = true;
    const absl::StatusOr<std::vector<Buffer>> out =
        kernel.Run(device, {in}, Ieee(), donating);
    ASSERT_TRUE(out.ok()) << out.status();
    EXPECT_EQ((*out)[0].data(), memory);
    for (float& value : x) value *= 2;
    EXPECT_EQ(FloatsOf((*out)[0]), x);
  }
}

// With checks, which are of numbers.
TEST(KernelSizes, Checks) {
  const Kernel kernel = Build(Scale, {0}, true);
  for (const int64_t rows : {1, 9, 16}) {
    const std::vector<TensorType> types = {F32({rows, 128})};
    const absl::StatusOr<std::vector<Buffer>> checked = RunOn(kernel, types, Checked());
    ASSERT_TRUE(checked.ok()) << checked.status();
    EXPECT_EQ(FloatsOf((*checked)[0]), FloatsOf((*RunOn(kernel, types))[0]));
  }
}

std::string Mistake(const std::function<void(KernelBuilder&)>& write) {
  KernelBuilder k("mistaken");
  write(k);
  return std::string(k.Build().status().message());
}

TEST(KernelSizes, MistakesOfTheAuthor) {
  EXPECT_THAT(Mistake([](KernelBuilder& k) { k.Symbol("2n"); }),
              HasSubstr("no size is called '2n'"));
  EXPECT_THAT(Mistake([](KernelBuilder& k) {
                k.Symbol("n");
                k.Symbol("n");
              }),
              HasSubstr("two sizes are called 'n'"));
  EXPECT_THAT(Mistake([](KernelBuilder& k) { k.Size("n + 1"); }), HasSubstr("n"));
  EXPECT_THAT(Mistake([](KernelBuilder& k) {
                k.Symbol("n");
                k.Grid({{k.Size("n - 1")}});
              }),
              HasSubstr("dimension 0 is n - 1, which some sizes make less than 1"));
  EXPECT_THAT(Mistake([](KernelBuilder& k) { k.Grid({{-7}}); }),
              HasSubstr("which no size of this builder has"));
  EXPECT_THAT(Mistake([](KernelBuilder& k) { k.Scratch("s", F32({k.Symbol("n"), 2})); }),
              HasSubstr("tensor<(n)x2xf32>: sizes of scratch are numbers"));
  EXPECT_THAT(Mistake([](KernelBuilder& k) { k.Input("x", F32({k.Symbol("n")})); }),
              HasSubstr("blocks are of numbers, and this has none"));
  EXPECT_THAT(Mistake([](KernelBuilder& k) {
                const int64_t n = k.Symbol("n");
                k.Input("x", F32({n}), {.block = {n}, .index = {0}});
              }),
              HasSubstr("block dimension 0 is -"));
  EXPECT_THAT(Mistake([](KernelBuilder& k) {
                const int64_t n = k.Symbol("n");
                k.Output("y", F32({n}), {.block = {8}, .index = {0}}).Store(0);
              }),
              HasSubstr("no input's size says what 'n' is"));
  EXPECT_THAT(Mistake([](KernelBuilder& k) {
                const TileRef x =
                    k.Input("x", F32({k.Symbol("n")}), {.memory = MemorySpace::kHbm});
                k.StartCopy(x.Part({0}, {8}), k.Scratch("s", F32({8})),
                            k.Semaphores("sem"));
              }),
              HasSubstr("a part of 8 in dimension 0, which is n and may be less"));
  KernelBuilder whole = KernelBuilder::OverArrays("whole");
  whole.Symbol("n");
  EXPECT_THAT(std::string(whole.Build().status().message()),
              HasSubstr("over whole arrays"));
}

}  // namespace
}  // namespace tilewright
