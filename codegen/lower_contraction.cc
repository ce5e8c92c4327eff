// dot_general and convolution as one batched matmul each, or, where one side is
// a vector, as a reduction of products.
#include <algorithm>

#include "codegen/blocks.h"
#include "codegen/lower_internal.h"
#include "codegen/matmul_tiling.h"
#include "support/round.h"
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
  int64_t lhs_run = 0;  // tile::Matmul's
  // Whether k is contiguous in the operand as it was written.
  bool lhs_k_minor = true, rhs_k_minor = false;
};

int64_t Size(const Dims& dims, const Dims& which) {
  int64_t n = 1;
  for (int64_t d : which) n *= dims[d];
  return n;
}

Dims Others(size_t rank, const Dims& x, const Dims& y) {
  Dims out;
  for (size_t d = 0; d < rank; ++d) {
    if (std::find(x.begin(), x.end(), d) == x.end() &&
        std::find(y.begin(), y.end(), d) == y.end()) {
      out.push_back(d);
    }
  }
  return out;
}

Dims Joined(const Dims& a, const Dims& b, const Dims& c = {}) {
  Dims out = a;
  out.insert(out.end(), b.begin(), b.end());
  out.insert(out.end(), c.begin(), c.end());
  return out;
}

bool IsMinor(const Dims& dims, const Dims& which) {
  for (int64_t d = static_cast<int64_t>(dims.size()) - 1; d >= 0; --d) {
    if (dims[d] == 1) continue;
    return std::find(which.begin(), which.end(), d) != which.end();
  }
  return true;
}

// One side of a dot_general: its dimensions by part.
struct Side {
  ValueId value;
  const Dims& dims;
  const Dims& batching;
  const Dims& contracting;
  Dims free;
  bool k_minor;
};

Side SideOf(const Lowering& l, ValueId value, const Dims& batching,
            const Dims& contracting) {
  const Dims& dims = l.program.type(value).dims;
  return {value,
          dims,
          batching,
          contracting,
          Others(dims.size(), batching, contracting),
          IsMinor(dims, contracting)};
}

// Products commute. What is stored is to be contiguous along n; otherwise the
// side whose rows are contiguous in k is the left one.
bool IsSwapped(const Lowering& l, const Side& first, const Side& second,
               const Operation* transpose) {
  if (transpose == nullptr) return second.k_minor && !first.k_minor;
  const Dims& order = transpose->attributes.Ints(AttributeName::kPermutation);
  const Dims& made = l.program.type(transpose->results[0]).dims;
  size_t last = order.size() - 1;
  while (last > 0 && made[last] == 1) --last;
  return order[last] < static_cast<int64_t>(first.batching.size() + first.free.size());
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
  const Side sides[] = {
      SideOf(l, op.operands[0], at.Ints(AttributeName::kLhsBatchingDimensions),
             at.Ints(AttributeName::kLhsContractingDimensions)),
      SideOf(l, op.operands[1], at.Ints(AttributeName::kRhsBatchingDimensions),
             at.Ints(AttributeName::kRhsContractingDimensions))};
  const Operation* const transpose =
      l.cluster.transpose < 0 ? nullptr : &l.op(l.cluster.transpose);
  const bool swapped = IsSwapped(l, sides[0], sides[1], transpose);
  const Side& lhs = sides[swapped ? 1 : 0];
  const Side& rhs = sides[swapped ? 0 : 1];
  Contraction c;
  c.batch = Size(lhs.dims, lhs.batching);
  c.m = Size(lhs.dims, lhs.free);
  c.k = Size(lhs.dims, lhs.contracting);
  c.n = Size(rhs.dims, rhs.free);
  c.lhs =
      l.exprs.Reshape(l.exprs.Transpose(l.exprs.Of(lhs.value),
                                        Joined(lhs.batching, lhs.free, lhs.contracting)),
                      {c.batch, c.m, c.k});
  c.rhs =
      l.exprs.Reshape(l.exprs.Transpose(l.exprs.Of(rhs.value),
                                        Joined(rhs.batching, rhs.contracting, rhs.free)),
                      {c.batch, c.k, c.n});
  c.lhs_k_minor = lhs.k_minor;
  c.rhs_k_minor = rhs.k_minor;
  // The result's dimensions are the batch's, the first and the second side's.
  const auto batch = static_cast<int64_t>(lhs.batching.size());
  const auto first = batch + static_cast<int64_t>(sides[0].free.size());
  Dims order;
  for (int64_t d = 0; d < batch; ++d) order.push_back(d);
  const auto append = [&](bool second) {
    const int64_t end =
        second ? first + static_cast<int64_t>(sides[1].free.size()) : first;
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
  const tile::ExprId x =
      l.exprs.Transpose(l.exprs.Of(op.operands[0]),
                        Joined({at.Int(AttributeName::kInputBatchDimension)}, in_spatial,
                               {at.Int(AttributeName::kInputFeatureDimension)}));
  tile::Expr window;
  window.kind = tile::ExprKind::kWindow;
  window.type.element = l.program.type(op.operands[0]).element;
  window.operands = {
      x,
      l.tile().Add(tile::ZeroExpr(ir::Scalar(l.program.type(op.operands[0]).element)))};
  Dims out_sizes, window_sizes, in_sizes;
  for (size_t s = 0; s < spatial; ++s) {
    out_sizes.push_back(out[out_spatial[s]]);
    window_sizes.push_back(kernel[kernel_spatial[s]]);
    in_sizes.push_back(in[in_spatial[s]]);
  }
  window.type.dims =
      Joined(Joined({batch * batch_groups}, out_sizes, {features * feature_groups}), {1},
             Joined(window_sizes, {1}));
  window.a = Joined({1}, strides, {1});
  window.b = Joined({1}, rhs_dilation, {1});
  window.c = {0};
  for (size_t s = 0; s < spatial; ++s)
    window.c.push_back(padding.empty() ? 0 : padding[2 * s]);
  window.c.push_back(0);
  window.d = Joined({1}, lhs_dilation, {1});
  // A window of one element that takes every element is no window.
  const auto all = [](const Dims& dims, int64_t value) {
    return std::all_of(dims.begin(), dims.end(), [&](int64_t d) { return d == value; });
  };
  const bool pointwise = all(window_sizes, 1) && all(window.a, 1) && all(window.c, 0) &&
                         all(window.d, 1) && out_sizes == in_sizes;
  const tile::ExprId windows = pointwise ? x : l.tile().Add(std::move(window));

  // [bg, b, out..., fg, f, window...] -> [g, b, out..., window..., f]
  const tile::ExprId split = l.exprs.Reshape(
      windows,
      Joined(Joined({batch_groups, batch}, out_sizes, {feature_groups, features}),
             window_sizes));
  const int64_t s = static_cast<int64_t>(spatial);
  Dims order = {0, 2 + s, 1};
  for (int64_t d = 0; d < s; ++d) order.push_back(2 + d);
  for (int64_t d = 0; d < s; ++d) order.push_back(4 + s + d);
  order.push_back(3 + s);
  Contraction c;
  c.batch = groups;
  c.m = batch * Elements(out_sizes);
  c.k = Elements(window_sizes) * features;
  c.lhs_run = pointwise ? 0 : features;
  c.n = out_features;
  c.lhs = l.exprs.Reshape(l.exprs.Transpose(split, order), {c.batch, c.m, c.k});

  // Kernel as [window..., f, g, o] -> [g, window..., f, o].
  tile::ExprId w = l.exprs.Of(op.operands[1]);
  Dims reversed;
  for (size_t d = 0; d < spatial; ++d) {
    if (reversal[d] != 0) reversed.push_back(kernel_spatial[d]);
  }
  if (!reversed.empty()) {
    w = l.tile().Add(tile::ReverseExpr(w, l.program.type(op.operands[1]), reversed));
  }
  w = l.exprs.Transpose(
      w, Joined(kernel_spatial, {at.Int(AttributeName::kKernelInputFeatureDimension)},
                {at.Int(AttributeName::kKernelOutputFeatureDimension)}));
  w = l.exprs.Reshape(w, Joined(window_sizes, {features, groups, out_features}));
  Dims kernel_order = {s + 1};
  for (int64_t d = 0; d <= s; ++d) kernel_order.push_back(d);
  kernel_order.push_back(s + 2);
  c.rhs = l.exprs.Reshape(l.exprs.Transpose(w, kernel_order), {c.batch, c.k, c.n});

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
  return l.exprs.Reshape(l.exprs.Transpose(l.exprs.In(v, c.shape), c.order), domain);
}

tile::Store StoreTo(Lowering& l, const Contraction& c, ValueId v) {
  tile::Store store{l.exprs.Output(v), InDomain(l, c, v)};
  if (c.order.empty()) return store;
  store.permutation.assign(c.order.size(), 0);
  for (size_t i = 0; i < c.order.size(); ++i) {
    store.shape.push_back(c.shape[c.order[i]]);
    store.permutation[c.order[i]] = static_cast<int64_t>(i);
  }
  return store;
}

void BindResult(Lowering& l, const Operation& op, const Types& types) {
  const ir::TensorType& type = l.program.type(op.results[0]);
  const tile::ExprId result = ResultExpr(l, {types.accumulator, type.dims}, 0, 0);
  l.exprs.Bind(op.results[0], l.exprs.Convert(result, type.element));
}

// One side is a vector: products are summed without packing anything.
void LowerProducts(Lowering& l, const Operation& op, const Contraction& c,
                   const Types& types) {
  const Dims domain = {c.batch, c.m, c.n, c.k};
  const auto operand = [&](tile::ExprId x, Dims map) {
    x = l.exprs.Convert(l.exprs.Convert(x, types.multiplicand), types.accumulator);
    return l.tile().Add(
        tile::BroadcastExpr(x, {types.accumulator, domain}, std::move(map)));
  };
  const tile::ExprId product = l.exprs.Scalar(
      OpKind::kMultiply, {operand(c.lhs, {0, 1, 3}), operand(c.rhs, {0, 3, 2})},
      {types.accumulator, domain});
  tile::Reduce reduce;
  reduce.has_monoid = true;
  reduce.monoid = OpKind::kAdd;
  reduce.inputs = {product};
  reduce.inits = {l.tile().Add(tile::ZeroExpr(ir::Scalar(types.accumulator)))};
  tile::Phase sum{{c.k}, {}, {reduce}};
  tile::Phase finish;
  BindResult(l, op, types);
  for (ValueId v : l.cluster.outputs) finish.stores.push_back(StoreTo(l, c, v));
  // Lanes run where the larger operand is contiguous.
  const bool along_k = c.m == 1 ? (c.n == 1 || c.rhs_k_minor) : c.lhs_k_minor;
  const Dims outer = {c.batch, c.m, c.n};
  const bool lanes_inner = along_k && c.n * c.m * c.batch > 0 && c.k >= 8;
  l.tile().statements.push_back(tile::NestStatement(
      {outer, !lanes_inner, {sum, finish}},
      std::min(GridSteps(Elements(domain)), std::max<int64_t>(Elements(outer), 1))));
}

// The block of the result that a grid step makes: large enough that packing is
// small beside multiplying, small enough that every core has its share. Every
// row of blocks packs rhs, and every column of them packs lhs, unless it can be
// read where it is.
void ChooseBlock(const tile::Program& program, const chip::Chip& chip, tile::Matmul* m) {
  // Columns of the narrowest block: a tile of a wide MXU; of a small one half, so that
  // every core has its share of narrow results, too.
  const int64_t narrowest = chip.mxu_dim > chip.lanes ? chip.mxu_dim : 64;
  const LhsForm form = FormOfLhs(program, *m, m->multiplicand, 1);
  const bool in_place = form == LhsForm::kInPlace || ReadsRuns(form);
  int64_t rows = std::max<int64_t>(DivideUp(m->m, in_place ? 1024 : 512), 1);
  int64_t columns = std::max<int64_t>(DivideUp(m->n, 1024), 1);
  const auto set = [&] {
    m->block_m = std::min(m->m, RoundUp(DivideUp(m->m, rows), 12));
    m->block_n = std::min(m->n, RoundUp(DivideUp(m->n, columns), narrowest));
  };
  const auto packing = [&](int64_t row_count, int64_t column_count) {
    return (in_place ? 0.0 : 1.0 * m->m * column_count) + 1.0 * m->n * row_count;
  };
  const int64_t flops = m->batch * m->m * m->n * std::max<int64_t>(m->k, 1);
  const int64_t wanted = std::clamp<int64_t>(flops / (int64_t{1} << 21), 1, 8);
  set();
  // A slab is to stay in the cache (matmul_slab.h).
  while (FormOfLhs(program, *m, m->multiplicand, 1) != form && m->block_m >= 48) {
    rows *= 2;
    set();
  }
  while (m->batch * rows * columns < wanted) {
    const bool can_m = m->block_m >= 48, can_n = m->block_n >= 2 * narrowest;
    if (!can_m && !can_n) break;
    if (can_n && (!can_m || packing(rows, 2 * columns) <= packing(2 * rows, columns))) {
      columns *= 2;
    } else {
      rows *= 2;
    }
    set();
  }
  // Equal shares for two and for four cores.
  if (m->m > 256) {
    while (m->batch * rows * columns % 4 != 0 && m->batch * rows * columns > 4) ++rows;
    set();
  }
}

}  // namespace

void LowerContraction(Lowering& l) {
  const Operation& op = l.op(l.cluster.contraction);
  const Contraction c =
      op.kind == OpKind::kDotGeneral ? FromDot(l, op) : FromConvolution(l, op);
  const Types types = TypesOf(l, op);
  // Vectors, narrow groups, and complex numbers (codegen/precision.h).
  const bool row = c.m == 1 && !c.rhs_k_minor && c.n >= 16 && c.k >= 8;
  const bool narrow = (c.m == 1 && !row) || c.n == 1 || (c.batch > 8 && c.n < 4) ||
                      ir::IsComplex(types.accumulator);
  if (narrow) {
    LowerProducts(l, op, c, types);
    return;
  }
  tile::Matmul m;
  m.batch = c.batch;
  m.m = c.m;
  m.n = c.n;
  m.k = c.k;
  m.lhs = c.lhs;
  m.rhs = c.rhs;
  m.lhs_run = c.lhs_run;
  m.accumulator = types.accumulator;
  m.multiplicand = types.multiplicand;
  ChooseBlock(l.tile(), *l.options.chip, &m);
  BindResult(l, op, types);
  for (ValueId v : l.cluster.outputs) m.stores.push_back(StoreTo(l, c, v));
  FitBlock(l.tile(), *l.options.chip, &m);
  l.tile().statements.push_back(tile::MatmulStatement(std::move(m)));
}

}  // namespace tilewright::codegen
