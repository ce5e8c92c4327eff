// A phase of a nest whose lanes run along the inner dimensions: rows, or runs of them,
// vector by vector.
//
// What is carried from vector to vector is, for every place and reduction, the states
// of some accumulators, as a flat list of LLVM values. The vectors of a row go to the
// accumulators in turn; see reduce.cc for the order that follows.
#pragma once

#include <vector>

#include "codegen/emit/accumulator.h"
#include "codegen/emit/statement_emitter.h"

namespace tilewright::codegen {

class RowPhase {
 public:
  using Values = std::vector<llvm::Value*>;
  using Place = StatementEmitter::Place;

  // Sets the kernel's lanes. All reductions of the phase are by monoids.
  RowPhase(StatementEmitter& emitter, const tile::Nest& nest, const tile::Phase& phase);

  // Before the first vector, in so many places.
  Values Start(size_t places);
  // All of the inner dimensions.
  Values Rows(absl::Span<Place> places, Values values) {
    return From(0, {}, places, std::move(values));
  }
  // One run: the last of the loops, after `prefix`, an index of the others.
  Values Run(const Index& prefix, absl::Span<Place> places, Values values);
  // Binds the results.
  void Finish(absl::Span<Place> places, const Values& values);

  const StatementEmitter::Loops& loops() const { return loops_; }

 private:
  Values From(size_t level, const Index& prefix, absl::Span<Place> places, Values values);
  // `vectors` vectors from `first` on, in all places.
  Values Advance(const LaneIndex& first, int vectors, const Index& prefix,
                 absl::Span<Place> places, const Values& values);
  // One vector in the place whose accumulators start at `now`.
  void Step(Monoid::State* now, const Place& place, int u, const Index& inner);

  StatementEmitter& emitter_;
  Evaluator& eval_;
  KernelBuilder& kb_;
  const tile::Phase& phase_;
  StatementEmitter::Loops loops_;
  ir::Dims domain_;
  int64_t extent_;
  int lanes_, unroll_;
  bool straight_;
  std::vector<Accumulator> accumulators_;
  std::vector<Lanes> identities_;
  std::vector<Monoid::State> shape_;  // of one place: [reduction * unroll + u]
};

}  // namespace tilewright::codegen
