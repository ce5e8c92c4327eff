// Matmul of a few rows and columns: nothing is packed, every element of the operands is
// read where it is multiplied. The chains of multiply-adds are those of the other ways.
#include "codegen/emit/matmul/matmul_emitter.h"

namespace tilewright::codegen {

using llvm::Value;

// An i1, which is a constant where the sizes say it.
Value* MatmulEmitter::IsDirect() {
  // Packing costs more than reading again below so many multiplications; and what is read
  // again is to be little more than a load.
  constexpr int64_t kMostMultiplications = 2048;
  constexpr int kMostCost = 4;
  const bool may_be = !t_.pairs && !t_.streaming && m_.prepacked_panel == 0 &&
                      m_.lhs_segment == 0 && statements_.CostOf({m_.lhs}) <= kMostCost &&
                      statements_.CostOf({m_.rhs}) <= kMostCost;
  const ir::Size multiplications = m_.m * m_.n * m_.k;
  if (!may_be) return b_.getFalse();
  if (kb_.IsBelow(multiplications, kMostMultiplications + 1)) return b_.getTrue();
  // Lanes that lie a size apart which only a run tells are gathered one by one.
  if (!multiplications.is_number() && t_.rhs_along_k) return b_.getFalse();
  // Few rows or columns would hardly make so few of a k like this.
  constexpr int64_t kDeep = 256;
  const bool deep = m_.k.is_number() && m_.k.number() > kDeep;
  if (multiplications.is_number() || deep) return b_.getFalse();
  return b_.CreateICmpSLE(kb_.ValueOf(multiplications), kb_.I64(kMostMultiplications));
}

void MatmulEmitter::Direct() {
  const ir::Shape domain = m_.domain();
  const int lanes = StoreLanes();
  kb_.set_lanes(lanes);
  const Tail tail = TailOfStores(m_.rhs);
  kb_.For(m0_.base, m_end_, 1, 1, [&](const LaneIndex& m) {
    kb_.set_lanes(lanes);
    LaneLoopFrom(n0_.base, n_end_, tail, [&](const LaneIndex& n) {
      Lanes result{m_.accumulator};
      result.re = DirectSum(m, n);
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

// The sum of products for a row and a vector of columns.
Value* MatmulEmitter::DirectSum(const LaneIndex& m, const LaneIndex& n) {
  constexpr int64_t kUnrolled = 8;
  const auto add = [&](const LaneIndex& k, Value* sum) {
    return MultiplyAdd(Packed(Operand(m_.lhs, m, k)), Packed(Operand(m_.rhs, k, n)), sum);
  };
  const auto steps_from = [&](const LaneIndex& first, int64_t count, Value* sum) {
    return InOrder(count, sum, [&](int64_t i, Value* x) {
      return add(kb_.AddConstant(first, i), x);
    });
  };
  Value* const zero = llvm::Constant::getNullValue(
      ComputeType(b_, m_.accumulator, kb_.lanes() > 1 ? kb_.lanes() : 0));
  Value* const depth = kb_.ValueOf(m_.k);
  if (t_.open_depth) {
    const int64_t unit = t_.k_unit();
    Value* const whole = WholeUnits(depth, unit, 0);
    Vectors sum = kb_.Loop(kb_.I64(0), whole, unit, {zero}, unit,
                           [&](const LaneIndex& k, const Vectors& carried) {
                             return Vectors{steps_from(k, unit, carried[0])};
                           });
    if (unit == 1) return sum[0];
    return kb_.Loop(whole, depth, 1, std::move(sum), 1,
                    [&](const LaneIndex& k, const Vectors& carried) {
                      return Vectors{steps_from(k, 1, carried[0])};
                    })[0];
  }
  const int64_t count = m_.k.number();
  const int64_t whole = count > kUnrolled ? count / kUnrolled * kUnrolled : 0;
  Value* sum = zero;
  if (whole > 0) {
    sum = kb_.Loop(kb_.I64(0), kb_.I64(whole), kUnrolled, {sum}, kUnrolled,
                   [&](const LaneIndex& k, const Vectors& carried) {
                     return Vectors{steps_from(k, kUnrolled, carried[0])};
                   })[0];
  }
  return steps_from(kb_.Constant(whole), count - whole, sum);
}

}  // namespace tilewright::codegen
