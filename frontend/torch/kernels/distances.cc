// How far rows are from each other.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <ATen/native/LinearAlgebraUtils.h>
#include <torch/library.h>

#include <cmath>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// As the lowering numbers them.
enum class Norm : int64_t { kCount, kSum, kEuclidean, kLargest, kBelow2, kAbove2 };

Norm NormOf(double p) {
  if (p == 0) return Norm::kCount;
  if (p == 1) return Norm::kSum;
  if (p == 2) return Norm::kEuclidean;
  if (std::isinf(p)) return Norm::kLargest;
  return p < 2 ? Norm::kBelow2 : Norm::kAbove2;
}
void AddNorm(double p, const Tensor& like, Recording* call) {
  call->Number(std::isinf(p) ? 0 : p, ComputeType(like.scalar_type()));
  call->Attribute(static_cast<int64_t>(NormOf(p)));
}

// Of Euclid's distances between many rows as products of matrices.
bool ByProducts(const Tensor& a, const Tensor& b, double p, std::optional<int64_t> mode) {
  constexpr int64_t kMany = 25, kWhereMany = 0, kAlways = 1;
  const int64_t wanted = mode.value_or(kWhereMany);
  return p == 2 && (wanted == kAlways ||
                    (wanted == kWhereMany && (a.size(-2) > kMany || b.size(-2) > kMany)));
}

Tensor DistancesForward(const Tensor& a, const Tensor& b, double p,
                        std::optional<int64_t> mode) {
  TORCH_CHECK(a.dim() >= 2 && b.dim() >= 2,
              "cdist only supports at least 2D tensors, X1 got: ", a.dim(),
              "D, X2 got: ", b.dim(), "D");
  TORCH_CHECK(a.size(-1) == b.size(-1),
              "X1 and X2 must have the same number of columns. X1: ", a.size(-1),
              " X2: ", b.size(-1));
  TORCH_CHECK(c10::isFloatingType(a.scalar_type()),
              "cdist only supports floating-point dtypes, X1 got: ", a.scalar_type());
  TORCH_CHECK(c10::isFloatingType(b.scalar_type()),
              "cdist only supports floating-point dtypes, X2 got: ", b.scalar_type());
  TORCH_CHECK(p >= 0, "cdist only supports non-negative p values");
  const auto [a_sizes, b_sizes] = at::native::_linalg_broadcast_batch_dims(a, b);
  at::DimVector sizes(a_sizes.begin(), a_sizes.end());
  sizes.back() = b.size(-2);
  const ScalarType type = CommonType(a, b);
  const Tensor out = Empty(sizes, type);
  if (out.numel() == 0) return out;
  if (a.size(-1) == 0) return out.zero_();
  const Tensor whole_a = a.expand(a_sizes), whole_b = b.expand(b_sizes);
  if (ByProducts(a, b, p, mode)) return at::_euclidean_dist(whole_a, whole_b);
  Recording call;
  call.In(whole_a).In(whole_b);
  AddNorm(p, out, &call);
  call.Out(out).Run(Op::cdist);
  return out;
}

Tensor DistancesBackward(const Tensor& gradient, const Tensor& a, const Tensor& b,
                         double p, const Tensor& distances) {
  const auto [a_sizes, b_sizes] = at::native::_linalg_broadcast_batch_dims(a, b);
  at::DimVector sizes(a_sizes.begin(), a_sizes.end());
  sizes.back() = b.size(-2);
  // PyTorch's rule for maps over gradients alone hands in more of them than there is room
  // for in the result.
  TORCH_CHECK(gradient.sizes() == sizes, "cdist_backward: expected a gradient of shape ",
              sizes, ", but got ", gradient.sizes());
  const Tensor out = Empty(a_sizes, a.scalar_type());
  if (out.numel() == 0) return out;
  if (b.size(-2) == 0) return out.zero_();
  const Tensor whole_a = a.expand(a_sizes), whole_b = b.expand(b_sizes);
  Recording call;
  call.In(gradient).In(whole_a).In(whole_b).In(distances);
  AddNorm(p, out, &call);
  call.Out(out).Run(Op::cdist_backward);
  return out;
}

// Of each pair of rows i < j of a square, in order: its place among all elements.
Tensor PlacesAbove(int64_t rows, const Tensor& like) {
  const Tensor pairs = at::triu_indices(rows, rows, 1, like.options().dtype(at::kLong));
  return pairs[0] * rows + pairs[1];
}
Tensor PairsForward(const Tensor& x, double p) {
  const int64_t rows = x.size(0);
  if (rows <= 1) return Empty({0}, x.scalar_type());
  constexpr int64_t kNeverByProducts = 2;
  const Tensor square = DistancesForward(x, x, p, kNeverByProducts);
  return square.flatten().index_select(0, PlacesAbove(rows, x));
}
Tensor PairsBackward(const Tensor& gradient, const Tensor& x, double p,
                     const Tensor& distances) {
  const int64_t rows = x.size(0);
  if (rows <= 1 || x.size(1) == 0) return at::zeros_like(x);
  const Tensor places = PlacesAbove(rows, x);
  const auto square = [&](const Tensor& pairs) {
    const Tensor above = at::zeros({rows * rows}, pairs.options())
                             .index_copy_(0, places, pairs)
                             .view({rows, rows});
    return above + above.t();
  };
  return DistancesBackward(square(gradient), x, x, p, square(distances));
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_cdist_forward", &DistancesForward);
  m.impl("_cdist_backward", &DistancesBackward);
  m.impl("_pdist_forward", &PairsForward);
  m.impl("_pdist_backward", &PairsBackward);
}

}  // namespace tilewright::torch_device
