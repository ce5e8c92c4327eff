// Connectionist temporal classification: the likelihood of labels that may lie anywhere
// in a longer sequence.
#include <ATen/Functions.h>
#include <torch/library.h>

#include <limits>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

// A batch whose lengths the host knows. States are the labels with blanks around and
// between them.
class Alignment {
 public:
  Alignment(const Tensor& log_probs, const Tensor& targets, IntArrayRef inputs,
            IntArrayRef labels, int64_t blank)
      : steps_(log_probs.size(0)), batch_(log_probs.size(1)) {
    Check(log_probs, targets, inputs, labels, blank);
    int64_t most = 0;
    for (const int64_t length : labels) most = std::max(most, length);
    last_ = FromHost({inputs.begin(), inputs.end()}, {batch_, 1}).sub_(1);
    end_ = FromHost({labels.begin(), labels.end()}, {batch_, 1}).mul_(2);
    states_ = 2 * most + 1;
    classes_ = at::full({batch_, states_}, blank, targets.options().dtype(at::kLong));
    if (most > 0) {
      classes_.slice(1, 1, states_, 2).copy_(Labels(targets, labels, most, blank));
    }
    skips_ = at::zeros({batch_, states_}, classes_.options().dtype(at::kBool));
    if (states_ > 2) {
      const Tensor others = classes_.slice(1, 2).ne(classes_.slice(1, 0, states_ - 2));
      skips_.slice(1, 2).copy_(others);
    }
    log_probs_ = log_probs.permute({1, 0, 2});
    emitted_ = log_probs_.gather(2, classes_.unsqueeze(1).expand({-1, steps_, -1}));
  }

  // Logarithms of the likelihoods of all that leads to a state at a step: [batch, steps,
  // states].
  Tensor Forward() const {
    const Tensor places = at::arange(states_, classes_.options());
    const Tensor begins = places.le(1).logical_and(places.le(end_));
    std::vector<Tensor> made;
    Tensor now = at::where(begins, At(0), kNever);
    made.push_back(now);
    for (int64_t t = 1; t < steps_; ++t) {
      const Tensor skipped = at::where(skips_, Shifted(now, 2), kNever);
      now = at::logsumexp(at::stack({now, Shifted(now, 1), skipped}), {0}).add_(At(t));
      made.push_back(now);
    }
    return at::stack(made, 1);
  }
  // The same of all that follows, the step itself included.
  Tensor Backward() const {
    const Tensor places = at::arange(states_, classes_.options());
    const Tensor ends = places.eq(end_).logical_or(places.eq(end_.sub(1)));
    const Tensor skips = ShiftedBack(skips_.to(at::kLong), 2, 0).ne(0);
    std::vector<Tensor> made(steps_);
    Tensor after = at::full({batch_, states_}, kNever, emitted_.options());
    for (int64_t t = steps_ - 1; t >= 0; --t) {
      const Tensor skipped = at::where(skips, ShiftedBack(after, 2, kNever), kNever);
      const Tensor next =
          at::logsumexp(at::stack({after, ShiftedBack(after, 1, kNever), skipped}), {0});
      const Tensor begun = at::where(ends, 0.0, kNever).to(next.scalar_type());
      after = at::where(last_.eq(t), begun, next).add(At(t));
      made[t] = after;
    }
    return at::stack(made, 1);
  }

  // Of the whole, by what Forward made: [batch].
  Tensor NegativeLikelihood(const Tensor& forward) const {
    const Tensor step = last_.clamp_min(0).unsqueeze(-1).expand({-1, 1, states_});
    const Tensor at_end = forward.gather(1, step).squeeze(1);
    const Tensor places = at::arange(states_, classes_.options());
    const Tensor ends = places.eq(end_).logical_or(places.eq(end_.sub(1)));
    const Tensor made = at::logsumexp(at::where(ends, at_end, kNever), {1}).neg();
    // Nothing is what no steps say.
    const Tensor nothing = at::where(end_.eq(0), 0.0, -kNever).to(made.scalar_type());
    return at::where(last_.lt(0), nothing, made.unsqueeze(1)).squeeze(1);
  }

  Tensor Gradient(const Tensor& of_loss, const Tensor& forward, const Tensor& loss,
                  bool zero_infinity) const {
    const auto each = [](const Tensor& x) { return x.unsqueeze(-1).unsqueeze(-1); };
    const Tensor both = forward.add(Backward());
    const Tensor share = both.sub(emitted_).add_(each(loss)).exp_();
    const Tensor shares = at::where(both.eq(kNever), 0.0, share);
    const Tensor by_class = at::zeros(log_probs_.sizes(), emitted_.options());
    by_class.scatter_add_(2, classes_.unsqueeze(1).expand({-1, steps_, -1}), shares);
    const Tensor off =
        log_probs_.exp().sub_(by_class).mul_(each(of_loss.expand({batch_})));
    const Tensor steps = at::arange(steps_, classes_.options());
    Tensor counts = steps.le(last_).unsqueeze(-1);
    if (zero_infinity) {
      counts = counts.logical_and(each(loss).ne(-kNever));
    }
    return at::where(counts, off, 0.0).permute({1, 0, 2}).contiguous();
  }

 private:
  void Check(const Tensor& log_probs, const Tensor& targets, IntArrayRef inputs,
             IntArrayRef labels, int64_t blank) const {
    TORCH_CHECK(log_probs.numel() > 0, "log_probs tensor must not be empty");
    TORCH_CHECK(blank >= 0 && blank < log_probs.size(2), "blank must be in label range");
    TORCH_CHECK(static_cast<int64_t>(inputs.size()) == batch_,
                "input_lengths must be of size batch_size");
    TORCH_CHECK(static_cast<int64_t>(labels.size()) == batch_,
                "target_lengths must be of size batch_size");
    TORCH_CHECK(targets.dim() == 1 || targets.dim() == 2,
                "targets has to have one dimension or two, not ", targets.dim());
    int64_t all = 0;
    for (int64_t n = 0; n < batch_; ++n) {
      TORCH_CHECK(inputs[n] >= 0 && inputs[n] <= steps_,
                  "Expected input_lengths to have value at most ", steps_,
                  ", but got value ", inputs[n],
                  " (while checking arguments for ctc_loss)");
      TORCH_CHECK(labels[n] >= 0,
                  "Expected target_lengths to have value at least 0, but "
                  "got value ",
                  labels[n], " (while checking arguments for ctc_loss)");
      TORCH_CHECK(targets.dim() == 1 || labels[n] <= targets.size(1),
                  "Expected tensor to have size at least ", labels[n],
                  " at dimension 1, but got size ", targets.size(1),
                  " for argument targets (while checking arguments for ctc_loss)");
      all += labels[n];
    }
    TORCH_CHECK(targets.dim() == 2 ? targets.size(0) == batch_ : targets.size(0) == all,
                "Expected targets to have ", targets.dim() == 2 ? batch_ : all,
                " at dimension 0, but got size ", targets.size(0),
                " (while checking arguments for ctc_loss)");
  }
  // [batch, most], with blanks behind each's own.
  Tensor Labels(const Tensor& targets, IntArrayRef labels, int64_t most,
                int64_t blank) const {
    Tensor padded = targets.dim() == 2 ? targets.narrow(1, 0, most) : Tensor();
    if (!padded.defined()) {
      std::vector<int64_t> places;
      int64_t begin = 0;
      for (const int64_t length : labels) {
        for (int64_t s = 0; s < most; ++s) places.push_back(s < length ? begin + s : 0);
        begin += length;
      }
      padded = targets.index_select(0, FromHost(places, {batch_ * most}));
      padded = padded.view({batch_, most});
    }
    const Tensor inside = at::arange(most, classes_.options()).mul_(2).lt(end_);
    return at::where(inside, padded.to(at::kLong), blank);
  }
  Tensor At(int64_t t) const { return emitted_.select(1, t); }
  Tensor Shifted(const Tensor& x, int64_t by) const {
    return at::constant_pad_nd(x, {by, 0}, kNever).narrow(1, 0, states_);
  }
  Tensor ShiftedBack(const Tensor& x, int64_t by, const Scalar& filling) const {
    return at::constant_pad_nd(x, {0, by}, filling).narrow(1, by, states_);
  }

  const int64_t steps_, batch_;
  int64_t states_ = 0;
  Tensor last_, end_;  // the last step and the last state: [batch, 1]
  Tensor classes_;     // of each state; [batch, states]
  Tensor skips_;       // whether a state follows the one before the one before it
  Tensor log_probs_;   // [batch, steps, classes]
  Tensor emitted_;     // [batch, steps, states]
};

using Lengths = std::vector<int64_t>;
Lengths OnHost(const Tensor& lengths) {
  const Tensor host = lengths.to(at::kCPU, at::kLong).contiguous();
  const int64_t* const data = host.const_data_ptr<int64_t>();
  return {data, data + host.numel()};
}

std::tuple<Tensor, Tensor> CtcLoss(const Tensor& log_probs, const Tensor& targets,
                                   IntArrayRef inputs, IntArrayRef labels, int64_t blank,
                                   bool /*zero_infinity*/) {
  const Alignment alignment(log_probs, targets, inputs, labels, blank);
  const Tensor forward = alignment.Forward();
  return {alignment.NegativeLikelihood(forward), forward};
}
std::tuple<Tensor, Tensor> CtcLossOfTensors(const Tensor& log_probs,
                                            const Tensor& targets, const Tensor& inputs,
                                            const Tensor& labels, int64_t blank,
                                            bool zero_infinity) {
  return CtcLoss(log_probs, targets, OnHost(inputs), OnHost(labels), blank,
                 zero_infinity);
}
Tensor CtcLossBackward(const Tensor& gradient, const Tensor& log_probs,
                       const Tensor& targets, IntArrayRef inputs, IntArrayRef labels,
                       const Tensor& loss, const Tensor& forward, int64_t blank,
                       bool zero_infinity) {
  return Alignment(log_probs, targets, inputs, labels, blank)
      .Gradient(gradient, forward, loss, zero_infinity);
}
Tensor CtcLossBackwardOfTensors(const Tensor& gradient, const Tensor& log_probs,
                                const Tensor& targets, const Tensor& inputs,
                                const Tensor& labels, const Tensor& loss,
                                const Tensor& forward, int64_t blank,
                                bool zero_infinity) {
  return CtcLossBackward(gradient, log_probs, targets, OnHost(inputs), OnHost(labels),
                         loss, forward, blank, zero_infinity);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_ctc_loss", &CtcLoss);
  m.impl("_ctc_loss.Tensor", &CtcLossOfTensors);
  m.impl("_ctc_loss_backward", &CtcLossBackward);
  m.impl("_ctc_loss_backward.Tensor", &CtcLossBackwardOfTensors);
}

}  // namespace tilewright::torch_device
