// 7. Copies by hand: while one block is worked on, the next one comes.
//
// Blocks of operands do this by themselves. By hand it takes arrays that stay in
// HBM, two buffers, and semaphores that say which copy is done.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  const int64_t blocks = 10, rows = 64, columns = 256;
  const TensorType array = F32({blocks * rows, columns});
  const TensorType two = F32({2, rows, columns});

  KernelBuilder k("scale_by_hand");
  const TileRef x = k.Input("x", array, {.memory = MemorySpace::kHbm});
  const TileRef y = k.Output("y", array, {.memory = MemorySpace::kHbm});
  const TileRef in = k.Scratch("in", two), out = k.Scratch("out", two);
  const TileRef came = k.Semaphores("came", 2), went = k.Semaphores("went", 2);

  // The block i of an array, and half `slot` of a buffer.
  const auto block = [&](const TileRef& ref, const Tile& i) {
    return ref.Part({i * rows, 0}, {rows, columns});
  };
  const auto half = [&](const TileRef& ref, const Tile& slot) {
    return ref.Part({slot, 0, 0}, {1, rows, columns});
  };
  const auto fetch = [&](const Tile& i) {
    k.StartCopy(block(x, i), half(in, i % 2), came, i % 2);
  };

  fetch(0);
  k.For(0, blocks, [&](Tile i) {
    const Tile slot = i % 2;
    k.If(i + 1 < blocks, [&] { fetch(i + 1); });
    k.WaitCopy(block(x, i), half(in, slot), came, slot);
    // The result of two turns ago leaves this half of `out`.
    k.If(i >= 2, [&] { k.WaitCopy(half(out, slot), block(y, i - 2), went, slot); });
    half(out, slot).Store(half(in, slot).Load() * 3.0);
    k.StartCopy(half(out, slot), block(y, i), went, slot);
  });
  k.For(blocks - 2, blocks,
        [&](Tile i) { k.WaitCopy(half(out, i % 2), block(y, i), went, i % 2); });
  const Kernel kernel = Must(k.Build());

  const Device device = Must(Device::Create());
  const std::vector<float> a = Numbers(array.num_elements(), 1);
  std::vector<float> expected;
  for (float value : a) expected.push_back(value * 3.0f);
  const std::vector<Buffer> inputs = {ToDevice(device, array, a)};
  Check(Must(kernel.Run(device, inputs))[0], expected, 0);
  // With checks: a forgotten wait would be an error of this run.
  CompileOptions debug = CompileOptionsFromEnvironment();
  debug.kernel_debug = true;
  Check(Must(kernel.Run(device, inputs, debug))[0], expected, 0);
  return 0;
}
