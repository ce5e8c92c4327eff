// The chain in which products of bf16 are summed in `tpu` numerics, bit for bit: that of
// vdpbf16ps (Intel's manual, volume 2), whether the processor has the instruction or not.
#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <functional>
#include <random>

#include "jit/llvm/target.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// A product of matrices; of each side, where k lies.
struct Shape {
  const char* form;
  int64_t batch, m, n, k;
  bool lhs_k_last = true, rhs_k_first = true;
};

constexpr Shape kShapes[] = {
    {"elements read where they are multiplied", 1, 5, 7, 9},
    {"the same, k even", 1, 3, 20, 16},
    {"one row", 1, 1, 70, 300},
    {"one row, k odd", 1, 1, 70, 37},
    {"one row, more than a pass and a pair", 1, 1, 24, 11},
    {"rows packed", 1, 40, 50, 64},
    {"rows packed, k odd", 1, 37, 67, 129},
    {"columns packed", 1, 64, 48, 61, false},
    {"columns transposed, rows and depths left over", 1, 37, 67, 267, false},
    {"columns transposed, several blocks", 1, 300, 20, 320, false},
    {"columns transposed, in slices", 1, 29, 19, 5003, false},
    {"rhs along k", 1, 33, 40, 77, true, false},
    {"both the other way", 1, 32, 40, 50, false, false},
    {"slices of k", 1, 13, 19, 5003},
    {"a batch", 5, 12, 18, 33},
    {"k of one", 1, 40, 50, 1},
    {"several blocks", 1, 300, 200, 65},
    {"packed as it is multiplied", 1, 13, 128, 37},
    {"packed as it is multiplied, in slices", 1, 13, 64, 5003},
    {"chains side by side", 2, 5, 9, 17003, false},
};

float WithoutSubnormals(float x) {
  return std::fabs(x) < FLT_MIN ? std::copysign(0.0f, x) : x;
}

// To bf16, nearest even.
float Rounded(double x) {
  if (std::isnan(x)) return static_cast<float>(x);
  const auto bits = std::bit_cast<uint32_t>(WithoutSubnormals(static_cast<float>(x)));
  return std::bit_cast<float>((bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000);
}

// One of the instruction's two steps.
float MultiplyAdd(float x, float y, float sum) {
  return WithoutSubnormals(
      std::fma(WithoutSubnormals(x), WithoutSubnormals(y), WithoutSubnormals(sum)));
}

// What the instruction makes of products in order, as bits: chains of 4,096, whose sums
// are added.
using Products = std::vector<std::pair<float, float>>;
uint32_t Chains(Products products) {
  constexpr size_t kChain = 4096;
  if (products.size() % 2 != 0) products.emplace_back(0, 0);
  float total = -0.0f;
  for (size_t first = 0; first < products.size(); first += kChain) {
    float sum = 0;
    for (size_t k = first; k < std::min(first + kChain, products.size()); k += 2) {
      sum = MultiplyAdd(products[k + 1].first, products[k + 1].second, sum);
      sum = MultiplyAdd(products[k].first, products[k].second, sum);
    }
    total = WithoutSubnormals(total + sum);
  }
  return std::bit_cast<uint32_t>(total);
}

// Sums that cancel, tiny products, zeros of both signs: bf16's values, so that rounding
// the operands changes nothing.
float Operand(std::minstd_rand& random) {
  const int kind = static_cast<int>(random() % 8);
  const double mantissa = 1 + static_cast<double>(random() % 128) / 128;
  const double sign = random() % 2 == 0 ? 1 : -1;
  if (kind == 0) return static_cast<float>(sign * 0.0);
  const int exponent = kind == 1   ? -64 + static_cast<int>(random() % 6)
                       : kind == 2 ? static_cast<int>(random() % 40) - 20
                                   : static_cast<int>(random() % 4) - 2;
  return static_cast<float>(sign * std::ldexp(mantissa, exponent));
}

Array Operands(const Dims& dims, uint32_t seed, bool tiny) {
  std::minstd_rand random(seed);
  Array array({ElementType::kF32, dims});
  for (int64_t i = 0; i < array.size(); ++i) {
    array.SetReal(i, Operand(random) * (tiny ? 0x1p-62f : 1.0f));
  }
  return array;
}

// What is hard to round: halves, what is next to them, subnormals, zeros; with `huge`
// also what no sum of bf16's values survives.
constexpr float kHard[] = {0x1.01p0f,     -0x1.03p0f, 0x1.010002p0f,
                           0x1.00fffep0f, -0.0f,      0x0.fffffep-126f,
                           -0x1p-149f,    FLT_MIN,    0x1.fffffep1f};
constexpr float kHuge[] = {INFINITY,        -INFINITY,      NAN,      FLT_MAX,
                           -FLT_MAX,        -0x1.feffp127f, 0x1p112f, -0x1.0001p112f,
                           0x1.000102p112f, 0x1.fffffep111f};

// Floats with all their bits, hard ones among them, and with `huge` one of those in each
// third row of `row` elements.
Array Unrounded(const Dims& dims, uint32_t seed, int64_t row, bool huge) {
  std::minstd_rand random(seed);
  Array array({ElementType::kF32, dims});
  for (int64_t i = 0; i < array.size(); ++i) {
    const double x = std::ldexp(static_cast<double>(random()) - 0x1p30, -30);
    array.SetReal(i, random() % 4 == 0 ? kHard[random() % std::size(kHard)]
                                       : static_cast<float>(x));
  }
  for (int64_t first = 0; huge && first < array.size(); first += 3 * row) {
    const int64_t number = first / row / 3 + seed;
    array.SetReal(first + static_cast<int64_t>(random() % row),
                  kHuge[number % std::size(kHuge)]);
  }
  return array;
}

bool IsNan(uint64_t bits) {
  return std::isnan(std::bit_cast<float>(static_cast<uint32_t>(bits)));
}

std::vector<std::string> RunnableTargets() {
  std::vector<std::string> names;
  std::vector<std::string> all = jit::TargetNames();
  // Has the instruction, and does not use it.
  all.emplace_back("x86-64-v4-bf16:sapphire-rapids");
  for (const std::string& name : all) {
    if (jit::CheckRunnable(*jit::FindTarget(name)).ok()) names.push_back(name);
  }
  return names;
}

std::string Text(const Shape& s, const Dims& lhs, const Dims& rhs, const Dims& out) {
  const std::string a = Type(ElementType::kF32, lhs), b = Type(ElementType::kF32, rhs);
  const std::string r = Type(ElementType::kF32, out);
  const std::string from = s.lhs_k_last ? "2" : "1", to = s.rhs_k_first ? "1" : "2";
  return Main("%a: " + a + ", %b: " + b, r,
              "%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], "
              "contracting_dims = [" +
                  from + "] x [" + to + "] : (" + a + ", " + b + ") -> " + r +
                  "\nreturn %0 : " + r);
}

using MakeOperands = std::function<Array(const Dims&, uint32_t seed)>;

void Check(const Shape& s, const MakeOperands& make, const std::string& target) {
  SCOPED_TRACE(absl::StrCat(s.form, ", ", target));
  const Dims lhs = s.lhs_k_last ? Dims{s.batch, s.m, s.k} : Dims{s.batch, s.k, s.m};
  const Dims rhs = s.rhs_k_first ? Dims{s.batch, s.k, s.n} : Dims{s.batch, s.n, s.k};
  const Dims out = {s.batch, s.m, s.n};
  const Array a = make(lhs, 1), b = make(rhs, 2);
  How how;
  how.numerics = Numerics::kTpu;
  how.target = target;
  const auto results = RunText(Text(s, lhs, rhs, out), {a, b}, how);
  ASSERT_TRUE(results.ok()) << results.status();
  for (int64_t i = 0; i < (*results)[0].size(); ++i) {
    const int64_t n = i % s.n, m = i / s.n % s.m, batch = i / s.n / s.m;
    Products products;
    for (int64_t k = 0; k < s.k; ++k) {
      const int64_t left = s.lhs_k_last ? m * s.k + k : k * s.m + m;
      const int64_t right = s.rhs_k_first ? k * s.n + n : n * s.k + k;
      products.emplace_back(Rounded(a.Real(batch * s.m * s.k + left)),
                            Rounded(b.Real(batch * s.k * s.n + right)));
    }
    const uint64_t expected = Chains(std::move(products)), got = (*results)[0].Bits(i);
    if (IsNan(expected) && IsNan(got)) continue;
    ASSERT_EQ(got, expected) << "element " << i;
  }
}

class ProductOrder : public ::testing::TestWithParam<std::string> {};

TEST_P(ProductOrder, IsTheInstructionsWhateverTheForm) {
  for (const Shape& shape : kShapes) {
    for (const bool tiny : {false, true}) {
      Check(
          shape, [&](const Dims& d, uint32_t seed) { return Operands(d, seed, tiny); },
          GetParam());
    }
  }
}

// What is rounded several vectors at once comes out as one by one, and what is too large
// for that harms no row or column but its own.
TEST_P(ProductOrder, RoundsOperandsExactly) {
  for (const Shape& shape : kShapes) {
    for (const bool huge : {false, true}) {
      Check(
          shape,
          [&](const Dims& d, uint32_t seed) {
            return Unrounded(d, seed, d.back(), huge);
          },
          GetParam());
    }
  }
}

// A matrix times a vector is a sum over its rows: rounding its operands before changes
// nothing.
TEST_P(ProductOrder, RoundsRowsExactly) {
  const auto check = [](int64_t rows, int64_t k, bool huge) {
    const Shape shape{"rows", 1, rows, 1, k};
    const Dims lhs = {1, rows, k}, rhs = {1, k, 1};
    const Array a = Unrounded(lhs, 3, k, huge), b = Unrounded(rhs, 4, k, false);
    const auto rounded = [](Array array) {
      for (int64_t i = 0; i < array.size(); ++i) {
        array.SetReal(i, Rounded(array.Real(i)));
      }
      return array;
    };
    How how;
    how.numerics = Numerics::kTpu;
    how.target = GetParam();
    const std::string text = Text(shape, lhs, rhs, {1, rows, 1});
    const auto got = RunText(text, {a, b}, how);
    const auto expected = RunText(text, {rounded(a), rounded(b)}, how);
    ASSERT_TRUE(got.ok() && expected.ok()) << got.status();
    for (int64_t row = 0; row < rows; ++row) {
      SCOPED_TRACE(absl::StrCat(GetParam(), ", k ", k, ", row ", row, " of ", rows));
      const uint64_t bits = (*got)[0].Bits(row);
      ASSERT_EQ(IsNan(bits), IsNan((*expected)[0].Bits(row)));
      if (IsNan(bits)) continue;
      ASSERT_EQ(bits, (*expected)[0].Bits(row));
      // Both may have lost the sign of what is huge.
      double sum = 0;
      for (int64_t i = 0; i < k; ++i) {
        sum += double{Rounded(a.Real(row * k + i))} * Rounded(b.Real(i));
      }
      const double real = (*got)[0].Real(row);
      if (std::fabs(sum) > 1e30) ASSERT_EQ(std::signbit(real), std::signbit(sum));
    }
  };
  // Of an even number of rows some go at once, of a large matrix four.
  check(64, 8192, true);
  for (const int64_t rows : {23, 24}) {
    for (const int64_t k : {5, 8, 40, 64, 100, 1000}) {
      for (const bool huge : {false, true}) check(rows, k, huge);
    }
  }
}

// Channels are read where the windows' segments lie, or in a halo tile.
TEST_P(ProductOrder, IsTheSameForConvolutions) {
  for (const int64_t channels : {16, 17, 3}) {
    const Dims x = {1, 6, 7, channels}, w = {3, 3, channels, 20}, out = {1, 6, 7, 20};
    const std::string a = Type(ElementType::kF32, x), b = Type(ElementType::kF32, w);
    const std::string r = Type(ElementType::kF32, out);
    const std::string text =
        Main("%a: " + a + ", %b: " + b, r,
             "%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, "
             "o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 "
             ": i64, feature_group_count = 1 : i64} : (" +
                 a + ", " + b + ") -> " + r + "\nreturn %0 : " + r);
    const Array left = Operands(x, 3, false), right = Operands(w, 4, false);
    How how;
    how.numerics = Numerics::kTpu;
    how.target = GetParam();
    const auto results = RunText(text, {left, right}, how);
    ASSERT_TRUE(results.ok()) << results.status();
    for (int64_t i = 0; i < (*results)[0].size(); ++i) {
      const int64_t f = i % 20, column = i / 20 % 7, row = i / 20 / 7;
      Products products;
      for (int64_t t = 0; t < 9 * channels; ++t) {
        const int64_t c = t % channels, dy = t / channels / 3, dx = t / channels % 3;
        const int64_t y = row + dy - 1, at = column + dx - 1;
        const bool inside = y >= 0 && y < 6 && at >= 0 && at < 7;
        products.emplace_back(inside ? left.Real((y * 7 + at) * channels + c) : 0,
                              right.Real(t * 20 + f));
      }
      ASSERT_EQ((*results)[0].Bits(i), Chains(std::move(products)))
          << channels << " channels, element " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ProductOrder, ::testing::ValuesIn(RunnableTargets()),
                         [](const ::testing::TestParamInfo<std::string>& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' || c == ':' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace tilewright::runtime
