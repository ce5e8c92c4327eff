// Normalisation of each feature over everything else.
#include <ATen/ops/empty.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/gradient_sizes.h"
#include "frontend/torch/device/wanted.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using Triple = std::tuple<Tensor, Tensor, Tensor>;
using Outputs = std::tuple<Tensor&, Tensor&, Tensor&>;

bool Is(const OptionalTensor& x) { return x.has_value() && x->defined(); }

// As CPU has it: in order or channels last, and by strides alone where it has holes.
Tensor EmptyImageLike(const Tensor& x) {
  if (x.is_contiguous()) return Empty(x.sizes(), x.scalar_type());
  at::MemoryFormat format = x.suggest_memory_format();
  for (const at::MemoryFormat each :
       {at::MemoryFormat::ChannelsLast, at::MemoryFormat::ChannelsLast3d}) {
    if (x.is_contiguous(each)) format = each;
  }
  return at::empty(x.sizes(), x.options().memory_format(format));
}

// In which moments are kept: with parameters of f32 beside 16-bit data they are f32, too.
ScalarType MomentType(const Tensor& x,
                      std::initializer_list<const OptionalTensor*> others) {
  for (const OptionalTensor* other : others) {
    if (Is(*other) && (*other)->scalar_type() == at::kFloat) {
      return ComputeType(x.scalar_type());
    }
  }
  return x.scalar_type();
}

void Run(const Tensor& x, const OptionalTensor& weight, const OptionalTensor& bias,
         const OptionalTensor& mean, const OptionalTensor& variance, bool training,
         double momentum, double epsilon, Tensor& y, Tensor& saved_mean,
         Tensor& saved_rstd) {
  TORCH_CHECK(x.dim() >= 2, "batch_norm: expected at least 2 dimensions, but got ",
              x.sizes());
  const int64_t features = x.size(1);
  for (const OptionalTensor* each : {&weight, &bias, &mean, &variance}) {
    TORCH_CHECK(!Is(*each) || (*each)->numel() == features, "batch_norm: expected ",
                features, " elements for each feature, not ",
                Is(*each) ? (*each)->numel() : 0);
    CheckParameter(x, *each);
  }
  TORCH_CHECK(training || (Is(mean) && Is(variance)),
              "Expected running_mean and running_var to be defined when training=False");
  FitOut(y, x.sizes());
  FitOut(saved_mean, {training ? features : 0});
  FitOut(saved_rstd, {training ? features : 0});
  if (x.numel() == 0) return;
  const ScalarType type = ComputeType(x.scalar_type());
  Recording call;
  call.In(x).In(weight).In(bias).In(mean).In(variance);
  call.Number(momentum, type).Number(epsilon, type).Attribute(training).Out(y);
  if (training) {
    call.Out(saved_mean).Out(saved_rstd);
    if (Is(mean)) call.Out(*mean).Out(*variance);
  }
  call.Run(Op::batch_norm);
}

Triple BatchNorm(const Tensor& x, const OptionalTensor& weight,
                 const OptionalTensor& bias, const OptionalTensor& mean,
                 const OptionalTensor& variance, bool training, double momentum,
                 double epsilon) {
  const ScalarType type = MomentType(x, {&weight, &bias, &mean, &variance});
  Tensor y = EmptyImageLike(x);
  Tensor saved_mean = Empty({0}, type), saved_rstd = Empty({0}, type);
  Run(x, weight, bias, mean, variance, training, momentum, epsilon, y, saved_mean,
      saved_rstd);
  return {y, saved_mean, saved_rstd};
}
Outputs BatchNormOut(const Tensor& x, const OptionalTensor& weight,
                     const OptionalTensor& bias, const OptionalTensor& mean,
                     const OptionalTensor& variance, bool training, double momentum,
                     double epsilon, Tensor& y, Tensor& saved_mean, Tensor& saved_rstd) {
  Run(x, weight, bias, mean, variance, training, momentum, epsilon, y, saved_mean,
      saved_rstd);
  return {y, saved_mean, saved_rstd};
}
Triple BatchNormLegit(const Tensor& x, const OptionalTensor& weight,
                      const OptionalTensor& bias, Tensor& mean, Tensor& variance,
                      bool training, double momentum, double epsilon) {
  return BatchNorm(x, weight, bias, mean, variance, training, momentum, epsilon);
}
Outputs BatchNormLegitOut(const Tensor& x, const OptionalTensor& weight,
                          const OptionalTensor& bias, Tensor& mean, Tensor& variance,
                          bool training, double momentum, double epsilon, Tensor& y,
                          Tensor& saved_mean, Tensor& saved_rstd) {
  return BatchNormOut(x, weight, bias, mean, variance, training, momentum, epsilon, y,
                      saved_mean, saved_rstd);
}
Triple BatchNormNoStats(const Tensor& x, const OptionalTensor& weight,
                        const OptionalTensor& bias, bool training, double momentum,
                        double epsilon) {
  return BatchNorm(x, weight, bias, std::nullopt, std::nullopt, training, momentum,
                   epsilon);
}
Outputs BatchNormNoStatsOut(const Tensor& x, const OptionalTensor& weight,
                            const OptionalTensor& bias, bool training, double momentum,
                            double epsilon, Tensor& y, Tensor& saved_mean,
                            Tensor& saved_rstd) {
  return BatchNormOut(x, weight, bias, std::nullopt, std::nullopt, training, momentum,
                      epsilon, y, saved_mean, saved_rstd);
}
std::tuple<Tensor, Tensor, Tensor, Tensor> BatchNormWithUpdate(
    const Tensor& x, const OptionalTensor& weight, const OptionalTensor& bias,
    Tensor& mean, Tensor& variance, double momentum, double epsilon) {
  auto [y, saved_mean, saved_rstd] =
      BatchNorm(x, weight, bias, mean, variance, true, momentum, epsilon);
  return {y, saved_mean, saved_rstd, Empty({0}, at::kByte)};
}

Triple BatchNormBackward(const Tensor& gradient, const Tensor& x,
                         const OptionalTensor& weight, const OptionalTensor& mean,
                         const OptionalTensor& variance, const OptionalTensor& saved_mean,
                         const OptionalTensor& saved_rstd, bool training, double epsilon,
                         std::array<bool, 3> wanted) {
  CheckGradientSizes("batch_norm_backward", gradient, x.sizes());
  const ScalarType type =
      Is(weight) ? weight->scalar_type() : MomentType(x, {&mean, &variance});
  Tensor results[3];
  if (wanted[0]) results[0] = EmptyImageLike(x);
  for (int i = 1; i < 3; ++i) {
    if (wanted[i]) results[i] = Empty({x.size(1)}, type);
  }
  Recording call;
  call.In(gradient).In(x).In(training ? saved_mean : mean);
  call.In(training ? saved_rstd : variance).In(weight);
  call.Number(epsilon, ComputeType(x.scalar_type())).Attribute(training);
  if (x.numel() > 0) {
    RunForWanted(call, results, Op::batch_norm_backward);
  } else {
    for (const Tensor& result : results) {
      if (result.defined()) result.zero_();
    }
  }
  return {results[0], results[1], results[2]};
}
Triple BatchNormBackwardOf(const Tensor& gradient, const Tensor& x, const Tensor& weight,
                           const OptionalTensor& mean, const OptionalTensor& variance,
                           const OptionalTensor& saved_mean,
                           const OptionalTensor& saved_rstd, bool training,
                           double epsilon, std::array<bool, 3> wanted, const Tensor&) {
  return BatchNormBackward(gradient, x, weight, mean, variance, saved_mean, saved_rstd,
                           training, epsilon, wanted);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("native_batch_norm", &BatchNorm);
  m.impl("native_batch_norm.out", &BatchNormOut);
  m.impl("_native_batch_norm_legit", &BatchNormLegit);
  m.impl("_native_batch_norm_legit.out", &BatchNormLegitOut);
  m.impl("_native_batch_norm_legit.no_stats", &BatchNormNoStats);
  m.impl("_native_batch_norm_legit.no_stats_out", &BatchNormNoStatsOut);
  m.impl("_batch_norm_with_update", &BatchNormWithUpdate);
  m.impl("native_batch_norm_backward", &BatchNormBackward);
  m.impl("batch_norm_backward", &BatchNormBackwardOf);
}

}  // namespace tilewright::torch_device
