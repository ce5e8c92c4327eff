// Literals, bits, reductions, orders, movements and combiners in kernels: against plain
// loops, against the reference for every element type, and what they refuse.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "tests/api/kernel_agreement.h"
#include "tests/api/kernel_results.h"

namespace tilewright {
namespace {

// out = f(x)
absl::StatusOr<Kernel> MapOf(const TensorType& in, const TensorType& out,
                             const std::function<Tile(KernelBuilder&, Tile)>& f) {
  KernelBuilder k("map");
  const TileRef x = k.Input("x", in);
  const TileRef y = k.Output("y", out);
  y.Store(f(k, x.Load()));
  return k.Build();
}

// --- Literals and bits -------------------------------------------------------------

TEST(KernelOperations, LiteralsAreIndicesAndTakeTheTypeOfTheirPlace) {
  KernelBuilder k("literals");
  const Tile i = k.Grid({{2}})[0];
  const TileRef n = k.Input("n", I32({3}), {.memory = MemorySpace::kSmem});
  const TileRef x = k.Input("x", F32({2, 8}), {.block = {kSqueezed, 8}, .index = {i, 0}});
  const TileRef y = k.Output("y", F32({2, 8}), {.block = {1, 8}, .index = {i, 0}});
  y.Store(7);
  const Tile part = x.Part({2}, {3}).Load();
  y.Part({0, 1}, {1, 3}).Store(Select(part > 0, Maximum(part, 0.25), -1));
  k.For(0, n.At({1}),
        [&](Tile) { y.Store(y.Load() + DynamicSlice(x.Load(), {0}, {1})); });
  const std::vector<int32_t> counts = {0, 2, 0};
  const std::vector<float> in = Numbers(16);
  std::vector<float> expected(16, 7.0f);
  for (int r = 0; r < 2; ++r) {
    for (int c = 1; c < 4; ++c) {
      const float v = in[r * 8 + c + 1];
      expected[r * 8 + c] = v > 0 ? std::max(v, 0.25f) : -1;
    }
    for (int c = 0; c < 8; ++c) {
      expected[r * 8 + c] = expected[r * 8 + c] + in[r * 8] + in[r * 8];
    }
  }
  EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(counts), BytesOf(in)}), expected);
}

TEST(KernelOperations, FunctionsOfTilesMayBeGivenNumbers) {
  const auto f = [](const Tile& i) { return (i * 3 + 7) % 4 - i / 2; };
  for (int64_t n : {0, 5, -9}) {
    KernelBuilder k("numbers");
    const TileRef y = k.Output("y", I32({2}));
    y.Part({0}, {1}).Store(f(n));
    y.Part({1}, {1}).Store(f(k.Constant(kI32, static_cast<double>(n))));
    const auto expected = static_cast<int32_t>((n * 3 + 7) % 4 - n / 2);
    EXPECT_EQ(ResultOf<int32_t>(k.Build(), {}),
              (std::vector<int32_t>{expected, expected}));
  }
  KernelBuilder k("none");
  const TileRef y = k.Output("y", I32({1}));
  y.Store(Tile(1) / 0);
  ExpectRefused(k.Build(), "was never made");
}

TEST(KernelOperations, LiteralsThatDoNotFitTheirPlaceAreRefused) {
  const TensorType bytes{ElementType::kU8, {4}};
  ExpectRefused(MapOf(bytes, bytes, [](KernelBuilder&, Tile x) { return x + Tile(256); }),
                "constant 256 is no ui8");
  ExpectRefused(MapOf(bytes, bytes, [](KernelBuilder&, Tile x) { return x & 0.5; }),
                "constant 0.5 is no ui8");
  ExpectRefused(MapOf(bytes, bytes, [](KernelBuilder&, Tile x) { return x + 1e300; }),
                "is no ui8");
  ExpectRefused(MapOf(F32({4}), F32({4}),
                      [](KernelBuilder&, Tile x) { return Select(x > 0, 1, 0); }),
                "two numbers");
}

TEST(KernelOperations, ShiftsToTheRightKeepTheSignOfSignedTypes) {
  const auto shifted = [](KernelBuilder&, Tile x) { return ((x >> 3) ^ 5) | (x << 2); };
  const std::vector<int32_t> in = {-1000, -1, 0, 7, 12345, INT32_MIN};
  std::vector<int32_t> expected;
  for (int32_t v : in) {
    const uint32_t left = static_cast<uint32_t>(v) << 2;
    expected.push_back(((v >> 3) ^ 5) | static_cast<int32_t>(left));
  }
  EXPECT_EQ(ResultOf<int32_t>(MapOf(I32({6}), I32({6}), shifted), {BytesOf(in)}),
            expected);
  const TensorType words{ElementType::kU32, {6}};
  std::vector<uint32_t> unsigned_expected;
  for (int32_t v : in) {
    const auto u = static_cast<uint32_t>(v);
    unsigned_expected.push_back(((u >> 3) ^ 5u) | (u << 2));
  }
  EXPECT_EQ(ResultOf<uint32_t>(MapOf(words, words, shifted), {BytesOf(in)}),
            unsigned_expected);
}

// --- Reductions and orders ---------------------------------------------------------

TEST(KernelOperations, TheArgumentOfTheMaximumIsTheFirstAndANanWins) {
  const float nan = NAN;
  const std::vector<float> in = {1,  3,   3,         -2,        -0.0f,     0,
                                 -1, -5,  -INFINITY, -INFINITY, -INFINITY, -INFINITY,
                                 5,  nan, 9,         nan};
  const auto both = [](KernelBuilder&, Tile x) {
    return Concatenate({ArgMax(x, 1, true), ArgMin(x, 1, true)}, 1);
  };
  EXPECT_EQ(ResultOf<int32_t>(MapOf(F32({4, 4}), I32({4, 2}), both), {BytesOf(in)}),
            (std::vector<int32_t>{1, 3, 0, 3, 0, 0, 1, 1}));
}

TEST(KernelOperations, TheLargestElementsAreWhatASortPutsInFront) {
  const int64_t rows = 3, columns = 41;
  for (int64_t count : {int64_t{1}, int64_t{4}, columns}) {
    const auto indices = [&](KernelBuilder&, Tile x) { return TopK(x, count, 1)[1]; };
    const auto values = [&](KernelBuilder&, Tile x) { return TopK(x, count, 1)[0]; };
    const std::vector<float> numbers = Numbers(rows * columns);
    std::vector<float> in, expected_values;
    for (float f : numbers) in.push_back(std::round(8 * f));
    std::vector<int32_t> expected;
    for (int64_t r = 0; r < rows; ++r) {
      std::vector<int32_t> order(columns);
      std::iota(order.begin(), order.end(), 0);
      std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
        const float x = in[r * columns + a], y = in[r * columns + b];
        return x != y ? x > y : a < b;
      });
      for (int64_t i = 0; i < count; ++i) {
        expected.push_back(order[i]);
        expected_values.push_back(in[r * columns + order[i]]);
      }
    }
    const TensorType whole = F32({rows, columns});
    EXPECT_EQ(ResultOf<int32_t>(MapOf(whole, I32({rows, count}), indices), {BytesOf(in)}),
              expected);
    EXPECT_EQ(ResultOf<float>(MapOf(whole, F32({rows, count}), values), {BytesOf(in)}),
              expected_values);
  }
  ExpectRefused(MapOf(F32({2, 4}), F32({2, 5}),
                      [](KernelBuilder&, Tile x) { return TopK(x, 5, 1)[0]; }),
                "the first 5 of 4 elements");
}

TEST(KernelOperations, ReductionsAgreeWithTheReferenceForEveryTypeTheyAreOf) {
  using enum ElementType;
  const auto reduced =
      [](ElementType type,
         Tile (*f)(const TileOperand&, const std::vector<int64_t>&, bool)) {
        return MapOf({type, {5, 6, 7}}, {type, {5, 1, 7}},
                     [&](KernelBuilder&, Tile x) { return f(x, {1}, true); });
      };
  for (ElementType type :
       {kF32, kF64, kBF16, kF16, kI8, kU8, kI16, kU16, kI32, kU32, kI64, kU64}) {
    SCOPED_TRACE((TensorType{type, {}}.ToString()));
    ExpectAgreement(reduced(type, Prod));
    ExpectAgreement(MapOf({type, {5, 9}}, I32({5}),
                          [](KernelBuilder&, Tile x) { return ArgMin(x, 1); }));
    ExpectAgreement(MapOf({type, {5, 9}}, I32({9}),
                          [](KernelBuilder&, Tile x) { return ArgMax(x, 0); }));
  }
  for (ElementType type : {kI1, kI8, kU8, kI32, kU32, kI64, kU64}) {
    SCOPED_TRACE((TensorType{type, {}}.ToString()));
    ExpectAgreement(reduced(type, All), type == kI1 ? 2 : 4);
    ExpectAgreement(reduced(type, Any), type == kI1 ? 2 : 4);
  }
  ExpectRefused(reduced(kF32, All), "is not supported");
}

// --- Movements ---------------------------------------------------------------------

TEST(KernelOperations, MovementsAgreeWithTheReferenceForEveryType) {
  using enum ElementType;
  for (ElementType type : {kI1, kF32, kF64, kBF16, kF16, kI8, kU16, kI32, kU64, kC64}) {
    SCOPED_TRACE((TensorType{type, {}}.ToString()));
    const auto map = [&](std::vector<int64_t> to, const std::function<Tile(Tile)>& f) {
      ExpectAgreement(MapOf({type, {6, 10}}, {type, std::move(to)},
                            [&](KernelBuilder&, Tile x) { return f(x); }),
                      type == kI1 ? 2 : 4);
    };
    map({6, 10}, [](Tile x) { return Reverse(x, {1}); });
    map({6, 10}, [](Tile x) { return Reverse(x, {0, 1}); });
    map({6, 10}, [](Tile x) { return Roll(Roll(x, 3, 1), -13, 0); });
    map({3, 4}, [](Tile x) { return Slice(x, {1, 0}, {3, 4}, {2, 3}); });
    if (type == kC64) continue;  // a literal is real
    map({9, 27}, [](Tile x) { return Pad(x, 1, {1, -2}, {2, 1}, {0, 2}); });
  }
}

TEST(KernelOperations, ARollByAScalarIsTheRollByThatNumber) {
  for (int32_t shift : {0, 1, -1, 7, -23, 1000}) {
    KernelBuilder k("roll");
    const TileRef by = k.Input("by", I32({1}), {.memory = MemorySpace::kSmem});
    const TileRef x = k.Input("x", F32({3, 7}));
    const TileRef y = k.Output("y", F32({3, 7}));
    y.Store(Roll(x.Load(), by.At({0}), 1));
    const std::vector<float> in = Numbers(21);
    std::vector<float> expected(21);
    for (int i = 0; i < 21; ++i) {
      expected[i / 7 * 7 + ((i % 7 + shift) % 7 + 7) % 7] = in[i];
    }
    const std::vector<int32_t> shifts = {shift};
    EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(shifts), BytesOf(in)}), expected);
  }
}

TEST(KernelOperations, TakeAlongPicksInEveryRowAndClamps) {
  KernelBuilder k("pick");
  const TileRef x = k.Input("x", F32({4, 9}));
  const TileRef at = k.Input("at", I32({4, 3}));
  const TileRef y = k.Output("y", F32({4, 3}));
  y.Store(TakeAlong(x.Load(), at.Load(), 1));
  const std::vector<float> in = Numbers(36);
  const std::vector<int32_t> picks = {0, 8, 4, 9, -1, 1000, 3, 3, 2, 7, 5, INT32_MIN};
  std::vector<float> expected;
  for (int i = 0; i < 12; ++i)
    expected.push_back(in[i / 3 * 9 + std::clamp(picks[i], 0, 8)]);
  EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(in), BytesOf(picks)}), expected);
}

TEST(KernelOperations, MovementsThatDoNotFitAreRefused) {
  const auto refused = [](const std::function<Tile(Tile)>& f, const std::string& why) {
    ExpectRefused(
        MapOf(F32({4, 6}), F32({4, 6}), [&](KernelBuilder&, Tile x) { return f(x); }),
        why);
  };
  refused([](Tile x) { return Reverse(x, {2}); }, "Reverse: ");
  refused([](Tile x) { return Roll(x, 1, 2); }, "Roll: dimension 2");
  refused([](Tile x) { return Roll(x, x, 0); }, "Roll: its shift");
  refused([](Tile x) { return Pad(x, 0, {1}, {1, 1}); }, "Pad: ");
  refused([](Tile x) { return Slice(x, {0, 0}, {4, 4}, {1, 2}); }, "Slice: ");
  refused([](Tile x) { return Slice(x, {0, 0}, {4}, {1, 2}); }, "1 sizes and 2 strides");
  refused([](Tile x) { return TakeAlong(x, x, 1); },
          "TakeAlong: indices must be integers");
  refused([](Tile x) { return TakeAlong(x, 0, 1); }, "their ranks differ");
}

// --- Combiners ---------------------------------------------------------------------

TEST(KernelOperations, AReductionByAFunctionMayCarrySeveralValues) {
  // Mean and sum of squared differences, by Welford.
  const int64_t rows = 5, columns = 33;
  KernelBuilder k("welford");
  const TileRef x = k.Input("x", F32({rows, columns}));
  const TileRef y = k.Output("y", F32({rows, 2}));
  const Tile values = x.Load();
  const Tile one = Broadcast(k.Constant(kF32, 1), {rows, columns});
  const std::vector<Tile> moments = Reduce(
      {one, values, 0.0 * values}, {0, 0, 0}, {1},
      [](const std::vector<Tile>& a, const std::vector<Tile>& b) {
        const Tile n = a[0] + b[0], delta = b[1] - a[1];
        const Tile mean = a[1] + delta / n;
        return std::vector<Tile>{n, mean, a[2] + delta * (b[1] - mean)};
      },
      /*keep_dimensions=*/true);
  y.Store(Concatenate({moments[1], moments[2]}, 1));
  const std::vector<float> in = Numbers(rows * columns);
  std::vector<float> expected;
  for (int64_t r = 0; r < rows; ++r) {
    float n = 0, mean = 0, squares = 0;
    for (int64_t c = 0; c < columns; ++c) {
      const float v = in[r * columns + c], delta = v - mean;
      n += 1;
      mean = mean + delta / n;
      squares = squares + delta * (v - mean);
    }
    expected.push_back(mean);
    expected.push_back(squares);
  }
  EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(in)}), expected);
}

TEST(KernelOperations, AScanByAFunctionIsALinearRecurrence) {
  // h = a h + x along the rows, as state space models have it; forwards and backwards.
  const int64_t length = 19, width = 6;
  for (bool reverse : {false, true}) {
    KernelBuilder k("recurrence");
    const TileRef a = k.Input("a", F32({length, width}));
    const TileRef x = k.Input("x", F32({length, width}));
    const TileRef y = k.Output("y", F32({length, width}));
    y.Store(Scan(
        {a.Load(), x.Load()}, {1, 0}, 0,
        [](const std::vector<Tile>& s, const std::vector<Tile>& e) {
          return std::vector<Tile>{s[0] * e[0], s[1] * e[0] + e[1]};
        },
        reverse)[1]);
    const std::vector<float> as = Numbers(length * width, 1),
                             xs = Numbers(length * width, 2);
    std::vector<float> expected(length * width);
    for (int64_t c = 0; c < width; ++c) {
      float h = 0;
      for (int64_t t = 0; t < length; ++t) {
        const int64_t at = (reverse ? length - 1 - t : t) * width + c;
        expected[at] = h = h * as[at] + xs[at];
      }
    }
    EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(as), BytesOf(xs)}), expected);
  }
}

TEST(KernelOperations, AScatterAddsRowsInOrderAndPassesOverWhatIsNotThere) {
  KernelBuilder k("scatter");
  const TileRef x = k.Input("x", F32({5, 3}));
  const TileRef at = k.Input("at", I32({6}));
  const TileRef u = k.Input("u", F32({6, 3}));
  const TileRef y = k.Output("y", F32({10, 3}));
  y.Part({0, 0}, {5, 3})
      .Store(Scatter(x.Load(), at.Load(), u.Load(),
                     [](const Tile& old, const Tile& update) { return old + update; }));
  y.Part({5, 0}, {5, 3}).Store(Scatter(x.Load(), at.Load(), u.Load()));
  const std::vector<float> xs = Numbers(15, 1), us = Numbers(18, 2);
  const std::vector<int32_t> rows = {4, 0, 4, 5, -1, 2};
  std::vector<float> expected = xs;
  expected.insert(expected.end(), xs.begin(), xs.end());
  for (int i = 0; i < 6; ++i) {
    if (rows[i] < 0 || rows[i] > 4) continue;
    for (int c = 0; c < 3; ++c) {
      expected[rows[i] * 3 + c] += us[i * 3 + c];
      expected[15 + rows[i] * 3 + c] = us[i * 3 + c];
    }
  }
  EXPECT_EQ(ResultOf<float>(k.Build(), {BytesOf(xs), BytesOf(rows), BytesOf(us)}),
            expected);
}

TEST(KernelOperations, CombinersAreElementwiseOperationsAlone) {
  const auto refused = [](const std::function<Tile(KernelBuilder&, const TileRef&,
                                                   const Tile&, const Tile&)>& combine,
                          const std::string& why) {
    KernelBuilder k("refused");
    const TileRef x = k.Input("x", F32({4, 6}));
    const TileRef y = k.Output("y", F32({4}));
    y.Store(Reduce({x.Load()}, {0}, {1},
                   [&](const std::vector<Tile>& a, const std::vector<Tile>& b) {
                     return std::vector<Tile>{combine(k, x, a[0], b[0])};
                   })[0]);
    ExpectRefused(k.Build(), why);
  };
  refused([](KernelBuilder&, const TileRef& x, const Tile& a,
             const Tile&) { return a + Sum(x.Load(), {0, 1}); },
          "a combiner is elementwise operations");
  refused([](KernelBuilder&, const TileRef& x, const Tile&,
             const Tile& b) { return b + x.At({0, 0}); },
          "a combiner is elementwise operations");
  refused([](KernelBuilder& k, const TileRef&, const Tile& a,
             const Tile&) { return a + Convert(k.Iota(I32({3}), 0), kF32); },
          "which is no elementwise operation");
  refused([](KernelBuilder&, const TileRef&, const Tile& a,
             const Tile&) { return Convert(a, kI32); },
          "its combiner gives tensor<i32>");
  Tile kept;
  refused(
      [&](KernelBuilder&, const TileRef&, const Tile& a, const Tile&) {
        kept = a;
        return Tile();
      },
      "was never made");
}

}  // namespace
}  // namespace tilewright
