// dot_general and convolution as one batched matmul each, or, where one side is
// a vector, as a reduction of products.
#include <algorithm>

#include "codegen/lower/lower_internal.h"
#include "tile/product_types.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::ElementType;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

namespace {

// A contraction as [batch, m, k] x [batch, k, n], and how its result's
// dimensions are those of [batch, m, n].
struct Contraction {
  tile::ExprId lhs = tile::kNoExpr;
  tile::ExprId rhs = tile::kNoExpr;
  int64_t batch = 1, m = 1, n = 1, k = 1;
  // The result seen in `shape` is [batch, m, n] after `order`: dimension i of
  // the matmul's flattened dimensions is dimension order[i] of `shape`. Empty:
  // the result is row-major [batch, m, n] itself.
  Dims shape, order;
  int64_t lhs_segment = 0;  // tile::Matmul's
  // Whether k is contiguous in the operand as it was written.
  bool lhs_k_minor = true, rhs_k_minor = false;
  // Of a convolution whose lanes run along its result: the windows as [result's
  // dimensions..., window..., f] and the kernel as [window..., f, g].
  tile::ExprId windows = tile::kNoExpr, kernel = tile::kNoExpr;
};

bool IsMinor(const Dims& dims, const Dims& which) {
  for (int64_t d = static_cast<int64_t>(dims.size()) - 1; d >= 0; --d) {
    if (dims[d] == 1) continue;
    return std::find(which.begin(), which.end(), d) != which.end();
  }
  return true;
}

// An operand of a dot_general.
struct Operand {
  ValueId value;
  tile::DotSide side;
  bool k_minor;
};

Operand OperandOf(const Lowering& l, ValueId value, const Dims& batching,
                  const Dims& contracting) {
  const Dims& dims = l.program.type(value).dims;
  return {value, tile::ArrangeDotSide(dims, batching, contracting),
          IsMinor(dims, contracting)};
}

// Products commute. What is stored is to be contiguous along n; otherwise the
// side whose rows are contiguous in k is the left one.
bool IsSwapped(const Lowering& l, const Operand& first, const Operand& second,
               const Operation* transpose) {
  if (transpose == nullptr) return second.k_minor && !first.k_minor;
  const Dims& order = transpose->attributes.Ints(AttributeName::kPermutation);
  const Dims& made = l.program.type(transpose->results[0]).dims;
  size_t last = order.size() - 1;
  while (last > 0 && made[last] == 1) --last;
  return order[last] <
         static_cast<int64_t>(first.side.batch.size() + first.side.free.size());
}

// A result that is row-major as it stands needs no order.
void ForgetIdentity(Contraction* c) {
  Dims moved;
  for (int64_t d : c->order) {
    if (c->shape[d] != 1) moved.push_back(d);
  }
  if (std::is_sorted(moved.begin(), moved.end())) {
    c->shape.clear();
    c->order.clear();
  }
}

Contraction FromDot(Lowering& l, const Operation& op) {
  const ir::Attributes& at = op.attributes;
  const Operand operands[] = {
      OperandOf(l, op.operands[0], at.Ints(AttributeName::kLhsBatchingDimensions),
                at.Ints(AttributeName::kLhsContractingDimensions)),
      OperandOf(l, op.operands[1], at.Ints(AttributeName::kRhsBatchingDimensions),
                at.Ints(AttributeName::kRhsContractingDimensions))};
  const Operation* const transpose =
      l.cluster.transpose < 0 ? nullptr : &l.op(l.cluster.transpose);
  const bool swapped = IsSwapped(l, operands[0], operands[1], transpose);
  const Operand& lhs = operands[swapped ? 1 : 0];
  const Operand& rhs = operands[swapped ? 0 : 1];
  Contraction c;
  c.batch = lhs.side.batch_size;
  c.m = lhs.side.free_size;
  c.k = lhs.side.contracting_size;
  c.n = rhs.side.free_size;
  c.lhs = tile::AsLeft(&l.b(), l.exprs.Of(lhs.value), lhs.side);
  c.rhs = tile::AsRight(&l.b(), l.exprs.Of(rhs.value), rhs.side);
  c.lhs_k_minor = lhs.k_minor;
  c.rhs_k_minor = rhs.k_minor;
  // The result's dimensions are the batch's, the first and the second side's.
  const auto batch = static_cast<int64_t>(lhs.side.batch.size());
  const auto first = batch + static_cast<int64_t>(operands[0].side.free.size());
  Dims order;
  for (int64_t d = 0; d < batch; ++d) order.push_back(d);
  const auto append = [&](bool second) {
    const int64_t end =
        second ? first + static_cast<int64_t>(operands[1].side.free.size()) : first;
    for (int64_t d = second ? first : batch; d < end; ++d) order.push_back(d);
  };
  append(swapped);
  append(!swapped);
  c.shape = l.program.type(op.results[0]).dims;
  if (transpose != nullptr) {
    const Dims& moved = transpose->attributes.Ints(AttributeName::kPermutation);
    for (int64_t& d : order) {
      d = std::find(moved.begin(), moved.end(), d) - moved.begin();
    }
    c.shape = l.program.type(transpose->results[0]).dims;
  }
  c.order = std::move(order);
  ForgetIdentity(&c);
  return c;
}

// Whether a convolution's input and result are contiguous along the same dimension:
// channels, one to a group, or places of the window.
bool RunsAlongResult(const Lowering& l, const Operation& op) {
  const ir::Attributes& at = op.attributes;
  const auto minor = [&](ValueId v) { return l.program.type(v).rank() - 1; };
  const int64_t in = minor(op.operands[0]), out = minor(op.results[0]);
  const bool batches = at.Int(AttributeName::kBatchGroupCount, 1) > 1;
  const int64_t channels = at.Int(batches ? AttributeName::kInputBatchDimension
                                          : AttributeName::kInputFeatureDimension);
  const int64_t groups = at.Int(
      batches ? AttributeName::kBatchGroupCount : AttributeName::kFeatureGroupCount, 1);
  if (out == at.Int(AttributeName::kOutputFeatureDimension)) {
    return in == channels && l.program.type(op.operands[0]).dims[in] == groups;
  }
  const Dims& in_spatial = at.Ints(AttributeName::kInputSpatialDimensions);
  const Dims& out_spatial = at.Ints(AttributeName::kOutputSpatialDimensions);
  for (size_t s = 0; s < in_spatial.size(); ++s) {
    if (in_spatial[s] == in && out_spatial[s] == out) return true;
  }
  return false;
}

// Implicit matmul: lhs[g, (b, out...), (window..., f)] is read from the input
// where the window falls, so no patches are made.
Contraction FromConvolution(Lowering& l, const Operation& op) {
  const ir::Attributes& at = op.attributes;
  const Dims& in = l.program.type(op.operands[0]).dims;
  const Dims& kernel = l.program.type(op.operands[1]).dims;
  const Dims& out = l.program.type(op.results[0]).dims;
  const Dims& in_spatial = at.Ints(AttributeName::kInputSpatialDimensions);
  const Dims& kernel_spatial = at.Ints(AttributeName::kKernelSpatialDimensions);
  const Dims& out_spatial = at.Ints(AttributeName::kOutputSpatialDimensions);
  const int64_t feature_groups = at.Int(AttributeName::kFeatureGroupCount, 1);
  const int64_t batch_groups = at.Int(AttributeName::kBatchGroupCount, 1);
  const int64_t groups = feature_groups * batch_groups;  // one of them is 1
  const size_t spatial = in_spatial.size();
  const auto or_value = [&](AttributeName name, int64_t value) {
    Dims values = at.Ints(name);
    if (values.empty()) values.assign(spatial, value);
    return values;
  };
  const Dims strides = or_value(AttributeName::kWindowStrides, 1);
  const Dims lhs_dilation = or_value(AttributeName::kLhsDilation, 1);
  const Dims rhs_dilation = or_value(AttributeName::kRhsDilation, 1);
  const Dims reversal = or_value(AttributeName::kWindowReversal, 0);
  const Dims& padding = at.Ints(AttributeName::kPadding);
  const int64_t batch = in[at.Int(AttributeName::kInputBatchDimension)] / batch_groups;
  const int64_t features =
      in[at.Int(AttributeName::kInputFeatureDimension)] / feature_groups;
  const int64_t out_features =
      kernel[at.Int(AttributeName::kKernelOutputFeatureDimension)] / groups;

  // Input as [batch, spatial..., feature], then windows over it.
  const tile::ExprId x = l.b().Transpose(
      l.exprs.Of(op.operands[0]),
      tile::Joined({at.Int(AttributeName::kInputBatchDimension)}, in_spatial,
                   {at.Int(AttributeName::kInputFeatureDimension)}));
  Dims out_sizes, window_sizes, in_sizes;
  for (size_t s = 0; s < spatial; ++s) {
    out_sizes.push_back(out[out_spatial[s]]);
    window_sizes.push_back(kernel[kernel_spatial[s]]);
    in_sizes.push_back(in[in_spatial[s]]);
  }
  const Dims places = tile::Joined(tile::Joined({batch * batch_groups}, out_sizes),
                                   {features * feature_groups});
  tile::WindowDims window = {tile::Joined({1}, window_sizes, {1}),
                             tile::Joined({1}, strides, {1}),
                             tile::Joined({1}, rhs_dilation, {1}), Dims(spatial + 2, 0),
                             tile::Joined({1}, lhs_dilation, {1})};
  for (size_t s = 0; s < spatial && !padding.empty(); ++s) {
    window.low_padding[s + 1] = padding[2 * s];
  }
  // A window of one element that takes every element is no window.
  const auto all = [](const Dims& dims, int64_t value) {
    return std::all_of(dims.begin(), dims.end(), [&](int64_t d) { return d == value; });
  };
  const bool pointwise = all(window_sizes, 1) && all(window.strides, 1) &&
                         all(window.low_padding, 0) && all(window.base_dilations, 1) &&
                         out_sizes == in_sizes;
  const tile::ExprId zero =
      l.b().Zero(ir::Scalar(l.program.type(op.operands[0]).element));
  const tile::ExprId windows =
      pointwise ? x : l.b().Windows(x, zero, places, std::move(window));

  // [bg, b, out..., fg, f, window...] -> [g, b, out..., window..., f]
  const tile::ExprId split =
      l.b().Reshape(windows, tile::Joined(tile::Joined({batch_groups, batch}, out_sizes,
                                                       {feature_groups, features}),
                                          window_sizes));
  const int64_t s = static_cast<int64_t>(spatial);
  Dims order = {0, 2 + s, 1};
  for (int64_t d = 0; d < s; ++d) order.push_back(2 + d);
  for (int64_t d = 0; d < s; ++d) order.push_back(4 + s + d);
  order.push_back(3 + s);
  Contraction c;
  c.batch = groups;
  c.m = batch * tile::Elements(out_sizes);
  c.k = tile::Elements(window_sizes) * features;
  c.lhs_segment = pointwise ? 0 : features;
  c.n = out_features;
  c.lhs = l.b().Reshape(l.b().Transpose(split, order), {c.batch, c.m, c.k});

  // Kernel as [window..., f, g, o] -> [g, window..., f, o].
  tile::ExprId w = l.exprs.Of(op.operands[1]);
  Dims reversed;
  for (size_t d = 0; d < spatial; ++d) {
    if (reversal[d] != 0) reversed.push_back(kernel_spatial[d]);
  }
  if (!reversed.empty()) {
    w = l.b().Reverse(w, reversed);
  }
  w = l.b().Transpose(
      w,
      tile::Joined(kernel_spatial, {at.Int(AttributeName::kKernelInputFeatureDimension)},
                   {at.Int(AttributeName::kKernelOutputFeatureDimension)}));
  w = l.b().Reshape(w, tile::Joined(window_sizes, {features, groups, out_features}));
  Dims kernel_order = {s + 1};
  for (int64_t d = 0; d <= s; ++d) kernel_order.push_back(d);
  kernel_order.push_back(s + 2);
  c.rhs = l.b().Reshape(l.b().Transpose(w, kernel_order), {c.batch, c.k, c.n});

  // The result: its feature dimension is (g, o).
  const int64_t out_batch = at.Int(AttributeName::kOutputBatchDimension);
  const int64_t out_feature = at.Int(AttributeName::kOutputFeatureDimension);
  Dims place(out.size());  // of each result dimension in `shape`
  for (size_t d = 0; d < out.size(); ++d) {
    place[d] = static_cast<int64_t>(c.shape.size());
    if (static_cast<int64_t>(d) == out_feature) {
      c.shape.push_back(groups);
      c.shape.push_back(out_features);
    } else {
      c.shape.push_back(out[d]);
    }
  }
  if (groups > 1 && out_features == 1 && RunsAlongResult(l, op)) {
    // [bg, b, out..., fg, f, window...] without the one of bg and fg that is 1.
    Dims dims = tile::Joined(
        batch_groups > 1 ? Dims{batch_groups, batch} : Dims{batch}, out_sizes,
        feature_groups > 1 ? Dims{feature_groups, features} : Dims{features});
    const int64_t first = batch_groups > 1 ? 1 : 0;
    Dims moved(out.size());
    moved[out_batch] = first;
    moved[out_feature] = batch_groups > 1 ? 0 : 1 + s;
    for (int64_t d = 0; d < s; ++d) moved[out_spatial[d]] = first + 1 + d;
    const auto rank = static_cast<int64_t>(dims.size()) - 1;
    for (int64_t d = 0; d < s; ++d) moved.push_back(rank + 1 + d);
    moved.push_back(rank);
    c.windows =
        l.b().Transpose(l.b().Reshape(windows, tile::Joined(dims, window_sizes)), moved);
    c.kernel = l.b().Reshape(w, tile::Joined(window_sizes, {features, groups}));
  }
  c.order = {place[out_feature], place[out_batch]};
  for (int64_t d : out_spatial) c.order.push_back(place[d]);
  c.order.push_back(place[out_feature] + 1);
  ForgetIdentity(&c);
  return c;
}

struct Types {
  ElementType accumulator;
  ElementType multiplicand;
};

Types TypesOf(const Lowering& l, const Operation& op) {
  const ElementType lhs = l.program.type(op.operands[0]).element;
  const ElementType rhs = l.program.type(op.operands[1]).element;
  const ElementType result = l.program.type(op.results[0]).element;
  const auto is_any = [&](ElementType t) { return lhs == t || rhs == t || result == t; };
  const Dims& precision = op.attributes.Ints(AttributeName::kPrecision);
  const bool rounds =
      l.options.numerics == Numerics::kTpu &&
      std::all_of(precision.begin(), precision.end(), [](int64_t p) { return p == 0; });
  Types types;
  if (ir::IsComplex(result)) {
    types.accumulator = result;
  } else if (ir::IsFloat(result)) {
    types.accumulator = is_any(ElementType::kF64) ? ElementType::kF64 : ElementType::kF32;
  } else {
    types.accumulator =
        ir::StorageBytes(result) == 8 ? ElementType::kI64 : ElementType::kI32;
  }
  types.multiplicand = tile::MultiplicandOf(lhs, rhs, types.accumulator, rounds);
  return types;
}

// The value as the matmul's [batch, m, n] domain sees it.
tile::ExprId InDomain(Lowering& l, const Contraction& c, ValueId v) {
  const Dims domain = {c.batch, c.m, c.n};
  if (c.order.empty()) return l.exprs.In(v, domain);
  return l.b().Reshape(l.b().Transpose(l.exprs.In(v, c.shape), c.order), domain);
}

tile::Store StoreOf(Lowering& l, const Contraction& c, ValueId v) {
  const tile::RefId ref = l.exprs.Output(v);
  const tile::ExprId value = InDomain(l, c, v);
  if (c.order.empty()) return tile::StoreTo(ref, value);
  Dims shape, permutation(c.order.size(), 0);
  for (size_t i = 0; i < c.order.size(); ++i) {
    shape.push_back(c.shape[c.order[i]]);
    permutation[c.order[i]] = static_cast<int64_t>(i);
  }
  return tile::StoreTransposed(ref, value, std::move(shape), std::move(permutation));
}

// A convolution whose groups make one feature each is no product of matrices: its
// windows are summed side by side, lanes along the result.
void LowerDepthwise(Lowering& l, const Operation& op, const Contraction& c,
                    const Types& types) {
  const ir::TensorType& type = l.program.type(op.results[0]);
  const Dims domain = l.b().type(c.windows).dims;
  const Dims inner(domain.begin() + type.rank(), domain.end());
  const auto operand = [&](tile::ExprId x) {
    return l.b().Convert(l.b().Convert(x, types.multiplicand), types.accumulator);
  };
  Dims map;
  for (size_t d = 0; d < inner.size(); ++d) {
    map.push_back(type.rank() + static_cast<int64_t>(d));
  }
  map.push_back(op.attributes.Int(AttributeName::kOutputFeatureDimension));
  const tile::ExprId product = l.b().Scalar(
      OpKind::kMultiply,
      {operand(c.windows), l.b().Broadcast(operand(c.kernel), domain, std::move(map))},
      {types.accumulator, domain});
  tile::LoopNestWriter nest(&l.b(), type.dims);
  nest.BeginPass(inner);
  const tile::Reducer sum = {
      {l.b().Zero(ir::Scalar(types.accumulator))}, OpKind::kAdd, {}};
  const tile::ExprId result = nest.Reduce(sum, product, {types.accumulator, type.dims});
  l.exprs.Bind(op.results[0], l.b().Convert(result, type.element));
  nest.BeginPass();
  for (ValueId v : l.cluster.outputs) {
    nest.Write(tile::StoreTo(l.exprs.Output(v), l.exprs.In(v, type.dims)));
  }
  l.b().Append(std::move(nest).Done());
}

// One side is a vector: products are summed without packing anything.
void LowerProducts(Lowering& l, const Operation& op, const Contraction& c,
                   const Types& types) {
  const ir::TensorType domain = {types.accumulator, {c.batch, c.m, c.n, c.k}};
  const auto operand = [&](tile::ExprId x, Dims map) {
    x = l.b().Convert(l.b().Convert(x, types.multiplicand), types.accumulator);
    return l.b().Broadcast(x, domain.dims, std::move(map));
  };
  const tile::ExprId lhs = operand(c.lhs, {0, 1, 3}), rhs = operand(c.rhs, {0, 3, 2});
  const tile::ExprId product = l.b().Scalar(OpKind::kMultiply, {lhs, rhs}, domain);
  // Lanes run where the larger operand is contiguous.
  const bool along_k = c.m == 1 ? (c.n == 1 || c.rhs_k_minor) : c.lhs_k_minor;
  tile::LoopNestWriter nest(&l.b(), {c.batch, c.m, c.n});
  if (along_k && c.n * c.m * c.batch > 0 && c.k >= 8) nest.LanesInner();
  nest.BeginPass({c.k});
  const tile::Reducer sum = {
      {l.b().Zero(ir::Scalar(types.accumulator))}, OpKind::kAdd, {}};
  const ir::TensorType& type = l.program.type(op.results[0]);
  const tile::ExprId result = nest.Reduce(sum, product, {types.accumulator, type.dims});
  l.exprs.Bind(op.results[0], l.b().Convert(result, type.element));
  nest.BeginPass();
  for (ValueId v : l.cluster.outputs) nest.Write(StoreOf(l, c, v));
  l.b().Append(std::move(nest).Done());
}

}  // namespace

void LowerContraction(Lowering& l) {
  const Operation& op = l.op(l.cluster.contraction);
  const Contraction c =
      op.kind == OpKind::kDotGeneral ? FromDot(l, op) : FromConvolution(l, op);
  const Types types = TypesOf(l, op);
  if (c.windows != tile::kNoExpr) {
    LowerDepthwise(l, op, c, types);
    return;
  }
  // Vectors, narrow groups, and complex numbers (codegen/rewrite/precision.h).
  const bool row = c.m == 1 && !c.rhs_k_minor && c.n >= 16 && c.k >= 8;
  const bool narrow = (c.m == 1 && !row) || c.n == 1 || (c.batch > 8 && c.n < 4) ||
                      ir::IsComplex(types.accumulator);
  if (narrow) {
    LowerProducts(l, op, c, types);
    return;
  }
  tile::ProductWriter product(&l.b(), {c.lhs, c.rhs, types.accumulator,
                                       types.multiplicand, false, c.lhs_segment});
  const ir::TensorType& type = l.program.type(op.results[0]);
  l.exprs.Bind(op.results[0], l.b().Convert(product.Result(type.dims), type.element));
  for (ValueId v : l.cluster.outputs) product.Write(StoreOf(l, c, v));
  l.b().Append(std::move(product).Done());
}

}  // namespace tilewright::codegen
