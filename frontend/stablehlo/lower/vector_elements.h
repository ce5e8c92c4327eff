// Where the elements of small vectors of integers come from: of a slice that begins at
// what only data tells, begin and end are often so many elements apart all the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "ir/fold.h"
#include "ir/program.h"

namespace tilewright::stablehlo {

// Element `index` of `origin`, and a size added; the size alone where `origin` is -1.
struct VectorElement {
  ir::ValueId origin = -1;
  int64_t index = 0;
  ir::Size added;

  // Of what is not known, in a list of truths, the size is refused.
  bool is_size() const { return origin < 0 && !added.refused(); }
};

// A comparison that facts do not decide.
struct SizeComparison {
  std::string direction;
  ir::Size a;
  ir::Size b;
};

// What is known of the vectors (and scalars) of a program that is being made, as sums of
// elements of others and constants, or as sizes where the program has symbols. Integers
// of 32 and 64 bits are taken not to wrap, as sizes and indices of arrays do not.
class VectorElements {
 public:
  // Notes what `operation`, which has one result, makes of its operands.
  void Note(const ir::Program& program, const ir::Operation& operation,
            const ir::KnownConstants& known);
  // a - b, element by element, where all differences are sizes.
  std::optional<std::vector<ir::Size>> Difference(const ir::Program& program,
                                                  ir::ValueId a, ir::ValueId b,
                                                  const ir::KnownConstants& known) const;
  // The elements of `value` where all are sizes.
  std::optional<std::vector<ir::Size>> Sizes(const ir::Program& program,
                                             ir::ValueId value,
                                             const ir::KnownConstants& known) const;
  // The comparison of sizes that a scalar `value` is, or nullptr.
  const SizeComparison* Comparison(ir::ValueId value) const;

 private:
  using Elements = std::vector<VectorElement>;

  // Of operations on small vectors; nullopt: nothing follows.
  std::optional<Elements> Result(const ir::Program& program,
                                 const ir::Operation& operation,
                                 const std::vector<Elements>& operands);
  std::optional<Elements> Arithmetic(const ir::Program& program,
                                     const ir::Operation& operation,
                                     const std::vector<Elements>& operands);
  Elements Of(const ir::Program& program, ir::ValueId value,
              const ir::KnownConstants& known) const;
  // The comparison that is true where `operation` on truths, which are `operands`, is.
  const SizeComparison* ComparisonOf(const ir::Operation& operation,
                                     absl::Span<const ir::Size> operands) const;
  // What is chosen of two sizes; refused where no size says it.
  ir::Size Chosen(const ir::Operation& select, const ir::Size& then,
                  const ir::Size& otherwise, const ir::SymbolList& symbols) const;

  absl::flat_hash_map<ir::ValueId, Elements> elements_;
  absl::flat_hash_map<ir::ValueId, SizeComparison> comparisons_;
};

}  // namespace tilewright::stablehlo
