// 3. Softmax: reductions over rows, and values that are computed once.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  const int64_t rows = 300, columns = 1000, block = 64;

  // Blocks of whole rows: 300 rows in blocks of 64, the last of which has 44.
  KernelBuilder k("softmax");
  const Tile i = k.Grid({{(rows + block - 1) / block}})[0];
  const BlockSpec spec = {.block = {block, columns}, .index = {i, 0}};
  const TileRef x = k.Input("x", F32({rows, columns}), spec);
  const TileRef y = k.Output("y", F32({rows, columns}), spec);

  // The row's maximum stays a column, [64, 1], which spreads over the row. `e` is
  // used twice, by the sum and by the store: it is computed once.
  const Tile row = x.Load();
  const Tile e = Exp(row - Max(row, {1}, /*keep_dimensions=*/true));
  y.Store(e / Sum(e, {1}, /*keep_dimensions=*/true));
  const Kernel kernel = Must(k.Build());

  const Device device = Must(Device::Create());
  const std::vector<float> a = Numbers(rows * columns, 1);
  const std::vector<float> expected = SoftmaxOfRows(a, columns);
  const std::vector<Buffer> inputs = {ToDevice(device, F32({rows, columns}), a)};
  Check(Must(kernel.Run(device, inputs))[0], expected, 1e-7f);
  return 0;
}
