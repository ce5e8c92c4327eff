// Rules of gather and scatter.
#include "ir/check/indexing.h"

#include <utility>

#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum ElementType;

// The names of the parallel attributes of gather and scatter.
struct IndexedDims {
  AttributeName window;     // offset_dims, update_window_dims
  AttributeName collapsed;  // collapsed_slice_dims, inserted_window_dims
  AttributeName operand_batching;
  AttributeName indices_batching;
  AttributeName index_map;  // start_index_map, scatter_dims_to_operand_dims
};

absl::Status CheckApart(const OpView& op, AttributeName a, AttributeName b) {
  for (int64_t d : op.ints(a)) {
    if (Contains(op.ints(b), d)) {
      return op.Error("dimension ", d, " is in both ", Name(a), " and ", Name(b));
    }
  }
  return absl::OkStatus();
}

// Everything that gather and scatter demand alike of their dimension numbers.
absl::Status CheckIndexedDims(const OpView& op, const IndexedDims& names,
                              const TensorType& operand, const TensorType& indices,
                              int64_t windowed_rank) {
  const int64_t rank = operand.rank();
  if (operand.element == kToken) return op.Error("is not defined on tokens");
  if (!IsInteger(indices.element)) {
    return op.Error("indices must be integers, are ", ToString(indices));
  }
  TW_RETURN_IF_ERROR(CheckIndex(op, kIndexVectorDim, indices.rank() + 1));
  const int64_t vector_dim = op.attributes().Int(kIndexVectorDim);
  TW_RETURN_IF_ERROR(CheckDimensions(op, names.window, windowed_rank, /*sorted=*/true));
  TW_RETURN_IF_ERROR(CheckDimensions(op, names.collapsed, rank, /*sorted=*/true));
  TW_RETURN_IF_ERROR(CheckDimensions(op, names.operand_batching, rank, /*sorted=*/true));
  TW_RETURN_IF_ERROR(CheckDimensions(op, names.index_map, rank));
  TW_RETURN_IF_ERROR(CheckDimensions(op, names.indices_batching, indices.rank()));
  TW_RETURN_IF_ERROR(CheckApart(op, names.collapsed, names.operand_batching));
  TW_RETURN_IF_ERROR(CheckApart(op, names.index_map, names.operand_batching));
  const size_t dims = op.ints(names.window).size() + op.ints(names.collapsed).size() +
                      op.ints(names.operand_batching).size();
  if (static_cast<int64_t>(dims) != rank) {
    return op.Error(Name(names.window), ", ", Name(names.collapsed), " and ",
                    Name(names.operand_batching), " must name ", rank,
                    " dimensions together, name ", dims);
  }
  if (Contains(op.ints(names.indices_batching), vector_dim)) {
    return op.Error("index_vector_dim ", vector_dim, " is a batching dimension too");
  }
  const Size index_size = vector_dim < indices.rank() ? indices.shape[vector_dim] : 1;
  if (!index_size.is_number(static_cast<int64_t>(op.ints(names.index_map).size()))) {
    return op.Error(Name(names.index_map), " must have ", op.Text(index_size),
                    " entries, has ", op.ints(names.index_map).size());
  }
  const Dims& batching = op.ints(names.operand_batching);
  const Dims& indices_batching = op.ints(names.indices_batching);
  if (batching.size() != indices_batching.size()) {
    return op.Error("operand and indices have ", batching.size(), " and ",
                    indices_batching.size(), " batching dimensions; they must pair up");
  }
  for (size_t i = 0; i < batching.size(); ++i) {
    const Size own = operand.shape[batching[i]];
    const Size other = indices.shape[indices_batching[i]];
    if (!op.Equal(own, other)) {
      return op.Error("batching dimensions of sizes ", op.Text(own), " and ",
                      op.Text(other), " must be equal");
    }
  }
  return absl::OkStatus();
}

// The sizes of the indices' dimensions but the one that holds index vectors.
Shape BatchSizes(const TensorType& indices, int64_t vector_dim) {
  Shape sizes = indices.shape;
  if (vector_dim < indices.rank()) sizes.Erase(vector_dim);
  return sizes;
}

// `window` sizes at the dimensions `at`, `batch` sizes in order elsewhere.
Shape Interleave(const Shape& window, const Dims& at, const Shape& batch) {
  Shape shape;
  int next_batch = 0;
  int next_window = 0;
  for (int d = 0; d < window.rank() + batch.rank(); ++d) {
    if (Contains(at, d) && next_window < window.rank()) {
      shape.Append(window[next_window++]);
    } else if (next_batch < batch.rank()) {
      shape.Append(batch[next_batch++]);
    }
  }
  return shape;
}

// Whether a gather's result lacks dimension `d` of its slices.
bool IsDropped(const OpView& op, int64_t d) {
  return Contains(op.ints(kCollapsedSliceDims), d) ||
         Contains(op.ints(kOperandBatchingDims), d);
}

bool IsEmpty(const Shape& shape) {
  for (int d = 0; d < shape.rank(); ++d) {
    if (shape[d].is_number(0)) return true;
  }
  return false;
}

// slice_sizes, with the result's sizes where they follow from it.
Shape SliceSizes(const OpView& op) {
  Shape sizes = op.ints(kSliceSizes);
  const Dims& offsets = op.ints(kOffsetDims);
  size_t kept = 0;
  for (int d = 0; d < sizes.rank() && kept < offsets.size(); ++d) {
    if (IsDropped(op, d)) continue;
    const int64_t offset = offsets[kept++];
    if (!sizes[d].is_number(kFromResult) || offset < 0 || offset >= INT32_MAX) continue;
    if (!op.IsOpen(static_cast<int>(offset))) continue;
    sizes.Set(d, op.declared()[0].shape[offset]);
  }
  return sizes;
}

}  // namespace

absl::StatusOr<TensorType> GatherType(const OpView& op, const Shape& slice_sizes) {
  const TensorType& operand = op.operand(0);
  const TensorType& indices = op.operand(1);
  const int64_t vector_dim = op.attributes().Int(kIndexVectorDim);
  // Reject first what the rank below is computed from.
  TW_RETURN_IF_ERROR(CheckIndex(op, kIndexVectorDim, indices.rank() + 1));
  const Shape batch = BatchSizes(indices, vector_dim);
  TW_RETURN_IF_ERROR(
      CheckIndexedDims(op,
                       {kOffsetDims, kCollapsedSliceDims, kOperandBatchingDims,
                        kStartIndicesBatchingDims, kStartIndexMap},
                       operand, indices,
                       batch.rank() + static_cast<int64_t>(op.ints(kOffsetDims).size())));
  if (slice_sizes.rank() != operand.rank()) {
    return op.Error("slice_sizes must have ", operand.rank(), " entries, has ",
                    slice_sizes.rank());
  }
  Shape window;
  bool nothing = false;  // some dropped dimension has an empty slice
  for (int d = 0; d < operand.rank(); ++d) {
    const Size size = slice_sizes[d];
    if (!op.AtLeast(size, 0) || !op.AtLeast(operand.shape[d], size)) {
      return op.Error("slice size ", op.Text(size), " of dimension ", d,
                      " does not lie in the size ", op.Text(operand.shape[d]));
    }
    if (!IsDropped(op, d)) {
      window.Append(size);
    } else if (!op.AtLeast(1, size)) {
      return op.Error("slice size of dimension ", d, " must be at most 1, is ",
                      op.Text(size));
    } else if (!op.AtLeast(size, 1)) {
      nothing = true;
    }
  }
  TensorType result{operand.element, Interleave(window, op.ints(kOffsetDims), batch)};
  if (nothing && !IsEmpty(result.shape)) {
    return op.Error("takes empty slices for a result that is not empty");
  }
  return result;
}

absl::StatusOr<Types> InferGather(const OpView& op) {
  TW_ASSIGN_OR_RETURN(TensorType result, GatherType(op, SliceSizes(op)));
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferScatter(const OpView& op) {
  if (op.operand_count() % 2 != 1) {
    return op.Error("needs as many updates as inputs, and indices; has ",
                    op.operand_count(), " operands");
  }
  const int n = op.operand_count() / 2;
  const TensorType& input = op.operand(0);
  const TensorType& indices = op.operand(n);
  const TensorType& update = op.operand(n + 1);
  std::vector<ElementType> elements;
  for (int i = 0; i < n; ++i) {
    if (!op.Equal(op.operand(i).shape, input.shape) ||
        !op.Equal(op.operand(n + 1 + i).shape, update.shape)) {
      return op.Error("inputs must have one shape, and so must updates");
    }
    if (op.operand(i).element != op.operand(n + 1 + i).element) {
      return op.Error("input ", i, " has elements of type ", Name(op.operand(i).element),
                      ", its updates of type ", Name(op.operand(n + 1 + i).element));
    }
    elements.push_back(op.operand(i).element);
  }
  TW_RETURN_IF_ERROR(
      CheckIndexedDims(op,
                       {kUpdateWindowDims, kInsertedWindowDims, kInputBatchingDims,
                        kScatterIndicesBatchingDims, kScatterDimsToOperandDims},
                       input, indices, update.rank()));
  const Shape batch = BatchSizes(indices, op.attributes().Int(kIndexVectorDim));
  const Dims& window_dims = op.ints(kUpdateWindowDims);
  const auto rank = batch.rank() + static_cast<int64_t>(window_dims.size());
  if (rank != update.rank()) {
    return op.Error("updates must have rank ", rank, ", have the type ", op.Text(update));
  }
  Shape window;
  size_t next = 0;
  for (int64_t d = 0; d < input.rank(); ++d) {
    if (Contains(op.ints(kInsertedWindowDims), d)) continue;
    if (Contains(op.ints(kInputBatchingDims), d)) continue;
    const Size size = update.shape[window_dims[next++]];
    if (!op.AtLeast(input.shape[d], size)) {
      return op.Error("an update window of size ", op.Text(size), " exceeds dimension ",
                      d, " of size ", op.Text(input.shape[d]));
    }
    window.Append(size);
  }
  const Shape wanted = Interleave(window, window_dims, batch);
  if (!op.Equal(wanted, update.shape)) {
    return op.Error("updates must have the shape [", op.Text(wanted), "], have [",
                    op.Text(update.shape), "]");
  }
  TW_ASSIGN_OR_RETURN(elements, CheckReducer(op, 0, elements, {}));
  Types results;
  for (ElementType element : elements) results.push_back({element, input.shape});
  return results;
}

}  // namespace tilewright::ir
