// Normalisation of groups of features.
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/gradient_sizes.h"
#include "frontend/torch/device/wanted.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using GroupTriple = std::tuple<Tensor, Tensor, Tensor>;

bool Given(const OptionalTensor& x) { return x.has_value() && x->defined(); }

GroupTriple GroupNorm(const Tensor& x, const OptionalTensor& weight,
                      const OptionalTensor& bias, int64_t batch, int64_t features,
                      int64_t, int64_t groups, double epsilon) {
  TORCH_CHECK(x.dim() >= 2 && x.size(0) == batch && x.size(1) == features,
              "native_group_norm: expected an input of shape [", batch, ", ", features,
              ", ...], but got ", x.sizes());
  TORCH_CHECK(groups > 0 && features % groups == 0,
              "Expected number of channels in input to be divisible by num_groups, but "
              "got input of shape ",
              x.sizes(), " and num_groups=", groups);
  for (const OptionalTensor* each : {&weight, &bias}) {
    TORCH_CHECK(!Given(*each) || (*each)->numel() == features,
                "Expected weight and bias to be vectors of size equal to the number of "
                "channels in input, ",
                features);
    CheckParameter(x, *each);
  }
  Tensor y = EmptyLike(x, x.scalar_type());
  // As CPU: moments of mixed precision are those of the parameters' type.
  const ScalarType moments = Given(weight) ? weight->scalar_type() : x.scalar_type();
  Tensor mean = Empty({batch, groups}, moments);
  Tensor rstd = Empty({batch, groups}, moments);
  if (x.numel() == 0) {
    mean.zero_(), rstd.fill_(std::numeric_limits<double>::quiet_NaN());
    return {y, mean, rstd};
  }
  Recording()
      .In(x)
      .In(weight)
      .In(bias)
      .Number(epsilon, ComputeType(x.scalar_type()))
      .Attribute(groups)
      .Out(y)
      .Out(mean)
      .Out(rstd)
      .Run(Op::group_norm);
  return {y, mean, rstd};
}

GroupTriple GroupNormBackward(const Tensor& gradient, const Tensor& x, const Tensor& mean,
                              const Tensor& rstd, const OptionalTensor& weight, int64_t,
                              int64_t features, int64_t, int64_t groups,
                              std::array<bool, 3> wanted) {
  CheckGradientSizes("group_norm_backward", gradient, x.sizes());
  const ScalarType parameters = Given(weight) ? weight->scalar_type() : x.scalar_type();
  Tensor results[3];
  if (wanted[0]) results[0] = EmptyLike(x, x.scalar_type());
  for (int i = 1; i < 3; ++i) {
    if (wanted[i]) results[i] = Empty({features}, parameters);
  }
  Recording call;
  call.In(gradient).In(x).In(mean).In(rstd).In(weight).Attribute(groups);
  if (x.numel() > 0) {
    RunForWanted(call, results, Op::group_norm_backward);
  } else {
    for (const Tensor& result : results) {
      if (result.defined()) result.zero_();
    }
  }
  return {results[0], results[1], results[2]};
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("native_group_norm", &GroupNorm);
  m.impl("native_group_norm_backward", &GroupNormBackward);
}

}  // namespace tilewright::torch_device
