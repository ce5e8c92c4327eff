// Which operations are one program at all sizes.
#include "runtime/eager/form.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/eager/program.h"

namespace tilewright::eager {
namespace {

using ir::Dims;
using ir::OpKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<std::vector<ir::ValueId>> Same(const Lowering& call) {
  return std::vector<ir::ValueId>{call.operands[0]};
}
constexpr Operation kOpen = {"same", Same, Operation::Sizes::kOpen};
constexpr Operation kElementwise = {"same", Same, Operation::Sizes::kElementwise};
constexpr Operation kNumbers = {"same", Same, Operation::Sizes::kNumbers};
constexpr Operation kJoined = {"joined", Same, Operation::Sizes::kJoined};

struct Array {
  Dims sizes, strides;
};
Array Packed(Dims sizes) {
  Array array = {sizes, Dims(sizes.size(), 1)};
  for (size_t d = sizes.size(); d-- > 1;) {
    array.strides[d - 1] = array.strides[d] * sizes[d];
  }
  return array;
}

// The last array is the result.
NodeStructure Node(const Operation& operation, const std::vector<Array>& arrays,
                   Dims attributes = {}) {
  NodeStructure node;
  node.head = {&operation, static_cast<uint16_t>(arrays.size() - 1), 1,
               static_cast<uint16_t>(attributes.size()), 0};
  for (const Array& array : arrays) {
    NodeOperand& operand = node.operands.emplace_back();
    operand.kind = Operand::Kind::kArray;
    operand.sizes = array.sizes;
    operand.strides = array.strides;
    operand.contiguous = IsContiguous(array.sizes, array.strides);
  }
  node.attributes = std::move(attributes);
  return node;
}

TEST(Form, SizesOfTwoAndMoreAreNoPartOfIt) {
  const Form a = *FormOf(Node(kOpen, {Packed({3, 5}), Packed({3, 5})}));
  const Form b = *FormOf(Node(kOpen, {Packed({2, 7}), Packed({2, 7})}));
  EXPECT_EQ(a.words, b.words);
  EXPECT_THAT(a.sizes, ElementsAre(3, 5, 3, 5));
  EXPECT_THAT(b.sizes, ElementsAre(2, 7, 2, 7));
  const Form one = *FormOf(Node(kOpen, {Packed({1, 5}), Packed({1, 5})}));
  EXPECT_NE(a.words, one.words);
  EXPECT_THAT(one.sizes, ElementsAre(5, 5));
}

TEST(Form, AShortLastDimensionIsANumber) {
  const Form three = *FormOf(Node(kOpen, {Packed({9, 3}), Packed({9, 3})}));
  EXPECT_THAT(three.sizes, ElementsAre(9, 9));
  EXPECT_EQ(three.layouts[0].logical.shape[1], ir::Size(3));
  EXPECT_EQ(three.words, FormOf(Node(kOpen, {Packed({8, 3}), Packed({8, 3})}))->words);
  const Form four = *FormOf(Node(kOpen, {Packed({9, 4}), Packed({9, 4})}));
  EXPECT_NE(three.words, four.words);
  EXPECT_EQ(FormOf(Node(kOpen, {Packed({9, 5}), Packed({9, 5})}))->sizes.size(), 4);
  // Wherever else it stands, and where it lies last in memory.
  const Form vector = *FormOf(Node(kOpen, {Packed({9, 3}), Packed({3})}));
  EXPECT_THAT(vector.sizes, ElementsAre(9));
  const Form turned = *FormOf(Node(kOpen, {{{3, 9}, {1, 3}}, Packed({3, 9})}));
  EXPECT_THAT(turned.sizes, ElementsAre(9, 9));
  // Alone it is as open as any other.
  EXPECT_THAT(FormOf(Node(kOpen, {Packed({3}), Packed({3})}))->sizes, ElementsAre(3, 3));
}

TEST(Form, DistancesOfStridedArraysAreOpen) {
  // Of rows of 10 and of 20 elements the first ones.
  const Form a = *FormOf(Node(kOpen, {{{3, 5}, {10, 1}}, Packed({3, 5})}));
  const Form b = *FormOf(Node(kOpen, {{{4, 6}, {20, 1}}, Packed({4, 6})}));
  EXPECT_EQ(a.words, b.words);
  EXPECT_THAT(a.sizes, ElementsAre(3, 5, 5, 3, 5));  // 10 is 5 more than 5
  EXPECT_THAT(b.sizes, ElementsAre(4, 6, 14, 4, 6));
  const Layout& layout = a.layouts[0];
  ir::SymbolList symbols;
  for (int i = 0; i < 5; ++i) symbols.Add("s", {.at_least = 2});
  EXPECT_EQ(*ir::Evaluate(layout.memory.shape[0], symbols, a.sizes), 25);
  // Every second element.
  const Form every_second = *FormOf(Node(kOpen, {{{3, 5}, {10, 2}}, Packed({3, 5})}));
  EXPECT_NE(a.words, every_second.words);
}

TEST(Form, WhatHasToKnowItsSizesSaysWhy) {
  const auto why = [](const NodeStructure& node) {
    return std::string(FormOf(node).status().message());
  };
  EXPECT_THAT(why(Node(kNumbers, {Packed({3}), Packed({3})})), HasSubstr("with numbers"));
  EXPECT_THAT(why(Node(kOpen, {Packed({0, 3}), Packed({0, 3})})), HasSubstr("empty"));
  EXPECT_THAT(why(Node(kOpen, {{{3, 3}, {1, 1}}, Packed({3, 3})})), HasSubstr("nest"));
}

TEST(Form, WhatIsJoinedIsAsLongAsItsParts) {
  const Form form =
      *FormOf(Node(kJoined, {Packed({3, 5}), Packed({4, 5}), Packed({7, 5})}, {0}));
  EXPECT_EQ(form.layouts[2].logical.shape[0],
            form.layouts[0].logical.shape[0] + form.layouts[1].logical.shape[0]);
  EXPECT_THAT(form.sizes, ElementsAre(3, 5, 4, 5, 5));
}

TEST(Collapsed, DimensionsThatAllArraysWalkAsOneAreOne) {
  const NodeStructure packed =
      Collapsed(Node(kElementwise, {Packed({3, 1, 5}), Packed({3, 1, 5})}));
  EXPECT_THAT(packed.operands[0].sizes, ElementsAre(15));
  // Transposed like its result.
  const Array t = {{5, 3}, {1, 5}};
  EXPECT_THAT(Collapsed(Node(kElementwise, {t, t})).operands[1].sizes, ElementsAre(15));
  // Unlike it.
  const NodeStructure across = Collapsed(Node(kElementwise, {t, Packed({5, 3})}));
  EXPECT_THAT(across.operands[0].sizes, ElementsAre(5, 3));
  EXPECT_THAT(across.operands[0].strides, ElementsAre(1, 5));
}

TEST(Collapsed, WhatIsBroadcastIsOneElementThere) {
  const NodeStructure node = Collapsed(
      Node(kElementwise, {Packed({4}), {{2, 3, 4}, {4, 0, 1}}, Packed({2, 3, 4})}));
  EXPECT_THAT(node.operands[0].sizes, ElementsAre(1, 1, 4));
  EXPECT_THAT(node.operands[1].sizes, ElementsAre(2, 1, 4));
  EXPECT_THAT(node.operands[2].sizes, ElementsAre(2, 3, 4));
  const NodeStructure rows =
      Collapsed(Node(kElementwise, {Packed({4}), Packed({2, 3, 4})}));
  EXPECT_THAT(rows.operands[0].sizes, ElementsAre(1, 4));
  EXPECT_THAT(rows.operands[1].sizes, ElementsAre(6, 4));
}

TEST(Collapsed, WhatIsJoinedKeepsTheDimensionAlongWhichItIs) {
  // What follows it lies in one stretch with it, what is before it does not.
  const NodeStructure whole = Collapsed(Node(
      kJoined, {Packed({2, 3, 4, 5}), Packed({2, 3, 1, 5}), Packed({2, 3, 5, 5})}, {2}));
  EXPECT_THAT(whole.attributes, ElementsAre(1));
  EXPECT_THAT(whole.operands[0].sizes, ElementsAre(6, 20));
  EXPECT_THAT(whole.operands[1].sizes, ElementsAre(6, 5));
  EXPECT_THAT(whole.operands[1].strides, ElementsAre(5, 1));
  EXPECT_THAT(whole.operands[2].sizes, ElementsAre(6, 25));
  // Halves of rows.
  const Array half = {{2, 3, 4}, {24, 8, 1}};
  const NodeStructure turned =
      Collapsed(Node(kJoined, {half, half, Packed({2, 3, 8})}, {2}));
  EXPECT_THAT(turned.attributes, ElementsAre(1));
  EXPECT_THAT(turned.operands[0].sizes, ElementsAre(6, 4));
  EXPECT_THAT(turned.operands[0].strides, ElementsAre(8, 1));
  // One of two is transposed.
  const NodeStructure across = Collapsed(
      Node(kJoined, {{{2, 3, 4}, {1, 2, 6}}, Packed({2, 3, 4}), Packed({4, 3, 4})}, {0}));
  EXPECT_THAT(across.operands[0].sizes, ElementsAre(2, 3, 4));
  EXPECT_THAT(across.attributes, ElementsAre(0));
  // Along a dimension of one element each, the first of all.
  const NodeStructure ones =
      Collapsed(Node(kJoined, {Packed({1, 5}), Packed({1, 5}), Packed({2, 5})}, {0}));
  EXPECT_THAT(ones.operands[0].sizes, ElementsAre(5));
  EXPECT_THAT(ones.operands[2].sizes, ElementsAre(10));
}

TEST(Collapsed, OtherOperationsStayAsTheyAre) {
  const NodeStructure node = Collapsed(Node(kOpen, {Packed({3, 5}), Packed({3, 5})}));
  EXPECT_THAT(node.operands[0].sizes, ElementsAre(3, 5));
}

TEST(OpenProgram, HasTheSymbolsOfItsArrays) {
  const NodeStructure node = Node(kOpen, {{{3, 5}, {10, 1}}, Packed({3, 5})});
  const Form form = *FormOf(node);
  // Sizes of operand and result are the same symbols, 0 and 1; 2 is the gap.
  std::vector<Layout> layouts = form.layouts;
  layouts[1].logical = layouts[0].logical;
  layouts[1].memory = layouts[0].logical;
  const auto made = BuildOpenProgram(node, layouts, 3, Blocks::kAnew);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->program.symbols.count(), 3);
  EXPECT_EQ(made->program.OutputTypes()[0].shape[1], ir::Size::OfSymbol(1));
}

}  // namespace
}  // namespace tilewright::eager
