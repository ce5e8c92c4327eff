// 12. Sizes that are known when the kernel runs: one kernel for all matrices.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  // Arrays and the grid have symbols for sizes; blocks are numbers, as on a TPU.
  KernelBuilder k("matmul");
  const int64_t rows = k.Symbol("rows"), inner = k.Symbol("inner");
  const int64_t columns = k.Symbol("columns", {.at_most = 4096});
  const std::vector<Tile> g =
      k.Grid({{k.Size("ceildiv(rows, 32)")},
              {k.Size("ceildiv(columns, 128)")},
              {k.Size("ceildiv(inner, 64)"), GridSemantics::kSequential}});
  const TileRef x =
      k.Input("x", F32({rows, inner}), {.block = {32, 64}, .index = {g[0], g[2]}});
  const TileRef w =
      k.Input("w", F32({inner, columns}), {.block = {64, 128}, .index = {g[2], g[1]}});
  const TileRef y =
      k.Output("y", F32({rows, columns}), {.block = {32, 128}, .index = {g[0], g[1]}});

  // What lies beyond the edges reads as zero, which adds nothing.
  const TileRef sums = k.Scratch("sums", F32({32, 128}));
  k.If(g[2] == 0, [&] { sums.Store(0); });
  sums.Store(sums.Load() + Matmul(x.Load(), w.Load(), {.highest_precision = true}));
  y.Store(sums.Load());
  const Kernel kernel = Must(k.Build());

  // It is compiled for the first of these, and takes the sizes of the others.
  const Device device = Must(Device::Create());
  struct Sizes {
    int64_t rows, inner, columns;
  };
  for (const auto& [m, n, p] : {Sizes{64, 128, 256}, {33, 65, 129}, {7, 300, 50}}) {
    const std::vector<float> a = Numbers(m * n, 1), b = Numbers(n * p, 2);
    std::vector<float> expected(m * p);
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < p; ++j) {
        double sum = 0;
        for (int64_t c = 0; c < n; ++c) sum += double{a[i * n + c]} * b[c * p + j];
        expected[i * p + j] = static_cast<float>(sum);
      }
    }
    const std::vector<Buffer> inputs = {ToDevice(device, F32({m, n}), a),
                                        ToDevice(device, F32({n, p}), b)};
    Check(Must(kernel.Run(device, inputs))[0], expected, 1e-4f);
  }

  // Sizes that do not fit are an error before anything runs.
  const std::vector<Buffer> wrong = {ToDevice(device, F32({2, 3}), Numbers(6, 1)),
                                     ToDevice(device, F32({4, 5}), Numbers(20, 2))};
  if (kernel.Run(device, wrong).ok()) Fail("3 and 4 were taken for one size");
  return 0;
}
