// Whether a value is computed where it is read, maybe again and again, or once, in a
// kernel of its own.
#pragma once

#include "ir/tensor_type.h"

namespace tilewright::codegen {

// How often a kernel evaluates something: for elements, in vectors, and for points of
// the outer loops, one number each.
struct Evaluations {
  double elements = 0;
  double points = 0;
};

// Elements that are computed where `elements` are wanted: a vector costs no less.
double Vectors(double elements);

// A cost that may be paid more than once, in tile::OpCost::host's units.
inline constexpr int kCheap = 2;

// Whether evaluating an operation of this cost and result so often, beside rows of
// `row_elements` at each point of the outer loops, takes no longer than computing every
// element once, writing it, and reading it: in a kernel of its own, or a statement.
bool PaysToRepeat(const Evaluations& evaluations, double row_elements, int cost,
                  const ir::TensorType& result, bool in_one_kernel);

}  // namespace tilewright::codegen
