// Ranges of numbers, watched while a network learns to work with few bits.
#include <ATen/Functions.h>
#include <torch/library.h>

#include <limits>
#include <utility>

#include "frontend/torch/kernels/layers/fake_quantization.h"

namespace tilewright::torch_device {
namespace {

struct Levels {
  int64_t least, most;
};
// Smaller steps are not representable with 16 bits.
constexpr float kLeastStep = 6.1e-5F;

// Into a tensor of the user's, where a flag on the device says so.
void WriteWhere(const Tensor& flag, const Tensor& value, const Tensor& target) {
  const Tensor converted = value.to(target.scalar_type()).view(target.sizes());
  target.copy_(at::where(flag, converted, target));
}

// Least and most of x's elements, or of those of each channel.
std::pair<Tensor, Tensor> RangeOf(const Tensor& x, std::optional<int64_t> channel) {
  at::DimVector along;
  for (int64_t d = 0; d < x.dim(); ++d) {
    if (d != channel) along.push_back(d);
  }
  if (channel && along.empty()) return {x, x};
  return {at::amin(x, along), at::amax(x, along)};
}
// A running bound moves by a part of its way to what was seen, and begins there.
Tensor Moved(const Tensor& running, const Tensor& seen, double part) {
  const Tensor now = seen.to(at::kFloat).view(running.sizes());
  return at::where(at::isinf(running), now,
                   at::add(running, at::sub(now, running), part));
}

// The step between levels and the level of 0, in f64; ranges are widened until 0 is in
// them. Symmetric ones have as much below 0 as above, where they have both.
std::pair<Tensor, Tensor> StepAndZero(Tensor low, Tensor high, Levels levels,
                                      bool symmetric) {
  const int64_t half = (levels.most - levels.least) / 2;
  const Tensor both = at::logical_and(low.lt(0), high.gt(0));
  if (symmetric) {
    const Tensor widest =
        at::maximum(at::div(low, -(half + 1)).abs(), at::div(high, half).abs());
    low = at::where(both, at::mul(widest, -(half + 1)), low);
    high = at::where(both, at::mul(widest, half), high);
  }
  low = low.clamp_max(0).to(at::kDouble);
  high = high.clamp_min(0).to(at::kDouble);
  Tensor step = at::div(at::sub(high, low), levels.most - levels.least);
  step.masked_fill_(at::isinf(step.to(at::kFloat).reciprocal()), 0.1);
  // From the end at which less is rounded away.
  const Tensor below = at::div(low, step), above = at::div(high, step);
  const Tensor error_below = at::rsub(below.abs(), std::abs(levels.least));
  const Tensor error_above = at::rsub(above.abs(), std::abs(levels.most));
  Tensor zero = at::where(error_below.lt(error_above), at::rsub(below, levels.least),
                          at::rsub(above, levels.most));
  if (symmetric) {
    zero.masked_fill_(both, static_cast<double>(levels.least + levels.most) / 2);
  }
  return {step.clamp_min_(kLeastStep), zero.clamp_(levels.least, levels.most).round_()};
}

// Channels that have not been seen yet.
void BeginChannels(int64_t count, const Tensor& low, const Tensor& high,
                   const Tensor& scale, const Tensor& zero) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  low.resize_(count).fill_(kInfinity);
  high.resize_(count).fill_(-kInfinity);
  scale.resize_(count).fill_(1);
  zero.resize_(count).zero_();
}

// Nothing waits for the flags. Results: x as it is after the quantization, and where it
// was inside of the range.
std::tuple<Tensor, Tensor> ObservedAndQuantized(
    const Tensor& x, const Tensor& observer_on, const Tensor& fake_quant_on, Tensor& low,
    Tensor& high, Tensor& scale, Tensor& zero, double part, int64_t least, int64_t most,
    int64_t axis, bool by_channel, bool symmetric) {
  TORCH_CHECK(least < most, "In ChooseQuantizationParams, qmin should be less than qmax");
  for (const Tensor* each : {&low, &high, &scale}) {
    TORCH_CHECK(each->scalar_type() == at::kFloat,
                "expected scalar type Float but found ", each->scalar_type());
  }
  std::optional<int64_t> channel;
  if (by_channel) {
    channel = c10::maybe_wrap_dim(axis, x.dim());
    if (low.numel() == 0) BeginChannels(x.size(*channel), low, high, scale, zero);
  }
  const Tensor observes = observer_on.view(IntArrayRef{}).ne(0);
  const Tensor quantizes = fake_quant_on.view(IntArrayRef{}).ne(0);
  const auto [lowest, highest] = RangeOf(x.detach(), channel);
  WriteWhere(observes, Moved(low, lowest, part), low);
  WriteWhere(observes, Moved(high, highest, part), high);

  const auto [step, level] = StepAndZero(low, high, {least, most}, symmetric);
  WriteWhere(quantizes, step, scale);
  WriteWhere(quantizes, level, zero);
  if (!by_channel) {
    return at::_fake_quantize_per_tensor_affine_cachemask_tensor_qparams(
        x, scale, zero, fake_quant_on, least, most);
  }
  at::DimVector sizes(x.dim(), 1);
  sizes[*channel] = x.size(*channel);
  return FakeQuantized(x, scale.view(sizes), zero.view(sizes), quantizes, least, most);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_fused_moving_avg_obs_fq_helper", &ObservedAndQuantized);
}

}  // namespace tilewright::torch_device
