// Row chains: softmax, norms, cross entropy and what surrounds them. A row is
// read once into passes; a pass is needed for every reduction that depends on
// an earlier one.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "codegen/facts/op_facts.h"
#include "codegen/lower/lower_internal.h"
#include "tile/author/row_passes.h"

namespace tilewright::codegen {

using ir::Operation;
using ir::ValueId;

namespace {

class RowLowering {
 public:
  explicit RowLowering(Lowering& l) : l_(l) {
    const ValueId reduced = l.op(l.cluster.reduces[0]).operands[0];
    space_ = tile::WithoutUnitDims(l.program.type(reduced).shape);
    outer_ = space_.Part(0, l.cluster.row_rank);
    row_ = NumElements(space_.Part(l.cluster.row_rank, space_.rank()));
    for (int n : l.cluster.reduces) {
      for (ValueId v : l.op(n).results) reduce_of_[v] = n;
    }
  }

  void Run() {
    NameResults();
    MakePasses();
    std::vector<tile::DraftPass> passes;
    for (const Pass& pass : passes_) passes.push_back(Written(pass));
    const std::map<tile::ExprId, size_t> kept =
        tile::FindKept(l_.b().program(), passes, outer_, row_, {});
    const int64_t cost = 2 * static_cast<int64_t>(passes.size());
    tile::LoopNestWriter nest(&l_.b(), outer_);
    nest.LanesInner();
    tile::WritePasses(&l_.b(), std::move(passes), outer_, RowShape(), kept, &nest);
    l_.b().Append(std::move(nest).Done(cost));
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
    return tile::WithoutUnitDims(l_.program.type(v).shape) == space_;
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

  // What a reduction gives is known by name before any pass is written.
  void NameResults() {
    for (int n : l_.cluster.reduces) {
      const ValueId result = l_.op(n).results[0];
      ids_[n] = l_.b().NewId();
      l_.exprs.Bind(result, l_.b().Result(l_.program.type(result), ids_[n], 0));
    }
  }

  tile::DraftPass Written(const Pass& pass) {
    tile::DraftPass out;
    out.full = pass.rows.empty();
    const ir::Shape domain = ir::Joined(outer_, RowShape());
    for (ValueId v : pass.rows) {
      out.stores.push_back(tile::StoreTo(l_.exprs.Output(v), l_.exprs.In(v, outer_)));
    }
    for (ValueId v : pass.full) {
      out.stores.push_back(tile::StoreTo(l_.exprs.Output(v), l_.exprs.In(v, domain)));
    }
    for (int n : pass.reduces) {
      const Operation& op = l_.op(n);
      tile::Reducer reducer =
          ReducerOf(l_, op.regions[0], absl::MakeConstSpan(op.operands).subspan(1));
      reducer.order = tile::SumOrder::kRows;
      out.reductions.push_back(
          {ids_[n], std::move(reducer), {l_.exprs.In(op.operands[0], domain)}});
    }
    return out;
  }

  ir::Shape RowShape() const { return ir::Shape(std::vector<ir::Size>{row_}); }

  Lowering& l_;
  ir::Shape space_;  // all that rows are of
  ir::Shape outer_;
  ir::Size row_ = 1;
  std::map<ValueId, int> reduce_of_;
  std::map<ValueId, int> levels_;
  std::vector<Pass> passes_;
  std::map<int, int> ids_;  // of the results, by operation
};

}  // namespace

void LowerRow(Lowering& l) { RowLowering(l).Run(); }

}  // namespace tilewright::codegen
