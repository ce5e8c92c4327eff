#include "jit/llvm/prefix_masks.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace tilewright::jit {
namespace {

using llvm::FixedVectorType;
using llvm::Value;
using llvm::VectorType;

bool IsPowerOfTwo(unsigned n) { return (n & (n - 1)) == 0; }

// c where `value` is <c, c + 1, c + 2, ...>.
std::optional<int64_t> FirstOfLanes(Value* value, unsigned lanes) {
  const auto* const numbers = llvm::dyn_cast<llvm::ConstantDataVector>(value);
  if (numbers == nullptr) return std::nullopt;
  const uint64_t first = numbers->getElementAsInteger(0);
  for (unsigned l = 0; l < lanes; ++l) {
    if (numbers->getElementAsInteger(l) != first + l) return std::nullopt;
  }
  return static_cast<int64_t>(first);
}

// n of a mask that is `lane < n`, or null: of such a comparison of unsigned numbers, or,
// with `lane + c < n + c`, of signed ones. Where n must be computed, before `use`.
Value* PrefixLength(Value* mask, unsigned lanes, llvm::Instruction* use) {
  using llvm::ICmpInst;
  using llvm::PatternMatch::m_ICmp;
  using llvm::PatternMatch::m_Value;
  ICmpInst::Predicate predicate;
  Value *left, *right;
  if (!match(mask, m_ICmp(predicate, m_Value(left), m_Value(right)))) return nullptr;
  if (predicate == ICmpInst::ICMP_UGT || predicate == ICmpInst::ICMP_SGT) {
    std::swap(left, right);
    predicate = ICmpInst::getSwappedPredicate(predicate);
  }
  const std::optional<int64_t> first = FirstOfLanes(left, lanes);
  Value* const end = llvm::getSplatValue(right);
  if (!first.has_value() || end == nullptr) return nullptr;
  if (predicate == ICmpInst::ICMP_ULT) return *first == 0 ? end : nullptr;
  if (predicate != ICmpInst::ICMP_SLT) return nullptr;
  llvm::IRBuilder<> b(use);
  Value* const c = llvm::ConstantInt::get(end->getType(), *first);
  return b.CreateSub(b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, end, c), c);
}

// One load or store. Blocks are split before the call; what is made goes there.
class Expansion {
 public:
  Expansion(llvm::IntrinsicInst* call, Value* memory, VectorType* type, Value* length)
      : call_(call),
        memory_(memory),
        element_(type->getElementType()),
        lanes_(llvm::cast<FixedVectorType>(type)->getNumElements()),
        length_(length) {}

  // The elements beyond the length are zero.
  Value* Load() {
    const auto [whole, part] = Branch(IsWhole());
    llvm::IRBuilder<> b(whole);
    Value* const all = LoadOf(b, lanes_, b.getInt64(0));
    // Of what is left after all larger pieces, in the first lanes.
    b.SetInsertPoint(part);
    Value* rest = llvm::Constant::getNullValue(FixedVectorType::get(element_, 1));
    for (unsigned piece = 1; piece < lanes_; piece *= 2) {
      const auto [then, otherwise] = Branch(HasPiece(part, piece), part);
      b.SetInsertPoint(then);
      Value* const read = LoadOf(b, piece, Larger(b, 2 * piece));
      Value* const with = Joined(b, read, rest);
      b.SetInsertPoint(otherwise);
      Value* const without =
          Joined(b, rest, llvm::Constant::getNullValue(rest->getType()));
      rest = Phi(part, with, then, without, otherwise);
    }
    return Phi(call_, all, whole, rest, part);
  }

  void Store(Value* value) {
    const auto [whole, part] = Branch(IsWhole());
    llvm::IRBuilder<> b(whole);
    b.CreateAlignedStore(value, memory_, Align());
    Value* rest = value;
    for (unsigned piece = lanes_ / 2; piece >= 1; piece /= 2) {
      const auto [then, otherwise] = Branch(HasPiece(part, piece), part);
      b.SetInsertPoint(then);
      b.CreateAlignedStore(Half(b, rest, 0), At(b, Larger(b, 2 * piece)), Align());
      if (piece == 1) break;
      Value* const upper = Half(b, rest, piece);
      b.SetInsertPoint(otherwise);
      Value* const lower = Half(b, rest, 0);
      rest = Phi(part, upper, then, lower, otherwise);
    }
  }

 private:
  struct Sides {
    llvm::Instruction *then, *otherwise;  // the ends of both
  };

  Sides Branch(Value* condition, llvm::Instruction* before = nullptr) {
    Sides sides;
    llvm::SplitBlockAndInsertIfThenElse(condition, before != nullptr ? before : call_,
                                        &sides.then, &sides.otherwise);
    return sides;
  }

  Value* IsWhole() {
    llvm::IRBuilder<> b(call_);
    count_ = b.CreateZExtOrTrunc(length_, b.getInt64Ty());
    return b.CreateICmpUGE(length_, llvm::ConstantInt::get(length_->getType(), lanes_));
  }

  Value* HasPiece(llvm::Instruction* before, unsigned piece) {
    llvm::IRBuilder<> b(before);
    return b.CreateICmpNE(b.CreateAnd(count_, b.getInt64(piece)), b.getInt64(0));
  }

  // How many elements lie in pieces of at least that size.
  Value* Larger(llvm::IRBuilder<>& b, uint64_t piece) {
    if (piece >= lanes_) return b.getInt64(0);
    return b.CreateAnd(count_, b.getInt64(~(piece - 1)));
  }

  Value* At(llvm::IRBuilder<>& b, Value* index) {
    return b.CreateGEP(element_, memory_, index);
  }

  // Every piece is at least as aligned as an element is said to be.
  llvm::Align Align() const {
    const unsigned operand =
        call_->getIntrinsicID() == llvm::Intrinsic::masked_load ? 1 : 2;
    const uint64_t said =
        llvm::cast<llvm::ConstantInt>(call_->getArgOperand(operand))->getZExtValue();
    const uint64_t bytes = element_->getScalarSizeInBits() / 8;
    return llvm::Align(std::min(said, bytes));
  }

  Value* LoadOf(llvm::IRBuilder<>& b, unsigned count, Value* index) {
    return b.CreateAlignedLoad(FixedVectorType::get(element_, count), At(b, index),
                               Align());
  }

  static Value* Joined(llvm::IRBuilder<>& b, Value* low, Value* high) {
    const unsigned lanes = llvm::cast<FixedVectorType>(low->getType())->getNumElements();
    llvm::SmallVector<int, 32> order;
    for (unsigned l = 0; l < 2 * lanes; ++l) order.push_back(static_cast<int>(l));
    return b.CreateShuffleVector(low, high, order);
  }

  static Value* Half(llvm::IRBuilder<>& b, Value* value, unsigned from) {
    const unsigned lanes =
        llvm::cast<FixedVectorType>(value->getType())->getNumElements();
    llvm::SmallVector<int, 32> order;
    for (unsigned l = 0; l < lanes / 2; ++l) order.push_back(static_cast<int>(from + l));
    return b.CreateShuffleVector(value, order);
  }

  static Value* Phi(llvm::Instruction* before, Value* x, llvm::Instruction* from_x,
                    Value* y, llvm::Instruction* from_y) {
    llvm::IRBuilder<> b(before->getParent(), before->getParent()->begin());
    llvm::PHINode* const phi = b.CreatePHI(x->getType(), 2);
    phi->addIncoming(x, from_x->getParent());
    phi->addIncoming(y, from_y->getParent());
    return phi;
  }

  llvm::IntrinsicInst* const call_;
  Value* const memory_;
  llvm::Type* const element_;
  const unsigned lanes_;
  Value* const length_;
  Value* count_ = nullptr;  // `length_` as i64
};

void Expand(llvm::IntrinsicInst* call, int most_bits) {
  const bool loads = call->getIntrinsicID() == llvm::Intrinsic::masked_load;
  auto* const type = llvm::dyn_cast<FixedVectorType>(
      loads ? call->getType() : call->getArgOperand(0)->getType());
  if (type == nullptr || type->getNumElements() < 2 ||
      !IsPowerOfTwo(type->getNumElements()) || type->getScalarSizeInBits() % 8 != 0 ||
      type->getScalarSizeInBits() > static_cast<unsigned>(most_bits)) {
    return;
  }
  Value* const length =
      PrefixLength(call->getArgOperand(loads ? 2 : 3), type->getNumElements(), call);
  if (length == nullptr) return;
  if (loads) {
    const auto* const beyond = llvm::dyn_cast<llvm::Constant>(call->getArgOperand(3));
    if (beyond == nullptr || !beyond->isNullValue()) return;
    call->replaceAllUsesWith(
        Expansion(call, call->getArgOperand(0), type, length).Load());
  } else {
    Expansion(call, call->getArgOperand(1), type, length).Store(call->getArgOperand(0));
  }
  call->eraseFromParent();
}

}  // namespace

void ExpandPrefixMasks(llvm::Module& module, int most_bits) {
  std::vector<llvm::IntrinsicInst*> calls;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        if (call == nullptr) continue;
        if (call->getIntrinsicID() == llvm::Intrinsic::masked_load ||
            call->getIntrinsicID() == llvm::Intrinsic::masked_store) {
          calls.push_back(call);
        }
      }
    }
  }
  for (llvm::IntrinsicInst* const call : calls) Expand(call, most_bits);
}

}  // namespace tilewright::jit
