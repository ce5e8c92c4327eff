// A pass of a loop nest whose lanes run along the inner dimensions: rows, or segments of
// them, vector by vector.
//
// What is carried from vector to vector is, for every point and reduction, the states
// of some accumulators, as a flat list of LLVM values. The vectors of a row go to the
// accumulators in turn; see reduce.cc for the order that follows.
#pragma once

#include <vector>

#include "codegen/emit/accumulator.h"
#include "codegen/emit/statement_emitter.h"

namespace tilewright::codegen {

class RowPass {
 public:
  using Values = std::vector<llvm::Value*>;
  using Point = StatementEmitter::Point;

  // Sets the kernel's lanes. All reductions of the pass are by combiners.
  RowPass(StatementEmitter& emitter, const tile::LoopNest& nest, const tile::Pass& pass);

  // Before the first vector, in so many points.
  Values Start(size_t points);
  // All of the inner dimensions.
  Values Rows(absl::Span<Point> points, Values values) {
    return From(0, {}, points, std::move(values));
  }
  // One segment: the last of the loops, after `prefix`, an index of the others.
  Values Run(const Index& prefix, absl::Span<Point> points, Values values);
  // Binds the results.
  void Finish(absl::Span<Point> points, const Values& values);

  const StatementEmitter::Loops& loops() const { return loops_; }

 private:
  Values From(size_t level, const Index& prefix, absl::Span<Point> points, Values values);
  // `vectors` vectors from `first` on, in all points.
  Values Advance(const LaneIndex& first, int vectors, const Index& prefix,
                 absl::Span<Point> points, const Values& values);
  // One vector in the point whose accumulators start at `now`.
  void Accumulate(Combiner::State* now, const Point& point, int u, const Index& inner);

  StatementEmitter& emitter_;
  Evaluator& eval_;
  KernelBuilder& kb_;
  const tile::Pass& pass_;
  StatementEmitter::Loops loops_;
  ir::Dims domain_;
  int64_t extent_;
  int lanes_, unroll_;
  bool straight_;
  std::vector<Accumulator> accumulators_;
  std::vector<Lanes> identities_;
  std::vector<Combiner::State> shape_;  // of one point: [reduction * unroll + u]
};

}  // namespace tilewright::codegen
