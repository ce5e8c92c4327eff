// Gradients of a convolution's weights: products that are as deep as there are places and
// images. The image is the last of what is summed over, so that neither operand has its
// rows at one stride.
#include <random>
#include <string>
#include <vector>

#include "codegen/analysis/matmul_tiling.h"
#include "codegen/facts/code_facts.h"
#include "jit/llvm/target.h"
#include "tests/runtime/planned_text.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

constexpr int64_t kImages = 4, kHeight = 34, kWidth = 38, kFeatures = 128, kOutputs = 70,
                  kKernel = 3;

std::string Gradient() {
  const std::string x = Type(ElementType::kF32, {kImages, kHeight, kWidth, kFeatures});
  const std::string y = Type(ElementType::kF32, {kImages, kHeight, kWidth, kOutputs});
  const std::string w = Type(ElementType::kF32, {kKernel, kKernel, kFeatures, kOutputs});
  return absl::StrCat("func.func @main(%x: ", x, ", %y: ", y, ") -> ", w, R"( {
  %r = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f],
      window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1],
                rhs_dilate = [1, 1]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : ()",
                      x, ", ", y, ") -> ", w, "\n  return %r : ", w, "\n}");
}

// Small whole numbers: sums are exact.
Array WholeNumbers(int64_t features, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<double> values;
  for (int64_t i = 0; i < kImages * kHeight * kWidth * features; ++i) {
    values.push_back(static_cast<double>(random() % 7) - 3);
  }
  return Filled(ElementType::kF32, {kImages, kHeight, kWidth, features}, values);
}

double At(const Array& x, int64_t image, int64_t row, int64_t column, int64_t feature,
          int64_t features) {
  if (row < 0 || row >= kHeight || column < 0 || column >= kWidth) return 0;
  return x.Real(((image * kHeight + row) * kWidth + column) * features + feature);
}

TEST(WeightGradient, SumsOverPlacesAndImages) {
  const Array x = WholeNumbers(kFeatures, 1), y = WholeNumbers(kOutputs, 2);
  const auto results = RunText(Gradient(), {x, y});
  ASSERT_TRUE(results.ok()) << results.status();
  std::mt19937 random(3);
  for (int n = 0; n < 500; ++n) {
    const int64_t i = random() % kKernel, j = random() % kKernel;
    const int64_t f = random() % kFeatures, o = random() % kOutputs;
    double sum = 0;
    for (int64_t image = 0; image < kImages; ++image) {
      for (int64_t row = 0; row < kHeight; ++row) {
        for (int64_t column = 0; column < kWidth; ++column) {
          sum += At(x, image, row + i - 1, column + j - 1, f, kFeatures) *
                 At(y, image, row, column, o, kOutputs);
        }
      }
    }
    const int64_t at = ((i * kKernel + j) * kFeatures + f) * kOutputs + o;
    ASSERT_EQ((*results)[0].Real(at), sum) << at;
  }
}

// Each row of the right side is a read from afar: lines beside each other are read at
// once, whatever the micro-kernel's columns are.
TEST(WeightGradient, PacksSomeLinesOfARowAtOnce) {
  const codegen::PlannedProgram planned = PlanFor(Gradient());
  const tile::Program& program = planned.programs[0];
  const auto* const product = program.statements[0].As<tile::Matmul>();
  ASSERT_NE(product, nullptr);
  codegen::ProgramAnalysis analysis(program);
  const codegen::MatmulTiling tiling(
      *product, analysis,
      codegen::EmitOptionsFor({*jit::FindTarget("x86-64-v3"), Numerics::kIeee}));
  EXPECT_GE(tiling.panels * tiling.nr(), std::min<int64_t>(product->block_n, 64));
}

}  // namespace
}  // namespace tilewright::runtime
