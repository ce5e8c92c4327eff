// 9. Kernels over whole arrays: what our own kernels are written in.
//
// No grid, no blocks: a statement is about whole arrays, and the compiler cuts it into
// grid steps for the chip and numerics at hand, by the rules that it has for graphs. The
// same formulas as in 2 and 3 are then the tile programs, and the entries of the cache,
// that StableHLO's softmax and matmul become.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

namespace {

// Rows are gone over three times: for their maxima, for their sums, which wait for the
// maxima, and to write. `e` is used twice: each row of it is kept in VMEM.
Kernel Softmax(int64_t rows, int64_t columns) {
  KernelBuilder k = KernelBuilder::OverArrays("softmax");
  const TileRef x = k.Input("x", F32({rows, columns}));
  const TileRef y = k.Output("y", F32({rows, columns}));
  const Tile row = x.Load();
  const Tile e = Exp(row - Max(row, {1}, /*keep_dimensions=*/true));
  y.Store(e / Sum(e, {1}, /*keep_dimensions=*/true));
  return Must(k.Build());
}

// What is made of a product element by element is stored with it.
Kernel Layer(int64_t rows, int64_t in, int64_t out) {
  KernelBuilder k = KernelBuilder::OverArrays("layer");
  const TileRef x = k.Input("x", F32({rows, in}));
  const TileRef w = k.Input("w", F32({in, out}));
  const TileRef b = k.Input("b", F32({out}));
  const TileRef y = k.Output("y", F32({rows, out}));
  const Tile sum = Matmul(x.Load(), w.Load(), {.highest_precision = true}) + b.Load();
  y.Store(Maximum(sum, 0));
  return Must(k.Build());
}

void RunSoftmax(const Device& device) {
  const int64_t rows = 300, columns = 1000;
  const std::vector<float> a = Numbers(rows * columns, 1);
  const std::vector<float> expected = SoftmaxOfRows(a, columns);
  const std::vector<Buffer> inputs = {ToDevice(device, F32({rows, columns}), a)};
  Check(Must(Softmax(rows, columns).Run(device, inputs))[0], expected, 1e-7f);
}

void RunLayer(const Device& device) {
  const int64_t rows = 100, in = 64, out = 90;
  const std::vector<float> x = Numbers(rows * in, 1), w = Numbers(in * out, 2),
                           b = Numbers(out, 3);
  std::vector<float> expected(rows * out);
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < out; ++c) {
      double sum = b[c];
      for (int64_t i = 0; i < in; ++i) sum += double{x[r * in + i]} * w[i * out + c];
      expected[r * out + c] = static_cast<float>(std::fmax(sum, 0));
    }
  }
  const std::vector<Buffer> inputs = {ToDevice(device, F32({rows, in}), x),
                                      ToDevice(device, F32({in, out}), w),
                                      ToDevice(device, F32({out}), b)};
  Check(Must(Layer(rows, in, out).Run(device, inputs))[0], expected, 1e-5f);
}

}  // namespace

int main() {
  const Device device = Must(Device::Create());
  RunSoftmax(device);
  RunLayer(device);
  return 0;
}
