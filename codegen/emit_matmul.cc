// Matmul: operands are packed as they enter scratch (whatever computes them is
// evaluated there), a register-blocked micro-kernel multiplies the panels, and
// the stores read the accumulator tile.
#include <algorithm>
#include <numeric>

#include "codegen/lane_strides.h"
#include "codegen/matmul_tiling.h"
#include "codegen/statement_emitter.h"
#include "codegen/transpose_lanes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "support/check.h"

namespace tilewright::codegen {

using ir::ElementType;
using ir::OpKind;
using llvm::Type;
using llvm::Value;

// Emission of one matmul statement; values that several steps share.
class MatmulEmitter {
 public:
  MatmulEmitter(StatementEmitter& statements, Evaluator& eval, const tile::Matmul& m,
                Value* scratch)
      : statements_(statements),
        eval_(eval),
        kb_(eval.kb()),
        b_(eval.kb().ir()),
        m_(m),
        t_(m, eval.program(), eval.kb().options()) {
    const auto at = [&](int64_t offset) {
      return b_.CreateGEP(b_.getInt8Ty(), scratch, kb_.I64(offset));
    };
    rhs_ = at(t_.rhs_offset);
    lhs_ = at(t_.lhs_offset);
    accumulators_ = at(t_.accumulator_offset);
    lhs_by_column_ = AdvanceAlong(eval.program(), m.lhs, 2) == Advance::kScattered &&
                     AdvanceAlong(eval.program(), m.lhs, 1) != Advance::kScattered;
    rhs_by_rows_of_k_ = AdvanceAlong(eval.program(), m.rhs, 2) == Advance::kScattered &&
                        AdvanceAlong(eval.program(), m.rhs, 1) != Advance::kScattered;
    element_ = t_.pairs ? b_.getInt32Ty() : ComputeType(b_, m.accumulator, 0);
    accumulator_ = ComputeType(b_, m.accumulator, t_.lanes);
    depth_ = t_.kc / t_.k_step;
    lhs_stride_ = lhs_by_column_ ? (t_.mc + t_.lanes - 1) / t_.lanes * t_.lanes
                                 : (depth_ + t_.lanes - 1) / t_.lanes * t_.lanes;
  }

  void Emit(Value* begin, Value* end) {
    const int64_t rows = (m_.m + m_.block_m - 1) / m_.block_m;
    const int64_t columns = (m_.n + m_.block_n - 1) / m_.block_n;
    const int64_t total = m_.batch * rows * columns;
    kb_.For(begin, end, 1, 1, [&](const LaneIndex& step) {
      kb_.set_lanes(1);
      const LaneIndex column = kb_.Remainder(step, columns, total);
      const LaneIndex rest = kb_.Divide(step, columns, total);
      const LaneIndex row = kb_.Remainder(rest, rows, m_.batch * rows);
      batch_ = kb_.Divide(rest, rows, m_.batch * rows);
      m0_ = kb_.Multiply(row, m_.block_m);
      n0_ = kb_.Multiply(column, m_.block_n);
      m_end_ = Min(kb_.AddConstant(m0_, m_.block_m).base, kb_.I64(m_.m));
      n_end_ = Min(kb_.AddConstant(n0_, m_.block_n).base, kb_.I64(m_.n));
      Block();
      Epilogue();
    });
  }

 private:
  Value* Min(Value* x, Value* y) { return b_.CreateSelect(b_.CreateICmpSLT(x, y), x, y); }
  Value* Sub(Value* x, Value* y) { return b_.CreateSub(x, y); }
  Value* ElementAt(Value* base, Type* type, Value* index) {
    return b_.CreateGEP(type, base, index);
  }
  Value* Linear(Value* major, int64_t stride, Value* minor) {
    return b_.CreateAdd(b_.CreateMul(major, kb_.I64(stride)), minor);
  }

  // The whole depth of one block, in panels of kc.
  void Block() {
    const bool one_panel = m_.k <= t_.kc;
    if (m_.k == 0) {
      ClearAccumulators();
      return;
    }
    const auto panel = [&](const LaneIndex& k0, bool first) {
      Value* const k_end =
          one_panel ? kb_.I64(m_.k) : Min(kb_.AddConstant(k0, t_.kc).base, kb_.I64(m_.k));
      PackRhs(k0, k_end);
      Value* const count = b_.CreateUDiv(
          b_.CreateAdd(Sub(k_end, k0.base), kb_.I64(t_.k_step - 1)), kb_.I64(t_.k_step));
      kb_.For(m0_.base, m_end_, t_.mc, 1, [&](const LaneIndex& m1) {
        Value* const m1_end = Min(kb_.AddConstant(m1, t_.mc).base, m_end_);
        if (lhs_by_column_) {
          PackLhsColumns(k0, k_end, m1, m1_end);
        } else {
          PackLhsRows(k0, k_end, m1, m1_end);
        }
        MicroKernels(count, m1, m1_end, first);
      });
    };
    panel(kb_.Constant(0), true);
    if (!one_panel) {
      kb_.For(kb_.I64(t_.kc), kb_.I64(m_.k), t_.kc, t_.kc,
              [&](const LaneIndex& k0) { panel(k0, false); });
    }
  }

  // One operand element per lane, rounded to the multiplicand's type.
  Lanes Operand(tile::ExprId expr, const LaneIndex& second, const LaneIndex& third) {
    Lanes x = eval_.EvaluateLanes(expr, {{1, batch_}, {1, second}, {1, third}});
    if (x.type != m_.multiplicand) {
      x = eval_.ScalarLanes({OpKind::kConvert}, {x}, m_.multiplicand);
    }
    return x;
  }
  // In the form that panels hold: bf16 bits, or the accumulator's type.
  Value* Packed(Lanes x) {
    if (t_.pairs) return Encode(b_, kb_.options().scalar, x);
    if (x.type != m_.accumulator) {
      x = eval_.ScalarLanes({OpKind::kConvert}, {x}, m_.accumulator);
    }
    return x.re;
  }
  Value* ZeroWhere(Value* keep, Value* x) {
    if (keep == nullptr) return x;
    return b_.CreateSelect(keep, x, llvm::Constant::getNullValue(x->getType()));
  }
  LaneIndex Along(LaneIndex i) {
    if (kb_.lanes() > 1) i.stride = 1;
    return i;
  }
  // Index k or, beyond the end, the last one; `inside` says which.
  LaneIndex ClampedK(const LaneIndex& k, Value** inside) {
    *inside = b_.CreateICmpSLT(k.base, kb_.I64(m_.k));
    LaneIndex clamped = k;
    clamped.base = b_.CreateSelect(*inside, k.base, kb_.I64(m_.k - 1));
    clamped.level = kb_.depth();
    clamped.divisor = 1;
    return clamped;
  }
  // Two vectors of bf16 bits as one of pairs, even element in the low half.
  Value* Pair(Value* even, Value* odd) {
    Type* const wide = llvm::FixedVectorType::get(b_.getInt32Ty(), kb_.lanes());
    Value* const low = b_.CreateZExt(even, wide);
    Value* const high = b_.CreateShl(b_.CreateZExt(odd, wide), 16);
    return b_.CreateOr(low, high);
  }

  // The packed element (or pair) at depth `k`, lanes along the other dimension.
  Value* PackedVector(const LaneIndex& k,
                      const std::function<Lanes(const LaneIndex&)>& read) {
    if (!t_.pairs) return Packed(read(k));
    Value* const even = Packed(read(k));
    if (m_.k % 2 == 0) return Pair(even, Packed(read(kb_.AddConstant(k, 1))));
    Value* inside = nullptr;
    const LaneIndex next = ClampedK(kb_.AddConstant(k, 1), &inside);
    Value* const odd = Packed(read(next));
    return Pair(even, ZeroWhere(inside, odd));
  }

  void PackRhs(const LaneIndex& k0, Value* k_end) {
    const int64_t nr = t_.nr();
    kb_.set_lanes(t_.lanes);
    const bool ragged = m_.n % nr != 0 || m_.block_n % nr != 0;
    kb_.For(n0_.base, n_end_, nr, std::gcd(m_.block_n, nr), [&](const LaneIndex& n1) {
      Value* const panel = b_.CreateMul(
          b_.CreateUDiv(Sub(n1.base, n0_.base), kb_.I64(nr)), kb_.I64(depth_ * nr));
      if (rhs_by_rows_of_k_) {
        PackRhsTransposed(k0, k_end, n1, panel);
        return;
      }
      kb_.For(k0.base, k_end, t_.k_step, t_.k_step, [&](const LaneIndex& k) {
        Value* const row = b_.CreateAdd(
            panel, b_.CreateMul(b_.CreateUDiv(Sub(k.base, k0.base), kb_.I64(t_.k_step)),
                                kb_.I64(nr)));
        Columns(n1, [&](const LaneIndex& n) {
          if (ragged) eval_.set_mask(ColumnMask(n));
          Value* const x = PackedVector(
              k, [&](const LaneIndex& at) { return Operand(m_.rhs, at, Along(n)); });
          eval_.set_mask(nullptr);
          Value* const at = b_.CreateAdd(row, Sub(n.base, n1.base));
          b_.CreateAlignedStore(x, ElementAt(rhs_, element_, at), llvm::Align(4));
        });
      });
    });
    kb_.set_lanes(1);
  }

  // The vectors of one panel, in a loop: unrolling them would only make code.
  void Columns(const LaneIndex& n1, const std::function<void(const LaneIndex&)>& body) {
    kb_.For(n1.base, b_.CreateAdd(n1.base, kb_.I64(t_.nr())), t_.lanes,
            std::gcd(std::gcd(m_.block_n, t_.nr()), int64_t{t_.lanes}), body);
  }

  // Rhs whose memory runs along k: vectors along k, transposed in registers.
  void PackRhsTransposed(const LaneIndex& k0, Value* k_end, const LaneIndex& n1,
                         Value* panel) {
    const int width = t_.lanes;          // packed elements a vector
    const int read = width * t_.k_step;  // operand elements a vector
    const int64_t nr = t_.nr();
    const bool ragged = m_.n % nr != 0 || m_.block_n % nr != 0;
    kb_.For(
        k0.base, k_end, read, std::gcd(t_.kc, int64_t{read}), [&](const LaneIndex& k) {
          Value* const row = b_.CreateUDiv(Sub(k.base, k0.base), kb_.I64(t_.k_step));
          Columns(n1, [&](const LaneIndex& first) {
            std::vector<Value*> vectors;
            for (int j = 0; j < width; ++j) {
              LaneIndex n = kb_.AddConstant(first, j);
              // Columns behind the last repeat it; they are never stored.
              if (ragged) n.base = Min(n.base, kb_.I64(m_.n - 1));
              n.level = kb_.depth();
              n.divisor = 1;
              kb_.set_lanes(read);
              Value* const mask = m_.k % read != 0 ? KMask(k) : nullptr;
              eval_.set_mask(mask);
              Value* x = Packed(Operand(m_.rhs, Along(k), n));
              eval_.set_mask(nullptr);
              x = ZeroWhere(mask, x);
              kb_.set_lanes(t_.lanes);
              if (t_.pairs) {
                x = b_.CreateBitCast(x,
                                     llvm::FixedVectorType::get(b_.getInt32Ty(), width));
              }
              vectors.push_back(x);
            }
            TransposeLanes(b_, vectors);
            Value* const column = b_.CreateAdd(panel, Sub(first.base, n1.base));
            for (int j = 0; j < width; ++j) {
              Value* const depth = b_.CreateAdd(row, kb_.I64(j));
              Value* const at = ElementAt(
                  rhs_, element_, b_.CreateAdd(column, b_.CreateMul(depth, kb_.I64(nr))));
              const auto store = [&] {
                b_.CreateAlignedStore(vectors[j], at, llvm::Align(4));
              };
              if (depth_ % width == 0) {
                store();
              } else {
                // Rows behind the panel's depth belong to the next panel.
                kb_.If(b_.CreateICmpSLT(depth, kb_.I64(depth_)), store);
              }
            }
          });
        });
  }

  Value* LaneMask(Value* first, Value* end, int lanes) {
    Type* const narrow = llvm::FixedVectorType::get(b_.getInt32Ty(), lanes);
    Value* const numbers = b_.CreateTrunc(kb_.LaneNumbers(), narrow);
    Value* const left = b_.CreateSub(end, first);
    Value* const none = kb_.I64(0);
    Value* const most = kb_.I64(lanes);
    Value* const low = b_.CreateSelect(b_.CreateICmpSLT(left, none), none, left);
    Value* const clipped = b_.CreateSelect(b_.CreateICmpSGT(low, most), most, low);
    return b_.CreateICmpULT(
        numbers, b_.CreateVectorSplat(lanes, b_.CreateTrunc(clipped, b_.getInt32Ty())));
  }
  Value* ColumnMask(const LaneIndex& n) {
    return LaneMask(n.base, kb_.I64(m_.n), kb_.lanes());
  }
  Value* KMask(const LaneIndex& k) {
    return LaneMask(k.base, kb_.I64(m_.k), kb_.lanes());
  }

  // Lhs rows one after the other, k contiguous, zero behind the last.
  void PackLhsRows(const LaneIndex& k0, Value* k_end, const LaneIndex& m1,
                   Value* m1_end) {
    const int read = t_.lanes * t_.k_step;
    kb_.set_lanes(read);
    Type* const unit = t_.pairs ? b_.getInt16Ty() : element_;
    kb_.For(m1.base, m1_end, 1, 1, [&](const LaneIndex& m) {
      Value* const row =
          b_.CreateMul(Sub(m.base, m1.base), kb_.I64(lhs_stride_ * t_.k_step));
      kb_.For(k0.base, k_end, read, std::gcd(t_.kc, int64_t{read}),
              [&](const LaneIndex& k) {
                Value* const mask = m_.k % read != 0 ? KMask(k) : nullptr;
                eval_.set_mask(mask);
                Value* const x = ZeroWhere(mask, Packed(Operand(m_.lhs, m, Along(k))));
                eval_.set_mask(nullptr);
                Value* const at = b_.CreateAdd(row, Sub(k.base, k0.base));
                b_.CreateAlignedStore(x, ElementAt(lhs_, unit, at), llvm::Align(2));
              });
    });
    kb_.set_lanes(1);
  }

  // Lhs columns one after the other, m contiguous.
  void PackLhsColumns(const LaneIndex& k0, Value* k_end, const LaneIndex& m1,
                      Value* m1_end) {
    kb_.set_lanes(t_.lanes);
    kb_.For(k0.base, k_end, t_.k_step, t_.k_step, [&](const LaneIndex& k) {
      Value* const row = b_.CreateMul(
          b_.CreateUDiv(Sub(k.base, k0.base), kb_.I64(t_.k_step)), kb_.I64(lhs_stride_));
      kb_.For(m1.base, m1_end, t_.lanes,
              std::gcd(std::gcd(t_.mc, m_.block_m), int64_t{t_.lanes}),
              [&](const LaneIndex& m) {
                eval_.set_mask(m_.m % t_.lanes != 0 || t_.mc % t_.lanes != 0 ||
                                       m_.block_m % t_.lanes != 0
                                   ? LaneMask(m.base, m1_end, kb_.lanes())
                                   : nullptr);
                Value* const x = PackedVector(k, [&](const LaneIndex& at) {
                  return Operand(m_.lhs, Along(m), at);
                });
                eval_.set_mask(nullptr);
                Value* const at = b_.CreateAdd(row, Sub(m.base, m1.base));
                b_.CreateAlignedStore(x, ElementAt(lhs_, element_, at), llvm::Align(4));
              });
    });
    kb_.set_lanes(1);
  }

  // All mr x nr tiles of the packed panels.
  void MicroKernels(Value* count, const LaneIndex& m1, Value* m1_end, bool first) {
    const int64_t nr = t_.nr();
    kb_.For(n0_.base, n_end_, nr, 1, [&](const LaneIndex& n1) {
      Value* const column = Sub(n1.base, n0_.base);
      Value* const panel =
          b_.CreateMul(b_.CreateUDiv(column, kb_.I64(nr)), kb_.I64(depth_ * nr));
      kb_.For(m1.base, m1_end, t_.mr, 1, [&](const LaneIndex& m) {
        MicroKernel(count, Sub(m.base, m1.base), Sub(m.base, m0_.base), panel, column,
                    first);
      });
    });
  }

  void MicroKernel(Value* count, Value* lhs_row, Value* row, Value* panel, Value* column,
                   bool first) {
    const int nv = t_.nr_vectors;
    const auto accumulator_at = [&](int i, int v) {
      Value* const at = Linear(b_.CreateAdd(row, kb_.I64(i)), t_.block_n,
                               b_.CreateAdd(column, kb_.I64(v * t_.lanes)));
      return ElementAt(accumulators_, accumulator_->getScalarType(), at);
    };
    std::vector<Value*> acc;
    for (int i = 0; i < t_.mr; ++i) {
      for (int v = 0; v < nv; ++v) {
        acc.push_back(
            first ? static_cast<Value*>(llvm::Constant::getNullValue(accumulator_))
                  : b_.CreateAlignedLoad(accumulator_, accumulator_at(i, v),
                                         llvm::Align(4)));
      }
    }
    // Where each row of lhs starts; by columns they are neighbours.
    std::vector<Value*> rows;
    for (int i = 0; i < t_.mr; ++i) {
      Value* const m = b_.CreateAdd(lhs_row, kb_.I64(i));
      rows.push_back(ElementAt(
          lhs_, element_, lhs_by_column_ ? m : b_.CreateMul(m, kb_.I64(lhs_stride_))));
      if (lhs_by_column_) break;
    }
    Value* const first_rhs = ElementAt(rhs_, element_, panel);
    llvm::FixedVectorType* const packed = llvm::FixedVectorType::get(element_, t_.lanes);
    acc = kb_.Loop(
        kb_.I64(0), count, 1, acc, 1,
        [&](const LaneIndex& k, const std::vector<Value*>& carried) {
          std::vector<Value*> next = carried;
          std::vector<Value*> rhs;
          Value* const rhs_row =
              ElementAt(first_rhs, element_, b_.CreateMul(k.base, kb_.I64(t_.nr())));
          for (int v = 0; v < nv; ++v) {
            rhs.push_back(b_.CreateAlignedLoad(
                packed, ElementAt(rhs_row, element_, kb_.I64(v * t_.lanes)),
                llvm::Align(4)));
          }
          Value* const lhs_column =
              lhs_by_column_ ? ElementAt(rows[0], element_,
                                         b_.CreateMul(k.base, kb_.I64(lhs_stride_)))
                             : nullptr;
          for (int i = 0; i < t_.mr; ++i) {
            Value* const at = lhs_by_column_ ? ElementAt(lhs_column, element_, kb_.I64(i))
                                             : ElementAt(rows[i], element_, k.base);
            Value* const x = b_.CreateVectorSplat(
                t_.lanes, b_.CreateAlignedLoad(element_, at, llvm::Align(4)));
            for (int v = 0; v < nv; ++v) {
              next[i * nv + v] = MultiplyAdd(x, rhs[v], carried[i * nv + v]);
            }
          }
          return next;
        });
    for (int i = 0; i < t_.mr; ++i) {
      for (int v = 0; v < nv; ++v) {
        b_.CreateAlignedStore(acc[i * nv + v], accumulator_at(i, v), llvm::Align(4));
      }
    }
  }

  Value* MultiplyAdd(Value* x, Value* y, Value* acc) {
    if (t_.pairs) {
      Type* const bf16 = llvm::FixedVectorType::get(b_.getBFloatTy(), 2 * t_.lanes);
      return b_.CreateIntrinsic(
          llvm::Intrinsic::x86_avx512bf16_dpbf16ps_512, {},
          {acc, b_.CreateBitCast(x, bf16), b_.CreateBitCast(y, bf16)});
    }
    if (accumulator_->isIntOrIntVectorTy()) return b_.CreateAdd(acc, b_.CreateMul(x, y));
    return b_.CreateIntrinsic(llvm::Intrinsic::fma, {accumulator_}, {x, y, acc});
  }

  void ClearAccumulators() {
    const int64_t bytes = t_.block_m * t_.block_n * t_.element_bytes;
    b_.CreateMemSet(accumulators_, b_.getInt8(0), bytes, llvm::Align(4));
  }

  void Epilogue() {
    const ir::Dims domain = {m_.batch, m_.m, m_.n};
    kb_.set_lanes(LanesFor(kb_.options(), statements_.StoreBits(m_.stores), m_.n));
    kb_.For(m0_.base, m_end_, 1, 1, [&](const LaneIndex& m) {
      const auto store_all = [&](const LaneIndex& n) {
        const LaneIndex at = kb_.FromValue(
            Linear(Sub(m.base, m0_.base), t_.block_n, Sub(n.base, n0_.base)),
            kb_.depth());
        LaneIndex lanes_at = at;
        lanes_at.stride = n.stride;
        const Lanes result = eval_.LoadLanes(accumulators_, m_.accumulator, lanes_at);
        eval_.BindResult(m_.id, 0, {result, kb_.depth()});
        const Index index = {{1, batch_}, {1, m}, {1, n}};
        for (const tile::Store& store : m_.stores) {
          statements_.EmitStore(store, domain, index, 0,
                                eval_.Evaluate(store.value, index).value);
        }
      };
      const int64_t same_remainder =
          m_.n % kb_.lanes() == 0 && m_.block_n % kb_.lanes() == 0 ? 0 : 1;
      LaneLoopFrom(n0_.base, n_end_, same_remainder, store_all);
    });
    kb_.set_lanes(1);
  }

  // Vectors from lo, which need not be a multiple of the lanes.
  void LaneLoopFrom(Value* lo, Value* hi, int64_t remainder,
                    const std::function<void(const LaneIndex&)>& body) {
    const int lanes = kb_.lanes();
    if (lanes == 1) {
      kb_.For(lo, hi, 1, 1, body);
      return;
    }
    Value* const whole = b_.CreateAdd(
        lo, b_.CreateAnd(Sub(hi, lo), kb_.I64(~static_cast<int64_t>(lanes - 1))));
    const int64_t divisor = m_.block_n % lanes == 0 ? lanes : 1;
    kb_.For(lo, whole, lanes, divisor, [&](LaneIndex i) {
      i.stride = 1;
      body(i);
    });
    if (remainder == 0) return;
    kb_.For(whole, hi, lanes, divisor, [&](LaneIndex i) {
      eval_.set_mask(LaneMask(i.base, hi, lanes));
      i.stride = 1;
      body(i);
      eval_.set_mask(nullptr);
    });
  }

  StatementEmitter& statements_;
  Evaluator& eval_;
  KernelBuilder& kb_;
  llvm::IRBuilder<>& b_;
  const tile::Matmul& m_;
  const MatmulTiling t_;
  Value *rhs_, *lhs_, *accumulators_;
  bool lhs_by_column_, rhs_by_rows_of_k_;
  Type *element_, *accumulator_;
  int64_t depth_, lhs_stride_;
  LaneIndex batch_, m0_, n0_;
  Value *m_end_ = nullptr, *n_end_ = nullptr;
};

int StatementEmitter::StoreBits(const std::vector<tile::Store>& stores) {
  std::vector<tile::ExprId> roots;
  for (const tile::Store& store : stores) roots.push_back(store.value);
  return WidestBits(roots);
}

void StatementEmitter::EmitMatmul(const tile::Matmul& matmul, Value* begin, Value* end) {
  MatmulEmitter(*this, eval_, matmul, scratch_).Emit(begin, end);
}

}  // namespace tilewright::codegen
