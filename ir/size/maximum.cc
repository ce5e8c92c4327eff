// Maxima: sets of sizes without what they have in common.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "ir/size/expression.h"

namespace tilewright::ir {
namespace {

bool IsMaximum(const SizeTerm& term) {
  if (term.monomial.size() != 1 || term.monomial[0].power != 1) return false;
  const OpaqueSize* opaque = term.monomial[0].atom.opaque.get();
  return opaque != nullptr && opaque->kind == OpaqueSize::Kind::kMax;
}

// Of a maximum that is a term of some of `sizes`, as much as all have goes from them to
// what is returned: then it is nowhere subtracted, and there is one that has none of it.
Size TakeCommonMaxima(std::vector<Size>* sizes) {
  std::vector<SizeTerm> least;  // one for each maximum
  for (const Size& size : *sizes) {
    for (const SizeTerm& term : TermsOf(size)) {
      if (!IsMaximum(term)) continue;
      const auto same = [&](const SizeTerm& other) {
        return Compare(other.monomial, term.monomial) == 0;
      };
      if (std::none_of(least.begin(), least.end(), same)) least.push_back(term);
    }
  }
  Size common;
  for (SizeTerm& maximum : least) {
    bool first = true;
    for (const Size& size : *sizes) {
      int64_t count = 0;
      for (const SizeTerm& term : TermsOf(size)) {
        if (Compare(term.monomial, maximum.monomial) == 0) count = term.coefficient;
      }
      maximum.coefficient = first ? count : std::min(maximum.coefficient, count);
      first = false;
    }
    if (maximum.coefficient == 0) continue;
    const Size part = FromTerms({maximum});
    common = common + part;
    for (Size& size : *sizes) size = size - part;
  }
  return common;
}

constexpr size_t kFlat = 64;  // operands before equal ones are one

// x + k * max(y, z) with k > 0 is the maximum of x + k * y and x + k * z.
void AddFlat(const Size& size, std::vector<Size>* flat) {
  for (const SizeTerm& term : TermsOf(size)) {
    if (!IsMaximum(term)) continue;
    const Size rest = size - FromTerms({term});
    for (const Size& operand : term.monomial[0].atom.opaque->operands) {
      const Size moved = rest + Size(term.coefficient) * operand;
      if (moved.refused() || flat->size() >= kFlat) {
        flat->push_back(Size::Refused("a maximum of sizes has too many operands"));
      } else {
        AddFlat(moved, flat);
      }
    }
    return;
  }
  flat->push_back(size);
}

bool Less(const Size& a, const Size& b) { return Compare(a, b) < 0; }

// Sorted; of those that differ by a number the largest alone.
std::vector<Size> Distinct(std::vector<Size> sizes) {
  std::vector<Size> kept;
  for (const Size& size : sizes) {
    bool known = false;
    for (Size& other : kept) {
      const Size difference = size - other;
      if (!difference.is_number()) continue;
      if (difference.number() > 0) other = size;
      known = true;
      break;
    }
    if (!known) kept.push_back(size);
  }
  std::sort(kept.begin(), kept.end(), Less);
  return kept;
}

bool LessAsLists(const std::vector<Size>& a, const std::vector<Size>& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), Less);
}

}  // namespace

Size Max(absl::Span<const Size> sizes) {
  for (const Size& size : sizes) {
    if (size.refused()) return size;
  }
  std::vector<Size> differences;
  for (const Size& size : sizes) {
    differences.push_back(size - sizes[0]);
    if (differences.back().refused()) return differences.back();
  }
  const Size common = sizes[0] + TakeCommonMaxima(&differences);
  std::vector<Size> flat;
  for (const Size& difference : differences) {
    if (difference.refused()) return difference;
    AddFlat(difference, &flat);
  }
  for (const Size& size : flat) {
    if (size.refused()) return size;
  }
  const std::vector<Size> kept = Distinct(std::move(flat));
  for (const Size& size : kept) {
    if (size.refused()) return size;
  }
  if (kept.size() == 1) return common + kept[0];
  if (kept.size() > SizeLimits::kOperands) {
    return Size::Refused("a maximum of sizes has more than 8 operands");
  }
  // Of the forms that subtract one of the sizes from all, the first in order.
  std::vector<Size> best;
  Size subtracted;
  for (const Size& base : kept) {
    std::vector<Size> moved;
    for (const Size& size : kept) moved.push_back(size - base);
    std::sort(moved.begin(), moved.end(), Less);
    for (const Size& size : moved) {
      if (size.refused()) return size;
    }
    if (best.empty() || LessAsLists(moved, best)) {
      best = std::move(moved);
      subtracted = base;
    }
  }
  int64_t factor = 0;
  for (const Size& size : best) factor = std::gcd(factor, Content(size));
  for (Size& size : best) size = DividedExactly(size, factor);
  return common + subtracted +
         Size(factor) * FromOpaque(OpaqueSize::Kind::kMax, std::move(best));
}

Size Min(absl::Span<const Size> sizes) {
  std::vector<Size> negated;
  for (const Size& size : sizes) negated.push_back(-size);
  return -Max(negated);
}

}  // namespace tilewright::ir
