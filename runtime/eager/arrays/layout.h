// Arrays with strides in programs, whose own arrays are row-major.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/check/checked_builder.h"
#include "ir/tensor_type.h"

namespace tilewright::eager {

// How an array with strides appears among a program's inputs and outputs:
//   contiguous   as itself; so is one without elements
//   permuted     its elements are dense, but in another order of dimensions: as the
//                row-major array of that order
//   strided      everything from its first to its last element, as one dimension
struct Layout {
  enum class Kind { kContiguous, kPermuted, kStrided };

  Kind kind = Kind::kContiguous;
  ir::TensorType logical;  // what it is to the operation
  ir::TensorType memory;   // what the program is handed
  ir::Dims strides;
  ir::Dims order;  // dimensions from the largest stride to the smallest
  // Of a strided one, in this order: dimensions of more than one element that are not the
  // same one again and again.
  ir::Dims walked;
  bool shared = false;  // whether others are, so that elements share a place
  // Memory as a row-major array in which the strided one is the first elements of every
  // dimension, where each walked stride is a multiple of the next one and has room for
  // all of it. The last dimension is the distance of neighbours.
  std::optional<ir::Shape> nest;
};

// Strides of a contiguous array are those of its sizes.
bool IsContiguous(absl::Span<const int64_t> sizes, absl::Span<const int64_t> strides);

Layout LayoutOf(ir::ElementType element, const ir::Dims& sizes, const ir::Dims& strides);

// Elements from the first one to behind the last one; 0 where there are none.
int64_t SpanOf(absl::Span<const int64_t> sizes, absl::Span<const int64_t> strides);

// The logical array, of what lies in memory.
absl::StatusOr<ir::ValueId> ReadArray(const Layout& layout, ir::ValueId memory,
                                      ir::CheckedBuilder* builder);
// What lies in memory once `value` is written. `before` is what lies there: strided
// arrays leave gaps, which stay as they are; others do not read it.
absl::StatusOr<ir::ValueId> WriteArray(const Layout& layout, ir::ValueId value,
                                       ir::ValueId before, ir::CheckedBuilder* builder);

// Whether a strided array is a block of its nest, so that writing it is one update of
// that.
bool IsBlock(const Layout& layout);
// The nest of such an array once `value` is written. The nest goes on behind the last
// element, so that `before` and what this gives may only ever be one place in memory, and
// of that what is not the array may not be touched.
absl::StatusOr<ir::ValueId> UpdateNest(const Layout& layout, ir::ValueId value,
                                       ir::ValueId before, ir::CheckedBuilder* builder);

}  // namespace tilewright::eager
