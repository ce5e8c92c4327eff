#include "ir/size/expression.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"

namespace tilewright::ir {
namespace {

int Sign(int64_t a, int64_t b) { return a < b ? -1 : static_cast<int>(a > b); }

int DepthOf(const Size& size) { return size.is_number() ? 0 : size.expression()->depth; }
int NodesOf(const Size& size) { return size.is_number() ? 1 : size.expression()->nodes; }

// Fills in how large the expression is.
void Measure(SizeExpression* expression) {
  for (const SizeTerm& term : expression->terms) {
    ++expression->nodes;
    for (const SizeFactor& factor : term.monomial) {
      ++expression->nodes;
      if (factor.atom.opaque == nullptr) continue;
      for (const Size& operand : factor.atom.opaque->operands) {
        expression->nodes += NodesOf(operand);
        expression->depth = std::max(expression->depth, 1 + DepthOf(operand));
      }
    }
  }
}

// Empty where the expression is within the limits.
std::string Excess(const SizeExpression& expression) {
  const auto more = [](absl::string_view what, int limit) {
    return absl::StrCat("a size has more than ", limit, " ", what);
  };
  if (expression.terms.size() > SizeLimits::kTerms) {
    return more("terms", SizeLimits::kTerms);
  }
  for (const SizeTerm& term : expression.terms) {
    if (Degree(term.monomial) > SizeLimits::kDegree) {
      return more("factors in a product", SizeLimits::kDegree);
    }
  }
  if (expression.depth > SizeLimits::kDepth) {
    return more("divisions and maxima in each other", SizeLimits::kDepth);
  }
  if (expression.nodes > SizeLimits::kNodes) return more("parts", SizeLimits::kNodes);
  return "";
}

}  // namespace

int Compare(const SizeAtom& a, const SizeAtom& b) {
  if (a.opaque == b.opaque) return a.opaque ? 0 : Sign(a.symbol, b.symbol);
  if (a.opaque == nullptr || b.opaque == nullptr) return a.opaque == nullptr ? -1 : 1;
  if (a.opaque->kind != b.opaque->kind) return a.opaque->kind < b.opaque->kind ? -1 : 1;
  const std::vector<Size>& x = a.opaque->operands;
  const std::vector<Size>& y = b.opaque->operands;
  if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
  for (size_t i = 0; i < x.size(); ++i) {
    const int order = Compare(x[i], y[i]);
    if (order != 0) return order;
  }
  return 0;
}

int Degree(const Monomial& monomial) {
  int degree = 0;
  for (const SizeFactor& factor : monomial) degree += factor.power;
  return degree;
}

int Compare(const Monomial& a, const Monomial& b) {
  const int by_degree = Sign(Degree(a), Degree(b));
  if (by_degree != 0) return by_degree;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    // Who has more of the first atom that they differ in is the larger.
    const int order = Compare(a[i].atom, b[i].atom);
    if (order != 0) return -order;
    if (a[i].power != b[i].power) return Sign(a[i].power, b[i].power);
  }
  return Sign(static_cast<int64_t>(a.size()), static_cast<int64_t>(b.size()));
}

Monomial Product(const Monomial& a, const Monomial& b) {
  Monomial product;
  size_t i = 0, k = 0;
  while (i < a.size() || k < b.size()) {
    int order = 0;
    if (i == a.size() || k == b.size()) {
      order = i == a.size() ? 1 : -1;
    } else {
      order = Compare(a[i].atom, b[k].atom);
    }
    if (order < 0) {
      product.push_back(a[i++]);
    } else if (order > 0) {
      product.push_back(b[k++]);
    } else {
      product.push_back({a[i].atom, a[i].power + b[k].power});
      ++i, ++k;
    }
  }
  return product;
}

bool Divides(const Monomial& b, const Monomial& a, Monomial* quotient) {
  quotient->clear();
  size_t k = 0;
  for (const SizeFactor& factor : a) {
    int power = factor.power;
    if (k < b.size() && Compare(b[k].atom, factor.atom) == 0) power -= b[k++].power;
    if (power < 0) return false;
    if (power > 0) quotient->push_back({factor.atom, power});
  }
  return k == b.size();
}

std::vector<SizeTerm> TermsOf(const Size& size) {
  if (!size.is_number()) return size.expression()->terms;
  if (size.number() == 0) return {};
  return {{size.number(), {}}};
}

Size FromTerms(std::vector<SizeTerm> terms) {
  std::sort(terms.begin(), terms.end(), [](const SizeTerm& a, const SizeTerm& b) {
    return Compare(a.monomial, b.monomial) > 0;
  });
  auto expression = std::make_shared<SizeExpression>();
  std::vector<SizeTerm>& sum = expression->terms;
  for (SizeTerm& term : terms) {
    if (!sum.empty() && Compare(sum.back().monomial, term.monomial) == 0) {
      int64_t& coefficient = sum.back().coefficient;
      if (__builtin_add_overflow(coefficient, term.coefficient, &coefficient)) {
        return RefusedOverflow();
      }
    } else {
      if (!sum.empty() && sum.back().coefficient == 0) sum.pop_back();
      sum.push_back(std::move(term));
    }
  }
  if (!sum.empty() && sum.back().coefficient == 0) sum.pop_back();
  if (sum.empty()) return 0;
  for (const SizeTerm& term : sum) {
    // Whose negative is no number of 64 bits.
    if (term.coefficient == std::numeric_limits<int64_t>::min()) return RefusedOverflow();
  }
  if (sum.size() == 1 && sum[0].monomial.empty()) return sum[0].coefficient;
  Measure(expression.get());
  std::string excess = Excess(*expression);
  if (!excess.empty()) return Size::Refused(std::move(excess));
  return Size::OfExpression(std::move(expression));
}

Size FromAtom(SizeAtom atom) { return FromTerms({{1, {{std::move(atom), 1}}}}); }

Size FromOpaque(OpaqueSize::Kind kind, std::vector<Size> operands) {
  SizeAtom atom;
  atom.opaque = std::make_shared<OpaqueSize>(OpaqueSize{kind, std::move(operands)});
  return FromAtom(std::move(atom));
}

const Size* RefusedOf(const Size& a, const Size& b) {
  if (a.refused()) return &a;
  return b.refused() ? &b : nullptr;
}

Size RefusedOverflow() {
  return Size::Refused("a number of a size does not fit into 64 bits");
}

int64_t Content(const Size& size) {
  int64_t content = 0;
  for (const SizeTerm& term : TermsOf(size)) {
    content = std::gcd(content, term.coefficient);
  }
  return content;
}

Size DividedExactly(const Size& size, int64_t divisor) {
  std::vector<SizeTerm> terms = TermsOf(size);
  for (SizeTerm& term : terms) term.coefficient /= divisor;
  return FromTerms(std::move(terms));
}

}  // namespace tilewright::ir
