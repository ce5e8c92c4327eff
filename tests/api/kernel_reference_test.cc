// Kernels with a grid beside the reference: blocks at edges, scratch along sequential
// dimensions, blocks that memory places, copies by hand.
#include "api/kernel_impl.h"
#include "tests/api/kernel_harness.h"
#include "tests/reference/evaluate.h"
#include "tests/reference/plan_run.h"

namespace tilewright {
namespace {

// Multiples of an eighth, and indices below `limit`.
reference::Array Data(const tile::Operand& operand, uint32_t seed, int limit) {
  reference::Array array = {operand.type, {}};
  for (int64_t i = 0; i < operand.type.num_elements(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    const int number = static_cast<int>(seed >> 16 & 0xff);
    if (ir::IsFloat(operand.type.element)) {
      array.elements.push_back(
          {reference::Nearest(operand.type.element, (number - 128) / 8.0L), 0, 0});
    } else {
      array.elements.push_back(
          reference::FromInteger(operand.type.element, number % limit));
    }
  }
  return array;
}

// Runs the kernel in both numerics and compares each output with the reference's.
void ExpectAgreement(const absl::StatusOr<Kernel>& kernel, int limit = 4) {
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  const tile::Kernel& inside = *kernel->impl().kernel;
  for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
    std::vector<reference::Array> arrays;
    std::vector<reference::Memory> bytes;
    std::vector<absl::Span<const uint8_t>> inputs;
    for (const tile::Operand& operand : inside.operands) {
      arrays.push_back(Data(operand, static_cast<uint32_t>(arrays.size()), limit));
      bytes.emplace_back(operand.type.byte_size());
      bytes.back().Store(0, arrays.back());
      if (!operand.is_input()) continue;
      inputs.push_back(
          {bytes.back().data(), static_cast<size_t>(operand.type.byte_size())});
    }
    CompileOptions options = Ieee();
    if (numerics == Numerics::kTpu) options.numerics = NumericMode::kTpu;
    const auto outputs = RunKernel(kernel, inputs, options);
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    const absl::Status evaluated = reference::Evaluate(
        inside.For(numerics, /*debug=*/false), absl::MakeSpan(arrays));
    ASSERT_TRUE(evaluated.ok()) << evaluated;
    size_t next = 0;
    for (size_t o = 0; o < arrays.size(); ++o) {
      if (!inside.operands[o].is_output) continue;
      const reference::Agreement agreement =
          reference::Compare(arrays[o], (*outputs)[next++].data());
      EXPECT_EQ(agreement.difference, "") << Name(numerics);
      EXPECT_EQ(agreement.unknown, 0);
    }
  }
}

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
