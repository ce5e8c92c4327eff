#include "codegen/eval/kernel_builder.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "llvm/IR/MDBuilder.h"
#include "support/check.h"

namespace tilewright::codegen {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

KernelBuilder::KernelBuilder(llvm::Function* function, const EmitOptions& options)
    : builder_(BasicBlock::Create(function->getContext(), "entry", function)),
      options_(options) {
  levels_.push_back(builder_.GetInsertBlock());
  known_.emplace_back();
}

void KernelBuilder::OpenLevel(BasicBlock* block) {
  levels_.back() = builder_.GetInsertBlock();
  levels_.push_back(block);
  known_.emplace_back();
  builder_.SetInsertPoint(block);
}

void KernelBuilder::CloseLevel() {
  if (on_forget) on_forget(depth());
  levels_.pop_back();
  known_.pop_back();
}

KernelBuilder::Values KernelBuilder::Loop(
    Value* begin, Value* end, int64_t step, Values carried, int64_t divisor,
    const std::function<Values(const LaneIndex&, const Values&)>& body) {
  // Loops of no iteration or of one are no loops.
  const auto* const first = llvm::dyn_cast<llvm::ConstantInt>(begin);
  const auto* const limit = llvm::dyn_cast<llvm::ConstantInt>(end);
  if (first != nullptr && limit != nullptr) {
    const int64_t trip_count = limit->getSExtValue() - first->getSExtValue();
    if (trip_count <= 0) return carried;
    if (trip_count <= step) return body(Constant(first->getSExtValue()), carried);
  }
  llvm::Function* const function = builder_.GetInsertBlock()->getParent();
  BasicBlock* const header = BasicBlock::Create(context(), "loop", function);
  BasicBlock* const block = BasicBlock::Create(context(), "body", function);
  BasicBlock* const exit = BasicBlock::Create(context(), "exit", function);

  llvm::IRBuilder<> head(header);
  PHINode* const i = head.CreatePHI(head.getInt64Ty(), 2, "i");
  std::vector<PHINode*> phis;
  Values current;
  for (Value* value : carried) {
    phis.push_back(head.CreatePHI(value->getType(), 2, "carry"));
    current.push_back(phis.back());
  }
  head.CreateCondBr(head.CreateICmpSLT(i, end), block, exit);

  OpenLevel(block);
  LaneIndex index;
  index.base = i;
  index.divisor = divisor;
  index.level = depth();
  const Values next = body(index, current);
  TW_CHECK(next.size() == phis.size());
  BasicBlock* const latch = builder_.GetInsertBlock();
  i->addIncoming(builder_.CreateNSWAdd(i, I64(step), "i.next"), latch);
  for (size_t k = 0; k < phis.size(); ++k) phis[k]->addIncoming(next[k], latch);
  builder_.CreateBr(header);
  CloseLevel();

  BasicBlock* const before = levels_.back();
  builder_.SetInsertPoint(before);
  builder_.CreateBr(header);
  i->addIncoming(begin, before);
  for (size_t k = 0; k < phis.size(); ++k) phis[k]->addIncoming(carried[k], before);
  builder_.SetInsertPoint(exit);
  levels_.back() = exit;
  return current;
}

void KernelBuilder::For(Value* begin, Value* end, int64_t step, int64_t divisor,
                        const std::function<void(const LaneIndex&)>& body) {
  Loop(begin, end, step, {}, divisor, [&](const LaneIndex& i, const Values&) {
    body(i);
    return Values();
  });
}

KernelBuilder::Values KernelBuilder::While(
    Values carried, const std::function<Value*(const Values&)>& condition,
    const std::function<Values(const Values&)>& body) {
  llvm::Function* const function = builder_.GetInsertBlock()->getParent();
  BasicBlock* const header = BasicBlock::Create(context(), "while", function);
  BasicBlock* const block = BasicBlock::Create(context(), "do", function);
  BasicBlock* const exit = BasicBlock::Create(context(), "done", function);
  llvm::IRBuilder<> head(header);
  std::vector<PHINode*> phis;
  Values current;
  for (Value* value : carried) {
    phis.push_back(head.CreatePHI(value->getType(), 2, "carry"));
    current.push_back(phis.back());
  }

  OpenLevel(header);
  Value* const proceed = condition(current);
  builder_.CreateCondBr(proceed, block, exit);
  builder_.SetInsertPoint(block);
  levels_.back() = block;
  const Values next = body(current);
  TW_CHECK(next.size() == phis.size());
  BasicBlock* const latch = builder_.GetInsertBlock();
  for (size_t k = 0; k < phis.size(); ++k) phis[k]->addIncoming(next[k], latch);
  builder_.CreateBr(header);
  CloseLevel();

  BasicBlock* const before = levels_.back();
  builder_.SetInsertPoint(before);
  builder_.CreateBr(header);
  for (size_t k = 0; k < phis.size(); ++k) phis[k]->addIncoming(carried[k], before);
  builder_.SetInsertPoint(exit);
  levels_.back() = exit;
  return current;
}

void KernelBuilder::WhileLoop(const std::function<Value*()>& condition,
                              const std::function<void()>& body) {
  While(
      {}, [&](const Values&) { return condition(); },
      [&](const Values&) {
        body();
        return Values();
      });
}

void KernelBuilder::If(Value* predicate, const std::function<void()>& then) {
  llvm::Function* const function = builder_.GetInsertBlock()->getParent();
  BasicBlock* const block = BasicBlock::Create(context(), "then", function);
  BasicBlock* const exit = BasicBlock::Create(context(), "endif", function);
  OpenLevel(block);
  then();
  builder_.CreateBr(exit);
  CloseLevel();
  builder_.SetInsertPoint(levels_.back());
  builder_.CreateCondBr(predicate, block, exit);
  builder_.SetInsertPoint(exit);
  levels_.back() = exit;
}

KernelBuilder::Values KernelBuilder::Choose(Value* predicate,
                                            const std::function<Values()>& then,
                                            const std::function<Values()>& otherwise,
                                            bool mostly) {
  llvm::Function* const function = builder_.GetInsertBlock()->getParent();
  BasicBlock* const exit = BasicBlock::Create(context(), "chosen", function);
  BasicBlock* begin[2];
  BasicBlock* end[2];
  Values made[2];
  for (int side = 0; side < 2; ++side) {
    begin[side] = BasicBlock::Create(context(), side == 0 ? "then" : "else", function);
    OpenLevel(begin[side]);
    made[side] = side == 0 ? then() : otherwise();
    end[side] = builder_.GetInsertBlock();
    builder_.CreateBr(exit);
    CloseLevel();
    builder_.SetInsertPoint(levels_.back());
  }
  TW_CHECK(made[0].size() == made[1].size());
  builder_.CreateCondBr(
      predicate, begin[0], begin[1],
      mostly ? llvm::MDBuilder(context()).createLikelyBranchWeights() : nullptr);
  builder_.SetInsertPoint(exit);
  levels_.back() = exit;
  Values chosen;
  for (size_t i = 0; i < made[0].size(); ++i) {
    if (made[0][i] == made[1][i]) {
      chosen.push_back(made[0][i]);
      continue;
    }
    PHINode* const phi = builder_.CreatePHI(made[0][i]->getType(), 2, "choice");
    for (int side = 0; side < 2; ++side) phi->addIncoming(made[side][i], end[side]);
    chosen.push_back(phi);
  }
  return chosen;
}

void KernelBuilder::BeginBlock() {
  llvm::Function* const function = builder_.GetInsertBlock()->getParent();
  BasicBlock* const next = BasicBlock::Create(context(), "next", function);
  // What has an address is not joined with the block before it again.
  llvm::BlockAddress::get(next);
  builder_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent,
                       llvm::SyncScope::SingleThread);
  builder_.CreateBr(next);
  builder_.SetInsertPoint(next);
  levels_.back() = next;
}

Value* KernelBuilder::Remembered(Instruction::BinaryOps op, Value* x, Value* y,
                                 int level) {
  return Once(op, x, y, level, [&] { return builder_.CreateBinOp(op, x, y); });
}

Value* KernelBuilder::Splat(Value* scalar, int level) {
  return Once(kSplat, scalar, I64(lanes_), level,
              [&] { return builder_.CreateVectorSplat(lanes_, scalar); });
}

KernelBuilder::Sum KernelBuilder::SumOf(Value* x) const {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(x)) {
    return {nullptr, constant->getSExtValue()};
  }
  const auto it = sums_.find(x);
  return it == sums_.end() ? Sum{x, 0} : it->second;
}

std::optional<int64_t> KernelBuilder::Distance(Value* x, Value* y) const {
  const Sum a = SumOf(x), c = SumOf(y);
  if (a.root != c.root || a.step != c.step || a.times != c.times) return {};
  return c.constant - a.constant;
}

Value* KernelBuilder::SizeTimes(Value* size, int64_t times) {
  return times == 1 ? size : Remembered(Instruction::Mul, size, I64(times), 0);
}

Value* KernelBuilder::Made(const Sum& sum, int level) {
  Value* value = sum.root;
  if (sum.step != nullptr) {
    Value* const steps = SizeTimes(sum.step, sum.times);
    value = value == nullptr ? steps : Remembered(Instruction::Add, value, steps, level);
  }
  if (value == nullptr) return I64(sum.constant);
  if (sum.constant != 0) {
    value = Remembered(Instruction::Add, value, I64(sum.constant), level);
  }
  if (value != sum.root && value != sum.step) sums_.emplace(value, sum);
  return value;
}

Value* KernelBuilder::Arith(Instruction::BinaryOps op, Value* x, Value* y, int level) {
  level = std::min(level, depth());
  if (x->getType()->isVectorTy()) return Remembered(op, x, y, level);
  // Indices stay far below 2^63, where these laws hold.
  const Sum a = SumOf(x);
  Sum c = SumOf(y);
  if (op == Instruction::Add) {
    if (a.step != nullptr && c.step != nullptr && a.step != c.step) c = {y, 0};
    Sum sum = {a.root == nullptr   ? c.root
               : c.root == nullptr ? a.root
                                   : Remembered(op, a.root, c.root, level),
               a.constant + c.constant, a.step != nullptr ? a.step : c.step,
               a.times + c.times};
    if (sum.times == 0) sum.step = nullptr;
    return Made(sum, level);
  }
  if (op == Instruction::Mul && c.is_constant()) {
    if (c.constant == 1) return x;
    if (!a.is_constant() && (a.constant != 0 || a.step != nullptr) && c.constant != 0) {
      Value* const root = a.root == nullptr ? nullptr : Remembered(op, a.root, y, level);
      return Made({root, a.constant * c.constant, a.step, a.times * c.constant}, level);
    }
  }
  return Remembered(op, x, y, level);
}

// Of an index and a size that is no number.
Value* KernelBuilder::TimesSize(Value* x, Value* size, int level) {
  level = std::min(level, depth());
  const Sum sum = SumOf(x);
  if (sum.step != nullptr || sum.constant == 0) {
    return Remembered(Instruction::Mul, x, size, level);
  }
  Value* const root =
      sum.root == nullptr ? nullptr : Remembered(Instruction::Mul, sum.root, size, level);
  return Made({root, 0, size, sum.constant}, level);
}

Value* KernelBuilder::ElementAddress(llvm::Type* type, Value* pointer, Value* index) {
  const Sum sum = SumOf(index);
  const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  if (sum.root != nullptr) {
    pointer = Once(kElementOfBits + bits, pointer, sum.root, depth(),
                   [&] { return builder_.CreateGEP(type, pointer, sum.root); });
  }
  if (sum.step != nullptr) {
    pointer = StepsFrom(pointer, SizeTimes(sum.step, bits / 8), sum.times);
  }
  if (sum.constant == 0) return pointer;
  return builder_.CreateGEP(type, pointer, I64(sum.constant));
}

// An address has a pointer and 1, 2, 4 or 8 times a value: of the first steps it takes
// the odd ones as values, and of those that follow another pointer.
Value* KernelBuilder::StepsFrom(Value* pointer, Value* bytes, int64_t times) {
  constexpr int64_t kNear = 8, kMost = 64;
  const bool few = times > 0 && times < kMost;
  const int64_t near = few ? times % kNear : 0;
  if (near != times) {
    Value* const far = SizeTimes(bytes, times - near);
    pointer = Once(kByte, pointer, far, depth(), [&] {
      return builder_.CreateGEP(builder_.getInt8Ty(), pointer, far);
    });
  }
  if (near == 0) return pointer;
  const int twos = std::countr_zero(static_cast<uint64_t>(near));
  Value* const odd = SizeTimes(bytes, near >> twos);
  return builder_.CreateGEP(builder_.getInt8Ty(), pointer,
                            twos == 0 ? odd : builder_.CreateShl(odd, twos));
}

LaneIndex KernelBuilder::Constant(const ir::Size& value) {
  LaneIndex index;
  index.base = ValueOf(value);
  if (!value.is_number()) return index;
  index.divisor = value == 0 ? int64_t{1} << 40 : std::abs(value.number());
  return index;
}

LaneIndex KernelBuilder::FromValue(Value* value, int level) {
  LaneIndex index;
  if (value->getType()->isVectorTy()) {
    index.lanes = value;
  } else {
    index.base = value;
  }
  index.level = level;
  return index;
}

Value* KernelBuilder::LaneNumbers() {
  std::vector<llvm::Constant*> numbers;
  for (int l = 0; l < lanes_; ++l) numbers.push_back(builder_.getInt64(l));
  return llvm::ConstantVector::get(numbers);
}

Value* KernelBuilder::ExplicitLanes(const LaneIndex& x) {
  if (x.lanes != nullptr) return x.lanes;
  Value* const splat = Splat(x.base, x.level);
  if (x.stride == 0) return splat;
  Value* const steps = builder_.CreateMul(
      LaneNumbers(), builder_.CreateVectorSplat(lanes_, I64(x.stride)));
  return Arith(Instruction::Add, splat, steps, x.level);
}

LaneIndex KernelBuilder::Add(const LaneIndex& x, const LaneIndex& y) {
  LaneIndex sum;
  sum.level = std::max(x.level, y.level);
  sum.divisor = std::gcd(x.divisor, y.divisor);
  if (x.lanes != nullptr || y.lanes != nullptr) {
    sum.lanes = Arith(Instruction::Add, ExplicitLanes(x), ExplicitLanes(y), sum.level);
    return sum;
  }
  sum.base = Arith(Instruction::Add, x.base, y.base, sum.level);
  sum.stride = x.stride + y.stride;
  return sum;
}

LaneIndex KernelBuilder::AddConstant(const LaneIndex& x, const ir::Size& y) {
  return y == 0 ? x : Add(x, Constant(y));
}

LaneIndex KernelBuilder::Multiply(const LaneIndex& x, const ir::Size& y) {
  if (y == 1) return x;
  if (y == 0) return Constant(0);
  LaneIndex product;
  product.level = x.level;
  // Lanes that are so many elements apart as no number says are explicit ones.
  if (x.lanes != nullptr || (x.stride != 0 && !y.is_number())) {
    product.lanes =
        Arith(Instruction::Mul, ExplicitLanes(x), Splat(ValueOf(y), 0), x.level);
    return product;
  }
  product.divisor = x.divisor;
  if (!y.is_number()) {
    product.base = TimesSize(x.base, ValueOf(y), x.level);
    return product;
  }
  product.base = Arith(Instruction::Mul, x.base, ValueOf(y), x.level);
  product.stride = x.stride * y.number();
  const int64_t factor = std::abs(y.number());
  if (x.divisor <= (int64_t{1} << 40) / factor) product.divisor = x.divisor * factor;
  return product;
}

LaneIndex KernelBuilder::Divide(const LaneIndex& x, const ir::Size& n,
                                const ir::Size& bound) {
  if (n == 1) return x;
  if (IsAtLeast(n, bound)) return Constant(0);
  if (n.is_number()) return DivideByNumber(x, n.number(), bound);
  LaneIndex quotient;
  quotient.level = x.level;
  if (x.uniform()) {
    quotient.base = Arith(Instruction::UDiv, x.base, ValueOf(n), x.level);
    return quotient;
  }
  Value* const wide = ExplicitLanes(x);
  Value* const by = ValueOf(n);
  quotient.lanes = Once(Instruction::UDiv, wide, by, x.level, [&] {
    return builder_.CreateUDiv(wide, builder_.CreateVectorSplat(lanes_, by));
  });
  return quotient;
}

LaneIndex KernelBuilder::DivideByNumber(const LaneIndex& x, int64_t n,
                                        const ir::Size& bound) {
  LaneIndex quotient;
  quotient.level = x.level;
  // Lanes that stay inside one aligned segment of n share the quotient.
  const bool shared =
      x.lanes == nullptr &&
      (x.stride == 0 || (x.stride == 1 && n % lanes_ == 0 && x.divisor % lanes_ == 0));
  if (shared) {
    quotient.base = Arith(Instruction::UDiv, x.base, I64(n), x.level);
    quotient.divisor = x.divisor % n == 0 ? x.divisor / n : 1;
    return quotient;
  }
  Value* const wide = ExplicitLanes(x);
  // 32 bits are divided faster.
  const bool is_narrow = IsBelow(bound, int64_t{1} << 31);
  quotient.lanes = Once(
      Instruction::UDiv, wide, is_narrow ? builder_.getInt32(n) : I64(n), x.level,
      [&]() -> Value* {
        if (!is_narrow) {
          return builder_.CreateUDiv(wide, builder_.CreateVectorSplat(lanes_, I64(n)));
        }
        llvm::Type* const narrow =
            llvm::FixedVectorType::get(builder_.getInt32Ty(), lanes_);
        Value* const q =
            builder_.CreateUDiv(builder_.CreateTrunc(wide, narrow),
                                builder_.CreateVectorSplat(lanes_, builder_.getInt32(n)));
        return builder_.CreateZExt(q, wide->getType());
      });
  return quotient;
}

LaneIndex KernelBuilder::Remainder(const LaneIndex& x, const ir::Size& n,
                                   const ir::Size& bound) {
  if (n == 1) return Constant(0);
  if (IsAtLeast(n, bound)) return x;
  const LaneIndex quotient = Divide(x, n, bound);
  if (quotient.lanes == nullptr && x.lanes == nullptr) {
    LaneIndex remainder;
    remainder.level = x.level;
    remainder.base =
        Arith(Instruction::Sub, x.base,
              Arith(Instruction::Mul, quotient.base, ValueOf(n), x.level), x.level);
    remainder.stride = x.stride;
    remainder.divisor = n.is_number() ? std::gcd(x.divisor, n.number()) : 1;
    return remainder;
  }
  return Add(x, Multiply(quotient, -n));
}

}  // namespace tilewright::codegen
