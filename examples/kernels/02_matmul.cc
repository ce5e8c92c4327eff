// 2. Matrix product: a sequential dimension of the grid, and an accumulator.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  const int64_t m = 256, n = 384, depth = 512;
  const int64_t bm = 128, bn = 128, bk = 128;

  // Points (i, j) do not depend on each other: threads share them. The third
  // dimension is sequential: it runs in order, for each (i, j), on one thread.
  KernelBuilder k("matmul");
  const std::vector<Tile> g =
      k.Grid({{m / bm}, {n / bn}, {depth / bk, GridSemantics::kSequential}});
  const TileRef x =
      k.Input("x", F32({m, depth}), {.block = {bm, bk}, .index = {g[0], g[2]}});
  const TileRef y =
      k.Input("y", F32({depth, n}), {.block = {bk, bn}, .index = {g[2], g[1]}});
  const TileRef z =
      k.Output("z", F32({m, n}), {.block = {bm, bn}, .index = {g[0], g[1]}});

  // Scratch keeps what it holds from one sequential point to the next.
  const TileRef sum = k.Scratch("sum", F32({bm, bn}));
  k.If(g[2] == 0, [&] { sum.Store(0); });
  sum.Store(sum.Load() + Matmul(x.Load(), y.Load()));
  k.If(g[2] == depth / bk - 1, [&] { z.Store(sum.Load()); });
  const Kernel kernel = Must(k.Build());

  const Device device = Must(Device::Create());
  const std::vector<float> a = Numbers(m * depth, 1), b = Numbers(depth * n, 2);
  const std::vector<Buffer> inputs = {ToDevice(device, F32({m, depth}), a),
                                      ToDevice(device, F32({depth, n}), b)};
  std::vector<float> expected(m * n);
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      double total = 0;
      for (int64_t l = 0; l < depth; ++l) total += a[i * depth + l] * b[l * n + j];
      expected[i * n + j] = static_cast<float>(total);
    }
  }
  // As on a TPU: f32 operands are rounded to bf16, and sums are f32.
  CompileOptions options = CompileOptionsFromEnvironment();
  Check(Must(kernel.Run(device, inputs, options))[0], expected, 0.2f);
  // f32 stays f32.
  options.numerics = NumericMode::kIeee;
  Check(Must(kernel.Run(device, inputs, options))[0], expected, 1e-4f);
  return 0;
}
