// Programs of symbols, made at random.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "ir/check/checked_builder.h"
#include "support/status_macros.h"
#include "tests/ir/check/named_attributes.h"
#include "tests/ir/size/random_size.h"

namespace tilewright::ir {

inline TensorType F32(std::vector<Size> sizes) {
  return {ElementType::kF32, Shape(std::move(sizes))};
}

// Combined over `dimensions`.
inline absl::StatusOr<ValueId> Reduce(CheckedBuilder& b, OpKind combiner, ValueId x,
                                      ValueId zero, Dims dimensions) {
  const TensorType scalar = Scalar(b.type(x).element);
  TW_ASSIGN_OR_RETURN(const std::vector<ValueId> arguments,
                      b.OpenRegion({scalar, scalar}));
  TW_ASSIGN_OR_RETURN(const ValueId sum,
                      b.AppendOne({.kind = combiner, .operands = arguments}));
  TW_ASSIGN_OR_RETURN(const RegionId region, b.CloseRegion({sum}));
  return b.AppendOne(
      {.kind = OpKind::kReduce,
       .operands = {x, zero},
       .attributes = With({{AttributeName::kDimensions, std::move(dimensions)}}),
       .regions = {region}});
}

// In the shape `to`; dimension i is its dimension dimensions[i].
inline absl::StatusOr<ValueId> Broadcast(CheckedBuilder& b, ValueId x, Dims dimensions,
                                         std::vector<Size> to) {
  return b.AppendOne(
      {.kind = OpKind::kBroadcastInDim,
       .operands = {x},
       .attributes = With({{AttributeName::kBroadcastDimensions, std::move(dimensions)}}),
       .results = {F32(std::move(to))}});
}

// Operations on inputs whose sizes are of the symbols b, t (a multiple of 8) and n, as
// the rules accept them.
class RandomSymbolicProgram {
  using enum AttributeName;
  using enum OpKind;

 public:
  // Without `products`, gathers and scatters: all of it takes sizes when it runs.
  explicit RandomSymbolicProgram(uint64_t seed, bool products = true)
      : random_(seed), products_(products) {
    symbols_ = {*b_.AddSymbol("b"), *b_.AddSymbol("t", {8, 64, 8}),
                *b_.AddSymbol("n", {1, 100})};
    for (int i = 0; i < 4; ++i) AddInput();
    zero_ = *b_.AddInput(F32({}));
    rows_ = *b_.AddInput({ElementType::kI32, Shape({symbols_[2], Size(1)})});
    for (int i = 0; i < 40; ++i) Try();
  }

  int accepted() const { return accepted_; }
  // With so many of the last values as results.
  Program Take(size_t results = SIZE_MAX) && {
    const size_t count = std::min(results, values_.size());
    return *std::move(b_).Finish(
        {values_.end() - static_cast<std::ptrdiff_t>(count), values_.end()});
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

  // Of dimensions of the same size, where there are any.
  void AppendProduct(ValueId x, ValueId y) {
    const Shape left = b_.type(x).shape, right = b_.type(y).shape;
    Dims batching[2], contracting[2];
    std::vector<bool> taken(right.rank());
    for (int64_t d : Order(left.rank())) {
      for (int64_t e : Order(right.rank())) {
        if (taken[e] || !(left[d] == right[e]) || Below(4) == 0) continue;
        Dims* const pairs = Below(3) == 0 ? batching : contracting;
        pairs[0].push_back(d);
        pairs[1].push_back(e);
        taken[e] = true;
        break;
      }
    }
    Append({.kind = kDotGeneral,
            .operands = {x, y},
            .attributes = With({{kLhsBatchingDimensions, batching[0]},
                                {kRhsBatchingDimensions, batching[1]},
                                {kLhsContractingDimensions, contracting[0]},
                                {kRhsContractingDimensions, contracting[1]}})});
  }

  // Rows of x, or x with rows added, where `rows_` says.
  void AppendIndexed(ValueId x) {
    const Shape shape = b_.type(x).shape;
    if (shape.rank() == 0) return;
    Dims windows, slices = {1};
    Shape updates({symbols_[2]});
    for (int d = 1; d < shape.rank(); ++d) {
      windows.push_back(d);
      slices.push_back(shape[d].is_number() ? shape[d].number() : 1);
      updates.Append(shape[d]);
    }
    if (Below(2) == 0) {
      return Append({.kind = kGather,
                     .operands = {x, rows_},
                     .attributes = With({{kOffsetDims, windows},
                                         {kCollapsedSliceDims, Dims{0}},
                                         {kStartIndexMap, Dims{0}},
                                         {kIndexVectorDim, int64_t{1}},
                                         {kSliceSizes, slices}})});
    }
    const auto added = b_.AppendOne({.kind = kIota,
                                     .attributes = With({{kIotaDimension, int64_t{0}}}),
                                     .results = {{ElementType::kF32, updates}}});
    const auto add = b_.Reducer(kAdd, ElementType::kF32);
    if (!added.ok() || !add.ok()) return;
    Append({.kind = kScatter,
            .operands = {x, rows_, *added},
            .attributes = With({{kUpdateWindowDims, windows},
                                {kInsertedWindowDims, Dims{0}},
                                {kScatterDimsToOperandDims, Dims{0}},
                                {kIndexVectorDim, int64_t{1}}}),
            .regions = {*add}});
  }

  void Try() {
    const ValueId x = Any(), y = Any();
    const Shape shape = b_.type(x).shape;
    const int rank = shape.rank();
    switch (Below(products_ ? 16 : 14)) {
      case 0:
      case 11:
        return Append({.kind = Below(2) == 0 ? kAdd : kMultiply, .operands = {x, y}});
      case 12:
        return Append({.kind = Below(2) == 0 ? kTanh : kAbs, .operands = {x}});
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
        return Keep(Reduce(b_, Below(3) == 0 ? kMaximum : kAdd, x, zero_, Some(rank)));
      case 8: {
        if (!products_) return Keep(Reduce(b_, kAdd, x, zero_, {rank - 1}));
        return AppendProduct(x, Below(2) == 0 ? x : y);
      }
      case 9:
        return Append({.kind = kReverse,
                       .operands = {x},
                       .attributes = With({{kDimensions, Some(rank)}})});
      case 14:
        return AppendIndexed(x);
      default:
        return Append({.kind = kIota,
                       .attributes = With({{kIotaDimension, int64_t{0}}}),
                       .results = {{ElementType::kF32, AnyShape()}}});
    }
  }

  std::mt19937_64 random_;
  const bool products_;
  CheckedBuilder b_;
  std::vector<Size> symbols_;
  std::vector<ValueId> values_;
  ValueId zero_ = 0, rows_ = 0;
  int accepted_ = 0;
};

}  // namespace tilewright::ir
