// Convolutions as products of matrices, or as windows that are summed side by side.
#include <algorithm>
#include <numeric>
#include <utility>

#include "codegen/analysis/lane_strides.h"
#include "codegen/lower/contraction.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::ValueId;
using tile::Elements;
using tile::ExprId;
using tile::Joined;

namespace {

// What the operation says. Lists have an entry for each spatial dimension.
struct Convolution {
  const Operation& op;
  const Dims &in, &kernel, &out;
  // Numbers of dimensions.
  const Dims &in_spatial, &kernel_spatial, &out_spatial;
  int64_t in_batch, in_feature, kernel_in, kernel_out, out_batch, out_feature;
  int64_t feature_groups, batch_groups;  // one of them is 1
  Dims strides, lhs_dilation, rhs_dilation, reversal;
  // Of a group.
  int64_t batch = 0, features = 0, out_features = 0;
  Dims in_sizes, window_sizes, out_sizes;

  int64_t groups() const { return feature_groups * batch_groups; }
  // Whether the input is contiguous along its batch, as in gradients of weights, whose
  // batch is channels: then rows of the product are, too, if the batch is their last.
  bool batch_is_minor() const {
    constexpr int64_t kVector = 16;  // elements, less are not worth it
    return in_batch + 1 == static_cast<int64_t>(in.size()) && in[in_batch] >= kVector;
  }
  int64_t spatial() const { return static_cast<int64_t>(in_spatial.size()); }
};

Convolution Read(const Lowering& l, const Operation& op) {
  const ir::Attributes& at = op.attributes;
  const Dims& in_spatial = at.Ints(AttributeName::kInputSpatialDimensions);
  const auto or_value = [&](AttributeName name, int64_t value) {
    const Dims& values = at.Ints(name);
    return values.empty() ? Dims(in_spatial.size(), value) : values;
  };
  Convolution c = {op,
                   l.program.type(op.operands[0]).dims(),
                   l.program.type(op.operands[1]).dims(),
                   l.program.type(op.results[0]).dims(),
                   in_spatial,
                   at.Ints(AttributeName::kKernelSpatialDimensions),
                   at.Ints(AttributeName::kOutputSpatialDimensions),
                   at.Int(AttributeName::kInputBatchDimension),
                   at.Int(AttributeName::kInputFeatureDimension),
                   at.Int(AttributeName::kKernelInputFeatureDimension),
                   at.Int(AttributeName::kKernelOutputFeatureDimension),
                   at.Int(AttributeName::kOutputBatchDimension),
                   at.Int(AttributeName::kOutputFeatureDimension),
                   at.Int(AttributeName::kFeatureGroupCount, 1),
                   at.Int(AttributeName::kBatchGroupCount, 1),
                   or_value(AttributeName::kWindowStrides, 1),
                   or_value(AttributeName::kLhsDilation, 1),
                   or_value(AttributeName::kRhsDilation, 1),
                   or_value(AttributeName::kWindowReversal, 0)};
  c.batch = c.in[c.in_batch] / c.batch_groups;
  c.features = c.in[c.in_feature] / c.feature_groups;
  c.out_features = c.kernel[c.kernel_out] / c.groups();
  for (int64_t s = 0; s < c.spatial(); ++s) {
    c.in_sizes.push_back(c.in[c.in_spatial[s]]);
    c.window_sizes.push_back(c.kernel[c.kernel_spatial[s]]);
    c.out_sizes.push_back(c.out[c.out_spatial[s]]);
  }
  return c;
}

tile::WindowDims WindowsOf(const Convolution& c) {
  tile::WindowDims window = {Joined({1}, c.window_sizes, {1}),
                             Joined({1}, c.strides, {1}),
                             Joined({1}, c.rhs_dilation, {1}), Dims(c.spatial() + 2, 0),
                             Joined({1}, c.lhs_dilation, {1})};
  const Dims& padding = c.op.attributes.Ints(AttributeName::kPadding);
  for (int64_t s = 0; s < c.spatial() && !padding.empty(); ++s) {
    window.low_padding[s + 1] = padding[2 * s];
  }
  return window;
}

// Whether there are no windows: each is of one element, and they take every element.
bool IsPointwise(const Convolution& c, const tile::WindowDims& window) {
  const auto all = [](const Dims& dims, int64_t value) {
    return std::all_of(dims.begin(), dims.end(), [&](int64_t d) { return d == value; });
  };
  return all(window.sizes, 1) && all(window.strides, 1) && all(window.low_padding, 0) &&
         all(window.base_dilations, 1) && c.out_sizes == c.in_sizes;
}

// The input where windows fall, [bg, b, out..., fg, f, window...] with neither the groups
// nor the batch and features apart.
ExprId WindowsOver(Lowering& l, const Convolution& c, tile::WindowDims window) {
  const ExprId x = l.b().Transpose(l.exprs.Of(c.op.operands[0]),
                                   Joined({c.in_batch}, c.in_spatial, {c.in_feature}));
  if (IsPointwise(c, window)) return x;
  const ExprId zero = l.b().Zero(ir::Scalar(l.program.type(c.op.operands[0]).element));
  const Dims places =
      Joined({c.batch * c.batch_groups}, c.out_sizes, {c.features * c.feature_groups});
  return l.b().Windows(x, zero, places, std::move(window));
}

// [bg, b, out..., fg, f, window...] -> [g, b, out..., window..., f], or [g, out..., b,
// ...]
ExprId LeftSide(Lowering& l, const Convolution& c, ExprId windows) {
  const ExprId split =
      l.b().Reshape(windows, Joined(Joined({c.batch_groups, c.batch}, c.out_sizes,
                                           {c.feature_groups, c.features}),
                                    c.window_sizes));
  const int64_t s = c.spatial();
  Dims order = {0, 2 + s};
  if (!c.batch_is_minor()) order.push_back(1);
  for (int64_t d = 0; d < s; ++d) order.push_back(2 + d);
  if (c.batch_is_minor()) order.push_back(1);
  for (int64_t d = 0; d < s; ++d) order.push_back(4 + s + d);
  order.push_back(3 + s);
  return l.b().Transpose(split, order);
}

// The kernel as [window..., f, g, o].
ExprId KernelInOrder(Lowering& l, const Convolution& c) {
  ExprId w = l.exprs.Of(c.op.operands[1]);
  Dims reversed;
  for (int64_t d = 0; d < c.spatial(); ++d) {
    if (c.reversal[d] != 0) reversed.push_back(c.kernel_spatial[d]);
  }
  if (!reversed.empty()) w = l.b().Reverse(w, reversed);
  w = l.b().Transpose(w, Joined(c.kernel_spatial, {c.kernel_in}, {c.kernel_out}));
  return l.b().Reshape(w,
                       Joined(c.window_sizes, {c.features, c.groups(), c.out_features}));
}

// [window..., f, g, o] -> [g, window..., f, o]
ExprId RightSide(Lowering& l, const Convolution& c, ExprId kernel) {
  const int64_t s = c.spatial();
  Dims order = {s + 1};
  for (int64_t d = 0; d <= s; ++d) order.push_back(d);
  order.push_back(s + 2);
  return l.b().Transpose(kernel, order);
}

// The result's dimensions as those of [g, (b, out...), o], rows as in the left side, or
// of [g, o, (b, out...)]: its features are (g, o).
void PlaceResult(const Convolution& c, bool exchanged, Contraction* product) {
  Dims shape, place(c.out.size());  // of each result dimension in `shape`
  for (size_t d = 0; d < c.out.size(); ++d) {
    place[d] = static_cast<int64_t>(shape.size());
    if (static_cast<int64_t>(d) == c.out_feature) {
      shape.push_back(c.groups());
      shape.push_back(c.out_features);
    } else {
      shape.push_back(c.out[d]);
    }
  }
  Dims order = {place[c.out_feature]};
  if (exchanged) order.push_back(place[c.out_feature] + 1);
  if (!c.batch_is_minor()) order.push_back(place[c.out_batch]);
  for (int64_t d : c.out_spatial) order.push_back(place[d]);
  if (c.batch_is_minor()) order.push_back(place[c.out_batch]);
  if (!exchanged) order.push_back(place[c.out_feature] + 1);
  product->SetOrder(std::move(shape), std::move(order));
}

// Whether the input and the result are contiguous along the same dimension: channels,
// one to a group, or places of the window.
bool RunsAlongResult(const Convolution& c) {
  const auto in = static_cast<int64_t>(c.in.size()) - 1;
  const auto out = static_cast<int64_t>(c.out.size()) - 1;
  const bool batches = c.batch_groups > 1;
  const int64_t channels = batches ? c.in_batch : c.in_feature;
  if (out == c.out_feature) return in == channels && c.in[in] == c.groups();
  for (int64_t s = 0; s < c.spatial(); ++s) {
    if (c.in_spatial[s] == in && c.out_spatial[s] == out) return true;
  }
  return false;
}

// Its dimensions from `second` on before those from `first` on.
ExprId Exchanged(Lowering& l, ExprId side, int64_t first, int64_t second) {
  Dims order(l.b().type(side).rank());
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin() + first, order.begin() + second, order.end());
  return l.b().Transpose(side, order);
}

// Whether the kernel is the left side and windows the right one, packed along their
// places: the input and the result run along the same dimension, in whole vectors; in
// parts of them where the other way has little to read at a time, or repeats the packing
// of much.
bool IsExchanged(Lowering& l, const Convolution& c, const tile::WindowDims& window) {
  constexpr int64_t kFewOutputs = 8, kFewFeatures = 16, kVector = 16, kPart = 8;
  constexpr int64_t kLargeKernel = 1 << 20;
  const auto last = static_cast<int>(c.in.size()) - 1;
  if (c.groups() > 1 || c.out_features < kFewOutputs || IsPointwise(c, window) ||
      c.spatial() == 0 || c.in_spatial.back() != last || c.out_spatial.back() != last) {
    return false;
  }
  const bool in_parts = c.features < kFewFeatures || c.strides.back() > 1 ||
                        Elements(c.kernel) >= kLargeKernel;
  return c.out[last] % (in_parts ? kPart : kVector) == 0 &&
         LaneStrides(l.b().program()).Along(l.exprs.Of(c.op.operands[0]), last) ==
             Advance::kNext;
}

// [bg, b, out..., fg, f, window...] -> [result's dimensions..., window..., f], where a
// group makes one feature.
ExprId WindowsAlongResult(Lowering& l, const Convolution& c, ExprId windows) {
  // Without the one of bg and fg that is 1.
  const bool batches = c.batch_groups > 1;
  const Dims dims = Joined(
      batches ? Dims{c.batch_groups, c.batch} : Dims{c.batch}, c.out_sizes,
      c.feature_groups > 1 ? Dims{c.feature_groups, c.features} : Dims{c.features});
  const int64_t s = c.spatial(), first = batches ? 1 : 0;
  Dims moved(c.out.size());
  moved[c.out_batch] = first;
  moved[c.out_feature] = batches ? 0 : 1 + s;
  for (int64_t d = 0; d < s; ++d) moved[c.out_spatial[d]] = first + 1 + d;
  const auto rank = static_cast<int64_t>(dims.size()) - 1;
  for (int64_t d = 0; d < s; ++d) moved.push_back(rank + 1 + d);
  moved.push_back(rank);
  return l.b().Transpose(l.b().Reshape(windows, Joined(dims, c.window_sizes)), moved);
}

}  // namespace

Contraction FromConvolution(Lowering& l, const Operation& op) {
  const Convolution c = Read(l, op);
  const tile::WindowDims window = WindowsOf(c);
  const ExprId windows = WindowsOver(l, c, window), kernel = KernelInOrder(l, c);
  Contraction product;
  const int64_t batch = c.groups(), places = c.batch * Elements(c.out_sizes);
  const int64_t k = Elements(c.window_sizes) * c.features, n = c.out_features;
  const ExprId left = LeftSide(l, c, windows), right = RightSide(l, c, kernel);
  const bool exchanged = IsExchanged(l, c, window);
  product.batch = batch;
  product.m = exchanged ? n : places;
  product.k = k;
  product.n = exchanged ? places : n;
  if (exchanged) {
    const int64_t s = c.spatial();
    product.lhs = l.b().Reshape(Exchanged(l, right, 1, 2 + s), {batch, n, k});
    product.rhs = l.b().Reshape(Exchanged(l, left, 2, 3 + s), {batch, k, places});
  } else {
    product.lhs_segment = IsPointwise(c, window) || c.batch_is_minor() ? 0 : c.features;
    product.lhs = l.b().Reshape(left, {batch, places, k});
    product.rhs = l.b().Reshape(right, {batch, k, n});
  }
  PlaceResult(c, exchanged, &product);
  if (c.groups() > 1 && c.out_features == 1 && RunsAlongResult(c)) {
    product.windows = WindowsAlongResult(l, c, windows);
    product.kernel =
        l.b().Reshape(kernel, Joined(c.window_sizes, {c.features, c.groups()}));
  }
  return product;
}

}  // namespace tilewright::codegen
