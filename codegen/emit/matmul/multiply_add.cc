// The multiply-add of a micro-kernel: of single elements, or of groups of them along k by
// the target's instruction for those.
#include "codegen/emit/matmul/matmul_emitter.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace tilewright::codegen {

using llvm::Type;
using llvm::Value;

Value* MatmulEmitter::MultiplyAdd(Value* x, Value* y, Value* acc) {
  if (t_.fours) {
    Type* const bytes = llvm::FixedVectorType::get(b_.getInt8Ty(), 4 * t_.lanes);
    const llvm::Intrinsic::ID id = ir::IsSigned(t_.packed)
                                       ? llvm::Intrinsic::aarch64_neon_sdot
                                       : llvm::Intrinsic::aarch64_neon_udot;
    return b_.CreateIntrinsic(
        id, {acc->getType(), bytes},
        {acc, b_.CreateBitCast(x, bytes), b_.CreateBitCast(y, bytes)});
  }
  if (t_.pairs && accumulator_->isIntOrIntVectorTy()) {
    // Sums of two products of bytes fit: this is exact, as is the wrapping sum.
    Type* const i16 = llvm::FixedVectorType::get(b_.getInt16Ty(), 2 * t_.lanes);
    const llvm::Intrinsic::ID id = t_.lanes == 16
                                       ? llvm::Intrinsic::x86_avx512_pmaddw_d_512
                                   : t_.lanes == 8 ? llvm::Intrinsic::x86_avx2_pmadd_wd
                                                   : llvm::Intrinsic::x86_sse2_pmadd_wd;
    return b_.CreateAdd(
        acc,
        b_.CreateIntrinsic(id, {}, {b_.CreateBitCast(x, i16), b_.CreateBitCast(y, i16)}));
  }
  if (t_.pairs) {
    Type* const bf16 = llvm::FixedVectorType::get(b_.getBFloatTy(), 2 * t_.lanes);
    return b_.CreateIntrinsic(
        llvm::Intrinsic::x86_avx512bf16_dpbf16ps_512, {},
        {acc, b_.CreateBitCast(x, bf16), b_.CreateBitCast(y, bf16)});
  }
  if (accumulator_->isIntOrIntVectorTy()) return b_.CreateAdd(acc, b_.CreateMul(x, y));
  if (m_.rounds_products) return b_.CreateFAdd(acc, b_.CreateFMul(x, y));
  return b_.CreateIntrinsic(llvm::Intrinsic::fma, {acc->getType()}, {x, y, acc});
}

}  // namespace tilewright::codegen
