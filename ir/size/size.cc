#include "ir/size/size.h"

#include <functional>
#include <utility>
#include <vector>

#include "ir/size/expression.h"

namespace tilewright::ir {
namespace {

uint64_t Mixed(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x9e3779b97f4a7c15 + (hash >> 29);
}

}  // namespace

Size Size::OfSymbol(SymbolId symbol) { return FromAtom({symbol, nullptr}); }

Size Size::Refused(std::string why) {
  auto expression = std::make_shared<SizeExpression>();
  expression->refusal = std::move(why);
  return OfExpression(std::move(expression));
}

Size Size::OfExpression(std::shared_ptr<const SizeExpression> expression) {
  Size size;
  size.expression_ = std::move(expression);
  return size;
}

std::optional<SymbolId> Size::symbol() const {
  if (is_number() || expression_->terms.size() != 1) return std::nullopt;
  const SizeTerm& term = expression_->terms[0];
  const bool single =
      term.coefficient == 1 && term.monomial.size() == 1 && term.monomial[0].power == 1;
  if (!single || term.monomial[0].atom.opaque != nullptr) return std::nullopt;
  return term.monomial[0].atom.symbol;
}

bool Size::refused() const { return !is_number() && expression_->terms.empty(); }

absl::Status Size::status() const {
  return refused() ? absl::ResourceExhaustedError(expression_->refusal)
                   : absl::OkStatus();
}

uint64_t Size::Hash() const {
  if (is_number()) return Mixed(1, static_cast<uint64_t>(number_));
  uint64_t hash = std::hash<std::string>()(expression_->refusal);
  for (const SizeTerm& term : expression_->terms) {
    hash = Mixed(hash, static_cast<uint64_t>(term.coefficient));
    for (const SizeFactor& factor : term.monomial) {
      hash = Mixed(hash, static_cast<uint64_t>(factor.power));
      if (factor.atom.opaque == nullptr) {
        hash = Mixed(hash, static_cast<uint64_t>(factor.atom.symbol));
        continue;
      }
      hash = Mixed(hash, 2 + static_cast<uint64_t>(factor.atom.opaque->kind));
      for (const Size& operand : factor.atom.opaque->operands) {
        hash = Mixed(hash, operand.Hash());
      }
    }
  }
  return hash;
}

int Compare(const Size& a, const Size& b) {
  if (a.is_number() && b.is_number()) {
    return a.number() < b.number() ? -1 : static_cast<int>(a.number() > b.number());
  }
  if (a.is_number() || b.is_number()) return a.is_number() ? -1 : 1;
  const SizeExpression& x = *a.expression();
  const SizeExpression& y = *b.expression();
  if (&x == &y) return 0;
  if (x.refusal != y.refusal) return x.refusal < y.refusal ? -1 : 1;
  if (x.terms.size() != y.terms.size()) return x.terms.size() < y.terms.size() ? -1 : 1;
  for (size_t i = 0; i < x.terms.size(); ++i) {
    const int order = Compare(x.terms[i].monomial, y.terms[i].monomial);
    if (order != 0) return order;
    const int64_t p = x.terms[i].coefficient, q = y.terms[i].coefficient;
    if (p != q) return p < q ? -1 : 1;
  }
  return 0;
}

bool Size::Same(const Size& a, const Size& b) { return Compare(a, b) == 0; }

Size Size::Sum(const Size& a, const Size& b) {
  if (a.is_number() && b.is_number()) return RefusedOverflow();
  if (const Size* refused = RefusedOf(a, b)) return *refused;
  std::vector<SizeTerm> terms = TermsOf(a);
  const std::vector<SizeTerm> more = TermsOf(b);
  terms.insert(terms.end(), more.begin(), more.end());
  return FromTerms(std::move(terms));
}

Size Size::Difference(const Size& a, const Size& b) {
  return a.is_number() && b.is_number() ? RefusedOverflow() : a + Size(-1) * b;
}

Size Size::Product(const Size& a, const Size& b) {
  if (a.is_number() && b.is_number()) return RefusedOverflow();
  if (const Size* refused = RefusedOf(a, b)) return *refused;
  std::vector<SizeTerm> terms;
  const std::vector<SizeTerm> right = TermsOf(b);
  for (const SizeTerm& x : TermsOf(a)) {
    for (const SizeTerm& y : right) {
      SizeTerm& term = terms.emplace_back();
      if (__builtin_mul_overflow(x.coefficient, y.coefficient, &term.coefficient)) {
        return RefusedOverflow();
      }
      term.monomial = ir::Product(x.monomial, y.monomial);
    }
  }
  return FromTerms(std::move(terms));
}

Size Remainder(const Size& a, const Size& b) { return a - b * FloorDivide(a, b); }

Size CeilDivide(const Size& a, const Size& b) { return -FloorDivide(-a, b); }

void ForEachSymbol(const Size& size, absl::FunctionRef<void(SymbolId)> visit) {
  if (size.is_number()) return;
  for (const SizeTerm& term : size.expression()->terms) {
    for (const SizeFactor& factor : term.monomial) {
      if (factor.atom.opaque == nullptr) {
        visit(factor.atom.symbol);
        continue;
      }
      for (const Size& operand : factor.atom.opaque->operands) {
        ForEachSymbol(operand, visit);
      }
    }
  }
}

void ForEachDivisor(const Size& size, absl::FunctionRef<void(const Size&)> visit) {
  if (size.is_number()) return;
  for (const SizeTerm& term : size.expression()->terms) {
    for (const SizeFactor& factor : term.monomial) {
      const OpaqueSize* const opaque = factor.atom.opaque.get();
      if (opaque == nullptr) continue;
      for (const Size& operand : opaque->operands) ForEachDivisor(operand, visit);
      if (opaque->kind == OpaqueSize::Kind::kFloorDivide) visit(opaque->operands[1]);
    }
  }
}

Size Substitute(const Size& size, absl::FunctionRef<Size(SymbolId)> value) {
  if (size.is_number() || size.refused()) return size;
  const auto replaced = [&](const SizeAtom& atom) -> Size {
    if (atom.opaque == nullptr) return value(atom.symbol);
    std::vector<Size> operands;
    for (const Size& operand : atom.opaque->operands) {
      operands.push_back(Substitute(operand, value));
    }
    return atom.opaque->kind == OpaqueSize::Kind::kMax
               ? Max(operands)
               : FloorDivide(operands[0], operands[1]);
  };
  Size sum;
  for (const SizeTerm& term : size.expression()->terms) {
    Size product = term.coefficient;
    for (const SizeFactor& factor : term.monomial) {
      const Size base = replaced(factor.atom);
      for (int i = 0; i < factor.power; ++i) product = product * base;
    }
    sum = sum + product;
  }
  return sum;
}

}  // namespace tilewright::ir
