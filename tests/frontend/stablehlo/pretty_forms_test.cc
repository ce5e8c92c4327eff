// The pretty form of each operation means what its generic form means.
#include <string>
#include <vector>

#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

struct Forms {
  std::string name;
  std::string arguments;
  std::string result;
  std::string pretty;
  std::string generic;
};

class PrettyFormTest : public ::testing::TestWithParam<Forms> {};

TEST_P(PrettyFormTest, MeansWhatTheGenericFormMeans) {
  const Forms& forms = GetParam();
  ExpectSameProgram(Function(forms.arguments, forms.result, forms.pretty),
                    Function(forms.arguments, forms.result, forms.generic));
}

const char kTwo[] = "%a: tensor<2x3xf32>, %b: tensor<2x3xf32>";

INSTANTIATE_TEST_SUITE_P(
    Operations, PrettyFormTest,
    ::testing::ValuesIn(std::vector<Forms>{
        {"add", kTwo, "tensor<2x3xf32>", "%r = stablehlo.add %a, %b : tensor<2x3xf32>",
         "%r = \"stablehlo.add\"(%a, %b) : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
         "tensor<2x3xf32>"},
        {"add_with_all_types", kTwo, "tensor<2x3xf32>",
         "%r = stablehlo.add %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
         "tensor<2x3xf32> loc(\"x\"(\"y\":1:2))",
         "%r = \"stablehlo.add\"(%a, %b) {mhlo.frontend_attributes = {a = \"b\"}} : "
         "(tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"},
        {"compare", kTwo, "tensor<2x3xi1>",
         "%r = stablehlo.compare  LT, %a, %b,  FLOAT : (tensor<2x3xf32>, "
         "tensor<2x3xf32>) "
         "-> tensor<2x3xi1>",
         "%r = \"stablehlo.compare\"(%a, %b) {comparison_direction = "
         "#stablehlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
         "tensor<2x3xi1>"},
        {"iota", "", "tensor<2x3xi32>", "%r = stablehlo.iota dim = 1 : tensor<2x3xi32>",
         "%r = \"stablehlo.iota\"() <{iota_dimension = 1 : i64}> : () -> "
         "tensor<2x3xi32>"},
        {"constant", "", "tensor<2xi32>",
         "%r = stablehlo.constant {a = 1 : i32} dense<[1, 2]> : tensor<2xi32>",
         "%r = \"stablehlo.constant\"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () "
         "-> "
         "tensor<2xi32>"},
        {"slice", "%a: tensor<8x9xf32>", "tensor<4x3xf32>",
         "%r = stablehlo.slice %a [0:8:2, 3:6] : (tensor<8x9xf32>) -> tensor<4x3xf32>",
         "%r = \"stablehlo.slice\"(%a) {start_indices = dense<[0, 3]> : tensor<2xi64>, "
         "limit_indices = array<i64: 8, 6>, strides = array<i64: 2, 1>} : "
         "(tensor<8x9xf32>) -> tensor<4x3xf32>"},
        {"dynamic_slice", "%a: tensor<8x9xf32>, %i: tensor<i32>", "tensor<2x3xf32>",
         "%r = stablehlo.dynamic_slice %a, %i, %i, sizes = [2, 3] : (tensor<8x9xf32>, "
         "tensor<i32>, tensor<i32>) -> tensor<2x3xf32>",
         "%r = \"stablehlo.dynamic_slice\"(%a, %i, %i) {slice_sizes = array<i64: 2, 3>} "
         ": "
         "(tensor<8x9xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>"},
        {"broadcast_in_dim", "%a: tensor<3xf32>", "tensor<2x3xf32>",
         "%r = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> "
         "tensor<2x3xf32>",
         "%r = \"stablehlo.broadcast_in_dim\"(%a) {broadcast_dimensions = dense<1> : "
         "tensor<1xi64>} : (tensor<3xf32>) -> tensor<2x3xf32>"},
        {"concatenate", kTwo, "tensor<4x3xf32>",
         "%r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, "
         "tensor<2x3xf32>) "
         "-> tensor<4x3xf32>",
         "%r = \"stablehlo.concatenate\"(%a, %b) {dimension = 0 : i64} : "
         "(tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>"},
        {"pad", "%a: tensor<2x3xf32>, %v: tensor<f32>", "tensor<3x6xf32>",
         "%r = stablehlo.pad %a, %v, low = [0, -1], high = [1, 4], interior = [0, 0] : "
         "(tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>\n",
         "%r = \"stablehlo.pad\"(%a, %v) {edge_padding_low = array<i64: 0, -1>, "
         "edge_padding_high = array<i64: 1, 4>, interior_padding = array<i64: 0, 0>} : "
         "(tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>"},
        {"clamp", "%l: tensor<f32>, %a: tensor<3xf32>, %h: tensor<f32>", "tensor<3xf32>",
         "%r = stablehlo.clamp %l, %a, %h : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> "
         "tensor<3xf32>",
         "%x = stablehlo.broadcast_in_dim %l, dims = [] : (tensor<f32>) -> "
         "tensor<3xf32>\n"
         "%y = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<f32>) -> "
         "tensor<3xf32>\n"
         "%r = \"stablehlo.clamp\"(%x, %a, %y) : (tensor<3xf32>, tensor<3xf32>, "
         "tensor<3xf32>) -> tensor<3xf32>"},
        {"select", "%p: tensor<i1>, %a: tensor<3xf32>, %b: tensor<3xf32>",
         "tensor<3xf32>", "%r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<3xf32>",
         "%q = stablehlo.broadcast_in_dim %p, dims = [] : (tensor<i1>) -> tensor<3xi1>\n"
         "%r = stablehlo.select %q, %a, %b : tensor<3xi1>, tensor<3xf32>"},
        {"complex", "%a: tensor<3xf64>", "tensor<3xcomplex<f64>>",
         "%r = stablehlo.complex %a, %a : tensor<3xcomplex<f64>>",
         "%r = \"stablehlo.complex\"(%a, %a) : (tensor<3xf64>, tensor<3xf64>) -> "
         "tensor<3xcomplex<f64>>"},
        {"dot_general", "%a: tensor<4x2x3xf32>, %b: tensor<4x3x5xf32>",
         "tensor<4x2x5xf32>",
         "%r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims "
         "= "
         "[2] x [1] : (tensor<4x2x3xf32>, tensor<4x3x5xf32>) -> tensor<4x2x5xf32>",
         "%r = \"stablehlo.dot_general\"(%a, %b) <{dot_dimension_numbers = "
         "#stablehlo.dot<"
         "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
         "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, "
         "precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision "
         "DEFAULT>]}> : (tensor<4x2x3xf32>, tensor<4x3x5xf32>) -> tensor<4x2x5xf32>"},
        {"dot_algorithm", "%a: tensor<2x3xf32>, %b: tensor<3x5xf32>", "tensor<2x5xf32>",
         "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = "
         "<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = "
         "f32, "
         "lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = "
         "3, "
         "allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x5xf32>) -> "
         "tensor<2x5xf32>",
         "%r = \"stablehlo.dot_general\"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<"
         "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm "
         "= "
         "#stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, "
         "accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
         "num_primitive_operations = 3, allow_imprecise_accumulation = false>} : "
         "(tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>"},
        {"convolution", "%a: tensor<1x8x3xf32>, %k: tensor<2x3x4xf32>",
         "tensor<1x4x4xf32>",
         "%r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, "
         "f], "
         "window = {stride = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 "
         ": "
         "i64} : (tensor<1x8x3xf32>, tensor<2x3x4xf32>) -> tensor<1x4x4xf32>",
         "%r = \"stablehlo.convolution\"(%a, %k) {dimension_numbers = "
         "#stablehlo.conv<raw "
         "input_batch_dimension = 0, input_feature_dimension = 2, "
         "input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, "
         "kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], "
         "output_batch_dimension = 0, output_feature_dimension = 2, "
         "output_spatial_dimensions = [1]>, window_strides = dense<2> : tensor<1xi64>, "
         "padding = dense<0> : tensor<1x2xi64>, window_reversal = dense<false> : "
         "tensor<1xi1>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
         "(tensor<1x8x3xf32>, tensor<2x3x4xf32>) -> tensor<1x4x4xf32>"},
        {"fft", "%a: tensor<8xf32>", "tensor<5xcomplex<f32>>",
         "%r = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<8xf32>) -> "
         "tensor<5xcomplex<f32>>",
         "%r = \"stablehlo.fft\"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = "
         "array<i64: 8>} : (tensor<8xf32>) -> tensor<5xcomplex<f32>>"},
        {"cholesky", "%a: tensor<3x3xf32>", "tensor<3x3xf32>",
         "%r = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>",
         "%r = \"stablehlo.cholesky\"(%a) {lower = true} : (tensor<3x3xf32>) -> "
         "tensor<3x3xf32>"},
        {"reduce_precision", "%a: tensor<3xf32>", "tensor<3xf32>",
         "%r = stablehlo.reduce_precision %a, format = e5m10 : tensor<3xf32>",
         "%r = \"stablehlo.reduce_precision\"(%a) {exponent_bits = 5 : i32, "
         "mantissa_bits "
         "= 10 : i32} : (tensor<3xf32>) -> tensor<3xf32>"},
        {"top_k", "%a: tensor<5xf32>", "tensor<2xf32>",
         "%r, %i = chlo.top_k(%a, k = 2) : tensor<5xf32> -> (tensor<2xf32>, "
         "tensor<2xi32>)",
         "%r, %i = \"chlo.top_k\"(%a) {k = 2 : i64} : (tensor<5xf32>) -> (tensor<2xf32>, "
         "tensor<2xi32>)"},
        {"chlo_unary", "%a: tensor<5xf32>", "tensor<5xf32>",
         "%r = chlo.erf %a : tensor<5xf32> -> tensor<5xf32>",
         "%r = \"chlo.erf\"(%a) : (tensor<5xf32>) -> tensor<5xf32>"},
        {"optimization_barrier", kTwo, "tensor<2x3xf32>",
         "%r, %s = stablehlo.optimization_barrier %a, %b : tensor<2x3xf32>, "
         "tensor<2x3xf32>\nstablehlo.optimization_barrier ()",
         "%r, %s = \"stablehlo.optimization_barrier\"(%a, %b) : (tensor<2x3xf32>, "
         "tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)\n"
         "\"stablehlo.optimization_barrier\"() : () -> ()"},
        {"reduce_applies", "%a: tensor<2x3xf32>, %i: tensor<f32>", "tensor<2xf32>",
         "%r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = "
         "[1] "
         ": (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>",
         "%r = \"stablehlo.reduce\"(%a, %i) ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
         "%s = stablehlo.add %x, %y : tensor<f32>\nstablehlo.return %s : tensor<f32>\n}) "
         "{dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> "
         "tensor<2xf32>"},
        // The pairs of the pretty form are taken apart: all left, then all right.
        {"reducer",
         "%a: tensor<3xf32>, %b: tensor<3xi32>, %i: tensor<f32>, %j: tensor<i32>",
         "tensor<f32>",
         "%r, %s = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0] "
         ": "
         "(tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, "
         "tensor<i32>) reducer(%x: tensor<f32>, %z: tensor<f32>) (%y: tensor<i32>, %w: "
         "tensor<i32>) {\n%m = stablehlo.maximum %x, %z : tensor<f32>\n%n = "
         "stablehlo.subtract %y, %w : tensor<i32>\nstablehlo.return %m, %n : "
         "tensor<f32>, "
         "tensor<i32>\n}",
         "%r, %s = \"stablehlo.reduce\"(%a, %b, %i, %j) <{dimensions = array<i64: 0>}> "
         "({\n"
         "^bb0(%x: tensor<f32>, %y: tensor<i32>, %z: tensor<f32>, %w: tensor<i32>):\n%m "
         "= "
         "stablehlo.maximum %x, %z : tensor<f32>\n%n = stablehlo.subtract %y, %w : "
         "tensor<i32>\nstablehlo.return %m, %n : tensor<f32>, tensor<i32>\n}) : "
         "(tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, "
         "tensor<i32>)"},
        {"while", "%a: tensor<i32>", "tensor<i32>",
         "%r = stablehlo.while(%i = %a) : tensor<i32> attributes {x} cond {\n%p = "
         "stablehlo.compare NE, %i, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
         "stablehlo.return %p : tensor<i1>\n} do {\nstablehlo.return %i : tensor<i32>\n}",
         "%r = \"stablehlo.while\"(%a) ({\n^bb0(%i: tensor<i32>):\n%p = "
         "stablehlo.compare "
         "NE, %i, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %p : "
         "tensor<i1>\n}, {\n^bb0(%i: tensor<i32>):\nstablehlo.return %i : "
         "tensor<i32>\n}) : "
         "(tensor<i32>) -> tensor<i32>"},
        {"dot", "%a: tensor<2x3xf32>, %b: tensor<3xf32>", "tensor<2xf32>",
         "%r = stablehlo.dot %a, %b, precision = [HIGH, HIGH] : (tensor<2x3xf32>, "
         "tensor<3xf32>) -> tensor<2xf32>",
         "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = "
         "[HIGH, HIGH] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>"},
        {"broadcast", "%a: tensor<3xf32>", "tensor<4x5x3xf32>",
         "%r = stablehlo.broadcast %a, sizes = [4, 5] : (tensor<3xf32>) -> "
         "tensor<4x5x3xf32>",
         "%r = stablehlo.broadcast_in_dim %a, dims = [2] : (tensor<3xf32>) -> "
         "tensor<4x5x3xf32>"},
        {"einsum", "%a: tensor<2x3xf32>, %b: tensor<3x4xf32>", "tensor<4x2xf32>",
         "%r = stablehlo.einsum %a, %b, config = \"ab,bc->ca\" : (tensor<2x3xf32>, "
         "tensor<3x4xf32>) -> tensor<4x2xf32>",
         "%d = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
         "(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>\n%r = "
         "stablehlo.transpose "
         "%d, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>"},
        {"unary_einsum", "%a: tensor<2x3x4xf32>", "tensor<4x2xf32>",
         "%r = stablehlo.unary_einsum %a, config = \"abc->ca\" : (tensor<2x3x4xf32>) -> "
         "tensor<4x2xf32>",
         "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%s = stablehlo.reduce(%a "
         "init: "
         "%z) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, "
         "tensor<f32>) -> tensor<2x4xf32>\n%r = stablehlo.transpose %s, dims = [1, 0] : "
         "(tensor<2x4xf32>) -> tensor<4x2xf32>"},
        {"scan", "%a: tensor<2x5xf32>, %i: tensor<2xi32>", "tensor<2xi32>",
         "%q:2 = chlo.scan(%a) inits (%i) dimension=1  attributes {is_reverse = true, "
         "is_associative = false} {\n^bb0(%x: tensor<2xf32>, %c: tensor<2xi32>):\n"
         "stablehlo.return %x, %c : tensor<2xf32>, tensor<2xi32>\n} : (tensor<2x5xf32>, "
         "tensor<2xi32>) -> (tensor<2x5xf32>, tensor<2xi32>)\n"
         "%r = stablehlo.negate %q#1 : tensor<2xi32>",
         "%q:2 = \"chlo.scan\"(%a, %i) <{dimension = 1 : i64, is_reverse = true, "
         "operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, "
         "1>}> ({\n^bb0(%x: tensor<2xf32>, %c: tensor<2xi32>):\n"
         "stablehlo.return %x, %c : tensor<2xf32>, tensor<2xi32>\n}) : "
         "(tensor<2x5xf32>, tensor<2xi32>) -> (tensor<2x5xf32>, tensor<2xi32>)\n"
         "%r = stablehlo.negate %q#1 : tensor<2xi32>"},
        {"constant_of_chlo", "", "tensor<2xi32>",
         "%r = chlo.constant dense<[1, 2]> : tensor<2xi32>",
         "%r = stablehlo.constant dense<[1, 2]> : tensor<2xi32>"},
        {"tan_of_chlo", "%a: tensor<2xf32>", "tensor<2xf32>",
         "%r = chlo.tan %a : tensor<2xf32> -> tensor<2xf32>",
         "%r = stablehlo.tan %a : tensor<2xf32>"},
        {"square_of_stablehlo", "%a: tensor<2xf32>", "tensor<2xf32>",
         "%r = stablehlo.square %a : tensor<2xf32>",
         "%r = chlo.square %a : tensor<2xf32> -> tensor<2xf32>"},
        {"broadcast_power", "%a: tensor<2x1xf32>, %b: tensor<3xf32>", "tensor<2x3xf32>",
         "%r = chlo.broadcast_power %a, %b : (tensor<2x1xf32>, tensor<3xf32>) -> "
         "tensor<2x3xf32>",
         "%0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x1xf32>) -> "
         "tensor<2x3xf32>\n"
         "%1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> "
         "tensor<2x3xf32>\n"
         "%r = stablehlo.power %0, %1 : tensor<2x3xf32>"},
        {"torch_index_select", "%a: tensor<2x5x3xf32>, %i: tensor<2x4xi32>",
         "tensor<2x4x3xf32>",
         "%r = \"stablehlo.torch_index_select\"(%a, %i) {dim = 1 : i64, batch_dims = 1 : "
         "i64} : (tensor<2x5x3xf32>, tensor<2x4xi32>) -> tensor<2x4x3xf32>",
         "%r = \"stablehlo.gather\"(%a, %i) {dimension_numbers = #stablehlo.gather<"
         "offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], "
         "start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = "
         "2>, "
         "slice_sizes = array<i64: 1, 1, 3>} : (tensor<2x5x3xf32>, tensor<2x4xi32>) -> "
         "tensor<2x4x3xf32>"},
    }),
    [](const ::testing::TestParamInfo<Forms>& info) { return info.param.name; });

TEST(PrettyForms, SpatialDimensionsOfAConvolutionComeInAnyOrderEachOnce) {
  const std::string text =
      "%r = stablehlo.convolution(%a, %k) dim_numbers = [b, 1, 0, f]x[0, 1, i, o]->[b, "
      "0, "
      "0, f], window = {} : (tensor<1x8x9x3xf32>, tensor<2x2x3x4xf32>) -> "
      "tensor<1x7x8x4xf32>";
  EXPECT_THAT(ErrorOf(Function("%a: tensor<1x8x9x3xf32>, %k: tensor<2x2x3x4xf32>",
                               "tensor<1x7x8x4xf32>", text)),
              ::testing::HasSubstr("the spatial dimensions are not 0 to 1, each once"));
}

}  // namespace
}  // namespace tilewright::stablehlo
