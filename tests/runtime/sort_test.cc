// Where sorts put equal elements, and what they make of comparators that are no
// order. The same against another compiler's results: tests/golden/sort_*.
#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

using Pair = std::pair<int32_t, int32_t>;  // key, place before the sort

constexpr char kLess[] =
    "%less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>";

// Sorts rows of keys, and their places with them; `lines` give %less of the keys
// %a and %b.
std::string SortText(int64_t rows, int64_t n, const std::string& lines, bool stable) {
  const std::string t = Type(ElementType::kI32, {rows, n});
  return Main(
      absl::StrCat("%keys: ", t, ", %places: ", t), absl::StrCat(t, ", ", t),
      absl::StrCat("%s:2 = \"stablehlo.sort\"(%keys, %places) ",
                   "<{dimension = 1 : i64, is_stable = ", stable ? "true" : "false",
                   "}> ({\n", "^bb0(%a: tensor<i32>, %b: tensor<i32>, ",
                   "%x: tensor<i32>, %y: tensor<i32>):\n", lines,
                   "\nstablehlo.return %less : tensor<i1>\n}) : (", t, ", ", t, ") -> (",
                   t, ", ", t, ")\n", "return %s#0, %s#1 : ", t, ", ", t));
}

Array Places(const TensorType& type) {
  Array places(type);
  for (int64_t i = 0; i < places.size(); ++i) places.SetBits(i, i % type.dims()[1]);
  return places;
}

Array Keys(int64_t rows, int64_t n, int values, uint32_t seed) {
  Array keys({ElementType::kI32, {rows, n}});
  std::mt19937 bits(seed);
  for (int64_t i = 0; i < keys.size(); ++i) keys.SetBits(i, bits() % values);
  return keys;
}

std::vector<Pair> Row(const Array& keys, const Array& places, int64_t row) {
  const int64_t n = keys.type.dims()[1];
  std::vector<Pair> pairs;
  for (int64_t i = row * n; i < (row + 1) * n; ++i) {
    pairs.emplace_back(keys.Int(i), places.Int(i));
  }
  return pairs;
}

// Sorts by `lines`, and checks that the rows are permutations of what they were.
std::vector<Array> Sorted(const Array& keys, const std::string& lines, bool stable) {
  How how;
  how.guard = true;
  const int64_t rows = keys.type.dims()[0], n = keys.type.dims()[1];
  const Array places = Places(keys.type);
  const auto sorted = RunText(SortText(rows, n, lines, stable), {keys, places}, how);
  EXPECT_TRUE(sorted.ok()) << sorted.status();
  if (!sorted.ok()) return {keys, places};
  for (int64_t r = 0; r < rows; ++r) {
    std::vector<Pair> before = Row(keys, places, r);
    std::vector<Pair> after = Row((*sorted)[0], (*sorted)[1], r);
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    EXPECT_EQ(after, before) << "row " << r;
  }
  return *sorted;
}

bool LessKey(const Pair& x, const Pair& y) { return x.first < y.first; }

// Keys that lead a quicksort with the median of three to its greatest depth.
Array AgainstMedianOfThree(int64_t n, int divisor) {
  Array keys({ElementType::kI32, {1, n}});
  const int64_t half = n / 2;
  for (int64_t i = 1; i <= half; ++i) {
    if (i % 2 == 1) {
      keys.SetBits(i - 1, i / divisor);
      keys.SetBits(i, (half + i) / divisor);
    }
    keys.SetBits(half + i - 1, 2 * i / divisor);
  }
  return keys;
}

void ExpectPlacesOfStdSort(const Array& keys) {
#ifdef __GLIBCXX__
  const std::vector<Array> sorted = Sorted(keys, kLess, false);
  for (int64_t r = 0; r < keys.type.dims()[0]; ++r) {
    std::vector<Pair> want = Row(keys, Places(keys.type), r);
    std::sort(want.begin(), want.end(), LessKey);
    EXPECT_EQ(Row(sorted[0], sorted[1], r), want) << "row " << r;
  }
#else
  GTEST_SKIP() << "the reference is libstdc++'s std::sort";
#endif
}

TEST(Sort, UnstablyPutsEqualElementsWhereLibstdcxxDoes) {
  for (int64_t n : {0, 1, 2, 3, 16, 17, 18, 31, 64, 257, 3000}) {
    SCOPED_TRACE(n);
    ExpectPlacesOfStdSort(Keys(3, n, static_cast<int>(n / 4 + 2), 1));
  }
  ExpectPlacesOfStdSort(Keys(2, 500, 1, 2));
}

TEST(Sort, UnstablyGoesOverToHeapsortAtTheSameDepth) {
  for (int64_t n : {1200, 1202, 4000}) {
    SCOPED_TRACE(n);
    ExpectPlacesOfStdSort(AgainstMedianOfThree(n, 3));
    ExpectPlacesOfStdSort(AgainstMedianOfThree(n, 1));
  }
}

TEST(Sort, StablyKeepsEqualElementsInOrder) {
  for (int64_t n : {0, 1, 2, 6, 7, 8, 13, 14, 15, 16, 29, 57, 113, 1000, 1001}) {
    SCOPED_TRACE(n);
    const Array keys = Keys(3, n, static_cast<int>(n / 4 + 2), 3);
    const std::vector<Array> sorted = Sorted(keys, kLess, true);
    for (int64_t r = 0; r < 3; ++r) {
      std::vector<Pair> want = Row(keys, Places(keys.type), r);
      std::sort(want.begin(), want.end());
      EXPECT_EQ(Row(sorted[0], sorted[1], r), want) << "row " << r;
    }
  }
}

TEST(Sort, IsAPermutationForComparatorsThatAreNoOrder) {
  const auto compare = [](const std::string& direction) {
    return absl::StrCat("%less = stablehlo.compare ", direction,
                        ", %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>");
  };
  const std::string hash =
      "%m = stablehlo.constant dense<1640531527> : tensor<i32>\n"
      "%p = stablehlo.multiply %a, %m : tensor<i32>\n"
      "%q = stablehlo.add %p, %b : tensor<i32>\n"
      "%r = stablehlo.multiply %q, %m : tensor<i32>\n"
      "%z = stablehlo.constant dense<0> : tensor<i32>\n"
      "%less = stablehlo.compare LT, %r, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>";
  for (const std::string& lines :
       {compare("LE"), compare("NE"), compare("EQ"), hash,
        std::string("%less = stablehlo.constant dense<true> : tensor<i1>"),
        std::string("%less = stablehlo.constant dense<false> : tensor<i1>")}) {
    SCOPED_TRACE(lines);
    for (int64_t n : {2, 17, 40, 5000}) {
      Sorted(Keys(2, n, 20, 4), lines, false);
      Sorted(Keys(2, n, 20, 4), lines, true);
    }
  }
}

TEST(Sort, OfAReflexiveComparatorIsSortedAllTheSame) {
  const std::string at_most =
      "%less = stablehlo.compare LE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>";
  for (bool stable : {false, true}) {
    const std::vector<Array> sorted = Sorted(Keys(2, 3000, 50, 5), at_most, stable);
    for (int64_t r = 0; r < 2; ++r) {
      const std::vector<Pair> row = Row(sorted[0], sorted[1], r);
      EXPECT_TRUE(std::is_sorted(row.begin(), row.end(), LessKey)) << "row " << r;
    }
  }
}

TEST(TopK, TakesTrueForTheLargerBoolean) {
  const absl::StatusOr<std::vector<Array>> got =
      RunText(R"(
func.func @main(%x: tensor<5xi1>) -> (tensor<3xi1>, tensor<3xi32>) {
  %v, %i = chlo.top_k(%x, k = 3) : tensor<5xi1> -> (tensor<3xi1>, tensor<3xi32>)
  return %v, %i : tensor<3xi1>, tensor<3xi32>
})",
              {Filled(ElementType::kI1, {5}, {0, 1, 0, 0, 1})}, {});
  ASSERT_TRUE(got.ok()) << got.status();
  EXPECT_EQ((*got)[0], Filled(ElementType::kI1, {3}, {1, 1, 0}));
  EXPECT_EQ((*got)[1], Filled(ElementType::kI32, {3}, {1, 4, 0}));
}

}  // namespace
}  // namespace tilewright::runtime
