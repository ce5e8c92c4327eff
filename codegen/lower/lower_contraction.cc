// dot_general and convolution as one batched matmul each, or, where one side is
// a vector, as a reduction of products.
#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "codegen/lower/contraction.h"
#include "tile/product_types.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::ElementType;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

namespace {

bool IsMinor(const ir::Shape& dims, const Dims& which) {
  for (int64_t d = dims.rank() - 1; d >= 0; --d) {
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
  const ir::Shape& dims = l.program.type(value).shape;
  return {value, tile::ArrangeDotSide(dims, batching, contracting),
          IsMinor(dims, contracting)};
}

// Products commute. What is stored is to be contiguous along n; otherwise the
// side whose rows are contiguous in k is the left one.
bool IsSwapped(const Lowering& l, const Operand& first, const Operand& second,
               const Operation* transpose) {
  if (transpose == nullptr) return second.k_minor && !first.k_minor;
  const Dims& order = transpose->attributes.Ints(AttributeName::kPermutation);
  const ir::Shape& made = l.program.type(transpose->results[0]).shape;
  size_t last = order.size() - 1;
  while (last > 0 && made[last] == 1) --last;
  return order[last] <
         static_cast<int64_t>(first.side.batch.size() + first.side.free.size());
}

}  // namespace

void Contraction::SetOrder(ir::Shape of_shape, Dims as) {
  Dims moved;
  for (int64_t d : as) {
    if (!(of_shape[d] == 1)) moved.push_back(d);
  }
  if (std::is_sorted(moved.begin(), moved.end())) return;
  shape = std::move(of_shape);
  order = std::move(as);
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
  ir::Shape shape = l.program.type(op.results[0]).shape;
  if (transpose != nullptr) {
    const Dims& moved = transpose->attributes.Ints(AttributeName::kPermutation);
    for (int64_t& d : order) {
      d = std::find(moved.begin(), moved.end(), d) - moved.begin();
    }
    shape = l.program.type(transpose->results[0]).shape;
  }
  c.SetOrder(std::move(shape), std::move(order));
  return c;
}

namespace {

struct Types {
  ElementType accumulator;
  ElementType multiplicand;
  bool rounds_products = false;
};

Types TypesOf(const Lowering& l, const Operation& op) {
  const ElementType lhs = l.program.type(op.operands[0]).element;
  const ElementType rhs = l.program.type(op.operands[1]).element;
  const ElementType result = l.program.type(op.results[0]).element;
  const Dims& precision = op.attributes.Ints(AttributeName::kPrecision);
  const bool rounds =
      l.options.numerics == Numerics::kTpu &&
      std::all_of(precision.begin(), precision.end(), [](int64_t p) { return p == 0; });
  Types types;
  if (ir::IsComplex(result)) {
    types.accumulator = result;
    types.rounds_products = true;
  } else {
    types.accumulator = tile::AccumulatorOf(lhs, rhs, result);
  }
  types.multiplicand = tile::MultiplicandOf(lhs, rhs, types.accumulator, rounds);
  if (op.attributes.Flag(AttributeName::kRoundsProducts)) types.rounds_products = true;
  return types;
}

// The value as the matmul's [batch, m, n] domain sees it.
tile::ExprId InDomain(Lowering& l, const Contraction& c, ValueId v) {
  if (c.order.empty()) return l.exprs.In(v, c.domain());
  return l.b().Reshape(l.b().Transpose(l.exprs.In(v, c.shape), c.order), c.domain());
}

tile::Store StoreOf(Lowering& l, const Contraction& c, ValueId v) {
  const tile::RefId ref = l.exprs.Output(v);
  const tile::ExprId value = InDomain(l, c, v);
  if (c.order.empty()) return tile::StoreTo(ref, value);
  ir::Shape shape;
  Dims permutation(c.order.size(), 0);
  for (size_t i = 0; i < c.order.size(); ++i) {
    shape.Append(c.shape[c.order[i]]);
    permutation[c.order[i]] = static_cast<int64_t>(i);
  }
  return tile::StoreTransposed(ref, value, std::move(shape), std::move(permutation));
}

// What is made of the result goes where `writer` is, in the form that `store_of` says.
template <typename Writer, typename StoreOf>
void WriteOutputs(Lowering& l, const Operation& op, tile::ExprId result, Writer* writer,
                  const StoreOf& store_of) {
  const ElementType element = l.program.type(op.results[0]).element;
  l.exprs.Bind(op.results[0], l.b().Convert(result, element));
  for (ValueId v : l.cluster.outputs) writer->Write(store_of(v));
}

// Products of elements of outer ++ inner, which are summed over the inner dimensions
// without packing anything: of each side its dimensions in that shape.
struct Sum {
  ir::Shape outer, inner;
  tile::ExprId lhs, rhs;
  Dims lhs_dims, rhs_dims;
  tile::SumOrder order = tile::SumOrder::kIndex;
  bool lanes_inner = false;
};

// The sum of the products of factors over the sum's whole domain.
tile::ExprId SumOf(Lowering& l, const Sum& sum, tile::ExprId x, tile::ExprId y,
                   const ir::Shape& result, tile::LoopNestWriter* nest) {
  const ir::TensorType type = l.b().type(x);
  const tile::ExprId product = l.b().Scalar(OpKind::kMultiply, {x, y}, type);
  const tile::Reducer add = {
      {l.b().Zero(ir::Scalar(type.element))}, OpKind::kAdd, {}, sum.order};
  return nest->Reduce(add, product, {type.element, result});
}

template <typename StoreOf>
void LowerSum(Lowering& l, const Operation& op, const Types& types, const Sum& sum,
              const StoreOf& store_of) {
  const ir::Shape domain = ir::Joined(sum.outer, sum.inner);
  const ir::Shape& result = l.program.type(op.results[0]).shape;
  const auto operand = [&](tile::ExprId x, const Dims& dims) {
    x = l.b().Convert(l.b().Convert(x, types.multiplicand), types.accumulator);
    const bool whole = static_cast<int>(dims.size()) == domain.rank();
    return whole ? x : l.b().Broadcast(x, domain, dims);
  };
  const tile::ExprId x = operand(sum.lhs, sum.lhs_dims);
  const tile::ExprId y = operand(sum.rhs, sum.rhs_dims);
  tile::LoopNestWriter nest(&l.b(), sum.outer);
  if (sum.lanes_inner) nest.LanesInner();
  nest.BeginPass(sum.inner);
  tile::ExprId total;
  if (ir::IsComplex(types.accumulator) && op.kind == OpKind::kDotGeneral) {
    // Four sums, as of real matrices (codegen/rewrite/precision.cc).
    const ElementType element = ir::RealPart(types.accumulator);
    const auto part = [&](OpKind kind, tile::ExprId of) {
      return l.b().Scalar(kind, {of}, {element, domain});
    };
    const auto dot = [&](OpKind of_x, OpKind of_y) {
      return SumOf(l, sum, part(of_x, x), part(of_y, y), result, &nest);
    };
    const auto made = [&](OpKind kind, tile::ExprId a, tile::ExprId b) {
      return l.b().Scalar(kind, {a, b}, {element, result});
    };
    const tile::ExprId re = made(OpKind::kSubtract, dot(OpKind::kReal, OpKind::kReal),
                                 dot(OpKind::kImag, OpKind::kImag));
    const tile::ExprId im = made(OpKind::kAdd, dot(OpKind::kReal, OpKind::kImag),
                                 dot(OpKind::kImag, OpKind::kReal));
    total = l.b().Scalar(OpKind::kComplex, {re, im}, {types.accumulator, result});
  } else {
    total = SumOf(l, sum, x, y, result, &nest);
  }
  nest.BeginPass();
  WriteOutputs(l, op, total, &nest, store_of);
  l.b().Append(std::move(nest).Done());
}

// A convolution whose groups make one feature each is no product of matrices: its
// windows are summed side by side, lanes along the result.
void LowerDepthwise(Lowering& l, const Operation& op, const Contraction& c,
                    const Types& types) {
  const Dims& out = l.program.type(op.results[0]).dims();
  const Dims& domain = l.b().type(c.windows).dims();
  Sum sum = {out, Dims(domain.begin() + out.size(), domain.end()), c.windows, c.kernel};
  for (size_t d = 0; d < domain.size(); ++d) {
    sum.lhs_dims.push_back(static_cast<int64_t>(d));
  }
  sum.rhs_dims.assign(sum.lhs_dims.begin() + out.size(), sum.lhs_dims.end());
  sum.rhs_dims.push_back(op.attributes.Int(AttributeName::kOutputFeatureDimension));
  LowerSum(l, op, types, sum, [&](ValueId v) {
    return tile::StoreTo(l.exprs.Output(v), l.exprs.In(v, out));
  });
}

// Whether a product of matrices goes in the order of rows: a side is a vector, and k is
// the other's last dimension, or both are.
bool IsSumOfRows(const Contraction& c) {
  if (c.m == 1) return c.n == 1 || c.rhs_k_minor;
  return c.n == 1 && c.lhs_k_minor;
}

// The order of docs/accuracy.md. Sums of integers are exact in any.
tile::SumOrder OrderOf(const Lowering& l, const Contraction& c, const Types& types) {
  if (ir::IsWhole(types.accumulator)) return tile::SumOrder::kIndex;
  if (IsSumOfRows(c)) return tile::SumOrder::kRows;
  if (types.rounds_products) return tile::SumOrder::kIndex;
  const bool pairs = l.options.numerics == Numerics::kTpu &&
                     types.multiplicand == ElementType::kBF16 &&
                     types.accumulator == ElementType::kF32;
  return pairs ? tile::SumOrder::kPairs : tile::SumOrder::kProducts;
}

// A product that is read where it lies.
void LowerProducts(Lowering& l, const Operation& op, const Contraction& c,
                   const Types& types) {
  Sum sum = {c.domain(), ir::Shape(std::vector<ir::Size>{c.k}), c.lhs, c.rhs, {0, 1, 3},
             {0, 3, 2}};
  // Lanes run where the larger operand is contiguous, and is long.
  constexpr int64_t kShort = 8, kFew = 64;
  const int64_t results = ir::Typical(NumElements(sum.outer));
  const int64_t k = ir::Typical(c.k);
  const bool along_k = c.m == 1 ? (c.n == 1 || c.rhs_k_minor) : c.lhs_k_minor;
  const bool is_short = c.k.is_number() && k < kShort && results >= kFew;
  if (op.kind == OpKind::kDotGeneral) {
    sum.order = OrderOf(l, c, types);
    const bool rows =
        sum.order == tile::SumOrder::kRows || ir::IsWhole(types.accumulator);
    sum.lanes_inner = along_k && results > 0 && rows && !is_short;
  } else {
    sum.lanes_inner = along_k && results > 0 && k >= kShort;
    if (sum.lanes_inner) sum.order = tile::SumOrder::kRows;
  }
  LowerSum(l, op, types, sum, [&](ValueId v) { return StoreOf(l, c, v); });
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
  // Vectors, narrow groups, and complex numbers (codegen/rewrite/precision.h). Where no
  // order of rows is asked for, this changes no value.
  const auto below = [](const ir::Size& size, int64_t limit) {
    return size.is_number() && size.number() < limit;
  };
  // One product an element, of what is not computed again for each.
  const bool outer = c.k == 1 && op.kind == OpKind::kDotGeneral &&
                     absl::c_all_of(op.operands, [&](ValueId v) {
                       return l.exprs.Definition(v) == nullptr;
                     });
  const bool row = c.m == 1 && !c.rhs_k_minor && !below(c.n, 16) && !below(c.k, 8);
  const bool narrow = outer || (c.m == 1 && !row) || c.n == 1 ||
                      (!below(c.batch, 9) && below(c.n, 4)) ||
                      ir::IsComplex(types.accumulator);
  if (narrow) {
    LowerProducts(l, op, c, types);
    return;
  }
  tile::ProductWriter product(
      &l.b(), {c.lhs, c.rhs, types.accumulator, types.multiplicand, false, c.lhs_segment,
               types.rounds_products});
  WriteOutputs(l, op, product.Result(l.program.type(op.results[0]).shape), &product,
               [&](ValueId v) { return StoreOf(l, c, v); });
  l.b().Append(std::move(product).Done());
}

}  // namespace tilewright::codegen
