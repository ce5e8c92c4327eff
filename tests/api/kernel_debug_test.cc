// Mistakes that show only when a kernel runs, found by its checks.
#include <gmock/gmock.h>

#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

using enum GridSemantics;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(KernelDebug, AWindowOutsideItsArrayIsNamedWithItsPlace) {
  KernelBuilder k("pick");
  const Tile i = k.Grid({{4}})[0];
  const TileRef ids = k.Input("ids", I32({4}), {.memory = MemorySpace::kSmem});
  const TileRef x =
      k.Input("rows", F32({6, 8}), {.block = {2, 8}, .index = {ids.At({i}), 0 * i}});
  const TileRef y = k.Output("y", F32({8, 8}), {.block = {2, 8}, .index = {i, 0 * i}});
  y.Store(x.Load());
  const std::vector<int32_t> wrong = {0, 2, 3, -1};
  const std::vector<float> values = Numbers(48);
  EXPECT_THAT(ErrorOf(k, {BytesOf(wrong), BytesOf(values)}),
              AllOf(HasSubstr("pick"), HasSubstr("grid point (2)"), HasSubstr("'rows'"),
                    HasSubstr("dimension 0: a block of 2 begins at 6, the array has 6")));
}

TEST(KernelDebug, ScratchThatIsReadBeforeItIsWrittenIsNamed) {
  KernelBuilder k("sum");
  const std::vector<Tile> g = k.Grid({{2}, {3, kSequential}});
  const TileRef y =
      k.Output("y", F32({2, 8}), {.block = {1, 8}, .index = {g[0], 0 * g[0]}});
  const TileRef sum = k.Scratch("running sum", F32({1, 8}));
  // It begins at the first point of the first row only.
  k.If((g[1] == 0) & (g[0] == 0), [&] { sum.Store(k.Constant(kF32, 0)); });
  sum.Store(sum.Load() + 1.0);
  y.Store(sum.Load());
  EXPECT_THAT(ErrorOf(k, {}),
              AllOf(HasSubstr("grid point (1, 0)"),
                    HasSubstr("'running sum': is read where it was not")));
}

TEST(KernelDebug, OneElementThatWasNotWrittenIsFound) {
  KernelBuilder k("part");
  const TileRef y = k.Output("y", F32({40}));
  const TileRef s = k.Scratch("s", F32({40}));
  s.Part({k.Constant(kI32, 0)}, {39}).Store(k.Constant(kF32, 1));
  y.Store(s.Load());
  EXPECT_THAT(ErrorOf(k, {}), HasSubstr("'s': is read where it was not written"));
}

TEST(KernelDebug, AnOutputThatIsReadBeforeItIsWrittenIsNamed) {
  // A TPU does not fetch an output's block: it holds what was in VMEM before.
  const auto build = [](KernelBuilder& k, bool begins, bool returns) {
    const std::vector<Tile> g = k.Grid({{2, kSequential}, {3, kSequential}});
    const Tile block = returns ? g[1] : g[0];
    const TileRef y = k.Output("sums", F32({returns ? 3 : 2, 8}),
                               {.block = {1, 8}, .index = {block, 0 * block}});
    if (begins) k.If((returns ? g[0] : g[1]) == 0, [&] { y.Store(k.Constant(kF32, 0)); });
    y.Store(y.Load() + 1.0);
  };
  KernelBuilder right("right");
  build(right, true, false);
  EXPECT_EQ(ErrorOf(right, {}), "no error");
  KernelBuilder never("never");
  build(never, false, false);
  EXPECT_THAT(ErrorOf(never, {}),
              AllOf(HasSubstr("grid point (0, 0)"),
                    HasSubstr("'sums': is read where it was not written")));
  // Another block was there in between.
  KernelBuilder back("back");
  build(back, true, true);
  EXPECT_THAT(ErrorOf(back, {}),
              AllOf(HasSubstr("grid point (1, 0)"), HasSubstr("'sums': is read")));
}

TEST(KernelDebug, APartThatLeavesItsRefIsFound) {
  KernelBuilder k("slide");
  const TileRef y = k.Output("y", F32({4}));
  const TileRef s = k.Scratch("s", F32({16}));
  s.Store(k.Constant(kF32, 2));
  k.For(10, 14, [&](Tile i) { y.Store(s.Part({i}, {4}).Load()); });
  EXPECT_THAT(ErrorOf(k, {}),
              HasSubstr("'s': a part of 4 begins at 13 in dimension 0, which is 16"));
}

TEST(KernelDebug, ChecksDoNotChangeTheResult) {
  const auto build = [](KernelBuilder& k) {
    const std::vector<Tile> g = k.Grid({{3}, {2, kSequential}});
    const TileRef x =
        k.Input("x", F32({20, 64}), {.block = {8, 32}, .index = {g[0], g[1]}});
    const TileRef w =
        k.Input("w", F32({64, 16}), {.block = {32, 16}, .index = {g[1], 0 * g[1]}});
    const TileRef y =
        k.Output("y", F32({20, 16}), {.block = {8, 16}, .index = {g[0], 0 * g[0]}});
    const TileRef sum = k.Scratch("sum", F32({8, 16}));
    k.If(g[1] == 0, [&] { sum.Store(k.Constant(kF32, 0)); });
    sum.Store(sum.Load() + Matmul(x.Load(), w.Load()));
    const Tile e = Exp(sum.Load() - Max(sum.Load(), {1}, true));
    k.If(g[1] == 1, [&] { y.Store(e / Sum(e, {1}, true)); });
    return k.Build();
  };
  KernelBuilder k("k");
  const absl::StatusOr<Kernel> kernel = build(k);
  const std::vector<std::vector<float>> in = {Numbers(20 * 64, 1), Numbers(64 * 16, 2)};
  EXPECT_EQ(Result(kernel, in, Checked()), Result(kernel, in));
}

}  // namespace
}  // namespace tilewright
