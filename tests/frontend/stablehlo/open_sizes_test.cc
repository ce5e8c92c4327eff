// Programs whose sizes stay open: what they give for the sizes at hand is what lowering
// for these gives.
#include <string>
#include <vector>

#include "ir/check/verify.h"
#include "ir/specialize.h"
#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::ElementType;
using ::testing::HasSubstr;
using Inputs = std::vector<ir::TensorType>;

absl::StatusOr<ParsedProgram> Open(const std::string& text, const Inputs& inputs,
                                   bool open_sizes = true) {
  ParseOptions options;
  options.input_types = inputs;
  options.open_sizes = open_sizes;
  return ParseProgram(text, options);
}

struct OpenProgram {
  std::string name;
  std::string text;
  std::vector<std::vector<ir::Dims>> inputs;  // several: the shapes of all inputs
};

Inputs TypesOf(const std::vector<ir::Dims>& shapes) {
  Inputs inputs;
  for (const ir::Dims& shape : shapes) inputs.push_back({kF32, shape});
  return inputs;
}

// %n0 is size `dimension` of %a, %v0 a list of it.
std::string SizeOf(const std::string& type, int dimension) {
  const std::string d = std::to_string(dimension);
  return "%n" + d + " = stablehlo.get_dimension_size %a, dim = " + d + " : (" + type +
         ") -> tensor<i32>\n%v" + d + " = stablehlo.reshape %n" + d +
         " : (tensor<i32>) -> tensor<1xi32>\n";
}

const char kVector[] = "tensor<?xf32>";
const char kMatrix[] = "tensor<?x?xf32>";

std::string OfVector(const std::string& result, const std::string& body) {
  return Function("%a: tensor<?xf32>", result, SizeOf(kVector, 0) + body);
}

std::string OfMatrix(const std::string& result, const std::string& body) {
  return Function("%a: tensor<?x?xf32>", result,
                  SizeOf(kMatrix, 0) + SizeOf(kMatrix, 1) + body);
}

const std::vector<std::vector<ir::Dims>> kVectors = {{{7}}, {{13}}, {{0}}, {{1}}, {{2}}};
const std::vector<std::vector<ir::Dims>> kMatrices = {{{7, 5}}, {{3, 11}}, {{6, 6}},
                                                      {{0, 4}}, {{4, 1}},  {{1, 1}}};

const char kSum[] =
    "%f = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "%t = stablehlo.reduce(%a init: %f) applies stablehlo.add across dimensions = [0] : "
    "(tensor<?xf32>, tensor<f32>) -> tensor<f32>\n";
const char kOne[] = "%o = stablehlo.constant dense<1> : tensor<1xi32>\n";
const char kZero[] = "%z = stablehlo.constant dense<0> : tensor<1xi32>\n";

// Sums of a matrix along its last dimension, each of an element and all before it, or of
// all behind it: as exporters write them where the length is open.
std::string RunningSums(bool is_reverse) {
  const std::string pads = is_reverse ? "%z, %e" : "%e, %z";
  return OfMatrix(
             kMatrix,
             std::string(kOne) + kZero +
                 "%f = stablehlo.constant dense<0.0> : tensor<f32>\n"
                 "%w = stablehlo.concatenate %o, %v1, dim = 0 : (tensor<1xi32>, "
                 "tensor<1xi32>) -> tensor<2xi32>\n"
                 "%q = stablehlo.constant dense<1> : tensor<2xi32>\n"
                 "%e = stablehlo.subtract %v1, %o : tensor<1xi32>\n"
                 "%p = stablehlo.concatenate " +
                 pads +
                 ", dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n"
                 "%p1 = stablehlo.reshape %p : (tensor<2xi32>) -> tensor<1x2xi32>\n"
                 "%p0 = stablehlo.constant dense<0> : tensor<1x2xi32>\n"
                 "%pp = stablehlo.concatenate %p0, %p1, dim = 0 : (tensor<1x2xi32>, "
                 "tensor<1x2xi32>) -> tensor<2x2xi32>\n"
                 "%r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %f, "
                 "%w, "
                 "%q, %q, %q, %pp) {called_computations = [@sum]} : (tensor<?x?xf32>, "
                 "tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, "
                 "tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>") +
         "func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {\n"
         "%s = stablehlo.add %x, %y : tensor<f32>\nreturn %s : tensor<f32>\n}\n";
}

std::vector<OpenProgram> Programs() {
  const std::string join =
      "%s = stablehlo.concatenate %v0, %v1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> "
      "tensor<2xi32>\n";
  return {
      {"elementwise",
       OfVector(kVector,
                "%s = stablehlo.sine %a : tensor<?xf32>\n"
                "%r = stablehlo.add %s, %a : tensor<?xf32>"),
       kVectors},
      {"mean",
       OfVector("tensor<f32>", std::string(kSum) +
                                   "%c = stablehlo.convert %n0 : (tensor<i32>) -> "
                                   "tensor<f32>\n"
                                   "%r = stablehlo.divide %t, %c : tensor<f32>"),
       kVectors},
      {"mask",
       OfMatrix("tensor<?x?xi1>",
                join + "%i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> "
                       "tensor<?x?xi32>\n"
                       "%j = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> "
                       "tensor<?x?xi32>\n"
                       "%r = stablehlo.compare GE, %i, %j : (tensor<?x?xi32>, "
                       "tensor<?x?xi32>) -> tensor<?x?xi1>"),
       kMatrices},
      {"merge",
       OfMatrix(kVector,
                "%m = stablehlo.multiply %v0, %v1 : tensor<1xi32>\n"
                "%r = stablehlo.dynamic_reshape %a, %m : (tensor<?x?xf32>, "
                "tensor<1xi32>) -> tensor<?xf32>"),
       kMatrices},
      {"split",
       Function("%a: tensor<?x12xf32>", "tensor<?x3x4xf32>",
                SizeOf("tensor<?x12xf32>", 0) +
                    "%h = stablehlo.constant dense<[3, 4]> : tensor<2xi32>\n"
                    "%s = stablehlo.concatenate %v0, %h, dim = 0 : (tensor<1xi32>, "
                    "tensor<2xi32>) -> tensor<3xi32>\n"
                    "%r = stablehlo.dynamic_reshape %a, %s : (tensor<?x12xf32>, "
                    "tensor<3xi32>) -> tensor<?x3x4xf32>"),
       {{{5, 12}}, {{9, 12}}, {{1, 12}}, {{0, 12}}}},
      {"append",
       OfVector(kVector, std::string(kSum) +
                             "%l = stablehlo.reshape %t : (tensor<f32>) -> "
                             "tensor<1xf32>\n"
                             "%r = stablehlo.concatenate %a, %l, dim = 0 : "
                             "(tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>"),
       kVectors},
      {"drop_the_last",
       OfVector(kVector, std::string(kOne) + kZero +
                             "%e = stablehlo.subtract %v0, %o : tensor<1xi32>\n"
                             "%r = stablehlo.real_dynamic_slice %a, %z, %e, %o : "
                             "(tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, "
                             "tensor<1xi32>) -> tensor<?xf32>"),
       {{{7}}, {{13}}, {{1}}, {{2}}}},
      {"pad_both",
       OfVector(kVector, std::string(kOne) + kZero +
                             "%f = stablehlo.constant dense<0.0> : tensor<f32>\n"
                             "%r = stablehlo.dynamic_pad %a, %f, %o, %v0, %o : "
                             "(tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, "
                             "tensor<1xi32>) -> tensor<?xf32>"),
       kVectors},
      {"pad_to",
       OfVector("tensor<64xf32>",
                std::string(kZero) +
                    "%f = stablehlo.constant dense<0.0> : tensor<f32>\n"
                    "%m = stablehlo.constant dense<64> : tensor<1xi32>\n"
                    "%h = stablehlo.subtract %m, %v0 : tensor<1xi32>\n"
                    "%r = stablehlo.dynamic_pad %a, %f, %z, %h, %z : (tensor<?xf32>, "
                    "tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> "
                    "tensor<64xf32>"),
       kVectors},
      {"transpose",
       OfMatrix(kMatrix,
                "%r = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x?xf32>) -> "
                "tensor<?x?xf32>"),
       kMatrices},
      {"rows",
       OfMatrix(kMatrix,
                join +
                    "%f = stablehlo.constant dense<0.0> : tensor<f32>\n"
                    "%t = stablehlo.reduce(%a init: %f) applies stablehlo.maximum across "
                    "dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>\n"
                    "%b = stablehlo.dynamic_broadcast_in_dim %t, %s, dims = [0] : "
                    "(tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>\n"
                    "%r = stablehlo.subtract %a, %b : tensor<?x?xf32>"),
       kMatrices},
      {"product",
       Function("%a: tensor<?x?x8xf32>, %b: tensor<?x8x?xf32>", "tensor<?x?x?xf32>",
                "%r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], "
                "contracting_dims = [2] x [1] : (tensor<?x?x8xf32>, tensor<?x8x?xf32>) "
                "-> tensor<?x?x?xf32>"),
       {{{3, 5, 8}, {3, 8, 7}},
        {{2, 9, 8}, {2, 8, 5}},
        {{1, 5, 8}, {1, 8, 5}},
        {{4, 4, 8}, {4, 8, 4}},
        {{3, 0, 8}, {3, 8, 1}}}},
      {"loop",
       OfVector(kVector,
                "%i = stablehlo.constant dense<0> : tensor<i32>\n"
                "%w:2 = stablehlo.while(%k = %i, %x = %a) : tensor<i32>, tensor<?xf32> "
                "cond {\n"
                "%p = stablehlo.compare LT, %k, %n0 : (tensor<i32>, tensor<i32>) -> "
                "tensor<i1>\n"
                "stablehlo.return %p : tensor<i1>\n} do {\n"
                "%c = stablehlo.constant dense<1> : tensor<i32>\n"
                "%l = stablehlo.add %k, %c : tensor<i32>\n"
                "%y = stablehlo.negate %x : tensor<?xf32>\n"
                "stablehlo.return %l, %y : tensor<i32>, tensor<?xf32>\n}\n"
                "%r = stablehlo.sine %w#1 : tensor<?xf32>"),
       kVectors},
      {"half",
       OfVector(kVector, std::string(kOne) + kZero +
                             "%c = stablehlo.constant dense<2> : tensor<1xi32>\n"
                             "%h = stablehlo.divide %v0, %c : tensor<1xi32>\n"
                             "%r = stablehlo.real_dynamic_slice %a, %z, %h, %o : "
                             "(tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, "
                             "tensor<1xi32>) -> tensor<?xf32>"),
       {{{7}}, {{12}}, {{1}}, {{0}}}},
      {"guarded_half",
       // As jnp's // is written: where signs differ and something is left, one less.
       OfVector(kVector,
                std::string(kOne) + kZero +
                    "%c = stablehlo.constant dense<2> : tensor<1xi32>\n"
                    "%q = stablehlo.divide %v0, %c : tensor<1xi32>\n"
                    "%sa = stablehlo.sign %v0 : tensor<1xi32>\n"
                    "%sb = stablehlo.sign %c : tensor<1xi32>\n"
                    "%u = stablehlo.compare NE, %sa, %sb : (tensor<1xi32>, "
                    "tensor<1xi32>) -> tensor<1xi1>\n"
                    "%m = stablehlo.remainder %v0, %c : tensor<1xi32>\n"
                    "%l = stablehlo.compare NE, %m, %z : (tensor<1xi32>, tensor<1xi32>) "
                    "-> tensor<1xi1>\n"
                    "%p = stablehlo.and %u, %l : tensor<1xi1>\n"
                    "%d = stablehlo.subtract %q, %o : tensor<1xi32>\n"
                    "%h = stablehlo.select %p, %d, %q : tensor<1xi1>, tensor<1xi32>\n"
                    "%r = stablehlo.real_dynamic_slice %a, %z, %h, %o : (tensor<?xf32>, "
                    "tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>"),
       {{{7}}, {{12}}, {{1}}}},
      {"running_sum", RunningSums(false), {{{7, 5}}, {{3, 11}}, {{6, 6}}, {{1, 4}}}},
      {"running_sum_from_the_end", RunningSums(true), {{{7, 5}}, {{3, 11}}, {{6, 6}}}},
      {"chosen_size",
       // What chooses is one for all elements, and so are bounds.
       OfMatrix(kMatrix,
                join +
                    "%g = stablehlo.compare GE, %n0, %n0 : (tensor<i32>, tensor<i32>) -> "
                    "tensor<i1>\n"
                    "%d = stablehlo.add %s, %s : tensor<2xi32>\n"
                    "%e = stablehlo.select %g, %d, %s : tensor<i1>, tensor<2xi32>\n"
                    "%k = stablehlo.clamp %n1, %e, %n1 : (tensor<i32>, tensor<2xi32>, "
                    "tensor<i32>) -> tensor<2xi32>\n"
                    "%f = stablehlo.constant dense<0.0> : tensor<f32>\n"
                    "%r = stablehlo.dynamic_broadcast_in_dim %f, %k, dims = [] : "
                    "(tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>"),
       kMatrices},
      {"table",
       // The first rows of a table, as many as the input has.
       Function("%a: tensor<?xf32>, %b: tensor<?x4xf32>", "tensor<?x4xf32>",
                SizeOf(kVector, 0) +
                    "%i = stablehlo.dynamic_iota %v0, dim = 0 : (tensor<1xi32>) -> "
                    "tensor<?xi32>\n"
                    "%r = \"stablehlo.gather\"(%b, %i) {dimension_numbers = "
                    "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
                    "start_index_map = [0], index_vector_dim = 1>, slice_sizes = "
                    "array<i64: 1, 4>} : (tensor<?x4xf32>, tensor<?xi32>) -> "
                    "tensor<?x4xf32>"),
       {{{7}, {9, 4}}, {{5}, {12, 4}}, {{1}, {3, 4}}}},
      {"columns",
       Function("%a: tensor<?x?xf32>, %b: tensor<3x1xi32>", kMatrix,
                SizeOf(kMatrix, 1) +
                    "%o = stablehlo.constant dense<1> : tensor<1xi32>\n"
                    "%k = stablehlo.concatenate %o, %v1, dim = 0 : (tensor<1xi32>, "
                    "tensor<1xi32>) -> tensor<2xi32>\n"
                    "%r = \"stablehlo.dynamic_gather\"(%a, %b, %k) {dimension_numbers = "
                    "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
                    "start_index_map = [0], index_vector_dim = 1>} : (tensor<?x?xf32>, "
                    "tensor<3x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>"),
       {{{7, 5}, {3, 1}}, {{4, 9}, {3, 1}}, {{4, 4}, {3, 1}}, {{4, 1}, {3, 1}}}},
  };
}

Inputs InputsOf(const OpenProgram& program, size_t i) {
  Inputs inputs = TypesOf(program.inputs[i]);
  if (program.name == "columns") inputs[1].element = kI32;
  return inputs;
}

class OpenSizesTest : public ::testing::TestWithParam<OpenProgram> {};

TEST_P(OpenSizesTest, GiveWhatTheSizesAtHandGive) {
  for (size_t i = 0; i < GetParam().inputs.size(); ++i) {
    const Inputs inputs = InputsOf(GetParam(), i);
    const absl::StatusOr<ParsedProgram> open = Open(GetParam().text, inputs);
    const absl::StatusOr<ParsedProgram> numbers = Open(GetParam().text, inputs, false);
    ASSERT_TRUE(numbers.ok()) << numbers.status().message();
    ASSERT_TRUE(open.ok()) << open.status().message();
    EXPECT_EQ(open->why_numbers, "");
    EXPECT_EQ(open->program.symbols.count(), static_cast<int>(open->sizes.size()));
    const absl::StatusOr<ir::Program> specialised =
        ir::Specialize(open->program, open->sizes);
    ASSERT_TRUE(specialised.ok()) << specialised.status().message();
    EXPECT_EQ(ir::VerifyStatus(*specialised), absl::OkStatus());
    // Operations that computed sizes are in both, as they were written.
    EXPECT_EQ(ir::CanonicalText(*specialised), ir::CanonicalText(numbers->program));
  }
  // The first two have sizes that differ from each other, and from what is special.
  const absl::StatusOr<ParsedProgram> first =
      Open(GetParam().text, InputsOf(GetParam(), 0));
  const absl::StatusOr<ParsedProgram> second =
      Open(GetParam().text, InputsOf(GetParam(), 1));
  EXPECT_GT(first->program.symbols.count(), 0);
  EXPECT_EQ(ir::CanonicalText(first->program), ir::CanonicalText(second->program));
}

INSTANTIATE_TEST_SUITE_P(Programs, OpenSizesTest, ::testing::ValuesIn(Programs()),
                         [](const ::testing::TestParamInfo<OpenProgram>& info) {
                           return info.param.name;
                         });

TEST(OpenSizes, EqualOnesAreOneSymbolWhereTheyHaveToBeAndSpecialOnesAreNumbers) {
  const std::string text = OfMatrix(kMatrix, "%r = stablehlo.sine %a : tensor<?x?xf32>");
  const absl::StatusOr<ParsedProgram> two = Open(text, {{kF32, {7, 5}}});
  EXPECT_EQ(two->sizes, (std::vector<int64_t>{7, 5}));
  const absl::StatusOr<ParsedProgram> equal = Open(text, {{kF32, {5, 5}}});
  EXPECT_EQ(equal->sizes, (std::vector<int64_t>{5, 5}));
  EXPECT_EQ(ir::CanonicalText(equal->program), ir::CanonicalText(two->program));
  const std::string turned =
      OfMatrix(kMatrix,
               "%t = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x?xf32>) -> "
               "tensor<?x?xf32>\n"
               "%r = stablehlo.add %a, %t : tensor<?x?xf32>");
  EXPECT_EQ(Open(turned, {{kF32, {5, 5}}})->sizes, (std::vector<int64_t>{5}));
  // Of two inputs they are taken to be one.
  const std::string sum = Function("%a: tensor<?xf32>, %b: tensor<?xf32>", kVector,
                                   "%r = stablehlo.add %a, %b : tensor<?xf32>");
  EXPECT_EQ(Open(sum, {{kF32, {5}}, {kF32, {5}}})->sizes, (std::vector<int64_t>{5}));
  EXPECT_EQ(Open(text, {{kF32, {1, 5}}})->sizes, (std::vector<int64_t>{5}));
  EXPECT_EQ(Open(text, {{kF32, {1, 0}}})->sizes, (std::vector<int64_t>{}));
}

TEST(OpenSizes, WhatCannotBeProvedOrNeedsNumbersIsSpecialisedAndSaysWhy) {
  const std::string cut =
      OfVector("tensor<3xf32>",
               "%r = stablehlo.slice %a [0:3] : (tensor<?xf32>) -> tensor<3xf32>");
  const absl::StatusOr<ParsedProgram> sliced = Open(cut, {{kF32, {7}}});
  ASSERT_TRUE(sliced.ok()) << sliced.status().message();
  EXPECT_THAT(sliced->why_numbers,
              HasSubstr("stablehlo.slice: slice [0:3] of dimension 0 "
                        "does not lie in the size s0"));
  EXPECT_EQ(sliced->program.symbols.count(), 0);
  EXPECT_TRUE(sliced->sizes.empty());
  // The error is that of numbers.
  EXPECT_EQ(Open(cut, {{kF32, {2}}}).status(), Open(cut, {{kF32, {2}}}, false).status());

  const std::string inverse =
      OfMatrix(kMatrix,
               "%r = \"stablehlo.cholesky\"(%a) {lower = true} : (tensor<?x?xf32>) -> "
               "tensor<?x?xf32>");
  EXPECT_THAT(Open(inverse, {{kF32, {5, 5}}})->why_numbers,
              HasSubstr("stablehlo.cholesky: "));
  const std::string old =
      OfMatrix(kMatrix,
               "%r = \"stablehlo.dot\"(%a, %a) : (tensor<?x?xf32>, tensor<?x?xf32>) -> "
               "tensor<?x?xf32>");
  EXPECT_THAT(Open(old, {{kF32, {5, 5}}})->why_numbers,
              HasSubstr("stablehlo.dot: sizes of its operands have to be numbers"));
}

TEST(OpenSizes, ASliceThatBeginsAtASizeIsADynamicOneWhereItLiesInside) {
  const auto sliced = [](const std::string& limit) {
    return Open(OfVector(kVector, std::string(kOne) +
                                      "%e = stablehlo.add %v0, %o : tensor<1xi32>\n"
                                      "%b = stablehlo.subtract %v0, %o : tensor<1xi32>\n"
                                      "%r = stablehlo.real_dynamic_slice %a, %b, " +
                                      limit +
                                      ", %o : (tensor<?xf32>, tensor<1xi32>, "
                                      "tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>"),
                {{kF32, {7}}});
  };
  const absl::StatusOr<ParsedProgram> last = sliced("%v0");
  ASSERT_TRUE(last.ok()) << last.status().message();
  EXPECT_EQ(last->why_numbers, "");
  const ir::Program at = *ir::Specialize(last->program, last->sizes);
  EXPECT_EQ(ir::VerifyStatus(at), absl::OkStatus());
  EXPECT_THAT(ir::Print(at), HasSubstr("slice_sizes = array<i64: 1>"));
  EXPECT_THAT(std::string(sliced("%e").status().message()),
              HasSubstr("does not lie in the size 7"));
}

// As NumPy's and Python's remainder is written: what `roll` begins at.
TEST(OpenSizes, ARemainderOfTheDivisorsSignIsASize) {
  const auto rolled = [](int64_t shift, int64_t size) {
    return Open(
        OfVector(
            kVector,
            std::string(kOne) + "%c = stablehlo.constant dense<" + std::to_string(shift) +
                "> : tensor<i32>\n"
                "%y = stablehlo.constant dense<0> : tensor<i32>\n"
                "%q = stablehlo.remainder %c, %n0 : tensor<i32>\n"
                "%d = stablehlo.compare NE, %q, %y : (tensor<i32>, tensor<i32>) -> "
                "tensor<i1>\n"
                "%e = stablehlo.compare LT, %q, %y : (tensor<i32>, tensor<i32>) -> "
                "tensor<i1>\n"
                "%f = stablehlo.compare LT, %n0, %y : (tensor<i32>, tensor<i32>) -> "
                "tensor<i1>\n"
                "%g = stablehlo.compare NE, %e, %f : (tensor<i1>, tensor<i1>) -> "
                "tensor<i1>\n"
                "%h = stablehlo.and %g, %d : tensor<i1>\n"
                "%s = stablehlo.add %q, %n0 : tensor<i32>\n"
                "%m = stablehlo.select %h, %s, %q : tensor<i1>, tensor<i32>\n"
                "%b = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>\n"
                "%r = stablehlo.real_dynamic_slice %a, %b, %v0, %o : (tensor<?xf32>, "
                "tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>"),
        {{kF32, {size}}});
  };
  for (const auto& [shift, size, left] : std::vector<std::array<int64_t, 3>>{
           {-3, 7, 3}, {-3, 2, 1}, {-3, 3, 3}, {3, 7, 4}}) {
    const absl::StatusOr<ParsedProgram> open = rolled(shift, size);
    ASSERT_TRUE(open.ok()) << open.status().message();
    EXPECT_EQ(open->why_numbers, "");
    EXPECT_EQ(open->sizes, std::vector<int64_t>{size});
    const ir::Program at = *ir::Specialize(open->program, open->sizes);
    EXPECT_EQ(ir::VerifyStatus(at), absl::OkStatus());
    EXPECT_EQ(at.OutputTypes()[0].dims(), ir::Dims{left}) << shift << " " << size;
  }
}

// As jax.export writes a function of (b, t) whose first size is 2 * b and at least 4.
const char kExported[] =
    "func.func public @main(%a: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n"
    "  %four = stablehlo.constant dense<4> : tensor<i32>\n"
    "  %two = stablehlo.constant dense<2> : tensor<i32>\n"
    "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
    "  %p = stablehlo.compare GE, %n, %four, SIGNED : (tensor<i32>, tensor<i32>) -> "
    "tensor<i1>\n"
    "  stablehlo.custom_call @shape_assertion(%p, %n) {error_message = \"{0} is less "
    "than 4\", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()\n"
    "  %m = stablehlo.remainder %n, %two : tensor<i32>\n"
    "  %q = stablehlo.compare EQ, %m, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> "
    "tensor<i1>\n"
    "  stablehlo.custom_call @shape_assertion(%q, %n) {error_message = \"{0} is odd\", "
    "has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()\n"
    "  %b = stablehlo.divide %n, %two : tensor<i32>\n"
    "  %r = call @_wrapped_jax_export_main(%b, %a) : (tensor<i32>, tensor<?xf32>) -> "
    "tensor<?xf32>\n"
    "  return %r : tensor<?xf32>\n}\n"
    "func.func private @_wrapped_jax_export_main(%b: tensor<i32>, %a: tensor<?xf32>) -> "
    "tensor<?xf32> {\n"
    "  %v = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>\n"
    "  %two = stablehlo.constant dense<2> : tensor<1xi32>\n"
    "  %s = stablehlo.concatenate %v, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> "
    "tensor<2xi32>\n"
    "  %m = stablehlo.dynamic_reshape %a, %s : (tensor<?xf32>, tensor<2xi32>) -> "
    "tensor<?x2xf32>\n"
    "  %f = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "  %r = stablehlo.reduce(%m init: %f) applies stablehlo.add across dimensions = [1] "
    ": (tensor<?x2xf32>, tensor<f32>) -> tensor<?xf32>\n"
    "  return %r : tensor<?xf32>\n}";

TEST(OpenSizes, ShapeAssertionsAreFacts) {
  const absl::StatusOr<ParsedProgram> open = Open(kExported, {{kF32, {14}}});
  ASSERT_TRUE(open.ok()) << open.status().message();
  EXPECT_EQ(open->why_numbers, "");
  ASSERT_EQ(open->program.symbols.count(), 1);
  EXPECT_EQ(open->program.symbols[0].facts,
            (ir::SymbolFacts{.at_least = 4, .multiple_of = 2}));
  const absl::StatusOr<ir::Program> specialised =
      ir::Specialize(open->program, open->sizes);
  ASSERT_TRUE(specialised.ok()) << specialised.status().message();
  EXPECT_EQ(ir::CanonicalText(*specialised),
            ir::CanonicalText(Open(kExported, {{kF32, {14}}}, false)->program));
}

TEST(OpenSizes, AShapeAssertionThatFailsIsTheErrorOfNumbers) {
  EXPECT_THAT(std::string(Open(kExported, {{kF32, {2}}}).status().message()),
              HasSubstr("error: 2 is less than 4"));
  EXPECT_THAT(std::string(Open(kExported, {{kF32, {7}}}).status().message()),
              HasSubstr("error: 7 is odd"));
}

}  // namespace
}  // namespace tilewright::stablehlo
