#include "ir/print.h"

#include "tests/ir/check/harness.h"

namespace tilewright::ir {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using enum AttributeName;
using enum OpKind;

std::string ConstantText(const char* type, std::vector<uint8_t> bytes,
                         bool splat = false) {
  Program program;
  Builder b(&program, &program.body);
  program.body.results = {b.Constant(*Literal::Create(T(type), std::move(bytes), splat))};
  const std::string text = Print(program);
  const size_t start = text.find("dense<");
  return text.substr(start, text.find("}>", start) - start);
}

TEST(Print, IsGenericFormWithNumberedValues) {
  Program program;
  const ValueId x = program.AddValue(T("4xf32"));
  program.body.arguments = {x};
  program.donations = {{0, 0}};
  Builder b(&program, &program.body);
  program.body.results = {b.Slice(b.Unary(kTanh, x), {1}, {3})};
  EXPECT_EQ(Print(program),
            "module @main attributes {mhlo.num_partitions = 1 : i32, "
            "mhlo.num_replicas = 1 : i32} {\n"
            "  func.func public @main(%arg0: tensor<4xf32> {tf.aliasing_output = 0 : "
            "i32}) -> (tensor<2xf32>) {\n"
            "    %0 = \"stablehlo.tanh\"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>\n"
            "    %1 = \"stablehlo.slice\"(%0) <{limit_indices = array<i64: 3>, "
            "start_indices = array<i64: 1>, strides = array<i64: 1>}> : "
            "(tensor<4xf32>) -> tensor<2xf32>\n"
            "    \"func.return\"(%1) : (tensor<2xf32>) -> ()\n"
            "  }\n"
            "}\n");
}

TEST(Print, ConstantsAreWrittenExactly) {
  EXPECT_EQ(ConstantText("f32", {0, 0, 0x80, 0x3f}), "dense<1.0e+00> : tensor<f32>");
  EXPECT_EQ(ConstantText("2xf16", {0, 0x7c, 0, 0x80}),
            "dense<[0x7C00, -0.0e+00]> : tensor<2xf16>");
  EXPECT_EQ(ConstantText("2xi8", {0xff, 1}), "dense<[-1, 1]> : tensor<2xi8>");
  EXPECT_EQ(ConstantText("2xui8", {0xff, 1}), "dense<[255, 1]> : tensor<2xui8>");
  EXPECT_EQ(ConstantText("2xi1", {0, 1}), "dense<[false, true]> : tensor<2xi1>");
  EXPECT_EQ(ConstantText("2x0xf32", {}), "dense<> : tensor<2x0xf32>");
  EXPECT_EQ(ConstantText("1x2xi8", {3, 4}), "dense<[[3, 4]]> : tensor<1x2xi8>");
}

TEST(Print, EqualElementsAreASplatHoweverTheyAreStored) {
  EXPECT_EQ(ConstantText("3xi16", {7, 0, 7, 0, 7, 0}), "dense<7> : tensor<3xi16>");
  EXPECT_EQ(ConstantText("3xi16", {7, 0}, true), "dense<7> : tensor<3xi16>");
}

TEST(Print, LongConstantsAreHex) {
  std::vector<uint8_t> bytes(17);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 16);
  EXPECT_EQ(ConstantText("17xui8", bytes),
            "dense<\"0x00102030405060708090a0b0c0d0e0f000\"> : tensor<17xui8>");
}

Program WithUnusedNumbers(int unused, Location location, const std::string& name) {
  Program program;
  program.name = name;
  for (int i = 0; i < unused; ++i) program.AddValue(T("f32"));
  const ValueId x = program.AddValue(T("40xf32"));
  program.body.arguments = {x};
  Builder b(&program, &program.body, location);
  std::vector<uint8_t> bytes(160, 0);
  bytes[3] = 0x40;
  const ValueId c = b.Constant(*Literal::Create(T("40xf32"), bytes, false));
  program.body.results = {b.Binary(kAdd, x, c)};
  return program;
}

TEST(CanonicalText, DoesNotDependOnNumbersLocationsOrNames) {
  const std::string text = CanonicalText(WithUnusedNumbers(0, {}, "f"));
  EXPECT_EQ(text, CanonicalText(WithUnusedNumbers(5, {3, 4}, "g")));
  EXPECT_THAT(text, HasSubstr("dense<sha256:"));
}

TEST(CanonicalText, TellsConstantsApart) {
  Program other = WithUnusedNumbers(0, {}, "f");
  std::vector<uint8_t> bytes(160, 0);
  bytes[3] = 0x41;
  other.body.operations[0].attributes.Set(kValue,
                                          *Literal::Create(T("40xf32"), bytes, false));
  EXPECT_NE(CanonicalText(other), CanonicalText(WithUnusedNumbers(0, {}, "f")));
}

TEST(Print, StructuredAttributesAreGatheredAgain) {
  const OneOperation dot(kDotGeneral, {"2x3xf32", "3x4xf32"},
                         {{kLhsContractingDimensions, Dims{1}},
                          {kRhsContractingDimensions, Dims{0}},
                          {kPrecision, Dims{0, 2}},
                          {kAlgorithm, std::string("bf16,bf16,f32,1,1,3,false")}});
  const std::string text = Print(dot.Complete({"2x4xf32"}));
  EXPECT_THAT(text, HasSubstr("dot_dimension_numbers = #stablehlo.dot<"
                              "lhs_contracting_dimensions = [1], "
                              "rhs_contracting_dimensions = [0]>"));
  EXPECT_THAT(text, HasSubstr("precision_config = [#stablehlo<precision DEFAULT>, "
                              "#stablehlo<precision HIGHEST>]"));
  EXPECT_THAT(text, HasSubstr("num_primitive_operations = 3"));
  EXPECT_THAT(text, Not(HasSubstr("lhs_contracting_dimensions = array")));
}

TEST(Print, CalledComputationsStandAsFunctions) {
  OneOperation call(kCustomCall, {"4xf32"}, {{kCallTargetName, std::string("f\"g")}});
  call.WithRegion({"f32", "f32"}, {"i1"});
  const std::string text = Print(call.Complete({"2xf32"}));
  EXPECT_THAT(text, HasSubstr("call_target_name = \"f\\22g\""));
  EXPECT_THAT(text, HasSubstr("called_computations = [@computation0]"));
  EXPECT_THAT(text, HasSubstr("func.func private @computation0(%arg1: tensor<f32>"));
}

TEST(Print, MultipleResultsAreNumberedWithinTheirGroup) {
  OneOperation sort(kSort, {"4xf32", "4xi32"}, {{kDimension, int64_t{0}}});
  sort.WithRegion({"f32", "f32", "i32", "i32"}, {"i1"});
  const std::string text = Print(sort.Complete({"4xf32", "4xi32"}));
  EXPECT_THAT(text, HasSubstr("%0:2 = \"stablehlo.sort\"(%arg0, %arg1)"));
  EXPECT_THAT(text, HasSubstr("^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>"));
  EXPECT_THAT(text, HasSubstr("\"func.return\"(%0#0, %0#1)"));
}

TEST(PrintOperation, ShowsOneOperationWithItsRegions) {
  OneOperation loop(kWhile, {"i32"});
  loop.WithRegion({"i32"}, {"i1"}).WithRegion({"i32"}, {"i32"});
  const Program program = loop.Complete({"i32"});
  EXPECT_THAT(PrintOperation(program, program.body.operations[0]),
              HasSubstr("\"stablehlo.return\""));
}

}  // namespace
}  // namespace tilewright::ir
