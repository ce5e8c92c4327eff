#include "ir/open/open_program.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "frontend/stablehlo/parse.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/print.h"

namespace tilewright::ir {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int64_t kPoints[] = {5, 17, 3, 88, 29, 140};

// In `body` @S is the size of %x: tensor<@Sx4xf32>, @R one less, @T two times that and 1.
std::string TextAt(const std::string& body, int64_t size) {
  return absl::StrReplaceAll(
      absl::StrCat("func.func @main(%x: tensor<@Sx4xf32>) -> ", body),
      {{"@S", absl::StrCat(size)},
       {"@R", absl::StrCat(size - 1)},
       {"@T", absl::StrCat(2 * size + 1)}});
}

Program Parsed(const std::string& text, const std::vector<TensorType>& inputs = {}) {
  stablehlo::ParseOptions options;
  options.input_types = inputs;
  absl::StatusOr<stablehlo::ParsedProgram> parsed =
      stablehlo::ParseProgram(text, options);
  EXPECT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
  return parsed.ok() ? std::move(parsed->program) : Program();
}

absl::StatusOr<Program> Opened(const std::string& body) {
  SymbolList symbols;
  const Size rows = Size::OfSymbol(symbols.Add("rows", {.at_least = 2, .at_most = 200}));
  std::vector<Dims> points;
  std::vector<Program> programs;
  for (const int64_t size : kPoints) {
    points.push_back({size});
    programs.push_back(Parsed(TextAt(body, size)));
  }
  SizeFit fit(&symbols, points);
  Shape shape;
  shape.Append(rows);
  shape.Append(4);
  size_t operation = 0;
  return OpenProgram(programs, {{"x", shape}}, &fit, &operation);
}

// The program that is read back with numbers is the one that was written with them.
TEST(OpenProgram, IsEachOfItsPrograms) {
  const char* const bodies[] = {
      "tensor<@Tx4xf32> {\n"
      "%0 = stablehlo.constant dense<0.0> : tensor<f32>\n"
      "%1 = stablehlo.pad %x, %0, low = [1, 0], high = [@S, 0], interior = [0, 0]\n"
      "  : (tensor<@Sx4xf32>, tensor<f32>) -> tensor<@Tx4xf32>\n"
      "return %1 : tensor<@Tx4xf32>\n}",
      "tensor<4x@Sxf32> {\n"
      "%0 = stablehlo.iota dim = 0 : tensor<@Sx4xf32>\n"
      "%1 = stablehlo.add %x, %0 : tensor<@Sx4xf32>\n"
      "%2 = stablehlo.slice %1 [1:@S, 0:4] : (tensor<@Sx4xf32>) -> tensor<@Rx4xf32>\n"
      "%3 = stablehlo.slice %1 [0:1, 0:4] : (tensor<@Sx4xf32>) -> tensor<1x4xf32>\n"
      "%4 = stablehlo.concatenate %2, %3, dim = 0\n"
      "    : (tensor<@Rx4xf32>, tensor<1x4xf32>) -> tensor<@Sx4xf32>\n"
      "%5 = stablehlo.transpose %4, dims = [1, 0]\n"
      "  : (tensor<@Sx4xf32>) -> tensor<4x@Sxf32>\n"
      "return %5 : tensor<4x@Sxf32>\n}",
  };
  for (const char* const body : bodies) {
    const absl::StatusOr<Program> opened = Opened(body);
    ASSERT_TRUE(opened.ok()) << opened.status();
    const std::string text = Print(*opened);
    EXPECT_THAT(text, HasSubstr("tensor<?x4xf32>"));
    for (const int64_t size : {2, 5, 64, 200}) {
      const Program read = Parsed(text, {{ElementType::kF32, {size, 4}}});
      EXPECT_EQ(read.OutputTypes(), Parsed(TextAt(body, size)).OutputTypes());
      EXPECT_THAT(Print(read), Not(HasSubstr("?")));
    }
  }
}

TEST(OpenProgram, ConstantsThatAreSizesAreComputed) {
  const absl::StatusOr<Program> opened = Opened(
      "tensor<@Sx4xf32> {\n"
      "%0 = stablehlo.constant dense<@T.0> : tensor<@Sx4xf32>\n"
      "%1 = stablehlo.divide %x, %0 : tensor<@Sx4xf32>\n"
      "return %1 : tensor<@Sx4xf32>\n}");
  ASSERT_TRUE(opened.ok()) << opened.status();
  EXPECT_THAT(Print(*opened), HasSubstr("dynamic_broadcast_in_dim"));
}

TEST(OpenProgram, WhatIsNotOneProgramIsRefusedByName) {
  const auto error = [](const std::string& body) {
    return std::string(Opened(body).status().message());
  };
  EXPECT_THAT(error("tensor<@Sx4xf32> {\n"
                    "%0 = stablehlo.constant dense<0.@S> : tensor<f32>\n"
                    "return %x : tensor<@Sx4xf32>\n}"),
              HasSubstr("a constant of tensor<f32> depends on sizes"));
}

// Operations whose form with open sizes is a call, or another operation.
TEST(OpenProgram, TransformsCallsAndConvolutionsTakeSizesAsOperands) {
  const struct {
    const char* body;
    const char* has;
  } cases[] = {
      {"tensor<4x@Sxcomplex<f32>> {\n"
       "%0 = stablehlo.transpose %x, dims = [1, 0]\n"
       "  : (tensor<@Sx4xf32>) -> tensor<4x@Sxf32>\n"
       "%1 = stablehlo.convert %0\n"
       "  : (tensor<4x@Sxf32>) -> tensor<4x@Sxcomplex<f32>>\n"
       "%2 = stablehlo.fft %1, type = FFT, length = [@S]\n"
       "  : (tensor<4x@Sxcomplex<f32>>) -> tensor<4x@Sxcomplex<f32>>\n"
       "return %2 : tensor<4x@Sxcomplex<f32>>\n}",
       "\"tilewright.dynamic_fft\""},
      {"tensor<@Sx4xf32> {\n"
       "%0 = stablehlo.custom_call @some_routine(%x) {operand_layouts = [dense<[0, 1]> : "
       "tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}\n"
       "  : (tensor<@Sx4xf32>) -> tensor<@Sx4xf32>\n"
       "return %0 : tensor<@Sx4xf32>\n}",
       "indices_of_shape_operands"},
      {"tensor<@Sx4xf32> {\n"
       "%0 = stablehlo.constant dense<@T> : tensor<i32>\n"
       "%1 = stablehlo.constant dense<16> : tensor<i32>\n"
       "%2 = stablehlo.remainder %0, %1 : tensor<i32>\n"
       "%3 = \"stablehlo.case\"(%2) ({\n"
       "  %4 = stablehlo.negate %x : tensor<@Sx4xf32>\n"
       "  stablehlo.return %4 : tensor<@Sx4xf32>\n"
       "}, {\n"
       "  stablehlo.return %x : tensor<@Sx4xf32>\n"
       "}) : (tensor<i32>) -> tensor<@Sx4xf32>\n"
       "return %3 : tensor<@Sx4xf32>\n}",
       "stablehlo.case"}};
  for (const auto& [body, has] : cases) {
    const absl::StatusOr<Program> opened = Opened(body);
    ASSERT_TRUE(opened.ok()) << opened.status();
    const std::string text = Print(*opened);
    EXPECT_THAT(text, HasSubstr(has));
    // Of numbers it is the operation again, or the branch that is taken.
    const std::string read = Print(Parsed(text, {{ElementType::kF32, {40, 4}}}));
    EXPECT_THAT(read, Not(HasSubstr("?")));
    EXPECT_THAT(read, Not(HasSubstr("dynamic_fft")));
    EXPECT_THAT(read, Not(HasSubstr("indices_of_shape_operands")));
    EXPECT_THAT(read, Not(HasSubstr("stablehlo.case")));
  }
}

TEST(OpenProgram, ABranchThatNoSizeChoosesIsTheOnlyOne) {
  const absl::StatusOr<Program> opened = Opened(
      "tensor<@Sx4xf32> {\n"
      "%0 = stablehlo.constant dense<33> : tensor<i32>\n"
      "%1 = stablehlo.constant dense<16> : tensor<i32>\n"
      "%2 = stablehlo.remainder %0, %1 : tensor<i32>\n"
      "%3 = \"stablehlo.case\"(%2) ({\n"
      "  %4 = stablehlo.negate %x : tensor<@Sx4xf32>\n"
      "  stablehlo.return %4 : tensor<@Sx4xf32>\n"
      "}, {\n"
      "  %5 = stablehlo.abs %x : tensor<@Sx4xf32>\n"
      "  stablehlo.return %5 : tensor<@Sx4xf32>\n"
      "}) : (tensor<i32>) -> tensor<@Sx4xf32>\n"
      "return %3 : tensor<@Sx4xf32>\n}");
  ASSERT_TRUE(opened.ok()) << opened.status();
  EXPECT_THAT(Print(*opened), Not(HasSubstr("stablehlo.case")));
  EXPECT_THAT(Print(*opened), HasSubstr("stablehlo.abs"));
  EXPECT_THAT(Print(*opened), Not(HasSubstr("stablehlo.negate")));
}

}  // namespace
}  // namespace tilewright::ir
