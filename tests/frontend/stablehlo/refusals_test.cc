// All that a program needs and is not supported is told at once.
#include "support/refusals.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> RefusalsOf(absl::string_view text) {
  const absl::Status status = ParseProgram(text).status();
  EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
  return RefusalsIn(status);
}

TEST(RefusalsTest, OperationsAfterOneAreLoweredForTheValuesThatItDeclares) {
  EXPECT_THAT(RefusalsOf(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = "stablehlo.frobnicate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = stablehlo.add %a, %x : tensor<4xf32>
  %c = "stablehlo.defrobnicate"(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %d = "stablehlo.frobnicate"(%c) : (tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
})"),
              ElementsAre(HasSubstr("2:8: error: the operation 'stablehlo.frobnicate'"),
                          HasSubstr("4:8: error: the operation 'stablehlo.defrob")));
}

TEST(RefusalsTest, TheyAreFoundInRegionsAndCalledFunctions) {
  EXPECT_THAT(
      RefusalsOf(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%n = %i, %y = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %p = "stablehlo.undecided"(%n) : (tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %z = func.call @inner(%y) : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %n, %z : tensor<i32>, tensor<4xf32>
    }
  %r = "stablehlo.last"(%w#1) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = "stablehlo.hidden"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
})"),
      ElementsAre(HasSubstr("undecided"), HasSubstr("hidden"), HasSubstr("last")));
}

TEST(RefusalsTest, ResultsOfTypesThatThereAreNotDoNotHideWhatComesAfter) {
  EXPECT_THAT(RefusalsOf(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %q = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.1>>
  %s = stablehlo.add %q, %q : tensor<4x!quant.uniform<i8:f32, 0.1>>
  %d = stablehlo.uniform_dequantize %s : (tensor<4x!quant.uniform<i8:f32, 0.1>>) -> tensor<4xf32>
  %r = "stablehlo.last"(%d) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})"),
              ElementsAre(HasSubstr("'stablehlo.uniform_quantize'"), HasSubstr("3:"),
                          HasSubstr("'stablehlo.uniform_dequantize'"),
                          HasSubstr("'stablehlo.last'")));
}

TEST(RefusalsTest, WhatIsWrongBesidesIsNotToldWhereItMayFollow) {
  const absl::Status status =
      ParseProgram(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = "stablehlo.frobnicate"(%x) : (tensor<4xf32>) -> tensor<8xf32>
  return %a : tensor<4xf32>
})")
          .status();
  EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
  EXPECT_THAT(RefusalsIn(status), ElementsAre(HasSubstr("frobnicate")));
}

TEST(RefusalsTest, MistakesBeforeOneAreTold) {
  const absl::Status status =
      ParseProgram(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.add %x, %nothing : tensor<4xf32>
  %b = "stablehlo.frobnicate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
})")
          .status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
}

}  // namespace
}  // namespace tilewright::stablehlo
