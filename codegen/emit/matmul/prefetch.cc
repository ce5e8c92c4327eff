// Matmul: what is read later, asked for early. What a tile's stores are going to read is
// a short run of each of its rows, in pages far apart, which the machine does not
// foresee; while the sums are made, there is time for all of them.
#include <set>

#include "codegen/emit/matmul/matmul_emitter.h"
#include "codegen/eval/plain_index.h"
#include "support/round.h"

namespace tilewright::codegen {

using llvm::Value;

// Of the tile whose first row is `m` and whose first column is `n`. Rows and columns
// behind the last are asked for too, which reads nothing.
void MatmulEmitter::PrefetchStored(const LaneIndex& m, const LaneIndex& n) {
  // Shorter products end before anything comes; of open sizes places may take divisions.
  constexpr int64_t kShallow = 64;
  if (!m_.m.is_number() || !m_.n.is_number() || !m_.k.is_number() ||
      m_.k.number() < kShallow) {
    return;
  }
  for (int i = 0; i < t_.mr; ++i) {
    const Index index = {{1, batch_}, {1, kb_.AddConstant(m, i)}, {1, n}};
    std::set<tile::ExprId> asked;
    for (const tile::Store& store : m_.stores) {
      PrefetchRead(store.value(), index, n, &asked);
    }
  }
}

// Arrays under `expr` that have an element for each of the result's, beside each other in
// a row of it, which begins at `column`. `asked`: what has been walked.
void MatmulEmitter::PrefetchRead(tile::ExprId expr, const Index& index,
                                 const LaneIndex& column, std::set<tile::ExprId>* asked) {
  const tile::Program& program = eval_.program();
  const tile::ExprId under = UnderDataMovement(program, expr);
  if (!asked->insert(under).second) return;
  const Index at = IndexUnderDataMovement(kb_, program, expr, index);
  const tile::Expr& e = program.exprs[under];
  if (e.Is<tile::Scalar>()) {
    for (const tile::ExprId operand : e.operands) {
      PrefetchRead(operand, at, column, asked);
    }
  } else if (e.Is<tile::DynamicSlice>()) {
    PrefetchRead(e.operands[0], eval_.IndexUnderDynamicSlice(e, at), column, asked);
  } else if (const auto* const load = e.As<tile::Load>(); load != nullptr) {
    const tile::Ref& ref = program.refs[load->ref];
    const bool in_rows = !at.empty() && at.back().index.base == column.base;
    if (ref.memory != tile::Memory::kHbm || ref.window.has_value() || !in_rows ||
        ir::Typical(NumElements(e.type.shape)) < ir::Typical(m_.m * m_.n)) {
      return;
    }
    const int64_t bytes = ir::StorageBytes(e.type.element);
    llvm::Type* const stored = StorageType(b_, e.type.element, 0);
    Value* const first = kb_.ElementAddress(
        stored, eval_.pointer(load->ref), eval_.Offset(load->ref, at, e.type.shape).base);
    PrefetchRun(first, t_.nr() * bytes, Cache::kL1);
  }
}

// Of a left side that is rounded on its way into scratch and then not read again: while a
// tile is multiplied memory would rest. What lies behind the array is not read.
MatmulEmitter::NextRows MatmulEmitter::RowsBehind(const Range& k, const LaneIndex& m) {
  const tile::Expr* const load = PlainLoad(eval_.program(), m_.lhs);
  const bool is_large =
      ir::Typical(m_.batch * m_.m * m_.k) * t_.element_bytes > kb_.options().l2_bytes;
  if (!t_.reads_lhs_once || !RoundsTogether() || !is_large || load == nullptr ||
      load->type.element != m_.accumulator) {
    return {};
  }
  const PlainStrides::Stride row = statements_.analysis_.plain_strides.Along(m_.lhs, 1);
  if (!row.has_value()) return {};
  return {PlainAddress(eval_, m_.lhs,
                       {{1, batch_}, {1, kb_.AddConstant(m, t_.mr)}, {1, k.begin}}),
          *row};
}

// Some of the lines at a depth of the slice, one row after the other, so that all of them
// are asked for once in as many steps as a line has elements.
void MatmulEmitter::PrefetchNext(const NextRows& rows, const LaneIndex& at,
                                 int64_t steps) {
  if (rows.first == nullptr) return;
  const int64_t line = kCacheLine / t_.element_bytes, times = line / steps;
  const int64_t each = DivideUp(t_.mr, times);
  Value* const turn =
      b_.CreateAnd(b_.CreateUDiv(at.base, kb_.I64(steps)), kb_.I64(times - 1));
  Value* const column = b_.CreateAnd(at.base, kb_.I64(-line));
  for (int64_t i = 0; i < each; ++i) {
    Value* const row = b_.CreateAdd(turn, kb_.I64(i * times));
    AskForLine(b_, ElementAt(rows.first, element_, Linear(row, rows.stride, column)),
               Cache::kL1);
  }
}

// Asks for the columns of a panel some rows below those of `k`: of long rows, a short run
// of each is read, in a page of its own, which the machine does not foresee. They wait in
// the L2 cache: rows of a large array share sets of the L1 cache, whose few places are
// those of rows that are being read. What lies behind the array is not read.
void MatmulEmitter::PrefetchRhs(const LaneIndex& k, const LaneIndex& n, int64_t columns) {
  constexpr int64_t kRowsAhead = 16;
  const tile::Expr* const load = PlainLoad(eval_.program(), m_.rhs);
  if (load == nullptr || columns == 0 || ir::Typical(m_.n) <= t_.panels * columns) return;
  const PlainStrides::Stride row = statements_.analysis_.plain_strides.Along(m_.rhs, 1);
  if (!row.has_value()) return;
  llvm::Type* const stored = StorageType(b_, load->type.element, 0);
  Value* const first = PlainAddress(eval_, m_.rhs, {{1, batch_}, {1, k}, {1, n}});
  for (int i = 0; i < t_.k_step; ++i) {
    PrefetchRun(b_.CreateGEP(stored, first, kb_.I64((kRowsAhead + i) * *row)),
                columns * ir::StorageBytes(load->type.element), Cache::kL2);
  }
}

void MatmulEmitter::PrefetchRun(Value* address, int64_t bytes, Cache into) {
  for (int64_t at = 0; at < bytes; at += kCacheLine) {
    AskForLine(b_, b_.CreateGEP(b_.getInt8Ty(), address, kb_.I64(at)), into);
  }
}

}  // namespace tilewright::codegen
