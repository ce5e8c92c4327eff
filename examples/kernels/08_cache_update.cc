// 8. A key cache that grows by a row each step: an operand that is updated in place.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  const int64_t length = 64, dim = 128, steps = 3;

  // `cache` is an input and an output of the call, and one array in the kernel: only
  // the block that a point sees moves; the other rows stay where they are.
  KernelBuilder k("append");
  const Tile i = k.Grid({{1}})[0];
  const TileRef at = k.Input("at", I32({1}), {.memory = MemorySpace::kSmem});
  const TileRef row = k.Input("row", F32({1, dim}));
  const TileRef cache =
      k.InOut("cache", F32({length, dim}), {.block = {1, dim}, .index = {at.At({i}), 0}});
  cache.Store(row.Load() + cache.Load());
  const Kernel append = Must(k.Build());

  // In a program each call takes the memory of the one before, and the first one that of
  // the input, which is donated to the result: nothing is copied.
  ProgramBuilder b;
  ProgramBuilder::Value grown = b.Input(F32({length, dim}), {.donated_to = 0});
  std::vector<ProgramBuilder::Value> places, rows;
  for (int64_t s = 0; s < steps; ++s) {
    places.push_back(b.Input(I32({1})));
    rows.push_back(b.Input(F32({1, dim})));
    grown = b.CallKernel(append, {places[s], rows[s], grown})[0];
  }
  const Program program = Must(b.Build({grown}));

  const Device device = Must(Device::Create());
  std::vector<float> expected = Numbers(length * dim, 1);
  std::vector<Buffer> inputs = {ToDevice(device, F32({length, dim}), expected)};
  for (int64_t s = 0; s < steps; ++s) {
    const int32_t place = static_cast<int32_t>(10 + 7 * s);
    const std::vector<float> added = Numbers(dim, 100 + static_cast<uint32_t>(s));
    inputs.push_back(ToDevice(device, I32({1}), std::vector<int32_t>{place}));
    inputs.push_back(ToDevice(device, F32({1, dim}), added));
    for (int64_t d = 0; d < dim; ++d) expected[place * dim + d] += added[d];
  }
  const Executable executable =
      Must(Executable::Compile(program, CompileOptionsFromEnvironment()));
  const std::vector<Buffer> outputs =
      Must(Execute(executable, device, inputs, {.donate = true}));
  Check(outputs[0], expected, 0);
  if (outputs[0].data() != inputs[0].data()) Fail("the cache moved");
  return 0;
}
