// Reductions over dimensions.
#include <ATen/WrapDimUtils.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using Dimensions = c10::SmallVector<int64_t, 6>;

// Sorted; all of them where none is named.
Dimensions Named(const Tensor& self, at::OptionalIntArrayRef dims) {
  Dimensions named;
  if (!dims.has_value() || dims->empty()) {
    for (int64_t d = 0; d < self.dim(); ++d) named.push_back(d);
    return named;
  }
  for (const int64_t d : *dims) {
    const int64_t wrapped = at::maybe_wrap_dim(d, self.dim());
    TORCH_CHECK(std::find(named.begin(), named.end(), wrapped) == named.end(), "dim ",
                wrapped, " appears multiple times in the list of dims");
    if (self.dim() > 0) named.push_back(wrapped);
  }
  std::sort(named.begin(), named.end());
  return named;
}

Dimensions Reduced(const Tensor& self, const Dimensions& along, bool keep) {
  Dimensions sizes;
  for (int64_t d = 0; d < self.dim(); ++d) {
    if (std::find(along.begin(), along.end(), d) == along.end()) {
      sizes.push_back(self.size(d));
    } else if (keep) {
      sizes.push_back(1);
    }
  }
  return sizes;
}

template <Op op>
void Reduce(const Tensor& self, const Dimensions& along, bool keep, const Tensor& out) {
  FitOut(out, Reduced(self, along, keep));
  if (out.numel() == 0) return;
  Recording().In(self).Attribute(keep).Attributes(along).Out(out).Run(op);
}

template <Op op>
Tensor& TypedOut(const Tensor& self, at::OptionalIntArrayRef dims, bool keep,
                 std::optional<ScalarType>, Tensor& out) {
  Reduce<op>(self, Named(self, dims), keep, out);
  return out;
}
template <Op op>
Tensor& ExtremeOut(const Tensor& self, IntArrayRef dims, bool keep, Tensor& out) {
  Reduce<op>(self, Named(self, dims), keep, out);
  return out;
}
template <Op op>
Tensor& AlongOneOut(const Tensor& self, int64_t dim, bool keep, Tensor& out) {
  Reduce<op>(self, Named(self, IntArrayRef(dim)), keep, out);
  return out;
}
template <Op op>
Tensor& OfAllOut(const Tensor& self, Tensor& out) {
  Reduce<op>(self, Named(self, std::nullopt), false, out);
  return out;
}
template <Op op>
Tensor& ArgOut(const Tensor& self, std::optional<int64_t> dim, bool keep, Tensor& out) {
  Dimensions along;
  if (dim.has_value() && self.dim() > 0) {
    along.push_back(at::maybe_wrap_dim(*dim, self.dim()));
    FitOut(out, Reduced(self, along, keep));
  }
  if (out.numel() == 0) return out;
  Recording().In(self).Attribute(keep).Attributes(along).Out(out).Run(op);
  return out;
}
template <Op best, Op where>
std::tuple<Tensor&, Tensor&> BestOut(const Tensor& self, int64_t dim, bool keep,
                                     Tensor& values, Tensor& indices) {
  AlongOneOut<best>(self, dim, keep, values);
  FitOut(indices, values.sizes());
  ArgOut<where>(self, dim, keep, indices);
  return {values, indices};
}
template <Op op>
Tensor Best(const Tensor& self) {
  const Tensor out = Empty({}, self.scalar_type());
  Reduce<op>(self, Named(self, std::nullopt), false, out);
  return out;
}

Tensor Spread(const Tensor& self, at::OptionalIntArrayRef dims,
              const std::optional<Scalar>& correction, bool keep, bool root) {
  const Dimensions along = Named(self, dims);
  const Tensor out = Empty(Reduced(self, along, keep), self.scalar_type());
  if (out.numel() == 0) return out;
  Recording()
      .In(self)
      .Number(correction.value_or(1), ComputeType(self.scalar_type()))
      .Attribute(keep)
      .Attribute(root)
      .Attributes(along)
      .Out(out)
      .Run(Op::var);
  return out;
}
Tensor Var(const Tensor& self, at::OptionalIntArrayRef dims,
           const std::optional<Scalar>& correction, bool keep) {
  return Spread(self, dims, correction, keep, false);
}
Tensor Std(const Tensor& self, at::OptionalIntArrayRef dims,
           const std::optional<Scalar>& correction, bool keep) {
  return Spread(self, dims, correction, keep, true);
}

Tensor& NormOut(const Tensor& self, const Scalar& order, at::OptionalIntArrayRef dims,
                bool keep, std::optional<ScalarType>, Tensor& out) {
  const double number = order.toDouble();
  const bool largest = std::isinf(number) && number > 0;
  TORCH_CHECK_NOT_IMPLEMENTED(number == 1 || number == 2 || largest,
                              "linalg_vector_norm of order ", number,
                              " is not implemented for tpu");
  const Dimensions along = Named(self, dims);
  FitOut(out, Reduced(self, along, keep));
  if (out.numel() == 0) return out;
  Recording()
      .In(self)
      .Attribute(keep)
      .Attribute(largest ? -1 : static_cast<int64_t>(number))
      .Attributes(along)
      .Out(out)
      .Run(Op::norm);
  return out;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("sum.IntList_out", &TypedOut<Op::sum>);
  m.impl("mean.out", &TypedOut<Op::mean>);
  m.impl("amax.out", &ExtremeOut<Op::amax>);
  m.impl("amin.out", &ExtremeOut<Op::amin>);
  m.impl("any.out", &AlongOneOut<Op::any>);
  m.impl("all.out", &AlongOneOut<Op::all>);
  m.impl("any.all_out", &OfAllOut<Op::any>);
  m.impl("all.all_out", &OfAllOut<Op::all>);
  m.impl("argmax.out", &ArgOut<Op::argmax>);
  m.impl("argmin.out", &ArgOut<Op::argmin>);
  m.impl("max.dim_max", &BestOut<Op::amax, Op::argmax>);
  m.impl("min.dim_min", &BestOut<Op::amin, Op::argmin>);
  m.impl("max", &Best<Op::amax>);
  m.impl("min", &Best<Op::amin>);
  m.impl("var.correction", &Var);
  m.impl("std.correction", &Std);
  m.impl("linalg_vector_norm.out", &NormOut);
}

}  // namespace tilewright::torch_device
