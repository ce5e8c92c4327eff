// ragged_dot: a loop over the groups, one dense product each.
//
// Along lhs's ragged dimension, group g has the rows start_g <= i < start_g +
// size_g, where starts are running sums of the sizes. Sizes may differ along
// the leading dimensions ("prefix"); then starts do too.
#include <utility>

#include "codegen/rewrite/rewrite.h"
#include "tile/arrange.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::ElementType;
using enum ir::OpKind;

class RaggedDot {
 public:
  explicit RaggedDot(Rewrite& rewrite)
      : rewrite_(rewrite),
        a_(rewrite.attributes()),
        lhs_(rewrite.OperandType(0)),
        rhs_(rewrite.OperandType(1)),
        sizes_(rewrite.OperandType(2)),
        result_(rewrite.ResultType()),
        ragged_(a_.Ints(kLhsRaggedDimensions)[0]) {}

  absl::StatusOr<Values> Run() {
    const bool contracting = tile::Contains(a_.Ints(kLhsContractingDimensions), ragged_);
    if (tile::Contains(a_.Ints(kLhsBatchingDimensions), ragged_)) {
      // Each batch is its own product, whatever group it is in.
      return Values{Dot(rewrite_.builder, rewrite_.operands[0], rewrite_.operands[1],
                        /*skip=*/-1, result_)};
    }
    return Loop(contracting);
  }

 private:
  // dot_general with ragged_dot's dimensions; `skip` is a dimension of rhs that
  // is already gone.
  ValueId Dot(ir::Builder& b, ValueId lhs, ValueId rhs, int64_t skip, TensorType type) {
    ir::Attributes attributes;
    for (ir::AttributeName name :
         {kLhsBatchingDimensions, kLhsContractingDimensions, kPrecision}) {
      if (a_.Has(name)) attributes.Set(name, a_.Ints(name));
    }
    for (ir::AttributeName name : {kRhsBatchingDimensions, kRhsContractingDimensions}) {
      Dims dims = a_.Ints(name);
      for (int64_t& d : dims) d -= skip >= 0 && d > skip ? 1 : 0;
      attributes.Set(name, std::move(dims));
    }
    return b.Append(kDotGeneral, {lhs, rhs}, std::move(type), std::move(attributes));
  }

  // Slice `index` of `x` along `dimension`, which is dropped.
  ValueId Take(ir::Builder& b, ValueId x, int64_t dimension, ValueId index) {
    const TensorType type = b.type(x);
    Dims sizes = type.dims();
    sizes[dimension] = 1;
    Values operands{x};
    for (int64_t d = 0; d < type.rank(); ++d) {
      operands.push_back(d == dimension ? index : b.IntegerSplat(0, ir::Scalar(kI64)));
    }
    ir::Attributes attributes;
    attributes.Set(kSliceSizes, sizes);
    const ValueId slice = b.Append(kDynamicSlice, std::move(operands),
                                   {type.element, sizes}, std::move(attributes));
    sizes.erase(sizes.begin() + dimension);
    return b.Reshape(slice, sizes);
  }

  // start <= position along `dimension` < end, over `dims`. `prefix` says where
  // the dimensions of start and end lie.
  ValueId Mask(ir::Builder& b, const Dims& dims, int64_t dimension, const Dims& prefix,
               ValueId start, ValueId end) {
    const ValueId position = b.Iota(dimension, {kI64, dims});
    const ValueId from = b.Compare("GE", position, b.Broadcast(start, prefix, dims));
    const ValueId to = b.Compare("LT", position, b.Broadcast(end, prefix, dims));
    return b.Binary(kAnd, from, to);
  }

  ValueId ZeroWhere(ir::Builder& b, ValueId keep, ValueId x) {
    return b.Select(keep, x, b.IntegerSplat(0, b.type(x)));
  }

  // The product of group `group`, merged into `sum`.
  ValueId Step(ir::Builder& b, bool contracting, ValueId group, ValueId start,
               ValueId end, ValueId sum) {
    const ValueId lhs = rewrite_.operands[0];
    const ValueId rhs = rewrite_.operands[1];
    const bool uniform = sizes_.rank() == 1;
    const Dims& lhs_batch = a_.Ints(kLhsBatchingDimensions);
    if (!contracting) {
      // The result's leading dimensions are the prefix, then the ragged one.
      int64_t position = static_cast<int64_t>(lhs_batch.size());
      for (int64_t d = 0; d < ragged_; ++d) {
        const bool free = !tile::Contains(lhs_batch, d) &&
                          !tile::Contains(a_.Ints(kLhsContractingDimensions), d);
        position += free ? 1 : 0;
      }
      Dims prefix;
      for (int64_t d = 0; !uniform && d < position; ++d) prefix.push_back(d);
      const int64_t group_dim = a_.Ints(kRhsGroupDimensions)[0];
      const ValueId own = Take(b, rhs, group_dim, group);
      const ValueId product = Dot(b, lhs, own, group_dim, result_);
      const ValueId mask = Mask(b, result_.dims(), position, prefix, start, end);
      return b.Select(mask, product, sum);
    }
    const Dims& lhs_contracting = a_.Ints(kLhsContractingDimensions);
    const Dims& rhs_contracting = a_.Ints(kRhsContractingDimensions);
    Dims lhs_prefix = lhs_batch;
    Dims rhs_prefix = a_.Ints(kRhsBatchingDimensions);
    size_t i = 0;
    for (; lhs_contracting[i] != ragged_; ++i) {
      lhs_prefix.push_back(lhs_contracting[i]);
      rhs_prefix.push_back(rhs_contracting[i]);
    }
    if (uniform) lhs_prefix = rhs_prefix = {};
    const ValueId lhs_mask = Mask(b, lhs_.dims(), ragged_, lhs_prefix, start, end);
    const ValueId rhs_mask =
        Mask(b, rhs_.dims(), rhs_contracting[i], rhs_prefix, start, end);
    TensorType one = result_;
    one.shape.Erase(0);
    // Both sides: a zero times an infinity of another group would be NaN.
    const ValueId product = Dot(b, ZeroWhere(b, lhs_mask, lhs),
                                ZeroWhere(b, rhs_mask, rhs), /*skip=*/-1, one);
    Dims row = result_.dims();
    row[0] = 1;
    Values operands{sum, b.Reshape(product, row), group};
    while (operands.size() < result_.dims().size() + 2) {
      operands.push_back(b.IntegerSplat(0, ir::Scalar(kI64)));
    }
    return b.Append(kDynamicUpdateSlice, std::move(operands), result_);
  }

  // An iteration for each group; its state is the group's start and the sum.
  absl::StatusOr<Values> Loop(bool contracting) {
    ir::Builder& b = rewrite_.builder;
    Dims prefix_dims = sizes_.dims();
    prefix_dims.pop_back();
    const ValueId sizes = b.Convert(rewrite_.operands[2], kI64);
    const Values inits = {b.IntegerSplat(0, {kI64, prefix_dims}),
                          b.IntegerSplat(0, result_)};
    const FillIteration fill = [&](ir::Region* body, ValueId group, const Values& state) {
      ir::Builder inner(b.program(), body, rewrite_.operation().location);
      const ValueId start = state[0];
      const ValueId size = Take(inner, sizes, sizes_.rank() - 1, group);
      const ValueId end = inner.Binary(kAdd, start, size);
      return Values{end, Step(inner, contracting, group, start, end, state[1])};
    };
    TW_ASSIGN_OR_RETURN(const Values state,
                        CountedLoop(rewrite_, sizes_.dims().back(), inits, fill));
    return Values{state[1]};
  }

  Rewrite& rewrite_;
  const ir::Attributes& a_;
  const TensorType lhs_;
  const TensorType rhs_;
  const TensorType sizes_;
  const TensorType result_;
  const int64_t ragged_;
};

}  // namespace

absl::StatusOr<Values> ExpandRaggedDot(Rewrite& rewrite) {
  return RaggedDot(rewrite).Run();
}

}  // namespace tilewright::codegen
