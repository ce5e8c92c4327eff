// Result types of operations whose attributes follow from them (ir::kFromResult). Nothing
// is done where all sizes of an attribute are numbers.
#include <algorithm>
#include <optional>
#include <vector>

#include "frontend/stablehlo/lower/lowering.h"
#include "ir/from_result.h"
#include "ir/size/prove.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;

bool AreNumbers(const std::vector<ir::Size>& sizes) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](const ir::Size& size) { return size.is_number(); });
}

bool Has(const ir::Dims& list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

absl::Status SetShape(const ir::Shape& shape, std::vector<ir::TensorType>* types) {
  if (types->size() != 1) return absl::InvalidArgumentError("one result is expected");
  (*types)[0].shape = shape;
  return shape.status();
}

}  // namespace

absl::Status Lowering::ShapeOpenPad(const ir::Operation& operation,
                                    const std::vector<ir::Size>& high,
                                    std::vector<ir::TensorType>* types) const {
  const ir::Shape from = program_.type(operation.operands[0]).shape;
  const ir::Dims& low = operation.attributes.Ints(kEdgePaddingLow);
  const ir::Dims& interior = operation.attributes.Ints(kInteriorPadding);
  const size_t rank = static_cast<size_t>(from.rank());
  if (AreNumbers(high)) return absl::OkStatus();
  if (high.size() != rank || low.size() != rank || interior.size() != rank) {
    return absl::InvalidArgumentError("pad: has other paddings than dimensions");
  }
  ir::Shape shape;
  for (size_t d = 0; d < rank; ++d) {
    shape.Append(ir::Simplify(ir::Spread(from[d], interior[d]) + low[d] + high[d],
                              program_.symbols));
  }
  return SetShape(shape, types);
}

absl::Status Lowering::ShapeOpenSlice(const ir::Operation& operation,
                                      const std::vector<ir::Size>& limits,
                                      std::vector<ir::TensorType>* types) const {
  const ir::Dims& starts = operation.attributes.Ints(kStartIndices);
  const ir::Dims& strides = operation.attributes.Ints(kStrides);
  if (AreNumbers(limits)) return absl::OkStatus();
  if (starts.size() != limits.size() || strides.size() != limits.size()) {
    return absl::InvalidArgumentError("slice: has lists of different lengths");
  }
  ir::Shape shape;
  for (size_t d = 0; d < limits.size(); ++d) {
    if (strides[d] < 1) return absl::InvalidArgumentError("slice: has a stride below 1");
    shape.Append(ir::Simplify(ir::CeilDivide(limits[d] - starts[d], strides[d]),
                              program_.symbols));
  }
  return SetShape(shape, types);
}

absl::Status Lowering::ShapeOpenGather(const ir::Operation& operation,
                                       const std::vector<ir::Size>& slice_sizes,
                                       std::vector<ir::TensorType>* types) const {
  if (AreNumbers(slice_sizes)) return absl::OkStatus();
  const ir::Attributes& a = operation.attributes;
  ir::Shape batch = program_.type(operation.operands[1]).shape;
  const int64_t vector_dim = a.Int(kIndexVectorDim);
  if (vector_dim >= 0 && vector_dim < batch.rank()) batch.Erase(vector_dim);
  std::vector<ir::Size> window;
  for (size_t d = 0; d < slice_sizes.size(); ++d) {
    const int64_t dimension = static_cast<int64_t>(d);
    const bool dropped = Has(a.Ints(kCollapsedSliceDims), dimension) ||
                         Has(a.Ints(kOperandBatchingDims), dimension);
    if (!dropped) window.push_back(slice_sizes[d]);
  }
  ir::Shape shape;
  size_t next_window = 0;
  int next_batch = 0;
  const int rank = batch.rank() + static_cast<int>(window.size());
  for (int d = 0; d < rank; ++d) {
    const bool in_window = Has(a.Ints(kOffsetDims), d) && next_window < window.size();
    if (in_window) {
      shape.Append(window[next_window++]);
    } else if (next_batch < batch.rank()) {
      shape.Append(batch[next_batch++]);
    }
  }
  return SetShape(shape, types);
}

bool Lowering::MayBeDynamicSlice(const ir::Operation& operation) const {
  const std::optional<std::vector<ir::Size>> starts = KnownSizes(operation, 1);
  const std::optional<std::vector<ir::Size>> limits = KnownSizes(operation, 2);
  // Where data tells, it is one with numbers too.
  if (!starts || !limits) return true;
  const ir::Shape from = program_.type(operation.operands[0]).shape;
  const auto at_least = [&](const ir::Size& a, const ir::Size& b) {
    return ir::ProveAtLeast(a, b, program_.symbols) == ir::Proof::kYes;
  };
  for (int d = 0; d < from.rank(); ++d) {
    if (!at_least((*starts)[d], 0) || !at_least(from[d], (*limits)[d])) return false;
  }
  return true;
}

}  // namespace tilewright::stablehlo
