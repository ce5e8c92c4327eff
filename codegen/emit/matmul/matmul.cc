// Matmul: the loops over a block's slices, panels and tiles, the micro-kernel, and
// the stores. The packing is in pack.cc.
#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "codegen/emit/matmul/matmul_emitter.h"
#include "codegen/eval/plain_index.h"
#include "llvm/IR/InlineAsm.h"
#include "support/round.h"
#include "tile/statements.h"

namespace tilewright::codegen {

using llvm::Type;
using llvm::Value;

MatmulEmitter::MatmulEmitter(StatementEmitter& statements, Evaluator& eval,
                             const tile::Matmul& m, Value* scratch)
    : statements_(statements),
      eval_(eval),
      kb_(eval.kb()),
      b_(eval.kb().ir()),
      m_(m),
      t_(m, statements.analysis_, eval.kb().options()) {
  const auto at = [&](int64_t offset) {
    return b_.CreateGEP(b_.getInt8Ty(), scratch, kb_.I64(offset));
  };
  rhs_ = at(t_.rhs_offset);
  lhs_ = at(t_.lhs_offset);
  accumulators_ = at(t_.accumulator_offset);
  totals_ = at(t_.totals_offset);
  tile_ = at(t_.tile_offset);
  element_ = t_.groups() ? b_.getInt32Ty() : ComputeType(b_, m.accumulator, 0);
  accumulator_ = ComputeType(b_, m.accumulator, t_.lanes);
  stores_registers_ = StoresRegisters();
}

void MatmulEmitter::Emit(Value* begin, Value* end, Value* resumes) {
  if (m_.prepacked_panel > 0) {
    // Whoever packed them asked the target how; a text may be another target's.
    const auto* const load = PlainLoad(eval_.program(), m_.rhs)->As<tile::Load>();
    const int64_t step = eval_.program().refs[load->ref].type.dims().back();
    if (m_.prepacked_panel != t_.nr() || step != t_.k_step) {
      return eval_.Fail(absl::InvalidArgumentError(absl::StrCat(
          "a product's right side lies in panels of ", m_.prepacked_panel, " columns by ",
          step, "; the target's are of ", t_.nr(), " by ", t_.k_step)));
    }
  }
  const ir::Size rows = tile::RowBlocks(m_), columns = tile::ColumnBlocks(m_);
  const ir::Size total = m_.batch * rows * columns;
  Value* const direct = IsDirect();
  Value* const rows_each = ShareOf(m_.m, rows, t_.row_unit, m_.block_m);
  Value* const columns_each = ShareOf(m_.n, columns, t_.nr(), m_.block_n);
  Value* const scratch_is_new = resumes == nullptr ? b_.getTrue() : b_.CreateNot(resumes);
  kb_.For(begin, end, 1, 1, [&](const LaneIndex& step) {
    kb_.set_lanes(1);
    const auto [rest, column] = Divided(step, columns, total);
    const auto [batch, row] = Divided(rest, rows, m_.batch * rows);
    batch_ = batch;
    std::tie(m0_, m_end_) = BlockAt(row, rows_each, m_.m, t_.row_unit);
    std::tie(n0_, n_end_) = BlockAt(column, columns_each, m_.n, t_.nr());
    packed_n0_ = n0_;
    if (statements_.columns_.has_value() && !t_.limited_depth) {
      // From the panel that has the first one.
      const int64_t nr = t_.nr();
      n0_.base = b_.CreateMul(b_.CreateUDiv(statements_.columns_->first, kb_.I64(nr)),
                              kb_.I64(nr));
      n0_.level = kb_.depth();
      n0_.divisor = nr;
      n_end_ = statements_.columns_->end;
    }
    // Blocks beside each other have their lhs in common.
    const auto begins = [&](const LaneIndex& way) {
      return b_.CreateOr(b_.CreateAnd(b_.CreateICmpEQ(step.base, begin), scratch_is_new),
                         b_.CreateICmpEQ(way.base, kb_.I64(0)));
    };
    packs_lhs_ = t_.keeps_lhs ? begins(column) : b_.getTrue();
    packs_rhs_ = t_.keeps_rhs ? begins(row) : b_.getTrue();
    if (t_.open_depth && !t_.limited_depth) {
      const auto is_beyond = [&](int64_t slices) {
        return b_.CreateICmpSGT(kb_.ValueOf(m_.k), kb_.I64(slices * t_.kc));
      };
      packs_lhs_ = b_.CreateOr(packs_lhs_, is_beyond(t_.kept_slices));
      packs_rhs_ = b_.CreateOr(packs_rhs_, is_beyond(1));
    }
    const bool always = direct == b_.getTrue(), never = direct == b_.getFalse();
    if (t_.streaming) {
      Stream();
    } else if (always) {
      Direct();
    } else if (never) {
      Block();
    } else {
      kb_.If(direct, [&] { Direct(); });
      kb_.If(b_.CreateNot(direct), [&] { Block(); });
    }
  });
}

// Quotient and remainder of an index below `bound`.
std::pair<LaneIndex, LaneIndex> MatmulEmitter::Divided(const LaneIndex& x,
                                                       const ir::Size& by,
                                                       const ir::Size& bound) {
  if (bound.is_number() || by == 1) {
    return {kb_.Divide(x, by, bound), kb_.Remainder(x, by, bound)};
  }
  // Nothing is to be proved of bounds that are long expressions.
  Value* const divisor = kb_.ValueOf(by);
  Value* const quotient = b_.CreateUDiv(x.base, divisor);
  Value* const rest = b_.CreateSub(x.base, b_.CreateMul(quotient, divisor));
  return {kb_.FromValue(quotient, kb_.depth()), kb_.FromValue(rest, kb_.depth())};
}

// Rows or columns of a block: `most` or, of a size that is no number, whole units of it
// that are an equal share. The last blocks may be smaller, or empty.
Value* MatmulEmitter::ShareOf(const ir::Size& size, const ir::Size& blocks, int64_t unit,
                              int64_t most) {
  if (size.is_number() || blocks == 1) return kb_.I64(most);
  Value* const units = kb_.ValueOf(ir::CeilDivide(size, unit));
  Value* const count = kb_.ValueOf(blocks);
  Value* const each =
      b_.CreateUDiv(b_.CreateSub(b_.CreateAdd(units, count), kb_.I64(1)), count);
  return b_.CreateMul(each, kb_.I64(unit));
}

// Where the block `number` begins and ends.
std::pair<LaneIndex, Value*> MatmulEmitter::BlockAt(const LaneIndex& number, Value* share,
                                                    const ir::Size& size, int64_t unit) {
  Value* const whole = kb_.ValueOf(size);
  if (llvm::isa<llvm::ConstantInt>(share)) {
    const LaneIndex begin = kb_.Multiply(number, NumberOf(share));
    if (!size.is_number()) return {begin, whole};
    return {begin, Min(kb_.AddConstant(begin, NumberOf(share)).base, whole)};
  }
  LaneIndex begin = number;
  begin.base = b_.CreateMul(number.base, share);
  begin.level = kb_.depth();
  begin.divisor = unit;
  return {begin, Min(b_.CreateAdd(begin.base, share), whole)};
}

int64_t MatmulEmitter::NumberOf(Value* constant) {
  return llvm::cast<llvm::ConstantInt>(constant)->getSExtValue();
}
Value* MatmulEmitter::Min(Value* x, Value* y) {
  return b_.CreateSelect(b_.CreateICmpSLT(x, y), x, y);
}
// What of x, known from `level` on, is whole units of a power of two.
Value* MatmulEmitter::WholeUnits(Value* x, int64_t unit, int level) {
  return kb_.Arith(llvm::Instruction::And, x, kb_.I64(-unit), level);
}
Value* MatmulEmitter::ElementAt(Value* base, Type* type, Value* index) {
  return b_.CreateGEP(type, base, index);
}
Value* MatmulEmitter::Linear(Value* major, int64_t stride, Value* minor) {
  return b_.CreateAdd(b_.CreateMul(major, kb_.I64(stride)), minor);
}
Value* MatmulEmitter::DepthFrom(const LaneIndex& k0, const LaneIndex& k) {
  return b_.CreateUDiv(b_.CreateSub(k.base, k0.base), kb_.I64(t_.k_step));
}

void MatmulEmitter::Block() {
  if (ReadsSegments(t_.lhs_form)) {
    kb_.If(packs_lhs_, [&] {
      if (t_.lhs_form == LhsForm::kHaloTile) PackHaloTile();
      PointToSegments();
    });
  }
  if (t_.open_depth) return OpenSlices();
  if (PacksLhs() && t_.keeps_lhs) {
    kb_.If(packs_lhs_, [&] { Slices([&](const Range& k, bool, bool) { PackLhs(k); }); });
  }
  if (t_.chain > 0) return Chains();
  Slices([&](const Range& k, bool first, bool last) { Slice(k, first, last); });
}

// The first slice starts the accumulators, the last one stores them.
void MatmulEmitter::Slices(
    const std::function<void(const Range& k, bool first, bool last)>& body) {
  const int64_t depth = m_.k.number();
  if (!t_.sliced) return body(RangeOf(kb_.Constant(0), depth), true, true);
  const int64_t last = (depth - 1) / t_.kc * t_.kc;
  body(RangeOf(kb_.Constant(0), t_.kc), true, false);
  kb_.For(kb_.I64(t_.kc), kb_.I64(last), t_.kc, t_.kc,
          [&](const LaneIndex& k) { body(RangeOf(k, t_.kc), false, false); });
  body(RangeOf(kb_.Constant(last), depth - last), false, true);
}

MatmulEmitter::Range MatmulEmitter::RangeOf(const LaneIndex& begin, int64_t size) {
  return {begin, kb_.I64(size)};
}

void MatmulEmitter::Slice(const Range& k, bool first, bool last) {
  if (PacksLhs() && t_.open_depth) {
    kb_.If(packs_lhs_, [&] { PackLhs(k); });
  } else if (PacksLhs() && !t_.keeps_lhs) {
    PackLhs(k);
  }
  if (t_.keeps_rhs) {
    Value* const in_place = RhsIsInPlace(n0_);
    Value* const packs = in_place == nullptr
                             ? packs_rhs_
                             : b_.CreateAnd(packs_rhs_, b_.CreateNot(in_place));
    kb_.If(packs, [&] { PackRhs(k, packed_n0_); });
  }
  const int64_t width = t_.panels * t_.nr();
  kb_.For(n0_.base, n_end_, width, std::gcd(n0_.divisor, width),
          [&](const LaneIndex& n) { Panels(k, n, first, last); });
}

// Packs panels of rhs, unless they are there or read where they are, and multiplies them
// with all rows.
void MatmulEmitter::Panels(const Range& k, const LaneIndex& n0, bool first, bool last) {
  const int64_t nr = t_.nr();
  const LaneIndex& packed_n0 = t_.keeps_rhs ? packed_n0_ : n0;
  Value* const n_end = t_.panels == 1
                           ? b_.CreateAdd(n0.base, kb_.I64(1))
                           : Min(kb_.AddConstant(n0, t_.panels * nr).base, n_end_);
  Value* const in_place = RhsIsInPlace(n0);
  if (m_.prepacked_panel == 0 && !t_.keeps_rhs && !t_.packs_as_it_multiplies) {
    if (in_place == nullptr) {
      PackRhs(k, n0);
    } else {
      kb_.If(b_.CreateNot(in_place), [&] { PackRhs(k, n0); });
    }
  }
  kb_.For(n0.base, n_end, nr, std::gcd(m_.block_n, nr), [&](const LaneIndex& n) {
    Value* const panel =
        m_.prepacked_panel > 0
            ? RhsPanel(k, n)
            : ElementAt(PackedRhs(k), element_,
                        b_.CreateMul(b_.CreateSub(n.base, packed_n0.base),
                                     kb_.I64(t_.depth())));
    const auto tiles_from = [&](Value* begin, const RhsRows& rhs) {
      kb_.For(begin, m_end_, t_.mr, 1, [&](const LaneIndex& m) {
        RowTile(k, {m, n, b_.CreateSub(n.base, n0_.base), in_place}, rhs, first, last);
      });
    };
    if (m_.prepacked_panel > 0) return tiles_from(m0_.base, FromPrepacked(panel));
    if (!t_.packs_as_it_multiplies) return tiles_from(m0_.base, FromPanel(panel));
    const Tile tile = {m0_, n, b_.CreateSub(n.base, n0_.base)};
    const bool alone = m_.block_m <= t_.mr;
    RowTile(k, tile, FromOperand(k, n, alone ? nullptr : panel), first, last);
    if (!alone) tiles_from(kb_.AddConstant(m0_, t_.mr).base, FromPanel(panel));
  });
}

// The rows of one micro-kernel times a panel.
void MatmulEmitter::RowTile(const Range& k, const Tile& at, const RhsRows& rhs,
                            bool first, bool last) {
  const LaneIndex &m = at.m, &n = at.n;
  if (t_.packs_lhs_by_tiles) {
    Value* packs = b_.CreateAnd(packs_lhs_, b_.CreateICmpEQ(n.base, n0_.base));
    if (Value* const ready = LhsIsInPlace()) {
      packs = b_.CreateAnd(packs, b_.CreateNot(ready));
    }
    kb_.If(packs,
           [&] { PackLhsRows(k, m.base, Min(kb_.AddConstant(m, t_.mr).base, m_end_)); });
  }
  const LaneIndex start = TileBegin(m);
  if (last) PrefetchStored(start, n);
  if (t_.open_depth) {
    OpenEnd(k, at, start, OpenTile(k, at, start, rhs));
  } else {
    const Kept tile = t_.sliced ? TileOf(accumulators_, at)
                                : Kept{accumulators_, t_.accumulator_stride()};
    const Vectors sums = MicroKernel(k, start, rhs, first ? Zeros() : LoadTile(tile));
    if (last) {
      StoreSums(at, start, sums, tile);
    } else {
      SaveTile(sums, tile);
    }
  }
  FreeRegisters();
}

// Rows in place exist up to m_.m only: the last tile starts earlier and does not store
// again what was stored before.
LaneIndex MatmulEmitter::TileBegin(const LaneIndex& m) {
  LaneIndex begin = m;
  if (t_.lhs_form == LhsForm::kInPlace &&
      !(kb_.IsMultiple(m_.m, t_.mr) && m_.block_m % t_.mr == 0)) {
    begin.base = Min(m.base, kb_.ValueOf(m_.m - t_.mr));
    begin.level = kb_.depth();
    begin.divisor = 1;
  }
  return begin;
}

// Where a block in scratch has a tile.
MatmulEmitter::Kept MatmulEmitter::TileOf(Value* block, const Tile& at) {
  const int64_t stride = t_.accumulator_stride();
  return {ElementAt(block, accumulator_->getScalarType(),
                    Linear(b_.CreateSub(at.m.base, m0_.base), stride, at.column)),
          stride};
}

MatmulEmitter::Vectors MatmulEmitter::MicroKernel(const Range& k, const LaneIndex& m,
                                                  const RhsRows& rhs,
                                                  Vectors accumulators) {
  if (ReadsSegments(t_.lhs_form)) {
    return MultiplySegments(k, m, rhs, std::move(accumulators));
  }
  return Multiply(StepsOf(k), rhs, std::move(accumulators), LhsOf(k, m), RowsBehind(k, m),
                  UnrolledSteps());
}

// Steps along a part of k.
Value* MatmulEmitter::StepsOf(const Range& k) {
  return b_.CreateUDiv(b_.CreateAdd(k.size, kb_.I64(t_.k_step - 1)), kb_.I64(t_.k_step));
}

// Where the tile whose first row is `m` has its elements.
MatmulEmitter::LhsAddress MatmulEmitter::LhsOf(const Range& k, const LaneIndex& m) {
  if (t_.lhs_form == LhsForm::kPointers) return AtRows(LhsRows(k, m));
  return [this, tile = LhsTile(k, m)](const LaneIndex& at, int row) {
    return LhsElement(tile, at, row);
  };
}

MatmulEmitter::LhsAddress MatmulEmitter::AtRows(Vectors rows) {
  return [this, rows = std::move(rows)](const LaneIndex& at, int row) {
    return kb_.ElementAddress(PackedType(), rows[row], kb_.Multiply(at, t_.k_step).base);
  };
}

MatmulEmitter::Vectors MatmulEmitter::Zeros() const {
  return Vectors(t_.mr * t_.nr_vectors, llvm::Constant::getNullValue(accumulator_));
}

Value* MatmulEmitter::AccumulatorAt(const Kept& tile, int row, int vector) {
  return ElementAt(tile.at, accumulator_->getScalarType(),
                   kb_.I64(row * tile.stride + vector * t_.lanes));
}

MatmulEmitter::Vectors MatmulEmitter::LoadTile(const Kept& tile) {
  Vectors sums;
  for (int i = 0; i < t_.mr; ++i) {
    for (int v = 0; v < t_.nr_vectors; ++v) {
      sums.push_back(
          b_.CreateAlignedLoad(accumulator_, AccumulatorAt(tile, i, v), llvm::Align(4)));
    }
  }
  return sums;
}

void MatmulEmitter::SaveTile(const Vectors& sums, const Kept& tile) {
  for (int i = 0; i < t_.mr; ++i) {
    for (int v = 0; v < t_.nr_vectors; ++v) {
      b_.CreateAlignedStore(sums[i * t_.nr_vectors + v], AccumulatorAt(tile, i, v),
                            llvm::Align(4));
    }
  }
}

// Constants of what is packed and stored are loaded before all loops, and would stay
// in registers through the micro-kernel, which then lacks them: its accumulators went
// to memory and back in every step. Nothing in a vector register survives this point.
void MatmulEmitter::FreeRegisters() {
  const VectorTarget& target = kb_.options().scalar.target;
  std::string clobbers;
  for (int i = 0; i < target.registers(); ++i) {
    absl::StrAppend(&clobbers, i > 0 ? "," : "", "~{", target.x86 ? "xmm" : "v", i, "}");
  }
  llvm::FunctionType* const type = llvm::FunctionType::get(b_.getVoidTy(), false);
  b_.CreateCall(type, llvm::InlineAsm::get(type, "", clobbers, /*hasSideEffects=*/true));
}

// Steps of the micro-kernel that are written out: as many as make the loop's own
// instructions few beside theirs, in code that stays small. Of an open depth each step
// more is one more loop behind, and a processor has time for those instructions.
int64_t MatmulEmitter::UnrolledSteps() const {
  constexpr int64_t kMostSteps = 4, kMultiplyAdds = 24;
  int64_t steps = t_.odd_first ? 2 : 1;
  if (t_.open_depth) return steps;
  while (2 * steps <= kMostSteps && 2 * steps * t_.mr * t_.nr_vectors <= kMultiplyAdds) {
    steps *= 2;
  }
  return steps;
}

// `count` steps along k, `steps` of them written out: `lhs` says where a row's element is
// at a step; `next`: what is asked for meanwhile.
MatmulEmitter::Vectors MatmulEmitter::Multiply(Value* count, const RhsRows& rhs,
                                               Vectors accumulators,
                                               const LhsAddress& lhs,
                                               const NextRows& next, int64_t steps) {
  Value* const whole = WholeUnits(count, steps, kb_.depth());
  const auto steps_from = [&](const LaneIndex& at, int64_t number, const Vectors& sums) {
    return InOrder(number, sums, [&](int64_t i, const Vectors& before) {
      if (rhs.ask != nullptr && i % 2 != 0) rhs.ask(kb_.AddConstant(at, i - 1));
      return MultiplyStep(kb_.AddConstant(at, i), rhs, before, lhs);
    });
  };
  accumulators = kb_.Loop(kb_.I64(0), whole, steps, std::move(accumulators), steps,
                          [&](const LaneIndex& at, const Vectors& carried) {
                            PrefetchNext(next, at, steps);
                            return steps_from(at, steps, carried);
                          });
  if (t_.open_depth) {
    return OpenTail(whole, count, std::move(accumulators),
                    [&](const LaneIndex& at, const Vectors& carried) {
                      return MultiplyStep(at, rhs, carried, lhs);
                    });
  }
  const int64_t all = NumberOf(count), done = NumberOf(whole);
  return steps_from(kb_.Constant(done), all - done, accumulators);
}

// One element (or pair) of each row times a row of the panel.
MatmulEmitter::Vectors MatmulEmitter::MultiplyStep(const LaneIndex& k, const RhsRows& rhs,
                                                   const Vectors& accumulators,
                                                   const LhsAddress& lhs) {
  const int nv = t_.nr_vectors;
  Vectors columns;
  for (int v = 0; v < nv; ++v) columns.push_back(rhs.vector(k, v));
  Vectors sums;
  for (int i = 0; i < t_.mr; ++i) {
    Value* const x = b_.CreateVectorSplat(
        t_.lanes, b_.CreateAlignedLoad(element_, lhs(k, i), llvm::Align(4 / t_.k_step)));
    for (int v = 0; v < nv; ++v) {
      sums.push_back(MultiplyAdd(x, columns[v], accumulators[i * nv + v]));
    }
  }
  return sums;
}

// What the odd element of a pair adds where k ends before it: it makes -0 of a sum that
// was flushed +0.
Value* MatmulEmitter::AddZero(Value* sum) {
  return b_.CreateFAdd(sum, llvm::ConstantFP::get(sum->getType(), 0.0));
}

MatmulEmitter::Vectors MatmulEmitter::AddZero(const Vectors& sums) {
  Vectors after;
  for (Value* sum : sums) after.push_back(AddZero(sum));
  return after;
}

int StatementEmitter::StoreBits(const std::vector<tile::Store>& stores) {
  std::vector<tile::ExprId> roots;
  for (const tile::Store& store : stores) roots.push_back(store.value());
  return WidestBits(roots);
}

void StatementEmitter::EmitMatmul(const tile::Matmul& matmul, Value* begin, Value* end,
                                  Value* resumes) {
  MatmulEmitter(*this, eval_, matmul, scratch_).Emit(begin, end, resumes);
}

}  // namespace tilewright::codegen
