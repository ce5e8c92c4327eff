// Matmul: operands into scratch, in the order in which the micro-kernel reads them.
#include <algorithm>
#include <numeric>

#include "codegen/analysis/plain_read.h"
#include "codegen/emit/masks.h"
#include "codegen/emit/matmul/matmul_emitter.h"
#include "codegen/emit/transpose_lanes.h"
#include "codegen/eval/plain_index.h"
#include "codegen/eval/rounding.h"

namespace tilewright::codegen {

using ir::OpKind;
using llvm::Type;
using llvm::Value;

Lanes MatmulEmitter::Operand(tile::ExprId expr, const LaneIndex& second,
                             const LaneIndex& third) {
  return eval_.EvaluateLanes(expr, {{1, batch_}, {1, second}, {1, third}});
}

// Rounded to the multiplicand's type, in the form that panels hold: the bits of bf16, i16
// or bytes, or the accumulator's type.
Value* MatmulEmitter::Packed(Lanes x) {
  if (!t_.fours) x = eval_.ConvertLanes(x, m_.multiplicand);
  x = eval_.ConvertLanes(x, t_.packed);
  return t_.groups() ? Encode(b_, kb_.options().scalar, x) : x.re;
}

llvm::Type* MatmulEmitter::PackedType() {
  return t_.groups() ? b_.getIntNTy(8 * ir::StorageBytes(t_.packed)) : element_;
}

bool MatmulEmitter::RoundsTogether() const {
  return t_.odd_first && RoundsByMultiplyAdds(kb_.options());
}

// Reads `count` elements and hands on what panels hold of each: one after the other or,
// where they are rounded at once, when all are read.
void MatmulEmitter::PackEach(int count, const std::function<Lanes(int i)>& read,
                             const Use& use) {
  if (!RoundsTogether()) {
    for (int i = 0; i < count; ++i) use(i, Packed(read(i)));
    return;
  }
  std::vector<Lanes> all;
  for (int i = 0; i < count; ++i) all.push_back(read(i));
  const Vectors packed = PackedTogether(all, kRoundedTogether);
  for (int i = 0; i < count; ++i) use(i, packed[i]);
}

// What panels hold of elements that multiply-adds round, so many at once.
MatmulEmitter::Vectors MatmulEmitter::PackedTogether(const std::vector<Lanes>& all,
                                                     int together) {
  const bool rounds = all[0].type == ir::ElementType::kF32;
  Vectors packed;
  for (const Lanes& x : all) packed.push_back(rounds ? x.re : Packed(x));
  return rounds ? RoundedByMultiplyAdds(kb_, packed, together) : packed;
}

Value* MatmulEmitter::ZeroWhere(Value* keep, Value* x) {
  if (keep == nullptr) return x;
  return b_.CreateSelect(keep, x, llvm::Constant::getNullValue(x->getType()));
}

// What is read there is read where the branch is taken, not before it.
LaneIndex MatmulEmitter::Here(LaneIndex i) {
  i.level = kb_.depth();
  return i;
}

LaneIndex MatmulEmitter::Along(LaneIndex i) {
  if (kb_.lanes() > 1) i.stride = 1;
  return i;
}

// Lanes before `end`, the first of which may lie some vectors behind it.
Value* MatmulEmitter::LaneMask(Value* first, Value* end, int lanes) {
  Type* const narrow = llvm::FixedVectorType::get(b_.getInt32Ty(), lanes);
  Value* const numbers = b_.CreateTrunc(kb_.LaneNumbers(), narrow);
  Value* const left = Min(b_.CreateSub(end, first), kb_.I64(lanes));
  return b_.CreateICmpSLT(
      numbers, b_.CreateVectorSplat(lanes, b_.CreateTrunc(left, b_.getInt32Ty())));
}

// Vectors of the bits of elements as one of groups of them, the first in the low bits.
Value* MatmulEmitter::Group(const Vectors& elements) {
  Type* const wide = llvm::FixedVectorType::get(b_.getInt32Ty(), kb_.lanes());
  const uint64_t bits = 32 / elements.size();
  Value* group = b_.CreateZExt(elements[0], wide);
  for (size_t i = 1; i < elements.size(); ++i) {
    group = b_.CreateOr(group, b_.CreateShl(b_.CreateZExt(elements[i], wide), i * bits));
  }
  return group;
}

// The packed element (or group) at depth `k`, lanes along the other dimension.
Value* MatmulEmitter::PackedVector(const LaneIndex& k,
                                   const std::function<Lanes(const LaneIndex&)>& read) {
  Vectors elements = {Packed(read(k))};
  if (!t_.groups()) return elements[0];
  const bool whole = kb_.IsMultiple(m_.k, t_.k_step);
  for (int i = 1; i < t_.k_step; ++i) {
    LaneIndex next = kb_.AddConstant(k, i);
    if (whole) {
      elements.push_back(Packed(read(next)));
      continue;
    }
    // Behind the last k: zero.
    Value* const inside = b_.CreateICmpSLT(next.base, kb_.ValueOf(m_.k));
    next.base = b_.CreateSelect(inside, next.base, kb_.ValueOf(m_.k - 1));
    next.level = kb_.depth();
    next.divisor = 1;
    elements.push_back(ZeroWhere(inside, Packed(read(next))));
  }
  return Group(elements);
}

// `count` of them side by side, as PackEach.
void MatmulEmitter::PackEachAt(
    const LaneIndex& k, int count,
    const std::function<Lanes(const LaneIndex& k, int i)>& read, const Use& use) {
  if (!t_.groups()) return PackEach(count, [&](int i) { return read(k, i); }, use);
  for (int i = 0; i < count; ++i) {
    use(i, PackedVector(k, [&](const LaneIndex& at) { return read(at, i); }));
  }
}

Value* MatmulEmitter::End(const Range& k) { return Behind(k.begin, k.size); }

// `size`, known where k is, elements behind it.
Value* MatmulEmitter::Behind(const LaneIndex& k, Value* size) {
  return kb_.Add(k, kb_.FromValue(size, k.level)).base;
}

void MatmulEmitter::PackRhs(const Range& k, const LaneIndex& n0) {
  const int64_t nr = t_.nr();
  Value* const n_end = t_.keeps_rhs ? kb_.ValueOf(m_.n) : n_end_;
  Value* const end = t_.panels == 1
                         ? kb_.AddConstant(n0, 1).base
                         : Min(kb_.AddConstant(n0, t_.panels * nr).base, n_end);
  const int64_t divisor = std::gcd(m_.block_n, nr);
  const bool ragged = !kb_.IsMultiple(m_.n, nr) || m_.block_n % nr != 0;
  Value* const packed = PackedRhs(k);
  kb_.set_lanes(t_.lanes);
  if (t_.rhs_along_k) {
    kb_.For(n0.base, end, nr, divisor, [&](const LaneIndex& n) {
      PackRhsAlongK(
          k, n,
          ElementAt(packed, element_,
                    b_.CreateMul(b_.CreateSub(n.base, n0.base), kb_.I64(t_.depth()))));
    });
  } else {
    kb_.set_lanes(t_.rhs_lanes);
    const bool masks_all = MasksAreFree(m_.n, m_.rhs);
    // Row after row through all panels: memory is read along its lines.
    const auto rows = [&](const LaneIndex& at, int steps) {
      Value* const row = b_.CreateMul(DepthFrom(k.begin, at), kb_.I64(nr));
      kb_.For(n0.base, end, nr, divisor, [&](const LaneIndex& n) {
        for (int i = 0; i < steps; ++i) {
          PrefetchRhs(kb_.AddConstant(at, int64_t{i} * t_.k_step), n, nr);
        }
        Value* const to = ElementAt(
            packed, element_, Linear(b_.CreateSub(n.base, n0.base), t_.depth(), row));
        if (!ragged || masks_all) return PackRhsAlongN(at, steps, n, to, ragged);
        // Few panels end behind the last column: the others need no masks.
        Value* const whole =
            b_.CreateICmpSLE(kb_.AddConstant(n, nr).base, kb_.ValueOf(m_.n));
        kb_.If(whole, [&] { PackRhsAlongN(at, steps, Here(n), to, /*masked=*/false); });
        kb_.If(b_.CreateNot(whole), [&] {
          if (!GoesOneByOne(m_.n, m_.rhs)) {
            return PackRhsAlongN(at, steps, n, to, /*masked=*/true);
          }
          for (int i = 0; i < steps; ++i) {
            PackRhsOneByOne(kb_.AddConstant(at, i), n,
                            ElementAt(to, element_, kb_.I64(i * nr)));
          }
        });
      });
    };
    // Rows of few vectors are rounded two at a time.
    const bool two = RoundsTogether() && nr < int64_t{kRoundedTogether} * t_.rhs_lanes;
    const int64_t together = two ? 2 : t_.k_step;
    Value* const whole =
        two ? Behind(k.begin, WholeUnits(k.size, together, k.begin.level)) : End(k);
    kb_.For(k.begin.base, whole, together, together,
            [&](const LaneIndex& at) { rows(at, two ? 2 : 1); });
    const bool may_leave_one = two && (t_.open_depth || NumberOf(k.size) % 2 != 0);
    if (may_leave_one) {
      kb_.For(whole, End(k), 1, 1, [&](const LaneIndex& at) { rows(at, 1); });
    }
  }
  kb_.set_lanes(1);
}

MatmulEmitter::RhsRows MatmulEmitter::FromOperand(const Range& k, const LaneIndex& n,
                                                  Value* panel) {
  return {[this, k, n, panel](const LaneIndex& depth, int vector) {
            const LaneIndex at = kb_.Add(k.begin, kb_.Multiply(depth, t_.k_step));
            if (vector == 0) PrefetchRhs(at, n, t_.nr());
            kb_.set_lanes(t_.lanes);
            const LaneIndex column =
                Along(kb_.AddConstant(n, int64_t{vector} * t_.lanes));
            Value* const x = PackedVector(
                at, [&](const LaneIndex& row) { return Operand(m_.rhs, row, column); });
            kb_.set_lanes(1);
            if (panel != nullptr) {
              const LaneIndex to = kb_.AddConstant(kb_.Multiply(depth, t_.nr()),
                                                   int64_t{vector} * t_.lanes);
              b_.CreateAlignedStore(x, kb_.ElementAddress(element_, panel, to.base),
                                    llvm::Align(4));
            }
            return x;
          },
          nullptr};
}

// Whether what is left of an open size behind whole vectors of an operand goes one by
// one, which is less code than branches in place of masks. Groups want zeros behind the
// last.
bool MatmulEmitter::GoesOneByOne(const ir::Size& size, tile::ExprId operand) const {
  return !size.is_number() && !t_.groups() &&
         !LoadsHaveMasks(kb_.options().scalar.target, eval_.program(), operand);
}

// Whether all vectors along an open size are read under masks, which is less code than
// two ways.
bool MatmulEmitter::MasksAreFree(const ir::Size& size, tile::ExprId operand) const {
  return !size.is_number() && kb_.options().scalar.target.avx512 &&
         LoadsHaveMasks(kb_.options().scalar.target, eval_.program(), operand);
}

// One row of a panel in which n ends, with zeros behind it.
void MatmulEmitter::PackRhsOneByOne(const LaneIndex& k, const LaneIndex& n0, Value* row) {
  const int lanes = kb_.lanes();
  Value* const zeros =
      llvm::Constant::getNullValue(llvm::FixedVectorType::get(element_, lanes));
  for (int64_t column = 0; column < t_.nr(); column += lanes) {
    b_.CreateAlignedStore(zeros, ElementAt(row, element_, kb_.I64(column)),
                          llvm::Align(4));
  }
  kb_.set_lanes(1);
  kb_.For(n0.base, kb_.ValueOf(m_.n), 1, 1, [&](const LaneIndex& n) {
    b_.CreateAlignedStore(Packed(Operand(m_.rhs, k, n)),
                          ElementAt(row, element_, b_.CreateSub(n.base, n0.base)),
                          llvm::Align(4));
  });
  kb_.set_lanes(lanes);
}

// `steps` rows of a panel; `masked`: n may end in them.
void MatmulEmitter::PackRhsAlongN(const LaneIndex& k, int steps, const LaneIndex& n0,
                                  Value* row, bool masked) {
  const int count = static_cast<int>(t_.nr() / t_.rhs_lanes);
  const auto read = [&](const LaneIndex& at, int i) {
    const LaneIndex n = kb_.AddConstant(n0, int64_t{i % count} * t_.rhs_lanes);
    // Columns behind the last are never stored.
    if (masked) eval_.set_mask(LaneMask(n.base, kb_.ValueOf(m_.n), t_.rhs_lanes));
    const Lanes x = Operand(m_.rhs, kb_.AddConstant(at, i / count), Along(n));
    eval_.set_mask(nullptr);
    return x;
  };
  PackEachAt(k, steps * count, read, [&](int i, Value* x) {
    Value* const at = ElementAt(row, element_, kb_.I64(int64_t{i} * t_.rhs_lanes));
    b_.CreateAlignedStore(x, at, llvm::Align(4));
  });
}

// Rhs whose memory runs along k: vectors along k, transposed in registers.
void MatmulEmitter::PackRhsAlongK(const Range& k, const LaneIndex& n0, Value* panel) {
  const int width = t_.lanes;          // packed elements a vector
  const int read = width * t_.k_step;  // operand elements a vector
  const int64_t nr = t_.nr();
  const bool ragged = !kb_.IsMultiple(m_.n, nr) || m_.block_n % nr != 0;
  const bool one_by_one = GoesOneByOne(m_.k, m_.rhs);
  // Columns behind the last repeat it; they are never stored.
  const auto existing = [&](LaneIndex n) {
    if (!ragged) return n;
    n.base = Min(n.base, kb_.ValueOf(m_.n - 1));
    n.level = kb_.depth();
    n.divisor = 1;
    return n;
  };
  using Columns = std::vector<LaneIndex>;
  const auto square = [&](const LaneIndex& at, const LaneIndex& first,
                          const Columns& columns) {
    kb_.set_lanes(read);
    Value* const mask = one_by_one || kb_.IsMultiple(m_.k, read)
                            ? nullptr
                            : LaneMask(at.base, End(k), read);
    const auto along = [&](int j) {
      kb_.set_lanes(read);
      eval_.set_mask(mask);
      const Lanes x = Operand(m_.rhs, Along(at), columns[j]);
      eval_.set_mask(nullptr);
      if (RoundsTogether()) {
        AskAhead(kb_, x.re, ir::Typical(m_.batch * m_.k * m_.n) * 4);
      }
      return x;
    };
    Vectors vectors;
    PackEach(width, along, [&](int, Value* x) {
      x = ZeroWhere(mask, x);
      kb_.set_lanes(t_.lanes);
      if (t_.groups()) {
        x = b_.CreateBitCast(x, llvm::FixedVectorType::get(b_.getInt32Ty(), width));
      }
      vectors.push_back(x);
    });
    TransposeLanes(b_, vectors);
    Value* const row = DepthFrom(k.begin, at);
    Value* const column = b_.CreateSub(first.base, n0.base);
    for (int j = 0; j < width; ++j) {
      Value* const depth = b_.CreateAdd(row, kb_.I64(j));
      Value* const to = ElementAt(panel, element_, Linear(depth, nr, column));
      const auto store = [&] { b_.CreateAlignedStore(vectors[j], to, llvm::Align(4)); };
      if (t_.depth() % width == 0) {
        store();
      } else {
        // Rows behind the panel's depth belong to the next panel.
        kb_.If(b_.CreateICmpSLT(depth, kb_.I64(t_.depth())), store);
      }
    }
  };
  // Few rows are read to their ends before others: the machine follows some streams,
  // not one for each column of a panel.
  kb_.For(
      n0.base, kb_.AddConstant(n0, nr).base, width,
      std::gcd(std::gcd(m_.block_n, nr), int64_t{width}), [&](const LaneIndex& first) {
        Columns columns;
        for (int j = 0; j < width; ++j) {
          columns.push_back(existing(kb_.AddConstant(first, j)));
        }
        Value* const end = End(k);
        Value* const squares =
            one_by_one ? Behind(k.begin, WholeUnits(k.size, read, k.begin.level)) : end;
        kb_.For(k.begin.base, squares, read, std::gcd(t_.kc, int64_t{read}),
                [&](const LaneIndex& at) { square(at, first, columns); });
        if (!one_by_one) return;
        kb_.set_lanes(1);
        kb_.For(squares, end, 1, 1, [&](const LaneIndex& at) {
          kb_.For(first.base, kb_.AddConstant(first, width).base, 1, 1,
                  [&](const LaneIndex& n) {
                    Value* const x = Packed(Operand(m_.rhs, at, existing(n)));
                    Value* const to = ElementAt(panel, element_,
                                                Linear(DepthFrom(k.begin, at), nr,
                                                       b_.CreateSub(n.base, n0.base)));
                    b_.CreateAlignedStore(x, to, llvm::Align(4));
                  });
        });
        kb_.set_lanes(t_.lanes);
      });
}

// Of all rows of a block at once.
bool MatmulEmitter::PacksLhs() const {
  return (t_.lhs_form == LhsForm::kRows && !t_.packs_lhs_by_tiles) ||
         t_.lhs_form == LhsForm::kColumns;
}

void MatmulEmitter::PackLhs(const Range& k) {
  if (t_.lhs_form == LhsForm::kColumns) {
    PackLhsColumns(k);
  } else if (t_.lhs_along_m) {
    PackLhsAlongM(k);
  } else {
    PackLhsRows(k, m0_.base, m_end_);
  }
}

// Rows of lhs, whose memory runs along m, one after the other: vectors along m,
// transposed in registers. Rows and depths behind the last are never read.
void MatmulEmitter::PackLhsAlongM(const Range& k) {
  const int64_t lanes = t_.lanes;
  const bool ragged = !kb_.IsMultiple(m_.m, lanes) || m_.block_m % lanes != 0;
  const bool is_whole = !t_.open_depth && NumberOf(k.size) % lanes == 0;
  Value* const packed = PackedLhs(k);
  Value* const last = b_.CreateSub(End(k), kb_.I64(1));
  const auto depth_at = [&](const LaneIndex& first, int i) {
    LaneIndex at = kb_.AddConstant(first, i);
    if (is_whole) return at;
    at.base = Min(at.base, last);
    at.level = kb_.depth();
    at.divisor = 1;
    return at;
  };
  const auto transpose = [&](const LaneIndex& depth, const LaneIndex& m) {
    if (ragged) eval_.set_mask(LaneMask(m.base, m_end_, t_.lanes));
    Vectors vectors;
    PackEach(
        t_.lanes, [&](int i) { return Operand(m_.lhs, Along(m), depth_at(depth, i)); },
        [&](int, Value* x) { vectors.push_back(x); });
    eval_.set_mask(nullptr);
    TransposeLanes(b_, vectors);
    Value* const row = b_.CreateSub(m.base, m0_.base);
    for (int64_t i = 0; i < lanes; ++i) {
      Value* const to = Linear(b_.CreateAdd(row, kb_.I64(i)), t_.lhs_stride(),
                               DepthFrom(k.begin, depth));
      b_.CreateAlignedStore(vectors[i], ElementAt(packed, element_, to), llvm::Align(4));
    }
  };
  kb_.set_lanes(t_.lanes);
  kb_.For(k.begin.base, End(k), lanes, std::gcd(t_.kc, lanes), [&](const LaneIndex& at) {
    kb_.For(m0_.base, m_end_, lanes, std::gcd(m_.block_m, lanes),
            [&](const LaneIndex& m) { transpose(at, m); });
  });
  kb_.set_lanes(1);
}

// Rows [begin, end) of lhs one after the other, k contiguous, zero behind the last.
void MatmulEmitter::PackLhsRows(const Range& k, Value* begin, Value* end) {
  const int read = t_.lanes * t_.k_step;
  Value* const packed = PackedLhs(k);
  Value* const first = t_.reads_lhs_once ? begin : m0_.base;
  kb_.set_lanes(read);
  kb_.For(begin, end, 1, 1, [&](const LaneIndex& m) {
    Value* const row =
        b_.CreateMul(b_.CreateSub(m.base, first), kb_.I64(t_.lhs_stride() * t_.k_step));
    ForVectorsAlong(k, read, [&](const std::vector<VectorAt>& vectors) {
      const auto read_at = [&](int i) {
        eval_.set_mask(vectors[i].mask);
        const Lanes x = Operand(m_.lhs, m, Along(vectors[i].k));
        eval_.set_mask(nullptr);
        // Of two vectors in a line one asks.
        if (RoundsTogether() && i % 2 == 0) {
          AskAhead(kb_, x.re, ir::Typical(m_.batch * m_.m * m_.k) * 4);
        }
        return x;
      };
      PackEach(static_cast<int>(vectors.size()), read_at, [&](int i, Value* x) {
        Value* const to =
            b_.CreateAdd(row, b_.CreateSub(vectors[i].k.base, k.begin.base));
        b_.CreateAlignedStore(ZeroWhere(vectors[i].mask, x),
                              kb_.ElementAddress(PackedType(), packed, to),
                              PackedAlign());
      });
    });
  });
  kb_.set_lanes(1);
}

// Vectors of `width` along k, some at a time; of the last one, if there is less, with the
// mask of what there is, or one by one.
void MatmulEmitter::ForVectorsAlong(
    const Range& k, int width,
    const std::function<void(const std::vector<VectorAt>&)>& body) {
  const auto masked = [&](Value* from) {
    Value* const end = End(k);
    kb_.For(from, end, width, std::gcd(t_.kc, int64_t{width}),
            [&](const LaneIndex& at) { body({{at, LaneMask(at.base, end, width)}}); });
  };
  if (!RoundsTogether() && MasksAreFree(m_.k, m_.lhs)) return masked(k.begin.base);
  const int64_t group = int64_t{RoundsTogether() ? kRoundedTogether : 2} * width;
  Value* const whole = Behind(k.begin, WholeUnits(k.size, group, k.begin.level));
  kb_.For(k.begin.base, whole, group, std::gcd(t_.kc, group),
          [&](const LaneIndex& first) {
            std::vector<VectorAt> vectors;
            for (int64_t i = 0; i < group; i += width) {
              vectors.push_back({kb_.AddConstant(first, i), nullptr});
            }
            body(vectors);
          });
  if (t_.open_depth) {
    if (GoesOneByOne(m_.k, m_.lhs)) {
      kb_.set_lanes(1);
      kb_.For(whole, End(k), 1, 1, [&](const LaneIndex& at) { body({{at, nullptr}}); });
      return kb_.set_lanes(width);
    }
    return masked(whole);
  }
  const int64_t size = NumberOf(k.size);
  std::vector<VectorAt> vectors;
  for (int64_t i = size / group * group; i < size; i += width) {
    const int64_t left = size - i;
    vectors.push_back(
        {kb_.AddConstant(k.begin, i),
         left < width ? LaneMask(kb_.I64(0), kb_.I64(left), width) : nullptr});
  }
  if (!vectors.empty()) body(vectors);
}

// Vectors of `width` from `begin` to `end`, `count` of them at a time.
void MatmulEmitter::ForVectors(
    Value* begin, Value* end, int width, int64_t divisor,
    const std::function<void(const LaneIndex& first, int count)>& body) {
  if (RoundsTogether()) {
    const int64_t group = int64_t{kRoundedTogether} * width;
    Value* const size = b_.CreateSub(end, begin);
    Value* const whole = b_.CreateAdd(begin, b_.CreateAnd(size, kb_.I64(-group)));
    kb_.For(begin, whole, group, std::gcd(divisor, group),
            [&](const LaneIndex& first) { body(first, kRoundedTogether); });
    begin = whole;
  }
  kb_.For(begin, end, width, std::gcd(divisor, int64_t{width}),
          [&](const LaneIndex& first) { body(first, 1); });
}

// Lhs columns one after the other, m contiguous.
void MatmulEmitter::PackLhsColumns(const Range& k) {
  const bool ragged = !kb_.IsMultiple(m_.m, t_.lanes) || m_.block_m % t_.lanes != 0;
  Value* const packed = PackedLhs(k);
  kb_.set_lanes(t_.lanes);
  kb_.For(k.begin.base, End(k), t_.k_step, t_.k_step, [&](const LaneIndex& at) {
    Value* const row = b_.CreateMul(DepthFrom(k.begin, at), kb_.I64(t_.lhs_stride()));
    const auto pack = [&](const LaneIndex& first, int count) {
      const auto column = [&](int i) {
        return kb_.AddConstant(first, int64_t{i} * t_.lanes);
      };
      const auto read = [&](const LaneIndex& depth, int i) {
        const LaneIndex m = column(i);
        if (ragged) eval_.set_mask(LaneMask(m.base, m_end_, t_.lanes));
        const Lanes x = Operand(m_.lhs, Along(m), depth);
        eval_.set_mask(nullptr);
        return x;
      };
      PackEachAt(at, count, read, [&](int i, Value* x) {
        Value* const to = b_.CreateAdd(row, b_.CreateSub(column(i).base, m0_.base));
        b_.CreateAlignedStore(x, ElementAt(packed, element_, to), llvm::Align(4));
      });
    };
    ForVectors(m0_.base, m_end_, t_.lanes, std::gcd(m_.block_m, int64_t{t_.lanes}), pack);
  });
  kb_.set_lanes(1);
}

}  // namespace tilewright::codegen
