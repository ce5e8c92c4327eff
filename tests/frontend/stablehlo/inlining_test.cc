// Calls, composites, tuples, modules: what is no part of an ir program.
#include <string>
#include <utility>
#include <vector>

#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const char kTwice[] =
    "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
    "  %0 = stablehlo.add %a, %a : tensor<2xf32>\n"
    "  %1 = stablehlo.add %0, %0 : tensor<2xf32>\n"
    "  return %1 : tensor<2xf32>\n}\n";

TEST(Inlining, ACallIsItsBody) {
  ExpectSameProgram(kTwice,
                    "module {\n"
                    "func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                    "  %0 = stablehlo.add %x, %x : tensor<2xf32>\n"
                    "  return %0 : tensor<2xf32>\n}\n"
                    "func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
                    "  %x = call @twice(%a) : (tensor<2xf32>) -> tensor<2xf32>\n"
                    "  %y = func.call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>\n"
                    "  func.return %y : tensor<2xf32>\n}\n}");
}

TEST(Inlining, ACompositeIsItsDecomposition) {
  ExpectSameProgram(
      kTwice,
      "func.func private @impl(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
      "  %0 = stablehlo.add %x, %x : tensor<2xf32>\n"
      "  %1 = stablehlo.add %0, %0 : tensor<2xf32>\n"
      "  return %1 : tensor<2xf32>\n}\n"
      "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
      "  %y = stablehlo.composite \"quadruple\" %a {composite_attributes = {n "
      "= 4 : i64}, decomposition = @impl, version = 1 : i32} : "
      "(tensor<2xf32>) -> tensor<2xf32>\n"
      "  return %y : tensor<2xf32>\n}");
}

TEST(Inlining, TuplesAreTheirElements) {
  ExpectSameProgram(
      "func.func @main(%a: tensor<2xf32>, %b: tensor<3xi32>, %c: tensor<i1>) -> "
      "(tensor<3xi32>, tensor<2xf32>, tensor<i1>) {\n"
      "  return %b, %a, %c : tensor<3xi32>, tensor<2xf32>, tensor<i1>\n}",
      "!inner = tuple<tensor<3xi32>, tensor<i1>>\n"
      "func.func @main(%t: tuple<tensor<2xf32>, !inner>) -> (tensor<3xi32>, "
      "tuple<tensor<2xf32>, tensor<i1>>) {\n"
      "  %x = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, !inner>) -> "
      "tensor<2xf32>\n"
      "  %u = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, !inner>) -> "
      "!inner\n"
      "  %y = stablehlo.get_tuple_element %u[0] : (!inner) -> tensor<3xi32>\n"
      "  %z = \"stablehlo.get_tuple_element\"(%u) {index = 1 : i32} : (!inner) -> "
      "tensor<i1>\n"
      "  %v = stablehlo.tuple %x, %z : tuple<tensor<2xf32>, tensor<i1>>\n"
      "  return %y, %v : tensor<3xi32>, tuple<tensor<2xf32>, tensor<i1>>\n}");
}

TEST(Inlining, RecursionIsAnError) {
  EXPECT_THAT(ErrorOf("func.func private @f(%a: tensor<f32>) -> tensor<f32> {\n"
                      "  %0 = call @g(%a) : (tensor<f32>) -> tensor<f32>\n"
                      "  return %0 : tensor<f32>\n}\n"
                      "func.func private @g(%a: tensor<f32>) -> tensor<f32> {\n"
                      "  %0 = call @f(%a) : (tensor<f32>) -> tensor<f32>\n"
                      "  return %0 : tensor<f32>\n}\n"
                      "func.func @main(%a: tensor<f32>) -> tensor<f32> {\n"
                      "  %0 = call @f(%a) : (tensor<f32>) -> tensor<f32>\n"
                      "  return %0 : tensor<f32>\n}\n"),
              HasSubstr("6:8: error: '@f' calls itself: recursion is not allowed"));
}

TEST(Inlining, AFunctionDoesNotSeeItsCallersNames) {
  EXPECT_THAT(ErrorOf("func.func private @f() -> tensor<f32> {\n"
                      "  return %a : tensor<f32>\n}\n"
                      "func.func @main(%a: tensor<f32>) -> tensor<f32> {\n"
                      "  %0 = call @f() : () -> tensor<f32>\n"
                      "  return %0 : tensor<f32>\n}\n"),
              HasSubstr("2:10: error: '%a' is not defined before"));
}

TEST(Inlining, ARegionsNamesEndWithIt) {
  EXPECT_THAT(
      ErrorOf("func.func @main(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {\n"
              "  %0 = \"stablehlo.if\"(%p) ({\n"
              "    %x = stablehlo.negate %a : tensor<f32>\n"
              "    stablehlo.return %x : tensor<f32>\n"
              "  }, {\n"
              "    stablehlo.return %x : tensor<f32>\n"
              "  }) : (tensor<i1>) -> tensor<f32>\n"
              "  return %0 : tensor<f32>\n}"),
      HasSubstr("6:22: error: '%x' is not defined before"));
}

TEST(Inlining, TheGenericFormOfModulesAndFunctionsIsTheSame) {
  ExpectSameProgram(
      kTwice,
      "\"builtin.module\"() <{sym_name = \"m\"}> ({\n"
      "  \"func.func\"() <{arg_attrs = [{a = \"b\"}], function_type = (tensor<2xf32>) -> "
      "tensor<2xf32>, sym_name = \"main\", sym_visibility = \"public\"}> ({\n"
      "  ^bb0(%a: tensor<2xf32> loc(\"a\")):\n"
      "    %0 = \"stablehlo.add\"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> "
      "tensor<2xf32> loc(#l)\n"
      "    %1 = \"stablehlo.add\"(%0, %0) : (tensor<2xf32>, tensor<2xf32>) -> "
      "tensor<2xf32>\n"
      "    \"func.return\"(%1) : (tensor<2xf32>) -> () loc(callsite(\"f\" at #l))\n"
      "  }) : () -> () loc(#l)\n"
      "}) : () -> () loc(#l)\n"
      "#l = loc(\"f.py\":1:2 to 3:4)\n");
}

TEST(Inlining, AGenericFunctionsArgumentsAreThoseOfItsType) {
  const std::string text =
      "\"func.func\"() <{function_type = (tensor<3xf32>) -> tensor<2xf32>, sym_name = "
      "\"main\"}> ({\n^bb0(%a: tensor<2xf32>):\n"
      "  \"func.return\"(%a) : (tensor<2xf32>) -> ()\n}) : () -> ()\n";
  EXPECT_THAT(ErrorOf(text), HasSubstr("the argument is tensor<2xf32>, the function "
                                       "type says tensor<3xf32>"));
}

TEST(Inlining, ShardingsMeanNothingOnOneDevice) {
  ExpectSameProgram(
      "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = stablehlo.negate %a : tensor<4xf32>\n"
      "  return %0 : tensor<4xf32>\n}",
      "module attributes {mhlo.num_partitions = 1 : i32} {\n"
      "sdy.mesh @mesh = <[\"x\"=1]>\n"
      "func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, "
      "[{\"x\"}]>}) "
      "-> (tensor<4xf32> {jax.result_info = \"r\"}) {\n"
      "  %0 = sdy.sharding_constraint %a <@mesh, [{\"x\"}]> : tensor<4xf32>\n"
      "  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{\"x\"}]>] "
      "out_shardings=[<@mesh, [{}]>] manual_axes={\"x\"} (%x: tensor<4xf32>) {\n"
      "    %2 = stablehlo.negate %x : tensor<4xf32>\n"
      "    sdy.return %2 : tensor<4xf32>\n"
      "  } : (tensor<4xf32>) -> tensor<4xf32>\n"
      "  %3 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = \"{replicated}\"} : "
      "(tensor<4xf32>) -> tensor<4xf32>\n"
      "  return %3 : tensor<4xf32>\n}\n}");
}

TEST(Inlining, DonationsComeFromAliasingAttributesAndDonorsTakeWhatFits) {
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(
      "func.func @main(%a: tensor<2xf32> {jax.buffer_donor = true}, %b: tensor<3xf32> "
      "{tf.aliasing_output = 1 : i32}, %c: tensor<3xf32> {jax.buffer_donor = true}) -> "
      "(tensor<2xf32>, tensor<3xf32>) {\n"
      "  return %a, %b : tensor<2xf32>, tensor<3xf32>\n}");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  std::vector<std::pair<int, int>> donations;
  for (const ir::Donation& d : parsed->program.donations) {
    donations.emplace_back(d.argument, d.result);
  }
  // Nothing is left for %c.
  EXPECT_THAT(donations,
              ::testing::UnorderedElementsAre(std::pair(0, 0), std::pair(1, 1)));
  EXPECT_THAT(
      ErrorOf("func.func @main(%a: tensor<2xf32> {tf.aliasing_output = 7 : i32}) -> "
              "tensor<2xf32> { return %a : tensor<2xf32> }"),
      HasSubstr("tf.aliasing_output names result 7 of 1"));
}

TEST(Inlining, AComputationThatACustomCallNamesBecomesItsRegion) {
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(
      "func.func private @more(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {\n"
      "  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
      "  return %0 : tensor<i1>\n}\n"
      "func.func @main(%a: tensor<8xf32>) -> tensor<4xf32> {\n"
      "  %0 = stablehlo.custom_call @Thing(%a) {backend_config = \"\", "
      "called_computations "
      "= [@more], mhlo.backend_config = {flag = true, k = 4 : i64, rate = 0.5 : f32, s = "
      "\"t\"}} : (tensor<8xf32>) -> tensor<4xf32>\n"
      "  return %0 : tensor<4xf32>\n}");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const ir::Operation& call = parsed->program.body.operations[0];
  ASSERT_EQ(call.regions.size(), 1u);
  EXPECT_EQ(call.regions[0].arguments.size(), 2u);
  const ir::Config& config =
      call.attributes.Configuration(ir::AttributeName::kBackendConfig);
  EXPECT_EQ(config.size(), 4u);
  EXPECT_EQ(std::get<int64_t>(config.at("k")), 4);
  EXPECT_EQ(std::get<double>(config.at("rate")), 0.5);
  EXPECT_EQ(std::get<bool>(config.at("flag")), true);
  EXPECT_EQ(std::get<std::string>(config.at("s")), "t");
}

}  // namespace
}  // namespace tilewright::stablehlo
