// What is computed in a kernel where it is read, and what in a kernel of its own: work
// that would be repeated is weighed against what writing and reading it takes.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tests/runtime/planned_text.h"
#include "tests/runtime/program_table.h"

namespace tilewright::runtime {
namespace {

std::vector<tile::Program> KernelsOf(const std::string& text) {
  return PlanFor(text).programs;
}

// Elements of the largest array of the kernels that raise to a power.
int64_t LargestBesidePower(const std::vector<tile::Program>& kernels) {
  int64_t largest = 0;
  for (const tile::Program& kernel : kernels) {
    const bool here =
        std::any_of(kernel.exprs.begin(), kernel.exprs.end(), [](const tile::Expr& e) {
          const auto* const scalar = e.As<tile::Scalar>();
          return scalar != nullptr && scalar->op == ir::OpKind::kPower;
        });
    for (const tile::Ref& ref : kernel.refs) {
      if (here) largest = std::max(largest, ref.type.num_elements());
    }
  }
  return largest;
}

// An update as Adafactor makes it: a gradient times a power of one number a row, divided
// by the root of the mean of its squares over all elements where that is above one.
std::string ClippedUpdate(int64_t rows, int64_t columns) {
  return Replaced(Replaced(R"(
func.func @main(%g: MATRIX, %r: ROWS) -> MATRIX {
  %e = stablehlo.constant dense<-0.5> : ROWS
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.power %r, %e : ROWS
  %pb = stablehlo.broadcast_in_dim %p, dims = [0] : (ROWS) -> MATRIX
  %u = stablehlo.multiply %g, %pb : MATRIX
  %s = stablehlo.multiply %u, %u : MATRIX
  %t = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (MATRIX, tensor<f32>) -> tensor<f32>
  %m = stablehlo.maximum %t, %one : tensor<f32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> MATRIX
  %d = stablehlo.divide %u, %mb : MATRIX
  return %d : MATRIX
})",
                           "MATRIX", Type(ElementType::kF32, {rows, columns})),
                  "ROWS", Type(ElementType::kF32, {rows}));
}

TEST(Joining, AFunctionOfOneNumberARowIsNotEvaluatedForEveryElement) {
  // Where all rows are reduced as one.
  EXPECT_EQ(LargestBesidePower(KernelsOf(ClippedUpdate(96, 128))), 96);
  // Along columns that are reduced over rows.
  EXPECT_EQ(LargestBesidePower(KernelsOf(R"(
func.func @main(%g: tensor<512x64xf32>, %r: tensor<512xf32>) -> tensor<64xf32> {
  %e = stablehlo.constant dense<-0.5> : tensor<512xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.power %r, %e : tensor<512xf32>
  %pb = stablehlo.broadcast_in_dim %p, dims = [0] : (tensor<512xf32>) -> tensor<512x64xf32>
  %u = stablehlo.multiply %g, %pb : tensor<512x64xf32>
  %t = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %t : tensor<64xf32>
})")),
            512);
}

TEST(Joining, WhatIsComputedOnceARowStaysWithItsRows) {
  const std::vector<tile::Program> kernels = KernelsOf(R"(
func.func @main(%g: tensor<96x128xf32>, %r: tensor<96xf32>) -> tensor<96x128xf32> {
  %e = stablehlo.constant dense<-0.5> : tensor<96xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.power %r, %e : tensor<96xf32>
  %pb = stablehlo.broadcast_in_dim %p, dims = [0] : (tensor<96xf32>) -> tensor<96x128xf32>
  %u = stablehlo.multiply %g, %pb : tensor<96x128xf32>
  %t = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<96x128xf32>, tensor<f32>) -> tensor<96xf32>
  %tb = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<96xf32>) -> tensor<96x128xf32>
  %d = stablehlo.divide %u, %tb : tensor<96x128xf32>
  return %d : tensor<96x128xf32>
})");
  EXPECT_EQ(kernels.size(), 1);
}

TEST(Joining, RepeatedWorkThatIsLessThanAKernelIsRepeated) {
  EXPECT_EQ(KernelsOf(ClippedUpdate(2, 8)).size(), 1);
}

TEST(Joining, PartsThatAreReadOnceEachAreComputedWhereTheyAreRead) {
  EXPECT_EQ(KernelsOf(R"(
func.func @main(%x: tensor<32x128xf32>) -> tensor<32x64xf32> {
  %t = stablehlo.tanh %x : tensor<32x128xf32>
  %a = stablehlo.slice %t [0:32, 0:64] : (tensor<32x128xf32>) -> tensor<32x64xf32>
  %b = stablehlo.slice %t [0:32, 64:128] : (tensor<32x128xf32>) -> tensor<32x64xf32>
  %g = stablehlo.multiply %a, %b : tensor<32x64xf32>
  return %g : tensor<32x64xf32>
})")
                .size(),
            1);
}

// A polynomial as programs write it out, a number and a broadcast for each of its terms.
std::string WrittenOutPolynomial(int terms, int64_t elements) {
  std::string text =
      "func.func @main(%x: VECTOR) -> VECTOR {\n  %y0 = stablehlo.abs %x : VECTOR\n";
  for (int i = 1; i <= terms; ++i) {
    absl::StrAppend(&text, "  %n", i, " = stablehlo.constant dense<", i,
                    ".5> : tensor<f32>\n", "  %b", i, " = stablehlo.broadcast_in_dim %n",
                    i, ", dims = [] : (tensor<f32>) -> VECTOR\n");
    absl::StrAppend(&text, "  %p", i, " = stablehlo.multiply %y", i - 1,
                    ", %x : VECTOR\n", "  %y", i, " = stablehlo.add %p", i, ", %b", i,
                    " : VECTOR\n");
  }
  absl::StrAppend(&text, "  return %y", terms, " : VECTOR\n}\n");
  return Replaced(text, "VECTOR", Type(ElementType::kF32, {elements}));
}

TEST(Joining, AFunctionThatIsWrittenOutIsOneKernelOverManyElements) {
  EXPECT_EQ(KernelsOf(WrittenOutPolynomial(150, 1 << 16)).size(), 1u);
  EXPECT_EQ(KernelsOf(WrittenOutPolynomial(40, 64)).size(), 1u);
  // Kernels stay bounded: compiling takes time in proportion to the operations.
  EXPECT_GT(KernelsOf(WrittenOutPolynomial(150, 64)).size(), 1u);
  EXPECT_GT(KernelsOf(WrittenOutPolynomial(250, 1 << 16)).size(), 1u);
}

}  // namespace
}  // namespace tilewright::runtime
