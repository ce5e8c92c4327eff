#include "tilewright/builder.h"

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

}  // namespace
}  // namespace tilewright
