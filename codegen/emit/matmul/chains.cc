// Matmul of a k that is longer than a chain: accumulators in scratch hold the chain that
// is being made, and what the chains before it gave is in the totals beside them.
#include "codegen/emit/matmul/matmul_emitter.h"

namespace tilewright::codegen {

using llvm::Value;

void MatmulEmitter::Chains() {
  ClearBlock();
  const int64_t depth = m_.k.number(), whole = depth / t_.kc * t_.kc;
  kb_.For(kb_.I64(0), kb_.I64(whole), t_.kc, t_.kc, [&](const LaneIndex& k) {
    Slice(RangeOf(k, t_.kc), /*first=*/false, /*last=*/false);
    Value* const end = kb_.AddConstant(k, t_.kc).base;
    Value* const left = b_.CreateAnd(end, kb_.I64(t_.chain - 1));
    kb_.If(b_.CreateICmpEQ(left, kb_.I64(0)), [&] { EndChain(); });
  });
  if (whole < depth) {
    Slice(RangeOf(kb_.Constant(whole), depth - whole), /*first=*/false, /*last=*/false);
  }
  if (depth % t_.chain != 0) EndChain();
  StoreBlock();
}

// No chain has been made: what is added to -0 stays what it is.
void MatmulEmitter::ClearBlock() {
  Value* const zero = llvm::Constant::getNullValue(accumulator_);
  ForBlock([&](Value* at) {
    b_.CreateAlignedStore(zero, ElementAt(accumulators_, element_, at), llvm::Align(4));
    if (t_.chain == 0) return;
    b_.CreateAlignedStore(llvm::ConstantFP::getNegativeZero(accumulator_),
                          ElementAt(totals_, element_, at), llvm::Align(4));
  });
}

// Adds what it gave to the totals; the next one begins.
void MatmulEmitter::EndChain() {
  ForBlock([&](Value* at) {
    Value* const chain = ElementAt(accumulators_, element_, at);
    Value* const total = ElementAt(totals_, element_, at);
    const auto load = [&](Value* from) {
      return b_.CreateAlignedLoad(accumulator_, from, llvm::Align(4));
    };
    b_.CreateAlignedStore(b_.CreateFAdd(load(total), load(chain)), total, llvm::Align(4));
    b_.CreateAlignedStore(llvm::Constant::getNullValue(accumulator_), chain,
                          llvm::Align(4));
  });
}

void MatmulEmitter::StoreBlock() {
  kb_.For(n0_.base, n_end_, t_.nr(), 1, [&](const LaneIndex& n) {
    kb_.For(m0_.base, m_end_, t_.mr, 1, [&](const LaneIndex& m) {
      const Tile tile = {m, n, b_.CreateSub(n.base, n0_.base)};
      StoreTile(tile, TileOf(totals_, tile));
    });
  });
}

// Vectors of a block in scratch. Of one row no more than there are.
void MatmulEmitter::ForBlock(const std::function<void(Value* offset)>& body) {
  Value* end = kb_.I64(t_.block_m * t_.block_n);
  if (t_.streaming && !m_.n.is_number()) {
    end = Min(end, b_.CreateSub(n_end_, n0_.base));
  }
  kb_.For(kb_.I64(0), end, t_.lanes, t_.lanes,
          [&](const LaneIndex& at) { body(at.base); });
}

}  // namespace tilewright::codegen
