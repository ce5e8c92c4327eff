#include "frontend/torch/lower/functions/expansion.h"

namespace tilewright::torch_lower {

Value Expansion(Composer& c, Value t, absl::Span<const double> coefficients) {
  const Value twice = t * 2.0;
  Value next = Zero(c, t), behind = Zero(c, t);
  for (size_t k = coefficients.size() - 1; k > 0; --k) {
    const Value here = twice * next - behind + coefficients[k];
    behind = next;
    next = here;
  }
  return t * next - behind + coefficients[0];
}

Value PowerSeries(Composer& c, Value t, absl::Span<const double> coefficients) {
  Value sum = Zero(c, t) + coefficients.back();
  for (size_t k = coefficients.size() - 1; k-- > 0;) sum = sum * t + coefficients[k];
  return sum;
}

}  // namespace tilewright::torch_lower
