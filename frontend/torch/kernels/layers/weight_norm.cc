// Weights as a direction and a length.
#include <ATen/Functions.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

at::DimVector AllBut(const Tensor& v, int64_t dim) {
  at::DimVector others;
  for (int64_t d = 0; d < v.dim(); ++d) {
    if (d != dim) others.push_back(d);
  }
  return others;
}
Tensor Computed(const Tensor& x) { return x.to(ComputeType(x.scalar_type())); }

// The weights, and the lengths that v has along all dimensions but one.
std::tuple<Tensor, Tensor> WeightNorm(const Tensor& v, const Tensor& g, int64_t dim) {
  const Tensor direction = Computed(v);
  const Tensor norms =
      dim < 0 ? at::linalg_vector_norm(direction, 2)
              : at::linalg_vector_norm(direction, 2, AllBut(v, dim), /*keepdim=*/true);
  const Tensor weights = at::mul(direction, at::div(Computed(g), norms));
  return {weights.to(v.scalar_type()), norms};
}

std::tuple<Tensor, Tensor> WeightNormBackward(const Tensor& gradient, const Tensor& v,
                                              const Tensor& g, const Tensor& norms,
                                              int64_t dim) {
  const Tensor of_weights = Computed(gradient), direction = Computed(v);
  const Tensor products = at::mul(of_weights, direction);
  const Tensor along =
      dim < 0 ? at::sum(products) : at::sum(products, AllBut(v, dim), /*keepdim=*/true);
  const Tensor of_length = at::div(along, norms);
  const Tensor off = at::sub(of_weights, at::mul(direction, at::div(of_length, norms)));
  const Tensor of_v = at::mul(off, at::div(Computed(g), norms));
  return {of_v.to(v.scalar_type()), of_length.to(g.scalar_type())};
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_weight_norm_interface", &WeightNorm);
  m.impl("_weight_norm_interface_backward", &WeightNormBackward);
}

}  // namespace tilewright::torch_device
