// Sorted rows of a sparse matrix's elements, and where each row begins among them.
#include <ATen/Functions.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// Where each of `size` rows begins, and where the last one ends.
Tensor& CompressedRowsOut(const Tensor& rows, int64_t size, bool narrow, Tensor& out) {
  FitOut(out, {size + 1});
  const Tensor begins = at::arange(size + 1, rows.options());
  return at::searchsorted_out(out, rows.flatten(), begins, narrow);
}

// Batch, row and column of each element; a transposed one's column before its row.
Tensor& ExpandedRowsOut(const Tensor& begins, const Tensor& columns, bool narrow,
                        bool transpose, Tensor& out) {
  const int64_t batch_dims = columns.dim() - 1, elements = columns.size(-1);
  FitOut(out, {columns.dim() + 1, columns.numel()});
  const Tensor place =
      at::arange(elements, begins.options()).expand(columns.sizes()).contiguous();
  const Tensor ends = begins.narrow(-1, 1, begins.size(-1) - 1).contiguous();
  const Tensor rows = at::searchsorted(ends, place, narrow, /*right=*/true);
  out.select(0, batch_dims + (transpose ? 1 : 0)).copy_(rows.flatten());
  out.select(0, batch_dims + (transpose ? 0 : 1)).copy_(columns.flatten());
  for (int64_t d = 0; d < batch_dims; ++d) {
    at::DimVector along(columns.dim(), 1);
    along[d] = columns.size(d);
    const Tensor batch = at::arange(columns.size(d), begins.options()).view(along);
    out.select(0, d).copy_(batch.expand(columns.sizes()).flatten());
  }
  return out;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_convert_indices_from_coo_to_csr.out", &CompressedRowsOut);
  m.impl("_convert_indices_from_csr_to_coo.out", &ExpandedRowsOut);
}

}  // namespace tilewright::torch_device
