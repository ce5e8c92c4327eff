// Combiners that a user writes: regions of elementwise operations on elements, and the
// reductions, running reductions and scatters that apply them.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tile/arrange.h"
#include "tile/author/author.h"
#include "tile/statements.h"
#include "tile/visit.h"

namespace tilewright::tile {

using ir::Dims;
using ir::ElementType;
using ir::TensorType;

std::vector<ExprId> Author::BeginRegion(const std::vector<ElementType>& parameters) {
  Block block;
  // Equal values over whole arrays are one, those of combiners, too.
  block.id = arrays_.has_value() ? kRegionOverArrays : ++next_block_;
  block.is_region = true;
  if (arrays_.has_value()) block.written = arrays_->written();
  open_ids_.insert(block.id);
  open_.push_back(std::move(block));
  std::vector<ExprId> made;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const ElementType element =
        parameters[i] == ElementType::kToken ? ElementType::kF32 : parameters[i];
    made.push_back(Noted(
        builder_.Parameter(ir::Scalar(element), static_cast<int64_t>(made.size()))));
  }
  return made;
}

Region Author::EndRegion(int num_parameters, const std::vector<ExprId>& results) {
  Region region;
  region.num_parameters = num_parameters;
  if (AreKnown(results)) region.results = results;
  const Block& block = open_.back();
  const bool is_region = block.is_region;
  const bool wrote = arrays_.has_value() ? arrays_->written() > block.written
                                         : !block.statements.empty();
  if (!is_region || wrote) {
    Fail(
        "a combiner is elementwise operations on its operands alone: it reads no ref, "
        "stores and reduces nothing, and has no loops");
  }
  if (!is_region) return region;
  ForEachExprUnder(program_, region.results, [this](ExprId id) {
    const Expr& e = program_.exprs[id];
    const bool plain = e.Is<tile::Parameter>() || e.Is<tile::Constant>() ||
                       e.Is<tile::Scalar>() || e.Is<tile::Counter>();
    if (plain && e.type.rank() == 0) return;
    Fail("a combiner's result depends on ", ir::ToString(e.type),
         ", which is no elementwise operation on its operands");
  });
  open_ids_.erase(open_.back().id);
  open_.pop_back();
  return region;
}

bool Author::AreCombined(absl::string_view what, const std::vector<ExprId>& inputs,
                         const std::vector<ExprId>& inits, const Region& combine) {
  if (!AreKnown(inputs) || !AreKnown(inits)) return false;
  const size_t count = inputs.size();
  if (count == 0 || count > kMaxCombined || inits.size() != count ||
      combine.results.size() != count) {
    Fail(calls_.By(what), "of ", count, " tiles from ", inits.size(),
         " scalars, its combiner gives ", combine.results.size(), "; 1 to ", kMaxCombined,
         " of each are possible");
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    const TensorType of = type(inputs[i]);
    const TensorType element = ir::Scalar(of.element);
    if (of.shape != type(inputs[0]).shape) {
      Fail(calls_.By(what), "tile ", i, " is ", ir::ToString(of), ", the first is ",
           ir::ToString(type(inputs[0])));
    } else if (type(inits[i]) != element || type(combine.results[i]) != element) {
      Fail(calls_.By(what), "tile ", i, " is ", ir::ToString(of), ", begins with ",
           ir::ToString(type(inits[i])), ", and its combiner gives ",
           ir::ToString(type(combine.results[i])));
    }
  }
  return status_.ok();
}

std::vector<ExprId> Author::ReduceBy(const Region& combine,
                                     const std::vector<ExprId>& inputs,
                                     const std::vector<ExprId>& inits,
                                     const Dims& dimensions, bool keep_dimensions) {
  std::vector<ExprId> results(inputs.size(), NoValue());
  if (!AreCombined("reduce", inputs, inits, combine)) return results;
  const Dims from = type(inputs[0]).dims();
  if (!AreDimensionsOf("reduce", type(inputs[0]), dimensions)) return results;
  Dims reduced = dimensions;
  std::sort(reduced.begin(), reduced.end());
  if (reduced.empty()) return inputs;
  Dims with_ones = from, kept;
  for (int64_t d : reduced) with_ones[d] = 1;
  if (arrays_.has_value()) {
    absl::StatusOr<std::vector<ExprId>> made =
        arrays_->ReduceBy({inits, std::nullopt, combine}, inputs, reduced);
    if (!made.ok()) {
      Fail(calls_.By("reduce"), made.status().message());
      return results;
    }
    for (int64_t d = 0; d < static_cast<int64_t>(from.size()); ++d) {
      if (!Contains(reduced, d)) kept.push_back(d);
    }
    for (ExprId& result : *made) {
      Noted(result);
      if (keep_dimensions) result = BroadcastInDim(result, with_ones, kept);
    }
    return *std::move(made);
  }
  // In index order, so lanes run along what stays.
  const ReductionDims dims = ArrangeReduction(from, reduced, /*merge=*/false);
  std::vector<TensorType> types;
  std::vector<RefId> totals;
  std::vector<ExprId> arranged;
  for (ExprId x : inputs) {
    types.push_back({type(x).element, dims.outer});
    totals.push_back(Temporary("reduce", types.back()));
    arranged.push_back(
        builder_.Reshape(builder_.Transpose(x, dims.order), dims.domain()));
  }
  LoopNestWriter nest(&builder_, dims.outer);
  nest.BeginPass(dims.inner);
  const std::vector<ExprId> values =
      nest.Reduce({inits, std::nullopt, combine}, std::move(arranged), types);
  nest.BeginPass();
  for (size_t i = 0; i < inputs.size(); ++i) {
    nest.Write(tile::StoreTo(totals[i], values[i]));
  }
  Compute(std::move(nest).Done(/*cost=*/0));
  for (size_t i = 0; i < inputs.size(); ++i) {
    results[i] = LoadAny({totals[i], {}, {}});
    if (keep_dimensions) results[i] = Reshape(results[i], with_ones);
  }
  return results;
}

std::vector<ExprId> Author::ScanBy(const Region& combine,
                                   const std::vector<ExprId>& inputs,
                                   const std::vector<ExprId>& inits, int64_t dimension,
                                   bool reverse) {
  std::vector<ExprId> results(inputs.size(), NoValue());
  if (NeedsGrid("running reductions") || !AreCombined("scan", inputs, inits, combine) ||
      !IsDimension("scan", type(inputs[0]), dimension)) {
    return results;
  }
  std::vector<RefId> totals;
  for (ExprId x : inputs) totals.push_back(Temporary("scan", type(x)));
  Compute(ScanStatement(&builder_, {inits, std::nullopt, combine}, dimension, reverse,
                        inputs, totals));
  for (size_t i = 0; i < inputs.size(); ++i) results[i] = LoadAny({totals[i], {}, {}});
  return results;
}

ExprId Author::Scatter(ExprId x, ExprId indices, ExprId updates, const Region& combine) {
  if (NeedsGrid("scatters") || !AreKnown({x, indices, updates})) return NoValue();
  const TensorType to = type(x), at = type(indices), from = type(updates);
  Dims wanted = at.dims();
  if (to.rank() > 0) wanted.insert(wanted.end(), to.dims().begin() + 1, to.dims().end());
  if (to.rank() == 0 || !ir::IsInteger(at.element) || from.element != to.element ||
      from.dims() != wanted) {
    Fail(calls_.By("scatter"), "of ", ir::ToString(from), " into ", ir::ToString(to),
         " at ", ir::ToString(at),
         ": updates have the indices' dimensions, and behind them the "
         "operand's but for its first");
    return NoValue();
  }
  if (combine.results.size() != 1 || type(combine.results[0]) != ir::Scalar(to.element)) {
    Fail(calls_.By("scatter"), "its combiner gives ", combine.results.size(),
         " results; one ", ir::Name(to.element), " is wanted");
    return NoValue();
  }
  const RefId out = Temporary("scatter", to);
  Compute(StoreStatement(&builder_, tile::StoreTo(out, x), /*cost=*/0));
  tile::Scatter s;
  for (int d = 1; d < to.rank(); ++d) {
    s.update_window_dims.push_back(at.rank() + d - 1);
  }
  s.inserted_window_dims = {0};
  s.scatter_dims_to_operand_dims = {0};
  s.index_vector_dim = at.rank();
  s.indices = indices;
  s.updates = {updates};
  s.region = combine;
  s.outputs = {out};
  Compute(ScatterStatement(std::move(s), /*steps=*/1));
  return LoadAny({out, {}, {}});
}

}  // namespace tilewright::tile
