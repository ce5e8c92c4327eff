// Convolutions: PyTorch asks for all kinds of them in one form.
#include <ATen/native/ConvUtils.h>
#include <torch/library.h>

#include <array>
#include <optional>

#include "frontend/torch/device/capturing.h"
#include "frontend/torch/device/gradient_sizes.h"
#include "frontend/torch/kernels/convolution_products.h"

namespace tilewright::torch_device {
namespace {

using Geometry = ConvolutionGeometry;

// A new tensor that lies as `like` does. Where channels come last in the other operand,
// they do in whatever is computed of both; of no elements nothing is.
Tensor EmptyAs(const Tensor& like, const Tensor& other, IntArrayRef sizes) {
  const Tensor made = Empty(sizes, like.scalar_type());
  auto format = like.suggest_memory_format();
  if (format == at::MemoryFormat::Contiguous && like.numel() > 0 && other.numel() > 0) {
    format = other.suggest_memory_format();
  }
  made.unsafeGetTensorImpl()->empty_tensor_restride(format);
  return made;
}
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

// Whether windows are best read along their places (codegen/lower/convolution.cc): images
// are contiguous, and rows of the result are of whole vectors or, where other ways have
// little to read at a time or repeat the packing of much, of parts of them.
// The divisor of such rows' length; none where that is not the way for any.
std::optional<int64_t> RowsDivisor(const Tensor& x, const Tensor& weight,
                                   const Geometry& g, const Tensor& out) {
  constexpr int64_t kFew = 8, kFewFeatures = 16, kVector = 16, kPart = 8;
  constexpr int64_t kLargeWeight = 1 << 20;
  if (g.groups != 1 || x.dim() != 4 || !c10::isFloatingType(x.scalar_type()) ||
      !x.is_contiguous() || !weight.is_contiguous() || !out.is_contiguous() ||
      weight.size(2) * weight.size(3) == 1 || out.size(1) < kFew || g.strides[1] > 2) {
    return std::nullopt;
  }
  const bool in_parts =
      x.size(1) < kFewFeatures || g.strides[1] > 1 || weight.numel() >= kLargeWeight;
  return in_parts ? kPart : kVector;
}
bool IsByRows(const Tensor& x, const Tensor& weight, const Geometry& g,
              const Tensor& out) {
  const std::optional<int64_t> divisor = RowsDivisor(x, weight, g, out);
  return divisor.has_value() && out.size(3) % *divisor == 0;
}
// The image with its padding: then it need not be asked whether an element is inside.
Tensor WithPadding(const Tensor& x, IntArrayRef paddings) {
  const int64_t h = paddings[0], w = paddings[1];
  return h == 0 && w == 0 ? x : at::constant_pad_nd(x, {w, w, h, h});
}
void RunByRows(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias,
               const Geometry& g, const Tensor& out) {
  // Features as one more dimension that windows cover: these take their elements in the
  // order in which weights lie in memory.
  const int64_t strides[] = {1, g.strides[0], g.strides[1]}, paddings[] = {0, 0, 0};
  const int64_t dilations[] = {1, g.dilations[0], g.dilations[1]};
  Run(Op::convolution, WithPadding(x, g.paddings).unsqueeze(1), weight.unsqueeze(1), bias,
      {strides, paddings, dilations, 1}, out.unsqueeze(2));
}
// Without strides the gradient of x is a convolution of the result's gradient: input and
// output features are exchanged, and windows turned around. Its paddings; none where
// windows may lie outside of x altogether.
std::optional<std::array<int64_t, 2>> TurnedPaddings(const Tensor& weight,
                                                     const Geometry& g) {
  std::array<int64_t, 2> paddings;
  for (int d = 0; d < 2; ++d) {
    paddings[d] = g.dilations[d] * (weight.size(d + 2) - 1) - g.paddings[d];
    if (g.strides[d] != 1 || paddings[d] < 0) return std::nullopt;
  }
  return paddings;
}
Tensor Turned(const Tensor& weight) {
  if (!weight.is_contiguous()) return weight.flip({2, 3}).transpose(0, 1);
  // Windows take their elements in the order of [window, output features], which are
  // contiguous. Two copies, of tiles and of rows, are faster than one of elements.
  const int64_t outputs = weight.size(0), inputs = weight.size(1);
  const Tensor rows = weight.flatten(1).t().contiguous().view({inputs, -1, outputs});
  return rows.flip(1)
      .view({inputs, weight.size(2), weight.size(3), outputs})
      .permute({0, 3, 1, 2});
}
bool RunTurned(const Tensor& gradient, const Tensor& weight, const Geometry& g,
               const Tensor& of_x) {
  if (g.groups != 1 || weight.dim() != 4) return false;
  const auto paddings = TurnedPaddings(weight, g);
  if (!paddings.has_value()) return false;
  const bool by_rows = IsByRows(gradient, weight, g, of_x);
  const int64_t none[] = {0, 0};
  Run(Op::convolution, by_rows ? WithPadding(gradient, *paddings) : gradient,
      Turned(weight), std::nullopt,
      {g.strides, by_rows ? IntArrayRef(none) : IntArrayRef(*paddings), g.dilations, 1},
      of_x);
  return true;
}

// The weight in another order in memory, output features last. Kernels of convolutions
// read vectors of output features; of a large weight those elements lie in a page each.
Tensor WithFeaturesLast(const Tensor& weight) {
  constexpr int64_t kLargeWeight = 1 << 19;
  if (weight.dim() != 4 || !weight.is_contiguous() || weight.numel() < kLargeWeight) {
    return weight;
  }
  const int64_t outputs = weight.size(0), width = weight.size(3);
  const int64_t window = weight.size(2) * width;
  return weight.flatten(1).t().contiguous().as_strided(
      weight.sizes(), {1, window * outputs, width * outputs, outputs});
}

void RunForward(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias,
                const Geometry& g, const Tensor& out) {
  if (!HasProducts(x, weight, bias, out)) return;
  const std::optional<int64_t> divisor = RowsDivisor(x, weight, g, out);
  if (divisor.has_value() && CaptureIsForAnySizes()) {
    Recording call;
    call.In(x).In(weight).In(bias).Attribute(*divisor);
    call.Attribute(IsByColumns(x, weight, g)).Attribute(g.groups);
    call.Attributes(g.strides).Attributes(g.paddings).Attributes(g.dilations);
    call.Out(out).Run(Op::convolution_of_any_width);
  } else if (IsByRows(x, weight, g, out)) {
    RunByRows(x, weight, bias, g, out);
  } else if (!ConvolveByProduct(x, weight, bias, g, out)) {
    Run(Op::convolution, x, WithFeaturesLast(weight), bias, g, out);
  }
}
void RunInputGradient(const Tensor& gradient, const Tensor& weight, const Geometry& g,
                      const Tensor& of_x) {
  if (!HasProducts(gradient, weight, std::nullopt, of_x)) return;
  if (IsByRows(gradient, weight, g, of_x) && RunTurned(gradient, weight, g, of_x)) return;
  if (InputGradientByProduct(gradient, weight, g, of_x)) return;
  if (RunTurned(gradient, weight, g, of_x)) return;
  // Put together from its parts, which are written in their order.
  const Tensor in_order =
      of_x.is_contiguous() ? of_x : Empty(of_x.sizes(), of_x.scalar_type());
  Run(Op::convolution_backward_input, gradient, weight, std::nullopt, g, in_order);
  if (!in_order.is_same(of_x)) of_x.copy_(in_order);
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

// As PyTorch's, of tensors that are all on one device.
void CheckTypes(const Tensor& x, const Tensor& weight,
                const std::optional<Tensor>& bias) {
  TORCH_CHECK(x.scalar_type() == weight.scalar_type(), "Input type (", x.toString(),
              ") and weight type (", weight.toString(), ") should be the same");
  const bool has_bias = bias.has_value() && bias->defined();
  TORCH_CHECK(!has_bias || x.scalar_type() == bias->scalar_type(), "Input type (",
              x.toString(), ") and bias type (", has_bias ? bias->toString() : "",
              ") should be the same");
}
// What is added to the result of a transposed one is less than a step.
void CheckOutputPadding(IntArrayRef padding, IntArrayRef strides, IntArrayRef dilations) {
  for (size_t d = 0; d < padding.size(); ++d) {
    TORCH_CHECK(padding[d] < strides[d] || padding[d] < dilations[d],
                "output padding must be smaller than either stride or dilation, but got "
                "output_padding: ",
                padding, " stride: ", strides, " dilation: ", dilations);
  }
}

at::DimVector ResultSizes(const Tensor& x, const Tensor& weight, const Geometry& g,
                          bool transposed, IntArrayRef output_padding) {
  return transposed ? at::DimVector(at::native::conv_input_size(
                          x.sizes(), weight.sizes(), g.paddings, output_padding,
                          g.strides, g.dilations, g.groups))
                    : at::DimVector(at::native::conv_output_size(
                          x.sizes(), weight.sizes(), g.paddings, g.strides, g.dilations));
}

Tensor Convolution(const Tensor& x, const Tensor& weight,
                   const std::optional<Tensor>& bias, IntArrayRef strides,
                   IntArrayRef paddings, IntArrayRef dilations, bool transposed,
                   IntArrayRef output_padding, int64_t groups) {
  CheckTypes(x, weight, bias);
  if (transposed) CheckOutputPadding(output_padding, strides, dilations);
  const Geometry g = {strides, paddings, dilations, groups};
  const Tensor out =
      EmptyAs(x, weight, ResultSizes(x, weight, g, transposed, output_padding));
  if (transposed) {
    RunTransposed(Op::convolution_transposed, x, weight, bias, g, out);
  } else {
    RunForward(x, weight, bias, g, out);
  }
  return out;
}

std::tuple<Tensor, Tensor, Tensor> ConvolutionBackward(
    const Tensor& gradient, const Tensor& x, const Tensor& weight, IntArrayRef strides,
    IntArrayRef paddings, IntArrayRef dilations, bool transposed,
    IntArrayRef output_padding, int64_t groups, std::array<bool, 3> wanted) {
  const Geometry g = {strides, paddings, dilations, groups};
  CheckGradientSizes("convolution_backward", gradient,
                     ResultSizes(x, weight, g, transposed, output_padding));
  Tensor of_x, of_weight, of_bias;
  if (wanted[0]) {
    of_x = EmptyAs(x, weight, x.sizes());
    if (transposed) {
      RunTransposed(Op::convolution_transposed_backward_input, gradient, weight,
                    std::nullopt, g, of_x);
    } else {
      RunInputGradient(gradient, weight, g, of_x);
    }
  }
  if (wanted[1]) {
    of_weight = EmptyAs(weight, x, weight.sizes());
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
