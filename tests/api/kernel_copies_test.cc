// Copies on their way: what is read and written between a start and its wait.
#include <gmock/gmock.h>

#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

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

TEST(KernelCopies, ACopyThatIsReadBeforeItsWaitIsFound) {
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
              HasSubstr("'s': is read while the copy to it that is started at"));
}

TEST(KernelCopies, CopiesThatAreNotAwaitedAndWaitsWithoutCopiesAreFound) {
  const std::vector<float> a = Numbers(32);
  const auto build = [](KernelBuilder& k, int64_t starts, int64_t waits) {
    const TileRef x = k.Input("x", F32({32}), {.memory = MemorySpace::kHbm});
    const TileRef y = k.Output("y", F32({32}));
    const TileRef s = k.Scratch("s", F32({3, 32}));
    const TileRef came = k.Semaphores("came", 2);
    const Tile zero = k.Constant(kI32, 0), one = k.Constant(kI32, 1);
    s.Store(k.Constant(kF32, 0));
    const auto row = [&](const Tile& i) { return s.Part({i, zero}, {1, 32}); };
    k.For(0, starts, [&](Tile i) { k.StartCopy(x, row(i), came, one); });
    k.For(0, waits, [&](Tile i) { k.WaitCopy(x, row(i), came, one); });
    y.Store(k.Constant(kF32, 0));
  };
  KernelBuilder k("few");
  build(k, 3, 1);
  EXPECT_THAT(
      ErrorOf(k, {BytesOf(a)}),
      AllOf(HasSubstr("'came'"), HasSubstr("the copy of 128 bytes that is started at "),
            HasSubstr("on semaphore 1 is not awaited before the grid step ends")));
  KernelBuilder many("many");
  build(many, 1, 2);
  EXPECT_THAT(ErrorOf(many, {BytesOf(a)}),
              AllOf(HasSubstr("'s'"), HasSubstr("a copy of 128 bytes is awaited on "
                                                "semaphore 1, on which 0")));
}

TEST(KernelCopies, AWaitOnSemaphoresThatAnotherCopyCountsOnIsFound) {
  KernelBuilder k("mixed");
  const TileRef x = k.Input("x", F32({8}), {.memory = MemorySpace::kHbm});
  const TileRef y = k.Output("y", F32({8}));
  const TileRef s = k.Scratch("s", F32({8})), t = k.Scratch("t", F32({8}));
  const TileRef one = k.Semaphores("one"), other = k.Semaphores("other");
  k.StartCopy(x, s, one);
  k.StartCopy(x, t, other);
  k.WaitCopy(x, s, other);
  k.WaitCopy(x, t, one);
  y.Store(s.Load() + t.Load());
  EXPECT_THAT(ErrorOf(k, {BytesOf(Numbers(8))}),
              HasSubstr("'s': a copy to it is awaited on semaphore 0, and none to this "
                        "part of it was started there"));
}

// What the kernels of the tests below have.
struct Between {
  KernelBuilder k{"k"};
  TileRef x, y, s, other, sem;

  Between() {
    x = k.Input("x", F32({4, 8}), {.memory = MemorySpace::kHbm});
    y = k.Output("y", F32({4, 8}));
    s = k.Scratch("s", F32({4, 8}));
    other = k.Scratch("other", F32({4, 8}));
    sem = k.Semaphores("sem", 2);
    other.Store(k.Constant(kF32, 5));
  }
  Tile I(int value) { return k.Constant(kI32, value); }
  TileView Row(const TileRef& ref, int row) { return ref.Part({I(row), I(0)}, {1, 8}); }
  std::string Error() {
    const std::vector<float> a = Numbers(32);
    return ErrorOf(k, {BytesOf(a)});
  }
};

TEST(KernelCopies, AWriteToACopysTargetBeforeItsWaitNamesBothStatements) {
  Between b;
  b.k.StartCopy(b.x, b.s, b.sem);
  const std::string started = LineOf(Where::current(), -1);
  b.s.Store(b.k.Constant(kF32, 1));
  const std::string written = LineOf(Where::current(), -1);
  b.k.WaitCopy(b.x, b.s, b.sem);
  b.y.Store(b.s.Load());
  EXPECT_THAT(b.Error(),
              AllOf(HasSubstr(written + ": 's': is written while the copy to it"),
                    HasSubstr(started + " is on its way")));
}

TEST(KernelCopies, AWriteToACopysSourceBeforeItsWaitNamesBothStatements) {
  Between b;
  b.k.StartCopy(b.other, b.s, b.sem);
  const std::string started = LineOf(Where::current(), -1);
  b.other.Store(b.k.Constant(kF32, 1));
  const std::string written = LineOf(Where::current(), -1);
  b.k.WaitCopy(b.other, b.s, b.sem);
  b.y.Store(b.s.Load());
  EXPECT_THAT(b.Error(),
              AllOf(HasSubstr(written + ": 'other': is written while the copy from it"),
                    HasSubstr(started + " is on its way")));
}

TEST(KernelCopies, OtherPartsOfWhatIsCopiedMayBeWritten) {
  Between b;
  b.s.Store(b.k.Constant(kF32, 0));
  b.k.StartCopy(b.Row(b.other, 1), b.Row(b.s, 2), b.sem);
  b.Row(b.s, 1).Store(b.k.Constant(kF32, 1));
  b.Row(b.other, 2).Store(b.k.Constant(kF32, 1));
  b.k.WaitCopy(b.Row(b.other, 1), b.Row(b.s, 2), b.sem);
  b.y.Store(b.s.Load() + b.other.Load());
  EXPECT_EQ(b.Error(), "no error");
}

TEST(KernelCopies, TwoCopiesMayReadOnePlaceAndNotWriteOne) {
  const auto error = [](bool to_one_place) {
    Between b;
    b.s.Store(b.k.Constant(kF32, 0));
    const TileView second = b.Row(b.s, to_one_place ? 0 : 1);
    b.k.StartCopy(b.Row(b.x, 3), b.Row(b.s, 0), b.sem);
    b.k.StartCopy(b.Row(b.x, 3), second, b.sem, b.I(1));
    b.k.WaitCopy(b.Row(b.x, 3), second, b.sem, b.I(1));
    b.k.WaitCopy(b.Row(b.x, 3), b.Row(b.s, 0), b.sem);
    b.y.Store(b.s.Load());
    return b.Error();
  };
  EXPECT_EQ(error(false), "no error");
  EXPECT_THAT(error(true), HasSubstr("'s': is written while the copy to it"));
}

TEST(KernelCopies, ACopyThatReadsWhatAnotherWritesIsFound) {
  KernelBuilder k("k");
  const TileRef x = k.Input("x", F32({8}), {.memory = MemorySpace::kHbm});
  const TileRef y = k.Output("y", F32({8}), {.memory = MemorySpace::kHbm});
  const TileRef z = k.Output("z", F32({8}), {.memory = MemorySpace::kHbm});
  const TileRef sem = k.Semaphores("sem", 2);
  k.StartCopy(x, y, sem);
  k.StartCopy(y, z, sem, k.Constant(kI32, 1));
  k.WaitCopy(x, y, sem);
  k.WaitCopy(y, z, sem, k.Constant(kI32, 1));
  const std::vector<float> a = Numbers(8);
  EXPECT_THAT(ErrorOf(k, {BytesOf(a)}), HasSubstr("'y': is read while the copy to it"));
}

TEST(KernelCopies, AWaitForAnotherPlaceThanTheStartsIsFound) {
  Between b;
  b.s.Store(b.k.Constant(kF32, 0));
  b.k.StartCopy(b.Row(b.x, 0), b.Row(b.s, 0), b.sem);
  b.k.WaitCopy(b.Row(b.x, 0), b.Row(b.s, 1), b.sem);
  b.y.Store(b.k.Constant(kF32, 0));
  EXPECT_THAT(b.Error(), HasSubstr("'s': a copy to it is awaited on semaphore 0, and "
                                   "none to this part of it was started there"));
}

TEST(KernelCopies, ASemaphoreThatIsNotThereIsAnError) {
  KernelBuilder k("k");
  const TileRef slots = k.Input("slots", I32({2}), {.memory = MemorySpace::kSmem});
  const TileRef x = k.Input("x", F32({8}), {.memory = MemorySpace::kHbm});
  const TileRef y = k.Output("y", F32({8}));
  const TileRef s = k.Scratch("s", F32({8}));
  const TileRef sem = k.Semaphores("sem", 2);
  const Tile slot = slots.At({k.Constant(kI32, 1)});
  k.StartCopy(x, s, sem, slot);
  k.WaitCopy(x, s, sem, slot);
  y.Store(s.Load());
  const absl::StatusOr<Kernel> kernel = k.Build();
  const std::vector<float> a = Numbers(8);
  const auto error = [&](int32_t number) {
    const std::vector<int32_t> numbers = {0, number};
    return std::string(
        RunKernel(kernel, {BytesOf(numbers), BytesOf(a)}, Checked()).status().message());
  };
  EXPECT_EQ(error(1), "");
  EXPECT_THAT(error(2), HasSubstr("'sem': there is no semaphore 2, there are 2"));
  EXPECT_THAT(error(-1), HasSubstr("'sem': there is no semaphore -1"));
  // Where it is known, Build() says so.
  Between b;
  b.k.StartCopy(b.x, b.s, b.sem, b.I(2));
  EXPECT_THAT(std::string(b.k.Build().status().message()),
              HasSubstr("'sem': there is no semaphore 2, there are 2"));
}

TEST(KernelCopies, APartWithStridesIsItsElementsAlone) {
  const auto copied = [](int64_t stored) {
    KernelBuilder k("k");
    const TileRef x = k.Input("x", F32({8}), {.memory = MemorySpace::kHbm});
    const TileRef y = k.Output("y", F32({8}));
    const TileRef s = k.Scratch("s", F32({8})), sem = k.Semaphores("sem");
    const auto every_other = [](const TileRef& ref, int64_t first) {
      return ref.Part({first}, {4}, {2});
    };
    s.Store(0);
    k.StartCopy(every_other(x, 0), every_other(s, 1), sem);
    every_other(s, stored).Store(2);
    k.WaitCopy(every_other(x, 0), every_other(s, 1), sem);
    y.Store(s.Load());
    const std::vector<float> a = {0, 1, 2, 3, 4, 5, 6, 7};
    return RunKernel(k.Build(), {BytesOf(a)}, Checked());
  };
  const absl::StatusOr<std::vector<Buffer>> beside = copied(0);
  ASSERT_TRUE(beside.ok()) << beside.status();
  EXPECT_EQ(FloatsOf((*beside)[0]), (std::vector<float>{2, 0, 2, 2, 2, 4, 2, 6}));
  EXPECT_THAT(std::string(copied(1).status().message()),
              HasSubstr("'s': is written while the copy to it"));
}

TEST(KernelCopies, AKernelWithCopiesGivesTheSameBytesWithChecks) {
  // Rows come one ahead of their use, in two places of scratch.
  KernelBuilder k("stream");
  const std::vector<Tile> g = k.Grid({{3, GridSemantics::kParallel}});
  const TileRef x = k.Input("x", F32({12, 40}), {.memory = MemorySpace::kHbm});
  const TileRef y =
      k.Output("y", F32({3, 40}), {.block = {1, 40}, .index = {g[0], 0 * g[0]}});
  const TileRef s = k.Scratch("s", F32({2, 40})), sum = k.Scratch("sum", F32({1, 40}));
  const TileRef sem = k.Semaphores("sem", 2);
  const Tile zero = k.Constant(kI32, 0);
  const auto from = [&](const Tile& i) { return x.Part({g[0] * 4 + i, zero}, {1, 40}); };
  const auto to = [&](const Tile& i) { return s.Part({i % 2, zero}, {1, 40}); };
  sum.Store(k.Constant(kF32, 0));
  k.StartCopy(from(zero), to(zero), sem, zero);
  k.For(0, 4, [&](const Tile& i) {
    k.If(i < 3, [&] { k.StartCopy(from(i + 1), to(i + 1), sem, (i + 1) % 2); });
    k.WaitCopy(from(i), to(i), sem, i % 2);
    sum.Store(sum.Load() + to(i).Load());
  });
  y.Store(sum.Load());
  const absl::StatusOr<Kernel> kernel = k.Build();
  const std::vector<float> a = Numbers(12 * 40);
  EXPECT_EQ(Result(kernel, {a}, Checked()), Result(kernel, {a}));
}

}  // namespace
}  // namespace tilewright
