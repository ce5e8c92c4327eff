// A pass of a loop nest whose lanes run along the inner dimensions: rows, vector by
// vector, in the order that docs/accuracy.md has for sums over a last dimension.
//
// What is carried from vector to vector is, for every point and reduction, the states
// of some accumulators, as a flat list of LLVM values: the slots of the order, or, of
// combiners that are exact, some that the vectors go to in turn.
#pragma once

#include <climits>
#include <functional>
#include <utility>
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
  // Of `size` elements from `first` on, no more than a panel: its slots.
  Values Panel(int64_t size, const LaneIndex& first, const Index& prefix,
               absl::Span<Point> points);
  // Where whole steps from `first` to `end` are computed.
  std::pair<llvm::Value*, llvm::Value*> Computed(const LaneIndex& first,
                                                 const LaneIndex& end);
  // The same, one step after the other.
  Values Chain(int64_t size, const LaneIndex& first, const Index& prefix,
               absl::Span<Point> points);

  // A row whose length is known when the kernel runs (open_row.cc).
  Values OpenRow(const Index& prefix, absl::Span<Point> points);
  // One of few vectors: what would be its other slots is identities, which change
  // nothing.
  Values ShortRow(int vectors, const Index& prefix, absl::Span<Point> points);
  Values Halved(absl::Span<Point> points, int few, const Values& values);
  Values LongRow(const Index& prefix, absl::Span<Point> points);
  // With each reduction's accumulators in turn: number `by` first, the ones before last.
  Values Turned(absl::Span<Point> points, const Values& values, int by);
  // The elements from `first` on, fewer than a step, after `values`: without a loop, and
  // of what is slow under a mask with one masked vector.
  Values StraightTail(const ir::Size& first, const Index& prefix,
                      absl::Span<Point> points, Values values);
  Values WholeVectorsTail(const ir::Size& first, const Index& prefix,
                          absl::Span<Point> points, Values values);
  // Vector by vector in a loop.
  Values MaskedVectors(const ir::Size& first, const Index& prefix,
                       absl::Span<Point> points, Values values);

  // Vectors [from, to) after `first`, where a step begins, in all points; with `left`
  // (see Spread), those of their elements that are among so many after `first`.
  Values Advance(const LaneIndex& first, int from, int to, const Index& prefix,
                 absl::Span<Point> points, const Values& values,
                 llvm::Value* left = nullptr);
  Index InnerAt(const LaneIndex& first, int v, const Index& prefix) const;
  int RoundAhead(const LaneIndex& first, int v, int to, const Index& prefix,
                 const Point& point);
  void StayHere(Combiner::State* own, int v);
  // Reduction r's of one vector, with identities in place of what is masked.
  Combiner::State Element(size_t r, const Index& index);
  // One vector in the point; `state_of` gives reduction r's accumulator.
  void Accumulate(const Point& point, const Index& inner,
                  const std::function<Combiner::State&(size_t r)>& state_of);
  // A number of elements (i64), below 2^31, for MaskOf.
  llvm::Value* Spread(llvm::Value* left);
  // Whether lane l is, as element first + l, among those that are left.
  llvm::Value* MaskOf(llvm::Value* left, int64_t first);
  // The accumulators of all points one by one.
  std::vector<Combiner::State> StatesOf(absl::Span<Point> points,
                                        const Values& values) const;
  // What the index is a multiple of, a power of two, as its unit.
  llvm::Value* Quotient(const LaneIndex& i, int64_t unit);
  // The accumulators of a point and reduction as one value, then its lanes. `used`: of
  // the accumulators, a power of two, all behind which are identities.
  Values Folded(absl::Span<Point> points, const Values& values, int used = INT_MAX);
  // The same of a power of two of points, not more than lanes, which share vectors as
  // soon as they have lanes to spare.
  Values FoldedBeside(absl::Span<Point> points, const Values& values, int used);

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
  bool short_code_, cheap_masks_;  // of open length
  // Whether vectors are read and rounded some at a time: what they are made of is little,
  // and nothing is stored between them.
  bool rounds_ahead_;
  // What is masked is read all the same, and left out by this mask of the others.
  bool reads_over_ = false;
  llvm::Value* keeps_ = nullptr;
  std::vector<Accumulator> accumulators_;
  std::vector<Lanes> identities_;
  std::vector<int> counts_;             // of each reduction's accumulators
  std::vector<int> firsts_;             // the first of them
  std::vector<Combiner::State> shape_;  // of one point: all of the first, ...
};

}  // namespace tilewright::codegen
