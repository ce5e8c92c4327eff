// Scans: one row at a time, rows spread over the grid.
#include "codegen/analysis/dims.h"
#include "codegen/emit/accumulator.h"
#include "codegen/emit/statement_emitter.h"

namespace tilewright::codegen {

using llvm::Value;

void StatementEmitter::EmitScan(const tile::Scan& scan, const ir::Size& steps,
                                Value* begin, Value* end) {
  const ir::Shape& dims = program_.refs[scan.outputs[0]].type.shape;
  const int dim = static_cast<int>(scan.dimension);
  const ir::Size n = dims[dim];
  const ir::Size before_total = Product(dims, 0, dim);
  const ir::Size after_total = Product(dims, dim + 1, dims.rank());
  kb_.set_lanes(
      LanesFor(kb_.options(), WidestBits(scan.reduce.inputs), UsualExtent(after_total)));

  const auto row = [&](const LaneIndex& before, const LaneIndex& after) {
    const Accumulator accumulator(eval_, program_, scan.reduce,
                                  Accumulator::Wanted::kAtEachStep);
    kb_.Loop(kb_.I64(0), kb_.ValueOf(n), 1, accumulator.Start(), 1,
             [&](const LaneIndex& i, const std::vector<Value*>& carried) {
               const LaneIndex position =
                   scan.reverse ? kb_.AddConstant(kb_.Multiply(i, -1), n - 1) : i;
               const Index index = RowIndex(dims, dim, before, position, after);
               const Accumulator::State next = accumulator.Step(carried, index);
               const std::vector<Lanes> now = accumulator.Values(next);
               for (size_t o = 0; o < now.size(); ++o) {
                 const tile::RefId output = scan.outputs[o];
                 eval_.StoreLanes(
                     eval_.pointer(output),
                     eval_.ConvertLanes(now[o], program_.refs[output].type.element),
                     Linearize(kb_, index, dims));
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
    columns(before, kb_.I64(0), kb_.ValueOf(after_total));
  });
}

}  // namespace tilewright::codegen
