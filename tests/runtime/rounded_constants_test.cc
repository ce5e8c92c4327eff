// Constants are rounded as values are, for every processor alike.
#include <string>

#include "jit/llvm/target.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

constexpr char kSubnormals[] = R"(
  %a = stablehlo.constant dense<1.0e-20> : tensor<20xbf16>
  %0 = stablehlo.multiply %a, %a : tensor<20xbf16>
  %b = stablehlo.constant dense<-1.0e-39> : tensor<20xf32>
  %1 = stablehlo.convert %b : (tensor<20xf32>) -> tensor<20xbf16>
  %c = stablehlo.constant dense<-90.0> : tensor<20xbf16>
  %2 = stablehlo.exponential %c : tensor<20xbf16>
  return %0, %1, %2 : tensor<20xbf16>, tensor<20xbf16>, tensor<20xbf16>)";

TEST(RoundedConstants, ThatAreSubnormalAreZerosInTpuNumericsOnly) {
  const std::string type = Type(ElementType::kBF16, {20});
  const std::string text = Main("", type + ", " + type + ", " + type, kSubnormals);
  for (const std::string& target : jit::TargetNames()) {
    if (!jit::CheckRunnable(*jit::FindTarget(target)).ok()) continue;
    for (const Numerics numerics : {Numerics::kTpu, Numerics::kIeee}) {
      How how;
      how.numerics = numerics;
      how.target = target;
      const auto results = RunText(text, {}, how);
      ASSERT_TRUE(results.ok()) << results.status();
      for (size_t o = 0; o < results->size(); ++o) {
        for (int64_t i = 0; i < (*results)[o].size(); ++i) {
          EXPECT_EQ(((*results)[o].Bits(i) & 0x7fff) == 0, numerics == Numerics::kTpu)
              << target << ", result " << o;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
