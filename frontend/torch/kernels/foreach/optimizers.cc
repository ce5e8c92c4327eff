// Steps of optimizers, each parameter's in one operation.
#include <ATen/Functions.h>
#include <torch/library.h>

#include "frontend/torch/kernels/foreach/each.h"

namespace tilewright::torch_device {
namespace {

// A tensor of one element, without dimensions.
OptionalTensor Single(const OptionalTensor& tensor, const char* what) {
  if (!IsThere(tensor)) return std::nullopt;
  TORCH_CHECK(tensor->numel() == 1, what, " must be a 1-element tensor.");
  return tensor->dim() == 0 ? *tensor : tensor->reshape({});
}

// What the loss was scaled by, and whether a gradient is not finite.
struct Scaling {
  Scaling(const OptionalTensor& by, const OptionalTensor& found)
      : scale(Single(by, "grad_scale")), not_finite(Single(found, "found_inf")) {}
  OptionalTensor scale, not_finite;
};

// A learning rate is a number, or a tensor on either device.
void Write(Recording& call, double rate) { call.Number(rate, at::kDouble); }
void Write(Recording& call, const Tensor& rate) {
  call.In(rate.dim() == 0 ? rate : rate.reshape({}));
}

// A parameter's step in the making: its arrays lie alike, or are made to.
class Step {
 public:
  Step(const char* name, const Tensor& parameter, const Tensor& gradient,
       const Scaling& scaling)
      : name_(name), scaled_(scaling.scale.has_value()) {
    Array(parameter);
    Array(gradient);
    call_.In(scaling.scale).In(scaling.not_finite);
  }
  // An array of the state, which is written.
  Step& State(const Tensor& tensor) {
    Array(tensor);
    return *this;
  }
  Recording& call() { return call_; }

  void Run(Op op) {
    // Parameter, state, and the gradient that is given back without its scale.
    Result(0);
    for (size_t i = 2; i < arrays_.size(); ++i) Result(i);
    if (scaled_) Result(1);
    alike_ ? call_.RunFlat(op) : call_.Run(op);
  }

 private:
  void Array(const Tensor& tensor) {
    if (!arrays_.empty()) {
      TORCH_CHECK(tensor.sizes() == arrays_[0].sizes(), name_, ": a parameter is ",
                  arrays_[0].sizes(), ", its state or gradient ", tensor.sizes());
      alike_ = alike_ && tensor.strides() == arrays_[0].strides();
    } else {
      TORCH_CHECK(c10::isFloatingType(tensor.scalar_type()), name_,
                  ": parameters have to be floating, not ", tensor.scalar_type());
      alike_ = tensor.is_non_overlapping_and_dense();
    }
    call_.In(tensor);
    arrays_.push_back(tensor);
  }
  void Result(size_t i) { call_.Out(arrays_[i]); }

  const char* const name_;
  const bool scaled_;
  bool alike_ = true;
  Recording call_;
  c10::SmallVector<Tensor, 5> arrays_;
};

void CheckLists(const char* name, TensorList parameters,
                std::initializer_list<TensorList> others) {
  for (const TensorList& list : others) {
    TORCH_CHECK(list.size() == parameters.size(), name, ": ", parameters.size(),
                " parameters, but a list of ", list.size());
  }
}

template <bool decoupled, typename Rate>
void Adam(TensorList parameters, TensorList gradients, TensorList moments,
          TensorList seconds, TensorList largest, TensorList steps, Rate rate,
          double beta1, double beta2, double decay, double epsilon, bool amsgrad,
          bool maximize, const OptionalTensor& scale, const OptionalTensor& not_finite) {
  constexpr const char* kName = decoupled ? "_fused_adamw_" : "_fused_adam_";
  CheckLists(kName, parameters, {gradients, moments, seconds, steps});
  if (amsgrad) CheckLists(kName, parameters, {largest});
  const Scaling scaling(scale, not_finite);
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].numel() == 0) continue;
    Step step(kName, parameters[i], gradients[i], scaling);
    step.State(moments[i]).State(seconds[i]);
    if (amsgrad) {
      step.State(largest[i]);
    } else {
      step.call().Nothing();
    }
    Write(step.call(), steps[i]);
    Write(step.call(), rate);
    for (const double number : {beta1, beta2, decay, epsilon}) {
      step.call().Number(number, at::kDouble);
    }
    step.call().Attribute(maximize).Attribute(decay != 0).Attribute(decoupled);
    step.Run(Op::adam);
  }
}

template <typename Rate>
void Sgd(TensorList parameters, TensorList gradients, TensorList velocities, double decay,
         double momentum, Rate rate, double dampening, bool nesterov, bool maximize,
         bool first, const OptionalTensor& scale, const OptionalTensor& not_finite) {
  constexpr const char* kName = "_fused_sgd_";
  CheckLists(kName, parameters, {gradients});
  const bool moves = !velocities.empty();
  if (moves) CheckLists(kName, parameters, {velocities});
  const Scaling scaling(scale, not_finite);
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].numel() == 0) continue;
    Step step(kName, parameters[i], gradients[i], scaling);
    if (moves) {
      step.State(velocities[i]);
    } else {
      step.call().Nothing();
    }
    Write(step.call(), rate);
    for (const double number : {decay, momentum, dampening}) {
      step.call().Number(number, at::kDouble);
    }
    step.call()
        .Attribute(maximize)
        .Attribute(decay != 0)
        .Attribute(first)
        .Attribute(nesterov);
    step.Run(Op::sgd);
  }
}

template <typename Rate>
void Adagrad(TensorList parameters, TensorList gradients, TensorList sums,
             TensorList steps, Rate rate, double rate_decay, double decay, double epsilon,
             bool maximize, const OptionalTensor& scale,
             const OptionalTensor& not_finite) {
  constexpr const char* kName = "_fused_adagrad_";
  CheckLists(kName, parameters, {gradients, sums, steps});
  const Scaling scaling(scale, not_finite);
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].numel() == 0) continue;
    Step step(kName, parameters[i], gradients[i], scaling);
    step.State(sums[i]);
    Write(step.call(), steps[i]);
    Write(step.call(), rate);
    for (const double number : {rate_decay, decay, epsilon}) {
      step.call().Number(number, at::kDouble);
    }
    step.call().Attribute(maximize).Attribute(decay != 0);
    step.Run(Op::adagrad);
  }
}

// Of GradScaler.
void Unscale(TensorList gradients, Tensor& not_finite, const Tensor& factor) {
  const Tensor flag = *Single(not_finite, "found_inf");
  const Tensor by = *Single(factor, "inv_scale");
  for (const Tensor& gradient : gradients) {
    TORCH_CHECK(c10::isFloatingType(gradient.scalar_type()),
                "Expected gradients of a floating type, got ", gradient.scalar_type());
    if (gradient.numel() == 0) continue;
    Recording call;
    call.In(gradient).In(flag).In(by).Out(gradient).Out(flag);
    // The flag has no dimension, so that this is elementwise but for it.
    LieAlike({&gradient}) ? call.RunFlat(Op::unscale) : call.Run(Op::unscale);
  }
}
Tensor& UpdateScale(Tensor& scale, Tensor& held, const Tensor& not_finite, double growth,
                    double backoff, int64_t interval) {
  const Tensor now = *Single(scale, "current_scale");
  const Tensor count = *Single(held, "growth_tracker");
  TORCH_CHECK(count.scalar_type() == at::kInt, "growth_tracker must be an int tensor.");
  TORCH_CHECK(now.scalar_type() == at::kFloat, "current_scale must be a float tensor.");
  Recording()
      .In(now)
      .In(count)
      .In(*Single(not_finite, "found_inf"))
      .Number(growth, at::kDouble)
      .Number(backoff, at::kDouble)
      .Number(interval, at::kInt)
      .Out(now)
      .Out(count)
      .Run(Op::update_scale);
  return scale;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_fused_adam_", &Adam<false, double>);
  m.impl("_fused_adam_.tensor_lr", &Adam<false, const Tensor&>);
  m.impl("_fused_adamw_", &Adam<true, double>);
  m.impl("_fused_adamw_.tensor_lr", &Adam<true, const Tensor&>);
  m.impl("_fused_sgd_", &Sgd<double>);
  m.impl("_fused_sgd_.tensor_lr", &Sgd<const Tensor&>);
  m.impl("_fused_adagrad_", &Adagrad<double>);
  m.impl("_fused_adagrad_.tensor_lr", &Adagrad<const Tensor&>);
  m.impl("_amp_foreach_non_finite_check_and_unscale_", &Unscale);
  m.impl("_amp_update_scale_", &UpdateScale);
}

}  // namespace tilewright::torch_device
