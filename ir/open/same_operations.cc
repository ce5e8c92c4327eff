#include "ir/open/same_operations.h"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace tilewright::ir {

bool SameValue(const AttributeValue& a, const AttributeValue& b) {
  if (a.index() != b.index()) return false;
  if (const auto* literal = std::get_if<Literal>(&a)) {
    const Literal& other = std::get<Literal>(b);
    return literal->type() == other.type() && literal->is_splat() == other.is_splat() &&
           literal->bytes() == other.bytes();
  }
  return std::visit(
      [&b](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, Literal>) {
          return false;
        } else {
          return value == std::get<T>(b);
        }
      },
      a);
}

bool SameAttributes(const Attributes& a, const Attributes& b) {
  return std::equal(a.values().begin(), a.values().end(), b.values().begin(),
                    b.values().end(), [](const auto& x, const auto& y) {
                      return x.first == y.first && SameValue(x.second, y.second);
                    });
}

bool SameEnds(const Region& a, const Region& b) {
  return a.arguments == b.arguments && a.results == b.results;
}

}  // namespace tilewright::ir
