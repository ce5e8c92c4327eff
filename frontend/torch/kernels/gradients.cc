// Functions whose gradients PyTorch makes by reading data on the host, with gradients
// that do not: the largest, the least and the middle of all elements, and products. What
// torch.func transforms is composed of operations that it knows.
#include <ATen/TensorOperators.h>
#include <ATen/WrapDimUtils.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

#include "frontend/torch/device/transforms.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

Tensor WithTangent(const Tensor& y, const Tensor& tangent) {
  y._set_fw_grad(tangent, 0, /*is_inplace_op=*/false);
  return y;
}
// Its number without the tangent, which the functions below see to themselves.
Tensor PrimalOf(const Tensor& x) { return TangentOf(x).defined() ? x._fw_primal(0) : x; }
// Whether a function records how its gradient is made.
bool Differentiates(const Tensor& x) {
  return at::GradMode::is_enabled() && x.requires_grad();
}

// Evenly among those that are equal to the chosen one.
Tensor Evenly(const Tensor& gradient, const Tensor& x, const Tensor& chosen) {
  Tensor mask = x.eq(chosen);
  if (c10::isFloatingType(x.scalar_type())) {
    mask = mask.logical_or(x.isnan().logical_and(chosen.isnan()));
  }
  return mask * (gradient / mask.sum());
}

template <Tensor (*choose)(const Tensor&), Tensor (*compose)(const Tensor&)>
class Chosen : public torch::autograd::Function<Chosen<choose, compose>> {
 public:
  static constexpr bool is_traceable = true;  // compiled autograd
  static Tensor forward(AutogradContext* context, const Tensor& x) {
    const at::AutoDispatchBelowADInplaceOrView below;
    const Tensor chosen = choose(x);
    context->save_for_backward({x, chosen});
    return chosen;
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    return {Evenly(gradients[0], saved[0], saved[1])};
  }

  static Tensor Of(const Tensor& x) {
    const Tensor tangent = TangentOf(x);
    if (!tangent.defined() && !Differentiates(x)) {
      const at::AutoDispatchBelowADInplaceOrView below;
      return choose(x);
    }
    if (IsTransformed()) return compose(x);
    const Tensor primal = PrimalOf(x);
    const Tensor chosen = Chosen::apply(primal);
    if (!tangent.defined()) return chosen;
    return WithTangent(chosen,
                       Evenly(at::ones_like(chosen), primal, chosen).mul(tangent).sum());
  }
};
Tensor MaxOf(const Tensor& x) { return at::max(x); }
Tensor MinOf(const Tensor& x) { return at::min(x); }
Tensor MedianOf(const Tensor& x) { return at::median(x); }
Tensor NanMedianOf(const Tensor& x) { return at::nanmedian(x); }

Tensor ComposedMax(const Tensor& x) { return at::amax(x); }
Tensor ComposedMin(const Tensor& x) { return at::amin(x); }
Tensor ComposedMedian(const Tensor& x) {
  return std::get<0>(at::median(x.reshape({-1}), 0));
}
Tensor ComposedNanMedian(const Tensor& x) {
  return std::get<0>(at::nanmedian(x.reshape({-1}), 0));
}

// Of the elements before each along a dimension, the product; 1 for the first.
Tensor ProductBefore(const Tensor& x, int64_t along) {
  const Tensor one = at::ones_like(x.narrow(along, 0, 1));
  const Tensor others = x.narrow_symint(along, 0, x.sym_size(along) - 1);
  return at::cat({one, others}, along).cumprod(along);
}
// For each element the product of the others along a dimension.
Tensor ProductOfOthers(const Tensor& x, int64_t along) {
  if (x.sym_numel() == 0) return x;
  if (at::GradMode::is_enabled()) {  // it is differentiated once more
    return ProductBefore(x, along) * ProductBefore(x.flip({along}), along).flip({along});
  }
  // One 0 leaves the product of all others to itself, two leave nothing.
  const Tensor zero = x.eq(0), zeros = zero.sum(along, true);
  const Tensor numbers = x.masked_fill(zero, 1);
  const Tensor others = numbers.prod(along, true) / numbers;
  return others.masked_fill(zeros.sub(zero.to(at::kLong)).ne(0), 0);
}

// Halves with each other; the dimension stays.
Tensor ComposedProduct(const Tensor& x, int64_t along) {
  int64_t size = x.sym_size(along).guard_int(__FILE__, __LINE__);
  if (size == 0) return at::ones_like(x.sum(along, /*keepdim=*/true));
  Tensor factors = x;
  while (size > 1) {
    const int64_t half = size / 2;
    Tensor products = factors.narrow(along, 0, half) * factors.narrow(along, half, half);
    if (size % 2 == 1) {
      products = at::cat({products, factors.narrow(along, size - 1, 1)}, along);
    }
    factors = products;
    size = half + size % 2;
  }
  return factors;
}
// Each with what is before it: the nearest, then two, four, ... of them.
Tensor ComposedCumprod(const Tensor& x, int64_t along) {
  const int64_t size = x.sym_size(along).guard_int(__FILE__, __LINE__);
  Tensor made = x;
  for (int64_t step = 1; step < size; step *= 2) {
    const Tensor before = made.narrow(along, 0, size - step);
    made = at::cat(
        {made.narrow(along, 0, step), made.narrow(along, step, size - step) * before},
        along);
  }
  return made;
}

class Product : public torch::autograd::Function<Product> {
 public:
  static constexpr bool is_traceable = true;  // compiled autograd
  // A result keeps the dimension.
  static Tensor forward(AutogradContext* context, const Tensor& x, int64_t along) {
    const at::AutoDispatchBelowADInplaceOrView below;
    context->save_for_backward({x});
    context->saved_data["along"] = along;
    return at::prod(x, along, /*keepdim=*/true);
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const Tensor x = context->get_saved_variables()[0];
    const int64_t along = context->saved_data["along"].toInt();
    return {gradients[0] * ProductOfOthers(x, along).conj(), Tensor()};
  }

  static Tensor Along(const Tensor& x, int64_t along) {
    if (IsTransformed()) return ComposedProduct(x, along);
    const Tensor primal = PrimalOf(x), tangent = TangentOf(x);
    const Tensor made = Product::apply(primal, along);
    if (!tangent.defined()) return made;
    return WithTangent(made,
                       ProductOfOthers(primal, along).mul(tangent).sum(along, true));
  }
};
Tensor ProdOfAll(const Tensor& self, std::optional<ScalarType> type) {
  if (!TangentOf(self).defined() && !Differentiates(self)) {
    const at::AutoDispatchBelowADInplaceOrView below;
    return at::prod(self, type);
  }
  const Tensor x = type.has_value() ? self.to(*type) : self;
  return Product::Along(x.reshape({-1}), 0).reshape({});
}
Tensor ProdAlong(const Tensor& self, int64_t dim, bool keep,
                 std::optional<ScalarType> type) {
  if (!TangentOf(self).defined() && !Differentiates(self)) {
    const at::AutoDispatchBelowADInplaceOrView below;
    return at::prod(self, dim, keep, type);
  }
  const Tensor x = type.has_value() ? self.to(*type) : self;
  const int64_t along = at::maybe_wrap_dim(dim, x.dim());
  if (x.dim() == 0) return Product::Along(x.reshape({1}), 0).reshape({});
  const Tensor made = Product::Along(x, along);
  return keep ? made : made.squeeze(along);
}

// [.., i, j, ..]: the product up to j of all but i; 0 where j is before i.
Tensor ProductsWithout(const Tensor& x, int64_t along) {
  const int64_t size = x.size(along);
  at::DimVector shape(x.dim() + 1, 1);
  shape[along] = size;
  const Tensor i = at::arange(size, x.options().dtype(at::kLong)).view(shape);
  const Tensor j = i.transpose(along, along + 1);
  at::DimVector pairs(x.sizes());
  pairs.insert(pairs.begin() + along, size);
  const Tensor each = x.unsqueeze(along).expand(pairs).masked_fill(i.eq(j), 1);
  return each.cumprod(along + 1).masked_fill(j.lt(i), 0);
}
Tensor SumFrom(const Tensor& x, int64_t along) {
  return x.flip({along}).cumsum(along).flip({along});
}
Tensor CumprodGradient(const Tensor& gradient, const Tensor& x, int64_t along) {
  if (x.sym_numel() <= 1) return gradient;
  if (at::GradMode::is_enabled()) {  // it is differentiated once more
    return (gradient.unsqueeze(along) * ProductsWithout(x, along).conj()).sum(along + 1);
  }
  // Behind the first 0 nothing changes a product; before it products are divided; and of
  // those that the first 0 is part of it alone is left out.
  const Tensor zero = x.eq(0), zeros = zero.cumsum(along);
  const Tensor before = zeros.eq(0);
  const Tensor first = zero.logical_and(zeros.eq(1));
  const Tensor safe = x.masked_fill(before.logical_not(), 1);
  const Tensor of_numbers =
      SumFrom(gradient * x.cumprod(along).conj(), along) / safe.conj();
  const Tensor without = x.masked_fill(first, 1).cumprod(along);
  const Tensor of_first = SumFrom(gradient * without.conj(), along);
  return of_numbers.masked_fill(before.logical_not(), 0) +
         of_first.masked_fill(first.logical_not(), 0);
}

class CumulativeProduct : public torch::autograd::Function<CumulativeProduct> {
 public:
  static constexpr bool is_traceable = true;  // compiled autograd
  static Tensor forward(AutogradContext* context, const Tensor& x, int64_t along) {
    const at::AutoDispatchBelowADInplaceOrView below;
    context->save_for_backward({x});
    context->saved_data["along"] = along;
    return at::cumprod(x, along);
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const Tensor x = context->get_saved_variables()[0];
    return {CumprodGradient(gradients[0], x, context->saved_data["along"].toInt()),
            Tensor()};
  }
};
Tensor Cumprod(const Tensor& self, int64_t dim, std::optional<ScalarType> type) {
  const Tensor tangent = TangentOf(self);
  if (!tangent.defined() && !Differentiates(self)) {
    const at::AutoDispatchBelowADInplaceOrView below;
    return at::cumprod(self, dim, type);
  }
  const Tensor given = type.has_value() ? self.to(*type) : self;
  const int64_t along = at::maybe_wrap_dim(dim, given.dim());
  const Tensor x = given.dim() == 0 ? given.reshape({1}) : given;
  if (IsTransformed()) return ComposedCumprod(x, along).reshape_symint(given.sym_sizes());
  const Tensor primal = PrimalOf(x);
  const Tensor made = CumulativeProduct::apply(primal, along);
  if (tangent.defined()) {
    const Tensor each = TangentOf(x).unsqueeze(along + 1);
    WithTangent(made, (each * ProductsWithout(primal, along)).sum(along));
  }
  return made.reshape_symint(given.sym_sizes());
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, AutogradPrivateUse1, m) {
  m.impl("max", &Chosen<MaxOf, ComposedMax>::Of);
  m.impl("min", &Chosen<MinOf, ComposedMin>::Of);
  m.impl("median", &Chosen<MedianOf, ComposedMedian>::Of);
  m.impl("nanmedian", &Chosen<NanMedianOf, ComposedNanMedian>::Of);
  m.impl("prod", &ProdOfAll);
  m.impl("prod.dim_int", &ProdAlong);
  m.impl("cumprod", &Cumprod);
}

}  // namespace tilewright::torch_device
