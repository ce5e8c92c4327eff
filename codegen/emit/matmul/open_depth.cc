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

// The steps from `begin`, a whole number of units of k, to `end`: few.
MatmulEmitter::Vectors MatmulEmitter::OpenTail(
    Value* begin, Value* end, Vectors sums,
    const std::function<Vectors(const LaneIndex&, const Vectors&)>& add) {
  if (t_.odd_first && UnrolledSteps() > 2) {
    Value* const units = WholeUnits(end, 2, kb_.depth());
    sums = kb_.Loop(begin, units, 2, std::move(sums), 2,
                    [&](const LaneIndex& at, const Vectors& carried) {
                      return InOrder(2, carried, [&](int64_t i, const Vectors& before) {
                        return add(kb_.AddConstant(at, i), before);
                      });
                    });
    begin = units;
  }
  if (UnrolledSteps() == 1) return sums;
  return kb_.Loop(begin, end, 1, std::move(sums), 1,
                  [&](const LaneIndex& at, const Vectors& carried) {
                    return InOrder(1, carried, [&](int64_t, const Vectors& before) {
                      return add(at, before);
                    });
                  });
}

}  // namespace tilewright::codegen
