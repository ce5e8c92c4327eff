// Whether two tensors agree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tilewright/program.h"
#include "tilewright/types.h"

namespace tilewright::tools {

// A tensor that somebody else owns.
struct TensorView {
  const TensorType* type;
  absl::Span<const uint8_t> bytes;
};

// The relative tolerance that the coarsest floating type among `types` allows:
// 1e-10 f64, 2e-5 f32, 2e-3 f16, 2e-2 bf16 and fp8; 0 when there is none.
// Complex types count as their components.
double ToleranceFor(const std::vector<ElementType>& types);

// How far values may lie apart: floats by absolute + relative * M, M the largest finite
// magnitude in what is expected; integers by integer_relative * M.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  double integer_relative = 0;
};

// What differs between two tensors.
struct Mismatch {
  std::string types;  // both, where they are not the same, and nothing else is known
  int64_t differing = 0;
  int64_t elements = 0;
  // The element that is furthest off; of complex ones its part.
  std::string index;  // "[1, 2]"
  std::string got;
  std::string expected;
  std::string distance;  // how far, and what was allowed
};

// Nothing when `got` agrees with `want`. Types and shapes are equal, booleans too. NaN
// matches NaN, an infinity itself; complex numbers go by component.
std::optional<Mismatch> Compare(const TensorView& got, const TensorView& want,
                                const Tolerance& tolerance);
// For people: "3 of 8 differ; at [1, 2] got 3.5, expected 3 (...)".
std::string MismatchText(const Mismatch& mismatch);
// Both: empty when they agree.
std::string Difference(const TensorView& got, const TensorView& want, double rtol,
                       double integer_rtol = 0);

// The same by the rules of StableHLO's check dialect:
//   kEqual, kSerialized  numerically equal; NaN equals NaN
//   kAlmostEqual         equal, both NaN, or of one sign and finite and no
//                        further apart than the tolerance
//   kClose               between min_ulp and max_ulp bit patterns apart; NaNs
//                        are 0 apart, and anything else that is not finite is
//                        infinitely far from what it is not equal to
std::string CheckExpectation(const Expectation& expectation, const TensorView& actual,
                             const TensorView& expected);

}  // namespace tilewright::tools
