// Images of other sizes.
#include <torch/library.h>

#include <cmath>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// As the lowering numbers them.
enum class Resizing : int64_t { kNearest, kNearestExact, kLinear, kCubic };

using Scale = std::optional<double>;

// How far source indices are apart for neighbours of the result.
double ScaleOf(Resizing how, int64_t from, int64_t to, bool corners, Scale given) {
  if (corners) {
    return to > 1 ? static_cast<double>(from - 1) / static_cast<double>(to - 1) : 0;
  }
  if (how == Resizing::kNearest && from == to) return 1;
  if (given.has_value() && *given > 0) return 1 / *given;
  return static_cast<double>(from) / static_cast<double>(to);
}

// Of how many elements one of the result is made at most, where it is a mean over all
// that it covers.
int64_t MostOf(Resizing how, double step, int64_t from) {
  const double support = (how == Resizing::kCubic ? 2 : 1) * std::max(step, 1.0);
  return std::min(2 * static_cast<int64_t>(std::ceil(support)) + 1, from);
}

// `image` and `resized` are sizes of all dimensions.
void RunResizing(Op op, Resizing how, const Tensor& from, IntArrayRef image,
                 IntArrayRef resized, bool corners, std::initializer_list<Scale> scales,
                 const Tensor& to, bool antialias) {
  if (to.numel() == 0) return;
  const ScalarType type = to.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
  Recording call;
  call.In(from);
  call.Attribute(static_cast<int64_t>(how)).Attribute(corners);
  size_t d = image.size() - scales.size();
  for (const Scale scale : scales) {
    const double step = ScaleOf(how, image[d], resized[d], corners, scale);
    call.Number(step, type);
    if (antialias) call.Attribute(MostOf(how, step, image[d]));
    ++d;
  }
  call.Out(to).Run(op);
}

Tensor& Resized(Resizing how, const Tensor& self, IntArrayRef last, bool corners,
                std::initializer_list<Scale> scales, Tensor& out, bool antialias) {
  TORCH_CHECK_NOT_IMPLEMENTED(
      c10::isFloatingType(self.scalar_type()) || self.scalar_type() == at::kByte,
      "\"upsample\" not implemented for '", self.scalar_type(), "'");
  TORCH_CHECK(self.dim() == static_cast<int64_t>(scales.size()) + 2,
              "It is expected input_size equals to ", scales.size() + 2,
              ", but got size ", self.dim());
  at::DimVector sizes(self.sizes().slice(0, 2));
  sizes.append(last.begin(), last.end());
  for (size_t d = 2; d < sizes.size(); ++d) {
    TORCH_CHECK(sizes[d] > 0 && self.size(static_cast<int64_t>(d)) > 0,
                "Input and output sizes should be greater than 0, but got input ",
                self.sizes(), " and output ", IntArrayRef(sizes));
  }
  FitOut(out, sizes);
  RunResizing(antialias ? Op::resize_antialias : Op::resize, how, self, self.sizes(),
              sizes, corners, scales, out, antialias);
  return out;
}
Tensor& ResizedBackward(Resizing how, const Tensor& gradient, IntArrayRef image,
                        bool corners, std::initializer_list<Scale> scales, Tensor& out,
                        bool antialias) {
  FitOut(out, image);
  const Op op = antialias ? Op::resize_antialias_backward : Op::resize_backward;
  RunResizing(op, how, gradient, image, gradient.sizes(), corners, scales, out,
              antialias);
  return out;
}

// A function for each number of dimensions, with or without `align_corners`.
template <Resizing how, typename... Scales>
Tensor& NearestOut(const Tensor& self, IntArrayRef last, Scales... scales, Tensor& out) {
  return Resized(how, self, last, false, {scales...}, out, false);
}
template <Resizing how, typename... Scales>
Tensor& NearestBackwardOut(const Tensor& gradient, IntArrayRef, IntArrayRef image,
                           Scales... scales, Tensor& out) {
  return ResizedBackward(how, gradient, image, false, {scales...}, out, false);
}
template <Resizing how, typename... Scales>
Tensor& SmoothOut(const Tensor& self, IntArrayRef last, bool corners, Scales... scales,
                  Tensor& out) {
  return Resized(how, self, last, corners, {scales...}, out, false);
}
template <Resizing how, typename... Scales>
Tensor& SmoothBackwardOut(const Tensor& gradient, IntArrayRef, IntArrayRef image,
                          bool corners, Scales... scales, Tensor& out) {
  return ResizedBackward(how, gradient, image, corners, {scales...}, out, false);
}
template <Resizing how, typename... Scales>
Tensor& AntialiasOut(const Tensor& self, IntArrayRef last, bool corners, Scales... scales,
                     Tensor& out) {
  return Resized(how, self, last, corners, {scales...}, out, true);
}
template <Resizing how, typename... Scales>
Tensor& AntialiasBackwardOut(const Tensor& gradient, IntArrayRef, IntArrayRef image,
                             bool corners, Scales... scales, Tensor& out) {
  return ResizedBackward(how, gradient, image, corners, {scales...}, out, true);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
#define TW_RESIZING(name, form, how, ...)                      \
  m.impl(name ".out", &form##Out<Resizing::how, __VA_ARGS__>); \
  m.impl(name "_backward.grad_input", &form##BackwardOut<Resizing::how, __VA_ARGS__>);
  TW_RESIZING("upsample_nearest1d", Nearest, kNearest, Scale)
  TW_RESIZING("upsample_nearest2d", Nearest, kNearest, Scale, Scale)
  TW_RESIZING("upsample_nearest3d", Nearest, kNearest, Scale, Scale, Scale)
  TW_RESIZING("_upsample_nearest_exact1d", Nearest, kNearestExact, Scale)
  TW_RESIZING("_upsample_nearest_exact2d", Nearest, kNearestExact, Scale, Scale)
  TW_RESIZING("_upsample_nearest_exact3d", Nearest, kNearestExact, Scale, Scale, Scale)
  TW_RESIZING("upsample_linear1d", Smooth, kLinear, Scale)
  TW_RESIZING("upsample_bilinear2d", Smooth, kLinear, Scale, Scale)
  TW_RESIZING("upsample_trilinear3d", Smooth, kLinear, Scale, Scale, Scale)
  TW_RESIZING("upsample_bicubic2d", Smooth, kCubic, Scale, Scale)
  TW_RESIZING("_upsample_bilinear2d_aa", Antialias, kLinear, Scale, Scale)
  TW_RESIZING("_upsample_bicubic2d_aa", Antialias, kCubic, Scale, Scale)
#undef TW_RESIZING
}

}  // namespace tilewright::torch_device
