// Kernels of many statements, which some of LLVM's passes are left out for
// (jit/llvm/codegen_pipeline.cc), compute what a loop does.
#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

// s = s * a + x, `turns` times, of whole blocks or of a row at a time; as statements or
// as a loop.
absl::StatusOr<Kernel> Turns(int64_t turns, bool by_rows, bool unrolled, int64_t width) {
  KernelBuilder k("turns");
  const Tile g = k.Grid({{3}})[0];
  const BlockSpec spec = {.block = {4, width}, .index = {g, 0 * g}};
  const TileRef x = k.Input("x", F32({10, width}), spec);
  const TileRef y = k.Output("y", F32({10, width}), spec);
  const TileRef s = k.Scratch("s", F32({4, width}));
  s.Store(x.Load());
  const auto next = [](const Tile& now, const Tile& in, const Tile& i) {
    return now * 0.75 + in + Convert(i, kF32);
  };
  const auto turn = [&](const Tile& i) {
    if (!by_rows) return s.Store(next(s.Load(), x.Load(), i));
    const TileView row = s.Part({i % 4, 0 * i}, {1, width});
    row.Store(next(row.Load(), x.Part({(i + 1) % 4, 0 * i}, {1, width}).Load(), i));
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

void ExpectEqual(int64_t turns, bool by_rows, int64_t width = 80) {
  const std::vector<float> x = Numbers(10 * width);
  EXPECT_EQ(Result(Turns(turns, by_rows, true, width), {x}),
            Result(Turns(turns, by_rows, false, width), {x}))
      << turns << (by_rows ? " by rows" : "");
}

TEST(KernelUnrolled, ManyStatementsComputeWhatALoopDoes) {
  for (int64_t turns : {10, 100, 1000}) ExpectEqual(turns, /*by_rows=*/false);
  for (int64_t turns : {10, 100}) ExpectEqual(turns, /*by_rows=*/true);
  // Short rows, of which a loop's body is one block.
  for (int64_t width : {1, 4, 8}) {
    ExpectEqual(1000, /*by_rows=*/false, width);
    ExpectEqual(1000, /*by_rows=*/true, width);
  }
}

}  // namespace
}  // namespace tilewright
