#include "codegen/eval/rounding.h"

#include <algorithm>

#include "codegen/eval/prefetch.h"
#include "codegen/scalar/scalar_ops.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Intrinsics.h"

namespace tilewright::codegen {

using llvm::Value;
using Values = KernelBuilder::Values;

namespace {

Values RoundedOneByOne(KernelBuilder& kb, const Values& x) {
  Values rounded;
  for (Value* one : x) {
    const absl::StatusOr<Lanes> lanes = EmitScalarOp(
        kb.ir(), kb.options().scalar, {ir::OpKind::kConvert},
        {Lanes{.type = ir::ElementType::kF32, .re = one}}, ir::ElementType::kBF16);
    rounded.push_back(lanes.value().re);
  }
  return rounded;
}

// x * 2^16 - y, rounded once.
Value* ShiftedLess(llvm::IRBuilder<>& b, Value* x, Value* y) {
  llvm::Type* const type = x->getType();
  return b.CreateIntrinsic(llvm::Intrinsic::fma, {type},
                           {x, llvm::ConstantFP::get(type, 0x1p16), b.CreateFNeg(y)});
}

// x * 2^16 - x ends, rounded, where bf16's last bit of x is, and so does x * 2^16 itself:
// between them is x without the bits behind it. Ties go to even, and zeros keep their
// sign. From 2^112 on the difference is infinite; of infinities and NaNs it is NaN: a sum
// of all of them says whether any is, and then none is rounded this way.
Values RoundedAtOnce(KernelBuilder& kb, const Values& x) {
  llvm::IRBuilder<>& b = kb.ir();
  Values differences;
  Value* sum = nullptr;
  for (Value* one : x) {
    differences.push_back(ShiftedLess(b, one, one));
    sum = sum == nullptr ? differences[0] : b.CreateFAdd(sum, differences.back());
  }
  // Zeros, or NaN for what is not finite.
  const auto* const type = llvm::cast<llvm::FixedVectorType>(sum->getType());
  Value* const lost =
      b.CreateBitCast(b.CreateFSub(sum, sum),
                      llvm::FixedVectorType::get(b.getInt32Ty(), type->getNumElements()));
  Value* const finite = b.CreateICmpEQ(b.CreateOrReduce(lost), b.getInt32(0));
  const auto shifted_less = [&] {
    Values rounded;
    for (size_t i = 0; i < x.size(); ++i) {
      rounded.push_back(ShiftedLess(b, x[i], differences[i]));
    }
    return rounded;
  };
  return kb.Choose(
      finite, shifted_less, [&] { return RoundedOneByOne(kb, x); }, /*mostly=*/true);
}

}  // namespace

bool RoundsToBf16(const tile::Program& program, const tile::Expr& expr) {
  const auto* const scalar = expr.As<tile::Scalar>();
  return scalar != nullptr && scalar->op == ir::OpKind::kConvert &&
         expr.type.element == ir::ElementType::kBF16 &&
         program.exprs[expr.operands[0]].type.element == ir::ElementType::kF32;
}

bool MultiplyAddsRound(const ScalarOptions& options) {
  return options.numerics == Numerics::kTpu && options.target.x86 && options.target.fma;
}

bool RoundsByMultiplyAdds(const EmitOptions& options) {
  const VectorTarget& target = options.scalar.target;
  const bool by_instruction = target.avx512_bf16 && options.processor.PairsPay();
  const bool by_tables = target.avx512 && options.processor.multiply_adds == 1;
  return MultiplyAddsRound(options.scalar) && !by_instruction && !by_tables;
}

Values RoundedToBf16(KernelBuilder& kb, const Values& x) {
  return RoundsByMultiplyAdds(kb.options())
             ? RoundedByMultiplyAdds(kb, x, kRoundedTogether)
             : RoundedOneByOne(kb, x);
}

Values RoundedByMultiplyAdds(KernelBuilder& kb, const Values& x, int together) {
  Values rounded;
  for (auto from = x.begin(); from != x.end();) {
    const auto to = from + std::min<ptrdiff_t>(together, x.end() - from);
    const Values part(from, to);
    // Of one the check would cost what is saved.
    const Values done = part.size() > 1 && part[0]->getType()->isVectorTy()
                            ? RoundedAtOnce(kb, part)
                            : RoundedOneByOne(kb, part);
    rounded.insert(rounded.end(), done.begin(), done.end());
    from = to;
  }
  return rounded;
}

Value* ComputedBefore(KernelBuilder& kb, Value* value) {
  const VectorTarget& target = kb.options().scalar.target;
  llvm::Type* const type = value->getType();
  const uint64_t bits = type->getPrimitiveSizeInBits();
  const bool is_whole = bits >= 128 && bits <= static_cast<uint64_t>(target.vector_bits);
  const bool in_register = type->isFloatingPointTy() ||
                           (type->isVectorTy() && is_whole && type->isFPOrFPVectorTy());
  if (!in_register) return value;
  const char* const same = target.avx512 ? "=v,0" : target.x86 ? "=x,0" : "=w,0";
  llvm::FunctionType* const identity = llvm::FunctionType::get(type, {type}, false);
  return kb.ir().CreateCall(
      identity, llvm::InlineAsm::get(identity, "", same, /*hasSideEffects=*/true),
      {value});
}

void AskAhead(KernelBuilder& kb, Value* vector, int64_t bytes) {
  constexpr int64_t kAhead = 1024;
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(vector);
  if (load == nullptr || bytes <= kb.options().l2_bytes ||
      !RoundsByMultiplyAdds(kb.options())) {
    return;
  }
  llvm::IRBuilder<>& b = kb.ir();
  Value* const address =
      b.CreateGEP(b.getInt8Ty(), load->getOperand(0), b.getInt64(kAhead));
  AskForLine(b, address, Cache::kL1);
}

}  // namespace tilewright::codegen
