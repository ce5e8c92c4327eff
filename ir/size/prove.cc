#include "ir/size/prove.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "ir/size/expression.h"

namespace tilewright::ir {
namespace {

// Ends beyond 64 bits are none: a product of two ends fits.
using Wide = __int128;
constexpr Wide kNone = Wide{std::numeric_limits<int64_t>::max()} + 1;

struct Interval {
  Wide low = -kNone;
  Wide high = kNone;
};

Wide Clamped(Wide x) { return std::clamp(x, -kNone, kNone); }

Interval operator+(const Interval& a, const Interval& b) {
  Interval sum;
  if (a.low > -kNone && b.low > -kNone) sum.low = Clamped(a.low + b.low);
  if (a.high < kNone && b.high < kNone) sum.high = Clamped(a.high + b.high);
  return sum;
}

// Nothing times an unbounded end is nothing.
Wide Times(Wide a, Wide b) {
  if (a == 0 || b == 0) return 0;
  const bool unbounded = a >= kNone || a <= -kNone || b >= kNone || b <= -kNone;
  if (!unbounded) return Clamped(a * b);
  return (a < 0) == (b < 0) ? kNone : -kNone;
}

Interval operator*(const Interval& a, const Interval& b) {
  const Wide ends[] = {Times(a.low, b.low), Times(a.low, b.high), Times(a.high, b.low),
                       Times(a.high, b.high)};
  return {*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4)};
}

Interval Both(const Interval& a, const Interval& b) {
  return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

Wide WideFloor(Wide a, Wide b) {
  if (a >= kNone || a <= -kNone) return a;
  return a / b - static_cast<Wide>(a % b < 0);
}

Interval Quotient(const Interval& a, const Interval& b) {
  // The divisor is positive; divided by what is unbounded, a number goes to 0 or -1.
  const Wide least = std::max<Wide>(b.low, 1);
  const bool far = b.high >= kNone;
  const auto end = [&](Wide x, bool is_low) -> Wide {
    const Wide near = WideFloor(x, least);
    const Wide distant =
        far ? Wide{x < 0 ? -1 : 0} : WideFloor(x, std::max(b.high, least));
    return is_low ? std::min(near, distant) : std::max(near, distant);
  };
  return {end(a.low, true), end(a.high, false)};
}

Interval Largest(const std::vector<Interval>& of) {
  Interval most = of[0];
  for (const Interval& one : of) {
    most = {std::max(most.low, one.low), std::max(most.high, one.high)};
  }
  return most;
}

Interval Smallest(const std::vector<Interval>& of) {
  Interval least = of[0];
  for (const Interval& one : of) {
    least = {std::min(least.low, one.low), std::min(least.high, one.high)};
  }
  return least;
}

class Prover {
 public:
  // `shifted`: symbols stand for (value - at_least) / multiple_of.
  Prover(const SymbolList& symbols, bool shifted)
      : symbols_(symbols), shifted_(shifted) {}

  Interval Of(const Size& size) const {
    if (size.is_number()) return {Wide{size.number()}, Wide{size.number()}};
    if (size.refused()) return {};
    return Both(Both(Sum(size), WithRemainders(size)), WithinMaxima(size));
  }

 private:
  Interval Sum(const Size& size) const {
    Interval sum = {0, 0};
    for (const SizeTerm& term : TermsOf(size)) {
      Interval product = {Wide{term.coefficient}, Wide{term.coefficient}};
      for (const SizeFactor& factor : term.monomial) {
        const Interval base = Of(factor.atom);
        for (int i = 0; i < factor.power; ++i) product = product * base;
        // A square is not negative.
        if (factor.power % 2 == 0 && product.low < 0 && term.monomial.size() == 1) {
          product = term.coefficient > 0
                        ? Interval{0, product.high}
                        : Interval{product.low, std::min<Wide>(product.high, 0)};
        }
      }
      sum = sum + product;
    }
    return sum;
  }

  // k * b * floordiv(a, b) is k * a less k times what is in [0, b - 1]. That is also b -
  // 1 less what is in [0, b - 1], which says more where b has no bound.
  Interval WithRemainders(const Size& size) const {
    return Both(WithRemainders(size, /*from_above=*/false),
                WithRemainders(size, /*from_above=*/true));
  }

  Interval WithRemainders(const Size& size, bool from_above) const {
    Size left = size;
    Interval remainders = {0, 0};
    for (const SizeTerm& term : TermsOf(size)) {
      for (const SizeFactor& factor : term.monomial) {
        const OpaqueSize* opaque = factor.atom.opaque.get();
        if (opaque == nullptr || opaque->kind != OpaqueSize::Kind::kFloorDivide) continue;
        const Size& a = opaque->operands[0];
        const Size& b = opaque->operands[1];
        const SizeTerm lead = TermsOf(b)[0];
        Monomial wanted = Product(lead.monomial, {{factor.atom, 1}});
        if (Compare(wanted, term.monomial) != 0) continue;
        const int64_t k = term.coefficient / lead.coefficient;
        if (k == 0) continue;
        Size without = left + Size(k) * (a - b * FromTerms({{1, {{factor.atom, 1}}}}));
        if (from_above) without = without - Size(k) * (b - 1);
        if (without.refused()) continue;
        left = without;
        const Interval remainder = {0, Clamped(Of(b).high - 1)};
        const Wide times = from_above ? k : -Wide{k};
        remainders = remainders + Interval{times, times} * remainder;
        break;
      }
    }
    return Sum(left) + remainders;
  }

  // a + k * max(b, c) is the maximum, or minimum, of a + k * b and a + k * c.
  Interval WithinMaxima(const Size& size) const {
    for (const SizeTerm& term : TermsOf(size)) {
      const bool linear = term.monomial.size() == 1 && term.monomial[0].power == 1;
      const OpaqueSize* opaque = linear ? term.monomial[0].atom.opaque.get() : nullptr;
      if (opaque == nullptr || opaque->kind != OpaqueSize::Kind::kMax) continue;
      const Size rest = size - FromTerms({term});
      std::vector<Interval> of;
      for (const Size& operand : opaque->operands) {
        const Size moved = rest + Size(term.coefficient) * operand;
        of.push_back(moved.refused() ? Interval()
                                     : Both(Sum(moved), WithRemainders(moved)));
      }
      return term.coefficient > 0 ? Largest(of) : Smallest(of);
    }
    return {};
  }

  Interval Of(const SizeAtom& atom) const {
    if (atom.opaque == nullptr) return OfSymbol(atom.symbol);
    std::vector<Interval> operands;
    for (const Size& operand : atom.opaque->operands) operands.push_back(Of(operand));
    if (atom.opaque->kind == OpaqueSize::Kind::kFloorDivide) {
      return Quotient(operands[0], operands[1]);
    }
    return Largest(operands);
  }

  Interval OfSymbol(SymbolId id) const {
    if (id < 0 || id >= symbols_.count()) return {0, kNone};
    const SymbolFacts& facts = symbols_[id].facts;
    const bool bounded = facts.at_most != SymbolFacts::kUnbounded;
    if (!shifted_) return {Wide{facts.at_least}, bounded ? Wide{facts.at_most} : kNone};
    if (!bounded) return {0, kNone};
    return {0, (Wide{facts.at_most} - facts.at_least) / facts.multiple_of};
  }

  const SymbolList& symbols_;
  const bool shifted_;
};

// With at_least + multiple_of * u for each symbol, u >= 0.
Size Shifted(const Size& size, const SymbolList& symbols) {
  return Substitute(size, [&](SymbolId id) -> Size {
    if (id < 0 || id >= symbols.count()) return Size::OfSymbol(id);
    const SymbolFacts& facts = symbols[id].facts;
    if (facts.at_least == facts.at_most) return facts.at_least;
    return Size(facts.at_least) + Size(facts.multiple_of) * Size::OfSymbol(id);
  });
}

Interval DirectBounds(const Size& size, const SymbolList& symbols) {
  return Prover(symbols, /*shifted=*/false).Of(size);
}

// `direct`, or closer ones.
Interval CloserBounds(const Interval& direct, const Size& size,
                      const SymbolList& symbols) {
  const Size shifted = Shifted(size, symbols);
  if (shifted.refused()) return direct;
  return Both(direct, Prover(symbols, /*shifted=*/true).Of(shifted));
}

Interval Bounds(const Size& size, const SymbolList& symbols) {
  return CloserBounds(DirectBounds(size, symbols), size, symbols);
}

// Of a division by a number in `size` that is not multiplied by it; 0: there is none.
int64_t LoneDivisor(const Size& size) {
  for (const SizeTerm& term : TermsOf(size)) {
    for (const SizeFactor& factor : term.monomial) {
      const OpaqueSize* opaque = factor.atom.opaque.get();
      if (opaque == nullptr || opaque->kind != OpaqueSize::Kind::kFloorDivide) continue;
      const Size& divisor = opaque->operands[1];
      if (divisor.is_number() && divisor.number() > 0 &&
          term.coefficient % divisor.number() != 0) {
        return divisor.number();
      }
    }
  }
  return 0;
}

bool IsFree(SymbolId id, const SymbolList& symbols) {
  return id < 0 || id >= symbols.count() ||
         symbols[id].facts.at_least < symbols[id].facts.at_most;
}

}  // namespace

SizeBounds BoundsOf(const Size& size, const SymbolList& symbols) {
  const Interval interval = Bounds(size, symbols);
  SizeBounds bounds;
  if (interval.low > -kNone && interval.low < kNone) {
    bounds.low = static_cast<int64_t>(interval.low);
  }
  if (interval.high < kNone && interval.high > -kNone) {
    bounds.high = static_cast<int64_t>(interval.high);
  }
  return bounds;
}

Proof ProveEqual(const Size& a, const Size& b, const SymbolList& symbols) {
  if (a.refused() || b.refused()) return Proof::kUnknown;
  if (a == b) return Proof::kYes;
  const Size difference = Simplify(a - b, symbols);
  if (difference.is_number()) return difference.number() == 0 ? Proof::kYes : Proof::kNo;
  if (difference.refused()) return Proof::kUnknown;
  const Interval interval = Bounds(difference, symbols);
  if (interval.low == 0 && interval.high == 0) return Proof::kYes;
  if (interval.low > 0 || interval.high < 0) return Proof::kNo;
  // 2 * n + 1 is never 0.
  for (const int64_t factor : {int64_t{2}, int64_t{3}, int64_t{5}}) {
    if (ProveDivisible(difference, factor, symbols) == Proof::kNo) return Proof::kNo;
  }
  return Proof::kUnknown;
}

Proof ProveAtLeast(const Size& a, const Size& b, const SymbolList& symbols) {
  constexpr int kDivisors = 4;
  Size difference = a - b;
  for (int i = 0; i <= kDivisors && !difference.refused(); ++i) {
    const auto has_sign = [](const Interval& x) { return x.low >= 0 || x.high < 0; };
    Interval interval = DirectBounds(difference, symbols);
    if (!has_sign(interval)) interval = CloserBounds(interval, difference, symbols);
    if (has_sign(interval)) return interval.low >= 0 ? Proof::kYes : Proof::kNo;
    // A multiple has the same sign, and of n * floordiv(a, n) more is known.
    const int64_t divisor = LoneDivisor(difference);
    if (divisor < 2) break;
    difference = difference * divisor;
  }
  return Proof::kUnknown;
}

Proof ProveDivisible(const Size& size, int64_t divisor, const SymbolList& symbols) {
  const Size shifted = Shifted(size, symbols);
  if (shifted.refused()) return Proof::kUnknown;
  int64_t number = 0;
  for (const SizeTerm& term : TermsOf(shifted)) {
    if (term.monomial.empty()) {
      number = term.coefficient;
    } else if (term.coefficient % divisor != 0) {
      return Proof::kUnknown;
    }
  }
  return number % divisor == 0 ? Proof::kYes : Proof::kNo;
}

Size Simplify(const Size& size, const SymbolList& symbols) {
  if (size.is_number() || size.refused()) return size;
  // Inner sizes first: what they decide may decide what is around them.
  Size sum;
  for (const SizeTerm& term : TermsOf(size)) {
    Size product = term.coefficient;
    for (const SizeFactor& factor : term.monomial) {
      Size base;
      const OpaqueSize* opaque = factor.atom.opaque.get();
      if (opaque == nullptr) {
        const SymbolId id = factor.atom.symbol;
        base =
            IsFree(id, symbols) ? Size::OfSymbol(id) : Size(symbols[id].facts.at_least);
      } else if (opaque->kind == OpaqueSize::Kind::kMax) {
        std::vector<Size> kept;
        for (const Size& operand : opaque->operands) {
          const Size candidate = Simplify(operand, symbols);
          const auto below = [&](const Size& other) {
            return ProveAtLeast(other, candidate, symbols) == Proof::kYes;
          };
          if (std::any_of(kept.begin(), kept.end(), below)) continue;
          kept.erase(std::remove_if(kept.begin(), kept.end(),
                                    [&](const Size& other) {
                                      return ProveAtLeast(candidate, other, symbols) ==
                                             Proof::kYes;
                                    }),
                     kept.end());
          kept.push_back(candidate);
        }
        base = Max(kept);
      } else {
        const Size a = Simplify(opaque->operands[0], symbols);
        const Size b = Simplify(opaque->operands[1], symbols);
        const Interval of_a = Bounds(a, symbols);
        // Exact where everything is a multiple, 0 where the dividend is smaller.
        if (of_a.low >= 0 && ProveAtLeast(b, a + 1, symbols) == Proof::kYes) {
          base = 0;
        } else if (b.is_number() && b.number() > 0 && a.refused() == false) {
          base = FloorDivide(a, b);
          const SizeBounds bounds = BoundsOf(base, symbols);
          if (bounds.low && bounds.high && *bounds.low == *bounds.high)
            base = *bounds.low;
        } else {
          base = FloorDivide(a, b);
        }
      }
      for (int i = 0; i < factor.power; ++i) product = product * base;
    }
    sum = sum + product;
  }
  return sum;
}

}  // namespace tilewright::ir
