// Composites that serializers make of chlo's operations are those operations again.
#include <string>

#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string With(absl::string_view composite) {
  return Printed(absl::StrCat(
      "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n", composite,
      "\n  return %r : tensor<4xf32>\n}\n",
      "func.func private @made(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = stablehlo.negate %x : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n"));
}

TEST(Composites, OfChlosNamesAreItsOperations) {
  EXPECT_THAT(With("%r = stablehlo.composite \"chlo.erf\" %x {decomposition = @made, "
                   "version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>"),
              AllOf(HasSubstr("\"chlo.erf\"(%arg0)"), Not(HasSubstr("negate"))));
  EXPECT_THAT(With("%r = stablehlo.composite \"chlo.tan\" %x {decomposition = @made} : "
                   "(tensor<4xf32>) -> tensor<4xf32>"),
              HasSubstr("\"stablehlo.tan\"(%arg0)"));
}

TEST(Composites, OfOtherNamesVersionsOrAttributesAreWhatTheyAreMadeOf) {
  for (const char* composite :
       {"\"mine.erf\" %x {decomposition = @made}",
        "\"chlo.new\" %x {decomposition = @made}",
        "\"chlo.erf\" %x {decomposition = @made, version = 2 : i32}",
        "\"chlo.erf\" %x {composite_attributes = {fast = true}, decomposition = "
        "@made}"}) {
    EXPECT_THAT(With(absl::StrCat("%r = stablehlo.composite ", composite,
                                  " : (tensor<4xf32>) -> tensor<4xf32>")),
                HasSubstr("stablehlo.negate"))
        << composite;
  }
}

TEST(Composites, WithMoreThanOneResultOrARegionAreOperationsToo) {
  EXPECT_THAT(
      Printed("func.func @main(%x: tensor<3x4xf32>) -> tensor<3x2xi32> {\n"
              "  %r:2 = stablehlo.composite \"chlo.top_k\" %x {composite_attributes = "
              "{k = 2 : i64}, decomposition = @made} : (tensor<3x4xf32>) -> "
              "(tensor<3x2xf32>, tensor<3x2xi32>)\n  return %r#1 : tensor<3x2xi32>\n}\n"
              "func.func private @made(tensor<3x4xf32>) -> "
              "(tensor<3x2xf32>, tensor<3x2xi32>)"),
      HasSubstr("\"chlo.top_k\"(%arg0) <{k = 2 : i64}>"));
  EXPECT_THAT(
      Printed(
          "func.func @main(%x: tensor<7xf32>, %i: tensor<f32>) -> tensor<f32> {\n"
          "  %r:2 = stablehlo.composite \"chlo.scan\" %x, %i ({\n"
          "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
          "    %s = stablehlo.add %a, %b : tensor<f32>\n"
          "    stablehlo.return %s, %s : tensor<f32>, tensor<f32>\n"
          "  }) {composite_attributes = {dimension = 0 : i64, is_reverse = true, "
          "operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, "
          "1>}, decomposition = @made} : (tensor<7xf32>, tensor<f32>) -> "
          "(tensor<7xf32>, tensor<f32>)\n  return %r#1 : tensor<f32>\n}\n"),
      AllOf(HasSubstr("chlo.scan"), HasSubstr("stablehlo.add")));
}

// What results are bound to outlives the composite.
TEST(Composites, HaveResultsThatAreNoTuples) {
  EXPECT_THAT(
      ErrorOf("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
              "  %e = stablehlo.composite \"chlo.erf\" %x {decomposition = @made} "
              ": (tensor<4xf32>) -> tensor<4xf32>\n"
              "  %r = stablehlo.get_tuple_element %e[0] : (tensor<4xf32>) -> "
              "tensor<4xf32>\n  return %r : tensor<4xf32>\n}\n"),
      HasSubstr("there is no element 0 of tensor<4xf32>"));
}

}  // namespace
}  // namespace tilewright::stablehlo
