// Floor division, and what of it simplifies.
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "ir/size/expression.h"

namespace tilewright::ir {
namespace {

int64_t FloorOf(int64_t a, int64_t b) {
  return a / b - static_cast<int64_t>(a % b != 0 && (a < 0) != (b < 0));
}

struct Division {
  Size quotient;
  Size remainder;
};

// a = quotient * b + remainder, where no term of the remainder has a multiple of b's
// first term in it: division of polynomials, by which equal remainders are equal modulo
// b.
Division Divided(const Size& a, const Size& b) {
  const SizeTerm lead = TermsOf(b)[0];
  const int64_t modulus = std::abs(lead.coefficient);
  Division result;
  Size left = a;
  constexpr int kSteps = 4 * SizeLimits::kTerms;
  for (int step = 0; step < kSteps; ++step) {
    if (left.refused()) return {left, left};
    const std::vector<SizeTerm> terms = TermsOf(left);
    if (terms.empty()) return result;
    SizeTerm top = terms[0];
    Monomial ratio;
    if (Divides(lead.monomial, top.monomial, &ratio)) {
      int64_t kept = top.coefficient % modulus;
      if (kept < 0) kept += modulus;
      int64_t multiple = 0;
      if (__builtin_sub_overflow(top.coefficient, kept, &multiple)) {
        return {RefusedOverflow(), RefusedOverflow()};
      }
      const Size part = FromTerms({{multiple / lead.coefficient, std::move(ratio)}});
      result.quotient = result.quotient + part;
      left = left - part * b;
      top.coefficient = kept;
    }
    const Size rest = FromTerms({top});
    result.remainder = result.remainder + rest;
    left = left - rest;
  }
  const Size refused = Size::Refused("a division of sizes takes too many steps");
  return {refused, refused};
}

// Symbols that every term of both has, which are at least 1 as the divisor is.
Monomial CommonSymbols(const Size& a, const Size& b) {
  Monomial common;
  bool first = true;
  for (const Size* size : {&a, &b}) {
    for (const SizeTerm& term : TermsOf(*size)) {
      Monomial kept;
      for (const SizeFactor& factor : first ? term.monomial : common) {
        if (factor.atom.opaque != nullptr) continue;
        for (const SizeFactor& other : term.monomial) {
          if (Compare(other.atom, factor.atom) != 0) continue;
          kept.push_back({factor.atom, std::min(factor.power, other.power)});
        }
      }
      common = std::move(kept);
      first = false;
    }
  }
  return common;
}

Size WithoutFactor(const Size& size, const Monomial& factor) {
  std::vector<SizeTerm> terms = TermsOf(size);
  for (SizeTerm& term : terms) {
    Monomial quotient;
    Divides(factor, term.monomial, &quotient);
    term.monomial = std::move(quotient);
  }
  return FromTerms(std::move(terms));
}

// The divisor's and the dividend's common factor. By a number, what the dividend has
// beside its multiples is rounded down first: floordiv(6 * n + 5, 4) is
// floordiv(3 * n + 2, 2).
void Reduce(Size* a, Size* b) {
  const Monomial symbols = CommonSymbols(*a, *b);
  if (!symbols.empty()) {
    *a = WithoutFactor(*a, symbols);
    *b = WithoutFactor(*b, symbols);
  }
  std::vector<SizeTerm> terms = TermsOf(*a);
  int64_t factor = Content(*b);
  for (const SizeTerm& term : terms) {
    const bool rounded = b->is_number() && term.monomial.empty();
    if (!rounded) factor = std::gcd(factor, term.coefficient);
  }
  if (factor <= 1) return;
  for (SizeTerm& term : terms) term.coefficient = FloorOf(term.coefficient, factor);
  *a = FromTerms(std::move(terms));
  *b = DividedExactly(*b, factor);
}

// floordiv(a, n) is -floordiv(n - 1 - a, n): of the two that with the smaller first
// factor is written. Both have the same products of symbols.
bool ComesFirst(const Size& a, const Size& b) {
  const std::vector<SizeTerm> x = TermsOf(a), y = TermsOf(b);
  const auto factor = [](const std::vector<SizeTerm>& terms, size_t i) {
    return i < terms.size() ? terms[i].coefficient : 0;
  };
  for (size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    if (factor(x, i) != factor(y, i)) return factor(x, i) < factor(y, i);
  }
  return false;
}

// floordiv(floordiv(x, m) + c, n) is floordiv(x + c * m, m * n), of numbers m and n.
bool Nested(const Size& a, const Size& b, Size* dividend, Size* divisor) {
  if (!b.is_number()) return false;
  const std::vector<SizeTerm> terms = TermsOf(a);
  if (terms.size() > 2 || (terms.size() == 2 && !terms[1].monomial.empty())) return false;
  const SizeTerm& top = terms[0];
  const bool single =
      top.coefficient == 1 && top.monomial.size() == 1 && top.monomial[0].power == 1;
  if (!single || top.monomial[0].atom.opaque == nullptr) return false;
  const OpaqueSize& inner = *top.monomial[0].atom.opaque;
  if (inner.kind != OpaqueSize::Kind::kFloorDivide || !inner.operands[1].is_number()) {
    return false;
  }
  const Size added = terms.size() == 2 ? terms[1].coefficient : 0;
  *dividend = inner.operands[0] + added * inner.operands[1];
  *divisor = inner.operands[1] * b;
  return true;
}

}  // namespace

Size FloorDivide(const Size& a, const Size& b) {
  if (const Size* refused = RefusedOf(a, b)) return *refused;
  if (b.is_number(0)) return Size::Refused("a size is divided by 0");
  if (b.is_number() && b.number() < 0) return FloorDivide(-a, -b);
  if (b.is_number(1)) return a;
  if (a.is_number() && b.is_number()) return FloorOf(a.number(), b.number());
  Division parts = Divided(a, b);
  if (const Size* refused = RefusedOf(parts.quotient, parts.remainder)) return *refused;
  if (parts.remainder.is_number(0)) return parts.quotient;
  // A remainder and a divisor that are numbers: nothing is left.
  if (parts.remainder.is_number() && b.is_number()) return parts.quotient;
  Size dividend = parts.remainder, divisor = b;
  Reduce(&dividend, &divisor);
  if (!(dividend == parts.remainder) || !(divisor == b)) {
    return parts.quotient + FloorDivide(dividend, divisor);
  }
  Size outer, factor;
  if (Nested(dividend, divisor, &outer, &factor)) {
    return parts.quotient + FloorDivide(outer, factor);
  }
  if (divisor.is_number()) {
    const Division mirrored = Divided(divisor - 1 - dividend, divisor);
    if (const Size* refused = RefusedOf(mirrored.quotient, mirrored.remainder)) {
      return *refused;
    }
    if (ComesFirst(mirrored.remainder, dividend)) {
      return parts.quotient - mirrored.quotient -
             FloorDivide(mirrored.remainder, divisor);
    }
  }
  return parts.quotient + FromOpaque(OpaqueSize::Kind::kFloorDivide, {dividend, divisor});
}

}  // namespace tilewright::ir
