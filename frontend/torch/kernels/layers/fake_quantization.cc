#include "frontend/torch/kernels/layers/fake_quantization.h"

#include <ATen/Functions.h>
#include <torch/library.h>

namespace tilewright::torch_device {
namespace {

using Masked = std::tuple<Tensor, Tensor>;

void CheckRange(int64_t least, int64_t most) {
  TORCH_CHECK(least <= most,
              "`quant_min` should be less than or         equal to `quant_max`.");
}
void CheckNumbers(const Tensor& x) {
  TORCH_CHECK_NOT_IMPLEMENTED(c10::isFloatingType(x.scalar_type()),
                              "\"fake_quantize\" not implemented for '", x.scalar_type(),
                              "'");
}

// Whole zeros are added behind the rounding, others before it.
Masked Quantized(const Tensor& x, const Tensor& scale, const Tensor& zero, int64_t least,
                 int64_t most) {
  CheckNumbers(x);
  const Tensor each = scale.to(at::kFloat).reciprocal();
  const Tensor scaled = at::mul(x.to(ComputeType(x.scalar_type())), each);
  const Tensor number = c10::isIntegralType(zero.scalar_type(), false)
                            ? scaled.round_().add_(zero)
                            : scaled.add_(zero).round_();
  const Tensor inside = at::logical_and(number.ge(least), number.le(most));
  const Tensor back = number.clamp(least, most).sub_(zero).mul_(scale);
  return {back.to(x.scalar_type()), inside};
}

Tensor Number(const Scalar& value, ScalarType type) {
  const Tensor number = Empty({}, type);
  return number.fill_(value);
}
Masked OfTensor(const Tensor& x, double scale, int64_t zero, int64_t least,
                int64_t most) {
  CheckRange(least, most);
  TORCH_CHECK(zero >= least && zero <= most,
              "`zero_point` must be between `quant_min` and `quant_max`.");
  return Quantized(x, Number(scale, at::kFloat), Number(zero, at::kInt), least, most);
}
Masked OfTensorByTensors(const Tensor& x, const Tensor& scale, const Tensor& zero,
                         const Tensor& enabled, int64_t least, int64_t most) {
  CheckRange(least, most);
  return FakeQuantized(x, scale.view(IntArrayRef{}), zero.view(IntArrayRef{}),
                       enabled.view(IntArrayRef{}).ne(0), least, most);
}
Masked OfChannels(const Tensor& x, const Tensor& scale, const Tensor& zero, int64_t axis,
                  int64_t least, int64_t most) {
  TORCH_CHECK(scale.scalar_type() == at::kFloat || scale.scalar_type() == at::kBFloat16,
              "Scale must be Float or BFloat16, found ", scale.scalar_type());
  TORCH_CHECK(zero.scalar_type() == at::kInt || zero.scalar_type() == at::kFloat ||
                  zero.scalar_type() == at::kHalf,
              "Zero-point must be Int32, Float or Half, found ", zero.scalar_type());
  TORCH_CHECK(scale.dim() == 1, "scale should be a 1-D tensor");
  TORCH_CHECK(zero.dim() == 1, "zero point should be a 1-D tensor");
  TORCH_CHECK(scale.numel() == zero.numel(),
              "scale and zero-point need to have the same dimensions");
  TORCH_CHECK(axis >= 0 && axis <= x.dim(),
              "`axis` must be between 0 and number of dimensions of input");
  TORCH_CHECK(scale.numel() == x.size(axis),
              "dimensions of scale and zero-point are not consistent with input tensor");
  CheckRange(least, most);
  if (zero.scalar_type() == at::kInt && zero.numel() > 0) {
    TORCH_CHECK(at::logical_and(zero.ge(least), zero.le(most)).all().item<bool>(),
                "`zero_point` must be between `quant_min` and `quant_max`.");
  }
  at::DimVector sizes(x.dim(), 1);
  sizes[axis] = x.size(axis);
  return Quantized(x, scale.view(sizes), zero.view(sizes), least, most);
}

}  // namespace

Masked FakeQuantized(const Tensor& x, const Tensor& scale, const Tensor& zero,
                     const Tensor& on, int64_t least, int64_t most) {
  const auto [back, inside] = Quantized(x, scale, zero, least, most);
  return {at::where(on, back, x), at::logical_or(inside, on.logical_not())};
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("fake_quantize_per_tensor_affine_cachemask", &OfTensor);
  m.impl("_fake_quantize_per_tensor_affine_cachemask_tensor_qparams", &OfTensorByTensors);
  m.impl("fake_quantize_per_channel_affine_cachemask", &OfChannels);
}

}  // namespace tilewright::torch_device
