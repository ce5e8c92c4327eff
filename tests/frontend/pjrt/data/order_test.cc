#include "frontend/pjrt/data/order.h"

#include <gtest/gtest.h>

namespace tilewright::pjrt {
namespace {

const ir::TensorType kCube = {ir::ElementType::kF32, {2, 3, 4}};

TEST(OrderTest, RowByRowIsEmptyHoweverItIsSaid) {
  for (const char* const text : {"", "default", "auto", "{2,1,0}", "{2,1,0:E(4)}"}) {
    const auto order = ReadOrder(text, 3);
    ASSERT_TRUE(order.ok()) << order.status();
    EXPECT_TRUE(order->empty()) << text;
  }
  EXPECT_TRUE(ReadOrder("{}", 0)->empty());
  EXPECT_EQ(TextOf({}, 3), "{2,1,0}");
  EXPECT_EQ(TextOf({}, 0), "{}");
}

TEST(OrderTest, TextIsReadBackAsItWasWritten) {
  const Order order = {0, 2, 1};
  EXPECT_EQ(*ReadOrder(TextOf(order, 3), 3), order);
}

TEST(OrderTest, TextThatIsNoPermutationOfTheDimensionsIsAnError) {
  for (const char* const text : {"{0,1}", "{0,0,1}", "{0,1,3}", "{0,1,-1}", "0,1,2",
                                 "{a,b,c}", "{0,1,2", "{2,1,0:E(4):E(4)}"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ReadOrder(text, 3).status())) << text;
  }
}

TEST(OrderTest, TilesAreRefusedByName) {
  const absl::Status status = ReadOrder("{1,0:T(8,128)}", 2).status();
  EXPECT_TRUE(absl::IsUnimplemented(status));
  EXPECT_NE(status.message().find("T(8,128)"), absl::string_view::npos);
}

TEST(OrderTest, MemoryHasTheDimensionsFromTheSlowestOn) {
  EXPECT_EQ(InMemory(kCube, {}), kCube);
  const Order order = {0, 2, 1};
  EXPECT_EQ(InMemory(kCube, order).dims(), (ir::Dims{3, 4, 2}));
  EXPECT_EQ(StridesIn(kCube, order), (Strides{4, 32, 8}));
}

TEST(OrderTest, StridesThatAreAPermutationAreAnOrder) {
  PJRT_Buffer_MemoryLayout layout = {};
  layout.type = PJRT_Buffer_MemoryLayout_Type_Strides;
  const Strides placed = StridesIn(kCube, {0, 2, 1});
  layout.strides.byte_strides = placed.data();
  layout.strides.num_byte_strides = placed.size();
  EXPECT_EQ(*OrderOf(kCube, &layout), (Order{0, 2, 1}));
  const Strides gaps = {96, 32, 8};
  layout.strides.byte_strides = gaps.data();
  EXPECT_TRUE(absl::IsUnimplemented(OrderOf(kCube, &layout).status()));
  const ir::TensorType row = {ir::ElementType::kF32, {1, 4}};
  const Strides dense = {16, 4};
  layout.strides.byte_strides = dense.data();
  layout.strides.num_byte_strides = 2;
  EXPECT_TRUE(OrderOf(row, &layout)->empty());
}

}  // namespace
}  // namespace tilewright::pjrt
