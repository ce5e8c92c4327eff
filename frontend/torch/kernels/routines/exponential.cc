// The exponential of a matrix.
#include <ATen/Functions.h>
#include <torch/library.h>

#include "frontend/torch/kernels/routines/matrices.h"

namespace tilewright::torch_device {
namespace {

// Terms of the series that a matrix of norm 2 and less wants.
constexpr int kTerms = 16, kTermsOfDoubles = 28;

// The series of a matrix that is halved until it is small, squared as often: each matrix
// of a batch as it wants. How often is read once.
Tensor Exponential(const Tensor& a) {
  at::native::squareCheckInputs(a, "linalg.matrix_exp");
  at::native::checkFloatingOrComplex(a, "linalg.matrix_exp");
  if (a.numel() == 0) return a.clone();
  const ScalarType type = a.scalar_type();
  if (ComputeType(type) != type) return Exponential(a.to(ComputeType(type))).to(type);
  const Tensor norms = at::amax(at::sum(a.abs(), {-2}, true), {-1}, true);
  const Tensor halvings = norms.log2().ceil_().sub_(1).clamp_min_(0);
  // Not a number, and infinite: they come out as they are.
  const double most = halvings.nan_to_num(0, 0, 0).max().item<double>();
  const Tensor times = halvings.nan_to_num(0, 0, 0);
  const Tensor x = a.mul(times.neg().exp2_());
  const Tensor one = at::eye(a.size(-1), a.options()).expand_as(a);
  const bool doubles = c10::toRealValueType(type) == at::kDouble;
  Tensor sum = one;
  for (int term = doubles ? kTermsOfDoubles : kTerms; term > 0; --term) {
    sum = at::matmul(x, sum).div_(term).add_(one);
  }
  for (int turn = 0; turn < static_cast<int>(most); ++turn) {
    sum = at::where(times.gt(turn), at::matmul(sum, sum), sum);
  }
  return sum;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) { m.impl("linalg_matrix_exp", &Exponential); }

}  // namespace tilewright::torch_device
