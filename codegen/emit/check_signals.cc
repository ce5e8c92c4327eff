// Signals of a kernel with checks: points of a grid run one after the other, so what is
// waited for and not there yet never comes.
#include "codegen/emit/kernel_checks.h"
#include "support/abi.h"

namespace tilewright::codegen {

using llvm::Value;

void KernelChecks::Signal(const tile::Signal& signal) {
  kb_.set_lanes(1);
  Value* const slot = SlotOf(signal.semaphore, signal.slot);
  Value* const amount = eval_.EvaluateScalar(signal.amount).value.re;
  Value* const at = b_.CreateGEP(b_.getInt32Ty(), eval_.pointer(signal.semaphore), slot);
  Value* const before = b_.CreateLoad(b_.getInt32Ty(), at);
  if (!signal.wait) {
    b_.CreateStore(b_.CreateAdd(before, amount), at);
    return;
  }
  Value* const bad = b_.CreateICmpSLT(before, amount);
  b_.CreateStore(b_.CreateSelect(bad, before, b_.CreateSub(before, amount)), at);
  Fail(bad, {TW_CHECK_NO_SIGNAL,
             kb_.I64(signal.semaphore),
             {b_.CreateSExt(amount, b_.getInt64Ty()),
              b_.CreateSExt(before, b_.getInt64Ty()), slot}});
}

}  // namespace tilewright::codegen
