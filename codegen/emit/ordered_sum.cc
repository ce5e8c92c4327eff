#include "codegen/emit/ordered_sum.h"

#include <bit>
#include <utility>

#include "llvm/IR/Intrinsics.h"
#include "support/check.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {

using llvm::Value;

AlignedTree::AlignedTree(KernelBuilder& kb, const Summation& sum, int64_t most)
    : kb_(kb), sum_(sum) {
  // Values wait at levels below that of all of them, which is written, too.
  const int levels = std::bit_width(static_cast<uint64_t>(most));
  llvm::BasicBlock& entry = kb.ir().GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> at(&entry, entry.begin());
  for (Value* value : sum.identity) {
    memory_.push_back(at.CreateAlloca(llvm::ArrayType::get(value->getType(), levels)));
  }
}

Value* AlignedTree::Waiting(Value* level, size_t i) {
  return kb_.ir().CreateGEP(sum_.identity[i]->getType(), memory_[i], level);
}

AlignedTree::Values AlignedTree::Join(Value* level, const Values& later) {
  Values earlier;
  for (size_t i = 0; i < later.size(); ++i) {
    earlier.push_back(kb_.ir().CreateLoad(later[i]->getType(), Waiting(level, i)));
  }
  return sum_.combine(earlier, later);
}

void AlignedTree::Push(Value* number, Values value) {
  llvm::IRBuilder<>& b = kb_.ir();
  // As many joins as it has neighbours: ones at the end of its number.
  Value* const joins = b.CreateBinaryIntrinsic(
      llvm::Intrinsic::cttz, b.CreateAdd(number, kb_.I64(1)), b.getTrue());
  value = kb_.Loop(
      kb_.I64(0), joins, 1, std::move(value), 1,
      [&](const LaneIndex& level, const Values& now) { return Join(level.base, now); });
  for (size_t i = 0; i < value.size(); ++i) b.CreateStore(value[i], Waiting(joins, i));
}

AlignedTree::Values AlignedTree::Total(int64_t pushed, Values last) {
  TW_CHECK(pushed > 0);
  for (int level = 0; pushed >> level != 0; ++level) {
    if ((pushed >> level & 1) == 0) continue;
    Value* const at = kb_.I64(level);
    if (!last.empty()) {
      last = Join(at, last);
      continue;
    }
    for (size_t i = 0; i < sum_.identity.size(); ++i) {
      last.push_back(kb_.ir().CreateLoad(sum_.identity[i]->getType(), Waiting(at, i)));
    }
  }
  return last;
}

Summation::Values SumOfItems(
    KernelBuilder& kb, const Summation& sum, int64_t n,
    const std::function<Summation::Values(const LaneIndex& i,
                                          const Summation::Values& now)>& combined) {
  constexpr int64_t kChain = tile::kSumChain;
  const auto chain = [&](Value* from, Value* to) {
    return kb.Loop(from, to, 1, sum.identity, 1, combined);
  };
  const int64_t chains = n / kChain, rest = n % kChain;
  if (chains == 0) return chain(kb.I64(0), kb.I64(n));
  if (n == kChain) return chain(kb.I64(0), kb.I64(kChain));
  AlignedTree tree(kb, sum, chains);
  kb.For(kb.I64(0), kb.I64(chains * kChain), kChain, kChain, [&](const LaneIndex& first) {
    Value* const end = kb.AddConstant(first, kChain).base;
    tree.Push(
        kb.ir().CreateLShr(first.base, std::countr_zero(static_cast<uint64_t>(kChain))),
        chain(first.base, end));
  });
  return tree.Total(chains,
                    rest == 0 ? Summation::Values() : chain(kb.I64(n - rest), kb.I64(n)));
}

}  // namespace tilewright::codegen
