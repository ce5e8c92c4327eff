// What goes along a dimension and keeps what it has seen.
#include <ATen/WrapDimUtils.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// Along nothing there is one element: a dimension of size 1.
Tensor AtLeastOne(const Tensor& x) { return x.dim() == 0 ? x.view({1}) : x; }

template <Op op>
Tensor& AlongOut(const Tensor& self, int64_t dim, Tensor& out) {
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  const Tensor x = AtLeastOne(self), y = AtLeastOne(out);
  Recording().In(x).Attribute(along).Out(y).Run(op);
  return out;
}
template <Op op>
Tensor& TypedAlongOut(const Tensor& self, int64_t dim, std::optional<ScalarType>,
                      Tensor& out) {
  return AlongOut<op>(self, dim, out);
}
Tensor LogCumSumExp(const Tensor& self, int64_t dim) {
  Tensor out = EmptyLike(self, self.scalar_type());
  return AlongOut<Op::logcumsumexp>(self, dim, out);
}
template <bool smallest>
void ExtremesAlong(const Tensor& self, Tensor& values, Tensor& indices, int64_t dim) {
  FitOut(values, self.sizes());
  FitOut(indices, self.sizes());
  if (self.numel() == 0) return;
  const Tensor x = AtLeastOne(self), y = AtLeastOne(values), i = AtLeastOne(indices);
  Recording()
      .In(x)
      .Attribute(at::maybe_wrap_dim(dim, x.dim()))
      .Attribute(smallest)
      .Out(y)
      .Out(i)
      .Run(Op::cumulative_extreme);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("cumsum.out", &TypedAlongOut<Op::cumsum>);
  m.impl("cumprod.out", &TypedAlongOut<Op::cumprod>);
  m.impl("_logcumsumexp", &LogCumSumExp);
  m.impl("_logcumsumexp.out", &AlongOut<Op::logcumsumexp>);
  m.impl("_cummax_helper", &ExtremesAlong<false>);
  m.impl("_cummin_helper", &ExtremesAlong<true>);
}

}  // namespace tilewright::torch_device
