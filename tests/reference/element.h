// Elements as the reference computes them: what memory is to hold, and how far from
// that a correct kernel may be.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "ir/element_type.h"
#include "ir/tensor_type.h"
#include "support/numerics.h"

namespace tilewright::reference {

using ir::Dims;
using ir::ElementType;

// Kernels sum in an order of their own and compute functions with an error, so a value
// has a radius within which a kernel's may lie: 0 where memory has to hold these very
// bits, infinity where nothing is known, as the outcome of a comparison that the errors
// of its operands leave open. Integers and booleans have no other radius. A NaN with a
// radius may be any NaN. Of a complex number either part has the radius.
struct Element {
  uint64_t re = 0;  // the bits as they lie in memory; of a complex number its real part
  uint64_t im = 0;
  double radius = 0;
};

inline constexpr double kUnknownRadius = std::numeric_limits<double>::infinity();
inline constexpr Element kUnknown = {0, 0, kUnknownRadius};

inline bool IsExact(const Element& x) { return x.radius == 0; }
inline bool IsUnknown(const Element& x) { return x.radius == kUnknownRadius; }

// An array in memory, row-major.
struct Array {
  ir::TensorType type;
  std::vector<Element> elements;
};

// A real number that is not rounded to an element type yet.
struct Wide {
  long double value = 0;
  long double radius = 0;
};

// --- Integers and booleans: sign- or zero-extended; of ui64 the bits ---------------

int64_t IntegerOf(ElementType type, const Element& x);
// `value` modulo 2^bits.
Element FromInteger(ElementType type, int64_t value);

// --- Real numbers -----------------------------------------------------------------

double RealOf(ElementType type, uint64_t bits);

// The type that values of a floating type are computed in: f64, or f32.
inline ElementType ComputedIn(ElementType type) {
  return type == ElementType::kF64 ? type : ElementType::kF32;
}
// Unit in the last place of a result of this size in the type that `type` is computed in.
long double UlpOf(ElementType type, long double value);
// The least positive normal number of the type that `type` is computed in.
double LeastNormal(ElementType type);

// The number nearest to `value`, to even.
uint64_t Nearest(ElementType type, long double value);

// A result in f32 or f64, which is then rounded to `type`. In `tpu` numerics results
// that are subnormal may be zero.
Element Rounded(ElementType type, const Wide& x, Numerics numerics);

// A number that is rounded to `type` once, whatever it was before. Where the radius is
// not 0, the result's covers all that numbers within it are rounded to.
Element RoundedOnce(ElementType type, const Wide& x);

// A floating element as an operand. In `tpu` numerics subnormals may be taken for zero.
Wide OperandOf(ElementType type, const Element& x, Numerics numerics);

}  // namespace tilewright::reference
