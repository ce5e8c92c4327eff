// Random small kernels against plain loops, on one thread and on two.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include "tests/api/kernel_harness.h"
#include "tests/soak.h"

namespace tilewright {
namespace {

// A kernel over blocks of one shape and what it computes, built side by side.
struct RandomKernel {
  int64_t rows = 1, columns = 1, block_rows = 1, block_columns = 1;
  std::vector<int> steps;  // what happens to the value, one after the other
  int turns = 0;           // of a loop around the last step
};

constexpr int kSteps = 7;

RandomKernel Draw(std::mt19937& random) {
  const auto up_to = [&](int n) { return static_cast<int64_t>(random() % n) + 1; };
  RandomKernel r;
  r.rows = up_to(40);
  r.columns = up_to(70);
  r.block_rows = up_to(20);
  r.block_columns = up_to(50);
  for (int64_t i = up_to(4); i > 0; --i) r.steps.push_back(random() % kSteps);
  r.turns = static_cast<int>(random() % 3);
  return r;
}

Tile Step(KernelBuilder& k, int step, const Tile& x, const RandomKernel& r) {
  switch (step) {
    case 0:
      return x + 0.5;
    case 1:
      return x * x;
    case 2:
      return x - Max(x, {1}, true);
    case 3:
      return Select(x < 0, -x, x * 0.25);
    case 4:
      return x + Convert(k.Iota(I32({r.block_rows, r.block_columns}), 1), kF32);
    case 5:
      return x * Min(x, {0}, true);
    default:
      return Reshape(Transpose(Reshape(x, {r.block_rows, r.block_columns, 1}), {2, 0, 1}),
                     {r.block_rows, r.block_columns}) +
             Max(x, {0, 1}, true);
  }
}

// `open`: of any rows and columns.
absl::StatusOr<Kernel> Build(const RandomKernel& r, bool open) {
  KernelBuilder k("random");
  const int64_t rows = open ? k.Symbol("rows") : r.rows;
  const int64_t columns = open ? k.Symbol("columns") : r.columns;
  const auto blocks = [&](const std::string& name, int64_t size, int64_t block) {
    return open ? k.Size("ceildiv(" + name + ", " + std::to_string(block) + ")")
                : (size + block - 1) / block;
  };
  const std::vector<Tile> g = k.Grid({{blocks("rows", rows, r.block_rows)},
                                      {blocks("columns", columns, r.block_columns)}});
  const BlockSpec spec = {.block = {r.block_rows, r.block_columns},
                          .index = {g[0], g[1]}};
  const TileRef x = k.Input("x", F32({rows, columns}), spec);
  const TileRef y = k.Output("y", F32({rows, columns}), spec);
  const TileRef s = k.Scratch("s", F32({r.block_rows, r.block_columns}));
  Tile value = x.Load();
  for (int step : r.steps) value = Step(k, step, value, r);
  s.Store(value);
  k.For(0, r.turns, [&](const Tile&) { s.Store(Step(k, r.steps.back(), s.Load(), r)); });
  y.Store(s.Load());
  return k.Build();
}

// One block, padded with zeros.
void StepOn(std::vector<float>& x, int step, int64_t rows, int64_t columns) {
  const std::vector<float> before = x;
  const auto at = [&](int64_t i, int64_t j) { return before[i * columns + j]; };
  float largest = -INFINITY;
  for (float v : before) largest = std::fmax(largest, v);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      float in_row = -INFINITY, in_column = INFINITY;
      for (int64_t c = 0; c < columns; ++c) in_row = std::fmax(in_row, at(i, c));
      for (int64_t c = 0; c < rows; ++c) in_column = std::fmin(in_column, at(c, j));
      const float v = at(i, j);
      const float results[kSteps] = {v + 0.5f,
                                     v * v,
                                     v - in_row,
                                     v < 0 ? -v : v * 0.25f,
                                     v + static_cast<float>(j),
                                     v * in_column,
                                     v + largest};
      x[i * columns + j] = results[step];
    }
  }
}

std::vector<float> Expected(const RandomKernel& r, const std::vector<float>& x) {
  std::vector<float> y(x.size());
  for (int64_t i0 = 0; i0 < r.rows; i0 += r.block_rows) {
    for (int64_t j0 = 0; j0 < r.columns; j0 += r.block_columns) {
      std::vector<float> block(r.block_rows * r.block_columns, 0.0f);
      const auto each = [&](const auto& visit) {
        for (int64_t i = 0; i < std::min(r.block_rows, r.rows - i0); ++i) {
          for (int64_t j = 0; j < std::min(r.block_columns, r.columns - j0); ++j) {
            visit(block[i * r.block_columns + j], (i0 + i) * r.columns + j0 + j);
          }
        }
      };
      each([&](float& element, int64_t at) { element = x[at]; });
      for (int step : r.steps) StepOn(block, step, r.block_rows, r.block_columns);
      for (int t = 0; t < r.turns; ++t) {
        StepOn(block, r.steps.back(), r.block_rows, r.block_columns);
      }
      each([&](float& element, int64_t at) { y[at] = element; });
    }
  }
  return y;
}

TEST(RandomKernels, ComputeWhatPlainLoopsDoWhateverTheThreads) {
  const bool soak = Soaks();
  const char* const seed = std::getenv("TILEWRIGHT_SEED");
  std::mt19937 random(seed == nullptr ? 7 : std::atoi(seed));
  for (int i = 0; i < (soak ? 2000 : 25); ++i) {
    const RandomKernel r = Draw(random);
    std::string steps;
    for (int step : r.steps) steps += " " + std::to_string(step);
    SCOPED_TRACE("kernel " + std::to_string(i) + ", " + std::to_string(r.rows) + "x" +
                 std::to_string(r.columns) + " in " + std::to_string(r.block_rows) + "x" +
                 std::to_string(r.block_columns) + ", steps" + steps);
    const std::vector<float> x = Numbers(r.rows * r.columns, i + 1);
    const absl::StatusOr<Kernel> kernel = Build(r, /*open=*/false);
    ASSERT_TRUE(kernel.ok()) << kernel.status();
    const std::vector<float> one = Result(kernel, {x}, Ieee(), 1);
    ASSERT_EQ(one, Expected(r, x));
    ASSERT_EQ(one, Result(kernel, {x}, Ieee(), 2));
    ASSERT_EQ(one, Result(kernel, {x}, Checked()));
    const absl::StatusOr<Kernel> open = Build(r, /*open=*/true);
    for (const CompileOptions& options : {Ieee(), Checked()}) {
      const absl::StatusOr<std::vector<Buffer>> made =
          RunKernelAt(open, {F32({r.rows, r.columns})}, {BytesOf(x)}, options);
      ASSERT_TRUE(made.ok()) << made.status();
      ASSERT_EQ(one, FloatsOf((*made)[0]));
    }
  }
}

// Windows of all kinds over arrays of any sizes: with halos, shared by points that store
// a part of the block each, of sizes that follow from others.
struct RandomWindows {
  int64_t rows = 1, columns = 1;
  int64_t part_rows = 1, parts = 1, block_columns = 1;  // of blocks
  int64_t before = 0, behind = 0, left = 0;             // halos of x
  int64_t factor = 1, added = 0;                        // of columns, for w's size
  bool in_order = false;                                // parts of a block, one by one

  int64_t block_rows() const { return part_rows * parts; }
};

RandomWindows DrawWindows(std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<int64_t>(random() % n); };
  RandomWindows r;
  r.rows = 1 + below(30);
  r.columns = 1 + below(40);
  r.part_rows = 1 + below(4);
  r.parts = 1 + below(3);
  r.block_columns = 1 + below(20);
  r.before = below(3);
  r.behind = below(3);
  r.left = below(2);
  r.factor = 1 + below(3);
  r.added = below(4);
  r.in_order = below(4) == 0;
  return r;
}

absl::StatusOr<Kernel> Build(const RandomWindows& r, bool open) {
  KernelBuilder k("windows");
  const auto size = [&](const std::string& text, int64_t number) {
    return open ? k.Size(text) : number;
  };
  if (open) k.Symbol("n"), k.Symbol("m");
  const int64_t n = size("n", r.rows), m = size("m", r.columns);
  const auto blocks = [&](const std::string& name, int64_t number, int64_t block) {
    return size("ceildiv(" + name + ", " + std::to_string(block) + ")",
                (number + block - 1) / block);
  };
  const std::vector<Tile> g = k.Grid(
      {{blocks("n", r.rows, r.block_rows())},
       {blocks("m", r.columns, r.block_columns)},
       {r.parts, r.in_order ? GridSemantics::kSequential : GridSemantics::kParallel}});
  const TileRef x = k.Input(
      "x", F32({n, m}),
      {.block = {r.before + r.block_rows() + r.behind, r.left + r.block_columns},
       .index = {r.block_rows() * g[0] - r.before, r.block_columns * g[1] - r.left},
       .elements = true,
       .padding = 0.5});
  const std::string of_w = std::to_string(r.factor) + "*m + " + std::to_string(r.added);
  const TileRef w = k.Input("w", F32({size(of_w, r.factor * r.columns + r.added)}),
                            {.block = {r.block_columns}, .index = {g[1]}});
  const TileRef y =
      k.Output("y", F32({n, m}),
               {.block = {r.block_rows(), r.block_columns}, .index = {g[0], g[1]}});
  const Tile row = g[2] * r.part_rows;
  const std::vector<int64_t> part = {r.part_rows, r.block_columns};
  Tile sum = x.Part({row, 0}, part).Load() * 2.0 + w.Load();
  sum = sum + x.Part({row + (r.before + r.behind), r.left}, part).Load();
  y.Part({row, 0}, part).Store(sum);
  return k.Build();
}

std::vector<float> Expected(const RandomWindows& r, const std::vector<float>& x,
                            const std::vector<float>& w) {
  std::vector<float> y;
  const auto at = [&](int64_t i, int64_t j) {
    const bool inside = i >= 0 && i < r.rows && j >= 0 && j < r.columns;
    return inside ? x[i * r.columns + j] : 0.5f;
  };
  for (int64_t i = 0; i < r.rows; ++i) {
    for (int64_t j = 0; j < r.columns; ++j) {
      y.push_back(at(i - r.before, j - r.left) * 2.0f + w[j] + at(i + r.behind, j));
    }
  }
  return y;
}

TEST(RandomKernels, WindowsOfAnySizesAreThoseOfNumbers) {
  const char* const seed = std::getenv("TILEWRIGHT_SEED");
  std::mt19937 random(seed == nullptr ? 11 : std::atoi(seed));
  for (int i = 0; i < (Soaks() ? 2000 : 25); ++i) {
    const RandomWindows r = DrawWindows(random);
    SCOPED_TRACE("kernel " + std::to_string(i) + ", " + std::to_string(r.rows) + "x" +
                 std::to_string(r.columns) + " in " + std::to_string(r.parts) +
                 " times " + std::to_string(r.part_rows) + "x" +
                 std::to_string(r.block_columns));
    const std::vector<float> x = Numbers(r.rows * r.columns, 2 * i + 1);
    const std::vector<float> w = Numbers(r.factor * r.columns + r.added, 2 * i + 2);
    const std::vector<float> wanted = Expected(r, x, w);
    const absl::StatusOr<Kernel> kernel = Build(r, /*open=*/false);
    ASSERT_TRUE(kernel.ok()) << kernel.status();
    const std::vector<TensorType>& types = kernel->inputs();
    const absl::StatusOr<Kernel> open = Build(r, /*open=*/true);
    ASSERT_TRUE(open.ok()) << open.status();
    for (const absl::StatusOr<Kernel>& each : {kernel, open}) {
      for (const CompileOptions& options : {Ieee(), Checked()}) {
        const absl::StatusOr<std::vector<Buffer>> made =
            RunKernelAt(each, types, {BytesOf(x), BytesOf(w)}, options, 3);
        ASSERT_TRUE(made.ok()) << made.status();
        ASSERT_EQ(FloatsOf((*made)[0]), wanted);
      }
    }
  }
}

}  // namespace
}  // namespace tilewright
