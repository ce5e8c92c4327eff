// Row chains: softmax, norms, cross entropy and what surrounds them. A row is
// read once into passes; a pass is needed for every reduction that depends on
// an earlier one.
#include <algorithm>
#include <map>
#include <set>

#include "codegen/facts/op_facts.h"
#include "codegen/lower/lower_internal.h"
#include "tile/work/op_cost.h"

namespace tilewright::codegen {

using ir::Dims;
using ir::Operation;
using ir::ValueId;

namespace {

constexpr int kWorthKeeping = 4;  // cost from which a row is kept in scratch

class RowLowering {
 public:
  explicit RowLowering(Lowering& l) : l_(l) {
    const Dims& space = l.cluster.space;
    outer_.assign(space.begin(), space.begin() + l.cluster.row_rank);
    row_ = 1;
    for (size_t k = l.cluster.row_rank; k < space.size(); ++k) row_ *= space[k];
    domain_ = outer_;
    domain_.push_back(row_);
    for (int n : l.cluster.reduces) {
      for (ValueId v : l.op(n).results) reduce_of_[v] = n;
    }
  }

  void Run() {
    MakePasses();
    FindKept();
    tile::LoopNestWriter nest(&l_.b(), outer_);
    nest.LanesInner();
    for (size_t p = 0; p < passes_.size(); ++p) WritePass(static_cast<int>(p), &nest);
    l_.b().Append(std::move(nest).Done(2 * static_cast<int64_t>(passes_.size())));
  }

 private:
  struct Pass {
    int level = 0;
    int lane_bytes = 0;               // of its reductions' elements
    std::vector<int> reduces;         // operation numbers
    std::vector<ValueId> full, rows;  // outputs over the whole row, or one a row
  };

  // Reductions that a value waits for, in a row.
  int Level(ValueId v) {
    const auto known = levels_.find(v);
    if (known != levels_.end()) return known->second;
    int level = 0;
    const Operation* op = l_.exprs.Definition(v);
    if (op != nullptr && !IsRematerialisable(*op)) {
      for (ValueId operand : op->operands) level = std::max(level, Level(operand));
      if (reduce_of_.count(v) > 0) ++level;
    }
    return levels_[v] = level;
  }

  bool IsFull(ValueId v) const {
    return WithoutUnitDims(l_.program.type(v).dims) == l_.cluster.space;
  }

  void MakePasses() {
    int last = 0;
    for (int n : l_.cluster.reduces) last = std::max(last, Level(l_.op(n).results[0]));
    for (ValueId v : l_.cluster.outputs) last = std::max(last, Level(v));
    std::vector<int> reduces = l_.cluster.reduces;
    std::sort(reduces.begin(), reduces.end());
    for (int level = 0; level <= last; ++level) {
      // One pass for each lane width among this level's reductions.
      std::map<int, Pass> by_width;
      for (int n : reduces) {
        const ValueId result = l_.op(n).results[0];
        if (Level(result) != level + 1) continue;
        const ir::ElementType type = l_.program.type(result).element;
        by_width[tile::LaneWidth(type)].reduces.push_back(n);
      }
      Pass rest;
      for (ValueId v : l_.cluster.outputs) {
        if (IsFull(v) && Level(v) == level) rest.full.push_back(v);
      }
      if (!rest.full.empty()) {
        if (by_width.empty()) by_width[0] = {};
        by_width.rbegin()->second.full = rest.full;
      }
      for (auto& [width, pass] : by_width) {
        pass.level = level;
        passes_.push_back(pass);
      }
      // What there is one of a row is stored once its reductions are done.
      Pass after;
      after.level = level + 1;
      for (ValueId v : l_.cluster.outputs) {
        if (!IsFull(v) && Level(v) == level + 1) after.rows.push_back(v);
        if (level == 0 && !IsFull(v) && Level(v) == 0) after.rows.push_back(v);
      }
      if (!after.rows.empty()) passes_.push_back(after);
    }
  }

  // What pass `p` computes, as far as the values that earlier passes keep.
  std::set<ValueId> ReadBy(int p) {
    std::set<ValueId> seen;
    std::vector<ValueId> stack = passes_[p].full;
    for (int n : passes_[p].reduces) stack.push_back(l_.op(n).operands[0]);
    while (!stack.empty()) {
      const ValueId v = stack.back();
      stack.pop_back();
      const Operation* op = l_.exprs.Definition(v);
      if (op == nullptr || reduce_of_.count(v) > 0 || !seen.insert(v).second) continue;
      const auto kept = kept_.find(v);
      if (kept != kept_.end() && kept->second < p) continue;
      stack.insert(stack.end(), op->operands.begin(), op->operands.end());
    }
    return seen;
  }

  // Costly rows that several passes read are kept in scratch by the first.
  void FindKept() {
    const int count = static_cast<int>(passes_.size());
    std::map<ValueId, std::vector<int>> readers;
    for (int p = 0; p < count; ++p) {
      for (ValueId v : ReadBy(p)) readers[v].push_back(p);
    }
    for (const auto& [v, passes] : readers) {
      const Operation& op = *l_.exprs.Definition(v);
      if (passes.size() < 2 || !IsFull(v) || !ir::IsElementwise(op.kind)) continue;
      const ir::ElementType type = l_.program.type(op.operands[0]).element;
      if (tile::CostOf(op.kind, type).host >= kWorthKeeping) kept_[v] = passes[0];
    }
    // Nobody reads what is only needed for another one that is kept.
    std::set<ValueId> read;
    for (int p = 0; p < count; ++p) {
      for (ValueId v : ReadBy(p)) {
        const auto kept = kept_.find(v);
        if (kept != kept_.end() && kept->second < p) read.insert(v);
      }
    }
    std::erase_if(kept_, [&](const auto& kept) { return read.count(kept.first) == 0; });
  }

  void WritePass(int p, tile::LoopNestWriter* nest) {
    const Pass& pass = passes_[p];
    l_.exprs.ForgetComputed(bound_);
    nest->BeginPass(pass.rows.empty() ? Dims{row_} : Dims{});
    for (ValueId v : pass.rows) {
      nest->Write(tile::StoreTo(l_.exprs.Output(v), l_.exprs.In(v, outer_)));
    }
    for (ValueId v : pass.full) {
      nest->Write(tile::StoreTo(l_.exprs.Output(v), l_.exprs.In(v, domain_)));
    }
    std::map<ValueId, tile::ExprId> later;
    for (const auto& [v, first] : kept_) {
      if (first != p) continue;
      const tile::ExprId kept = nest->Keep(l_.exprs.In(v, domain_));
      later[v] = l_.b().Reshape(kept, l_.program.type(v).dims);
    }
    for (int n : pass.reduces) {
      const Operation& op = l_.op(n);
      tile::Reducer reducer =
          ReducerOf(l_, op.regions[0], absl::MakeConstSpan(op.operands).subspan(1));
      later[op.results[0]] =
          nest->Reduce(std::move(reducer), l_.exprs.In(op.operands[0], domain_),
                       l_.program.type(op.results[0]));
    }
    for (const auto& [v, expr] : later) bound_[v] = expr;
  }

  Lowering& l_;
  Dims outer_, domain_;
  int64_t row_ = 1;
  std::map<ValueId, int> reduce_of_;
  std::map<ValueId, int> levels_;
  std::vector<Pass> passes_;
  std::map<ValueId, int> kept_;
  std::map<ValueId, tile::ExprId> bound_;
};

}  // namespace

void LowerRow(Lowering& l) { RowLowering(l).Run(); }

}  // namespace tilewright::codegen
