// What precision means, from outside: f32 contractions in both numerics.
#include <algorithm>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

struct Case {
  std::string name;
  Dims lhs, rhs, out;
  // The operation but for its precision: "...%a, %b<dims>" and what follows.
  std::string before, after;
  // Elements of lhs and rhs that are multiplied for an element of the result.
  void (*pairs)(const Case&, int64_t out, std::vector<std::pair<int64_t, int64_t>>*);
};

void DotPairs(const Case& c, int64_t out, std::vector<std::pair<int64_t, int64_t>>* p) {
  const int64_t n = c.rhs.size() > 1 ? c.rhs[1] : 1;
  const int64_t k = c.rhs[0];
  for (int64_t i = 0; i < k; ++i) p->push_back({out / n * k + i, i * n + out % n});
}

// NHWC, 3x3 kernel HWIO, padding 1.
void ConvPairs(const Case& c, int64_t out, std::vector<std::pair<int64_t, int64_t>>* p) {
  const int64_t h = c.lhs[1], w = c.lhs[2], in = c.lhs[3], features = c.rhs[3];
  const int64_t f = out % features, x = out / features % w, y = out / features / w % h;
  const int64_t b = out / features / w / h;
  for (int64_t ky = 0; ky < 3; ++ky) {
    for (int64_t kx = 0; kx < 3; ++kx) {
      const int64_t iy = y + ky - 1, ix = x + kx - 1;
      if (iy < 0 || iy >= h || ix < 0 || ix >= w) continue;
      for (int64_t i = 0; i < in; ++i) {
        p->push_back(
            {((b * h + iy) * w + ix) * in + i, ((ky * 3 + kx) * in + i) * features + f});
      }
    }
  }
}

std::vector<Case> Cases() {
  const auto dot = [](std::string name, Dims lhs, Dims rhs) {
    Dims out(lhs.begin(), lhs.end() - 1);
    out.insert(out.end(), rhs.begin() + 1, rhs.end());
    return Case{name,
                lhs,
                rhs,
                out,
                "stablehlo.dot_general %a, %b, contracting_dims = [" +
                    std::to_string(lhs.size() - 1) + "] x [0]",
                "",
                DotPairs};
  };
  return {
      dot("Square", {96, 80}, {80, 112}),
      dot("Odd", {37, 131}, {131, 19}),
      dot("Deep", {3, 2500}, {2500, 5}),
      dot("RowVector", {1, 300}, {300, 70}),
      dot("ColumnVector", {70, 300}, {300, 1}),
      dot("MatrixByVector", {70, 300}, {300}),
      dot("Vectors", {1000}, {1000}),
      {"Convolution",
       {2, 9, 11, 12},
       {3, 3, 12, 17},
       {2, 9, 11, 17},
       "stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, "
       "f], window = {pad = [[1, 1], [1, 1]]}",
       "conv",
       ConvPairs},
  };
}

std::string Text(const Case& c, const std::string& precision) {
  std::string op = c.before;
  if (c.after == "conv") {
    op +=
        " {batch_group_count = 1 : i64, feature_group_count = 1 : i64, "
        "precision_config = [#stablehlo<precision " +
        precision + ">, #stablehlo<precision " + precision + ">]}";
  } else {
    op += ", precision = [" + precision + ", " + precision + "]";
  }
  const std::string a = Type(ElementType::kF32, c.lhs),
                    b = Type(ElementType::kF32, c.rhs);
  const std::string r = Type(ElementType::kF32, c.out);
  return Main("%a: " + a + ", %b: " + b, r,
              "%0 = " + op + " : (" + a + ", " + b + ") -> " + r + "\nreturn %0 : " + r);
}

double ToBf16(double x) {
  return ir::FloatFromBits(ElementType::kBF16, ir::FloatToBits(ElementType::kBF16, x));
}

struct Exact {
  std::vector<double> value, bf16, magnitude;  // magnitude: sum of |products| in bf16
  double largest = 0;
  size_t depth = 0;
};

Exact Reference(const Case& c, const Array& a, const Array& b) {
  Exact exact;
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (int64_t i = 0; i < TensorType{ElementType::kF32, c.out}.num_elements(); ++i) {
    pairs.clear();
    c.pairs(c, i, &pairs);
    exact.depth = std::max(exact.depth, pairs.size());
    double sum = 0, rounded = 0, magnitude = 0;
    for (const auto& [x, y] : pairs) {
      sum += a.Real(x) * b.Real(y);
      const double product = ToBf16(a.Real(x)) * ToBf16(b.Real(y));
      rounded += product;
      magnitude += std::fabs(product);
    }
    exact.value.push_back(sum);
    exact.bf16.push_back(rounded);
    exact.magnitude.push_back(magnitude);
    exact.largest = std::max(exact.largest, std::fabs(sum));
  }
  return exact;
}

class Precision : public ::testing::TestWithParam<bool> {
 protected:
  void Check(const Case& c, Numerics numerics, const std::string& precision) {
    SCOPED_TRACE(c.name + " " + precision);
    a_ = Random({ElementType::kF32, c.lhs}, 1);
    b_ = Random({ElementType::kF32, c.rhs}, 2);
    exact_ = Reference(c, a_, b_);
    How how;
    how.numerics = numerics;
    how.cluster = GetParam();
    auto out = RunText(Text(c, precision), {a_, b_}, how);
    ASSERT_TRUE(out.ok()) << out.status();
    out_ = (*out)[0];
  }
  double LargestError() const {
    double worst = 0;
    for (int64_t i = 0; i < out_.size(); ++i) {
      worst = std::max(worst, std::fabs(out_.Real(i) - exact_.value[i]));
    }
    return worst / exact_.largest;
  }

  Array a_{TensorType{}}, b_{TensorType{}}, out_{TensorType{}};
  Exact exact_;
};

TEST_P(Precision, DefaultRoundsOperandsToBf16AndAccumulatesInF32) {
  for (const Case& c : Cases()) {
    Check(c, Numerics::kTpu, "DEFAULT");
    if (HasFatalFailure()) return;
    double from_f32 = 0;
    for (int64_t i = 0; i < out_.size(); ++i) {
      // f32 sums of exact products: depth roundings at the very most.
      const double bound = exact_.depth * std::ldexp(exact_.magnitude[i], -24) + 1e-30;
      ASSERT_LE(std::fabs(out_.Real(i) - exact_.bf16[i]), bound) << c.name << " " << i;
      from_f32 = std::max(from_f32, std::fabs(out_.Real(i) - exact_.value[i]));
    }
    EXPECT_GT(from_f32 / exact_.largest, 2e-5) << c.name << " was computed in f32";
  }
}

TEST_P(Precision, HighIsWithinTwoInAHundredThousand) {
  for (const Case& c : Cases()) {
    Check(c, Numerics::kTpu, "HIGH");
    if (HasFatalFailure()) return;
    EXPECT_LT(LargestError(), 2e-5) << c.name;
  }
}

TEST_P(Precision, HighestIsWithinTwoInAMillion) {
  for (const Case& c : Cases()) {
    Check(c, Numerics::kTpu, "HIGHEST");
    if (HasFatalFailure()) return;
    EXPECT_LT(LargestError(), 2e-6) << c.name;
  }
}

TEST_P(Precision, IeeeIsF32WhateverThePrecision) {
  for (const Case& c : Cases()) {
    for (const char* precision : {"DEFAULT", "HIGH", "HIGHEST"}) {
      Check(c, Numerics::kIeee, precision);
      if (HasFatalFailure()) return;
      EXPECT_LT(LargestError(), 2e-6) << c.name << " " << precision;
    }
  }
}

// One operand's precision is that of both when it is the higher.
TEST_P(Precision, TheHigherPrecisionOfTheTwoHolds) {
  const Case c = Cases()[0];
  std::string text = Text(c, "DEFAULT");
  const std::string both = "[DEFAULT, DEFAULT]";
  text.replace(text.find(both), both.size(), "[DEFAULT, HIGHEST]");
  const Array a = Random({ElementType::kF32, c.lhs}, 1);
  const Array b = Random({ElementType::kF32, c.rhs}, 2);
  const Exact exact = Reference(c, a, b);
  auto out = RunText(text, {a, b}, {Numerics::kTpu, GetParam()});
  ASSERT_TRUE(out.ok()) << out.status();
  double worst = 0;
  for (int64_t i = 0; i < (*out)[0].size(); ++i) {
    worst = std::max(worst, std::fabs((*out)[0].Real(i) - exact.value[i]));
  }
  EXPECT_LT(worst / exact.largest, 2e-6);
}

INSTANTIATE_TEST_SUITE_P(Cluster, Precision, ::testing::Bool());

std::string WithAlgorithm(const std::string& lhs, const std::string& accumulation,
                          int passes) {
  return Main("%a: tensor<4x8xf32>, %b: tensor<8x4xf32>", "tensor<4x4xf32>",
              absl::StrCat("%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x "
                           "[0], algorithm = <lhs_precision_type = ",
                           lhs, ", rhs_precision_type = ", lhs,
                           ", accumulation_type = ", accumulation,
                           ", lhs_component_count = 1, rhs_component_count = 1, "
                           "num_primitive_operations = ",
                           passes,
                           ", allow_imprecise_accumulation = false> : (tensor<4x8xf32>, "
                           "tensor<8x4xf32>) -> tensor<4x4xf32>\nreturn %0 : "
                           "tensor<4x4xf32>"));
}

TEST(Algorithm, OnesThatAreSupportedRun) {
  const Array a = Random({ElementType::kF32, {4, 8}}, 1);
  const Array b = Random({ElementType::kF32, {8, 4}}, 2);
  struct Row {
    std::string operand, accumulation;
    int passes;
    double tolerance;
  };
  for (const Row& row : std::vector<Row>{{"bf16", "f32", 1, 2e-2},
                                         {"bf16", "f32", 3, 2e-5},
                                         {"bf16", "f32", 6, 2e-6},
                                         {"f32", "f32", 1, 2e-6}}) {
    for (const Numerics numerics : {Numerics::kTpu, Numerics::kIeee}) {
      auto out = RunText(WithAlgorithm(row.operand, row.accumulation, row.passes), {a, b},
                         {numerics});
      ASSERT_TRUE(out.ok()) << out.status();
      for (int64_t i = 0; i < 16; ++i) {
        double sum = 0;
        for (int64_t k = 0; k < 8; ++k)
          sum += a.Real(i / 4 * 8 + k) * b.Real(k * 4 + i % 4);
        EXPECT_NEAR((*out)[0].Real(i), sum, row.tolerance * 32) << row.operand << i;
      }
    }
  }
}

TEST(Algorithm, SaysNothingAboutIntegers) {
  std::string text = WithAlgorithm("tf32", "tf32", 1);
  for (size_t at; (at = text.find("xf32")) != std::string::npos;) {
    text.replace(at, 4, "xi64");
  }
  Array a = Random({ElementType::kI64, {4, 8}}, 1);
  Array b = Random({ElementType::kI64, {8, 4}}, 2);
  auto out = RunText(text, {a, b}, {Numerics::kTpu});
  ASSERT_TRUE(out.ok()) << out.status();
  for (int64_t i = 0; i < 16; ++i) {
    uint64_t sum = 0;
    for (int64_t k = 0; k < 8; ++k) {
      sum += static_cast<uint64_t>(a.Int(i / 4 * 8 + k)) *
             static_cast<uint64_t>(b.Int(k * 4 + i % 4));
    }
    EXPECT_EQ(static_cast<uint64_t>((*out)[0].Int(i)), sum) << i;
  }
}

TEST(Algorithm, OthersAreErrorsThatNameThem) {
  for (const char* type : {"f8E5M2", "tf32"}) {
    auto out = Compiled::Make(WithAlgorithm(type, "f32", 1), {Numerics::kTpu});
    ASSERT_FALSE(out.ok()) << type;
    EXPECT_NE(std::string(out.status().message()).find("algorithm"), std::string::npos)
        << out.status();
  }
  EXPECT_FALSE(Compiled::Make(WithAlgorithm("bf16", "f32", 2), {}).ok());
}

}  // namespace
}  // namespace tilewright::runtime
