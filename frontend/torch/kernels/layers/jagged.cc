// Rows of many lengths, one behind the other, as rows of one length, and back.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <ATen/ops/_nested_tensor_size_native.h>
#include <ATen/ops/_nested_tensor_storage_offsets_native.h>
#include <ATen/ops/_nested_tensor_strides_native.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

const Tensor& OnlyOffsets(at::TensorList offsets) {
  TORCH_CHECK(offsets.size() == 1 && offsets[0].dim() == 1 && offsets[0].numel() > 0,
              "nested tensors of one dimension of many lengths have one list of offsets, "
              "got ",
              offsets.size());
  return offsets[0];
}

Tensor Padded(const Tensor& values, at::TensorList all, IntArrayRef lengths,
              double padding) {
  const Tensor& offsets = OnlyOffsets(all);
  TORCH_CHECK(lengths.size() == 1, "one dimension of many lengths has one length, got ",
              lengths.size());
  TORCH_CHECK(values.dim() > 0, "values of a nested tensor have a dimension");
  const int64_t rows = offsets.size(0) - 1, length = lengths[0];
  at::DimVector sizes = {rows, length};
  sizes.append(values.sizes().begin() + 1, values.sizes().end());
  if (values.numel() == 0) return at::full(sizes, padding, values.options());
  const Tensor begins = offsets.narrow(0, 0, rows).unsqueeze(-1);
  const Tensor ends = offsets.narrow(0, 1, rows).unsqueeze(-1);
  const Tensor places = begins + at::arange(length, offsets.options());
  // What lies behind a row is read somewhere and not looked at.
  const Tensor taken =
      values.index_select(0, places.clamp(0, values.size(0) - 1).flatten()).view(sizes);
  at::DimVector whole(taken.dim(), 1);
  whole[0] = rows, whole[1] = length;
  return taken.masked_fill_(places.ge(ends).view(whole), padding);
}

// A row that is longer than rows are is an index out of bounds.
Tensor Jagged(const Tensor& dense, at::TensorList all, std::optional<int64_t> total) {
  const Tensor& offsets = OnlyOffsets(all);
  TORCH_CHECK(dense.dim() >= 2, "padded rows have at least 2 dimensions, got ",
              dense.dim());
  const int64_t count = total.has_value() ? *total : offsets[-1].item<int64_t>();
  const Tensor places = at::arange(count, offsets.options());
  const Tensor row =
      at::searchsorted(offsets, places, /*out_int32=*/false, /*right=*/true) - 1;
  const Tensor within = places - offsets.index_select(0, row);
  c10::List<OptionalTensor> where;
  where.push_back(row);
  where.push_back(within.to(at::kLong));
  return at::index(dense, where);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_jagged_to_padded_dense_forward", &Padded);
  m.impl("_padded_dense_to_jagged_forward", &Jagged);
}

// Of nested tensors that are no rows of many lengths: what gradients ask of whatever
// there is, where an error ends the process. Other operations on them are refused.
TORCH_LIBRARY_IMPL(aten, NestedTensorPrivateUse1, m) {
  m.impl("_nested_tensor_size", &at::native::_nested_tensor_size);
  m.impl("_nested_tensor_strides", &at::native::_nested_tensor_strides);
  m.impl("_nested_tensor_storage_offsets", &at::native::_nested_tensor_storage_offsets);
}

}  // namespace tilewright::torch_device
