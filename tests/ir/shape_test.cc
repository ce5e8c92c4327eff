#include "ir/shape.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/tensor_type.h"

namespace tilewright::ir {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Size kBatch = Size::OfSymbol(0);

TEST(ShapeTest, OfNumbersIsTheirList) {
  const Shape shape = {2, 0, 7};
  EXPECT_TRUE(shape.is_static());
  EXPECT_EQ(shape.rank(), 3);
  EXPECT_THAT(shape.numbers(), ElementsAre(2, 0, 7));
  EXPECT_THAT(shape.sizes(), ElementsAre(2, 0, 7));
  EXPECT_EQ(shape, Shape(std::vector<Size>{2, 0, 7}));
  EXPECT_EQ(shape, Shape(Dims{2, 0, 7}));
  EXPECT_TRUE(Shape().is_static());
  EXPECT_TRUE(Shape(std::vector<Size>()).is_static());
  EXPECT_EQ(NumElements(Shape()), 1);
  EXPECT_EQ(NumElements(shape), 0);
}

TEST(ShapeTest, WithASymbolHasSizesAndNoNumbers) {
  const Shape shape(std::vector<Size>{kBatch, 128});
  EXPECT_FALSE(shape.is_static());
  EXPECT_EQ(shape.rank(), 2);
  EXPECT_EQ(shape[0], kBatch);
  EXPECT_EQ(shape[1], 128);
  EXPECT_EQ(NumElements(shape), 128 * kBatch);
  EXPECT_NE(shape, Shape({1, 128}));
  EXPECT_DEATH(shape.numbers(), "is_static");
}

TEST(ShapeTest, ChangesStayOfNumbersAsLongAsAllAre) {
  Shape shape = {2, 3};
  shape.Append(5);
  shape.Set(0, 4);
  shape.Insert(1, 9);
  EXPECT_EQ(shape, Shape({4, 9, 3, 5}));
  shape.Set(1, kBatch);
  EXPECT_EQ(shape, Shape(std::vector<Size>{4, kBatch, 3, 5}));
  shape.Append(kBatch + 1);
  shape.Erase(1);
  EXPECT_EQ(shape, Shape(std::vector<Size>{4, 3, 5, kBatch + 1}));
  shape.Set(3, 6);
  EXPECT_EQ(shape, Shape({4, 3, 5, 6}));
  EXPECT_TRUE(shape.is_static());
  shape.Erase(0);
  shape.Insert(3, kBatch);
  shape.Erase(3);
  EXPECT_EQ(shape, Shape({3, 5, 6}));
}

TEST(ShapeTest, TellsThatASizeIsRefused) {
  EXPECT_TRUE(Shape({2}).status().ok());
  EXPECT_TRUE(Shape(std::vector<Size>{kBatch}).status().ok());
  const Shape refused(std::vector<Size>{2, Size::Refused("too many terms")});
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("too many terms"));
}

TEST(ShapeTest, NumbersOfATypeThatEndsStay) {
  const auto made = [] { return TensorType{ElementType::kF32, {4, 5}}; };
  const Dims& dims = made().dims();
  EXPECT_THAT(dims, ElementsAre(4, 5));
}

}  // namespace
}  // namespace tilewright::ir
