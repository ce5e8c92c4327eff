#include "tilewright/builder.h"

#include <functional>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright {
namespace {

using ::testing::HasSubstr;

const TensorType kPair{ElementType::kF32, {2}};

TEST(ProgramBuilder, BuildsWhatTheTextSays) {
  ProgramBuilder b;
  ProgramBuilder::Value x = b.Input(kPair), y = b.Input(kPair);
  ProgramBuilder::Value sum = b.Elementwise("stablehlo.add", {x, y});
  absl::StatusOr<Program> built = b.Build({b.Elementwise("stablehlo.tanh", {sum})});
  ASSERT_TRUE(built.ok()) << built.status();
  absl::StatusOr<Program> parsed = Program::Parse(R"(
    func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.add %a, %b : tensor<2xf32>
      %1 = stablehlo.tanh %0 : tensor<2xf32>
      return %1 : tensor<2xf32>
    })");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(built->Text(), parsed->Text());
}

TEST(ProgramBuilder, ConstantsKeepTheirBytesForEveryType) {
  for (int i = 0; i < kElementTypeCount; ++i) {
    ElementType element = static_cast<ElementType>(i);
    if (element == ElementType::kToken) continue;
    TensorType type{element, {2}};
    std::vector<uint8_t> bytes(type.byte_size(), 0);
    bytes[0] = 1;
    ProgramBuilder b;
    absl::StatusOr<Program> built = b.Build({b.Constant(type, bytes)});
    ASSERT_TRUE(built.ok()) << built.status();
    EXPECT_EQ(built->outputs()[0], type);
  }
}

TEST(ProgramBuilder, AttributesAndRegionsAreText) {
  ProgramBuilder b;
  ProgramBuilder::Value x = b.Input({ElementType::kF32, {2, 3}});
  ProgramBuilder::Value transposed =
      b.Append("stablehlo.transpose", {x}, {ElementType::kF32, {3, 2}},
               "permutation = array<i64: 1, 0>");
  std::vector<uint8_t> zero(4);
  ProgramBuilder::Value init = b.Constant({ElementType::kF32, {}}, zero);
  ProgramBuilder::Value sum =
      b.Append("stablehlo.reduce", {transposed, init}, {ElementType::kF32, {2}},
               "dimensions = array<i64: 0>", R"({
      ^bb0(%a: tensor<f32>, %c: tensor<f32>):
        %s = "stablehlo.add"(%a, %c) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%s) : (tensor<f32>) -> ()
      })");
  absl::StatusOr<Program> built = b.Build({sum, transposed});
  ASSERT_TRUE(built.ok()) << built.status();
  EXPECT_EQ(built->num_results(), 2);
}

TEST(ProgramBuilder, MistakesAreErrors) {
  ProgramBuilder b;
  ProgramBuilder::Value x = b.Input(kPair);
  ProgramBuilder::Value y = b.Input({ElementType::kF32, {3}});
  EXPECT_FALSE(b.Build({b.Elementwise("stablehlo.add", {x, y})}).ok());

  ProgramBuilder foreign;
  EXPECT_FALSE(foreign.Build({x}).ok());
  foreign.Elementwise("stablehlo.tanh", {x});
  EXPECT_FALSE(foreign.Build({}).ok());

  ProgramBuilder constant;
  std::vector<uint8_t> three(3);
  absl::Status status = constant.Build({constant.Constant(kPair, three)}).status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("takes 8 bytes, was given 3"));
}

using Ints = ProgramBuilder::Ints;

TEST(ProgramBuilder, TypedOperationsAreWhatTheirTextIs) {
  const TensorType matrix{ElementType::kF32, {2, 3}}, vector{ElementType::kF32, {2}};
  const std::vector<uint8_t> zero(4);
  std::string typed;
  {
    ProgramBuilder b;
    const ProgramBuilder::Value x = b.Input(matrix);
    const ProgramBuilder::Value turned =
        b.Append({.name = "stablehlo.transpose",
                  .operands = {x},
                  .attributes = {{"permutation", Ints{1, 0}}}})[0];
    const ProgramBuilder::Value product =
        b.Append({.name = "stablehlo.dot_general",
                  .operands = {x, turned},
                  .attributes = {{"lhs_contracting_dimensions", Ints{1}},
                                 {"rhs_contracting_dimensions", Ints{0}}}})[0];
    const ProgramBuilder::Value sum =
        b.Append({.name = "stablehlo.reduce",
                  .operands = {product, b.Constant({ElementType::kF32, {}}, zero)},
                  .attributes = {{"dimensions", Ints{1}}},
                  .regions = {b.Reducer("stablehlo.add", ElementType::kF32)}})[0];
    EXPECT_EQ(b.type(sum), vector);
    const absl::StatusOr<Program> built = b.Build({sum});
    ASSERT_TRUE(built.ok()) << built.status();
    typed = built->Text();
  }
  ProgramBuilder text;
  const ProgramBuilder::Value x = text.Input(matrix);
  const ProgramBuilder::Value turned =
      text.Append("stablehlo.transpose", {x}, {ElementType::kF32, {3, 2}},
                  "permutation = array<i64: 1, 0>");
  const ProgramBuilder::Value product =
      text.Append("stablehlo.dot_general", {x, turned}, {ElementType::kF32, {2, 2}},
                  "dot_dimension_numbers = #stablehlo.dot<"
                  "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>");
  const ProgramBuilder::Value sum = text.Append(
      "stablehlo.reduce", {product, text.Constant({ElementType::kF32, {}}, zero)}, vector,
      "dimensions = array<i64: 1>", R"({
      ^bb0(%a: tensor<f32>, %c: tensor<f32>):
        %s = "stablehlo.add"(%a, %c) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%s) : (tensor<f32>) -> ()
      })");
  EXPECT_EQ(text.status(), absl::OkStatus());
  EXPECT_EQ(text.Text({sum}), typed);
}

TEST(ProgramBuilder, LoopsAreBuiltFromRegions) {
  const TensorType count{ElementType::kI32, {}};
  const std::vector<uint8_t> one = {1, 0, 0, 0};
  ProgramBuilder b;
  const ProgramBuilder::Value n = b.Input(count);
  const ProgramBuilder::Value step = b.Constant(count, one);
  const ProgramBuilder::Value state = b.OpenRegion({count})[0];
  const ProgramBuilder::Region condition =
      b.CloseRegion(b.Append({.name = "stablehlo.compare",
                              .operands = {state, n},
                              .attributes = {{"comparison_direction", "LT"}}}));
  const ProgramBuilder::Value before = b.OpenRegion({count})[0];
  const ProgramBuilder::Region body =
      b.CloseRegion({b.Elementwise("stablehlo.add", {before, step})});
  const std::vector<ProgramBuilder::Value> last = b.Append(
      {.name = "stablehlo.while", .operands = {step}, .regions = {condition, body}});
  const absl::StatusOr<Program> program = b.Build(last);
  ASSERT_TRUE(program.ok()) << program.status();
  const absl::StatusOr<Program> parsed = Program::Parse(program->Text());
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->Text(), program->Text());
}

TEST(ProgramBuilder, NamesThatTheFrontEndRewritesAreTaken) {
  ProgramBuilder b;
  const TensorType matrix{ElementType::kF32, {2, 3}}, row{ElementType::kF32, {3}};
  const ProgramBuilder::Value x = b.Input(matrix), y = b.Input(row);
  const ProgramBuilder::Value p = b.Input({ElementType::kI1, {}});
  const ProgramBuilder::Value sum = b.Append("chlo.broadcast_add", {x, y}, matrix);
  const ProgramBuilder::Value chosen =
      b.Append("stablehlo.select", {p, sum, x}, matrix);  // a scalar among arrays
  EXPECT_EQ(b.type(b.Elementwise("stablehlo.square", {chosen})), matrix);
  EXPECT_EQ(b.status(), absl::OkStatus());
}

std::string FileAndLine(int line) { return absl::StrCat("builder_test.cc:", line, ":"); }

TEST(ProgramBuilder, AMistakeIsKnownAtTheCallThatMadeIt) {
  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input(kPair);
  const ProgramBuilder::Value y = b.Input({ElementType::kF32, {3}});
  ASSERT_EQ(b.status(), absl::OkStatus());
  const ProgramBuilder::Value sum = b.Elementwise("stablehlo.add", {x, y});
  const int line = __LINE__ - 1;
  const std::string message(b.status().message());
  EXPECT_THAT(message, HasSubstr(FileAndLine(line)));
  EXPECT_THAT(message, HasSubstr("error: stablehlo.add(tensor<2xf32>, tensor<3xf32>): "
                                 "operands must have one type"));
  // What comes of it is of no use, and no further mistake.
  b.Elementwise("stablehlo.tanh", {sum});
  EXPECT_EQ(b.status().message(), message);
  EXPECT_EQ(b.Build({x}).status(), b.status());
  EXPECT_EQ(b.Text({x}), "");
}

std::string MistakeOf(const std::function<void(ProgramBuilder&)>& build) {
  ProgramBuilder b;
  build(b);
  EXPECT_TRUE(absl::IsInvalidArgument(b.status()) || absl::IsUnimplemented(b.status()))
      << b.status();
  EXPECT_THAT(std::string(b.status().message()), HasSubstr("builder_test.cc:"));
  return std::string(b.status().message());
}

TEST(ProgramBuilder, MistakesSayWhatIsWrongWithWhat) {
  EXPECT_THAT(MistakeOf([](ProgramBuilder& b) {
                b.Append({.name = "stablehlo.tahn", .operands = {b.Input(kPair)}});
              }),
              HasSubstr("no operation 'stablehlo.tahn'; did you mean 'stablehlo.tanh'?"));
  EXPECT_THAT(MistakeOf([](ProgramBuilder& b) {
                b.Elementwise("stablehlo.tahn", {b.Input(kPair)});
              }),
              HasSubstr("did you mean 'stablehlo.tanh'?"));
  EXPECT_THAT(MistakeOf([](ProgramBuilder& b) {
                b.Append({.name = "stablehlo.transpose",
                          .operands = {b.Input(kPair)},
                          .attributes = {{"permutaton", Ints{0}}}});
              }),
              HasSubstr("stablehlo.transpose(tensor<2xf32>): there is no attribute "
                        "'permutaton'; did you mean 'permutation'?"));
  EXPECT_THAT(MistakeOf([](ProgramBuilder& b) {
                b.Append({.name = "stablehlo.transpose",
                          .operands = {b.Input(kPair)},
                          .attributes = {{"permutation", true}}});
              }),
              HasSubstr("attribute permutation must be a list of integers"));
  EXPECT_THAT(MistakeOf([](ProgramBuilder& b) {
                b.Append("stablehlo.transpose", {b.Input(kPair)}, kPair,
                         "permutation = array<i64: 0");
              }),
              HasSubstr("stablehlo.transpose(tensor<2xf32>): <built>:2:"));
  EXPECT_THAT(MistakeOf([](ProgramBuilder& b) {
                b.Append("stablehlo.transpose", {{}}, kPair, "permutation = [0]");
              }),
              HasSubstr("stablehlo.transpose(?): operand 0 is no value of this builder"));
  EXPECT_THAT(MistakeOf([](ProgramBuilder& b) { b.Elementwise("stablehlo.add", {}); }),
              HasSubstr("an elementwise operation has operands"));
  EXPECT_THAT(MistakeOf([](ProgramBuilder& b) { b.Input({ElementType::kF32, {-1}}); }),
              HasSubstr("input 0: tensor<?xf32> has a size that is not known"));
  EXPECT_THAT(MistakeOf([](ProgramBuilder& b) { b.CloseRegion({}); }),
              HasSubstr("no region is open"));
  EXPECT_THAT(
      MistakeOf([](ProgramBuilder& b) { b.Reducer("stablehlo.and", ElementType::kF32); }),
      HasSubstr("stablehlo.and(tensor<f32>, tensor<f32>): is not defined on"));
}

TEST(ProgramBuilder, WhatAMistakeGivesMayBeUsedOn) {
  ProgramBuilder b;
  const ProgramBuilder::Region region = b.CloseRegion({});
  const std::vector<ProgramBuilder::Value> results =
      b.Append({.name = "chlo.top_k", .operands = {{}}, .regions = {region}});
  ASSERT_GE(results.size(), 2u);
  b.Append({.name = "stablehlo.while", .operands = {results[0], results[1]}});
  b.Constant(kPair, {});
  EXPECT_THAT(std::string(b.status().message()), HasSubstr("no region is open"));
}

TEST(ProgramBuilder, ACopyGoesOnByItself) {
  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input(kPair);
  ProgramBuilder copy = b;
  copy.Elementwise("stablehlo.and", {x});
  EXPECT_FALSE(copy.status().ok());
  EXPECT_TRUE(b.Build({b.Elementwise("stablehlo.tanh", {x})}).ok());
}

}  // namespace
}  // namespace tilewright
