#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// A function of x (updates) and t (the operand's other half), both made into outputs.
std::string Program(const std::string& results, const std::string& body) {
  return absl::StrCat(
      "func.func @main(%x: tensor<300x64xf32>, %i: tensor<300x1xi32>, "
      "%t: tensor<100x64xf32>) -> (",
      results, ") {\n", "%two = stablehlo.constant dense<2.0> : tensor<100x64xf32>\n",
      "%z = stablehlo.multiply %t, %two : tensor<100x64xf32>\n", body, "}\n");
}

std::string Scatter(const std::string& result, const std::string& operand) {
  return absl::StrCat(
      result, " = \"stablehlo.scatter\"(", operand,
      ", %i, %x) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = "
      "[1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
      "index_vector_dim = 1>}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n",
      "%s = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %s : tensor<f32>\n}) : "
      "(tensor<100x64xf32>, tensor<300x1xi32>, tensor<300x64xf32>) -> "
      "tensor<100x64xf32>\n");
}

const char* const kOne = "tensor<100x64xf32>";
const char* const kBoth = "tensor<100x64xf32>, tensor<100x64xf32>";

int CopiesOf(const plan::Plan& plan) {
  int copies = 0;
  for (const plan::Step& step : plan.steps) copies += step.kind == plan::StepKind::kCopy;
  return copies;
}

struct Case {
  const char* name;
  std::string text;
  int64_t arena_bytes;
  int copies;
};

class Updates : public testing::TestWithParam<Case> {};

TEST_P(Updates, TakeNoMemoryAndCopyOnlyWhatIsReadAgain) {
  const auto compiled = Compiled::Make(GetParam().text, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const plan::Plan& plan = compiled->executable().plan();
  EXPECT_EQ(plan.arena_bytes, GetParam().arena_bytes);
  EXPECT_EQ(CopiesOf(plan), GetParam().copies);
}

std::vector<Case> Cases() {
  const std::string ret = "return %r : tensor<100x64xf32>\n";
  return {
      {"OneScatter", Program(kOne, Scatter("%r", "%z") + ret), 0, 0},
      {"ScatterAfterScatter",
       Program(kOne, Scatter("%q", "%z") + Scatter("%r", "%q") + ret), 0, 0},
      {"UpdateOfASlice",
       Program(kOne, Scatter("%q", "%z") +
                         "%n = stablehlo.constant dense<3> : tensor<i32>\n"
                         "%p = stablehlo.slice %t [0:9, 0:64] : "
                         "(tensor<100x64xf32>) -> tensor<9x64xf32>\n"
                         "%r = stablehlo.dynamic_update_slice %q, %p, %n, %n : "
                         "(tensor<100x64xf32>, tensor<9x64xf32>, tensor<i32>, "
                         "tensor<i32>) -> tensor<100x64xf32>\n" +
                         ret),
       0, 0},
      // The operand is a result as well: one copy.
      {"OperandIsAResult",
       Program(kBoth, Scatter("%r", "%z") +
                          "return %z, %r : tensor<100x64xf32>, tensor<100x64xf32>\n"),
       0, 1},
      // Two start from the operand: only the last may overwrite it.
      {"TwoStartFromOne",
       Program(kBoth, Scatter("%q", "%z") + Scatter("%r", "%z") +
                          "return %q, %r : tensor<100x64xf32>, tensor<100x64xf32>\n"),
       0, 1},
  };
}

INSTANTIATE_TEST_SUITE_P(, Updates, testing::ValuesIn(Cases()),
                         [](const testing::TestParamInfo<Case>& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace tilewright::runtime
