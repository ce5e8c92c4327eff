// Losses of rows whose targets are classes.
#include <torch/library.h>

#include <limits>

#include "frontend/torch/device/gradient_sizes.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// As PyTorch numbers what is made of the rows.
constexpr int64_t kKeepRows = 0, kMeanOfRows = 1;

std::tuple<Tensor&, Tensor&> NllLossOut(const Tensor& self, const Tensor& target,
                                        const OptionalTensor& weight, int64_t reduction,
                                        int64_t ignored, Tensor& loss, Tensor& total) {
  TORCH_CHECK(
      !weight.has_value() || !weight->defined() ||
          weight->scalar_type() == self.scalar_type(),
      "expected scalar type ", self.scalar_type(), " but found ",
      weight.has_value() && weight->defined() ? weight->scalar_type() : at::kLong);
  FitOut(loss, reduction == kKeepRows ? target.sizes() : IntArrayRef());
  FitOut(total, {});
  if (target.numel() == 0) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    loss.fill_(reduction == kMeanOfRows ? kNan : 0);
    total.zero_();
    return {loss, total};
  }
  Recording call;
  call.In(self).In(target).In(weight);
  call.Number(ignored, at::kLong)
      .Attribute(reduction)
      .Out(loss)
      .Out(total)
      .Run(Op::nll_loss);
  return {loss, total};
}
Tensor& NllLossBackwardOut(const Tensor& gradient, const Tensor& self,
                           const Tensor& target, const OptionalTensor& weight,
                           int64_t reduction, int64_t ignored, const Tensor& total,
                           Tensor& out) {
  const bool images = self.dim() == 4;
  if (images && reduction == kKeepRows) {
    CheckGradientSizes("nll_loss2d_backward", gradient, target.sizes());
  }
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  Recording call;
  call.In(gradient).In(self).In(target).In(weight);
  call.Number(ignored, at::kLong)
      .In(total)
      .Attribute(reduction)
      .Out(out)
      .Run(Op::nll_loss_backward);
  return out;
}

// Images of rows.
void CheckImages(const Tensor& self, const Tensor& target, const OptionalTensor& weight) {
  TORCH_CHECK(target.dim() == 3,
              "only batches of spatial targets supported (3D tensors) but got targets of "
              "dimension: ",
              target.dim());
  TORCH_CHECK(self.dim() == 4,
              "only batches of spatial inputs supported (4D tensors), but got input of "
              "dimension: ",
              self.dim());
  TORCH_CHECK(self.size(0) == target.size(0) && self.size(2) == target.size(1) &&
                  self.size(3) == target.size(2),
              "size mismatch (got input: ", self.sizes(), " , target: ", target.sizes());
  TORCH_CHECK(
      !weight.has_value() || !weight->defined() || weight->numel() == self.size(1),
      "weight tensor should be defined either for all or no classes");
}
std::tuple<Tensor&, Tensor&> NllLossOfImagesOut(const Tensor& self, const Tensor& target,
                                                const OptionalTensor& weight,
                                                int64_t reduction, int64_t ignored,
                                                Tensor& loss, Tensor& total) {
  CheckImages(self, target, weight);
  return NllLossOut(self, target, weight, reduction, ignored, loss, total);
}
std::tuple<Tensor, Tensor> NllLossOfImages(const Tensor& self, const Tensor& target,
                                           const OptionalTensor& weight,
                                           int64_t reduction, int64_t ignored) {
  Tensor loss = Empty({0}, self.scalar_type()), total = Empty({}, self.scalar_type());
  return NllLossOfImagesOut(self, target, weight, reduction, ignored, loss, total);
}
Tensor NllLossOfImagesBackward(const Tensor& gradient, const Tensor& self,
                               const Tensor& target, const OptionalTensor& weight,
                               int64_t reduction, int64_t ignored, const Tensor& total) {
  CheckImages(self, target, weight);
  Tensor out = EmptyLike(self, self.scalar_type());
  return NllLossBackwardOut(gradient, self, target, weight, reduction, ignored, total,
                            out);
}

// Rows of classes and what belongs to each row.
Tensor AsRows(const Tensor& x) { return x.dim() < 2 ? x.reshape({1, x.numel()}) : x; }
Tensor RowTargets(const Tensor& target) { return target.reshape({-1}); }

void CheckRows(const Tensor& self, const char* name) {
  TORCH_CHECK(self.dim() <= 2 && (self.dim() < 2 || self.size(1) != 0) &&
                  (self.dim() != 1 || self.size(0) != 0),
              name,
              ": Expected non-empty vector or matrix with optional 0-dim batch "
              "size, but got: ",
              self.sizes());
}
int64_t PowerOf(const Scalar& p) {
  const int64_t power = p.toLong();
  TORCH_CHECK(power == 1 || power == 2, "only p == 1 and p == 2 supported");
  return power;
}
void CheckMargin(const Tensor& self, const Tensor& target, const OptionalTensor& weight) {
  CheckRows(self, "multi_margin_loss");
  const Tensor x = AsRows(self);
  TORCH_CHECK(target.dim() <= 1 && target.numel() == x.size(0),
              "inconsistent target size, expected ", x.size(0), " but got ",
              target.sizes());
  TORCH_CHECK(!weight.has_value() || !weight->defined() || weight->numel() == x.size(1),
              "inconsistent weight size, expected ", x.size(1), " but got ",
              weight.has_value() && weight->defined() ? weight->sizes() : IntArrayRef());
}

Tensor& MultiMarginOut(const Tensor& self, const Tensor& target, const Scalar& p,
                       const Scalar& margin, const OptionalTensor& weight,
                       int64_t reduction, Tensor& out) {
  CheckMargin(self, target, weight);
  const bool rows = reduction == kKeepRows && target.dim() > 0;
  FitOut(out, rows ? target.sizes() : IntArrayRef());
  if (self.numel() == 0) return out;
  const Tensor x = AsRows(self), t = RowTargets(target);
  const Tensor y = reduction == kKeepRows ? out.view({-1}) : out;
  Recording call;
  call.In(x).In(t).In(weight);
  call.Number(margin, ComputeType(out.scalar_type()))
      .Attribute(PowerOf(p))
      .Attribute(reduction)
      .Out(y)
      .Run(Op::multi_margin_loss);
  return out;
}
Tensor MultiMargin(const Tensor& self, const Tensor& target, const Scalar& p,
                   const Scalar& margin, const OptionalTensor& weight,
                   int64_t reduction) {
  Tensor out = Empty({0}, self.scalar_type());
  return MultiMarginOut(self, target, p, margin, weight, reduction, out);
}
Tensor& MultiMarginBackwardOut(const Tensor& gradient, const Tensor& self,
                               const Tensor& target, const Scalar& p,
                               const Scalar& margin, const OptionalTensor& weight,
                               int64_t reduction, Tensor& out) {
  CheckMargin(self, target, weight);
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  const Tensor x = AsRows(self), t = RowTargets(target), y = AsRows(out);
  const Tensor g = reduction == kKeepRows ? gradient.reshape({-1}) : gradient;
  if (reduction == kKeepRows) {
    CheckGradientSizes("multi_margin_loss_backward", g, t.sizes());
  }
  Recording call;
  call.In(g).In(x).In(t).In(weight);
  call.Number(margin, ComputeType(out.scalar_type()))
      .Attribute(PowerOf(p))
      .Attribute(reduction)
      .Out(y)
      .Run(Op::multi_margin_loss_backward);
  return out;
}
Tensor MultiMarginBackward(const Tensor& gradient, const Tensor& self,
                           const Tensor& target, const Scalar& p, const Scalar& margin,
                           const OptionalTensor& weight, int64_t reduction) {
  Tensor out = Empty(self.sizes(), self.scalar_type());
  return MultiMarginBackwardOut(gradient, self, target, p, margin, weight, reduction,
                                out);
}

void CheckLists(const Tensor& self, const Tensor& target) {
  CheckRows(self, "multilabel_margin_loss");
  TORCH_CHECK(target.dim() <= 2 && AsRows(target).sizes() == AsRows(self).sizes(),
              "inconsistent target size: ", target.sizes(),
              " for input of size: ", self.sizes());
}
std::tuple<Tensor&, Tensor&> MultiLabelOut(const Tensor& self, const Tensor& target,
                                           int64_t reduction, Tensor& loss,
                                           Tensor& is_target) {
  CheckLists(self, target);
  const bool rows = reduction == kKeepRows && self.dim() > 1;
  FitOut(loss, rows ? IntArrayRef({self.size(0)}) : IntArrayRef());
  FitOut(is_target, target.sizes());
  if (self.numel() == 0) return {loss, is_target};
  const Tensor x = AsRows(self), t = AsRows(target), i = AsRows(is_target);
  const Tensor y = reduction == kKeepRows ? loss.view({-1}) : loss;
  Recording().In(x).In(t).Attribute(reduction).Out(y).Out(i).Run(
      Op::multilabel_margin_loss);
  return {loss, is_target};
}
std::tuple<Tensor, Tensor> MultiLabel(const Tensor& self, const Tensor& target,
                                      int64_t reduction) {
  Tensor loss = Empty({0}, self.scalar_type());
  Tensor is_target = Empty({0}, self.scalar_type());
  return MultiLabelOut(self, target, reduction, loss, is_target);
}
Tensor& MultiLabelBackwardOut(const Tensor& gradient, const Tensor& self,
                              const Tensor& target, int64_t reduction, const Tensor&,
                              Tensor& out) {
  CheckLists(self, target);
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  const Tensor x = AsRows(self), t = AsRows(target), y = AsRows(out);
  const Tensor g = reduction == kKeepRows ? gradient.reshape({-1}) : gradient;
  Recording().In(g).In(x).In(t).Attribute(reduction).Out(y).Run(
      Op::multilabel_margin_loss_backward);
  return out;
}
Tensor MultiLabelBackward(const Tensor& gradient, const Tensor& self,
                          const Tensor& target, int64_t reduction,
                          const Tensor& is_target) {
  Tensor out = Empty(self.sizes(), self.scalar_type());
  return MultiLabelBackwardOut(gradient, self, target, reduction, is_target, out);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("nll_loss_forward.output", &NllLossOut);
  m.impl("nll_loss_backward.grad_input", &NllLossBackwardOut);
  m.impl("nll_loss2d_forward", &NllLossOfImages);
  m.impl("nll_loss2d_forward.output", &NllLossOfImagesOut);
  m.impl("nll_loss2d_backward", &NllLossOfImagesBackward);
  m.impl("nll_loss2d_backward.grad_input", &NllLossBackwardOut);
  m.impl("multi_margin_loss", &MultiMargin);
  m.impl("multi_margin_loss.out", &MultiMarginOut);
  m.impl("multi_margin_loss_backward", &MultiMarginBackward);
  m.impl("multi_margin_loss_backward.grad_input", &MultiMarginBackwardOut);
  m.impl("multilabel_margin_loss_forward", &MultiLabel);
  m.impl("multilabel_margin_loss_forward.output", &MultiLabelOut);
  m.impl("multilabel_margin_loss_backward", &MultiLabelBackward);
  m.impl("multilabel_margin_loss_backward.grad_input", &MultiLabelBackwardOut);
}

}  // namespace tilewright::torch_device
