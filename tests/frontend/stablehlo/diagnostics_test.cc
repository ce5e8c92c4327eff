// Errors say where, show the line, and say what was expected.
#include <string>
#include <vector>

#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::HasSubstr;

TEST(Diagnostics, PointAtTheTokenWithFileLineColumnAndCaret) {
  ParseOptions options;
  options.file_name = "model.mlir";
  EXPECT_EQ(ErrorOf("func.func @main() {\n  %0 = stablehlo.iota dum = 0 : tensor<2xi32>\n"
                    "  return\n}\n",
                    options),
            "model.mlir:2:23: error: 'dim' is expected, found 'dum'\n"
            "    %0 = stablehlo.iota dum = 0 : tensor<2xi32>\n"
            "                        ^");
}

TEST(Diagnostics, CountLinesFromTheFilesBeginning) {
  ParseOptions options;
  options.first_line = 40;
  EXPECT_THAT(ErrorOf("func.func @main() {\n  oops\n}\n", options),
              HasSubstr("<input>:41:3:"));
}

TEST(Diagnostics, ShowTheNeighbourhoodOfAVeryLongLine) {
  const std::string text = Function("%a: tensor<2xf32>", "tensor<2xf32>",
                                    std::string(5000, ' ') +
                                        "%r = stablehlo.add %a, %b : "
                                        "tensor<2xf32>");
  const std::string error = ErrorOf(text);
  EXPECT_THAT(error, HasSubstr("2:5024: error: '%b' is not defined before"));
  EXPECT_LT(error.size(), 400u);
}

TEST(Diagnostics, OfTheVerifierPointAtTheOperationToo) {
  EXPECT_THAT(ErrorOf(Function("%a: tensor<2x3xf32>", "tensor<2x3xf32>",
                               "  %r = stablehlo.transpose %a, dims = [1, 0] : "
                               "(tensor<2x3xf32>) -> tensor<2x3xf32>")),
              HasSubstr("<input>:2:8: error: "));
}

struct Mistake {
  std::string body;
  std::string message;
};

class MistakeTest : public ::testing::TestWithParam<Mistake> {};

TEST_P(MistakeTest, IsNamed) {
  EXPECT_THAT(
      ErrorOf(Function("%a: tensor<2x3xf32>", "tensor<2x3xf32>", GetParam().body)),
      HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, MistakeTest,
    ::testing::ValuesIn(std::vector<Mistake>{
        {"%r = stablehlo.add %a, %a : tensor<2x4xf32>",
         "'%a' has type tensor<2x3xf32>, but is said to have tensor<2x4xf32>"},
        {"%r = stablehlo.add %a : tensor<2x3xf32>", "stablehlo.add"},
        {"%r = stablehlo.add %a, %a", "':' is expected"},
        {"%r = stablehlo.add %a, %a : ", "a type is expected"},
        {"%r = stablehlo.add %a, %a : tensor<2x3f32>", "'x' is expected after a size"},
        {"%r = stablehlo.add %a, %a : tensor<99999999999999999999xf32>",
         "a size has to fit 64 bits"},
        {"%r = stablehlo.add %a, %a : tensor<4611686018427387904x4xf32>",
         "the sizes' product is beyond the limit"},
        {"%r = stablehlo.add %a, %a : tensor<2x3xfloat>", "a type is expected"},
        {"%r = stablehlo.add %a, %a#1 : tensor<2x3xf32>", "'%a' has 1 results"},
        {"%r:2 = stablehlo.add %a, %a : tensor<2x3xf32>",
         "has 1 results, but 2 are named"},
        {"%a = stablehlo.add %a, %a : tensor<2x3xf32>", "'%a' is defined twice"},
        {"%r = stablehlo.frobnicate %a : tensor<2x3xf32>",
         "the operation 'stablehlo.frobnicate' is not supported"},
        {"%r = arith.addf %a, %a : tensor<2x3xf32>",
         "the operation 'arith.addf' is not supported"},
        {"%r = \"stablehlo.add\"(%a, %a) : (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "has 2 operands, but 1 operand types"},
        {"%r = stablehlo.constant dense<1.0 : tensor<2x3xf32>",
         "'>' that closes 'dense<' is expected"},
        {"%r = stablehlo.constant dense<[1.0]> : tensor<2x3xf32>", "'[' is expected"},
        {"%r = stablehlo.constant dense<\"0x00> : tensor<2x3xf32>", "no closing quote"},
        {"%r = stablehlo.slice %a [0:2, 0:3 -> (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "']' is expected"},
        {"%r = stablehlo.reduce_precision %a, format = 8m7 : tensor<2x3xf32>",
         "a format such as e8m10"},
        {"%r = func.call @nobody(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "there is no function '@nobody'"},
        {"%r = \"stablehlo.transpose\"(%a) {permutation = array<i64: 0, 1>, "
         "permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "the attribute 'permutation' is given twice"},
        {"%r = \"stablehlo.transpose\"(%a) {permutation = #missing} : "
         "(tensor<2x3xf32>) -> tensor<2x3xf32>",
         "the alias '#missing' is not defined"},
        {"%r = stablehlo.constant dense_resource<gone> : tensor<2x3xf32>",
         "the text has no resource 'gone'"},
        {"%r = stablehlo.add %a, %a : tensor<2x3xf32>\n  return %r : tensor<2x3xf32>",
         "nothing may follow"},
        {"%r = stablehlo.add %a, %a : tensor<2x3xf32>\n ^bb1:", "more than one block"},
        {"%r = stablehlo.add %a, \x01%a : tensor<2x3xf32>", "cannot begin anything"},
        {"%r = stablehlo.add %a, % a : tensor<2x3xf32>", "a name is expected"},
        {"%r = chlo.scan(%a) inits() dimension=0 {\n^bb0(%x: tensor<3xf32>):\n"
         "%y = stablehlo.slice %a [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>\n"
         "stablehlo.return %x : tensor<3xf32>\n} : (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "'%a' is not defined before"},
        {"%r = chlo.scan(%a) dimension=0 {} : (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "'inits' is expected"},
        {"%b = stablehlo.slice %a [0:2, 0:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>\n"
         "%r = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<2x2xf32>) -> "
         "tensor<2x3xf32>",
         "'chlo.broadcast_add' cannot make tensor<2x2xf32> of shape [2, 3]"},
        {"%r = chlo.broadcast_add %a, %a {broadcast_dimensions = array<i64: 1, 0>} : "
         "(tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>",
         "broadcast_dimensions [1, 0] do not place a tensor of rank 2"},
        {"%r = chlo.broadcast_abs %a : tensor<2x3xf32>",
         "the operation 'chlo.broadcast_abs' is not supported"},
        {"%r = \"chlo.constant_like\"(%a) {value = \"x\"} : (tensor<2x3xf32>) -> "
         "tensor<2x3xf32>",
         "a number is expected"},
        {"%r = stablehlo.custom_call @Sharding(%a : (tensor<2x3xf32>) -> tensor<2x3xf32>",
         "')' is expected"},
    }));

struct Refusal {
  std::string text;
  std::string message;
};

class RefusalTest : public ::testing::TestWithParam<Refusal> {};

// What is well-formed but not supported is Unimplemented, and says its name.
TEST_P(RefusalTest, IsByName) {
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(GetParam().text);
  EXPECT_TRUE(absl::IsUnimplemented(parsed.status())) << parsed.status();
  EXPECT_THAT(std::string(parsed.status().message()), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Refusals, RefusalTest,
    ::testing::ValuesIn(std::vector<Refusal>{
        {"func.func @main(%t: !stablehlo.token) -> !stablehlo.token {\n"
         "%0:2 = \"stablehlo.infeed\"(%t) : (!stablehlo.token) -> (tensor<2xi64>, "
         "!stablehlo.token)\n return %0#1 : !stablehlo.token }",
         "'stablehlo.infeed' is not supported"},
        {"func.func @main(%a: tensor<2x!quant.uniform<i8:f32, 2.0:1>>) { return }",
         "!quant.uniform<i8:f32, 2.0:1>"},
        {"func.func @main(%a: tensor<2xf4E2M1FN>) { return }", "tensor<2xf4E2M1FN>"},
        {"func.func @main(%a: tensor<2xi3>) { return }", "tensor<2xi3>"},
        {"func.func @main(%a: tensor<*xf32>) { return }", "without rank"},
        {"func.func @main(%a: tensor<2xf32, #sparse_tensor.x<y>>) { return }",
         "tensor<2xf32"},
        {"func.func @main(%a: memref<2xf32>) { return }", "memref<2xf32>"},
        {"func.func @main(%a: tensor<2xindex>) { return }", "index"},
        {"func.func @main(%a: tensor<?xf32>) { return }", "sizes that are not known"},
        {"func.func private @f()\nfunc.func @main() { func.call @f() : () -> ()\n return "
         "}",
         "'@f' has no body"},
        {"func.func @main() { \"interpreter.run_parallel\"() {programs = [[@main]]} : () "
         "-> "
         "()\n return }",
         "needs several devices"},
    }));

}  // namespace
}  // namespace tilewright::stablehlo
