// Programs whose sizes are symbols: what the rules prove, what they refuse, and that what
// they accept holds at every value.
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "ir/check/checked_builder.h"
#include "ir/specialize.h"
#include "support/status_macros.h"
#include "tests/ir/check/harness.h"
#include "tests/ir/check/random_symbols.h"
#include "tests/ir/size/random_size.h"

namespace tilewright::ir {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using enum AttributeName;
using enum OpKind;

// x[b, 128] w[128, 2 b], its rows summed, and broadcast again.
Program Example(const std::string& batch, const std::string& other, bool swapped) {
  CheckedBuilder b;
  if (swapped) b.AddSymbol(other, {1}).value();
  const Size n = *b.AddSymbol(batch, {2, 64});
  if (!swapped) b.AddSymbol(other, {1}).value();
  const ValueId x = *b.AddInput(F32({n, 128}));
  const ValueId w = *b.AddInput(F32({128, 2 * n}));
  const ValueId zero = *b.AddInput(F32({}));
  const ValueId product =
      *b.AppendOne({.kind = kDotGeneral,
                    .operands = {x, w},
                    .attributes = With({{kLhsContractingDimensions, Dims{1}},
                                        {kRhsContractingDimensions, Dims{0}}})});
  EXPECT_EQ(b.type(product), F32({n, 2 * n}));
  const ValueId sums = *Reduce(b, kAdd, product, zero, {1});
  EXPECT_EQ(b.type(sums), F32({n}));
  const ValueId all = *Broadcast(b, sums, {0}, {n, 2 * n});
  const ValueId y = *b.AppendOne({.kind = kSubtract, .operands = {product, all}});
  return *std::move(b).Finish({y});
}

TEST(Symbols, AreInTypesThatFollowAndInTheNameOfAProgram) {
  const Program program = Example("batch", "unused", false);
  EXPECT_THAT(Verify(program), IsEmpty());
  const std::string text = CanonicalText(program);
  EXPECT_THAT(text, HasSubstr("%arg0: tensor<(s0)x(128)xf32>"));
  EXPECT_THAT(text, HasSubstr("%arg1: tensor<(128)x(2*s0)xf32>"));
  EXPECT_THAT(text, HasSubstr("sizes s0 >= 2, <= 64\n"));
  // Names are for people, and so is the order in which symbols were added.
  EXPECT_EQ(CanonicalText(Example("b", "c", false)), text);
  EXPECT_EQ(CanonicalText(Example("b", "c", true)), text);
  EXPECT_THAT(Print(program), HasSubstr("%arg0: tensor<?x128xf32>"));
}

TEST(Symbols, WithValuesGiveTheProgramOfThese) {
  const Program program = Example("batch", "unused", false);
  const absl::StatusOr<Program> at = Specialize(program, {5, 1});
  ASSERT_TRUE(at.ok()) << at.status();
  EXPECT_THAT(Verify(*at), IsEmpty());
  EXPECT_EQ(at->InputTypes()[1], (TensorType{ElementType::kF32, {128, 10}}));
  EXPECT_THAT(CanonicalText(*at), HasSubstr("%arg1: tensor<128x10xf32>"));
  const auto message = [&](std::vector<int64_t> values) {
    return std::string(Specialize(program, values).status().message());
  };
  EXPECT_EQ(message({65, 1}), "the size 'batch' is 65, but is at most 64");
  EXPECT_EQ(message({1, 1}), "the size 'batch' is 1, but is at least 2");
  EXPECT_EQ(message({5}), "the size 'unused' has no value");
  CheckedBuilder b;
  const Size n = *b.AddSymbol("n");
  const Program square = *std::move(b).Finish({*b.AddInput(F32({n, n}))});
  EXPECT_EQ(Specialize(square, {int64_t{1} << 23}).status().message(),
            "tensor<(n)x(n)xf32> is larger than 2^46 bytes: n = 8388608");
  EXPECT_TRUE(Specialize(square, {0}).ok());
}

TEST(Symbols, WhatCannotBeProvedIsRefusedByName) {
  CheckedBuilder b;
  const Size n = *b.AddSymbol("n"), m = *b.AddSymbol("m", {1});
  const ValueId x = *b.AddInput(F32({n, 8})), y = *b.AddInput(F32({m, 8}));
  const auto message = [&](CheckedBuilder::New operation) {
    const auto results = b.Append(std::move(operation));
    EXPECT_FALSE(results.ok()) << "accepted";
    return std::string(results.status().message());
  };
  EXPECT_EQ(message({.kind = kAdd, .operands = {x, y}}),
            "stablehlo.add(tensor<(n)x8xf32>, tensor<(m)x8xf32>): operands must have one "
            "type, are tensor<(n)x8xf32> and tensor<(m)x8xf32>");
  EXPECT_THAT(message({.kind = kReshape, .operands = {x}, .results = {F32({4, n})}}),
              HasSubstr("cannot give the 8*n elements of tensor<(n)x8xf32> the shape "
                        "[4, n]"));
  EXPECT_THAT(message({.kind = kSlice,
                       .operands = {x},
                       .attributes = With({{kStartIndices, Dims{0, 0}},
                                           {kLimitIndices, Dims{1, 8}},
                                           {kStrides, Dims{1, 1}}})}),
              HasSubstr("slice [0:1] of dimension 0 does not lie in the size n"));
  EXPECT_TRUE(b.Append({.kind = kSlice,
                        .operands = {y},
                        .attributes = With({{kStartIndices, Dims{0, 0}},
                                            {kLimitIndices, Dims{1, 8}},
                                            {kStrides, Dims{1, 1}}})})
                  .ok());
  EXPECT_THAT(
      message(
          {.kind = kFft,
           .operands = {x},
           .attributes = With({{kFftType, std::string("RFFT")}, {kFftLength, Dims{8}}})}),
      HasSubstr("sizes of its operands have to be numbers, of tensor<(n)x8xf32>"));
  EXPECT_EQ(b.AddInput(F32({n - 1})).status().message(),
            "input 2: tensor of rank 1: size 0 n - 1 may be negative");
  EXPECT_EQ(b.AddInput(F32({Size::OfSymbol(7)})).status().message(),
            "input 2: tensor of rank 1: size 0 is of a symbol that does not exist");
  EXPECT_THAT(
      message(
          {.kind = kReshape, .operands = {x}, .results = {F32({Size::OfSymbol(9), 8})}}),
      HasSubstr("symbol that does not exist"));
  EXPECT_FALSE(b.AddSymbol("n").ok());
  EXPECT_FALSE(b.AddSymbol("k", {5, 4}).ok());
}

TEST(Symbols, EntriesThatAreNoNumbersFollowFromTheResult) {
  CheckedBuilder b;
  const Size n = *b.AddSymbol("n", {2});
  const ValueId x = *b.AddInput(F32({n, 8})), zero = *b.AddInput(F32({}));
  const ValueId i = *b.AddInput({ElementType::kI32, {}});
  const auto slice = [&](const Size& rows, int64_t stride) {
    return b.AppendOne({.kind = kSlice,
                        .operands = {x},
                        .attributes = With({{kStartIndices, Dims{1, 0}},
                                            {kLimitIndices, Dims{kFromResult, 8}},
                                            {kStrides, Dims{stride, 1}}}),
                        .results = {F32({rows, 8})}});
  };
  const ValueId sliced = *slice(n - 1, 1);
  const ValueId pairs = *slice(FloorDivide(n, 2), 2);
  const ValueId moved =
      *b.AppendOne({.kind = kDynamicSlice,
                    .operands = {x, i, i},
                    .attributes = With({{kSliceSizes, Dims{kFromResult, 8}}}),
                    .results = {F32({n - 1, 8})}});
  const ValueId padded =
      *b.AppendOne({.kind = kPad,
                    .operands = {x, zero},
                    .attributes = With({{kEdgePaddingLow, Dims{1, 0}},
                                        {kEdgePaddingHigh, Dims{kFromResult, 0}},
                                        {kInteriorPadding, Dims{1, 0}}}),
                    .results = {F32({3 * n, 8})}});
  EXPECT_THAT(std::string(slice(n, 1).status().message()),
              HasSubstr("slice [1:n + 1] of dimension 0 may not lie in the size n"));
  const Program program = *std::move(b).Finish({sliced, pairs, moved, padded});
  const Program at = *Specialize(program, {7});
  EXPECT_THAT(Verify(at), IsEmpty());
  const std::string text = CanonicalText(at);
  EXPECT_THAT(text, HasSubstr("limit_indices = array<i64: 7, 8>"));
  EXPECT_THAT(text, HasSubstr("limit_indices = array<i64: 6, 8>"));
  EXPECT_THAT(text, HasSubstr("slice_sizes = array<i64: 6, 8>"));
  EXPECT_THAT(text, HasSubstr("edge_padding_high = array<i64: 7, 0>"));
  EXPECT_THAT(Verify(Typical(program)), IsEmpty());
}

// --- At random

// What was proved holds: the rules of numbers accept the program at every value.
TEST(Symbols, WhatIsAcceptedVerifiesAtEveryValue) {
  int accepted = 0, tried = 0;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    RandomSymbolicProgram programs(RandomSeed() * 1000 + seed);
    accepted += programs.accepted();
    const Program program = std::move(programs).Take();
    ASSERT_THAT(Verify(program), IsEmpty());
    std::mt19937_64 random(seed);
    for (int k = 0; k < 6; ++k) {
      const std::vector<int64_t> values = {static_cast<int64_t>(random() % 12),
                                           8 * (1 + static_cast<int64_t>(random() % 8)),
                                           1 + static_cast<int64_t>(random() % 100)};
      const absl::StatusOr<Program> at = Specialize(program, values);
      if (!at.ok()) {
        ASSERT_THAT(std::string(at.status().message()),
                    AnyOf(HasSubstr("larger than"), HasSubstr("is divided by")));
        continue;
      }
      ++tried;
      const std::vector<Diagnostic> found = Verify(*at);
      ASSERT_THAT(found, IsEmpty()) << found[0].message << "\n" << CanonicalText(program);
    }
  }
  EXPECT_GT(accepted, 2000);
  EXPECT_GT(tried, 500);
}

}  // namespace
}  // namespace tilewright::ir
