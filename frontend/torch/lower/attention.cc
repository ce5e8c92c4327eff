// Scaled dot product attention, whole. Queries are [batch, heads, rows, size], or with
// the heads that share keys and values as a dimension before the rows; keys and values
// are [batch, heads, columns, size].
//
// The forward pass is written so that it becomes one kernel, which never holds the matrix
// of scores: its last step before the second product is a division, which belongs to the
// rows, where a cheaper one would move into the product. Rows whose columns are all
// masked are 0.
//
// Columns that a row does not see, behind its own or outside of limits, are selected so
// that the kernel can see that it need not compute them (codegen/lower/row_limits.h).
#include <algorithm>
#include <limits>

#include "frontend/torch/lower/elementwise.h"
#include "frontend/torch/lower/random.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Attended = absl::StatusOr<std::vector<ir::ValueId>>;
using ir::Dims;

// Operands that follow queries, keys and values.
enum Follows : size_t { kBias, kScale, kSeed, kOffset, kKeep, kFirst, kLast };
// Of causal attention in place of the limits: which row the first one is, if not 0.
constexpr Follows kRow = kFirst;

// Fewer columns are no blocks to leave out.
constexpr int64_t kManyColumns = 256;

class Attention {
 public:
  // `queries`: the operand that they are; attribute 0: only columns up to the row's own.
  // `leaves_out`: what is not seen need not be computed.
  Attention(const Lowering& call, size_t queries, bool leaves_out)
      : c(call),
        compute(ComputeType(c.operand(queries).element())),
        query(c.operand(queries)),
        key(c.operand(queries + 1)),
        value(c.operand(queries + 2)),
        rank(query.rank()),
        follow_(queries + 3),
        leaves_out_(leaves_out),
        seen(Seen()) {
    const Value scores = Scores();
    const Value infinity = c.Constant(std::numeric_limits<double>::infinity(), compute);
    const Value largest = c.Reduce(OpKind::kMaximum, scores, {rank - 1}, true);
    const Value zero = c.Constant(0, compute);
    const Value shift = c.Select(c.Compare("EQ", largest, -infinity), zero, largest);
    power = Power(scores - shift);
    if (LeavesOut()) power = c.Select(seen, power, zero);
    const Value sum = c.Reduce(OpKind::kAdd, power, {rank - 1}, true);
    total = c.Select(c.Compare("EQ", sum, zero), c.Constant(1, compute), sum);
    if (!drops()) return;
    keep_ = c.Convert(Following(kKeep), compute);
    const Value drawn =
        RandomFractions(c, power.shape(), c.Convert(Following(kSeed), ElementType::kU64),
                        c.Convert(Following(kOffset), ElementType::kU64));
    kept_ = c.Compare("LT", drawn, c.Convert(Following(kKeep), ElementType::kF32));
  }

  bool drops() const { return c.has(follow_ + kKeep); }
  // What values are weighted with.
  Value Weights() { return drops() ? Kept(power) / (total * keep_) : power / total; }
  // Dropout's gradient.
  Value Through(Value gradient) { return drops() ? Kept(gradient) / keep_ : gradient; }

  // Sums over these dimensions of a and b, whose batches are their first two.
  Value Product(Value a, Value b, const Dims& over_a, const Dims& over_b) {
    if (!IsThere(a) || !IsThere(b)) return {&c, Lowering::kAbsent};
    ir::Attributes attributes;
    attributes.Set(ir::AttributeName::kLhsBatchingDimensions, Dims{0, 1});
    attributes.Set(ir::AttributeName::kRhsBatchingDimensions, Dims{0, 1});
    attributes.Set(ir::AttributeName::kLhsContractingDimensions, over_a);
    attributes.Set(ir::AttributeName::kRhsContractingDimensions, over_b);
    if (c.precision() != 0) {
      attributes.Set(ir::AttributeName::kPrecision, Dims(2, c.precision()));
    }
    Shape shape;
    for (int d = 0; d < 2; ++d) shape.Append(a.shape()[d]);
    AppendOthers(a, over_a, &shape);
    AppendOthers(b, over_b, &shape);
    return c.Append({.kind = OpKind::kDotGeneral,
                     .operands = {a.id, b.id},
                     .attributes = std::move(attributes),
                     .results = {{compute, shape}}});
  }
  // The rows of queries, and the heads that share them.
  Dims Rows() const {
    Dims rows;
    for (int d = 2; d < rank - 1; ++d) rows.push_back(d);
    return rows;
  }
  Value Computed(Value x) { return c.Convert(x, compute); }
  Value Following(Follows operand) { return c.operand(follow_ + operand); }
  bool HasLimits() const { return c.has(follow_ + kLast); }
  // The same from -0 as from 0: products of zeros may be left out.
  Value WithoutSign(Value x) { return seen.composer == nullptr ? x : x + 0.0; }
  bool HasBias() const { return c.has(follow_ + kBias); }
  Value scale() { return Computed(Following(kScale)); }

  Composer c;
  const ElementType compute;
  const Value query, key, value;
  const int rank;

 private:
  const size_t follow_;
  const bool leaves_out_;

 public:
  const Value seen;
  // Weights are power / total, before dropout.
  Value power, total;

 private:
  Value Kept(Value x) { return c.Select(kept_, x, c.Constant(0, x.element())); }

  Value Scores() {
    Value scores = Product(query, key, {rank - 1}, {3}) * scale();
    if (HasBias()) scores = scores + Computed(Following(kBias));
    if (seen.composer == nullptr) return scores;
    return c.Select(seen, scores,
                    c.Constant(-std::numeric_limits<double>::infinity(), compute));
  }
  // What is masked, or has much added to the others, weighs nothing, and a slope along
  // the columns leaves nothing of most weights. Those below 2^-100 of the largest are
  // zeros: no sum of theirs and of that one would differ. They are not computed as what
  // underflows or is subnormal, which takes many processors a hundred cycles and more.
  Value Power(Value below_largest) {
    const bool weighs_all = !HasBias() && seen.composer == nullptr;
    if (weighs_all || compute != ElementType::kF32) {
      return c.Unary(OpKind::kExponential, below_largest);
    }
    const Value least = c.Constant(-69.3147181, compute);  // log(2^-100)
    const Value at_least = c.Binary(OpKind::kMaximum, below_largest, least);
    return c.Select(c.Compare("LT", below_largest, least), c.Constant(0, compute),
                    c.Unary(OpKind::kExponential, at_least));
  }
  // Which columns a row sees, at most; of no composer: all.
  Value Seen() {
    if (c.attribute(0) == 0 && !HasLimits()) return {};
    Shape shape = query.shape();
    shape.Set(rank - 1, key.shape()[2]);
    const TensorType places = {ElementType::kI32, shape};
    const Value column = c.Iota(rank - 1, places);
    if (!HasLimits()) {
      Value row = c.Iota(rank - 2, places);
      if (c.has(follow_ + kRow)) {
        const Value first = c.Convert(Following(kRow), ElementType::kI32);
        row = row + c.Broadcast(first, shape);
      }
      return c.Compare("LE", column, row);
    }
    const auto limit = [&](Follows which) {
      return c.Broadcast(c.Convert(Following(which), ElementType::kI32), shape);
    };
    return c.Binary(OpKind::kAnd, c.Compare("GE", column, limit(kFirst)),
                    c.Compare("LE", column, limit(kLast)));
  }
  bool LeavesOut() const {
    const ir::Size& columns = key.shape()[2];
    return leaves_out_ && seen.composer != nullptr && !drops() && columns.is_number() &&
           columns.number() >= kManyColumns;
  }
  static void AppendOthers(Value x, const Dims& over, Shape* shape) {
    for (int d = 2; d < x.rank(); ++d) {
      if (std::find(over.begin(), over.end(), d) == over.end())
        shape->Append(x.shape()[d]);
    }
  }

  Value keep_, kept_;
};

}  // namespace

Attended attention(const Lowering& call) {
  Attention a(call, 0, /*leaves_out=*/true);
  return a.c.Finish(
      {a.WithoutSign(a.Product(a.Weights(), a.Computed(a.value), {a.rank - 1}, {2}))});
}

// The gradient comes first. Results are those of the gradients of queries, keys, values
// and what is added to the scores that attributes 1 to 4 ask for.
Attended attention_backward(const Lowering& call) {
  Attention a(call, 1, /*leaves_out=*/false);
  Composer& c = a.c;
  const Value gradient = c.operand(0);
  const Dims columns = {a.rank - 1};
  const Value weights = a.power / a.total;
  const Value of_weights = a.Through(a.Product(gradient, a.value, columns, {3}));
  const Value mean = c.Reduce(OpKind::kAdd, weights * of_weights, columns, true);
  const Value of_scores = weights * (of_weights - mean);
  // A division, which stays with the rows.
  const Value scaled = of_scores / (1.0 / a.scale());

  Values results;
  if (c.attribute(1) != 0) {
    results.push_back(a.Product(scaled, a.Computed(a.key), columns, {2}));
  }
  if (c.attribute(2) != 0) {
    results.push_back(a.Product(scaled, a.Computed(a.query), a.Rows(), a.Rows()));
  }
  if (c.attribute(3) != 0) {
    results.push_back(a.Product(a.drops() ? a.Weights() : weights, a.Computed(gradient),
                                a.Rows(), a.Rows()));
  }
  if (c.attribute(4) != 0) {
    if (!IsThere(of_scores)) return c.Finish({of_scores});
    // Summed over what it was broadcast along.
    const Shape& wanted = c.result(results.size()).shape;
    Dims along;
    for (int d = 0; d < a.rank; ++d) {
      if (wanted[d].is_number(1) && !of_scores.shape()[d].is_number(1))
        along.push_back(d);
    }
    results.push_back(along.empty() ? of_scores
                                    : c.Reduce(OpKind::kAdd, of_scores, along, true));
  }
  return c.Finish(results);
}

}  // namespace tilewright::torch_lower::lowerings
