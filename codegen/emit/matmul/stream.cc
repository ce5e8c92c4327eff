// Matmul of one row: nothing is used twice, so nothing is packed. Rows of rhs are
// read as they lie, and the accumulators of the block stay in the L1 cache.
#include "codegen/emit/matmul/matmul_emitter.h"
#include "codegen/eval/rounding.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace tilewright::codegen {

using llvm::Value;

// Whether rows of rhs are rounded several at once as they are read.
bool MatmulEmitter::RoundsStreamed() const {
  const bool rounds = eval_.program().exprs[m_.rhs].type.element == ir::ElementType::kF32;
  return RoundsTogether() ||
         (t_.odd_first && rounds && MultiplyAddsRound(kb_.options().scalar));
}

// Rows of rhs that one pass over the accumulators takes, and as many are asked for ahead:
// where they are rounded, what registers hold. Rows of a large array share sets of the L1
// cache, of eight places; where each element is brought to f32 as it is read, what is
// thrown out of them is read too late.
int MatmulEmitter::RowsAPass() const {
  const bool all_in_registers = kb_.options().scalar.target.avx512 && RoundsStreamed();
  return t_.odd_first && !all_in_registers ? kRoundedTogether : 8;
}

void MatmulEmitter::Stream() {
  ClearBlock();
  if (t_.chain > 0) {
    StreamChains();
  } else {
    StreamDepth(kb_.Constant(0), kb_.ValueOf(m_.k));
  }
  Value* const sums = t_.chain > 0 ? totals_ : accumulators_;
  kb_.For(n0_.base, n_end_, t_.nr(), 1, [&](const LaneIndex& n) {
    const Tile tile = {m0_, n, b_.CreateSub(n.base, n0_.base)};
    StoreRows(m0_, kb_.I64(0), kb_.I64(1), n, TileOf(sums, tile));
  });
}

void MatmulEmitter::StreamChains() {
  if (t_.open_depth) {
    Value* const depth = kb_.ValueOf(m_.k);
    return kb_.For(kb_.I64(0), depth, t_.chain, t_.chain, [&](const LaneIndex& k) {
      StreamDepth(k, Min(kb_.I64(t_.chain), b_.CreateSub(depth, k.base)));
      EndChain();
    });
  }
  const int64_t depth = m_.k.number(), whole = depth / t_.chain * t_.chain;
  kb_.For(kb_.I64(0), kb_.I64(whole), t_.chain, t_.chain, [&](const LaneIndex& k) {
    StreamDepth(k, kb_.I64(t_.chain));
    EndChain();
  });
  if (whole == depth) return;
  StreamDepth(kb_.Constant(whole), kb_.I64(depth - whole));
  EndChain();
}

// What is left after whole passes goes in pairs, if those stay together, and one by
// one.
void MatmulEmitter::StreamDepth(const LaneIndex& k, Value* size) {
  Value* done = k.base;
  for (const int rows : {RowsAPass(), t_.k_unit(), 1}) {
    Value* const end = Behind(k, WholeUnits(size, rows, k.level));
    kb_.For(done, end, rows, rows, [&](const LaneIndex& row) { StreamRows(row, rows); });
    done = end;
  }
}

// Adds rows k, k + 1, ... in this order, or the pairs of them.
void MatmulEmitter::StreamRows(const LaneIndex& k, int rows) {
  const Vectors lhs = StreamedLhs(k, rows);
  kb_.set_lanes(t_.lanes);
  // Of some vectors that are a line the first asks for all of them.
  const int64_t line = kCacheLine / t_.element_bytes, beside = line / t_.lanes;
  const auto are_whole = [&](int64_t columns) {
    return kb_.IsMultiple(m_.n, columns) && m_.block_n % columns == 0 &&
           (columns == t_.lanes || t_.nr() % columns == 0);  // where open blocks begin
  };
  if (beside > 1 && kb_.options().scalar.target.x86 && are_whole(line)) {
    kb_.For(n0_.base, n_end_, line, line, [&](LaneIndex n) {
      n.stride = 1;
      for (int64_t v = 0; v < beside; ++v) {
        StreamVector(k, lhs, rows, kb_.AddConstant(n, v * t_.lanes), v == 0 ? line : 0);
      }
    });
  } else {
    LaneLoopFrom(n0_.base, n_end_, are_whole(t_.lanes) ? Tail::kNone : Tail::kMasked,
                 [&](const LaneIndex& n) { StreamVector(k, lhs, rows, n, t_.lanes); });
  }
  kb_.set_lanes(1);
}

// To a vector of the accumulators. So many columns of rows further down are asked for.
void MatmulEmitter::StreamVector(const LaneIndex& k, const Vectors& lhs, int rows,
                                 const LaneIndex& n, int64_t asked) {
  Value* const at = ElementAt(accumulators_, element_, b_.CreateSub(n.base, n0_.base));
  Value* sum = b_.CreateAlignedLoad(accumulator_, at, llvm::Align(4));
  const Vectors rounded = StreamedTogether(k, rows, n, asked);
  const auto add = [&](int64_t i, Value* x) {
    if (!rounded.empty()) return MultiplyAdd(lhs[i], rounded[i], x);
    const LaneIndex row = kb_.AddConstant(k, i * t_.k_step);
    PrefetchRhs(row, n, asked);
    Value* const rhs =
        t_.pairs ? StreamedPair(row, rows, n) : Packed(Operand(m_.rhs, row, n));
    return MultiplyAdd(lhs[i], rhs, x);
  };
  sum = InOrder(static_cast<int64_t>(lhs.size()), sum, add);
  b_.CreateAlignedStore(sum, at, llvm::Align(4));
}

// The elements of lhs at k, k + 1, ..., or the pairs of them, each in all lanes.
MatmulEmitter::Vectors MatmulEmitter::StreamedLhs(const LaneIndex& k, int rows) {
  kb_.set_lanes(rows);
  Value* x = Packed(Operand(m_.lhs, m0_, Along(k)));
  kb_.set_lanes(1);
  if (rows == 1) {
    if (t_.pairs) x = b_.CreateZExt(x, b_.getInt32Ty());
    return {b_.CreateVectorSplat(t_.lanes, x)};
  }
  if (t_.pairs) {
    x = b_.CreateBitCast(x, llvm::FixedVectorType::get(b_.getInt32Ty(), rows / 2));
  }
  Vectors all;
  for (int i = 0; i < rows / t_.k_step; ++i) {
    const llvm::SmallVector<int, 16> all_lanes(t_.lanes, i);
    all.push_back(b_.CreateShuffleVector(x, all_lanes));
  }
  return all;
}

// A vector of each of rows k, k + 1, ... of rhs, where they are rounded at once.
MatmulEmitter::Vectors MatmulEmitter::StreamedTogether(const LaneIndex& k, int rows,
                                                       const LaneIndex& n,
                                                       int64_t asked) {
  if (!RoundsStreamed()) return {};
  std::vector<Lanes> all;
  for (int i = 0; i < rows; ++i) {
    const LaneIndex row = kb_.AddConstant(k, i);
    PrefetchRhs(row, n, asked);
    all.push_back(Operand(m_.rhs, row, n));
  }
  return PackedTogether(all, rows);
}

// Rows k and k + 1 of rhs, of `rows` that there are, side by side.
Value* MatmulEmitter::StreamedPair(const LaneIndex& k, int rows, const LaneIndex& n) {
  const auto read = [&](int64_t row) {
    return eval_.EvaluateLanes(m_.rhs,
                               {{1, batch_}, {1, kb_.AddConstant(k, row)}, {1, n}});
  };
  const auto interleave = [&](Value* low, Value* high) {
    llvm::SmallVector<int, 64> order;
    for (int l = 0; l < t_.lanes; ++l) {
      order.push_back(l);
      order.push_back(t_.lanes + l);
    }
    return high != nullptr ? b_.CreateShuffleVector(low, high, order)
                           : b_.CreateShuffleVector(low, order);
  };
  const Lanes even = read(0);
  if (rows == 1) {
    Value* const bits = Packed(even);
    return interleave(bits, llvm::Constant::getNullValue(bits->getType()));
  }
  const Lanes odd = read(1);
  if (even.type == ir::ElementType::kF32) {
    // One instruction rounds both.
    Value* const both = b_.CreateIntrinsic(
        llvm::Intrinsic::x86_avx512bf16_cvtne2ps2bf16_512, {}, {odd.re, even.re});
    return interleave(both, nullptr);
  }
  return interleave(Packed(even), Packed(odd));
}

}  // namespace tilewright::codegen
