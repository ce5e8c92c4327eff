// What special functions are made of. They are computed in f64 whatever the type, of
// Chebyshev's expansions, whose coefficients were computed from the functions'
// definitions in 50 digits, and end where they fall below 2^-58 of the largest.
#pragma once

#include <cmath>
#include <limits>

#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// An operand, for each element of the result.
inline Value Precise(Composer& c, size_t operand = 0) {
  return c.Broadcast(c.Convert(c.operand(operand), ElementType::kF64), c.result().shape);
}
inline Value Absolute(Composer& c, Value x) { return c.Unary(OpKind::kAbs, x); }
inline Value Sqrt(Composer& c, Value x) { return c.Unary(OpKind::kSqrt, x); }
inline Value Less(Composer& c, Value x, double bound) {
  return c.Compare("LT", x, c.Constant(bound, x.element()));
}
inline Value Equal(Composer& c, Value x, double number) {
  return c.Compare("EQ", x, c.Constant(number, x.element()));
}
// A number where it holds, and x elsewhere.
inline Value Instead(Composer& c, Value holds, double number, Value x) {
  return c.Select(holds, c.Constant(number, x.element()), x);
}

// The expansion at t in [-1, 1], by Clenshaw's recurrence.
Value Expansion(Composer& c, Value t, absl::Span<const double> coefficients);
// coefficients[0] + coefficients[1] t + ...
Value PowerSeries(Composer& c, Value t, absl::Span<const double> coefficients);

}  // namespace tilewright::torch_lower
