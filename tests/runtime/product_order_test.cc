// The chain in which products of bf16 are summed in `tpu` numerics, bit for bit: that of
// vdpbf16ps (Intel's manual, volume 2), whether the processor has the instruction or not.
#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
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
    {"rhs along k", 1, 33, 40, 77, true, false},
    {"both the other way", 1, 32, 40, 50, false, false},
    {"slices of k", 1, 13, 19, 5003},
    {"a batch", 5, 12, 18, 33},
    {"k of one", 1, 40, 50, 1},
    {"several blocks", 1, 300, 200, 65},
    {"packed as it is multiplied", 1, 13, 128, 37},
    {"packed as it is multiplied, in slices", 1, 13, 64, 5003},
};

float WithoutSubnormals(float x) {
  return std::fabs(x) < FLT_MIN ? std::copysign(0.0f, x) : x;
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

std::vector<std::string> RunnableTargets() {
  std::vector<std::string> names;
  for (const std::string& name : jit::TargetNames()) {
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

void Check(const Shape& s, bool tiny, const std::string& target) {
  SCOPED_TRACE(absl::StrCat(s.form, tiny ? ", tiny, " : ", ", target));
  const Dims lhs = s.lhs_k_last ? Dims{s.batch, s.m, s.k} : Dims{s.batch, s.k, s.m};
  const Dims rhs = s.rhs_k_first ? Dims{s.batch, s.k, s.n} : Dims{s.batch, s.n, s.k};
  const Dims out = {s.batch, s.m, s.n};
  const Array a = Operands(lhs, 1, tiny), b = Operands(rhs, 2, tiny);
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
      products.emplace_back(a.Real(batch * s.m * s.k + left),
                            b.Real(batch * s.k * s.n + right));
    }
    ASSERT_EQ((*results)[0].Bits(i), Chains(std::move(products))) << "element " << i;
  }
}

class ProductOrder : public ::testing::TestWithParam<std::string> {};

TEST_P(ProductOrder, IsTheInstructionsWhateverTheForm) {
  for (const Shape& shape : kShapes) {
    for (const bool tiny : {false, true}) Check(shape, tiny, GetParam());
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
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace tilewright::runtime
