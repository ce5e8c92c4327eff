#include "ir/size/facts.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"

namespace tilewright::ir {

std::string FactsText(const SymbolFacts& facts) {
  std::string text;
  const auto add = [&](absl::string_view what, int64_t value) {
    absl::StrAppend(&text, text.empty() ? " " : ", ", what, value);
  };
  if (facts.at_least != 0) add(">= ", facts.at_least);
  if (facts.at_most != SymbolFacts::kUnbounded) add("<= ", facts.at_most);
  if (facts.multiple_of != 1) add("multiple of ", facts.multiple_of);
  return text;
}

absl::Status CheckFacts(const SymbolFacts& facts, absl::string_view name, int64_t value) {
  const auto broken = [&](absl::string_view what, int64_t bound) {
    return absl::InvalidArgumentError(
        absl::StrCat("the size '", name, "' is ", value, ", but is ", what, bound));
  };
  if (value < facts.at_least) return broken("at least ", facts.at_least);
  if (value > facts.at_most) return broken("at most ", facts.at_most);
  if (value % facts.multiple_of != 0) return broken("a multiple of ", facts.multiple_of);
  return absl::OkStatus();
}

SymbolId SymbolList::Add(std::string name, SymbolFacts facts) {
  symbols_.push_back({std::move(name), facts});
  return static_cast<SymbolId>(symbols_.size()) - 1;
}

SymbolId SymbolList::Find(absl::string_view name) const {
  for (size_t i = 0; i < symbols_.size(); ++i) {
    if (symbols_[i].name == name) return static_cast<SymbolId>(i);
  }
  return -1;
}

absl::Status SymbolList::Learn(SymbolId id, const SymbolFacts& facts) {
  Symbol& symbol = symbols_[id];
  const auto contradiction = [&] {
    return absl::InvalidArgumentError(
        absl::StrCat("no value of the size '", symbol.name,
                     "' keeps both:", FactsText(symbol.facts), " and", FactsText(facts)));
  };
  SymbolFacts both;
  both.at_least = std::max(symbol.facts.at_least, facts.at_least);
  both.at_most = std::min(symbol.facts.at_most, facts.at_most);
  const int64_t shared = std::gcd(symbol.facts.multiple_of, facts.multiple_of);
  if (facts.multiple_of < 1 ||
      __builtin_mul_overflow(symbol.facts.multiple_of / shared, facts.multiple_of,
                             &both.multiple_of)) {
    return contradiction();
  }
  // Bounds are values that the symbol can have.
  const int64_t over = both.at_least % both.multiple_of;
  if (over != 0 &&
      __builtin_add_overflow(both.at_least, both.multiple_of - over, &both.at_least)) {
    return contradiction();
  }
  if (both.at_most != SymbolFacts::kUnbounded) {
    both.at_most -= both.at_most % both.multiple_of;
  }
  if (both.at_most < both.at_least) return contradiction();
  symbol.facts = both;
  return absl::OkStatus();
}

absl::Status SymbolList::Check(absl::Span<const int64_t> values) const {
  for (size_t i = 0; i < symbols_.size(); ++i) {
    if (i >= values.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("the size '", symbols_[i].name, "' has no value"));
    }
    const absl::Status status =
        CheckFacts(symbols_[i].facts, symbols_[i].name, values[i]);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace tilewright::ir
