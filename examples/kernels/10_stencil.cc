// 10. Diffusion along a line: blocks that see their neighbours' elements.
#include "tutorial.h"

using namespace tilewright;  // NOLINT: a tutorial
using namespace tutorial;    // NOLINT

int main() {
  const int64_t length = 1000, block = 128, turns = 3;

  // A point computes `block` elements for which it reads as many more as turns on either
  // side. `elements`: the index is the block's first element, which may lie before the
  // array; what is there reads as `padding`.
  KernelBuilder k("diffuse");
  const Tile i = k.Grid({{(length + block - 1) / block}})[0];
  const int64_t seen = block + 2 * turns;
  const TileRef x = k.Input(
      "x", F32({length}),
      {.block = {seen}, .index = {i * block - turns}, .elements = true, .padding = 0});
  const TileRef y = k.Output("y", F32({length}), {.block = {block}, .index = {i}});

  // A loop carries tiles: the body makes the next turn's from this turn's. Beyond the
  // ends of the line there stays zero.
  const Tile place = k.Iota(I32({seen}), 0) + i * block - turns;
  const Tile on_line = (place >= 0) & (place < static_cast<double>(length));
  const std::vector<Tile> spread =
      k.For(0, turns, {x.Load()}, [&](const Tile&, const std::vector<Tile>& now) {
        const Tile both = Roll(now[0], 1, 0) + Roll(now[0], -1, 0);
        return std::vector<Tile>{Select(on_line, 0.5 * now[0] + 0.25 * both, 0)};
      });
  y.Store(Slice(spread[0], {turns}, {block}));
  const Kernel diffuse = Must(k.Build());

  std::vector<float> expected = Numbers(length, 1);
  const Device device = Must(Device::Create());
  const Buffer in = ToDevice(device, F32({length}), expected);
  for (int64_t t = 0; t < turns; ++t) {
    const std::vector<float> before = expected;
    const auto at = [&](int64_t j) { return j < 0 || j >= length ? 0 : before[j]; };
    for (int64_t j = 0; j < length; ++j) {
      expected[j] = 0.5f * at(j) + 0.25f * (at(j - 1) + at(j + 1));
    }
  }
  Check(Must(diffuse.Run(device, {in}))[0], expected, 1e-6f);
  return 0;
}
