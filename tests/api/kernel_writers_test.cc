// What the points of a grid write to outputs: every block by some, no element by two that
// run beside each other.
#include <gmock/gmock.h>

#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

using enum GridSemantics;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(KernelWriters, AnOutputOfRankZeroIsWrittenWithChecksToo) {
  KernelBuilder k("total");
  const TileRef x = k.Input("x", F32({100}));
  const TileRef y = k.Output("y", F32({}));
  y.Store(Sum(x.Load(), {0}));
  const absl::StatusOr<Kernel> kernel = k.Build();
  const std::vector<float> a = Numbers(100);
  const std::vector<float> plain = Result(kernel, {a});
  ASSERT_NE(plain[0], 0.0f);
  EXPECT_EQ(Result(kernel, {a}, Checked()), plain);
}

// Each point stores a row of y at `place`.
std::string RowsAt(const std::vector<GridDimension>& grid,
                   const std::function<Tile(const std::vector<Tile>&)>& place,
                   bool updates = false) {
  KernelBuilder k("rows");
  const std::vector<Tile> g = k.Grid(grid);
  const BlockSpec spec = {.block = {1, 8}, .index = {place(g), 0 * g[0]}};
  const TileRef y =
      updates ? k.InOut("y", F32({4, 8}), spec) : k.Output("y", F32({4, 8}), spec);
  y.Store(Convert(k.Iota(I32({1, 8}), 1) + g[0], kF32));
  const std::vector<float> a = Numbers(32);
  return updates ? ErrorOf(k, {BytesOf(a)}) : ErrorOf(k, {});
}

TEST(KernelWriters, TwoParallelPointsThatWriteOneElementAreNamed) {
  EXPECT_EQ(RowsAt({{4}}, [](const auto& g) { return g[0]; }), "no error");
  for (bool updates : {false, true}) {
    EXPECT_THAT(
        RowsAt(
            {{4}}, [](const auto& g) { return g[0] / 2 + 0; }, updates),
        AllOf(HasSubstr("grid point (1)"), HasSubstr("'y': its element 0 is written"),
              HasSubstr("and grid point (0), which runs beside this one")));
  }
}

TEST(KernelWriters, SequentialPointsMayWriteOneElement) {
  const auto half = [](const std::vector<Tile>& g) { return g[0] / 2; };
  EXPECT_THAT(RowsAt({{4, kSequential}}, half), HasSubstr("block (2, 0)"));
  EXPECT_EQ(RowsAt({{8, kSequential}}, half), "no error");
  // The second dimension runs in order for each point of the first.
  EXPECT_EQ(RowsAt({{4}, {3, kSequential}}, [](const auto& g) { return g[0]; }),
            "no error");
  EXPECT_THAT(RowsAt({{2}, {4, kSequential}}, [](const auto& g) { return g[1]; }),
              AllOf(HasSubstr("grid point (1, 0)"), HasSubstr("grid point (0, *)")));
}

TEST(KernelWriters, CopiesToOneElementByTwoPointsAreFound) {
  KernelBuilder k("copies");
  const Tile g = k.Grid({{3}})[0];
  const TileRef y = k.Output("y", F32({4, 8}), {.memory = MemorySpace::kHbm});
  const TileRef s = k.Scratch("s", F32({2, 8}));
  const TileRef sem = k.Semaphores("sem");
  s.Store(k.Constant(kF32, 1));
  const TileView to = y.Part({g, 0 * g}, {2, 8});
  k.StartCopy(s, to, sem);
  k.WaitCopy(s, to, sem);
  EXPECT_THAT(ErrorOf(k, {}),
              AllOf(HasSubstr("grid point (1)"), HasSubstr("'y': its element 8 is"),
                    HasSubstr("grid point (0)")));
}

TEST(KernelWriters, ABlockThatNoPointVisitsOrStoresIsNamed) {
  EXPECT_THAT(RowsAt({{3}}, [](const auto& g) { return g[0]; }),
              HasSubstr("kernel 'rows.0': 'y': no grid point stores its block (3, 0)"));
  // It is visited, and not stored.
  KernelBuilder k("some");
  const Tile g = k.Grid({{5}})[0];
  const TileRef y = k.Output("y", F32({18}), {.block = {4}, .index = {g}});
  k.If(g != 4, [&] { y.Store(k.Constant(kF32, 1)); });
  EXPECT_THAT(ErrorOf(k, {}), HasSubstr("'y': no grid point stores its block (4)"));
}

TEST(KernelWriters, AnElementThatNoCopyWritesIsNamed) {
  for (const int rows : {4, 3}) {
    KernelBuilder k("copies");
    const Tile g = k.Grid({{rows}})[0];
    const TileRef y = k.Output("y", F32({4, 8}), {.memory = MemorySpace::kHbm});
    const TileRef s = k.Scratch("s", F32({1, 8}));
    const TileRef sem = k.Semaphores("sem");
    s.Store(1);
    k.StartCopy(s, y.Part({g, 0}, {1, 8}), sem);
    k.WaitCopy(s, y.Part({g, 0}, {1, 8}), sem);
    if (rows == 4) {
      EXPECT_EQ(ErrorOf(k, {}), "no error");
    } else {
      EXPECT_THAT(ErrorOf(k, {}),
                  HasSubstr("kernel 'copies.0': 'y': no grid point stores "
                            "its element (3, 0)"));
    }
  }
}

TEST(KernelWriters, AnElementThatNoWindowPlacedByElementsStoresIsNamed) {
  // Windows of 4 that begin `apart` elements after each other.
  const auto windows = [](int apart, const Tile& padding) {
    KernelBuilder k("windows");
    const Tile g = k.Grid({{3, kSequential}})[0];
    const TileRef y = k.Output(
        "y", F32({2 * apart + 4}),
        {.block = {4}, .index = {apart * g}, .elements = true, .padding = padding});
    y.Store(Convert(g, kF32));
    return ErrorOf(k, {});
  };
  for (const Tile& padding : {Tile(), Tile(0)}) {
    EXPECT_EQ(windows(4, padding), "no error");
    EXPECT_EQ(windows(3, padding), "no error");
    EXPECT_THAT(windows(5, padding),
                HasSubstr("'y': no grid point stores its element (4)"));
  }
}

TEST(KernelWriters, AnUpdatedOperandKeepsWhatIsNotStored) {
  KernelBuilder k("some");
  const Tile g = k.Grid({{5}})[0];
  const TileRef y = k.InOut("y", F32({18}), {.block = {4}, .index = {g}});
  k.If(g == 4, [&] { y.Store(y.Load() + 1.0); });
  std::vector<float> a = Numbers(18);
  const std::vector<float> updated = Result(k.Build(), {a}, Checked());
  a[16] += 1;
  a[17] += 1;
  EXPECT_EQ(updated, a);
}

TEST(KernelWriters, AnOutputWithoutAStoreIsNotBuilt) {
  for (const MemorySpace memory : {MemorySpace::kVmem, MemorySpace::kHbm}) {
    KernelBuilder k("k");
    k.Output("x", F32({8})).Store(k.Constant(kF32, 0));
    k.Output("y", F32({8}), {.memory = memory});
    const std::string made = LineOf(Where::current(), -1);
    EXPECT_THAT(std::string(k.Build().status().message()),
                HasSubstr(made + ": Output 'y': is never stored"));
  }
}

// Parallel points store parts of one block, which goes through copies: of `rows`, so many
// a point. Beside it another window leaves its array.
absl::StatusOr<Kernel> PartsOfOneBlock(int64_t rows, bool open, bool straddles) {
  KernelBuilder k("parts");
  const int64_t n = open ? k.Symbol("n", {.at_least = 64}) : rows;
  const Tile i = k.Grid({{64}})[0];
  const TileRef x = k.Input("x", F32({n, 64}), {.block = {1, 65}, .index = {i, 0}});
  const TileRef y =
      k.Output("y", F32({n, 64}), {.block = {64, straddles ? 65 : 64}, .index = {0, 0}});
  y.Part({i, 0}, {1, 64}).Store(Exp(Slice(x.Load(), {0, 0}, {1, 64})) + Convert(i, kF32));
  return k.Build();
}

TEST(KernelWriters, PartsOfABlockThatIsCopiedAreWrittenBesideEachOther) {
  const std::vector<float> x = Numbers(64 * 64);
  for (const bool straddles : {false, true}) {
    const std::vector<float> wanted =
        Result(PartsOfOneBlock(64, false, straddles), {x}, Ieee(), 1);
    EXPECT_EQ(Result(PartsOfOneBlock(64, false, straddles), {x}, Checked(), 1), wanted);
    for (const bool open : {false, true}) {
      for (int turn = 0; turn < 40; ++turn) {
        const absl::StatusOr<std::vector<Buffer>> made =
            RunKernelAt(PartsOfOneBlock(64, open, straddles), {F32({64, 64})},
                        {BytesOf(x)}, Ieee(), 3);
        ASSERT_TRUE(made.ok()) << made.status();
        ASSERT_EQ(FloatsOf((*made)[0]), wanted)
            << "straddles " << straddles << ", open " << open;
      }
    }
  }
}

}  // namespace
}  // namespace tilewright
