// Matmul of one row: nothing is used twice, so nothing is packed. Rows of rhs are
// read as they lie, and the accumulators of the block stay in the L1 cache.
#include "codegen/matmul_emitter.h"

namespace tilewright::codegen {

using llvm::Value;

namespace {

// Rows of rhs that one pass over the accumulators takes.
constexpr int kRowsAPass = 8;

}  // namespace

void MatmulEmitter::Stream() {
  const int64_t whole = m_.k / kRowsAPass * kRowsAPass;
  kb_.For(kb_.I64(0), kb_.I64(t_.block_n), t_.lanes, t_.lanes, [&](const LaneIndex& n) {
    b_.CreateAlignedStore(llvm::Constant::getNullValue(accumulator_),
                          ElementAt(accumulators_, element_, n.base), llvm::Align(4));
  });
  kb_.For(kb_.I64(0), kb_.I64(whole), kRowsAPass, kRowsAPass,
          [&](const LaneIndex& k) { StreamRows(k, kRowsAPass); });
  kb_.For(kb_.I64(whole), kb_.I64(m_.k), 1, 1,
          [&](const LaneIndex& k) { StreamRows(k, 1); });
  kb_.For(n0_.base, n_end_, t_.nr(), 1, [&](const LaneIndex& n) {
    Value* const tile =
        ElementAt(accumulators_, element_, b_.CreateSub(n.base, n0_.base));
    StoreTile(m0_, kb_.I64(0), kb_.I64(1), n, tile);
  });
}

// Adds rows k, k + 1, ... in this order.
void MatmulEmitter::StreamRows(const LaneIndex& k, int rows) {
  std::vector<Value*> lhs;
  for (int r = 0; r < rows; ++r) {
    Value* const x = Packed(Operand(m_.lhs, m0_, kb_.AddConstant(k, r)));
    lhs.push_back(b_.CreateVectorSplat(t_.lanes, x));
  }
  kb_.set_lanes(t_.lanes);
  LaneLoopFrom(n0_.base, n_end_, m_.n % t_.lanes != 0 || m_.block_n % t_.lanes != 0,
               [&](const LaneIndex& n) {
                 Value* const at =
                     ElementAt(accumulators_, element_, b_.CreateSub(n.base, n0_.base));
                 Value* sum = b_.CreateAlignedLoad(accumulator_, at, llvm::Align(4));
                 for (int r = 0; r < rows; ++r) {
                   const Lanes y = Operand(m_.rhs, kb_.AddConstant(k, r), n);
                   sum = MultiplyAdd(lhs[r], Packed(y), sum);
                 }
                 b_.CreateAlignedStore(sum, at, llvm::Align(4));
               });
  kb_.set_lanes(1);
}

}  // namespace tilewright::codegen
