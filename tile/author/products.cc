// Reductions and products of a kernel that is being written.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tile/arrange.h"
#include "tile/author/author.h"
#include "tile/product_types.h"
#include "tile/reads_in_place.h"
#include "tile/statements.h"
#include "tile/sum_order.h"
#include "tile/visit.h"

namespace tilewright::tile {

using ir::AttributeName;
using ir::Dims;
using ir::ElementType;
using ir::OpKind;
using ir::TensorType;

namespace {

// Largest block of a product whose accumulators stay in the host's L2.
constexpr int64_t kMaxBlockM = 384;
constexpr int64_t kMaxBlockN = 512;

}  // namespace

bool Author::MayReduce(absl::string_view what, OpKind op, const TensorType& from) {
  const bool logic = op == OpKind::kAnd || op == OpKind::kOr;
  const bool order = op == OpKind::kMaximum || op == OpKind::kMinimum;
  const bool sum = op == OpKind::kAdd || op == OpKind::kMultiply;
  const ir::TypeClass kind = ir::Info(from.element).type_class;
  const bool fits = kind == ir::TypeClass::kBool      ? logic
                    : kind == ir::TypeClass::kFloat   ? sum || order
                    : kind == ir::TypeClass::kComplex ? op == OpKind::kAdd
                                                      : sum || order || logic;
  if (!fits) {
    Fail(calls_.By(what), ir::Name(op), " of ", ir::ToString(from), " is not supported");
  }
  return fits;
}

ExprId Author::Reduce(OpKind op, ExprId x, const Dims& dimensions, bool keep_dimensions) {
  if (!IsKnown(x)) return Dummy(ir::Scalar(ElementType::kF32));
  const TensorType from = type(x);
  const int rank = from.rank();
  if (!MayReduce("reduce", op, from)) return Dummy(ir::Scalar(from.element));
  if (!AreDimensionsOf("reduce", from, dimensions)) {
    return Dummy(ir::Scalar(from.element));
  }
  Dims reduced = dimensions;
  std::sort(reduced.begin(), reduced.end());
  if (reduced.empty()) return x;
  Dims with_ones = from.dims();
  for (int64_t d : reduced) with_ones[d] = 1;

  if (arrays_.has_value()) {
    const ExprId result = ResultOr("reduce", arrays_->Reduce(op, x, reduced));
    if (!keep_dimensions || !status_.ok()) return result;
    Dims kept;
    for (int64_t d = 0; d < rank; ++d) {
      if (!Contains(reduced, d)) kept.push_back(d);
    }
    return BroadcastInDim(result, with_ones, kept);
  }

  const ReductionDims dims = ArrangeReduction(from.dims(), reduced, /*merge=*/true);
  Reducer reducer = CombinerReducer(&builder_, op, from.element);
  reducer.order = OrderOf(from.dims(), reduced);
  const TensorType result{from.element, dims.outer};
  const RefId total = Temporary("reduce", result);
  LoopNestWriter nest(&builder_, dims.outer);
  if (ReducesAlongLanes(from.dims(), reduced)) nest.LanesInner();
  nest.BeginPass(dims.inner);
  const ExprId value = nest.Reduce(
      std::move(reducer),
      builder_.Reshape(builder_.Transpose(x, dims.order), dims.domain()), result);
  nest.BeginPass();
  nest.Write(tile::StoreTo(total, value));
  Compute(std::move(nest).Done(/*cost=*/0));
  const ExprId out = LoadAny({total, {}, {}});
  return keep_dimensions ? Reshape(out, with_ones) : out;
}

ExprId Author::ResultOr(absl::string_view what, absl::StatusOr<ExprId> result) {
  if (result.ok()) return Noted(*result);
  Fail(calls_.By(what), result.status().message());
  return NoValue();
}

// An integer that a float multiplies, as a float of a type that has all such integers:
// the float's own, or bf16 where that has fewer bits.
ExprId Author::AsMultiplicand(ExprId x, ElementType other) {
  const ElementType own = type(x).element;
  const bool mixed = ir::IsInteger(own) && ir::Info(own).bits <= 8 && ir::IsFloat(other);
  if (!mixed) return x;
  return Convert(x, ir::Info(other).bits < 16 ? ElementType::kBF16 : other);
}

ExprId Author::Product(ExprId lhs, ExprId rhs, const ProductSpec& spec) {
  if (!AreKnown({lhs, rhs})) return Dummy(ir::Scalar(ElementType::kF32));
  lhs = AsMultiplicand(lhs, type(rhs).element);
  rhs = AsMultiplicand(rhs, type(lhs).element);
  const TensorType x = type(lhs), y = type(rhs);
  const auto is = [&](auto test) { return test(x.element) && test(y.element); };
  ProductOperands of;
  if (is([](ElementType t) { return t == ElementType::kF64; })) {
    of.accumulator = ElementType::kF64;
  } else if (is([](ElementType t) {
               return ir::IsFloat(t) && ir::Info(t).bits <= 32 && t != ElementType::kF64;
             })) {
    of.accumulator = ElementType::kF32;
  } else if (is([](ElementType t) {
               return ir::IsInteger(t) && ir::Info(t).bits <= 32;
             })) {
    of.accumulator = ElementType::kI32;
  } else {
    Fail(calls_.By("product"), "of ", ir::ToString(x), " and ", ir::ToString(y),
         " is not supported");
    return Dummy(ir::Scalar(x.element));
  }
  const auto multiplicand = [&](bool rounds) {
    return MultiplicandOf(x.element, y.element, of.accumulator, rounds);
  };
  of.multiplicand = multiplicand(!spec.highest_precision);
  of.default_precision = of.multiplicand != multiplicand(false);
  ir::Attributes attributes;
  attributes.Set(AttributeName::kLhsContractingDimensions, spec.lhs_contracting);
  attributes.Set(AttributeName::kRhsContractingDimensions, spec.rhs_contracting);
  attributes.Set(AttributeName::kLhsBatchingDimensions, spec.lhs_batching);
  attributes.Set(AttributeName::kRhsBatchingDimensions, spec.rhs_batching);
  TensorType result{of.accumulator, {}};
  if (!Infer(OpKind::kDotGeneral, {lhs, rhs}, attributes, &result, "product")) {
    return Dummy(ir::Scalar(of.accumulator));
  }
  result.element = of.accumulator;
  if (!status_.ok()) return Dummy(result);
  const DotSide left = ArrangeDotSide(x.dims(), spec.lhs_batching, spec.lhs_contracting);
  const DotSide right = ArrangeDotSide(y.dims(), spec.rhs_batching, spec.rhs_contracting);
  of.lhs = AsLeft(&builder_, lhs, left);
  of.rhs = AsRight(&builder_, rhs, right);
  if (arrays_.has_value()) {
    return ResultOr("product", arrays_->Product(of, result.dims()));
  }
  const RefId total = Temporary("product", result);
  ProductWriter product(&builder_, of);
  product.Write(tile::StoreTo(total, product.Result(product.domain())));
  Compute(std::move(product).Done(kMaxBlockM, kMaxBlockN));
  return LoadAny({total, {}, {}});
}

ExprId Author::Replace(ExprId value, RefId temporary, ExprId with,
                       std::map<ExprId, ExprId>* known) {
  const auto [it, fresh] = known->try_emplace(value, value);
  if (!fresh) return it->second;
  Expr copy = program_.exprs[value];
  if (copy.Loads(temporary)) return (*known)[value] = with;
  if (!copy.Is<tile::Scalar>()) return value;
  bool changed = false;
  for (ExprId& operand : copy.operands) {
    const ExprId replaced = Replace(operand, temporary, with, known);
    changed = changed || replaced != operand;
    operand = replaced;
  }
  if (!changed) return value;
  return (*known)[value] = Noted(builder_.With(value, std::move(copy.operands)));
}

// A store right after a product, of a value made of its result element by
// element, becomes part of it.
bool Author::FuseWithProduct(const tile::Store& store) {
  std::vector<Statement>& statements = open_.back().statements;
  size_t at = statements.size();
  while (at > 0 && MarkedBy(statements[at - 1]) != kNoExpr) --at;
  if (at == 0 || !statements[at - 1].Is<Matmul>()) return false;
  const Matmul& m = *statements[at - 1].As<Matmul>();
  if (!store.dynamic_offset.empty() || m.stores.size() != 1) return false;
  const RefId temporary = m.stores[0].ref;
  const Dims& shape = program_.refs[temporary].type.dims();
  if (type(store.value()).dims() != shape) return false;
  // The result is read in place only, what the product reads is not written, and
  // nothing that is computed in between depends on the result.
  if (!ReadsInPlace(program_, store.value(), temporary)) return false;
  const auto reads = [&](ExprId root, RefId ref) {
    bool found = false;
    ForEachExprUnder(program_, {root},
                     [&](ExprId id) { found = found || program_.exprs[id].Loads(ref); });
    return found;
  };
  if (!reads(store.value(), temporary)) return false;
  if (reads(m.lhs, store.ref) || reads(m.rhs, store.ref)) return false;
  std::vector<Statement> before, after;
  for (size_t i = at; i < statements.size(); ++i) {
    const ExprId marked = MarkedBy(statements[i]);
    const bool result = reads(marked, temporary);
    const bool load = program_.exprs[marked].Is<tile::Load>();
    if (result && !load) return false;
    (result ? after : before).push_back(std::move(statements[i]));
  }
  const size_t matmul = at - 1 + before.size();
  Statement product = std::move(statements[at - 1]);
  statements.resize(at - 1);
  for (Statement& s : before) statements.push_back(std::move(s));
  statements.push_back(std::move(product));
  for (Statement& s : after) statements.push_back(std::move(s));

  Matmul& fused = *statements[matmul].As<Matmul>();
  const ExprId result = Reshape(fused.stores[0].value(), shape);
  std::map<ExprId, ExprId> known;
  const ExprId value = Replace(store.value(), temporary, result, &known);
  Use(value);
  ++statement_;
  tile::Store to = store;
  to.values = {Reshape(value, fused.domain().numbers())};
  statements[matmul].As<Matmul>()->stores.push_back(std::move(to));
  Written(store.ref);
  return true;
}

}  // namespace tilewright::tile
