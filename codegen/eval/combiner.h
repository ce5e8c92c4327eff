// Running reductions by one associative operation.
#pragma once

#include <vector>

#include "codegen/eval/evaluator.h"

namespace tilewright::codegen {

// How values are combined by a combiner of some element type. What has been
// combined is a state: LLVM values, as many for every value, uniform or lanes.
//
// The largest and the smallest float are taken by integer comparisons, one
// instruction each, and the NaNs and signs that the operation asks for are sorted
// out once, at the end. The state is the largest of the bit patterns as signed
// integers, and the smallest and largest as unsigned ones.
class Combiner {
 public:
  using State = std::vector<llvm::Value*>;

  Combiner(Evaluator& evaluator, ir::OpKind kind, ir::ElementType type);

  ir::ElementType type() const { return type_; }
  // Values in a state.
  size_t size() const { return by_integers_ ? 3 : ir::IsComplex(type_) ? 2 : 1; }
  // What there is before the first value: combined with any, that one. A scalar.
  Lanes Identity() const;
  // The state of a value alone.
  State Of(const Lanes& value) const;
  State Combine(const State& x, const State& y) const;
  Lanes Value(const State& state) const;

 private:
  Evaluator& eval_;
  ir::OpKind kind_;
  ir::ElementType type_;
  bool by_integers_;
};

// Some states as one list of values, and back; `like` has as many.
std::vector<llvm::Value*> Joined(const std::vector<Combiner::State>& all);
std::vector<Combiner::State> Parted(const std::vector<Combiner::State>& like,
                                    const std::vector<llvm::Value*>& values);

}  // namespace tilewright::codegen
