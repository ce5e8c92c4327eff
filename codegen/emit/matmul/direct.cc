// Matmul of a few rows and columns: nothing is packed, every element of the operands is
// read where it is multiplied. The chains of multiply-adds are those of the other ways.
#include "codegen/emit/matmul/matmul_emitter.h"

namespace tilewright::codegen {

using llvm::Value;

bool MatmulEmitter::IsDirect() {
  // Packing costs more than reading again below so many multiplications; and what is read
  // again is to be little more than a load.
  constexpr int64_t kMostMultiplications = 2048;
  constexpr int kMostCost = 4;
  return !t_.pairs && !t_.streaming && !t_.open_depth && m_.prepacked_panel == 0 &&
         m_.lhs_segment == 0 &&
         kb_.IsBelow(m_.m * m_.n * m_.k, kMostMultiplications + 1) &&
         statements_.CostOf({m_.lhs}) <= kMostCost &&
         statements_.CostOf({m_.rhs}) <= kMostCost;
}

void MatmulEmitter::Direct() {
  constexpr int64_t kUnrolled = 8;
  const int64_t depth = m_.k.number();
  const ir::Shape domain = m_.domain();
  const int lanes = StoreLanes();
  kb_.For(m0_.base, m_end_, 1, 1, [&](const LaneIndex& m) {
    kb_.set_lanes(lanes);
    LaneLoopFrom(
        n0_.base, n_end_, !kb_.IsMultiple(m_.n, lanes) || m_.block_n % lanes != 0,
        [&](const LaneIndex& n) {
          const auto add = [&](const LaneIndex& k, Value* sum) {
            return MultiplyAdd(Packed(Operand(m_.lhs, m, k)),
                               Packed(Operand(m_.rhs, k, n)), sum);
          };
          Value* sum = llvm::Constant::getNullValue(
              ComputeType(b_, m_.accumulator, lanes > 1 ? lanes : 0));
          const int64_t whole = depth > kUnrolled ? depth / kUnrolled * kUnrolled : 0;
          if (whole > 0) {
            sum = kb_.Loop(
                kb_.I64(0), kb_.I64(whole), kUnrolled, {sum}, kUnrolled,
                [&](const LaneIndex& first, const Vectors& carried) {
                  return Vectors{InOrder(kUnrolled, carried[0], [&](int64_t i, Value* x) {
                    return add(kb_.AddConstant(first, i), x);
                  })};
                })[0];
          }
          sum = InOrder(depth - whole, sum, [&](int64_t i, Value* x) {
            return add(kb_.Constant(whole + i), x);
          });
          Lanes result{m_.accumulator};
          result.re = sum;
          eval_.BindResult(m_.id, 0, {result, kb_.depth()});
          const Index index = {{1, batch_}, {1, m}, {1, n}};
          for (const tile::Store& store : m_.stores) {
            statements_.EmitStore(store, domain, index, 0,
                                  statements_.ValuesAt(store, index));
          }
        });
    kb_.set_lanes(1);
  });
}

}  // namespace tilewright::codegen
