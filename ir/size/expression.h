// What sizes are made of: for the files of this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/size/size.h"

namespace tilewright::ir {

// What a size may grow to. Beyond that it is refused.
struct SizeLimits {
  static constexpr int kTerms = 64;
  static constexpr int kDegree = 16;
  static constexpr int kOperands = 8;  // of a maximum
  static constexpr int kDepth = 8;     // of divisions and maxima in each other
  static constexpr int kNodes = 1024;  // factors and terms, those inside included
};

// floordiv(operands[0], operands[1]), or the maximum of the operands: sorted, none twice,
// one of them 0, without a common factor.
struct OpaqueSize {
  enum class Kind : uint8_t { kFloorDivide, kMax };
  Kind kind;
  std::vector<Size> operands;
};

// A symbol, or an opaque term where `opaque` is set.
struct SizeAtom {
  SymbolId symbol = 0;
  std::shared_ptr<const OpaqueSize> opaque;
};

struct SizeFactor {
  SizeAtom atom;
  int power = 1;  // at least 1
};

// Factors in the order of their atoms, none twice; without factors it is 1.
using Monomial = std::vector<SizeFactor>;

struct SizeTerm {
  int64_t coefficient = 0;  // never 0 in an expression
  Monomial monomial;
};

// Terms from the largest monomial to the smallest, none twice: at least one that is no
// number. A refused size has none, and a reason.
struct SizeExpression {
  std::vector<SizeTerm> terms;
  std::string refusal;
  int nodes = 0;
  int depth = 0;
};

int Compare(const SizeAtom& a, const SizeAtom& b);
// By degree, then by the powers of the atoms, the first atom first: an order that
// products keep.
int Compare(const Monomial& a, const Monomial& b);
int Degree(const Monomial& monomial);
// a * b.
Monomial Product(const Monomial& a, const Monomial& b);
// a / b in *quotient, or false where b does not divide a.
bool Divides(const Monomial& b, const Monomial& a, Monomial* quotient);

// The terms of a size that is not refused; of 0 none.
std::vector<SizeTerm> TermsOf(const Size& size);
// The sum of `terms`, in any order, equal monomials allowed; refused beyond the limits.
Size FromTerms(std::vector<SizeTerm> terms);
Size FromAtom(SizeAtom atom);
Size FromOpaque(OpaqueSize::Kind kind, std::vector<Size> operands);
// The first of `a` and `b` that is refused, or nullptr.
const Size* RefusedOf(const Size& a, const Size& b);
Size RefusedOverflow();

// Largest number that divides every coefficient; 0 of 0.
int64_t Content(const Size& size);
// Requires that `divisor` divides every coefficient.
Size DividedExactly(const Size& size, int64_t divisor);

}  // namespace tilewright::ir
