// Mistakes that show only when a kernel runs, found by its checks.
#include <gmock/gmock.h>

#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

using enum GridSemantics;
using ::testing::AllOf;
using ::testing::HasSubstr;

CompileOptions Checked() {
  CompileOptions options = Ieee();
  options.kernel_debug = true;
  return options;
}

std::string ErrorOf(KernelBuilder& k, const std::vector<absl::Span<const uint8_t>>& in) {
  absl::StatusOr<std::vector<Buffer>> out = RunKernel(k.Build(), in, Checked());
  if (out.ok()) return "no error";
  EXPECT_EQ(out.status().code(), absl::StatusCode::kFailedPrecondition);
  return std::string(out.status().message());
}

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
    const TileRef y =
        k.Output("sums", F32({3, 8}), {.block = {1, 8}, .index = {block, 0 * block}});
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

// Copies x to y through scratch; `wait` says whether the copy in is awaited.
void CopyThrough(KernelBuilder& k, const std::function<Tile(Tile)>& wait) {
  const std::vector<Tile> g = k.Grid({{1}});
  const TileRef x = k.Input("x", F32({4, 8}), {.memory = MemorySpace::kHbm});
  const TileRef y = k.Output("y", F32({4, 8}), {.memory = MemorySpace::kHbm});
  const TileRef s = k.Scratch("s", F32({4, 8}));
  const TileRef came = k.Semaphores("came"), went = k.Semaphores("went");
  k.StartCopy(x, s, came);
  k.If(wait(g[0]), [&] { k.WaitCopy(x, s, came); });
  k.StartCopy(s, y, went);
  k.WaitCopy(s, y, went);
}

TEST(KernelDebug, ACopyThatIsReadBeforeItsWaitIsFound) {
  const std::vector<float> a = Numbers(32);
  KernelBuilder right("right");
  CopyThrough(right, [](Tile i) { return i == 0; });
  absl::StatusOr<std::vector<Buffer>> out =
      RunKernel(right.Build(), {BytesOf(a)}, Checked());
  ASSERT_TRUE(out.ok()) << out.status();
  EXPECT_EQ(FloatsOf((*out)[0]), a);
  KernelBuilder wrong("wrong");
  CopyThrough(wrong, [](Tile i) { return i == 1; });
  EXPECT_THAT(ErrorOf(wrong, {BytesOf(a)}),
              HasSubstr("'s': is read where it was not written"));
}

TEST(KernelDebug, CopiesThatAreNotAwaitedAndWaitsWithoutCopiesAreFound) {
  const std::vector<float> a = Numbers(32);
  const auto build = [](KernelBuilder& k, int64_t starts, int64_t waits) {
    const TileRef x = k.Input("x", F32({32}), {.memory = MemorySpace::kHbm});
    const TileRef y = k.Output("y", F32({32}));
    const TileRef s = k.Scratch("s", F32({32}));
    const TileRef came = k.Semaphores("came", 2);
    const Tile one = k.Constant(kI32, 1);
    k.For(0, starts, [&](Tile) { k.StartCopy(x, s, came, one); });
    k.For(0, waits, [&](Tile) { k.WaitCopy(x, s, came, one); });
    y.Store(s.Load());
  };
  KernelBuilder k("few");
  build(k, 3, 1);
  EXPECT_THAT(ErrorOf(k, {BytesOf(a)}),
              AllOf(HasSubstr("'came'"),
                    HasSubstr("256 bytes of copies on semaphore 1 are not awaited")));
  KernelBuilder many("many");
  build(many, 1, 2);
  EXPECT_THAT(ErrorOf(many, {BytesOf(a)}),
              AllOf(HasSubstr("'s'"), HasSubstr("a copy of 128 bytes is awaited on "
                                                "semaphore 1, on which 0")));
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
