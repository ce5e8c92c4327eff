// Kernels with a grid beside the reference: blocks at edges, scratch along sequential
// dimensions, blocks that memory places, copies by hand.
#include "tests/api/kernel_agreement.h"

namespace tilewright {
namespace {

TEST(KernelReference, BlocksAtTheEdgeArePadded) {
  KernelBuilder k("edges");
  const std::vector<Tile> g = k.Grid({{3}, {2}});
  const BlockSpec spec = {.block = {8, 16}, .index = {g[0], g[1]}};
  const TileRef x = k.Input("x", F32({21, 29}), spec);
  const TileRef y = k.Output("y", F32({21, 29}), spec);
  y.Store(x.Load() - Max(x.Load(), {1}, true) + Sum(x.Load(), {0}, true));
  ExpectAgreement(k.Build());
}

TEST(KernelReference, SequentialPointsShareScratch) {
  KernelBuilder k("matmul");
  const std::vector<Tile> g = k.Grid({{2}, {2}, {3, GridSemantics::kSequential}});
  const TileRef x =
      k.Input("x", F32({20, 48}), {.block = {10, 16}, .index = {g[0], g[2]}});
  const TileRef y =
      k.Input("y", F32({48, 24}), {.block = {16, 12}, .index = {g[2], g[1]}});
  const TileRef z =
      k.Output("z", F32({20, 24}), {.block = {10, 12}, .index = {g[0], g[1]}});
  const TileRef sum = k.Scratch("sum", F32({10, 12}));
  k.If(g[2] == 0, [&] { sum.Store(k.Constant(kF32, 0)); });
  sum.Store(sum.Load() + Matmul(x.Load(), y.Load()));
  k.If(g[2] == 2, [&] { z.Store(sum.Load()); });
  ExpectAgreement(k.Build());
}

TEST(KernelReference, MemoryPlacesBlocks) {
  KernelBuilder k("embedding");
  const Tile i = k.Grid({{12}})[0];
  const TileRef ids = k.Input("ids", I32({12}), {.memory = MemorySpace::kSmem});
  const TileRef table = k.Input(
      "table", F32({30, 40}), {.block = {kSqueezed, 40}, .index = {ids.At({i}), 0 * i}});
  const TileRef out =
      k.Output("out", F32({12, 40}), {.block = {kSqueezed, 40}, .index = {i, 0 * i}});
  out.Store(table.Load() * 2.0);
  ExpectAgreement(k.Build(), 30);
}

TEST(KernelReference, AnUpdatedArrayKeepsItsOtherRows) {
  KernelBuilder k("append");
  const Tile i = k.Grid({{1}})[0];
  const TileRef at = k.Input("at", I32({1}), {.memory = MemorySpace::kSmem});
  const TileRef row = k.Input("row", F32({1, 24}));
  const TileRef cache =
      k.InOut("cache", F32({9, 24}), {.block = {1, 24}, .index = {at.At({i}), 0 * i}});
  cache.Store(row.Load() + cache.Load());
  ExpectAgreement(k.Build(), 9);
}

TEST(KernelReference, CopiesByHandOverlapWithLoops) {
  const int64_t blocks = 5, rows = 4, columns = 24;
  KernelBuilder k("by_hand");
  const TensorType array = F32({blocks * rows, columns});
  const TileRef x = k.Input("x", array, {.memory = MemorySpace::kHbm});
  const TileRef y = k.Output("y", array, {.memory = MemorySpace::kHbm});
  const TileRef in = k.Scratch("in", F32({2, rows, columns}));
  const TileRef came = k.Semaphores("came", 2), went = k.Semaphores("went", 2);
  const Tile zero = k.Constant(kI32, 0);
  const auto block = [&](const TileRef& ref, const Tile& i) {
    return ref.Part({i * rows, zero}, {rows, columns});
  };
  const auto half = [&](const Tile& slot) {
    return in.Part({slot, zero, zero}, {1, rows, columns});
  };
  k.For(0, blocks, [&](Tile i) {
    const Tile slot = i % 2;
    k.StartCopy(block(x, i), half(slot), came, slot);
    k.WaitCopy(block(x, i), half(slot), came, slot);
    k.If(slot == 1, [&] { half(slot).Store(half(slot).Load() * 3.0); });
    k.StartCopy(half(slot), block(y, i), went, slot);
    k.WaitCopy(half(slot), block(y, i), went, slot);
  });
  ExpectAgreement(k.Build());
}

}  // namespace
}  // namespace tilewright
