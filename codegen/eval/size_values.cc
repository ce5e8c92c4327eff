// Sizes as LLVM values: expressions of symbols (ir/size/size.h), made of what the kernel
// is handed.
#include "codegen/eval/kernel_builder.h"
#include "ir/size/prove.h"
#include "llvm/IR/Intrinsics.h"
#include "support/check.h"

namespace tilewright::codegen {

using llvm::Value;

bool KernelBuilder::IsMultiple(const ir::Size& size, int64_t of) const {
  if (size.is_number()) return size.number() % of == 0;
  return ir::ProveDivisible(size, of, *symbols_) == ir::Proof::kYes;
}

bool KernelBuilder::IsAtLeast(const ir::Size& size, const ir::Size& least) const {
  if (size.is_number() && least.is_number()) return size.number() >= least.number();
  return ir::ProveAtLeast(size, least, *symbols_) == ir::Proof::kYes;
}

bool KernelBuilder::IsBelow(const ir::Size& size, int64_t limit) const {
  if (size.is_number()) return size.number() < limit;
  const std::optional<int64_t> most = ir::BoundsOf(size, *symbols_).high;
  return most.has_value() && *most < limit;
}

Value* KernelBuilder::ValueOf(const ir::Size& size) {
  if (size.is_number()) return I64(size.number());
  const auto known = sizes_.find(size);
  if (known != sizes_.end()) return known->second;
  TW_CHECK(symbols_ != nullptr);
  if (size.refused()) {
    size_status_.Update(size.status());
    return I64(1);
  }
  if (const std::optional<ir::SymbolId> symbol = size.symbol()) {
    return sizes_[size] = SymbolValue(*symbol);
  }
  Value* sum = nullptr;
  for (const ir::SizeTerm& term : size.expression()->terms) {
    Value* product = nullptr;
    const auto multiply = [&](Value* value) {
      product =
          product == nullptr ? value : Arith(llvm::Instruction::Mul, value, product, 0);
    };
    for (const ir::SizeFactor& factor : term.monomial) {
      Value* const value = AtomValue(factor.atom);
      for (int i = 0; i < factor.power; ++i) multiply(value);
    }
    if (product == nullptr || term.coefficient != 1) multiply(I64(term.coefficient));
    sum = sum == nullptr ? product : Arith(llvm::Instruction::Add, sum, product, 0);
  }
  return sizes_[size] = sum;
}

// Divisions and maxima come again in sums of products: each is computed once.
Value* KernelBuilder::AtomValue(const ir::SizeAtom& atom) {
  if (atom.opaque == nullptr) return ValueOf(ir::Size::OfSymbol(atom.symbol));
  const ir::Size size = ir::FromAtom(atom);
  const auto known = sizes_.find(size);
  if (known != sizes_.end()) return known->second;
  return sizes_[size] = OpaqueValue(*atom.opaque);
}

Value* KernelBuilder::SymbolValue(ir::SymbolId symbol) {
  return At(0, [&]() -> Value* {
    Value* const place =
        builder_.CreateConstGEP1_64(builder_.getInt64Ty(), symbol_values_, symbol);
    return builder_.CreateAlignedLoad(builder_.getInt64Ty(), place, llvm::Align(8));
  });
}

Value* KernelBuilder::OpaqueValue(const ir::OpaqueSize& opaque) {
  std::vector<Value*> operands;
  for (const ir::Size& operand : opaque.operands) operands.push_back(ValueOf(operand));
  return At(0, [&]() -> Value* {
    if (opaque.kind == ir::OpaqueSize::Kind::kMax) {
      Value* most = operands[0];
      for (Value* operand : llvm::ArrayRef(operands).drop_front()) {
        most = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, most, operand);
      }
      return most;
    }
    return FloorDivided(opaque.operands[0], operands[0], operands[1]);
  });
}

// Towards minus infinity; the divisor is positive.
Value* KernelBuilder::FloorDivided(const ir::Size& size, Value* value, Value* divisor) {
  if (size == 1) {
    return builder_.CreateZExt(builder_.CreateICmpEQ(divisor, I64(1)),
                               builder_.getInt64Ty());
  }
  const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  if (number != nullptr && number->getValue().isPowerOf2()) {
    return builder_.CreateAShr(value, number->getValue().logBase2());
  }
  if (IsAtLeast(size, 0)) return builder_.CreateUDiv(value, divisor);
  Value* const quotient = builder_.CreateSDiv(value, divisor);
  Value* const rest = builder_.CreateSRem(value, divisor);
  return builder_.CreateAdd(
      quotient,
      builder_.CreateSExt(builder_.CreateICmpSLT(rest, I64(0)), builder_.getInt64Ty()));
}

}  // namespace tilewright::codegen
