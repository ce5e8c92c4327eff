// Products of groups of rows, without a look at where groups end.
#include <ATen/Functions.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// Rows that one turn takes, within bounds.
int64_t BlockOf(int64_t wanted) {
  int64_t block = 16;
  while (block < 256 && block < wanted) block *= 2;
  return block;
}

void Record(Op op, const Tensor& a, const Tensor& b, const Tensor& ends, int64_t block,
            const Tensor& out) {
  Recording().In(a).In(b).In(ends).Attribute(BlockOf(block)).Out(out).Run(op);
}

Tensor GroupedMm(const Tensor& a, const Tensor& b, const OptionalTensor& ends,
                 const OptionalTensor& bias, std::optional<ScalarType> type) {
  TORCH_CHECK(c10::isFloatingType(a.scalar_type()) && a.scalar_type() == b.scalar_type(),
              "Expected mat_a and mat_b to be of one floating type, got ",
              a.scalar_type(), " and ", b.scalar_type());
  TORCH_CHECK(a.dim() == 2 || a.dim() == 3, "mat_a has to be 2 or 3d");
  TORCH_CHECK(b.dim() == 2 || b.dim() == 3, "mat_b has to be 2 or 3d");
  TORCH_CHECK(a.size(-1) == b.size(-2),
              "contraction dimension of mat_a and mat_b must match");
  const bool whole = a.dim() == 3 && b.dim() == 3;
  TORCH_CHECK(ends.has_value() != whole,
              "Have to provide offsets if there is a 2d matrix, or no offset if both "
              "matrices are 3d");
  TORCH_CHECK(!bias.has_value(), "Bias not supported yet");
  TORCH_CHECK(type.value_or(a.scalar_type()) == a.scalar_type(),
              "Grouped gemm output dtype must match `mat_a` dtype");
  if (whole) return at::bmm(a, b);
  TORCH_CHECK(ends->dim() == 1, "offs has to be 1D");
  TORCH_CHECK(ends->scalar_type() == at::kInt, "Offsets have to be int32");
  const int64_t groups = ends->size(0);
  for (const Tensor* x : {&a, &b}) {
    TORCH_CHECK(x->dim() == 2 || x->size(0) == groups,
                "matrix batch sizes have to match");
  }
  if (a.dim() == 2 && b.dim() == 2) {
    const Tensor out = Empty({groups, a.size(0), b.size(1)}, a.scalar_type());
    if (out.numel() == 0) return out;
    if (a.size(1) == 0) return out.zero_();
    // As many as a group has on average: each turn adds to a whole matrix.
    Record(Op::grouped_sum_mm, a, b, *ends, a.size(1) / groups, out);
    return out;
  }
  const Tensor out = Empty({a.size(-2), b.size(-1)}, a.scalar_type());
  if (out.numel() == 0) return out;
  if (groups == 0 || a.size(-1) == 0) return out.zero_();
  // Half as many: a group's last turn does what others do, for fewer rows.
  if (a.dim() == 2) {
    Record(Op::grouped_mm, a, b, *ends, a.size(0) / groups / 2, out);
  } else {
    // Groups of columns are groups of rows, seen from the other side.
    const Tensor left = b.t(), right = a.transpose(1, 2), result = out.t();
    Record(Op::grouped_mm, left, right, *ends, left.size(0) / groups / 2, result);
  }
  return out;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) { m.impl("_grouped_mm", &GroupedMm); }

}  // namespace tilewright::torch_device
