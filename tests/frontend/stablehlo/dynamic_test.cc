// Programs with sizes that only the inputs tell.
#include <string>
#include <vector>

#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::ElementType;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

ParseOptions With(std::vector<ir::TensorType> inputs) {
  ParseOptions options;
  options.input_types = std::move(inputs);
  return options;
}

// The canonical text of `text` with inputs of these types.
std::string Specialised(const std::string& text, std::vector<ir::TensorType> inputs) {
  const absl::StatusOr<ParsedProgram> parsed =
      ParseProgram(text, With(std::move(inputs)));
  return parsed.ok() ? ir::CanonicalText(parsed->program)
                     : std::string(parsed.status().message());
}

TEST(Dynamic, ElementwiseOperationsTakeTheirOperandsSizes) {
  const std::string text =
      "func.func @main(%a: tensor<?x3xf32>) -> tensor<?x3xi32> {\n"
      "  %0 = stablehlo.sine %a : tensor<?x3xf32>\n"
      "  %1 = stablehlo.convert %0 : (tensor<?x3xf32>) -> tensor<?x3xi32>\n"
      "  return %1 : tensor<?x3xi32>\n}";
  EXPECT_EQ(Specialised(text, {{kF32, {5, 3}}}),
            Specialised("func.func @main(%a: tensor<5x3xf32>) -> tensor<5x3xi32> {\n"
                        "  %0 = stablehlo.sine %a : tensor<5x3xf32>\n"
                        "  %1 = stablehlo.convert %0 : (tensor<5x3xf32>) -> "
                        "tensor<5x3xi32>\n"
                        "  return %1 : tensor<5x3xi32>\n}",
                        {}));
  EXPECT_THAT(Specialised(text, {{kF32, {5, 4}}}),
              HasSubstr("input 0 of '@main' is tensor<?x3xf32>, not tensor<5x4xf32>"));
  EXPECT_THAT(Specialised(text, {{kF64, {5, 3}}}), HasSubstr("not tensor<5x3xf64>"));
  EXPECT_THAT(Specialised(text, {{kF32, {5, 3}}, {kF32, {5, 3}}}),
              HasSubstr("takes 1 inputs, not 2"));
}

struct Becomes {
  std::string name;
  std::string body;       // of %a: tensor<?x4xf32>, sizes in %n and %s
  std::string operation;  // what the printed program has
};

class BecomesStaticTest : public ::testing::TestWithParam<Becomes> {};

TEST_P(BecomesStaticTest, WhereItsOperandsFollowFromTheSizes) {
  const std::string text =
      "func.func @main(%a: tensor<?x4xf32>) {\n"
      "  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> "
      "tensor<i32>\n"
      "  %v = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
      "  %c = stablehlo.constant dense<4> : tensor<1xi32>\n"
      "  %s = stablehlo.concatenate %v, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> "
      "tensor<2xi32>\n"
      "  %o = stablehlo.constant dense<1> : tensor<2xi32>\n"
      "  %z = stablehlo.constant dense<0> : tensor<2xi32>\n"
      "  %f = stablehlo.constant dense<0.0> : tensor<f32>\n" +
      GetParam().body + "\n  return\n}";
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(text, With({{kF32, {6, 4}}}));
  ASSERT_TRUE(parsed.ok()) << parsed.status().message();
  EXPECT_THAT(ir::Print(parsed->program), HasSubstr(GetParam().operation));
  EXPECT_THAT(ir::Print(parsed->program), Not(HasSubstr("stablehlo.dynamic_")));
}

INSTANTIATE_TEST_SUITE_P(
    Operations, BecomesStaticTest,
    ::testing::ValuesIn(std::vector<Becomes>{
        {"reshape",
         "%r = stablehlo.dynamic_reshape %a, %s : (tensor<?x4xf32>, tensor<2xi32>) -> "
         "tensor<?x?xf32>",
         "(tensor<6x4xf32>) -> tensor<6x4xf32>"},
        {"broadcast",
         "%r = stablehlo.dynamic_broadcast_in_dim %f, %s, dims = [] : (tensor<f32>, "
         "tensor<2xi32>) -> tensor<?x4xf32>",
         "(tensor<f32>) -> tensor<6x4xf32>"},
        {"iota",
         "%r = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi64>",
         "() -> tensor<6x4xi64>"},
        {"pad",
         "%r = stablehlo.dynamic_pad %a, %f, %s, %o, %z : (tensor<?x4xf32>, tensor<f32>, "
         "tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>",
         "-> tensor<13x9xf32>"},
        {"slice",
         "%r = stablehlo.real_dynamic_slice %a, %o, %s, %o : (tensor<?x4xf32>, "
         "tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>",
         "-> tensor<5x3xf32>"},
        {"gather",
         "%i = stablehlo.constant dense<1> : tensor<3x1xi32>\n"
         "%k = stablehlo.constant dense<[1, 4]> : tensor<2xi32>\n"
         "%r = \"stablehlo.dynamic_gather\"(%a, %i, %k) {dimension_numbers = "
         "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
         "start_index_map "
         "= [0], index_vector_dim = 1>} : (tensor<?x4xf32>, tensor<3x1xi32>, "
         "tensor<2xi32>) -> tensor<3x?xf32>",
         "-> tensor<3x4xf32>"},
        {"while",
         "%r = stablehlo.while(%x = %a) : tensor<?x4xf32> cond {\n"
         "%p = stablehlo.constant dense<false> : tensor<i1>\n"
         "stablehlo.return %p : tensor<i1>\n} do {\n"
         "%y = stablehlo.negate %x : tensor<?x4xf32>\n"
         "stablehlo.return %y : tensor<?x4xf32>\n}",
         "(tensor<6x4xf32>) -> tensor<6x4xf32>"},
        {"if",
         "%e = stablehlo.slice %a [0:1, 0:1] : (tensor<?x4xf32>) -> tensor<1x1xf32>\n"
         "%q = stablehlo.reshape %e : (tensor<1x1xf32>) -> tensor<f32>\n"
         "%p = stablehlo.compare GT, %q, %f : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
         "%r = \"stablehlo.if\"(%p) ({ stablehlo.return %a : tensor<?x4xf32> }, { "
         "stablehlo.return %a : tensor<?x4xf32> }) : (tensor<i1>) -> tensor<?x4xf32>",
         "(tensor<i1>) -> tensor<6x4xf32>"},
        {"branch_that_a_size_chooses",
         "%k = stablehlo.constant dense<7> : tensor<i32>\n"
         "%p = stablehlo.compare LT, %n, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
         "%r = \"stablehlo.if\"(%p) ({\n"
         "%y = stablehlo.negate %a : tensor<?x4xf32>\n"
         "stablehlo.return %y : tensor<?x4xf32> }, {\n"
         "%y = stablehlo.abs %a : tensor<?x4xf32>\n"
         "stablehlo.return %y : tensor<?x4xf32> }) : (tensor<i1>) -> tensor<?x4xf32>\n"
         "%t = stablehlo.exponential %r : tensor<?x4xf32>",
         "\"stablehlo.exponential\"(%"},
        {"top_k",
         "%k2 = stablehlo.constant dense<2> : tensor<i64>\n"
         "%r:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %k2) : "
         "(tensor<?x4xf32>, tensor<i64>) -> (tensor<?x?xf32>, tensor<?x?xi32>)",
         "\"chlo.top_k\"(%arg0) <{k = 2 : i64}>"},
    }),
    [](const ::testing::TestParamInfo<Becomes>& info) { return info.param.name; });

const char kAsserting[] =
    "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n"
    "  %c = stablehlo.constant dense<3> : tensor<i32>\n"
    "  %p = stablehlo.compare GE, %n, %c, SIGNED : (tensor<i32>, tensor<i32>) -> "
    "tensor<i1>\n"
    "  stablehlo.custom_call @shape_assertion(%p, %n, %c) {error_message = \"{0} is less "
    "than {1}\"} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()\n"
    "  return %a : tensor<?xf32>\n}";

TEST(Dynamic, AShapeAssertionThatHoldsLeavesNothing) {
  EXPECT_THAT(Specialised(kAsserting, {{kF32, {3}}}), Not(HasSubstr("shape_assertion")));
  EXPECT_THAT(Specialised(kAsserting, {{kF32, {3}}}), HasSubstr("-> (tensor<3xf32>)"));
}

TEST(Dynamic, AShapeAssertionThatFailsIsAnErrorWithItsMessage) {
  EXPECT_THAT(Specialised(kAsserting, {{kF32, {2}}}),
              HasSubstr("5:3: error: 2 is less than 3"));
}

// A slice of %a: tensor<?x?xi32> that begins where %b says, with the end that `end`
// computes.
std::string SlicedTo(const std::string& end, const std::string& strides = "1") {
  return Specialised(
      "func.func @main(%a: tensor<?x?xi32>, %b: tensor<2xi32>) -> tensor<?x?xi32> {\n"
      "  %n = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x?xi32>) -> "
      "tensor<i32>\n"
      "  %v = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
      "  %o = stablehlo.constant dense<1> : tensor<1xi32>\n"
      "  %l = stablehlo.concatenate %o, %v, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> "
      "tensor<2xi32>\n"
      "  %s = stablehlo.constant dense<" +
          strides + "> : tensor<2xi32>\n" + end +
          "\n  %r = stablehlo.real_dynamic_slice %a, %b, %e, %s : (tensor<?x?xi32>, "
          "tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xi32>\n"
          "  return %r : tensor<?x?xi32>\n}",
      {{kI32, {6, 4}}, {kI32, {2}}});
}

TEST(Dynamic, ASliceThatBeginsWhereDataTellsHasTheSizesBetweenItsEnds) {
  EXPECT_THAT(
      SlicedTo("%e = stablehlo.add %b, %l : tensor<2xi32>"),
      AllOf(HasSubstr("slice_sizes = array<i64: 1, 4>"), HasSubstr("-> tensor<1x4xi32>"),
            Not(HasSubstr("real_dynamic_slice"))));
  // The same, one element after the other.
  EXPECT_THAT(
      SlicedTo("%b0 = stablehlo.slice %b [0:1] : (tensor<2xi32>) -> tensor<1xi32>\n"
               "%b1 = stablehlo.slice %b [1:2] : (tensor<2xi32>) -> tensor<1xi32>\n"
               "%e0 = stablehlo.add %o, %b0 : tensor<1xi32>\n"
               "%e1 = stablehlo.add %b1, %v : tensor<1xi32>\n"
               "%m = stablehlo.subtract %e1, %o : tensor<1xi32>\n"
               "%e = stablehlo.concatenate %e0, %m, dim = 0 : (tensor<1xi32>, "
               "tensor<1xi32>) -> tensor<2xi32>"),
      HasSubstr("slice_sizes = array<i64: 1, 3>"));
  EXPECT_THAT(SlicedTo("%e = stablehlo.add %b, %l : tensor<2xi32>", "[1, 3]"),
              AllOf(HasSubstr("slice_sizes = array<i64: 1, 4>"),
                    HasSubstr("-> tensor<1x2xi32>")));
}

TEST(Dynamic, ASliceWhoseSizeDataTellsIsRefused) {
  EXPECT_THAT(SlicedTo("%e = stablehlo.add %b, %b : tensor<2xi32>"),
              HasSubstr("does not follow from the sizes of the inputs"));
  EXPECT_THAT(SlicedTo("%e = stablehlo.subtract %b, %l : tensor<2xi32>"),
              HasSubstr("the slice's sizes, -1, -4, are negative"));
}

TEST(Dynamic, ASliceOfAScalarIsTheScalar) {
  EXPECT_THAT(Specialised("func.func @main(%a: tensor<?xf32>, %s: tensor<i32>) -> "
                          "tensor<i32> {\n"
                          "  %0 = \"stablehlo.slice\"(%s) {start_indices = array<i64>, "
                          "limit_indices = array<i64>, strides = array<i64>} : "
                          "(tensor<i32>) -> tensor<i32>\n"
                          "  return %0 : tensor<i32>\n}",
                          {{kF32, {3}}, {kI32, {}}}),
              HasSubstr("stablehlo.slice"));
}

std::string Called(const std::string& shapes) {
  return Specialised(
      "func.func @main(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {\n"
      "  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> "
      "tensor<i32>\n"
      "  %v = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
      "  %c = stablehlo.constant dense<4> : tensor<1xi32>\n"
      "  %s = stablehlo.concatenate %v, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> "
      "tensor<2xi32>\n"
      "  %r = stablehlo.custom_call @some_routine(%a, %s) {indices_of_shape_operands = "
      "dense<[" +
          shapes +
          "]> : tensor<1xi64>, operand_layouts = [dense<[1, 0]> : tensor<2xindex>, "
          "dense<0> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : "
          "tensor<2xindex>]} : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>\n"
          "  return %r : tensor<?x4xf32>\n}",
      {{kF32, {3, 4}}});
}

TEST(Dynamic, ACallIsMadeWithoutTheOperandsThatAreItsResultsShapes) {
  EXPECT_THAT(Called("1"), AllOf(HasSubstr("(tensor<3x4xf32>) -> tensor<3x4xf32>"),
                                 HasSubstr("operand_layouts")));
  EXPECT_THAT(Called("2"), HasSubstr("there is no operand 2 of 2"));
}

TEST(Dynamic, ASizeThatDependsOnDataIsRefused) {
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(
      "func.func @main(%a: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {\n"
      "  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?xf32>, tensor<1xi32>) -> "
      "tensor<?xf32>\n"
      "  return %0 : tensor<?xf32>\n}",
      With({{kF32, {4}}, {kI32, {1}}}));
  EXPECT_TRUE(absl::IsUnimplemented(parsed.status()));
  EXPECT_THAT(std::string(parsed.status().message()),
              HasSubstr("2:8: error: the size of the result, tensor<?xf32>, does not"));
}

TEST(Dynamic, DynamicOperationsWithStaticResultsPassAsTheyAre) {
  EXPECT_THAT(Specialised("func.func @main(%a: tensor<4xf32>, %s: tensor<1xi32>) -> "
                          "tensor<4xf32> {\n"
                          "  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, "
                          "tensor<1xi32>) -> tensor<4xf32>\n"
                          "  return %0 : tensor<4xf32>\n}",
                          {}),
              HasSubstr("stablehlo.dynamic_reshape"));
}

}  // namespace
}  // namespace tilewright::stablehlo
