// Softmax and layer norm.
#include <ATen/WrapDimUtils.h>
#include <ATen/native/layer_norm.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/gradient_sizes.h"
#include "frontend/torch/device/out_type.h"
#include "frontend/torch/device/wanted.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// Along nothing there is one element: a dimension of size 1.
Tensor WithDimension(const Tensor& x) { return x.dim() == 0 ? x.view({1}) : x; }

template <Op op>
Tensor& SoftmaxOut(const Tensor& self, int64_t dim, bool, Tensor& out) {
  CheckExactly(out, self.scalar_type());
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  const Tensor x = WithDimension(self);
  const Tensor y = WithDimension(out);
  Recording().In(x).Attribute(at::maybe_wrap_dim(dim, x.dim())).Out(y).Run(op);
  return out;
}
template <Op op>
Tensor& SoftmaxBackwardOut(const Tensor& gradient, const Tensor& output, int64_t dim,
                           ScalarType, Tensor& out) {
  CheckGradientSizes("softmax_backward", gradient, output.sizes());
  FitOut(out, output.sizes());
  if (out.numel() == 0) return out;
  const Tensor g = WithDimension(gradient), y = WithDimension(output),
               x = WithDimension(out);
  Recording().In(g).In(y).Attribute(at::maybe_wrap_dim(dim, y.dim())).Out(x).Run(op);
  return out;
}

std::tuple<Tensor, Tensor, Tensor> LayerNorm(const Tensor& input, IntArrayRef shape,
                                             const std::optional<Tensor>& weight,
                                             const std::optional<Tensor>& bias,
                                             double epsilon) {
  const int64_t inner = static_cast<int64_t>(shape.size());
  at::native::_check_layer_norm_inputs(input, shape, weight.value_or(Tensor()),
                                       bias.value_or(Tensor()));
  CheckParameter(input, weight);
  CheckParameter(input, bias);
  c10::SmallVector<int64_t, 6> rows(input.sizes().begin(), input.sizes().end());
  for (int64_t d = input.dim() - inner; d < input.dim(); ++d) rows[d] = 1;
  const Tensor y = Empty(input.sizes(), input.scalar_type());
  // As CPU: moments of mixed precision are those of the parameters' type.
  const ScalarType moments = weight.has_value() && weight->defined()
                                 ? weight->scalar_type()
                                 : input.scalar_type();
  const Tensor mean = Empty(rows, moments);
  const Tensor rstd = Empty(rows, moments);
  if (input.numel() == 0) return {y, mean, rstd};
  Recording()
      .In(input)
      .In(weight)
      .In(bias)
      .Number(epsilon, ComputeType(input.scalar_type()))
      .Attribute(inner)
      .Out(y)
      .Out(mean)
      .Out(rstd)
      .Run(Op::layer_norm);
  return {y, mean, rstd};
}

std::tuple<Tensor, Tensor, Tensor> LayerNormBackward(
    const Tensor& gradient, const Tensor& input, IntArrayRef shape, const Tensor& mean,
    const Tensor& rstd, const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias, std::array<bool, 3> wanted) {
  CheckGradientSizes("layer_norm_backward", gradient, input.sizes());
  Recording call;
  call.In(gradient).In(input).In(mean).In(rstd).In(weight);
  call.Attribute(static_cast<int64_t>(shape.size()));
  Tensor results[3];
  if (wanted[0]) results[0] = Empty(input.sizes(), input.scalar_type());
  for (int i = 1; i < 3; ++i) {
    if (!wanted[i]) continue;
    const bool typed = weight.has_value() && weight->defined();
    results[i] = Empty(shape, typed ? weight->scalar_type() : input.scalar_type());
  }
  RunForWanted(call, results, Op::layer_norm_backward);
  return {results[0], results[1], results[2]};
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_softmax.out", &SoftmaxOut<Op::softmax>);
  m.impl("_log_softmax.out", &SoftmaxOut<Op::log_softmax>);
  m.impl("_softmax_backward_data.out", &SoftmaxBackwardOut<Op::softmax_backward>);
  m.impl("_log_softmax_backward_data.out", &SoftmaxBackwardOut<Op::log_softmax_backward>);
  m.impl("native_layer_norm", &LayerNorm);
  m.impl("native_layer_norm_backward", &LayerNormBackward);
}

}  // namespace tilewright::torch_device
