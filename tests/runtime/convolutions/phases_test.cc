// Convolutions over an operand with holes are made phase by phase: they give the bytes of
// the convolution whose operand has zeros in their place.
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "tests/runtime/planned_text.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// Along one spatial dimension.
struct Along {
  int64_t size, kernel, holes, apart, low, high;
  bool reversed;

  int64_t with_holes() const { return (size - 1) * holes + 1; }
  int64_t out() const { return with_holes() + low + high - (kernel - 1) * apart; }
};

struct Case {
  int64_t batch, features, outputs;
  std::vector<Along> spatial;
  bool batch_last;  // in the result and the operand, as weights' gradients have it
};

std::string List(const std::vector<Along>& spatial,
                 const std::function<std::string(const Along&)>& entry) {
  std::vector<std::string> entries;
  for (const Along& d : spatial) entries.push_back(entry(d));
  return absl::StrCat("[", absl::StrJoin(entries, ", "), "]");
}

// [batch, sizes..., features], or the features first and the batch last.
Dims Ordered(const Case& c, Dims sizes, int64_t features) {
  sizes.insert(sizes.begin(), c.batch_last ? features : c.batch);
  sizes.push_back(c.batch_last ? c.batch : features);
  return sizes;
}

// Over an operand that has the holes as zeros already, or that is to get them.
std::string Text(const Case& c, bool zeros) {
  Dims in, padded, kernel, out, none;
  std::vector<std::string> numbers;
  for (const Along& d : c.spatial) {
    numbers.push_back(absl::StrCat(numbers.size()));
    in.push_back(d.size);
    padded.push_back(d.with_holes());
    kernel.push_back(d.kernel);
    out.push_back(d.out());
  }
  kernel.push_back(c.features);
  kernel.push_back(c.outputs);
  const auto type = [](const Dims& dims) { return Type(ElementType::kF32, dims); };
  const std::string x = type(Ordered(c, in, c.features)), w = type(kernel),
                    r = type(Ordered(c, out, c.outputs)),
                    wide = type(Ordered(c, padded, c.features)),
                    spatial = absl::StrJoin(numbers, ", "),
                    dims = c.batch_last ? absl::StrCat("[f, ", spatial, ", b]")
                                        : absl::StrCat("[b, ", spatial, ", f]");
  std::vector<std::string> interior = {"0"}, zero(c.spatial.size() + 2, "0");
  for (const Along& d : c.spatial) interior.push_back(absl::StrCat(d.holes - 1));
  interior.push_back("0");
  std::string text =
      absl::StrCat("func.func @main(%a: ", x, ", %w: ", w, ") -> ", r, " {\n");
  if (zeros) {
    absl::StrAppend(&text, "%z = stablehlo.constant dense<0.0> : tensor<f32>\n",
                    "%b = stablehlo.pad %a, %z, low = [", absl::StrJoin(zero, ", "),
                    "], high = [", absl::StrJoin(zero, ", "), "], interior = [",
                    absl::StrJoin(interior, ", "), "] : (", x, ", tensor<f32>) -> ", wide,
                    "\n");
  }
  absl::StrAppend(
      &text, "%r = stablehlo.convolution(", zeros ? "%b" : "%a",
      ", %w) dim_numbers = ", dims, "x[", spatial, ", i, o]->", dims,
      ", window = {pad = ",
      List(c.spatial,
           [](const Along& d) { return absl::StrCat("[", d.low, ", ", d.high, "]"); }),
      ", lhs_dilate = ",
      List(c.spatial, [&](const Along& d) { return absl::StrCat(zeros ? 1 : d.holes); }),
      ", rhs_dilate = ",
      List(c.spatial, [](const Along& d) { return absl::StrCat(d.apart); }),
      ", reverse = ",
      List(c.spatial, [](const Along& d) { return d.reversed ? "true" : "false"; }),
      "} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (",
      zeros ? wide : x, ", ", w, ") -> ", r, "\nreturn %r : ", r, "\n}");
  return text;
}

void Check(const Case& c) {
  Dims in, kernel;
  for (const Along& d : c.spatial) {
    in.push_back(d.size);
    kernel.push_back(d.kernel);
  }
  kernel.push_back(c.features);
  kernel.push_back(c.outputs);
  const Array a = Random({ElementType::kF32, Ordered(c, in, c.features)}, 1);
  const Array w = Random({ElementType::kF32, kernel}, 2);
  SCOPED_TRACE(Text(c, false));
  for (const Numerics numerics : {Numerics::kTpu, Numerics::kIeee}) {
    How how;
    how.numerics = numerics;
    const auto phases = RunText(Text(c, false), {a, w}, how);
    ASSERT_TRUE(phases.ok()) << phases.status();
    const auto zeros = RunText(Text(c, true), {a, w}, how);
    ASSERT_TRUE(zeros.ok()) << zeros.status();
    for (int64_t i = 0; i < (*zeros)[0].size(); ++i) {
      ASSERT_EQ((*phases)[0].Bits(i), (*zeros)[0].Bits(i)) << "element " << i;
    }
  }
}

TEST(ConvolutionPhases, GiveTheBytesOfTheConvolutionOverZeros) {
  Check({4, 64, 64, {{28, 3, 2, 1, 1, 2, false}, {28, 3, 2, 1, 1, 2, false}}, false});
  // Phases without an element of the kernel.
  Check({4, 128, 256, {{28, 1, 2, 1, 0, 1, false}, {28, 1, 2, 1, 0, 1, false}}, false});
  // One dimension without holes, results that end within a phase.
  Check({2, 64, 128, {{21, 4, 3, 1, 2, 1, true}, {40, 3, 1, 1, 1, 1, false}}, false});
  Check({8, 64, 128, {{700, 5, 2, 1, 3, 0, false}}, false});
  Check(
      {1,
       32,
       64,
       {{9, 3, 2, 1, 1, 1, false}, {8, 2, 2, 1, 0, 1, true}, {10, 3, 2, 1, 2, 2, false}},
       false});
}

// The law above would hold without phases.
TEST(ConvolutionPhases, AreProductsOfTheirOwn) {
  const Along along = {28, 3, 2, 1, 1, 2, false};
  EXPECT_GE(PlanFor(Text({4, 64, 64, {along, along}, false}, false)).programs.size(), 4);
}

TEST(ConvolutionPhases, OfRandomWindows) {
  std::minstd_rand random(5);
  const auto below = [&](int64_t n) { return static_cast<int64_t>(random() % n); };
  for (int round = 0; round < 14; ++round) {
    Case c = {1 + below(3), 2 * (1 + below(40)), 1 + below(150), {}, below(2) == 0};
    for (int64_t d = below(2); d >= 0; --d) {
      Along along = {24 + below(20), 1 + below(4), 1 + below(4), 1 + below(4),
                     below(7) - 3,   below(7) - 3, below(2) == 0};
      while (along.out() < 1) ++along.high;
      c.spatial.push_back(along);
    }
    Check(c);
  }
}

}  // namespace
}  // namespace tilewright::runtime
