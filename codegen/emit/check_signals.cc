// Signals of a kernel with checks: points of a grid run one after the other, so what is
// waited for and not there yet never comes, and what is left at the end of one stays.
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

void KernelChecks::NothingLeft(tile::RefId semaphores, Value* slot) {
  Value* const at = b_.CreateGEP(b_.getInt32Ty(), eval_.pointer(semaphores), slot);
  Value* const left = b_.CreateSExt(b_.CreateLoad(b_.getInt32Ty(), at), b_.getInt64Ty());
  Value* const ref = kb_.I64(semaphores);
  if (notes_.copies) {
    ForEachCopy([&](Value* copy) {
      Fail(CountsOn(copy, semaphores, slot), {TW_CHECK_NOT_AWAITED,
                                              ref,
                                              {CopyField(copy, CopyNotes::kBytes), slot},
                                              CopyField(copy, CopyNotes::kStatement)});
    });
  }
  Fail(b_.CreateICmpNE(left, kb_.I64(0)), {TW_CHECK_NOT_WAITED_FOR, ref, {left, slot}});
}

}  // namespace tilewright::codegen
