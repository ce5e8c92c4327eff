// Every kind of expression, checked by hand.
#include "tests/reference/harness.h"
#include "tile/expressions.h"

namespace tilewright::reference {
namespace {

using ir::OpKind;
using ::testing::ElementsAre;
using tile::ExprId;

// The value that `make` makes of an array, stored whole.
template <typename Make>
Numbers Stored(const Dims& dims, const Numbers& values, const Make& make,
               ElementType element = kF32) {
  tile::Program p;
  tile::Builder b(&p);
  const tile::RefId x = b.Input({element, dims});
  const ExprId value = make(b, b.Load(x));
  const tile::RefId y = b.Output(b.type(value));
  b.Append(tile::StoreStatement(&b, tile::StoreTo(y, value)));
  return NumbersOf(RunProgram(p, {ArrayOf(element, dims, values)})[1]);
}

const Numbers kSix = {1, 2, 3, 4, 5, 6};

ExprId Int(tile::Builder& b, int64_t value) {
  return b.Constant(ir::IntegerSplat(ir::Scalar(kI32), value));
}

TEST(DataMovement, ALoadIsSeenRowMajor) {
  EXPECT_EQ(Stored({2, 3}, kSix, [](auto& b, ExprId x) { return b.Reshape(x, {3, 2}); }),
            kSix);
}

TEST(DataMovement, ABroadcastStretchesOnes) {
  EXPECT_THAT(Stored({3}, {1, 2, 3},
                     [](auto& b, ExprId x) { return b.Broadcast(x, {2, 3}, {1}); }),
              ElementsAre(1, 2, 3, 1, 2, 3));
  EXPECT_THAT(Stored({2, 1}, {1, 2},
                     [](auto& b, ExprId x) { return b.Broadcast(x, {2, 2}, {0, 1}); }),
              ElementsAre(1, 1, 2, 2));
}

TEST(DataMovement, ATransposePermutes) {
  EXPECT_THAT(
      Stored({2, 3}, kSix, [](auto& b, ExprId x) { return b.Transpose(x, {1, 0}); }),
      ElementsAre(1, 4, 2, 5, 3, 6));
  // Own dimension i is the operand's permutation[i].
  EXPECT_THAT(Stored({1, 2, 3}, kSix,
                     [](auto& b, ExprId x) { return b.Transpose(x, {2, 0, 1}); }),
              ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST(DataMovement, ASliceHasStartsAndStrides) {
  EXPECT_THAT(
      Stored({6}, kSix, [](auto& b, ExprId x) { return b.Slice(x, {3}, {1}, {2}); }),
      ElementsAre(2, 4, 6));
}

TEST(DataMovement, AReverseTurnsDimensions) {
  EXPECT_THAT(Stored({2, 3}, kSix, [](auto& b, ExprId x) { return b.Reverse(x, {1}); }),
              ElementsAre(3, 2, 1, 6, 5, 4));
}

TEST(DataMovement, APadIsBeforeBetweenAndBehind) {
  const auto pad = [](auto& b, ExprId x) {
    return b.Pad(x, b.Zero(ir::Scalar(kF32)), {6}, {1}, {1});
  };
  EXPECT_THAT(Stored({2}, {1, 2}, pad), ElementsAre(0, 1, 0, 2, 0, 0));
  const auto cut = [](auto& b, ExprId x) {
    return b.Pad(x, b.Zero(ir::Scalar(kF32)), {2}, {-1}, {0});
  };
  EXPECT_THAT(Stored({6}, kSix, cut), ElementsAre(2, 3));
}

TEST(DataMovement, AConcatenationHasPartsOfAnySize) {
  EXPECT_THAT(Stored({2, 1}, {1, 2},
                     [](auto& b, ExprId x) {
                       const ExprId wide = b.Broadcast(x, {2, 2}, {0, 1});
                       return b.Concatenate({wide, x}, 1);
                     }),
              ElementsAre(1, 1, 1, 2, 2, 2));
}

TEST(DataMovement, DynamicStartsAreClamped) {
  const auto slice = [](int64_t start) {
    return [start](auto& b, ExprId x) { return b.DynamicSlice(x, {Int(b, start)}, {2}); };
  };
  EXPECT_THAT(Stored({4}, {1, 2, 3, 4}, slice(1)), ElementsAre(2, 3));
  EXPECT_THAT(Stored({4}, {1, 2, 3, 4}, slice(9)), ElementsAre(3, 4));
  EXPECT_THAT(Stored({4}, {1, 2, 3, 4}, slice(-9)), ElementsAre(1, 2));
  const auto update = [](auto& b, ExprId x) {
    return b.DynamicUpdateSlice(x, b.Zero({kF32, {2}}), {Int(b, 7)});
  };
  EXPECT_THAT(Stored({4}, {1, 2, 3, 4}, update), ElementsAre(1, 2, 0, 0));
}

TEST(DataMovement, AGatherTakesRowsInTheOrderOfItsIndices) {
  const auto gather = [](auto& b, ExprId x) {
    const ExprId indices = b.Scalar(
        OpKind::kMultiply,
        {b.Iota({kI32, {3, 1}}, 0), b.Constant(ir::IntegerSplat({kI32, {3, 1}}, 2))},
        {kI32, {3, 1}});  // 0, 2, 4: the last is clamped to 2
    tile::Gather g;
    g.offset_dims = {1};
    g.collapsed_slice_dims = {0};
    g.start_index_map = {0};
    g.index_vector_dim = 1;
    return b.Gather(x, indices, g, {3, 2});
  };
  EXPECT_THAT(Stored({3, 2}, kSix, gather), ElementsAre(1, 2, 5, 6, 5, 6));
}

TEST(DataMovement, ABatchedGatherTakesFromItsOwnRow) {
  const auto gather = [](auto& b, ExprId x) {
    const ExprId indices = b.Iota({kI32, {2, 1}}, 0);  // row 0: column 0, row 1: 1
    tile::Gather g;
    g.collapsed_slice_dims = {1};
    g.operand_batching_dims = {0};
    g.start_indices_batching_dims = {0};
    g.start_index_map = {1};
    g.index_vector_dim = 1;
    return b.Gather(x, indices, g, {2});
  };
  EXPECT_THAT(Stored({2, 3}, kSix, gather), ElementsAre(1, 5));
}

TEST(DataMovement, WindowsMayBeDilatedAndReachBeyondTheArray) {
  tile::WindowDims windows = {{2}, {1}, {2}, {1}, {1}};  // x[i - 1], x[i + 1]
  const auto pairs = [&](auto& b, ExprId x) {
    return b.Windows(x, b.Zero(ir::Scalar(kF32)), {3}, windows);
  };
  EXPECT_THAT(Stored({3}, {1, 2, 3}, pairs), ElementsAre(0, 2, 1, 3, 2, 0));
  windows = {{1}, {1}, {1}, {0}, {2}};  // 1, -, 2
  const auto spread = [&](auto& b, ExprId x) {
    return b.Windows(x, b.Zero(ir::Scalar(kF32)), {3}, windows);
  };
  EXPECT_THAT(Stored({2}, {1, 2}, spread), ElementsAre(1, 0, 2));
}

TEST(DataMovement, AnIotaCountsInItsType) {
  tile::Program p;
  tile::Builder b(&p);
  const tile::RefId y = b.Output({ElementType::kI4, {10}});
  b.Append(
      tile::StoreStatement(&b, tile::StoreTo(y, b.Iota({ElementType::kI4, {10}}, 0))));
  EXPECT_THAT(NumbersOf(RunProgram(p, {})[0]),
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, -8, -7));
}

TEST(DataMovement, KeepTheBitsOfNaNs) {
  tile::Program p;
  tile::Builder b(&p);
  const tile::RefId x = b.Input({kF32, {2}});
  const tile::RefId y = b.Output({kF32, {2}});
  b.Append(tile::StoreStatement(&b, tile::StoreTo(y, b.Reverse(b.Load(x), {0}))));
  Array in = ArrayOf(kF32, {2}, {0, 1});
  in.elements[0].re = 0xffc01234;
  const Array out = RunProgram(p, {in})[1];
  EXPECT_EQ(out.elements[1].re, 0xffc01234u);
  EXPECT_TRUE(IsExact(out.elements[1]));
}

TEST(DataMovement, ADiamondOfAnyDepthTakesTimeOnceALevel) {
  const Numbers result = Stored({1}, {1}, [](auto& b, ExprId x) {
    const ExprId half =
        b.Scalar(OpKind::kMultiply, {x, b.Zero({kF32, {1}})}, {kF32, {1}});
    ExprId sum = x;
    for (int level = 0; level < 200; ++level) {
      // Two ways to what is below, of which no kind is a tree.
      const ExprId other =
          b.Reverse(b.Scalar(OpKind::kMaximum, {sum, half}, {kF32, {1}}), {0});
      sum = b.Scalar(OpKind::kMinimum, {sum, other}, {kF32, {1}});
    }
    return sum;
  });
  EXPECT_THAT(result, ElementsAre(1));
}

}  // namespace
}  // namespace tilewright::reference
