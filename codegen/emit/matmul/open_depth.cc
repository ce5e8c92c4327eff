// Matmul of a k that is known when the kernel runs. Its slices are one loop, of which a
// slice may be the only one, end a chain, or be the last: that is asked where a tile's
// sums begin and where they end, so that there is one micro-kernel for all depths.
#include <numeric>

#include "codegen/emit/matmul/matmul_emitter.h"

namespace tilewright::codegen {

using llvm::Value;

void MatmulEmitter::OpenSlices() {
  if (t_.limited_depth) return LimitedSlices();
  Value* const depth = kb_.ValueOf(m_.k);
  // Of no products the sum is zero, which a slice of none stores.
  Value* const end =
      kb_.IsAtLeast(m_.k, 1)
          ? depth
          : b_.CreateSelect(b_.CreateICmpSGT(depth, kb_.I64(0)), depth, kb_.I64(1));
  kb_.For(kb_.I64(0), end, t_.kc, t_.kc, [&](const LaneIndex& begin) {
    Value* const left = b_.CreateSub(depth, begin.base);
    Range k = {begin, Min(left, kb_.I64(t_.kc))};
    k.is_last = b_.CreateICmpSLE(left, kb_.I64(t_.kc));
    if (t_.chain > 0) {
      const auto begins = [&](Value* at) {
        return b_.CreateICmpEQ(b_.CreateAnd(at, kb_.I64(t_.chain - 1)), kb_.I64(0));
      };
      Value* const next = b_.CreateAdd(begin.base, kb_.I64(t_.kc));
      k.begins_chain = begins(begin.base);
      k.ends_chain = b_.CreateOr(k.is_last, begins(next));
      k.adds_total =
          b_.CreateAnd(k.ends_chain, b_.CreateICmpSGE(begin.base, kb_.I64(t_.chain)));
    } else {
      k.begins_chain = b_.CreateICmpEQ(begin.base, kb_.I64(0));
    }
    Slice(k, /*first=*/false, /*last=*/false);
  });
}

// Of a chain's rows, which have no other columns. Slices begin where columns do.
void MatmulEmitter::LimitedSlices() {
  const auto [first, end] = *statements_.columns_;
  kb_.For(first, end, t_.kc, std::gcd(t_.kc, StatementEmitter::kColumnUnit),
          [&](const LaneIndex& begin) {
            Value* const left = b_.CreateSub(end, begin.base);
            Range k = {begin, Min(left, kb_.I64(t_.kc))};
            k.begins_chain = b_.CreateICmpEQ(begin.base, first);
            k.is_last = b_.CreateICmpSLE(left, kb_.I64(t_.kc));
            Slice(k, /*first=*/false, /*last=*/false);
          });
}

MatmulEmitter::Vectors MatmulEmitter::OpenStart(const Range& k, const Tile& at) {
  return kb_.Choose(
      k.begins_chain, [&] { return Zeros(); },
      [&] { return LoadTile(TileOf(accumulators_, at)); });
}

Value* MatmulEmitter::HasFewRows() {
  return b_.CreateICmpSLE(kb_.ValueOf(m_.m), kb_.I64(t_.few_rows()));
}

// Whether the panels from `n0` on are read where they are: rows are few and, where masks
// cost something, no panel ends behind the last column. Null: never.
Value* MatmulEmitter::RhsIsInPlace(const LaneIndex& n0) {
  if (!t_.reads_rhs_for_few_rows) return nullptr;
  if (t_.masks_in_place) return HasFewRows();
  Value* const beyond = kb_.AddConstant(n0, t_.panels * t_.nr()).base;
  Value* const columns = b_.CreateSub(Min(beyond, n_end_), n0.base);
  Value* const rest = b_.CreateURem(columns, kb_.I64(t_.nr()));
  return b_.CreateAnd(HasFewRows(), b_.CreateICmpEQ(rest, kb_.I64(0)));
}

// Whether lhs is read where it is: there is one panel for its rows, or they are few.
// Null: never.
Value* MatmulEmitter::LhsIsInPlace() {
  if (!t_.reads_lhs_in_place) return nullptr;
  Value* const one = b_.CreateICmpSLE(kb_.ValueOf(m_.n), kb_.I64(t_.nr()));
  return t_.reads_rhs_for_few_rows ? b_.CreateOr(one, HasFewRows()) : one;
}

// A pointer to each row of a tile, so that one micro-kernel is for lhs in place and for
// what is packed of it.
MatmulEmitter::LhsAddress MatmulEmitter::OpenLhs(const Range& k, const LaneIndex& m) {
  Value* const in_place = LhsIsInPlace();
  if (in_place == nullptr) return LhsOf(k, m);
  const auto packed = [&] {
    Value* const tile = LhsTile(k, m);
    Vectors rows;
    for (int i = 0; i < t_.mr; ++i) {
      rows.push_back(ElementAt(tile, element_, kb_.I64(i * t_.lhs_stride())));
    }
    return rows;
  };
  return AtRows(kb_.Choose(in_place, [&] { return LhsRows(k, m); }, packed));
}

// The sums of a tile so far, and of its steps in the slice. `rhs`: the panel, if it is
// packed.
MatmulEmitter::Vectors MatmulEmitter::OpenTile(const Range& k, const Tile& at,
                                               const LaneIndex& start,
                                               const RhsRows& rhs) {
  if (at.in_place == nullptr && LhsIsInPlace() == nullptr) {
    return MicroKernel(k, start, rhs, OpenStart(k, at));
  }
  const LhsAddress rows = OpenLhs(k, start);
  const Vectors before = OpenStart(k, at);
  Value* const steps = StepsOf(k);
  const auto multiply = [&](const RhsRows& columns) {
    return Multiply(steps, columns, before, rows, /*next=*/{}, UnrolledSteps());
  };
  const auto from_panel = [&] { return multiply(rhs); };
  if (at.in_place == nullptr) return from_panel();
  const auto from_operand = [&] {
    const auto whole = [&] { return multiply(FromOperand(k, at.n, nullptr)); };
    const auto masked = [&] { return multiply(MaskedOperand(k, at.n)); };
    if (!t_.masks_in_place) return whole();
    // Beside a mere load a mask costs nothing: one micro-kernel less.
    if (eval_.program().exprs[m_.rhs].type.element == m_.accumulator) return masked();
    Value* const beyond = kb_.AddConstant(at.n, t_.nr()).base;
    return kb_.Choose(b_.CreateICmpSLE(beyond, n_end_), whole, masked);
  };
  return kb_.Choose(at.in_place, from_operand, from_panel);
}

// As FromOperand, of columns that end in the panel.
MatmulEmitter::RhsRows MatmulEmitter::MaskedOperand(const Range& k, const LaneIndex& n) {
  Vectors masks;
  kb_.set_lanes(t_.lanes);
  for (int v = 0; v < t_.nr_vectors; ++v) {
    Value* const first = kb_.AddConstant(n, int64_t{v} * t_.lanes).base;
    masks.push_back(LaneMask(first, n_end_, t_.lanes));
  }
  kb_.set_lanes(1);
  return {[this, operand = FromOperand(k, n, nullptr), masks](const LaneIndex& depth,
                                                              int vector) {
            eval_.set_mask(masks[vector]);
            Value* const x = operand.vector(depth, vector);
            eval_.set_mask(nullptr);
            return x;
          },
          nullptr};
}

// What a chain gave is added to what those before it did, and waits with it for the next;
// a chain that goes on is kept; what nothing is behind is stored.
void MatmulEmitter::OpenEnd(const Range& k, const Tile& at, const LaneIndex& start,
                            const Vectors& sums) {
  Vectors ended = sums;
  Value* block = accumulators_;
  if (t_.chain > 0) {
    ended = kb_.Choose(
        k.adds_total,
        [&] {
          Vectors totals = LoadTile(TileOf(totals_, at));
          for (size_t i = 0; i < totals.size(); ++i) {
            totals[i] = b_.CreateFAdd(totals[i], sums[i]);
          }
          return totals;
        },
        [&] { return sums; });
    block = b_.CreateSelect(k.ends_chain, totals_, accumulators_);
  }
  kb_.If(b_.CreateNot(k.is_last), [&] { SaveTile(ended, TileOf(block, at)); });
  kb_.If(k.is_last, [&] { StoreSums(at, start, ended, {tile_, t_.nr()}); });
}

// The step from `begin`, a whole number of units of k, to `end`, if there is one.
MatmulEmitter::Vectors MatmulEmitter::OpenTail(
    Value* begin, Value* end, Vectors sums,
    const std::function<Vectors(const LaneIndex&, const Vectors&)>& add) {
  if (!t_.odd_first) return sums;
  return kb_.Loop(begin, end, 1, std::move(sums), 1,
                  [&](const LaneIndex& at, const Vectors& carried) {
                    return InOrder(1, carried, [&](int64_t, const Vectors& before) {
                      return add(at, before);
                    });
                  });
}

}  // namespace tilewright::codegen
