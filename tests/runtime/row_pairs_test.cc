// Rows that are reduced twice, as numbers of two types: lanes differ from pass to pass.
#include <algorithm>
#include <string>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

struct Reduction {
  ElementType type;
  const char* op;
  const char* init;
};

constexpr Reduction kReductions[] = {
    {ElementType::kI1, "or", "false"},       {ElementType::kI1, "and", "true"},
    {ElementType::kI8, "add", "0"},          {ElementType::kU8, "maximum", "0"},
    {ElementType::kI16, "minimum", "1"},     {ElementType::kI32, "add", "0"},
    {ElementType::kU64, "maximum", "0"},     {ElementType::kI64, "add", "0"},
    {ElementType::kF8E4M3FN, "add", "0.0"},  {ElementType::kF16, "maximum", "0.0"},
    {ElementType::kBF16, "add", "0.0"},      {ElementType::kF32, "add", "0.0"},
    {ElementType::kF32, "maximum", "0.0"},   {ElementType::kF64, "minimum", "1.0"},
    {ElementType::kC64, "add", "(0.0,0.0)"},
};

// Of `ones` ones among `size` elements, as the reduction's type holds it.
double Reduced(const Reduction& r, int64_t ones, int64_t size) {
  const std::string op = r.op;
  if (op == "add") {
    const ElementType part = ir::RealPart(r.type);
    const auto sum = static_cast<double>(ones);
    return IsReal(part) ? ir::FloatFromBits(part, ir::FloatToBits(part, sum)) : sum;
  }
  const bool any = op == "or" || op == "maximum";
  return any ? (ones > 0 ? 1 : 0) : (ones == size ? 1 : 0);
}

// What `name` is: the reduction of the rows of %m, as an f64.
std::string Reduce(const std::string& name, const Reduction& r, const Dims& dims) {
  const ElementType element = r.type;
  const std::string m = Type(ElementType::kI1, dims), x = Type(element, dims);
  const std::string one = Type(element, {}), row = Type(element, {dims[0]});
  std::string text;
  if (ir::IsComplex(element)) {
    const std::string real = Type(ir::RealPart(element), dims);
    absl::StrAppend(&text, name, "_f = stablehlo.convert %m : (", m, ") -> ", real, "\n",
                    name, "_x = stablehlo.complex ", name, "_f, ", name, "_f : ", x,
                    "\n");
  } else {
    absl::StrAppend(&text, name, "_x = stablehlo.convert %m : (", m, ") -> ", x, "\n");
  }
  absl::StrAppend(&text, name, "_i = stablehlo.constant dense<", r.init, "> : ", one,
                  "\n", name, "_r = stablehlo.reduce(", name, "_x init: ", name,
                  "_i) applies stablehlo.", r.op, " across dimensions = [1] : (", x, ", ",
                  one, ") -> ", row, "\n");
  std::string from = name + "_r", type = row;
  if (ir::IsComplex(element)) {
    type = Type(ir::RealPart(element), {dims[0]});
    absl::StrAppend(&text, name, "_p = stablehlo.real ", from, " : (", row, ") -> ", type,
                    "\n");
    from = name + "_p";
  }
  absl::StrAppend(&text, name, " = stablehlo.convert ", from, " : (", type, ") -> ",
                  Type(ElementType::kF64, {dims[0]}), "\n");
  return text;
}

// Of two reductions of the same rows: 1024 a + b, one number a row; or 16 times as much
// for every element, with f32s beside it that are chosen by whether a < b and by the
// element itself.
std::string PairOf(const Reduction& a, const Reduction& b, const Dims& dims, bool full) {
  const std::string m = Type(ElementType::kI1, dims), out = Type(ElementType::kF32, dims);
  const std::string bits = Type(ElementType::kI1, {dims[0]});
  const std::string rows = Type(ElementType::kF64, {dims[0]});
  const std::string wide = Type(ElementType::kF64, dims);
  std::string body = absl::StrCat(Reduce("%a", a, dims), Reduce("%b", b, dims),
                                  "%k = stablehlo.constant dense<1024.0> : ", rows,
                                  "\n%ak = stablehlo.multiply %a, %k : ", rows,
                                  "\n%both = stablehlo.add %ak, %b : ", rows, "\n");
  if (!full) return Main("%m: " + m, rows, body + "return %both : " + rows);
  absl::StrAppend(&body, "%less = stablehlo.compare LT, %a, %b : (", rows, ", ", rows,
                  ") -> ", bits,
                  "\n%lessb = stablehlo.broadcast_in_dim %less, dims = [0] : (", bits,
                  ") -> ", m, "\n%two = stablehlo.constant dense<2.0> : ", out,
                  "\n%five = stablehlo.constant dense<5.0> : ", out,
                  "\n%own = stablehlo.select %m, %two, %five : ", m, ", ", out,
                  "\n%minus = stablehlo.negate %own : ", out,
                  "\n%y = stablehlo.select %lessb, %minus, %own : ", m, ", ", out,
                  "\n%z = stablehlo.convert %y : (", out, ") -> ", wide,
                  "\n%l = stablehlo.constant dense<16.0> : ", wide,
                  "\n%bothb = stablehlo.broadcast_in_dim %both, dims = [0] : (", rows,
                  ") -> ", wide, "\n%bothl = stablehlo.multiply %bothb, %l : ", wide,
                  "\n%all = stablehlo.add %bothl, %z : ", wide, "\n");
  return Main("%m: " + m, wide, body + "return %all : " + wide);
}

// Rows without ones, of ones alone, and of more and more of them.
Array Bits(const Dims& dims) {
  Array m({ElementType::kI1, dims});
  for (int64_t r = 0; r < dims[0]; ++r) {
    for (int64_t i = 0; i < dims[1]; ++i) {
      const bool one = r == 1 || (r > 1 && i * 7 % dims[1] < r * dims[1] / dims[0]);
      m.SetBits(r * dims[1] + i, one ? 1 : 0);
    }
  }
  return m;
}

class RowPairs : public ::testing::TestWithParam<const char*> {};

TEST_P(RowPairs, ReductionsOfTwoTypesOfOneRowAreWhatTheyAreApart) {
  constexpr int64_t kSizes[] = {64, 24, 100, 7, 120};
  How how;
  how.target = GetParam();
  const size_t count = std::size(kReductions);
  for (size_t pair = 0; pair < count * count; ++pair) {
    const Reduction &a = kReductions[pair / count], &b = kReductions[pair % count];
    const bool full = &a < &b;  // every pair is met both ways
    const Dims dims = {4, kSizes[(pair / count + 2 * pair) % std::size(kSizes)]};
    const std::string text = PairOf(a, b, dims, full);
    const auto program = Compiled::Make(text, how);
    ASSERT_TRUE(program.ok()) << program.status() << "\n" << text;
    ASSERT_EQ(program->executable().plan().kernels.size(), 1) << text;
    const Array m = Bits(dims);
    const auto got = program->Run({m});
    ASSERT_TRUE(got.ok()) << got.status();
    for (int64_t r = 0; r < dims[0]; ++r) {
      int64_t ones = 0;
      for (int64_t i = 0; i < dims[1]; ++i) ones += m.Int(r * dims[1] + i) != 0;
      const double x = Reduced(a, ones, dims[1]), y = Reduced(b, ones, dims[1]);
      if (!full) {
        ASSERT_EQ((*got)[0].Real(r), 1024 * x + y) << text << "row " << r;
        continue;
      }
      for (int64_t i = r * dims[1]; i < (r + 1) * dims[1]; ++i) {
        const double own = m.Bits(i) != 0 ? 2 : 5;
        ASSERT_EQ((*got)[0].Real(i), 16 * (1024 * x + y) + (x < y ? -own : own))
            << text << "row " << r;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, RowPairs, ::testing::Values("native", kPlainTarget),
                         [](const auto& info) {
                           return std::string(info.param) == "native" ? "Native" : "Avx2";
                         });

}  // namespace
}  // namespace tilewright::runtime
