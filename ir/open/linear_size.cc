#include "ir/open/linear_size.h"

#include "ir/size/expression.h"

namespace tilewright::ir {

std::optional<LinearSize> LinearOf(const Size& size) {
  if (size.is_number() || size.refused()) return std::nullopt;
  LinearSize linear;
  bool has_symbol = false;
  for (const SizeTerm& term : TermsOf(size)) {
    if (term.monomial.empty()) {
      linear.added = term.coefficient;
      continue;
    }
    const SizeFactor& factor = term.monomial[0];
    if (has_symbol || term.monomial.size() > 1 || factor.power > 1 ||
        factor.atom.opaque != nullptr || term.coefficient < 1) {
      return std::nullopt;
    }
    has_symbol = true;
    linear.symbol = factor.atom.symbol;
    linear.factor = term.coefficient;
  }
  return linear;
}

std::optional<int64_t> SymbolAt(const LinearSize& linear, int64_t size) {
  int64_t rest = 0;
  if (__builtin_sub_overflow(size, linear.added, &rest) || rest < 0 ||
      rest % linear.factor != 0) {
    return std::nullopt;
  }
  return rest / linear.factor;
}

std::vector<TellingSize> TellingSizes(absl::Span<const Shape> shapes, int symbols) {
  std::vector<TellingSize> telling(symbols);
  for (const bool plain : {true, false}) {
    for (size_t i = 0; i < shapes.size(); ++i) {
      for (int d = 0; d < shapes[i].rank(); ++d) {
        const std::optional<LinearSize> linear = LinearOf(shapes[i][d]);
        if (!linear || (plain && !shapes[i][d].symbol())) continue;
        TellingSize& first = telling[linear->symbol];
        if (first.shape < 0) first = {static_cast<int>(i), d, *linear};
      }
    }
  }
  return telling;
}

}  // namespace tilewright::ir
