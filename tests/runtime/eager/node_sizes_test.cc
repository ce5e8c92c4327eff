// Sizes in the words of recorded operations.
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/eager/node.h"

namespace tilewright::eager {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Operation kOperation = {"an operation"};

Operand ArrayOf(absl::Span<const int64_t> sizes, absl::Span<const int64_t> strides) {
  Operand operand;
  operand.kind = Operand::Kind::kArray;
  operand.sizes = sizes;
  operand.strides = strides;
  return operand;
}

// Of x * 2, where x lies by columns.
std::vector<uint64_t> WordsOf(int64_t rows, int64_t columns) {
  const int64_t sizes[] = {rows, columns};
  const int64_t by_rows[] = {columns, 1}, by_columns[] = {1, rows};
  Operand number;
  number.kind = Operand::Kind::kImmediate;
  const Operand operands[] = {ArrayOf(sizes, by_columns), number};
  const Operand result = ArrayOf(sizes, by_rows);
  const int64_t attributes[] = {77};
  Call call;
  call.operation = &kOperation;
  call.operands = operands;
  call.results = {&result, 1};
  call.attributes = attributes;
  std::vector<uint64_t> words(NodeWordsAtMost(call));
  WriteNode(call, words.data(), Ownership::kBorrowed);
  const auto structure = NodeView(words.data()).structure();
  return {structure.begin(), structure.end()};
}

TEST(NodeSizes, AreThoseOfOperandsAndResults) {
  EXPECT_THAT(SizesIn(WordsOf(3, 5)), ElementsAre(3, 5, 1, 3, 3, 5));
}

TEST(NodeSizes, OthersMakeTheWordsOfOtherSizes) {
  EXPECT_EQ(WithSizes(WordsOf(3, 5), SizesIn(WordsOf(7, 4))), WordsOf(7, 4));
}

TEST(NodeSizes, WhatNoArrayHasIsRefused) {
  const std::vector<uint64_t> words = WordsOf(3, 5);
  EXPECT_THAT(WithSizes(words, {}), IsEmpty());
  EXPECT_THAT(WithSizes(words, {3, 5, 1, 3, 3}), IsEmpty());
  EXPECT_THAT(WithSizes(words, {3, 5, 1, 3, 3, 5, 5}), IsEmpty());
  EXPECT_THAT(WithSizes(words, {3, 5, 1, 3, -3, 5}), IsEmpty());
  EXPECT_THAT(WithSizes(words, {3, 5, -1, 3, 3, 5}), IsEmpty());
  EXPECT_THAT(WithSizes(words, {3, 5, 1, 3, int64_t{1} << 30, 1 << 20}), IsEmpty());
  EXPECT_THAT(WithSizes(words, {3, 5, 1, int64_t{1} << 40, 3, 5}), IsEmpty());
}

}  // namespace
}  // namespace tilewright::eager
