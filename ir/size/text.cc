#include "ir/size/text.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ir/size/expression.h"

namespace tilewright::ir {
namespace {

using Names = absl::FunctionRef<std::string(SymbolId)>;

std::string TextOf(const Size& size, Names name);

std::string TextOf(const SizeAtom& atom, Names name) {
  if (atom.opaque == nullptr) return name(atom.symbol);
  std::vector<std::string> operands;
  for (const Size& operand : atom.opaque->operands) {
    operands.push_back(TextOf(operand, name));
  }
  const bool is_max = atom.opaque->kind == OpaqueSize::Kind::kMax;
  return absl::StrCat(is_max ? "max" : "floordiv", "(", absl::StrJoin(operands, ", "),
                      ")");
}

// Without the coefficient; empty for 1.
std::string TextOf(const Monomial& monomial, Names name) {
  return absl::StrJoin(monomial, "*", [&](std::string* out, const SizeFactor& factor) {
    absl::StrAppend(out, TextOf(factor.atom, name));
    if (factor.power > 1) absl::StrAppend(out, "^", factor.power);
  });
}

// The term that is a maximum, or its negative, where there is one alone: the rest moves
// into it, as max(a, b) rather than a + max(0, b - a).
const SizeTerm* OnlyMaximum(const SizeExpression& expression) {
  const SizeTerm* found = nullptr;
  for (const SizeTerm& term : expression.terms) {
    const bool single = term.monomial.size() == 1 && term.monomial[0].power == 1 &&
                        (term.coefficient == 1 || term.coefficient == -1);
    const OpaqueSize* opaque = single ? term.monomial[0].atom.opaque.get() : nullptr;
    if (opaque == nullptr || opaque->kind != OpaqueSize::Kind::kMax) continue;
    if (found != nullptr) return nullptr;
    found = &term;
  }
  return found;
}

std::string TextOf(const Size& size, Names name) {
  if (size.is_number()) return absl::StrCat(size.number());
  if (size.refused()) return absl::StrCat("refused(", size.expression()->refusal, ")");
  const SizeExpression& expression = *size.expression();
  if (const SizeTerm* maximum = OnlyMaximum(expression)) {
    const Size rest = size - FromTerms({*maximum});
    std::vector<Size> operands;
    for (const Size& operand : maximum->monomial[0].atom.opaque->operands) {
      operands.push_back(rest + Size(maximum->coefficient) * operand);
    }
    std::sort(operands.begin(), operands.end(),
              [](const Size& a, const Size& b) { return Compare(a, b) < 0; });
    const bool fits = std::none_of(operands.begin(), operands.end(),
                                   [](const Size& operand) { return operand.refused(); });
    if (fits) {
      return absl::StrCat(maximum->coefficient > 0 ? "max(" : "min(",
                          absl::StrJoin(operands, ", ",
                                        [&](std::string* out, const Size& operand) {
                                          absl::StrAppend(out, TextOf(operand, name));
                                        }),
                          ")");
    }
  }
  std::string text;
  for (const SizeTerm& term : expression.terms) {
    const bool negative = term.coefficient < 0;
    if (text.empty()) {
      if (negative) text = "-";
    } else {
      absl::StrAppend(&text, negative ? " - " : " + ");
    }
    const int64_t magnitude = negative ? -term.coefficient : term.coefficient;
    const std::string product = TextOf(term.monomial, name);
    if (product.empty()) {
      absl::StrAppend(&text, magnitude);
    } else {
      if (magnitude != 1) absl::StrAppend(&text, magnitude, "*");
      absl::StrAppend(&text, product);
    }
  }
  return text;
}

}  // namespace

std::string NamedText(const Size& size, const SymbolList& symbols) {
  return TextOf(size, [&](SymbolId id) {
    const bool named = id >= 0 && id < symbols.count() && !symbols[id].name.empty();
    return named ? symbols[id].name : absl::StrCat("s", id);
  });
}

// Terms whose symbols all have numbers come first; of others those that look alike but
// for the symbols' ids are met in the order of ids.
void SizePrinter::Meet(const Size& size) {
  if (size.is_number() || size.refused()) return;
  const auto number = [&](SymbolId id) -> int {
    if (id >= static_cast<SymbolId>(number_.size())) number_.resize(id + 1, -1);
    return number_[id];
  };
  const std::vector<SizeTerm>& terms = size.expression()->terms;
  std::vector<std::pair<std::string, size_t>> order;
  for (size_t i = 0; i < terms.size(); ++i) {
    const auto name = [&](SymbolId id) {
      return number(id) < 0 ? std::string("t") : absl::StrCat("s", number(id));
    };
    order.emplace_back(TextOf(FromTerms({terms[i]}), name), i);
  }
  std::sort(order.begin(), order.end());
  for (const auto& [text, i] : order) {
    ForEachSymbol(FromTerms({terms[i]}), [&](SymbolId id) {
      if (number(id) >= 0) return;
      number_[id] = static_cast<int>(order_.size());
      order_.push_back(id);
    });
  }
}

std::string SizePrinter::Text(const Size& size) {
  Meet(size);
  // In the canonical form by these numbers, which orders terms by them.
  const Size numbered =
      Substitute(size, [&](SymbolId id) { return Size::OfSymbol(number_[id]); });
  return TextOf(numbered, [](SymbolId id) { return absl::StrCat("s", id); });
}

std::string SizePrinter::Facts() const {
  std::string text;
  for (size_t i = 0; i < order_.size(); ++i) {
    if (order_[i] >= symbols_->count()) continue;
    const std::string facts = FactsText((*symbols_)[order_[i]].facts);
    if (facts.empty()) continue;
    absl::StrAppend(&text, text.empty() ? "" : "; ", "s", i, facts);
  }
  return text;
}

}  // namespace tilewright::ir
