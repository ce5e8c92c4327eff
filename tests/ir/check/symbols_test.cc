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
#include "tests/ir/size/random_size.h"

namespace tilewright::ir {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using enum AttributeName;
using enum OpKind;

TensorType F32(std::vector<Size> sizes) {
  return {ElementType::kF32, Shape(std::move(sizes))};
}

Attributes With(NamedAttributes attributes) {
  Attributes result;
  for (auto& [name, value] : attributes) result.Set(name, std::move(value));
  return result;
}

// A sum over `dimensions`.
absl::StatusOr<ValueId> Sum(CheckedBuilder& b, ValueId x, ValueId zero, Dims dimensions) {
  const TensorType scalar = Scalar(b.type(x).element);
  TW_ASSIGN_OR_RETURN(const std::vector<ValueId> arguments,
                      b.OpenRegion({scalar, scalar}));
  TW_ASSIGN_OR_RETURN(const ValueId sum,
                      b.AppendOne({.kind = kAdd, .operands = arguments}));
  TW_ASSIGN_OR_RETURN(const RegionId region, b.CloseRegion({sum}));
  return b.AppendOne({.kind = kReduce,
                      .operands = {x, zero},
                      .attributes = With({{kDimensions, std::move(dimensions)}}),
                      .regions = {region}});
}

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
  const ValueId sums = *Sum(b, product, zero, {1});
  EXPECT_EQ(b.type(sums), F32({n}));
  const ValueId all = *b.AppendOne({.kind = kBroadcastInDim,
                                    .operands = {sums},
                                    .attributes = With({{kBroadcastDimensions, Dims{0}}}),
                                    .results = {F32({n, 2 * n})}});
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

// --- At random

class RandomPrograms {
 public:
  explicit RandomPrograms(uint64_t seed) : random_(seed) {
    symbols_ = {*b_.AddSymbol("b"), *b_.AddSymbol("t", {8, 64, 8}),
                *b_.AddSymbol("n", {1, 100})};
    for (int i = 0; i < 4; ++i) AddInput();
    zero_ = *b_.AddInput(F32({}));
    for (int i = 0; i < 40; ++i) Try();
  }

  int accepted() const { return accepted_; }
  Program Take() && {
    std::vector<ValueId> results = values_;
    return *std::move(b_).Finish(std::move(results));
  }

 private:
  int Below(size_t limit) { return static_cast<int>(random_() % limit); }
  ValueId Any() { return values_[Below(values_.size())]; }
  Size AnySize() {
    if (Below(3) == 0) return Below(6);
    if (Below(2) == 0) return symbols_[Below(symbols_.size())];
    return MakeRandomSize(&random_, symbols_, 2).size;
  }
  Shape AnyShape() {
    std::vector<Size> sizes;
    for (int n = Below(4); n > 0; --n) sizes.push_back(AnySize());
    return Shape(std::move(sizes));
  }
  Dims Order(int rank) {
    Dims order;
    for (int d = 0; d < rank; ++d) order.push_back(d);
    std::shuffle(order.begin(), order.end(), random_);
    return order;
  }
  Dims Numbers(int rank, int low, int limit) {
    Dims numbers;
    for (int d = 0; d < rank; ++d) numbers.push_back(low + Below(limit - low));
    return numbers;
  }
  // Some of the dimensions, in order.
  Dims Some(int rank) {
    Dims some;
    for (int d = 0; d < rank; ++d) {
      if (Below(2) == 0) some.push_back(d);
    }
    return some;
  }

  void Keep(const absl::StatusOr<ValueId>& value) {
    if (!value.ok()) return;
    values_.push_back(*value);
    ++accepted_;
  }
  void Append(CheckedBuilder::New operation) { Keep(b_.AppendOne(std::move(operation))); }
  void AddInput() {
    const auto input = b_.AddInput({ElementType::kF32, AnyShape()});
    Keep(input.ok() ? input : b_.AddInput(F32({symbols_[0], 4})));
  }

  void Try() {
    const ValueId x = Any(), y = Any();
    const Shape shape = b_.type(x).shape;
    const int rank = shape.rank();
    switch (Below(11)) {
      case 0:
        return Append({.kind = kAdd, .operands = {x, y}});
      case 1:
        return Append({.kind = kTranspose,
                       .operands = {x},
                       .attributes = With({{kPermutation, Order(rank)}})});
      case 2: {
        std::vector<Size> sizes = shape.sizes();
        if (Below(2) == 0 && rank > 1) {
          sizes[rank - 2] = sizes[rank - 2] * sizes[rank - 1];
          sizes.pop_back();
        } else if (Below(2) == 0 && rank > 0) {
          sizes.push_back(2);
          sizes[0] = FloorDivide(sizes[0], 2);
        } else {
          std::shuffle(sizes.begin(), sizes.end(), random_);
        }
        return Append({.kind = kReshape,
                       .operands = {x},
                       .results = {{ElementType::kF32, Shape(sizes)}}});
      }
      case 3: {
        Shape wide = shape;
        Dims dimensions = Order(rank);
        std::sort(dimensions.begin(), dimensions.end());
        if (Below(2) == 0) {
          wide.Append(AnySize());
        } else {
          wide = AnyShape();
        }
        return Append({.kind = kBroadcastInDim,
                       .operands = {x},
                       .attributes = With({{kBroadcastDimensions, dimensions}}),
                       .results = {{ElementType::kF32, wide}}});
      }
      case 4:
        if (rank == 0) return;
        return Append({.kind = kConcatenate,
                       .operands = {x, Below(2) == 0 ? x : y, x},
                       .attributes = With({{kDimension, int64_t{Below(rank)}}})});
      case 5: {
        const Dims start = Numbers(rank, 0, 3);
        Dims limit = start;
        for (int64_t& end : limit) end += Below(6);
        return Append({.kind = kSlice,
                       .operands = {x},
                       .attributes = With({{kStartIndices, start},
                                           {kLimitIndices, limit},
                                           {kStrides, Numbers(rank, 1, 4)}})});
      }
      case 6:
        return Append({.kind = kPad,
                       .operands = {x, zero_},
                       .attributes = With({{kEdgePaddingLow, Numbers(rank, -2, 4)},
                                           {kEdgePaddingHigh, Numbers(rank, -2, 4)},
                                           {kInteriorPadding, Numbers(rank, 0, 3)}})});
      case 7:
        return Keep(Sum(b_, x, zero_, Some(rank)));
      case 8: {
        const Dims left = Some(rank), right = Some(b_.type(y).rank());
        return Append({.kind = kDotGeneral,
                       .operands = {x, y},
                       .attributes = With({{kLhsContractingDimensions, left},
                                           {kRhsContractingDimensions, right}})});
      }
      case 9:
        return Append({.kind = kReverse,
                       .operands = {x},
                       .attributes = With({{kDimensions, Some(rank)}})});
      default:
        return Append({.kind = kIota,
                       .attributes = With({{kIotaDimension, int64_t{0}}}),
                       .results = {{ElementType::kF32, AnyShape()}}});
    }
  }

  std::mt19937_64 random_;
  CheckedBuilder b_;
  std::vector<Size> symbols_;
  std::vector<ValueId> values_;
  ValueId zero_ = 0;
  int accepted_ = 0;
};

// What was proved holds: the rules of numbers accept the program at every value.
TEST(Symbols, WhatIsAcceptedVerifiesAtEveryValue) {
  int accepted = 0, tried = 0;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    RandomPrograms programs(RandomSeed() * 1000 + seed);
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
