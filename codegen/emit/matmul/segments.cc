// Matmul whose lhs is read through windows: a row of it is contiguous segments of memory,
// of which scratch holds the addresses, so that nothing is copied but what has to be
// changed (halo_tile.cc). A segment in the padding is one of zeros.
#include "codegen/emit/matmul/matmul_emitter.h"
#include "codegen/eval/plain_index.h"

namespace tilewright::codegen {

using llvm::Value;

namespace {

// More segments than this are walked in a loop.
constexpr int64_t kMaxUnrolledSegments = 16;

}  // namespace

// Scratch for lhs: pointers [block_m][segments], then the segment of zeros.
void MatmulEmitter::PointToSegments() {
  const tile::Program& program = eval_.program();
  const tile::ExprId under = UnderDataMovement(program, m_.lhs);
  const tile::Expr& window = program.exprs[under];
  const tile::ExprId x = window.operands[0];
  llvm::Type* const pointer = b_.getPtrTy();
  const bool in_halo_tile = t_.lhs_form == LhsForm::kHaloTile;
  const tile::Expr* const load = in_halo_tile ? nullptr : PlainLoad(program, x);
  llvm::Type* const stored =
      in_halo_tile ? PackedType() : StorageType(b_, load->type.element, 0);
  Value* const memory =
      in_halo_tile ? HaloTileMemory() : eval_.pointer(load->As<tile::Load>()->ref);
  Value* const zeros = b_.CreateGEP(pointer, lhs_, kb_.I64(t_.block_m * t_.segments));
  b_.CreateMemSet(zeros, b_.getInt8(0), m_.lhs_segment * (t_.element_bytes / t_.k_step),
                  llvm::Align(8));
  kb_.For(kb_.I64(0), kb_.I64(t_.block_m), 1, 1, [&](const LaneIndex& row) {
    // Rows behind the last repeat it; they are never stored.
    LaneIndex m = kb_.FromValue(
        Min(b_.CreateAdd(m0_.base, row.base), b_.CreateSub(m_end_, kb_.I64(1))),
        kb_.depth());
    Value* const table =
        b_.CreateGEP(pointer, lhs_, b_.CreateMul(row.base, kb_.I64(t_.segments)));
    const auto point = [&](const LaneIndex& segment) {
      const Index index = IndexUnderDataMovement(
          kb_, program, m_.lhs,
          {{1, batch_}, {1, m}, {1, kb_.Multiply(segment, m_.lhs_segment)}});
      const Evaluator::WindowElement place =
          eval_.ElementOfWindow(window, *window.As<tile::WindowOf>(), index);
      Value* const offset =
          in_halo_tile
              ? b_.CreateSub(Linearize(kb_, place.at, program.exprs[x].type.dims()).base,
                             halo_first_)
              : PlainOffset(kb_, program, x, place.at).base;
      Value* address = ElementAt(memory, stored, offset);
      if (place.valid != nullptr) {
        address = b_.CreateSelect(place.valid, address, zeros);
      }
      b_.CreateStore(address, b_.CreateGEP(pointer, table, segment.base));
    };
    if (t_.segments > kMaxUnrolledSegments) {
      kb_.For(kb_.I64(0), kb_.I64(t_.segments), 1, 1, point);
      return;
    }
    for (int64_t segment = 0; segment < t_.segments; ++segment)
      point(kb_.Constant(segment));
  });
}

MatmulEmitter::Vectors MatmulEmitter::MultiplySegments(const Range& k, const LaneIndex& m,
                                                       const RhsRows& rhs,
                                                       Vectors accumulators) {
  llvm::Type* const pointer = b_.getPtrTy();
  const int64_t steps = m_.lhs_segment / t_.k_step;
  Value* const begin = b_.CreateUDiv(k.begin.base, kb_.I64(m_.lhs_segment));
  Value* const end = b_.CreateUDiv(End(k), kb_.I64(m_.lhs_segment));
  Value* const table = b_.CreateGEP(
      pointer, lhs_, b_.CreateMul(b_.CreateSub(m.base, m0_.base), kb_.I64(t_.segments)));
  return kb_.Loop(
      begin, end, 1, std::move(accumulators), 1,
      [&](const LaneIndex& segment, const Vectors& carried) {
        Vectors rows;
        for (int i = 0; i < t_.mr; ++i) {
          Value* const at = b_.CreateAdd(segment.base, kb_.I64(i * t_.segments));
          rows.push_back(b_.CreateLoad(pointer, b_.CreateGEP(pointer, table, at)));
        }
        const LaneIndex first = kb_.FromValue(
            b_.CreateMul(b_.CreateSub(segment.base, begin), kb_.I64(steps)), kb_.depth());
        RhsRows of_segment = {[&](const LaneIndex& at, int vector) {
                                return rhs.vector(kb_.Add(first, at), vector);
                              },
                              nullptr};
        if (rhs.ask != nullptr) {
          of_segment.ask = [&](const LaneIndex& at) { rhs.ask(kb_.Add(first, at)); };
        }
        return Multiply(
            kb_.I64(steps), of_segment, carried,
            [&](const LaneIndex& at, int row) {
              return kb_.ElementAddress(element_, rows[row], at.base);
            },
            /*next=*/{}, UnrolledSteps());
      });
}

}  // namespace tilewright::codegen
