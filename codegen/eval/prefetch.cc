#include "codegen/eval/prefetch.h"

#include "codegen/analysis/plain_read.h"
#include "codegen/eval/plain_index.h"
#include "codegen/scalar/scalar_ops.h"
#include "llvm/IR/Intrinsics.h"

namespace tilewright::codegen {

void AskForLine(llvm::IRBuilder<>& b, llvm::Value* address, Cache into) {
  b.CreateIntrinsic(
      llvm::Intrinsic::prefetch, {address->getType()},
      {address, b.getInt32(0), b.getInt32(static_cast<uint32_t>(into)), b.getInt32(1)});
}

llvm::Value* PlainAddress(Evaluator& eval, tile::ExprId expr, Index index) {
  KernelBuilder& kb = eval.kb();
  for (IndexGroup& group : index) group.index.stride = 0;
  const tile::Expr& load = *PlainLoad(eval.program(), expr);
  const LaneIndex at = PlainOffset(kb, eval.program(), expr, index);
  return kb.ElementAddress(StorageType(kb.ir(), load.type.element, 0),
                           eval.pointer(load.As<tile::Load>()->ref), at.base);
}

}  // namespace tilewright::codegen
