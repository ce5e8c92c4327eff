// One reduction while its elements are combined: what there is before the first, the one
// step from element to element, and the values in the end.
//
// What has been combined is a state, LLVM values that loops carry. Sums and products of
// 8- and 16-bit floats are kept in f32 and rounded once, by who takes the values.
#pragma once

#include <optional>
#include <vector>

#include "codegen/eval/combiner.h"
#include "codegen/eval/evaluator.h"
#include "tile/program.h"

namespace tilewright::codegen {

class Accumulator {
 public:
  using State = Combiner::State;
  // When the values are wanted. At the end, a combiner's state may be what costs least on
  // the way.
  enum class Wanted : uint8_t { kAtEnd, kAtEachStep };

  // `reduce` outlives it.
  Accumulator(Evaluator& evaluator, const tile::Program& program,
              const tile::Reduce& reduce, Wanted wanted = Wanted::kAtEnd);

  // The initial values, in the types of the state.
  std::vector<Lanes> Inits() const;
  // Their state, in all lanes.
  State Start() const;
  // With the elements at `index`, in each lane its own.
  State Step(const State& now, const Index& index) const;
  std::vector<Lanes> Values(const State& state) const;

  // Parts of the step, for combiners: the element, in all lanes, and what it is combined
  // by.
  Lanes Element(size_t i, const Index& index) const;
  const Combiner& combiner() const { return *combiner_; }

 private:
  Evaluator& eval_;
  const tile::Program& program_;
  const tile::Reduce* reduce_;
  std::optional<Combiner> combiner_;
};

// Lanes as a flat list of LLVM values (re, im), and back; `like` gives the type.
void AppendValues(const Lanes& lanes, std::vector<llvm::Value*>* out);
Lanes TakeValues(const Lanes& like, const std::vector<llvm::Value*>& values, size_t* at);

}  // namespace tilewright::codegen
