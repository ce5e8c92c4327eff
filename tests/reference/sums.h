// Sums and products of real numbers whose order is the kernel's own.
#pragma once

#include <cstdint>
#include <limits>

#include "tests/reference/element.h"

namespace tilewright::reference {

// Of n terms added in any order in a type with unit roundoff u, the result is within
// about n u of the sum of their absolute values (Higham, Accuracy and Stability of
// Numerical Algorithms, 4.2). It is exact, in any order, where all terms are multiples
// of some power of two and their absolute values add up to no more than that times
// 2^digits: then every partial sum is a number of the type.
class Sum {
 public:
  Sum(ElementType accumulator, Numerics numerics)
      : accumulator_(accumulator), numerics_(numerics) {}

  void Add(const Wide& term) { Add(term, QuantumOf(static_cast<double>(term.value))); }
  // The product of two numbers.
  void AddProduct(const Wide& x, const Wide& y);
  // Of the accumulator's type, but for rounding.
  Wide Total() const;

  // The exponent of the last bit that is set.
  static int QuantumOf(double x);

 private:
  void Add(const Wide& term, int quantum);

  ElementType accumulator_;
  Numerics numerics_;
  int64_t terms_ = 0;
  long double sum_ = 0, magnitude_ = 0, radius_ = 0;
  int quantum_ = std::numeric_limits<int>::max();
  bool nan_ = false, infinity_ = false, minus_infinity_ = false;
  bool all_negative_zeros_ = true;
};

// Of n factors in any order the product is within about n u of itself; it is exact where
// the factors' odd parts have no more than the type's digits together. Where a partial
// product might leave the type's range nothing is known.
class Product {
 public:
  explicit Product(ElementType accumulator) : accumulator_(accumulator) {}

  void Add(const Wide& factor);
  Wide Total() const;

 private:
  ElementType accumulator_;
  int64_t factors_ = 0;
  long double product_ = 1, relative_ = 0;
  int digits_ = 0;
  int64_t least_exponent_ = 0, most_exponent_ = 0;  // that a partial product may have
  bool nan_ = false, infinity_ = false, zero_ = false, unknown_ = false;
};

}  // namespace tilewright::reference
