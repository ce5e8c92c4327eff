// What a kernel does, counted from its program.
#include <gtest/gtest.h>

#include "tile/author.h"

namespace tilewright::tile {
namespace {

constexpr ir::ElementType kF32 = ir::ElementType::kF32;

// x[m, k] * y[k, n] in blocks of 8, the sum over k in order.
Work ProductOf(int64_t m, int64_t n, int64_t k) {
  Author a("k", **chip::FindChip("v5e"));
  const std::vector<ExprId> g = a.SetGrid({m / 8, n / 8, k / 8}, {false, false, true});
  const RefId x = a.Input("x", {kF32, {m, k}}, {{8, 8}, {g[0], g[2]}});
  const RefId y = a.Input("y", {kF32, {k, n}}, {{8, 8}, {g[2], g[1]}});
  const RefId z = a.Output("z", {kF32, {m, n}}, {{8, 8}, {g[0], g[1]}});
  a.Store({z, {}, {}}, a.Product(a.Load({x, {}, {}}), a.Load({y, {}, {}}), {}));
  const absl::StatusOr<Kernel> kernel = a.Build();
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  return kernel.ok() ? MeasureWork(kernel->program) : Work();
}

TEST(Work, AGridDoesItsBodyAtEveryPoint) {
  EXPECT_EQ(ProductOf(32, 16, 24).flops, 2 * 32 * 16 * 24);
}

TEST(Work, AWindowIsMovedWhenItsPlaceChanges) {
  const Work work = ProductOf(32, 16, 24);
  // x and y move at every point; z does not move while k runs.
  const int64_t points = 4 * 2 * 3, block = 8 * 8 * 4;
  EXPECT_EQ(work.dmas, 2 * points + 4 * 2);
  EXPECT_EQ(work.bytes_read, 2 * points * block);
  EXPECT_EQ(work.bytes_written, 4 * 2 * block);
  EXPECT_EQ(work.dma_bytes, work.bytes_read + work.bytes_written);
}

TEST(Work, LoopsAndCopiesCountAsOftenAsTheyRun) {
  Author a("k", **chip::FindChip("v5e"));
  const RefId x = a.Input("x", {kF32, {10, 16}}, {{}, {}, false, Memory::kHbm});
  const RefId s = a.Scratch("s", {kF32, {1, 16}}, Memory::kVmem);
  const RefId y = a.Output("y", {kF32, {1, 16}}, {});
  const RefId done = a.Semaphores("done", 1);
  const auto number = [&](int64_t n) {
    return a.ConstantInteger(ir::ElementType::kI32, n);
  };
  const ExprId zero = number(0);
  const ExprId i = a.BeginFor(zero, number(10));
  const View row{x, {i, zero}, {1, 16}};
  a.StartCopy(row, {s, {}, {}}, done, zero);
  a.WaitCopy(row, {s, {}, {}}, done, zero);
  a.EndFor();
  a.Store({y, {}, {}}, a.Load({s, {}, {}}));
  const absl::StatusOr<Kernel> kernel = a.Build();
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  const Work work = MeasureWork(kernel->program);
  EXPECT_EQ(work.bytes_read, 10 * 16 * 4);
  EXPECT_EQ(work.bytes_written, 16 * 4);
  EXPECT_EQ(work.dmas, 10 + 1);
}

}  // namespace
}  // namespace tilewright::tile
