// Where the elements of small vectors of integers come from: of a slice that begins at
// what only data tells, begin and end are often so many elements apart all the same.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/fold.h"
#include "ir/program.h"

namespace tilewright::stablehlo {

// Element `index` of `origin`, and a number added; the number alone where `origin` is -1.
struct VectorElement {
  ir::ValueId origin = -1;
  int64_t index = 0;
  int64_t added = 0;
};

// What is known of the vectors (and scalars) of a program that is being made, as sums of
// elements of others and constants. Integers of 32 and 64 bits are taken not to wrap, as
// sizes and indices of arrays do not.
class VectorElements {
 public:
  // Notes what `operation`, which has one result, makes of its operands.
  void Note(const ir::Program& program, const ir::Operation& operation,
            const ir::KnownConstants& known);
  // a - b, element by element, where all differences are numbers.
  std::optional<ir::Dims> Difference(const ir::Program& program, ir::ValueId a,
                                     ir::ValueId b,
                                     const ir::KnownConstants& known) const;

 private:
  std::vector<VectorElement> Of(const ir::Program& program, ir::ValueId value,
                                const ir::KnownConstants& known) const;

  absl::flat_hash_map<ir::ValueId, std::vector<VectorElement>> elements_;
};

}  // namespace tilewright::stablehlo
