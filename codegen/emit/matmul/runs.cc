// Matmul whose lhs is read through windows: a row of it is runs of memory, of which
// scratch holds the addresses, so that nothing is copied but what has to be changed
// (slab_packing.cc). A run in the padding is a run of zeros.
#include "codegen/emit/matmul/matmul_emitter.h"
#include "codegen/eval/plain_index.h"

namespace tilewright::codegen {

using llvm::Value;

namespace {

// More runs than this are walked in a loop.
constexpr int64_t kMaxUnrolledRuns = 16;

}  // namespace

// Scratch for lhs: pointers [block_m][runs], then the run of zeros.
void MatmulEmitter::PointToRuns() {
  const tile::Program& program = eval_.program();
  const tile::ExprId under = UnderMoves(program, m_.lhs);
  const tile::Expr& window = program.exprs[under];
  const tile::ExprId x = window.operands[0];
  llvm::Type* const pointer = b_.getPtrTy();
  const bool in_slab = t_.lhs_form == LhsForm::kSlab;
  const tile::Expr* const load = in_slab ? nullptr : PlainLoad(program, x);
  llvm::Type* const stored =
      in_slab ? SlabType() : StorageType(b_, load->type.element, 0);
  Value* const memory = in_slab ? SlabMemory() : eval_.pointer(load->ref);
  Value* const zeros = b_.CreateGEP(pointer, lhs_, kb_.I64(t_.block_m * t_.runs));
  b_.CreateMemSet(zeros, b_.getInt8(0), m_.lhs_run * (t_.element_bytes / t_.k_step),
                  llvm::Align(8));
  kb_.For(kb_.I64(0), kb_.I64(t_.block_m), 1, 1, [&](const LaneIndex& row) {
    // Rows behind the last repeat it; they are never stored.
    LaneIndex m = kb_.FromValue(
        Min(b_.CreateAdd(m0_.base, row.base), b_.CreateSub(m_end_, kb_.I64(1))),
        kb_.depth());
    Value* const table =
        b_.CreateGEP(pointer, lhs_, b_.CreateMul(row.base, kb_.I64(t_.runs)));
    const auto point = [&](const LaneIndex& run) {
      const Index index =
          IndexUnderMoves(kb_, program, m_.lhs,
                          {{1, batch_}, {1, m}, {1, kb_.Multiply(run, m_.lhs_run)}});
      const Evaluator::WindowPlace place = eval_.PlaceOfWindow(window, index);
      Value* const offset =
          in_slab
              ? b_.CreateSub(Linearize(kb_, place.at, program.exprs[x].type.dims).base,
                             slab_first_)
              : PlainOffset(kb_, program, x, place.at).base;
      Value* address = ElementAt(memory, stored, offset);
      if (place.valid != nullptr) {
        address = b_.CreateSelect(place.valid, address, zeros);
      }
      b_.CreateStore(address, b_.CreateGEP(pointer, table, run.base));
    };
    if (t_.runs > kMaxUnrolledRuns) {
      kb_.For(kb_.I64(0), kb_.I64(t_.runs), 1, 1, point);
      return;
    }
    for (int64_t run = 0; run < t_.runs; ++run) point(kb_.Constant(run));
  });
}

MatmulEmitter::Vectors MatmulEmitter::MultiplyRuns(const Range& k, const LaneIndex& m,
                                                   Value* panel,
                                                   const Vectors& accumulators) {
  llvm::Type* const pointer = b_.getPtrTy();
  const int64_t steps = m_.lhs_run / t_.k_step;
  Value* const begin = b_.CreateUDiv(k.begin.base, kb_.I64(m_.lhs_run));
  Value* const end = b_.CreateUDiv(k.end, kb_.I64(m_.lhs_run));
  Value* const table = b_.CreateGEP(
      pointer, lhs_, b_.CreateMul(b_.CreateSub(m.base, m0_.base), kb_.I64(t_.runs)));
  return kb_.Loop(
      begin, end, 1, accumulators, 1, [&](const LaneIndex& run, const Vectors& carried) {
        Vectors rows;
        for (int i = 0; i < t_.mr; ++i) {
          Value* const at = b_.CreateAdd(run.base, kb_.I64(i * t_.runs));
          rows.push_back(b_.CreateLoad(pointer, b_.CreateGEP(pointer, table, at)));
        }
        Value* const first =
            b_.CreateMul(b_.CreateSub(run.base, begin), kb_.I64(steps * t_.nr()));
        return Multiply(kb_.I64(steps), ElementAt(panel, element_, first), carried,
                        [&](const LaneIndex& at, int row) {
                          return ElementAt(rows[row], element_, at.base);
                        });
      });
}

}  // namespace tilewright::codegen
