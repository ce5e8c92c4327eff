// Matmul: where the micro-kernel finds its operands, in panels, in scratch, or in the
// arrays themselves.
#include "codegen/emit/matmul/matmul_emitter.h"
#include "codegen/eval/plain_index.h"
#include "support/round.h"

namespace tilewright::codegen {

using llvm::Type;
using llvm::Value;

MatmulEmitter::RhsRows MatmulEmitter::FromPanel(Value* panel) {
  return {[this, panel](const LaneIndex& k, int vector) {
            const LaneIndex at =
                kb_.AddConstant(kb_.Multiply(k, t_.nr()), int64_t{vector} * t_.lanes);
            return b_.CreateAlignedLoad(llvm::FixedVectorType::get(element_, t_.lanes),
                                        kb_.ElementAddress(element_, panel, at.base),
                                        llvm::Align(4));
          },
          nullptr};
}

// As FromPanel, where panels come from memory and may hold narrower elements than are
// multiplied. A machine foresees lines that are read in their order, which rows of
// several lines are not where the odd one of two comes first.
MatmulEmitter::RhsRows MatmulEmitter::FromPrepacked(Value* panel) {
  const ir::ElementType element = PlainLoad(eval_.program(), m_.rhs)->type.element;
  if (t_.groups() || element == m_.accumulator) {
    RhsRows rows = FromPanel(panel);
    const int64_t bytes = t_.nr() * t_.element_bytes;
    if (t_.odd_first && bytes > kCacheLine) {
      rows.ask = [this, panel, bytes](const LaneIndex& k) {
        const LaneIndex at = kb_.Multiply(k, t_.nr());
        PrefetchRun(kb_.ElementAddress(element_, panel, at.base), bytes, Cache::kL1);
      };
    }
    return rows;
  }
  return {[this, panel, element](const LaneIndex& k, int vector) {
            const LaneIndex at =
                kb_.AddConstant(kb_.Multiply(k, t_.nr()), int64_t{vector} * t_.lanes);
            Type* const stored = StorageType(b_, element, t_.lanes);
            Value* const bits = b_.CreateAlignedLoad(
                stored, kb_.ElementAddress(stored->getScalarType(), panel, at.base),
                llvm::Align(ir::StorageBytes(element)));
            const Lanes x = Decode(b_, kb_.options().scalar, element, bits);
            return eval_.ConvertLanes(x, m_.accumulator).re;
          },
          nullptr};
}

// Where columns n.. of rhs at the slice's beginning are, in an array of panels.
Value* MatmulEmitter::RhsPanel(const Range& k, const LaneIndex& n) {
  const int64_t steps = DivideUp(m_.k.number(), t_.k_step);
  Value* const number = Linear(batch_.base, DivideUp(m_.n.number(), t_.nr()),
                               b_.CreateUDiv(n.base, kb_.I64(t_.nr())));
  Value* const row =
      Linear(number, steps, b_.CreateUDiv(k.begin.base, kb_.I64(t_.k_step)));
  const tile::Expr* const load = PlainLoad(eval_.program(), m_.rhs);
  Type* const stored = t_.groups() ? element_ : StorageType(b_, load->type.element, 0);
  return ElementAt(eval_.pointer(load->As<tile::Load>()->ref), stored,
                   b_.CreateMul(row, kb_.I64(t_.nr())));
}

// Where a slice of an operand is packed, each being of so many elements.
Value* MatmulEmitter::SliceOf(const Range& k, Value* operand, int64_t elements) {
  Value* number = b_.CreateUDiv(k.begin.base, kb_.I64(t_.kc));
  if (t_.open_depth) {
    Value* const kept =
        b_.CreateICmpSLE(kb_.ValueOf(m_.k), kb_.I64(t_.kept_slices * t_.kc));
    number = b_.CreateSelect(kept, number, kb_.I64(0));
  }
  return ElementAt(operand, element_, b_.CreateMul(number, kb_.I64(elements)));
}

Value* MatmulEmitter::PackedLhs(const Range& k) {
  return t_.keeps_lhs ? SliceOf(k, lhs_, t_.packed_lhs_elements()) : lhs_;
}

Value* MatmulEmitter::PackedRhs(const Range& k) {
  // Of an open depth the first slice is kept, if it is the only one.
  return t_.keeps_rhs && !t_.open_depth ? SliceOf(k, rhs_, t_.packed_rhs_elements())
                                        : rhs_;
}

Value* MatmulEmitter::LhsInPlace(const Range& k, const LaneIndex& m) {
  const tile::Expr* const load = PlainLoad(eval_.program(), m_.lhs);
  const LaneIndex at =
      PlainOffset(kb_, eval_.program(), m_.lhs, {{1, batch_}, {1, m}, {1, k.begin}});
  return ElementAt(eval_.pointer(load->As<tile::Load>()->ref), PackedType(), at.base);
}

// A pointer to each row of a tile. Rows behind the last are the last, and never stored.
MatmulEmitter::Vectors MatmulEmitter::LhsRows(const Range& k, const LaneIndex& m) {
  Vectors rows;
  for (int i = 0; i < t_.mr; ++i) {
    LaneIndex row = kb_.AddConstant(m, i);
    row.base = Min(row.base, kb_.ValueOf(m_.m - 1));
    row.level = kb_.depth();
    row.divisor = 1;
    rows.push_back(LhsInPlace(k, row));
  }
  return rows;
}

// Where rows m.. of lhs at the slice's beginning are.
Value* MatmulEmitter::LhsTile(const Range& k, const LaneIndex& m) {
  if (t_.lhs_form == LhsForm::kInPlace) return LhsInPlace(k, m);
  if (t_.reads_lhs_once) return PackedLhs(k);
  Value* const row = b_.CreateSub(m.base, m0_.base);
  const bool columns = t_.lhs_form == LhsForm::kColumns;
  return ElementAt(PackedLhs(k), element_,
                   columns ? row : b_.CreateMul(row, kb_.I64(t_.lhs_stride())));
}

// The element (or pair) at depth `k` of a tile's row.
Value* MatmulEmitter::LhsElement(Value* tile, const LaneIndex& k, int row) {
  if (t_.lhs_form == LhsForm::kColumns) {
    const LaneIndex at = kb_.AddConstant(kb_.Multiply(k, t_.lhs_stride()), row);
    return kb_.ElementAddress(element_, tile, at.base);
  }
  const bool in_place = t_.lhs_form == LhsForm::kInPlace;
  const int64_t stride = in_place ? t_.lhs_row : t_.lhs_stride();
  const int64_t step = in_place ? t_.k_step : 1;
  const LaneIndex at = kb_.AddConstant(kb_.Multiply(k, step), row * stride);
  return kb_.ElementAddress(in_place ? PackedType() : element_, tile, at.base);
}

}  // namespace tilewright::codegen
