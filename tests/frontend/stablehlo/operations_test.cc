// What lowering makes of attributes, tokens and resources.
#include <string>
#include <vector>

#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;
using ir::Dims;
using ::testing::HasSubstr;

// The first operation of `kind` in the program.
const ir::Operation* Find(const ParsedProgram& parsed, ir::OpKind kind) {
  for (const ir::Operation& operation : parsed.program.body.operations) {
    if (operation.kind == kind) return &operation;
  }
  return nullptr;
}

TEST(Operations, AttributesThatAreNotWrittenHaveStableHlosDefaults) {
  const auto parsed = ParseProgram(
      "func.func @main(%a: tensor<4x6xf32>, %i: tensor<f32>) {\n"
      "  %0 = \"stablehlo.reduce_window\"(%a, %i) ({\n"
      "  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
      "    %s = stablehlo.add %x, %y : tensor<f32>\n    stablehlo.return %s : "
      "tensor<f32>\n"
      "  }) {window_dimensions = array<i64: 2, 3>} : (tensor<4x6xf32>, tensor<f32>) -> "
      "tensor<3x4xf32>\n"
      "  %1 = \"stablehlo.sort\"(%a) ({\n"
      "  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
      "    %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
      "    stablehlo.return %p : tensor<i1>\n"
      "  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>\n  return\n}");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const ir::Operation* window = Find(*parsed, ir::OpKind::kReduceWindow);
  ASSERT_NE(window, nullptr);
  EXPECT_EQ(window->attributes.Ints(kWindowStrides), (Dims{1, 1}));
  EXPECT_EQ(window->attributes.Ints(kBaseDilations), (Dims{1, 1}));
  EXPECT_EQ(window->attributes.Ints(kPadding), (Dims{0, 0, 0, 0}));
  const ir::Operation* sort = Find(*parsed, ir::OpKind::kSort);
  ASSERT_NE(sort, nullptr);
  EXPECT_EQ(sort->attributes.Int(kDimension), 1);
  EXPECT_FALSE(sort->attributes.Flag(kIsStable, true));
  const ir::Operation& compare = sort->regions[0].operations[0];
  EXPECT_EQ(compare.attributes.Text(kCompareType), "FLOAT");
}

TEST(Operations, AProductOfDifferentTypesIsOfTheResultsType) {
  ExpectSameProgram(
      "func.func @main(%a: tensor<3xf32>, %b: tensor<3xi32>) -> tensor<f32> {\n"
      "  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : "
      "(tensor<3xf32>, tensor<3xi32>) -> tensor<f32>\n  return %0 : tensor<f32>\n}",
      "func.func @main(%a: tensor<3xf32>, %b: tensor<3xi32>) -> tensor<f32> {\n"
      "  %c = stablehlo.convert %b : (tensor<3xi32>) -> tensor<3xf32>\n"
      "  %0 = stablehlo.dot_general %a, %c, contracting_dims = [0] x [0] : "
      "(tensor<3xf32>, tensor<3xf32>) -> tensor<f32>\n  return %0 : tensor<f32>\n}");
}

TEST(Operations, PaddingIsFlatLowAndHighOfEachDimension) {
  const auto parsed = ParseProgram(
      "func.func @main(%a: tensor<1x8x9x3xf32>, %k: tensor<2x2x3x4xf32>) {\n"
      "  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, "
      "0, 1, f], window = {pad = [[1, 2], [3, 4]]} {batch_group_count = 1 : i64, "
      "feature_group_count = 1 : i64} : (tensor<1x8x9x3xf32>, "
      "tensor<2x2x3x4xf32>) -> tensor<1x10x15x4xf32>\n  return\n}");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(Find(*parsed, ir::OpKind::kConvolution)->attributes.Ints(kPadding),
            (Dims{1, 2, 3, 4}));
}

TEST(Operations, ReplicaGroupsKeepTheirShape) {
  const auto parsed = ParseProgram(
      "func.func @main(%a: tensor<4xf32>) {\n"
      "  %0 = \"stablehlo.all_reduce\"(%a) ({\n"
      "  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
      "    %s = stablehlo.add %x, %y : tensor<f32>\n    stablehlo.return %s : "
      "tensor<f32>\n"
      "  }) {replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>, "
      "channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, "
      "use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>\n  return\n}");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const ir::Attributes& a = Find(*parsed, ir::OpKind::kAllReduce)->attributes;
  EXPECT_EQ(a.Ints(kReplicaGroups), (Dims{0, 1, 2, 3, 4, -1}));
  EXPECT_EQ(a.Int(kReplicaGroupSize), 3);
  EXPECT_EQ(a.Int(kChannelId), 7);
  EXPECT_TRUE(a.Flag(kUseGlobalDeviceIds));
}

TEST(Operations, ADeprecatedTokenIsAnAfterAllOfNothing) {
  ExpectSameProgram(
      "func.func @main() -> !stablehlo.token {\n"
      "  %0 = stablehlo.create_token : !stablehlo.token\n"
      "  return %0 : !stablehlo.token\n}",
      "func.func @main() -> !stablehlo.token {\n"
      "  %0 = stablehlo.after_all : !stablehlo.token\n"
      "  return %0 : !stablehlo.token\n}");
}

TEST(Operations, AResourceIsAConstantWhoseBytesStandInTheTrailer) {
  ExpectSameProgram(
      "func.func @main() -> tensor<2xf32> {\n"
      "  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
      "  return %0 : tensor<2xf32>\n}",
      "func.func @main() -> tensor<2xf32> {\n"
      "  %0 = stablehlo.constant dense_resource<data> : tensor<2xf32>\n"
      "  return %0 : tensor<2xf32>\n}\n"
      "{-#\n  external_resources: { mlir_reproducer: { verify_each: true } },\n"
      "  dialect_resources: { builtin: { data: \"0x040000000000803F00000040\" } "
      "}\n#-}\n");
}

TEST(Operations, AWronglyTypedAttributeIsAnError) {
  EXPECT_THAT(ErrorOf("func.func @main(%a: tensor<2xf32>) {\n"
                      "  %0 = \"stablehlo.reverse\"(%a) {dimensions = \"zero\"} : "
                      "(tensor<2xf32>) -> tensor<2xf32>\n  return\n}"),
              HasSubstr("a list of at most 65536 integers is expected"));
  EXPECT_THAT(ErrorOf("func.func @main() {\n"
                      "  %0 = \"stablehlo.iota\"() {iota_dimension = 0.5 : f32} : () -> "
                      "tensor<2xf32>\n  return\n}"),
              HasSubstr("'iota_dimension' is an integer"));
}

TEST(Operations, ParametersOfOtherToolsAreNoPartOfTheProgram) {
  ExpectSameProgram(
      "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
      "  %0 = stablehlo.exponential %a : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}",
      "func.func @main(%a: tensor<2xf32> {mhlo.layout_mode = \"default\"}) -> "
      "(tensor<2xf32> {jax.result_info = \"x\"}) attributes {a = affine_map<(d0) -> "
      "(d0)>} "
      "{\n  %0 = stablehlo.exponential %a {mhlo.sharding = \"{replicated}\", "
      "result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo<x DEFAULT>>, "
      "sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<2xf32>\n"
      "  return %0 : tensor<2xf32>\n}");
}

}  // namespace
}  // namespace tilewright::stablehlo
