// Losses of each element: forms with out=, and in new tensors where PyTorch makes none.
#include <ATen/ExpandUtils.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// As PyTorch numbers what is made of the elements.
constexpr int64_t kNothing = 0;

void FitLoss(const Tensor& x, const Tensor& target, int64_t reduction, Tensor& out) {
  if (reduction == kNothing) return FitBroadcast(out, {&x, &target});
  at::infer_size_dimvector(x.sizes(), target.sizes());  // an error where they do not fit
  FitOut(out, {});
}

// As CPU's, like the first operand where it has a number for each element.
Tensor NewLoss(const Tensor& x, const Tensor& target, int64_t reduction) {
  const ScalarType type = CommonType(x, target);
  const bool fits =
      reduction == kNothing && at::is_expandable_to(target.sizes(), x.sizes());
  return fits ? EmptyLike(x, type) : Empty({0}, type);
}

// A loss, or its gradient, of the operands so far and of a number, if there is one.
template <typename... Number>
Tensor& RunLoss(Recording call, Op op, int64_t reduction, Tensor& out, Number... number) {
  if (out.numel() == 0) return out;
  (call.Number(number, ComputeType(out.scalar_type())), ...);
  call.Attribute(reduction).Out(out).Run(op);
  return out;
}

template <Op op, typename... Number>
Tensor& LossOut(const Tensor& x, const Tensor& target, int64_t reduction,
                Number... number, Tensor& out) {
  CheckTaken(op, CommonType(x, target));
  FitLoss(x, target, reduction, out);
  Recording call;
  call.In(x).In(target);
  return RunLoss(std::move(call), op, reduction, out, number...);
}
template <Op op, typename... Number>
Tensor Loss(const Tensor& x, const Tensor& target, int64_t reduction, Number... number) {
  Tensor out = Empty({0}, CommonType(x, target));
  return LossOut<op, Number...>(x, target, reduction, number..., out);
}
template <Op op, typename... Number>
Tensor& LossBackwardOut(const Tensor& gradient, const Tensor& x, const Tensor& target,
                        int64_t reduction, Number... number, Tensor& out) {
  FitBroadcast(out, {&gradient, &x, &target});
  Recording call;
  call.In(gradient).In(x).In(target);
  return RunLoss(std::move(call), op, reduction, out, number...);
}
// In order, as CPU's. What is mapped over a batch may have more sizes than `x`.
template <Op op, typename... Number>
Tensor LossBackward(const Tensor& gradient, const Tensor& x, const Tensor& target,
                    int64_t reduction, Number... number) {
  const bool fits = at::is_expandable_to(gradient.sizes(), x.sizes()) &&
                    at::is_expandable_to(target.sizes(), x.sizes());
  Tensor out = Empty(fits ? x.sizes() : IntArrayRef({0}), x.scalar_type());
  return LossBackwardOut<op, Number...>(gradient, x, target, reduction, number..., out);
}

Tensor& HuberOut(const Tensor& x, const Tensor& target, int64_t reduction, double delta,
                 Tensor& out) {
  TORCH_CHECK(delta > 0, "huber_loss does not support non-positive values for delta.");
  return LossOut<Op::huber_loss, double>(x, target, reduction, delta, out);
}
Tensor Huber(const Tensor& x, const Tensor& target, int64_t reduction, double delta) {
  Tensor out = NewLoss(x, target, reduction);
  return HuberOut(x, target, reduction, delta, out);
}
Tensor& SmoothL1Out(const Tensor& x, const Tensor& target, int64_t reduction, double beta,
                    Tensor& out) {
  return LossOut<Op::smooth_l1_loss, double>(x, target, reduction, beta, out);
}

Tensor& CrossEntropyOut(const Tensor& x, const Tensor& target,
                        const OptionalTensor& weight, int64_t reduction, Tensor& out) {
  TORCH_CHECK(x.scalar_type() == target.scalar_type(), "Found dtype ",
              target.scalar_type(), " but expected ", x.scalar_type());
  FitLoss(x, target, reduction, out);
  Recording call;
  call.In(x).In(target).In(weight);
  return RunLoss(std::move(call), Op::binary_cross_entropy, reduction, out);
}
Tensor CrossEntropy(const Tensor& x, const Tensor& target, const OptionalTensor& weight,
                    int64_t reduction) {
  Tensor out = NewLoss(x, target, reduction);
  return CrossEntropyOut(x, target, weight, reduction, out);
}
Tensor& CrossEntropyBackwardOut(const Tensor& gradient, const Tensor& x,
                                const Tensor& target, const OptionalTensor& weight,
                                int64_t reduction, Tensor& out) {
  FitBroadcast(out, {&gradient, &x, &target});
  Recording call;
  call.In(gradient).In(x).In(target).In(weight);
  return RunLoss(std::move(call), Op::binary_cross_entropy_backward, reduction, out);
}
Tensor CrossEntropyBackward(const Tensor& gradient, const Tensor& x, const Tensor& target,
                            const OptionalTensor& weight, int64_t reduction) {
  Tensor out = EmptyLike(x, x.scalar_type());
  return CrossEntropyBackwardOut(gradient, x, target, weight, reduction, out);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("mse_loss.out", &LossOut<Op::mse_loss>);
  m.impl("mse_loss_backward", &LossBackward<Op::mse_loss_backward>);
  m.impl("mse_loss_backward.grad_input", &LossBackwardOut<Op::mse_loss_backward>);
  m.impl("huber_loss", &Huber);
  m.impl("huber_loss.out", &HuberOut);
  m.impl("huber_loss_backward", &LossBackward<Op::huber_loss_backward, double>);
  m.impl("huber_loss_backward.out", &LossBackwardOut<Op::huber_loss_backward, double>);
  m.impl("smooth_l1_loss.out", &SmoothL1Out);
  m.impl("smooth_l1_loss_backward", &LossBackward<Op::smooth_l1_loss_backward, double>);
  m.impl("smooth_l1_loss_backward.grad_input",
         &LossBackwardOut<Op::smooth_l1_loss_backward, double>);
  m.impl("binary_cross_entropy", &CrossEntropy);
  m.impl("binary_cross_entropy.out", &CrossEntropyOut);
  m.impl("binary_cross_entropy_backward", &CrossEntropyBackward);
  m.impl("binary_cross_entropy_backward.grad_input", &CrossEntropyBackwardOut);
}

}  // namespace tilewright::torch_device
