// 11. A state space model's recurrence, h = a h + x, along a sequence: a running
// reduction by a function of one's own.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  const int64_t length = 300, width = 96, block = 64;

  // Blocks of the sequence come one after the other; scratch keeps the state.
  KernelBuilder k("selective_scan");
  const Tile i = k.Grid({{(length + block - 1) / block, GridSemantics::kSequential}})[0];
  const BlockSpec rows = {.block = {block, width}, .index = {i, 0}};
  const TileRef a = k.Input("a", F32({length, width}), rows);
  const TileRef x = k.Input("x", F32({length, width}), rows);
  const TileRef y = k.Output("y", F32({length, width}), rows);
  const TileRef state = k.Scratch("state", F32({1, width}));
  k.If(i == 0, [&] { state.Store(0); });

  // The function is called once, to be written down: of what was combined so far, and of
  // the next elements, one of each tile.
  const std::vector<Tile> runs =
      Scan({a.Load(), x.Load()}, {1, 0}, 0,
           [](const std::vector<Tile>& so_far, const std::vector<Tile>& next) {
             return std::vector<Tile>{so_far[0] * next[0], so_far[1] * next[0] + next[1]};
           });
  y.Store(runs[0] * state.Load() + runs[1]);
  state.Store(y.Part({block - 1, 0}, {1, width}).Load());
  const Kernel scan = Must(k.Build());

  const std::vector<float> decay = Numbers(length * width, 1);
  const std::vector<float> in = Numbers(length * width, 2);
  std::vector<float> expected(in.size());
  for (int64_t c = 0; c < width; ++c) {
    float h = 0;
    for (int64_t at = c; at < length * width; at += width) {
      expected[at] = h = decay[at] * h + in[at];
    }
  }
  const Device device = Must(Device::Create());
  const TensorType type = F32({length, width});
  Check(Must(scan.Run(device,
                      {ToDevice(device, type, decay), ToDevice(device, type, in)}))[0],
        expected, 1e-5f);
  return 0;
}
