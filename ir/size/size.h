// Sizes: numbers, or expressions of symbols whose values are known when a program runs.
//
// An expression is a polynomial with integer coefficients in symbols and in the two terms
// that do not simplify: floor division and maximum. Remainders and minima are written
// with these. The form is canonical: expressions that are equal as polynomials are equal
// here,
//   mod(a, b) = a - b * floordiv(a, b),  ceildiv(a, n) = floordiv(a + n - 1, n),
//   min(a, b) = a + b - max(a, b),  max(a, max(b, c)) = max(a, b, c),
//   floordiv(a + b * c, b) = floordiv(a, b) + c,  max(a + c, b + c) = max(a, b) + c,
// so that equality of sizes is equality of their representation. What else is true of
// them, and what holds by facts about symbols alone, ir/size/prove.h tells.
//
// Values are integers without bounds: only evaluation meets 64 bits. A divisor is taken
// to be positive and a symbol to be at least 0, both of which evaluation holds them to
// where they are still there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace tilewright::ir {

// The place of a symbol in its program's list (ir/size/facts.h).
using SymbolId = int32_t;

struct SizeExpression;

// Cheap to copy: a number is a number, an expression is shared and never changes. What
// does not fit (SizeLimits) becomes a *refused* size, which is contagious, and says why:
// who has computed a size asks for its status() before using it.
class Size {
 public:
  Size() = default;                          // 0
  Size(int64_t number) : number_(number) {}  // NOLINT: numbers are sizes
  static Size OfSymbol(SymbolId symbol);
  static Size Refused(std::string why);
  // For what makes expressions (ir/size/expression.h): nullptr is no expression.
  static Size OfExpression(std::shared_ptr<const SizeExpression> expression);

  bool is_number() const { return expression_ == nullptr; }
  bool is_number(int64_t value) const { return is_number() && number_ == value; }
  // Requires is_number().
  int64_t number() const { return number_; }
  // The symbol that the size is, if it is one and nothing else.
  std::optional<SymbolId> symbol() const;
  // ResourceExhausted for a refused size.
  absl::Status status() const;
  bool refused() const;
  // nullptr of a number.
  const SizeExpression* expression() const { return expression_.get(); }

  friend Size operator+(const Size& a, const Size& b) {
    int64_t sum = 0;
    const bool plain = a.is_number() && b.is_number() &&
                       !__builtin_add_overflow(a.number_, b.number_, &sum);
    return plain ? Size(sum) : Sum(a, b);
  }
  friend Size operator-(const Size& a, const Size& b) {
    int64_t difference = 0;
    const bool plain = a.is_number() && b.is_number() &&
                       !__builtin_sub_overflow(a.number_, b.number_, &difference);
    return plain ? Size(difference) : Difference(a, b);
  }
  friend Size operator*(const Size& a, const Size& b) {
    int64_t product = 0;
    const bool plain = a.is_number() && b.is_number() &&
                       !__builtin_mul_overflow(a.number_, b.number_, &product);
    return plain ? Size(product) : Product(a, b);
  }
  friend Size operator-(const Size& a) { return Size(0) - a; }
  friend bool operator==(const Size& a, const Size& b) {
    return a.is_number() && b.is_number() ? a.number_ == b.number_ : Same(a, b);
  }
  template <typename H>
  friend H AbslHashValue(H state, const Size& size) {
    return H::combine(std::move(state), size.Hash());
  }

 private:
  uint64_t Hash() const;
  // Of sizes that are not both numbers, or whose result does not fit.
  static Size Sum(const Size& a, const Size& b);
  static Size Difference(const Size& a, const Size& b);
  static Size Product(const Size& a, const Size& b);
  static bool Same(const Size& a, const Size& b);

  int64_t number_ = 0;
  std::shared_ptr<const SizeExpression> expression_;
};

// Towards minus infinity, as Python's // and %; division by the number 0 is refused.
Size FloorDivide(const Size& a, const Size& b);
Size Remainder(const Size& a, const Size& b);
Size CeilDivide(const Size& a, const Size& b);
// Of at least one size.
Size Max(absl::Span<const Size> sizes);
Size Min(absl::Span<const Size> sizes);

// A total order of sizes that has no meaning but is the same in every process: <0, 0, >0.
int Compare(const Size& a, const Size& b);

// Calls `visit` with each symbol of `size`, in canonical order, as often as it is there.
void ForEachSymbol(const Size& size, absl::FunctionRef<void(SymbolId)> visit);
// Calls `visit` with each divisor in `size`, as often as it is there.
void ForEachDivisor(const Size& size, absl::FunctionRef<void(const Size&)> visit);
// `size` with `value(s)` for each symbol s.
Size Substitute(const Size& size, absl::FunctionRef<Size(SymbolId)> value);

}  // namespace tilewright::ir
