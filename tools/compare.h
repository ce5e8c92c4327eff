// Whether two tensors agree.
#pragma once

#include <cstdint>
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

// Empty when `got` agrees with `want`, otherwise what differs, for people.
// Types and shapes are equal, booleans too. Floats differ by at most rtol * M, M the
// largest finite magnitude in `want`; NaN matches NaN, an infinity itself; complex
// numbers by component. Integers differ by at most integer_rtol * M.
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
