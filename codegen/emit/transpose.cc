// Loop nests that transpose: vectors are read along the dimension that is contiguous
// in the operands and written along the last one.
#include <algorithm>

#include "codegen/emit/statement_emitter.h"
#include "codegen/emit/transpose_lanes.h"

namespace tilewright::codegen {

using llvm::Value;

namespace {

// The dimension that reads are contiguous along, or -1.
int ReadDimension(ProgramAnalysis& analysis, const tile::LoopNest& nest) {
  if (!nest.lanes_outer || nest.passes.size() != 1 || nest.outer.rank() < 2) return -1;
  const tile::Pass& pass = nest.passes[0];
  if (pass.inner.rank() > 0 || !pass.reduces.empty() || pass.stores.size() != 1) {
    return -1;
  }
  const tile::Store& store = pass.stores[0];
  if (!store.is_plain()) return -1;
  const tile::Expr& value = analysis.program.exprs[store.value()];
  if (ir::IsComplex(value.type.element)) return -1;
  const int last = nest.outer.rank() - 1;
  LaneStrides& strides = analysis.lane_strides;
  if (strides.Along(store.value(), last) != Advance::kScattered) return -1;
  for (int d = last - 1; d >= 0; --d) {
    if (!(nest.outer[d] == 1) && strides.Along(store.value(), d) == Advance::kNext) {
      return d;
    }
  }
  return -1;
}

}  // namespace

bool StatementEmitter::EmitTransposingLoopNest(const tile::LoopNest& nest,
                                               const ir::Size& steps, Value* begin,
                                               Value* end) {
  const int read = ReadDimension(analysis_, nest);
  if (read < 0) return false;
  const ir::Size along = nest.outer[read], across = nest.outer[nest.outer.rank() - 1];
  const int lanes =
      LanesFor(kb_.options(), WidestBits({nest.passes[0].stores[0].value()}),
               std::min(UsualExtent(along), UsualExtent(across)));
  if (lanes < 4 || UsualExtent(along) < lanes || UsualExtent(across) < lanes) {
    return false;
  }
  if (kb_.IsAtLeast(along, lanes) && kb_.IsAtLeast(across, lanes)) {
    EmitSquares(nest, read, lanes, steps, begin, end);
    return true;
  }
  // A square that is moved back must not begin before the array. Lanes that lie as far
  // apart as a size says are gathered one by one: what is cheap is moved faster without.
  constexpr int kCheap = 8;
  const int most_lanes = CostOf({nest.passes[0].stores[0].value()}) <= kCheap ? 1 : lanes;
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const serves = b.CreateAnd(b.CreateICmpSGE(kb_.ValueOf(along), kb_.I64(lanes)),
                                    b.CreateICmpSGE(kb_.ValueOf(across), kb_.I64(lanes)));
  kb_.If(serves, [&] { EmitSquares(nest, read, lanes, steps, begin, end); });
  kb_.If(b.CreateNot(serves),
         [&] { EmitNestLoops(nest, steps, begin, end, most_lanes); });
  return true;
}

void StatementEmitter::EmitSquares(const tile::LoopNest& nest, int read, int lanes,
                                   const ir::Size& steps, Value* begin, Value* end) {
  const ir::Shape& dims = nest.outer;
  const int last = dims.rank() - 1;
  const tile::Store& store = nest.passes[0].stores[0];
  const ir::ElementType type = program_.exprs[store.value()].type.element;
  llvm::IRBuilder<>& b = kb_.ir();
  kb_.set_lanes(lanes);
  const auto first_of = [&](const LaneIndex& block, const ir::Size& size) {
    // The last square is moved back to end with the array: it writes again what
    // its neighbour wrote.
    LaneIndex first = kb_.Multiply(block, lanes);
    if (!kb_.IsMultiple(size, lanes)) {
      Value* const most = kb_.ValueOf(size - lanes);
      first.base = b.CreateSelect(b.CreateICmpSLT(first.base, most), first.base, most);
      first.level = kb_.depth();
      first.divisor = 1;
    }
    return first;
  };
  // Units: the other dimensions in order, then the block along `read`.
  std::vector<int> others;
  ir::Shape units;
  for (int d = 0; d < last; ++d) {
    if (d == read) continue;
    others.push_back(d);
    units.Append(dims[d]);
  }
  units.Append(ir::CeilDivide(dims[read], lanes));
  const auto [lo, hi] = GridRange(NumElements(units), 1, steps, begin, end);
  kb_.For(lo, hi, 1, 1, [&](const LaneIndex& unit) {
    const Index parts = SplitAll(kb_, {{units.rank(), unit}}, units);
    Index at(dims.rank());
    for (size_t i = 0; i < others.size(); ++i) at[others[i]] = parts[i];
    const LaneIndex from = first_of(parts.back().index, dims[read]);
    const ir::Size across = ir::CeilDivide(dims[last], lanes);
    kb_.For(kb_.I64(0), kb_.ValueOf(across), 1, 1, [&](const LaneIndex& block) {
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
}

}  // namespace tilewright::codegen
