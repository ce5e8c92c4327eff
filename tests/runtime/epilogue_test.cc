// What becomes of the operations between two products.
#include <string>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

TEST(Epilogue, WhatFollowsAProductIsAllThatIsKeptForTheNext) {
  // x * logistic(x): x has two users, and the last operation would be cheap enough
  // for the second product to repeat.
  const std::string text = R"(
func.func @main(%a: tensor<32x64xf32>, %b: tensor<64x128xf32>, %c: tensor<128x8xf32>) -> tensor<32x8xf32> {
  %x = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x128xf32>) -> tensor<32x128xf32>
  %s = stablehlo.logistic %x : tensor<32x128xf32>
  %y = stablehlo.multiply %x, %s : tensor<32x128xf32>
  %z = stablehlo.dot_general %y, %c, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x8xf32>) -> tensor<32x8xf32>
  return %z : tensor<32x8xf32>
})";
  const auto compiled = Compiled::Make(text, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const plan::Plan& plan = compiled->executable().plan();
  EXPECT_EQ(plan.kernels.size(), 2);
  EXPECT_EQ(plan.arena_bytes, 32 * 128 * 4);
}

}  // namespace
}  // namespace tilewright::runtime
