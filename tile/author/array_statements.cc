#include "tile/author/array_statements.h"

#include <algorithm>
#include <utility>

#include "support/status_macros.h"
#include "tile/reads_in_place.h"
#include "tile/sum_order.h"
#include "tile/visit.h"
#include "tile/work/op_cost.h"

namespace tilewright::tile {

using ir::Dims;
using ir::OpKind;
using ir::TensorType;

namespace {

// Sums begin with zero, as programs have it.
Reducer ReducerOf(Builder* b, OpKind combiner, ir::ElementType element) {
  if (combiner != OpKind::kAdd) return CombinerReducer(b, combiner, element);
  return {{b->Zero(ir::Scalar(element))}, combiner, {}};
}

}  // namespace

// --- What there is to compute ----------------------------------------------------

int ArrayStatements::AddDraft(Draft draft) {
  drafts_.push_back(std::move(draft));
  return static_cast<int>(drafts_.size()) - 1;
}

absl::StatusOr<ArrayStatements::Needs> ArrayStatements::NeedsOf(ExprId x) const {
  Needs needs;
  bool mixed = false;
  ForEachExprUnder(b_.program(), {x}, [&](ExprId id) {
    const auto* const of = b_.expr(id).As<ResultOf>();
    if (of == nullptr) return;
    const Needs& result = results_.at(of->id);
    mixed = mixed || (needs.draft >= 0 && needs.draft != result.draft);
    needs.draft = result.draft;
    needs.level = std::max(needs.level, result.level);
  });
  if (mixed) {
    return absl::InvalidArgumentError(
        "depends on results over different rows or of different products; what is "
        "between them has to be in an array of another kernel");
  }
  if (needs.draft >= 0 && !ReadsResultsInPlace(b_.program(), x)) {
    return absl::InvalidArgumentError(
        "reads a reduction's or product's result at another place than where it is");
  }
  return needs;
}

int ArrayStatements::RowsOf(const Dims& outer, int64_t row) {
  for (size_t n = 0; n < drafts_.size(); ++n) {
    const Draft& draft = drafts_[n];
    if (draft.kind == Draft::kRows && draft.outer == outer && draft.inner[0] == row) {
      return static_cast<int>(n);
    }
  }
  Draft draft;
  draft.kind = Draft::kRows;
  draft.result = draft.outer = outer;
  draft.inner = {row};
  return AddDraft(std::move(draft));
}

absl::StatusOr<ExprId> ArrayStatements::Reduce(OpKind combiner, ExprId x,
                                               const Dims& dimensions) {
  TW_ASSIGN_OR_RETURN(const Needs needs, NeedsOf(x));
  const TensorType from = b_.type(x);
  const ReductionDims dims = ArrangeReduction(from.dims(), dimensions, /*merge=*/true);
  const bool along_lanes = ReducesAlongLanes(from.dims(), dimensions);
  Reduction reduction = {b_.NewId(), ReducerOf(&b_, combiner, from.element), {}};
  reduction.reducer.order = OrderOf(from.dims(), dimensions);
  int number, level = 0;
  if (ReducesTrailing(from.dims(), dimensions)) {
    const Dims outer = WithoutUnitDims(dims.outer.numbers());
    const int64_t row = Elements(dims.inner.numbers());
    number = RowsOf(outer, row);
    drafts_[number].lanes_inner = along_lanes;
    level = needs.level;
    reduction.inputs = {b_.Reshape(x, Joined(outer, {row}))};
  } else {
    Draft draft;
    draft.kind = Draft::kReduction;
    draft.result = WithoutUnitDims(dims.outer.numbers());
    draft.outer = dims.outer.numbers();
    draft.inner = dims.inner.numbers();
    draft.lanes_inner = along_lanes;
    number = AddDraft(std::move(draft));
    reduction.inputs = {b_.Reshape(b_.Transpose(x, dims.order), dims.domain())};
  }
  if (needs.draft >= 0 && needs.draft != number) {
    return absl::InvalidArgumentError(
        "depends on a result over other rows or of a product; what is between them has "
        "to be in an array of another kernel");
  }
  ++written_;
  results_[reduction.id] = {number, level + 1};
  const ExprId result = b_.Result({from.element, dims.outer}, reduction.id, 0);
  drafts_[number].levels[level].reductions[LaneWidth(from.element)].push_back(
      std::move(reduction));
  return result;
}

absl::StatusOr<std::vector<ExprId>> ArrayStatements::ReduceBy(
    Reducer reducer, const std::vector<ExprId>& inputs, const Dims& dimensions) {
  const ReductionDims dims =
      ArrangeReduction(b_.type(inputs[0]).dims(), dimensions, /*merge=*/false);
  std::vector<ExprId> read = inputs;
  read.insert(read.end(), reducer.inits.begin(), reducer.inits.end());
  for (ExprId x : read) {
    TW_ASSIGN_OR_RETURN(const Needs needs, NeedsOf(x));
    if (needs.draft < 0) continue;
    return absl::InvalidArgumentError(
        "by a combiner depends on another result, which has to be in an array of "
        "another kernel");
  }
  Draft draft;
  draft.kind = Draft::kReduction;
  draft.result = WithoutUnitDims(dims.outer.numbers());
  draft.outer = dims.outer.numbers();
  draft.inner = dims.inner.numbers();
  Reduction reduction = {b_.NewId(), std::move(reducer), {}};
  std::vector<ExprId> results;
  for (ExprId x : inputs) {
    results.push_back(b_.Result({b_.type(x).element, dims.outer}, reduction.id,
                                static_cast<int>(results.size())));
    reduction.inputs.push_back(b_.Reshape(b_.Transpose(x, dims.order), dims.domain()));
  }
  const int width = LaneWidth(b_.type(inputs[0]).element);
  const int id = reduction.id;
  draft.levels[0].reductions[width].push_back(std::move(reduction));
  results_[id] = {AddDraft(std::move(draft)), 1};
  ++written_;
  return results;
}

absl::StatusOr<ExprId> ArrayStatements::Product(const ProductOperands& operands,
                                                const Dims& dims) {
  for (ExprId side : {operands.lhs, operands.rhs}) {
    TW_ASSIGN_OR_RETURN(const Needs needs, NeedsOf(side));
    if (needs.draft < 0) continue;
    return absl::InvalidArgumentError(
        "depends on a reduction's or another product's result, which has to be in an "
        "array of another kernel");
  }
  Draft draft;
  draft.kind = Draft::kProduct;
  draft.result = WithoutUnitDims(dims);
  draft.product.emplace(&b_, operands);
  const ExprId result = draft.product->Result(dims);
  results_[b_.expr(result).As<ResultOf>()->id] = {AddDraft(std::move(draft)), 1};
  ++written_;
  return result;
}

bool ArrayStatements::ReadsResults(ExprId x) const {
  const absl::StatusOr<Needs> needs = NeedsOf(x);
  return !needs.ok() || needs->draft >= 0;
}

absl::Status ArrayStatements::Store(const tile::Store& store) {
  TW_ASSIGN_OR_RETURN(const Needs needs, NeedsOf(store.value()));
  const Dims dims = b_.type(store.value()).dims();
  for (ExprId start : store.dynamic_offset) {
    TW_ASSIGN_OR_RETURN(const Needs place, NeedsOf(start));
    if (place.draft >= 0) {
      return absl::InvalidArgumentError("its place depends on a result");
    }
  }
  int number = needs.draft;
  for (size_t n = 0; number < 0 && n < drafts_.size(); ++n) {
    if (drafts_[n].kind == Draft::kPoints && drafts_[n].outer == dims) {
      number = static_cast<int>(n);
    }
  }
  if (number < 0) {
    Draft draft;
    draft.outer = dims;
    number = AddDraft(std::move(draft));
  }
  Draft& draft = drafts_[number];
  const Dims shape = WithoutUnitDims(dims);
  const bool point = shape == draft.result;
  tile::Store to = store;
  switch (draft.kind) {
    case Draft::kPoints:
      draft.levels[0].full.push_back(std::move(to));
      break;
    case Draft::kRows: {
      const bool full = !point && HasRows(dims, draft.outer, draft.inner[0]);
      if (!point && !full) {
        return absl::InvalidArgumentError("has other rows than the results it reads");
      }
      to.values = {b_.Reshape(store.value(),
                              full ? Joined(draft.outer, draft.inner) : draft.outer)};
      Level& level = draft.levels[needs.level];
      (full ? level.full : level.points).push_back(std::move(to));
      break;
    }
    case Draft::kReduction:
    case Draft::kProduct:
      if (!point) {
        return absl::InvalidArgumentError("has another shape than the result it reads");
      }
      if (draft.kind == Draft::kProduct) {
        to.values = {b_.Reshape(store.value(), draft.product->domain())};
        draft.product->Write(std::move(to));
      } else {
        to.values = {b_.Reshape(store.value(), draft.outer)};
        draft.levels[1].points.push_back(std::move(to));
      }
      break;
  }
  ++draft.stores;
  ++written_;
  return absl::OkStatus();
}

// --- Statements --------------------------------------------------------------------

void ArrayStatements::Finish() {
  for (Draft& draft : drafts_) {
    if (draft.stores == 0) continue;
    if (draft.product.has_value()) {
      b_.Append(std::move(*draft.product).Done());
    } else {
      WriteLoopNest(draft);
    }
  }
}

std::vector<DraftPass> ArrayStatements::PassesOf(Draft& draft) const {
  std::vector<DraftPass> passes;
  for (auto& [number, level] : draft.levels) {
    if (!level.points.empty()) passes.push_back({false, std::move(level.points), {}});
    if (level.reductions.empty() && !level.full.empty()) level.reductions[0] = {};
    for (auto& [width, reductions] : level.reductions) {
      passes.push_back({true, {}, std::move(reductions)});
    }
    if (!level.full.empty()) passes.back().stores = std::move(level.full);
  }
  return passes;
}

int64_t ArrayStatements::CostOf(const std::vector<DraftPass>& passes) const {
  constexpr int64_t kExpensive = 12;
  std::vector<ExprId> roots;
  for (const DraftPass& pass : passes) {
    const std::vector<ExprId> own = pass.roots();
    roots.insert(roots.end(), own.begin(), own.end());
  }
  int64_t cost = 0;
  ForEachExprUnder(b_.program(), std::move(roots), [&](ExprId id) {
    const auto* const scalar = b_.expr(id).As<Scalar>();
    if (scalar != nullptr) cost += IsExpensive(scalar->op) ? kExpensive : 1;
  });
  return cost;
}

void ArrayStatements::WriteLoopNest(Draft& draft) {
  std::vector<DraftPass> passes = PassesOf(draft);
  const bool rows = draft.kind == Draft::kRows;
  const int64_t cost = rows ? 2 * static_cast<int64_t>(passes.size())
                            : std::clamp<int64_t>(CostOf(passes) / 4, 1, 16);
  LoopNestWriter nest(&b_, draft.outer);
  // Short rows that are gone over once are unrolled and jammed.
  const auto full = std::count_if(passes.begin(), passes.end(),
                                  [](const DraftPass& pass) { return pass.full; });
  if (draft.lanes_inner || (rows && full > 1)) nest.LanesInner();
  const Dims inner = draft.kind == Draft::kPoints ? Dims{} : draft.inner;
  std::map<ExprId, size_t> kept;
  if (rows) kept = FindKept(b_.program(), passes, draft.outer, inner[0], kept_);
  WritePasses(&b_, std::move(passes), draft.outer, inner, kept, &nest);
  b_.Append(std::move(nest).Done(cost));
}

}  // namespace tilewright::tile
