// Scans: one row at a time, rows spread over the grid.
#include "codegen/analysis/dims.h"
#include "codegen/emit/statement_emitter.h"

namespace tilewright::codegen {

using llvm::Value;

void StatementEmitter::EmitScan(const tile::Scan& scan, int64_t steps, Value* begin,
                                Value* end) {
  const ir::Dims& dims = program_.refs[scan.outputs[0]].type.dims;
  const int dim = static_cast<int>(scan.dimension);
  const int64_t n = dims[dim];
  const int64_t before_total = Product(dims, 0, dim);
  const int64_t after_total = Product(dims, dim + 1, static_cast<int>(dims.size()));
  kb_.set_lanes(LanesFor(kb_.options(), WidestBits(scan.reduce.inputs), after_total));

  const auto row = [&](const LaneIndex& before, const LaneIndex& after) {
    std::vector<Lanes> inits = ReduceInits(scan.reduce);
    std::vector<Value*> state;
    for (Lanes& init : inits) {
      init = eval_.Spread(init);
      init.bits = nullptr;
      AppendValues(init, &state);
    }
    kb_.Loop(kb_.I64(0), kb_.I64(n), 1, state, 1,
             [&](const LaneIndex& i, const std::vector<Value*>& carried) {
               std::vector<Lanes> now;
               size_t at = 0;
               for (const Lanes& init : inits)
                 now.push_back(TakeValues(init, carried, &at));
               const LaneIndex position =
                   scan.reverse ? kb_.AddConstant(kb_.Multiply(i, -1), n - 1) : i;
               const Index index = RowIndex(dims, dim, before, position, after);
               now = SequentialStep(scan.reduce, now, index);
               std::vector<Value*> next;
               for (size_t o = 0; o < now.size(); ++o) {
                 now[o] = eval_.Spread(now[o]);
                 const ir::ElementType type = program_.refs[scan.outputs[o]].type.element;
                 Lanes out = now[o];
                 if (out.type != type) {
                   out = eval_.ScalarLanes({ir::OpKind::kConvert}, {out}, type);
                 }
                 eval_.StoreLanes(eval_.pointer(scan.outputs[o]), out,
                                  Linearize(kb_, index, dims));
                 AppendValues(now[o], &next);
               }
               return next;
             });
  };
  const auto columns = [&](const LaneIndex& before, Value* lo, Value* hi) {
    LaneLoop(lo, hi, after_total, [&](const LaneIndex& after) { row(before, after); });
  };
  if (before_total == 1) {
    const auto [lo, hi] = GridRange(after_total, 64, steps, begin, end);
    columns(kb_.Constant(0), lo, hi);
    return;
  }
  const auto [lo, hi] = GridRange(before_total, 1, steps, begin, end);
  kb_.For(lo, hi, 1, 1, [&](const LaneIndex& before) {
    columns(before, kb_.I64(0), kb_.I64(after_total));
  });
}

}  // namespace tilewright::codegen
