// Kernels of many statements, which some of LLVM's passes are left out for
// (jit/llvm/codegen_pipeline.cc), compute what a loop does.
#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

// s = s * a + x, `turns` times, of rows that come one after the other; as statements or
// as a loop.
absl::StatusOr<Kernel> Turns(int64_t turns, bool unrolled) {
  KernelBuilder k("turns");
  const Tile g = k.Grid({{3}})[0];
  const BlockSpec spec = {.block = {4, 20}, .index = {g, 0 * g}};
  const TileRef x = k.Input("x", F32({10, 20}), spec);
  const TileRef y = k.Output("y", F32({10, 20}), spec);
  const TileRef s = k.Scratch("s", F32({4, 20}));
  s.Store(x.Load());
  const auto turn = [&](const Tile& i) {
    const TileView row = s.Part({i % 4, 0 * i}, {1, 20});
    row.Store(row.Load() * 0.75 + x.Part({(i + 1) % 4, 0 * i}, {1, 20}).Load() +
              Convert(i, kF32));
  };
  if (unrolled) {
    for (int64_t i = 0; i < turns; ++i) {
      turn(k.Constant(kI32, static_cast<double>(i)));
    }
  } else {
    k.For(0, turns, turn);
  }
  y.Store(s.Load());
  return k.Build();
}

TEST(KernelUnrolled, ManyStatementsComputeWhatALoopDoes) {
  const std::vector<float> x = Numbers(200);
  for (int64_t turns : {10, 200, 1500}) {
    EXPECT_EQ(Result(Turns(turns, true), {x}), Result(Turns(turns, false), {x})) << turns;
  }
}

}  // namespace
}  // namespace tilewright
