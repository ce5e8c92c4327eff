#include "codegen/emit/ordered_sum.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "llvm/IR/Intrinsics.h"
#include "support/check.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {

using llvm::Value;

Summation SumOfStates(std::vector<Combiner::State> identities,
                      std::function<Combiner::State(size_t i, const Combiner::State&,
                                                    const Combiner::State&)>
                          combine) {
  Summation::Values identity = Joined(identities);
  return {std::move(identity),
          [like = std::move(identities), combine = std::move(combine)](
              const Summation::Values& x, const Summation::Values& y) {
            std::vector<Combiner::State> all = Parted(like, x);
            const std::vector<Combiner::State> other = Parted(like, y);
            for (size_t i = 0; i < all.size(); ++i) all[i] = combine(i, all[i], other[i]);
            return Joined(all);
          }};
}

AlignedTree::AlignedTree(KernelBuilder& kb, const Summation& sum, const ir::Size& most)
    : kb_(kb), sum_(sum) {
  // Values wait at levels below that of all of them, which is written, too.
  const int64_t values = most.is_number() ? most.number() : ir::kMaxTensorBytes;
  const int levels = std::bit_width(static_cast<uint64_t>(values));
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

AlignedTree::Values AlignedTree::Total(const ir::Size& pushed, Values last) {
  return TotalOfWaiting(kb_, sum_, pushed, std::move(last), [&](Value* level) {
    Values waiting;
    for (size_t i = 0; i < sum_.identity.size(); ++i) {
      waiting.push_back(
          kb_.ir().CreateLoad(sum_.identity[i]->getType(), Waiting(level, i)));
    }
    return waiting;
  });
}

Summation::Values TotalOfWaiting(
    KernelBuilder& kb, const Summation& sum, const ir::Size& pushed,
    Summation::Values last,
    const std::function<Summation::Values(Value* level)>& waiting) {
  using Values = Summation::Values;
  llvm::IRBuilder<>& b = kb.ir();
  if (pushed.is_number()) {
    for (int level = 0; pushed.number() >> level != 0; ++level) {
      if ((pushed.number() >> level & 1) == 0) continue;
      const Values earlier = waiting(kb.I64(level));
      last = last.empty() ? earlier : sum.combine(earlier, last);
    }
    TW_CHECK(!last.empty());
    return last;
  }
  // What is alone goes up as it is, as what is joined with the identity does.
  if (last.empty()) last = sum.identity;
  last.insert(last.begin(), kb.I64(0));
  Value* const count = kb.ValueOf(pushed);
  Values total = kb.While(
      std::move(last),
      [&](const Values& now) {
        return b.CreateICmpNE(b.CreateLShr(count, now[0]), kb.I64(0));
      },
      [&](const Values& now) {
        // The next value that waits: ones in the number of values are levels that have
        // one.
        Value* const level = b.CreateAdd(
            now[0], b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz,
                                            b.CreateLShr(count, now[0]), b.getTrue()));
        Values next = sum.combine(waiting(level), Values(now.begin() + 1, now.end()));
        next.insert(next.begin(), b.CreateAdd(level, kb.I64(1)));
        return next;
      });
  total.erase(total.begin());
  return total;
}

Summation::Values HalvedSlots(const Summation& sum,
                              std::vector<Summation::Values> slots) {
  if (slots.empty()) return sum.identity;
  for (size_t half = std::bit_ceil(slots.size()) / 2; half > 0; half /= 2) {
    for (size_t s = half; s < slots.size(); ++s) {
      slots[s - half] = sum.combine(slots[s - half], slots[s]);
    }
    slots.resize(std::min(slots.size(), half));
  }
  return slots[0];
}

Summation::Values SumOfItems(
    KernelBuilder& kb, const Summation& sum, const ir::Size& n,
    const std::function<Summation::Values(const LaneIndex& i,
                                          const Summation::Values& now)>& combined,
    int beside) {
  using Values = Summation::Values;
  constexpr int64_t kChain = tile::kSumChain;
  const size_t width = sum.identity.size();
  // Chains that begin at `from`, `beside` of them or one, and their own tree.
  const auto chains = [&](const LaneIndex& from, Value* to, int64_t count) {
    Values all;
    for (int64_t c = 0; c < count; ++c) {
      all.insert(all.end(), sum.identity.begin(), sum.identity.end());
    }
    const auto of = [&](const Values& values, int64_t c) {
      const auto begin = values.begin() + c * static_cast<int64_t>(width);
      return Values(begin, begin + static_cast<int64_t>(width));
    };
    all = kb.Loop(
        from.base, to, 1, std::move(all), 1, [&](const LaneIndex& i, const Values& now) {
          Values next;
          for (int64_t c = 0; c < count; ++c) {
            const Values one = combined(kb.AddConstant(i, c * kChain), of(now, c));
            next.insert(next.end(), one.begin(), one.end());
          }
          return next;
        });
    std::vector<Values> level;
    for (int64_t c = 0; c < count; ++c) level.push_back(of(all, c));
    for (; level.size() > 1; level.resize(level.size() / 2)) {
      for (size_t c = 0; 2 * c < level.size(); ++c) {
        level[c] = sum.combine(level[2 * c], level[2 * c + 1]);
      }
    }
    return level[0];
  };
  const int64_t unit = beside * kChain;
  const ir::Size units = ir::FloorDivide(n, unit), rest = n - units * unit;
  const LaneIndex behind = kb.Constant(units * unit);
  // Fewer chains than go beside each other: one after the other.
  const auto last = [&]() -> Values {
    if (rest == 0) return {};
    if (beside == 1) return chains(behind, kb.ValueOf(n), 1);
    return SumOfItems(kb, sum, rest, [&](const LaneIndex& i, const Values& now) {
      return combined(kb.Add(behind, i), now);
    });
  };
  if (n == 0) return sum.identity;
  if (units == 0) return last();
  if (n == unit) {
    return chains(kb.Constant(0), kb.I64(kChain), beside);
  }
  AlignedTree tree(kb, sum, units);
  kb.For(kb.I64(0), kb.ValueOf(units * unit), unit, unit, [&](const LaneIndex& first) {
    tree.Push(
        kb.ir().CreateLShr(first.base, std::countr_zero(static_cast<uint64_t>(unit))),
        chains(first, kb.AddConstant(first, kChain).base, beside));
  });
  return tree.Total(units, last());
}

}  // namespace tilewright::codegen
