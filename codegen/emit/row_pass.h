// A pass of a loop nest whose lanes run along the inner dimensions: rows, vector by
// vector, in the order that docs/accuracy.md has for sums over a last dimension.
//
// What is carried from vector to vector is, for every point and reduction, the states
// of some accumulators, as a flat list of LLVM values: the slots of the order, or, of
// combiners that are exact, some that the vectors go to in turn.
#pragma once

#include <vector>

#include "codegen/emit/accumulator.h"
#include "codegen/emit/ordered_sum.h"
#include "codegen/emit/statement_emitter.h"

namespace tilewright::codegen {

class RowPass {
 public:
  using Values = std::vector<llvm::Value*>;
  using Point = StatementEmitter::Point;

  // Sets the kernel's lanes. All reductions of the pass are by combiners.
  RowPass(StatementEmitter& emitter, const tile::LoopNest& nest, const tile::Pass& pass);

  // The reductions of all of the inner dimensions, a scalar state of each point and
  // reduction.
  Values Rows(absl::Span<Point> points) { return From(0, {}, points); }
  // Binds the results.
  void Finish(absl::Span<Point> points, const Values& values);

 private:
  // The inner dimensions from `level` on, at `prefix`, an index of the others.
  Values From(size_t level, const Index& prefix, absl::Span<Point> points);
  // One row, the last of the dimensions.
  Values Row(const Index& prefix, absl::Span<Point> points);
  // Elements [first, first + size) of a row, no more than a panel: its slots.
  Values Panel(const LaneIndex& first, const ir::Size& size, const Index& prefix,
               absl::Span<Point> points);
  // Elements [first, first + size), one step after the other.
  Values Chain(const LaneIndex& first, const ir::Size& size, const Index& prefix,
               absl::Span<Point> points);
  // Vectors [from, to) after `first`, where a step begins, in all points; with `end`,
  // those of their elements that lie before it.
  Values Advance(const LaneIndex& first, int from, int to, const Index& prefix,
                 absl::Span<Point> points, const Values& values,
                 llvm::Value* end = nullptr);
  // One vector in the point whose accumulators start at `now`.
  void Accumulate(Combiner::State* now, const Point& point, int v, const Index& inner);
  // The accumulators of a point and reduction as one value, then its lanes.
  Values Folded(absl::Span<Point> points, const Values& values);

  // States of all points: accumulators, or with `folded` scalars.
  Summation SumOf(absl::Span<Point> points, bool folded) const;

  StatementEmitter& emitter_;
  Evaluator& eval_;
  KernelBuilder& kb_;
  const tile::Pass& pass_;
  StatementEmitter::Loops loops_;
  ir::Shape domain_;
  ir::Size extent_;
  int lanes_;
  bool ordered_ = false;  // some combiner is not exact
  int64_t slots_ = 1;     // elements of a step
  bool straight_;
  std::vector<Accumulator> accumulators_;
  std::vector<Lanes> identities_;
  std::vector<int> counts_;             // of each reduction's accumulators
  std::vector<Combiner::State> shape_;  // of one point: all of the first, ...
};

}  // namespace tilewright::codegen
