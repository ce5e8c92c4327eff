// 4. RMS norm: an operand that all points share, and shapes that spread.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  const int64_t rows = 128, columns = 768, block = 32;
  const double epsilon = 1e-6;

  KernelBuilder k("rms_norm");
  const Tile i = k.Grid({{rows / block}})[0];
  const BlockSpec spec = {.block = {block, columns}, .index = {i, 0}};
  const TileRef x = k.Input("x", F32({rows, columns}), spec);
  // No block: every point sees all of it.
  const TileRef gain = k.Input("gain", F32({columns}));
  const TileRef y = k.Output("y", F32({rows, columns}), spec);

  const Tile row = x.Load();
  const Tile mean = Sum(row * row, {1}, true) / static_cast<double>(columns);
  // [32, 768] * [32, 1] * [768]: sizes of 1 repeat, trailing dimensions align.
  y.Store(row * Rsqrt(mean + epsilon) * gain.Load());
  const Kernel kernel = Must(k.Build());

  const Device device = Must(Device::Create());
  const std::vector<float> a = Numbers(rows * columns, 1), w = Numbers(columns, 2);
  std::vector<float> expected(a.size());
  for (int64_t r = 0; r < rows; ++r) {
    double sum = 0;
    for (int64_t c = 0; c < columns; ++c) {
      sum += double{a[r * columns + c]} * a[r * columns + c];
    }
    const double scale = 1 / std::sqrt(sum / columns + epsilon);
    for (int64_t c = 0; c < columns; ++c) {
      expected[r * columns + c] = static_cast<float>(a[r * columns + c] * scale * w[c]);
    }
  }
  const std::vector<Buffer> inputs = {ToDevice(device, F32({rows, columns}), a),
                                      ToDevice(device, F32({columns}), w)};
  Check(Must(kernel.Run(device, inputs))[0], expected, 1e-5f);
  return 0;
}
