// Products of matrices in all layouts, and convolutions.
#include <algorithm>

#include "tests/reference/random_generator.h"

namespace tilewright::reference {

using enum ir::AttributeName;

namespace {

constexpr int64_t kMostMultiplies = 150000;

int64_t ProductOf(const Dims& dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

// One side of a product: sizes by role, dealt to dimensions in any order.
struct Side {
  Dims dims;
  Dims batching, contracting;  // by dimension, in the order of the roles
};

}  // namespace

void Generator::AddDot() {
  Dims batch, contracted, left, right;
  for (int n = Once(3) ? 1 + Below(2) : 0; n > 0; --n) batch.push_back(Size());
  for (int n = Once(4) ? 2 * Below(2) : 1; n > 0; --n) contracted.push_back(Size());
  for (int n = Once(3) ? 2 * Below(2) : 1; n > 0; --n) left.push_back(Size());
  for (int n = Once(3) ? 2 * Below(2) : 1; n > 0; --n) right.push_back(Size());
  // Nothing now and then, contracted above all.
  if (Once(12)) {
    Dims* const roles[] = {&contracted, &contracted, &contracted, &batch, &left, &right};
    *roles[Below(6)] = {0};
  }
  const auto is_large = [&] {
    const int64_t shared = ProductOf(batch) * ProductOf(contracted);
    const int64_t sides = ProductOf(left) * ProductOf(right);
    return shared * sides > kMostMultiplies ||
           shared * ProductOf(left) > most_elements_ ||
           shared * ProductOf(right) > most_elements_;
  };
  while (is_large()) {
    for (Dims* dims : {&batch, &contracted, &left, &right}) {
      for (int64_t& d : *dims) d = (d + 1) / 2;
    }
  }
  const auto side_of = [&](const Dims& free) {
    Dims sizes = batch;
    sizes.insert(sizes.end(), contracted.begin(), contracted.end());
    sizes.insert(sizes.end(), free.begin(), free.end());
    const Dims place = Shuffled(Iota(static_cast<int64_t>(sizes.size())));
    Side side;
    side.dims.resize(sizes.size());
    for (size_t k = 0; k < sizes.size(); ++k) {
      side.dims[place[k]] = sizes[k];
      if (k < batch.size()) {
        side.batching.push_back(place[k]);
      } else if (k < batch.size() + contracted.size()) {
        side.contracting.push_back(place[k]);
      }
    }
    return side;
  };
  const Side lhs = side_of(left), rhs = side_of(right);
  ElementType element = Once(2) ? ElementType::kF32 : AnyType();
  ElementType result = element;
  if (ir::IsFloat(element) && ir::Info(element).bits < 32 && Once(2)) {
    result = ElementType::kF32;
  }
  if (ir::IsInteger(element) && ir::Info(element).bits < 32 && !Once(3)) {
    result = ElementType::kI32;
  }
  if (ir::IsBool(element)) result = Once(2) ? ElementType::kI32 : ElementType::kF32;
  ir::Attributes at;
  at.Set(kLhsBatchingDimensions, lhs.batching);
  at.Set(kRhsBatchingDimensions, rhs.batching);
  at.Set(kLhsContractingDimensions, lhs.contracting);
  at.Set(kRhsContractingDimensions, rhs.contracting);
  if (element == ElementType::kF32 && Once(4)) {
    const int64_t precision = Below(3);
    at.Set(kPrecision, Dims{precision, precision});
  }
  const ValueId x = Moved({element, lhs.dims}), y = Moved({element, rhs.dims});
  const std::optional<ValueId> made =
      Append(OpKind::kDotGeneral, {x, y}, std::move(at), {{result, {}}});
  if (!made.has_value() || Once(2)) return;
  // What is made of it where it is: moved, joined with another, bounded.
  ValueId z = *made;
  if (Once(3)) {
    ir::Attributes order;
    order.Set(kPermutation, Shuffled(Iota(type(z).rank())));
    z = Added(OpKind::kTranspose, {z}, std::move(order));
  }
  z = Added(OneOf(Combiners(type(z).element)), {z, Of(type(z))});
  if (ir::IsFloat(type(z).element) && Once(2)) Append(OpKind::kTanh, {z});
}

void Generator::AddConvolution() {
  const int spatial = Once(4) ? 2 * Below(2) : 1;
  const std::vector<ElementType> types = {ElementType::kF32, ElementType::kF32,
                                          ElementType::kBF16, ElementType::kI8,
                                          ElementType::kF64};
  const ElementType element = OneOf(types);
  int64_t groups = Once(3) ? 1 + Below(4) : 1;
  const bool by_batch = Once(4);
  const int64_t features = 1 + Below(8), out_features = 1 + Below(9);
  const int64_t batch = (1 + Below(3)) * (by_batch ? groups : 1);
  // By role: batch or output feature, feature, then spatial.
  Dims in = {batch, features * (by_batch ? 1 : groups)};
  Dims kernel = {out_features * groups, features};
  Dims strides, padding, lhs_dilation, rhs_dilation, reversal;
  for (int s = 0; s < spatial; ++s) {
    in.push_back(1 + Below(12));
    kernel.push_back(1 + Below(4));
    strides.push_back(1 + Below(2));
    padding.push_back(Below(4));
    padding.push_back(Below(4));
    lhs_dilation.push_back(Once(4) ? 2 : 1);
    rhs_dilation.push_back(Once(4) ? 2 : 1);
    reversal.push_back(Once(4) ? 1 : 0);
  }
  const Dims in_place = Shuffled(Iota(spatial + 2));
  const Dims kernel_place = Shuffled(Iota(spatial + 2));
  const Dims out_place = Shuffled(Iota(spatial + 2));
  const auto placed = [](const Dims& sizes, const Dims& place) {
    Dims dims(sizes.size());
    for (size_t k = 0; k < sizes.size(); ++k) dims[place[k]] = sizes[k];
    return dims;
  };
  const auto rest = [](const Dims& place) {
    return Dims(place.begin() + 2, place.end());
  };
  const ValueId x = Of({element, placed(in, in_place)});
  const ValueId w = Of({element, placed(kernel, kernel_place)});
  ir::Attributes at;
  at.Set(kInputBatchDimension, in_place[0]);
  at.Set(kInputFeatureDimension, in_place[1]);
  at.Set(kInputSpatialDimensions, rest(in_place));
  at.Set(kKernelOutputFeatureDimension, kernel_place[0]);
  at.Set(kKernelInputFeatureDimension, kernel_place[1]);
  at.Set(kKernelSpatialDimensions, rest(kernel_place));
  at.Set(kOutputBatchDimension, out_place[0]);
  at.Set(kOutputFeatureDimension, out_place[1]);
  at.Set(kOutputSpatialDimensions, rest(out_place));
  at.Set(kWindowStrides, strides);
  at.Set(kPadding, padding);
  at.Set(kLhsDilation, lhs_dilation);
  at.Set(kRhsDilation, rhs_dilation);
  at.Set(kWindowReversal, reversal);
  at.Set(kFeatureGroupCount, by_batch ? int64_t{1} : groups);
  at.Set(kBatchGroupCount, by_batch ? groups : int64_t{1});
  const ElementType result = element == ElementType::kI8 ? ElementType::kI32 : element;
  Append(OpKind::kConvolution, {x, w}, std::move(at), {{result, {}}});
}

}  // namespace tilewright::reference
