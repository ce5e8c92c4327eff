// Convolutions: PyTorch asks for all kinds of them in one form.
#include <ATen/native/ConvUtils.h>
#include <torch/library.h>

#include "frontend/torch/kernels/convolution_products.h"

namespace tilewright::torch_device {
namespace {

using Geometry = ConvolutionGeometry;

// False where there is nothing to multiply, and what is there instead is written.
bool HasProducts(const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias,
                 const Tensor& out) {
  if (out.numel() == 0) return false;
  if (a.numel() > 0 && b.numel() > 0) return true;
  out.zero_();
  if (bias.has_value() && bias->defined()) {
    at::DimVector sizes(out.dim(), 1);
    sizes[1] = out.size(1);
    out.copy_(bias->view(sizes).expand(out.sizes()));
  }
  return false;
}
void Run(Op op, const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias,
         const Geometry& g, const Tensor& out) {
  Recording call;
  call.In(a).In(b).In(bias).Attribute(g.groups);
  call.Attributes(g.strides).Attributes(g.paddings).Attributes(g.dilations);
  call.Out(out).Run(op);
}

void RunForward(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias,
                const Geometry& g, const Tensor& out) {
  if (!HasProducts(x, weight, bias, out)) return;
  if (!ConvolveByProduct(x, weight, bias, g, out)) {
    Run(Op::convolution, x, weight, bias, g, out);
  }
}
void RunInputGradient(const Tensor& gradient, const Tensor& weight, const Geometry& g,
                      const Tensor& of_x) {
  if (!HasProducts(gradient, weight, std::nullopt, of_x)) return;
  if (InputGradientByProduct(gradient, weight, g, of_x)) return;
  Run(Op::convolution_backward_input, gradient, weight, std::nullopt, g, of_x);
}
void RunWeightGradient(const Tensor& gradient, const Tensor& x, const Geometry& g,
                       const Tensor& of_weight) {
  if (!HasProducts(gradient, x, std::nullopt, of_weight)) return;
  if (WeightGradientByProduct(gradient, x, g, of_weight)) return;
  Run(Op::convolution_backward_weight, gradient, x, std::nullopt, g, of_weight);
}
void RunTransposed(Op op, const Tensor& a, const Tensor& b,
                   const std::optional<Tensor>& bias, const Geometry& g,
                   const Tensor& out) {
  if (HasProducts(a, b, bias, out)) Run(op, a, b, bias, g, out);
}

Tensor Convolution(const Tensor& x, const Tensor& weight,
                   const std::optional<Tensor>& bias, IntArrayRef strides,
                   IntArrayRef paddings, IntArrayRef dilations, bool transposed,
                   IntArrayRef output_padding, int64_t groups) {
  const at::DimVector sizes =
      transposed ? at::DimVector(at::native::conv_input_size(x.sizes(), weight.sizes(),
                                                             paddings, output_padding,
                                                             strides, dilations, groups))
                 : at::DimVector(at::native::conv_output_size(
                       x.sizes(), weight.sizes(), paddings, strides, dilations));
  const Tensor out = Empty(sizes, x.scalar_type());
  const Geometry g = {strides, paddings, dilations, groups};
  if (transposed) {
    RunTransposed(Op::convolution_transposed, x, weight, bias, g, out);
  } else {
    RunForward(x, weight, bias, g, out);
  }
  return out;
}

std::tuple<Tensor, Tensor, Tensor> ConvolutionBackward(
    const Tensor& gradient, const Tensor& x, const Tensor& weight, IntArrayRef strides,
    IntArrayRef paddings, IntArrayRef dilations, bool transposed, IntArrayRef,
    int64_t groups, std::array<bool, 3> wanted) {
  const Geometry g = {strides, paddings, dilations, groups};
  Tensor of_x, of_weight, of_bias;
  if (wanted[0]) {
    of_x = Empty(x.sizes(), x.scalar_type());
    if (transposed) {
      RunTransposed(Op::convolution_transposed_backward_input, gradient, weight,
                    std::nullopt, g, of_x);
    } else {
      RunInputGradient(gradient, weight, g, of_x);
    }
  }
  if (wanted[1]) {
    of_weight = Empty(weight.sizes(), weight.scalar_type());
    if (transposed) {
      RunTransposed(Op::convolution_transposed_backward_weight, gradient, x, std::nullopt,
                    g, of_weight);
    } else {
      RunWeightGradient(gradient, x, g, of_weight);
    }
  }
  if (wanted[2]) {
    at::DimVector others;
    for (int64_t d = 0; d < gradient.dim(); ++d) {
      if (d != 1) others.push_back(d);
    }
    of_bias = gradient.sum(others);
  }
  return {of_x, of_weight, of_bias};
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("convolution_overrideable", &Convolution);
  m.impl("convolution_backward_overrideable", &ConvolutionBackward);
}

}  // namespace tilewright::torch_device
