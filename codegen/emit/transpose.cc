// Loop nests that transpose: vectors are read along the dimension that is contiguous
// in the operands and written along the last one.
#include <algorithm>

#include "codegen/emit/statement_emitter.h"
#include "codegen/emit/transpose_lanes.h"
#include "support/round.h"

namespace tilewright::codegen {

using llvm::Value;

namespace {

// The dimension that reads are contiguous along, or -1.
int ReadDimension(ProgramAnalysis& analysis, const tile::LoopNest& nest) {
  if (!nest.lanes_outer || nest.passes.size() != 1 || nest.outer.size() < 2) return -1;
  const tile::Pass& pass = nest.passes[0];
  if (!pass.inner.empty() || !pass.reduces.empty() || pass.stores.size() != 1) return -1;
  const tile::Store& store = pass.stores[0];
  if (!store.is_plain()) return -1;
  const tile::Expr& value = analysis.program.exprs[store.value()];
  if (ir::IsComplex(value.type.element)) return -1;
  const int last = static_cast<int>(nest.outer.size()) - 1;
  LaneStrides& strides = analysis.lane_strides;
  if (strides.Along(store.value(), last) != Advance::kScattered) return -1;
  for (int d = last - 1; d >= 0; --d) {
    if (nest.outer[d] > 1 && strides.Along(store.value(), d) == Advance::kNext) {
      return d;
    }
  }
  return -1;
}

}  // namespace

bool StatementEmitter::EmitTransposingLoopNest(const tile::LoopNest& nest, int64_t steps,
                                               Value* begin, Value* end) {
  const int read = ReadDimension(analysis_, nest);
  if (read < 0) return false;
  const ir::Dims& dims = nest.outer;
  const int last = static_cast<int>(dims.size()) - 1;
  const tile::Store& store = nest.passes[0].stores[0];
  const ir::ElementType type = program_.exprs[store.value()].type.element;
  const int lanes = LanesFor(kb_.options(), WidestBits({store.value()}),
                             std::min(dims[read], dims[last]));
  if (lanes < 4 || dims[read] < lanes || dims[last] < lanes) return false;

  llvm::IRBuilder<>& b = kb_.ir();
  kb_.set_lanes(lanes);
  const int64_t blocks = DivideUp(dims[read], lanes);
  int64_t units = blocks;
  for (int d = 0; d < last; ++d) units *= d == read ? 1 : dims[d];
  const auto first_of = [&](const LaneIndex& block, int64_t size) {
    // The last square is moved back to end with the array: it writes again what
    // its neighbour wrote.
    LaneIndex first = kb_.Multiply(block, lanes);
    if (size % lanes != 0) {
      Value* const most = kb_.I64(size - lanes);
      first.base = b.CreateSelect(b.CreateICmpSLT(first.base, most), first.base, most);
      first.level = kb_.depth();
      first.divisor = 1;
    }
    return first;
  };
  const auto [lo, hi] = GridRange(units, 1, steps, begin, end);
  kb_.For(lo, hi, 1, 1, [&](const LaneIndex& unit) {
    // Unit: the other dimensions in order, then the block along `read`.
    Index at(dims.size());
    LaneIndex rest = unit;
    int64_t bound = units;
    const auto take = [&](int64_t size) {
      const LaneIndex here = kb_.Remainder(rest, size, bound);
      rest = kb_.Divide(rest, size, bound);
      bound /= size;
      return here;
    };
    const LaneIndex from = first_of(take(blocks), dims[read]);
    for (int d = last - 1; d >= 0; --d) {
      if (d != read) at[d] = {1, take(dims[d])};
    }
    const int64_t across = DivideUp(dims[last], lanes);
    kb_.For(kb_.I64(0), kb_.I64(across), 1, 1, [&](const LaneIndex& block) {
      const LaneIndex to = first_of(block, dims[last]);
      std::vector<Value*> rows;
      at[read] = {1, from};
      at[read].index.stride = 1;
      for (int j = 0; j < lanes; ++j) {
        at[last] = {1, kb_.AddConstant(to, j)};
        rows.push_back(
            Encode(b, kb_.options().scalar, eval_.EvaluateLanes(store.value(), at)));
      }
      TransposeLanes(b, rows);
      at[last] = {1, to};
      at[last].index.stride = 1;
      for (int i = 0; i < lanes; ++i) {
        at[read] = {1, kb_.AddConstant(from, i)};
        const LaneIndex offset = eval_.Offset(store.ref, at, dims);
        eval_.NoteWrite(store.ref, offset, Shadow::kHolds);
        eval_.StoreLanes(eval_.pointer(store.ref),
                         Decode(b, kb_.options().scalar, type, rows[i]), offset);
      }
    });
  });
  return true;
}

}  // namespace tilewright::codegen
