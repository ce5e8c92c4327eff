#include "codegen/emit/transpose_lanes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace tilewright::codegen {
namespace {

// The value, hidden from LLVM's search for one shuffle that does the work of
// several. Between the rounds there is none, and to look for it would take three
// quarters of a transpose's compile time.
llvm::Value* Hidden(llvm::IRBuilderBase& b, llvm::Value* x) {
  const unsigned bits = x->getType()->getPrimitiveSizeInBits().getFixedValue();
  if (bits % 128 != 0) return x;
  llvm::Type* const floats = llvm::FixedVectorType::get(b.getFloatTy(), bits / 32);
  llvm::Value* const hidden = b.CreateArithmeticFence(b.CreateBitCast(x, floats), floats);
  return b.CreateBitCast(hidden, x->getType());
}

}  // namespace

void TransposeLanes(llvm::IRBuilderBase& b, std::vector<llvm::Value*>& rows) {
  const int n = static_cast<int>(rows.size());
  for (int half = n / 2; half >= 1; half /= 2) {
    std::vector<llvm::Value*> next(n);
    for (int i = 0; i < n; ++i) {
      if (i & half) continue;
      // Lanes with bit `half` clear stay; the others are exchanged.
      llvm::SmallVector<int, 32> low, high;
      for (int l = 0; l < n; ++l) {
        low.push_back((l & half) == 0 ? l : n + (l ^ half));
        high.push_back((l & half) == 0 ? (l | half) : n + l);
      }
      next[i] = Hidden(b, b.CreateShuffleVector(rows[i], rows[i + half], low));
      next[i + half] = Hidden(b, b.CreateShuffleVector(rows[i], rows[i + half], high));
    }
    rows = next;
  }
}

}  // namespace tilewright::codegen
