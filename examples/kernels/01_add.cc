// 1. Add: a grid, and the blocks of arrays that its points see.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  const int64_t n = 10000, block = 1024;

  // A kernel runs once for every point of its grid. Here the points are blocks
  // of 1024 elements; the last one is cut off at the array's edge.
  KernelBuilder k("add");
  const Tile i = k.Grid({{(n + block - 1) / block}})[0];

  // An operand is an array in HBM and the block of it that a point sees in VMEM:
  // block number i. What lies beyond the edge reads as zero.
  const BlockSpec blocks = {.block = {block}, .index = {i}};
  const TileRef x = k.Input("x", F32({n}), blocks);
  const TileRef y = k.Input("y", F32({n}), blocks);
  const TileRef sum = k.Output("sum", F32({n}), blocks);

  // Tiles are values: whole blocks. Storing one writes the block.
  sum.Store(x.Load() + y.Load());

  // Build() checks it all; a mistake is a Status that says what is wrong.
  const Kernel kernel = Must(k.Build());
  std::printf("%s", kernel.Text().c_str());

  // It runs alone, on buffers.
  const Device device = Must(Device::Create());
  const std::vector<float> a = Numbers(n, 1), b = Numbers(n, 2);
  const std::vector<Buffer> inputs = {ToDevice(device, F32({n}), a),
                                      ToDevice(device, F32({n}), b)};
  std::vector<float> expected(n);
  for (int64_t j = 0; j < n; ++j) expected[j] = a[j] + b[j];
  Check(Must(kernel.Run(device, inputs))[0], expected, 0);

  // Or as an operation of a program: 2 * (x + y).
  ProgramBuilder p;
  const ProgramBuilder::Value u = p.Input(F32({n})), v = p.Input(F32({n}));
  const ProgramBuilder::Value w = p.CallKernel(kernel, {u, v})[0];
  const Program program = Must(p.Build({p.Elementwise("stablehlo.add", {w, w})}));
  const Executable executable =
      Must(Executable::Compile(program, CompileOptionsFromEnvironment()));
  for (float& value : expected) value *= 2;
  Check(Must(Execute(executable, device, inputs))[0], expected, 0);
  return 0;
}
