// Entries of lists of sizes that follow from the result's type (kFromResult), and windows
// that do.
#pragma once

#include <cstdint>

#include "ir/program.h"

namespace tilewright::ir {

// Just behind the last of `size` elements that a slice takes.
inline Size OpenLimit(int64_t start, int64_t stride, const Size& size) {
  return Size(start) + (size - 1) * stride + 1;
}

// The size of a dimension with `interior` padding between its elements.
inline Size Spread(const Size& size, int64_t interior) {
  return size + Max({size - 1, 0}) * interior;
}

// The windows of a reduce_window of an element and all before it along a dimension of
// `dims`, which has elements, or of all behind it.
Attributes RunningWindows(const Dims& dims, int64_t dimension, bool is_reverse);

// Puts numbers for entries of `operation` that sizes of its types have made such.
void FillFromResult(const Program& program, Operation* operation);

}  // namespace tilewright::ir
