// 6. Embedding: which block a point sees is read from memory.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  const int64_t words = 500, dim = 256, tokens = 96;

  // An operand in SMEM is there before any block is placed: its elements, which
  // are scalars, may be part of an index.
  KernelBuilder k("embedding");
  const Tile i = k.Grid({{tokens}})[0];
  const TileRef ids = k.Input("ids", I32({tokens}), {.memory = MemorySpace::kSmem});
  const TileRef table = k.Input("table", F32({words, dim}),
                                {.block = {kSqueezed, dim}, .index = {ids.At({i}), 0}});
  const TileRef out =
      k.Output("out", F32({tokens, dim}), {.block = {kSqueezed, dim}, .index = {i, 0}});
  out.Store(table.Load());
  const Kernel kernel = Must(k.Build());

  const Device device = Must(Device::Create());
  const std::vector<float> values = Numbers(words * dim, 1);
  std::vector<int32_t> tokens_of_text;
  std::vector<float> expected;
  for (int64_t t = 0; t < tokens; ++t) {
    const int64_t word = (t * 7919 + 13) % words;
    tokens_of_text.push_back(static_cast<int32_t>(word));
    expected.insert(expected.end(), values.begin() + word * dim,
                    values.begin() + (word + 1) * dim);
  }
  const std::vector<Buffer> inputs = {ToDevice(device, I32({tokens}), tokens_of_text),
                                      ToDevice(device, F32({words, dim}), values)};
  Check(Must(kernel.Run(device, inputs))[0], expected, 0);
  return 0;
}
