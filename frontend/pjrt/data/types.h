// Element types and layouts of the PJRT C API, and ours.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "frontend/pjrt/abi/buffer.h"
#include "ir/tensor_type.h"

namespace tilewright::pjrt {

// Unimplemented for types that we have not, InvalidArgument for numbers that are none.
absl::StatusOr<ir::ElementType> FromPjrt(PJRT_Buffer_Type type);
PJRT_Buffer_Type ToPjrt(ir::ElementType type);

// The type of an array; InvalidArgument when sizes are negative or too large, or null.
absl::StatusOr<ir::TensorType> TensorOf(PJRT_Buffer_Type type, const int64_t* dims,
                                        size_t num_dims);

inline constexpr int kMaxRank = 64;
// Dimensions of an array that lies row by row, from the one that varies fastest on. They
// live as long as the process. Requires at most kMaxRank of them.
absl::Span<const int64_t> RowMajor(int rank);

// Bytes from one index to the next of each dimension.
using Strides = std::vector<int64_t>;

// Row-major ones, as all arrays of a device have.
Strides DenseStrides(const ir::TensorType& type);
// Those of dimensions that lie in this order, the fastest first.
Strides StridesOf(const ir::TensorType& type, absl::Span<const int64_t> minor_to_major);
// What a caller's layout says; row-major for null. InvalidArgument when it does not fit
// the type, Unimplemented for tiles.
absl::StatusOr<Strides> StridesOf(const ir::TensorType& type,
                                  const PJRT_Buffer_MemoryLayout* layout);

// Each element of an array from one place to another, by strides of either sign. The
// memory is the caller's, as far as type and strides reach.
void CopyElements(const ir::TensorType& type, const uint8_t* from,
                  const Strides& from_strides, uint8_t* to, const Strides& to_strides);

}  // namespace tilewright::pjrt
