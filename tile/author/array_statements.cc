#include "tile/author/array_statements.h"

#include <algorithm>
#include <utility>

#include "support/status_macros.h"
#include "tile/reads_in_place.h"
#include "tile/visit.h"
#include "tile/work/op_cost.h"

namespace tilewright::tile {

using ir::Dims;
using ir::OpKind;
using ir::TensorType;

namespace {

Dims WithoutOnes(Dims dims) {
  dims.erase(std::remove(dims.begin(), dims.end(), 1), dims.end());
  return dims;
}

// Sums begin with zero, as programs have it.
Reducer ReducerOf(Builder* b, OpKind monoid, ir::ElementType element) {
  if (monoid != OpKind::kAdd) return MonoidReducer(b, monoid, element);
  return {{b->Zero(ir::Scalar(element))}, monoid, {}};
}

// A value with `with`'s values in the place of its keys.
ExprId Replaced(Builder* b, ExprId x, std::map<ExprId, ExprId>* with) {
  const auto known = with->find(x);
  if (known != with->end()) return known->second;
  std::vector<ExprId> operands = b->expr(x).operands;
  for (ExprId& operand : operands) operand = Replaced(b, operand, with);
  const ExprId out = operands == b->expr(x).operands ? x : b->With(x, operands);
  return (*with)[x] = out;
}

}  // namespace

bool ArrayStatements::Draft::HasRows(const Dims& dims) const {
  const Dims shape = WithoutOnes(dims);
  return shape.size() > outer.size() && Elements(shape) == Elements(outer) * inner[0] &&
         std::equal(outer.begin(), outer.end(), shape.begin());
}

std::vector<ExprId> ArrayStatements::Pass::roots() const {
  std::vector<ExprId> roots;
  for (const tile::Store& store : stores) roots.push_back(store.value);
  for (const Reduction& reduction : reductions) roots.push_back(reduction.input);
  return roots;
}

// --- What there is to compute ----------------------------------------------------

int ArrayStatements::AddDraft(Draft draft) {
  drafts_.push_back(std::move(draft));
  return static_cast<int>(drafts_.size()) - 1;
}

absl::StatusOr<ArrayStatements::Needs> ArrayStatements::NeedsOf(ExprId x) const {
  Needs needs;
  bool mixed = false;
  ForEachExprUnder(b_.program(), {x}, [&](ExprId id) {
    const Expr& e = b_.expr(id);
    if (e.kind != ExprKind::kResult) return;
    const Needs& result = results_.at(static_cast<int>(e.a[0]));
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

absl::StatusOr<ExprId> ArrayStatements::Reduce(OpKind monoid, ExprId x,
                                               const Dims& dimensions) {
  TW_ASSIGN_OR_RETURN(const Needs needs, NeedsOf(x));
  const TensorType from = b_.type(x);
  const ReductionDims plain = ArrangeReduction(from.dims, dimensions, false);
  const bool along_lanes = ReducesAlongLanes(from.dims, dimensions);
  Reduction reduction = {b_.NewId(), ReducerOf(&b_, monoid, from.element), kNoExpr};
  int number, level = 0;
  if (ReducesTrailing(from.dims, dimensions)) {
    const Dims outer = WithoutOnes(plain.outer);
    const int64_t row = Elements(plain.inner);
    number = RowsOf(outer, row);
    drafts_[number].lanes_inner = along_lanes;
    level = needs.level;
    reduction.input = b_.Reshape(x, Joined(outer, {row}));
  } else {
    const ReductionDims dims = ArrangeReduction(from.dims, dimensions, along_lanes);
    Draft draft;
    draft.kind = Draft::kReduction;
    draft.result = WithoutOnes(dims.outer);
    draft.outer = dims.outer;
    draft.inner = dims.inner;
    draft.lanes_inner = along_lanes;
    number = AddDraft(std::move(draft));
    reduction.input = b_.Reshape(b_.Transpose(x, dims.order), dims.domain());
  }
  if (needs.draft >= 0 && needs.draft != number) {
    return absl::InvalidArgumentError(
        "depends on a result over other rows or of a product; what is between them has "
        "to be in an array of another kernel");
  }
  results_[reduction.id] = {number, level + 1};
  const ExprId result = b_.Result({from.element, plain.outer}, reduction.id, 0);
  drafts_[number].levels[level].reductions[LaneWidth(from.element)].push_back(
      std::move(reduction));
  return result;
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
  draft.result = WithoutOnes(dims);
  draft.product.emplace(&b_, operands);
  const ExprId result = draft.product->Result(dims);
  results_[static_cast<int>(b_.expr(result).a[0])] = {AddDraft(std::move(draft)), 1};
  return result;
}

absl::Status ArrayStatements::Store(const tile::Store& store) {
  TW_ASSIGN_OR_RETURN(const Needs needs, NeedsOf(store.value));
  const Dims dims = b_.type(store.value).dims;
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
  const Dims shape = WithoutOnes(dims);
  const bool point = shape == draft.result;
  tile::Store to = store;
  switch (draft.kind) {
    case Draft::kPoints:
      draft.levels[0].full.push_back(std::move(to));
      break;
    case Draft::kRows: {
      const bool full = !point && draft.HasRows(dims);
      if (!point && !full) {
        return absl::InvalidArgumentError("has other rows than the results it reads");
      }
      to.value =
          b_.Reshape(store.value, full ? Joined(draft.outer, draft.inner) : draft.outer);
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
        to.value = b_.Reshape(store.value, draft.product->domain());
        draft.product->Write(std::move(to));
      } else {
        to.value = b_.Reshape(store.value, draft.outer);
        draft.levels[1].points.push_back(std::move(to));
      }
      break;
  }
  ++draft.stores;
  return absl::OkStatus();
}

// --- Statements --------------------------------------------------------------------

void ArrayStatements::Finish() {
  for (Draft& draft : drafts_) {
    if (draft.stores == 0) continue;
    if (draft.product.has_value()) {
      b_.Append(std::move(*draft.product).Done());
    } else {
      WriteNest(draft);
    }
  }
}

std::vector<ArrayStatements::Pass> ArrayStatements::PassesOf(Draft& draft) const {
  std::vector<Pass> passes;
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

std::map<ExprId, size_t> ArrayStatements::FindKept(
    const Draft& draft, const std::vector<Pass>& passes) const {
  std::map<ExprId, size_t> kept;
  if (draft.kind != Draft::kRows) return kept;
  std::map<ExprId, std::vector<size_t>> readers;
  for (size_t p = 0; p < passes.size(); ++p) {
    ForEachExprUnder(b_.program(), passes[p].roots(), [&](ExprId id) {
      const Expr& e = b_.expr(id);
      const bool worth =
          (e.kind == ExprKind::kScalar && IsExpensive(e.op)) || kept_.count(id) > 0;
      if (worth && draft.HasRows(e.type.dims)) readers[id].push_back(p);
    });
  }
  for (const auto& [id, all] : readers) {
    if (all.size() > 1) kept[id] = all[0];
  }
  return kept;
}

int64_t ArrayStatements::CostOf(const std::vector<Pass>& passes) const {
  constexpr int64_t kExpensive = 12;
  std::vector<ExprId> roots;
  for (const Pass& pass : passes) {
    const std::vector<ExprId> own = pass.roots();
    roots.insert(roots.end(), own.begin(), own.end());
  }
  int64_t cost = 0;
  ForEachExprUnder(b_.program(), std::move(roots), [&](ExprId id) {
    const Expr& e = b_.expr(id);
    if (e.kind == ExprKind::kScalar) cost += IsExpensive(e.op) ? kExpensive : 1;
  });
  return cost;
}

void ArrayStatements::WriteNest(Draft& draft) {
  std::vector<Pass> passes = PassesOf(draft);
  const int64_t cost = draft.kind == Draft::kRows
                           ? 2 * static_cast<int64_t>(passes.size())
                           : std::clamp<int64_t>(CostOf(passes) / 4, 1, 16);
  const std::map<ExprId, size_t> kept = FindKept(draft, passes);
  std::map<ExprId, ExprId> later, now;
  NestWriter nest(&b_, draft.outer);
  // Short rows that are gone over once are reduced side by side.
  const auto full = std::count_if(passes.begin(), passes.end(),
                                  [](const Pass& pass) { return pass.full; });
  if (draft.lanes_inner || (draft.kind == Draft::kRows && full > 1)) nest.LanesInner();
  for (size_t p = 0; p < passes.size(); ++p) {
    now = later;
    const auto inner = draft.kind == Draft::kPoints ? Dims{} : draft.inner;
    nest.Pass(passes[p].full ? inner : Dims{});
    for (tile::Store& store : passes[p].stores) {
      store.value = Replaced(&b_, store.value, &now);
      nest.Write(std::move(store));
    }
    std::map<ExprId, ExprId> rows;
    for (const auto& [x, first] : kept) {
      if (first != p) continue;
      const ExprId value =
          b_.Reshape(Replaced(&b_, x, &now), Joined(draft.outer, draft.inner));
      const Dims dims = b_.type(x).dims;
      rows[x] = b_.Reshape(nest.Keep(value), dims);
    }
    for (Reduction& reduction : passes[p].reductions) {
      nest.ReduceAs(reduction.id, std::move(reduction.reducer),
                    {Replaced(&b_, reduction.input, &now)});
    }
    later.insert(rows.begin(), rows.end());
  }
  b_.Append(std::move(nest).Done(cost));
}

}  // namespace tilewright::tile
