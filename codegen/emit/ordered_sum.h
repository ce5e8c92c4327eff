// The law of sums (docs/accuracy.md) as code: chains, and aligned binary trees over what
// chains give. What is summed are states (eval/combiner.h), some at a time, as a flat
// list of LLVM values.
#pragma once

#include <functional>
#include <vector>

#include "codegen/eval/combiner.h"
#include "codegen/eval/kernel_builder.h"

namespace tilewright::codegen {

struct Summation {
  using Values = KernelBuilder::Values;

  Values identity;
  std::function<Values(const Values&, const Values&)> combine;
};

// States that advance together, as one sum; `combine` gives what two of number `i` make.
Summation SumOfStates(std::vector<Combiner::State> identities,
                      std::function<Combiner::State(size_t i, const Combiner::State&,
                                                    const Combiner::State&)>
                          combine);

// Joins values two and two, what that gives two and two, and so on: values 2 i and 2 i +
// 1 of a level are one of the next, and a last one that is alone goes up as it is. What
// waits for its neighbour lies on the stack, one of a level at most.
class AlignedTree {
 public:
  using Values = Summation::Values;

  // Of at most so many values.
  AlignedTree(KernelBuilder& kb, const Summation& sum, const ir::Size& most);

  // The next value, of which there are `number` (i64) before.
  void Push(llvm::Value* number, Values value);
  // All of `pushed` values, and of `last` behind them if it is not empty.
  Values Total(const ir::Size& pushed, Values last);

 private:
  llvm::Value* Waiting(llvm::Value* level, size_t i);
  Values Join(llvm::Value* level, const Values& later);

  KernelBuilder& kb_;
  const Summation& sum_;
  std::vector<llvm::Value*> memory_;  // of each value: [levels]
};

// What such a tree gives of all `pushed` values, and of `last` behind them if it is not
// empty; `waiting` is what waits at a level. Something is pushed, or last.
Summation::Values TotalOfWaiting(
    KernelBuilder& kb, const Summation& sum, const ir::Size& pushed,
    Summation::Values last,
    const std::function<Summation::Values(llvm::Value* level)>& waiting);

// The slots of one step, of which there may be fewer: those of the second half are added
// to those of the first, and so on.
Summation::Values HalvedSlots(const Summation& sum, std::vector<Summation::Values> slots);

// Items [0, n): chains of tile::kSumChain, joined by a tree. `combined` is what `now` and
// item `i` give. `beside`: chains that are gone along at the same time, so that they need
// not wait for themselves; a power of two.
Summation::Values SumOfItems(
    KernelBuilder& kb, const Summation& sum, const ir::Size& n,
    const std::function<Summation::Values(const LaneIndex& i,
                                          const Summation::Values& now)>& combined,
    int beside = 1);

}  // namespace tilewright::codegen
