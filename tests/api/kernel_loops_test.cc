// Loops with steps, with values that they carry, and while a condition holds.
#include <algorithm>
#include <cmath>

#include "tests/api/kernel_agreement.h"
#include "tests/api/kernel_results.h"

namespace tilewright {
namespace {

using Tiles = std::vector<Tile>;

TEST(KernelLoops, ALoopGoesInStepsUpAndDown) {
  const struct {
    int64_t begin, end, step;
  } kCases[] = {{0, 10, 3},  {0, 9, 3},    {5, 5, 2},  {7, 0, 2},  {9, -1, -3},
                {0, 1, 100}, {3, -10, -4}, {0, 4, -1}, {-7, 8, 5}, {2, 3, INT32_MAX}};
  for (const auto& c : kCases) {
    for (bool from_data : {false, true}) {
      KernelBuilder k("steps");
      const TileRef bounds = k.Input("n", I32({2}), {.memory = MemorySpace::kSmem});
      const TileRef y = k.Output("y", I32({32}));
      y.Store(0);
      const auto body = [&](const Tile& i) { y.Part({(i + 32) % 32}, {1}).Store(i + 1); };
      if (from_data) {
        k.For(bounds.At({0}), bounds.At({1}), c.step, body);
      } else {
        k.For(c.begin, c.end, c.step, body);
      }
      std::vector<int32_t> expected(32);
      for (int64_t i = c.begin; c.step > 0 ? i < c.end : i > c.end; i += c.step) {
        expected[(i + 32) % 32] = static_cast<int32_t>(i + 1);
      }
      const std::vector<int32_t> in = {static_cast<int32_t>(c.begin),
                                       static_cast<int32_t>(c.end)};
      EXPECT_EQ(ResultOf<int32_t>(k.Build(), {BytesOf(in)}), expected)
          << c.begin << " " << c.end << " " << c.step;
    }
  }
  KernelBuilder k("still");
  const TileRef y = k.Output("y", I32({1}));
  y.Store(0);
  k.For(0, 3, 0, [](const Tile&) {});
  ExpectRefused(k.Build(), "a loop's step is 0");
}

TEST(KernelLoops, BoundsAtTheEndsOfTheirTypeDoNotOverflow) {
  KernelBuilder k("wide");
  const TileRef bounds = k.Input("n", I32({2}), {.memory = MemorySpace::kSmem});
  const TileRef y = k.Output("y", I32({1}));
  y.Store(0);
  k.For(bounds.At({0}), bounds.At({1}), int64_t{1} << 30,
        [&](const Tile&) { y.Store(y.Load() + 1); });
  const std::vector<int32_t> in = {INT32_MIN, INT32_MAX};
  EXPECT_EQ(ResultOf<int32_t>(k.Build(), {BytesOf(in)}), (std::vector<int32_t>{4}));
}

TEST(KernelLoops, CarriedValuesAreThoseOfTheTurnBefore) {
  // Fibonacci's numbers times x: what is carried changes places at every turn.
  for (int turns : {0, 1, 2, 7}) {
    KernelBuilder k("fibonacci");
    const TileRef x = k.Input("x", F32({3, 5}));
    const TileRef y = k.Output("y", F32({3, 5}));
    const Tiles last = k.For(
        0, turns, Tiles{0.0 * x.Load(), x.Load()},
        [](const Tile&, const Tiles& now) { return Tiles{now[1], now[0] + now[1]}; });
    y.Store(last[0] - 2.0 * last[1]);
    const std::vector<float> in = Numbers(15);
    std::vector<float> expected;
    for (float v : in) {
      float a = 0.0f * v, b = v;
      for (int t = 0; t < turns; ++t) {
        const float sum = a + b;
        a = b;
        b = sum;
      }
      expected.push_back(a - 2.0f * b);
    }
    EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(in)}), expected);
  }
}

TEST(KernelLoops, CarriedValuesWithAGridAgreeWithTheReference) {
  KernelBuilder k("carry");
  const Tile g = k.Grid({{3}})[0];
  const TileRef x = k.Input("x", F32({20, 8}), {.block = {7, 8}, .index = {g, 0}});
  const TileRef y = k.Output("y", F32({20, 8}), {.block = {7, 8}, .index = {g, 0}});
  const Tiles made = k.For(
      0, 3, Tiles{x.Load(), Sum(x.Load(), {1}, true)},
      [&](const Tile& i, const Tiles& t) {
        return Tiles{Transpose(Reshape(t[0], {8, 7}), {1, 0}) + Convert(i, kF32) + t[1],
                     Max(t[0], {1}, true)};
      });
  y.Store(made[0] * made[1]);
  ExpectAgreement(k.Build());
}

TEST(KernelLoops, ALoopRunsWhileItsConditionHolds) {
  // Collatz' steps of each number.
  const int64_t count = 9;
  KernelBuilder k("collatz");
  const Tile g = k.Grid({{count}})[0];
  const TileRef n = k.Input("n", I32({count}), {.memory = MemorySpace::kSmem});
  const TileRef y = k.Output("y", I32({count}), {.block = {1}, .index = {g}});
  const Tiles end = k.While(
      Tiles{n.At({g}), 0}, [](const Tiles& now) { return now[0] > 1; },
      [](const Tiles& now) {
        return Tiles{Select((now[0] & 1) == 0, now[0] / 2, now[0] * 3 + 1), now[1] + 1};
      });
  y.Store(end[1]);
  const std::vector<int32_t> in = {1, 2, 3, 7, 27, 0, -5, 97, 1};
  std::vector<int32_t> expected;
  for (int32_t v : in) {
    int32_t steps = 0;
    for (; v > 1; ++steps) v = v % 2 == 0 ? v / 2 : 3 * v + 1;
    expected.push_back(steps);
  }
  EXPECT_EQ(ResultOf<int32_t>(k.Build(), {BytesOf(in)}), expected);
}

TEST(KernelLoops, ALoopOnScratchMayReduceInItsConditionAndBeInAnother) {
  // Halves rows until all are small; then the next number of them.
  KernelBuilder k("halves");
  const TileRef x = k.Input("x", F32({4, 6}));
  const TileRef y = k.Output("y", F32({4, 6}));
  const Tile before = x.Load();
  y.Store(0);
  k.For(0, 3, [&](const Tile& i) {
    const TileRef s = y;
    y.Store(y.Load() + before * 100.0 * (Convert(i, kF32) + 1));
    k.While([&] { return Max(Abs(s.Load()), {0, 1}) > 1.0; },
            [&] { s.Store(s.Load() * 0.5); });
  });
  const std::vector<float> in = Numbers(24);
  std::vector<float> expected(24);
  for (int i = 0; i < 3; ++i) {
    for (int e = 0; e < 24; ++e) {
      expected[e] = expected[e] + in[e] * 100.0f * static_cast<float>(i + 1);
    }
    const auto large = [&] {
      return std::any_of(expected.begin(), expected.end(),
                         [](float v) { return std::fabs(v) > 1; });
    };
    while (large()) {
      for (float& v : expected) v *= 0.5f;
    }
  }
  EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(in)}), expected);
}

TEST(KernelLoops, WhatDoesNotFitALoopIsRefused) {
  const auto refused = [](const std::function<void(KernelBuilder&, const Tile&)>& write,
                          const std::string& why) {
    KernelBuilder k("refused");
    const TileRef x = k.Input("x", F32({4}));
    const TileRef y = k.Output("y", F32({4}));
    y.Store(x.Load());
    write(k, x.Load());
    ExpectRefused(k.Build(), why);
  };
  refused(
      [](KernelBuilder& k, const Tile& x) {
        k.For(0, 3, Tiles{x},
              [](const Tile&, const Tiles& t) { return Tiles{t[0], t[0]}; });
      },
      "a loop carries 1 values, its body gives 2");
  refused(
      [](KernelBuilder& k, const Tile& x) {
        k.For(0, 3, Tiles{x},
              [](const Tile&, const Tiles& t) { return Tiles{Sum(t[0], {0})}; });
      },
      "a loop carries tensor<4xf32> as value 0, its body gives tensor<f32>");
  refused([](KernelBuilder& k, const Tile& x) { k.While([&] { return x > 0; }, [] {}); },
          "a loop's condition: expected a scalar i1, is tensor<4xi1>");
  refused(
      [](KernelBuilder& k, const Tile& x) {
        Tile inside;
        k.While(
            [&] {
              inside = Max(x, {0});
              return inside > 0;
            },
            [&] { Keep(inside + 1); });
      },
      "used outside of it");
  KernelBuilder arrays = KernelBuilder::OverArrays("arrays");
  const TileRef y = arrays.Output("y", F32({4}));
  arrays.While([&] { return arrays.Constant(ElementType::kI1, 0); }, [] {});
  y.Store(0);
  ExpectRefused(arrays.Build(), "has no loops");
}

TEST(KernelLoops, CarriedTilesAndStepsGoTogether) {
  for (const auto& [begin, end, step] : {std::tuple<int, int, int>{1, 10, 3},
                                         {9, -2, -4},
                                         {0, 5, 1},
                                         {5, 5, 2},
                                         {3, 8, -1}}) {
    KernelBuilder k("steps");
    const TileRef n = k.Input("n", I32({1}), {.memory = MemorySpace::kSmem});
    const TileRef y = k.Output("y", I32({2}));
    const std::vector<Tile> t = k.For(begin, n.At({0}), step, {k.Constant(kI32, 1), 7},
                                      [](const Tile& i, const auto& now) {
                                        return std::vector<Tile>{now[0] * 10 + i, i};
                                      });
    y.Store(Concatenate({Reshape(t[0], {1}), Reshape(t[1], {1})}, 0));
    int32_t digits = 1, last = 7;
    for (int i = begin; step > 0 ? i < end : i > end; i += step) {
      digits = digits * 10 + i;
      last = i;
    }
    const std::vector<int32_t> bound = {end};
    EXPECT_EQ(ResultOf<int32_t>(k.Build(), {BytesOf(bound)}),
              (std::vector<int32_t>{digits, last}));
  }
}

TEST(KernelLoops, SemaphoresCountWithoutCopies) {
  KernelBuilder k("signals");
  const Tile g = k.Grid({{3, GridSemantics::kSequential}})[0];
  const TileRef s = k.Semaphores("s", 2);
  const TileRef y = k.Output("y", I32({3}), {.block = {1}, .index = {g}});
  k.Signal(s, 2, 1);
  k.Signal(s);
  k.Wait(s, 1, 1);
  k.Wait(s);
  k.Wait(s, 1, 1);
  y.Store(g);
  EXPECT_EQ(ResultOf<int32_t>(k.Build(), {}), (std::vector<int32_t>{0, 1, 2}));
}

TEST(KernelLoops, AWaitThatNobodySignalsIsAMistake) {
  const auto waits = [](bool signals) {
    KernelBuilder k("waits");
    const TileRef s = k.Semaphores("s");
    const TileRef y = k.Output("y", I32({1}));
    if (signals) k.Signal(s, 2);
    k.Wait(s, 3);
    y.Store(1);
    return k.Build();
  };
  ExpectRefused(waits(false), "'s': is waited for and never signalled");
  CompileOptions options = Ieee();
  options.kernel_debug = true;
  const auto out = RunKernel(waits(true), {}, options);
  EXPECT_EQ(out.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(out.status().message()),
              ::testing::HasSubstr("'s': semaphore 0 is waited for by 3 and was "
                                   "signalled by 2"));
}

TEST(KernelLoops, SignalsThatAreLeftAreAMistakeBesideAwaitedCopies) {
  KernelBuilder k("left");
  const TileRef x = k.Input("x", F32({8}), {.memory = MemorySpace::kHbm});
  const TileRef y = k.Output("y", F32({8}));
  const TileRef s = k.Scratch("s", F32({8})), sem = k.Semaphores("sem", 2);
  k.StartCopy(x, s, sem, 1);
  k.Signal(sem, 3, 1);
  k.WaitCopy(x, s, sem, 1);
  k.Wait(sem, 1, 1);
  y.Store(s.Load());
  CompileOptions options = Ieee();
  options.kernel_debug = true;
  const auto out = RunKernel(k.Build(), {BytesOf(Numbers(8))}, options);
  EXPECT_THAT(std::string(out.status().message()),
              ::testing::HasSubstr("'sem': semaphore 1 is left at 2 when the grid step "
                                   "ends: signals that nobody waits for"));
}

}  // namespace
}  // namespace tilewright
