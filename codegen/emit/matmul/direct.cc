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
  const bool may_be = !t_.groups() && !t_.streaming && m_.prepacked_panel == 0 &&
                      m_.lhs_segment == 0 && statements_.CostOf({m_.lhs}) <= kMostCost &&
                      statements_.CostOf({m_.rhs}) <= kMostCost;
  const ir::Size multiplications = m_.m * m_.n * m_.k;
  if (!may_be) return b_.getFalse();
  // Nothing of few rows is packed anyway.
  if (t_.reads_lhs_in_place && t_.reads_rhs_for_few_rows && t_.masks_in_place) {
    return b_.getFalse();
  }
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
  // A row alone would wait for itself at each step of a depth that is not written out.
  const bool masks_all = kb_.options().scalar.target.avx512;
  const int rows = !t_.open_depth || m_.m.is_number() ? 1 : masks_all ? 4 : 2;
  const int lanes = StoreLanes();
  kb_.set_lanes(lanes);
  const Tail tail = TailOfStores(m_.rhs);
  kb_.For(m0_.base, m_end_, rows, 1, [&](const LaneIndex& first) {
    kb_.set_lanes(lanes);
    // Rows behind the last repeat it, and are not stored.
    std::vector<LaneIndex> at = {first};
    for (int i = 1; i < rows; ++i) {
      Value* const last = b_.CreateSub(m_end_, kb_.I64(1));
      at.push_back(kb_.FromValue(Min(kb_.AddConstant(first, i).base, last), kb_.depth()));
    }
    const auto vector = [&](const LaneIndex& n) {
      const Vectors sums = DirectSums(at, n);
      for (int i = 0; i < rows; ++i) {
        const auto store = [&] { StoreDirect(at[i], n, sums[i]); };
        if (i == 0) {
          store();
        } else {
          kb_.If(b_.CreateICmpSLT(kb_.AddConstant(first, i).base, m_end_), store);
        }
      }
    };
    if (rows > 1 && masks_all && tail == Tail::kMasked) {
      MaskedLanes(n0_.base, n_end_, vector);
    } else {
      LaneLoopFrom(n0_.base, n_end_, tail, vector);
    }
    kb_.set_lanes(1);
  });
}

void MatmulEmitter::StoreDirect(const LaneIndex& m, const LaneIndex& n, Value* sum) {
  const ir::Shape domain = m_.domain();
  Lanes result{m_.accumulator};
  result.re = sum;
  eval_.BindResult(m_.id, 0, {result, kb_.depth()});
  const Index index = {{1, batch_}, {1, m}, {1, n}};
  for (const tile::Store& store : m_.stores) {
    statements_.EmitStore(store, domain, index, 0, statements_.ValuesAt(store, index));
  }
}

// The sums of products for some rows and a vector of columns.
MatmulEmitter::Vectors MatmulEmitter::DirectSums(const std::vector<LaneIndex>& rows,
                                                 const LaneIndex& n) {
  constexpr int64_t kUnrolled = 8;
  const auto add = [&](const LaneIndex& k, Vectors sums) {
    Vectors lhs;
    for (const LaneIndex& m : rows) lhs.push_back(Packed(Operand(m_.lhs, m, k)));
    Value* const rhs = Packed(Operand(m_.rhs, k, n));
    for (size_t i = 0; i < rows.size(); ++i) {
      sums[i] = MultiplyAdd(lhs[i], rhs, sums[i]);
    }
    return sums;
  };
  const auto steps_from = [&](const LaneIndex& first, int64_t count, Vectors sums) {
    return InOrder(count, std::move(sums), [&](int64_t i, const Vectors& before) {
      return add(kb_.AddConstant(first, i), before);
    });
  };
  const auto loop = [&](Value* begin, Value* end, int64_t steps, Vectors sums) {
    return kb_.Loop(begin, end, steps, std::move(sums), steps,
                    [&](const LaneIndex& k, const Vectors& carried) {
                      return steps_from(k, steps, carried);
                    });
  };
  Vectors sums(rows.size(), llvm::Constant::getNullValue(ComputeType(
                                b_, m_.accumulator, kb_.lanes() > 1 ? kb_.lanes() : 0)));
  Value* const depth = kb_.ValueOf(m_.k);
  if (t_.open_depth) {
    const int64_t unit = t_.k_unit();
    Value* const whole = WholeUnits(depth, unit, 0);
    sums = loop(kb_.I64(0), whole, unit, std::move(sums));
    return unit == 1 ? sums : loop(whole, depth, 1, std::move(sums));
  }
  const int64_t count = m_.k.number();
  const int64_t whole = count > kUnrolled ? count / kUnrolled * kUnrolled : 0;
  sums = loop(kb_.I64(0), kb_.I64(whole), kUnrolled, std::move(sums));
  return steps_from(kb_.Constant(whole), count - whole, std::move(sums));
}

}  // namespace tilewright::codegen
