#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ir/size/expression.h"
#include "ir/size/facts.h"
#include "ir/size/text.h"
#include "support/status_macros.h"

namespace tilewright::ir {
namespace {

// Sums of products that are larger than 64 bits may be smaller.
using Wide = __int128;

// False where the product might not fit. What compilers have for that is, on some
// machines, a call that their systems' libraries do not answer.
bool Multiply(int64_t value, Wide* product) {
  constexpr Wide kMost = Wide{1} << 126;
  const auto magnitude = [](Wide x) { return x < 0 ? -x : x; };
  const bool is_small = magnitude(*product) <= Wide{1} << 63;
  if (!is_small && magnitude(*product) > kMost / std::max<Wide>(magnitude(value), 1)) {
    return false;
  }
  *product *= value;
  return true;
}

// "2*batch + 1, of batch = 7": the expression with its symbols' values.
std::string WithValues(const Size& size, const SymbolList& symbols,
                       absl::Span<const int64_t> values) {
  std::string text = NamedText(size, symbols);
  std::vector<bool> told(symbols.count());
  ForEachSymbol(size, [&](SymbolId id) {
    const bool known = id >= 0 && id < symbols.count() &&
                       id < static_cast<int64_t>(values.size()) && !told[id];
    if (!known) return;
    told[id] = true;
    absl::StrAppend(&text, ", ", symbols[id].name, " = ", values[id]);
  });
  return text;
}

struct Evaluator {
  const SymbolList& symbols;
  absl::Span<const int64_t> values;

  absl::Status TooLarge(const Size& size) const {
    return absl::InvalidArgumentError(absl::StrCat("a size does not fit into 64 bits: ",
                                                   WithValues(size, symbols, values)));
  }

  absl::StatusOr<int64_t> Of(const SizeAtom& atom) const {
    if (atom.opaque != nullptr) return Of(*atom.opaque);
    if (atom.symbol < 0 || atom.symbol >= static_cast<int64_t>(values.size())) {
      const bool named = atom.symbol >= 0 && atom.symbol < symbols.count();
      return absl::InvalidArgumentError(
          absl::StrCat("the size '",
                       named ? symbols[atom.symbol].name : absl::StrCat("s", atom.symbol),
                       "' has no value"));
    }
    return values[atom.symbol];
  }

  absl::StatusOr<int64_t> Of(const OpaqueSize& opaque) const {
    std::vector<int64_t> operands;
    for (const Size& operand : opaque.operands) {
      TW_ASSIGN_OR_RETURN(operands.emplace_back(), Of(operand));
    }
    if (opaque.kind == OpaqueSize::Kind::kMax) {
      return *std::max_element(operands.begin(), operands.end());
    }
    const int64_t a = operands[0], b = operands[1];
    if (b <= 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("a size is divided by ", b, ": ",
                       WithValues(opaque.operands[1], symbols, values)));
    }
    return a / b - static_cast<int64_t>(a % b < 0);
  }

  absl::StatusOr<int64_t> Of(const Size& size) const {
    TW_RETURN_IF_ERROR(size.status());
    if (size.is_number()) return size.number();
    Wide sum = 0;
    for (const SizeTerm& term : size.expression()->terms) {
      Wide product = term.coefficient;
      for (const SizeFactor& factor : term.monomial) {
        TW_ASSIGN_OR_RETURN(const int64_t value, Of(factor.atom));
        for (int i = 0; i < factor.power; ++i) {
          if (!Multiply(value, &product)) return TooLarge(size);
        }
      }
      if (__builtin_add_overflow(sum, product, &sum)) return TooLarge(size);
    }
    if (sum != static_cast<int64_t>(sum)) return TooLarge(size);
    return static_cast<int64_t>(sum);
  }
};

}  // namespace

absl::StatusOr<int64_t> Evaluate(const Size& size, const SymbolList& symbols,
                                 absl::Span<const int64_t> values) {
  if (size.is_number()) return size.number();
  return Evaluator{symbols, values}.Of(size);
}

int64_t Typical(const Size& size) {
  if (size.is_number()) return size.number();
  // Primes, so that sizes that differ seldom look alike.
  static constexpr int64_t kTypical[] = {509, 521, 523, 541, 547, 557, 563, 569,
                                         571, 577, 587, 593, 599, 601, 607, 613,
                                         617, 619, 631, 641, 643, 647, 653, 659};
  std::vector<int64_t> values;
  ForEachSymbol(size, [&](SymbolId id) {
    for (auto s = static_cast<SymbolId>(values.size()); s <= id; ++s) {
      values.push_back(kTypical[static_cast<size_t>(s) % std::size(kTypical)]);
    }
  });
  return Evaluate(size, {}, values).value_or(int64_t{1} << 46);
}

}  // namespace tilewright::ir
