// Reductions over dimensions.
#include <ATen/WrapDimUtils.h>
#include <ATen/ops/imag.h>
#include <ATen/ops/real.h>
#include <ATen/ops/var.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/out_type.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using Dimensions = c10::SmallVector<int64_t, 6>;

// Sorted; all of them where none is named.
Dimensions Named(const Tensor& self, at::OptionalIntArrayRef dims) {
  constexpr int64_t kMostDimensions = 64;  // as many bits as a set of them has
  TORCH_CHECK(self.dim() <= kMostDimensions, "only tensors with up to ", kMostDimensions,
              " dims are supported");
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

// Of sums and products: integers are added up in i64.
ScalarType SumType(const Tensor& self, std::optional<ScalarType> type) {
  if (type.has_value()) return *type;
  return c10::isIntegralType(self.scalar_type(), true) ? at::kLong : self.scalar_type();
}

template <Op op>
void Reduce(const Tensor& self, const Dimensions& along, bool keep, const Tensor& out) {
  CheckTaken(op, self.scalar_type());
  CheckHere(out);
  FitOut(out, Reduced(self, along, keep));
  if (out.numel() == 0) return;
  Recording().In(self).Attribute(keep).Attributes(along).Out(out).Run(op);
}

template <Op op>
Tensor& TypedOut(const Tensor& self, at::OptionalIntArrayRef dims, bool keep,
                 std::optional<ScalarType> type, Tensor& out) {
  if (type.has_value()) CheckExactly(out, *type);
  Reduce<op>(self, Named(self, dims), keep, out);
  return out;
}
Tensor& MeanOut(const Tensor& self, at::OptionalIntArrayRef dims, bool keep,
                std::optional<ScalarType> type, Tensor& out) {
  const ScalarType made = type.value_or(self.scalar_type());
  TORCH_CHECK(!c10::isIntegralType(made, /*includeBool=*/true),
              "mean(): could not infer output dtype. Input dtype must be either a "
              "floating point or complex dtype. Got: ",
              made);
  CheckCast(made, out);
  return InOwnType(made, out, [&](Tensor& mean) {
    Reduce<Op::mean>(self, Named(self, dims), keep, mean);
  });
}
template <Op op>
Tensor& ExtremeOut(const Tensor& self, IntArrayRef dims, bool keep, Tensor& out) {
  TORCH_CHECK(self.scalar_type() == out.scalar_type(),
              "Expected the dtype for input and out to match, but got ",
              self.scalar_type(), " for input's dtype and ", out.scalar_type(),
              " for out's dtype.");
  Reduce<op>(self, Named(self, dims), keep, out);
  return out;
}
template <Op op>
void CheckTruth(const Tensor& out) {
  if (op != Op::any && op != Op::all) return;
  TORCH_CHECK(out.scalar_type() == at::kBool || out.scalar_type() == at::kByte,
              op == Op::any ? "any" : "all",
              " only supports bool tensor for result, got: ", out.scalar_type());
}
template <Op op>
Tensor& AlongOneOut(const Tensor& self, int64_t dim, bool keep, Tensor& out) {
  CheckTruth<op>(out);
  Reduce<op>(self, Named(self, IntArrayRef(dim)), keep, out);
  return out;
}
template <Op op>
Tensor& OfAllOut(const Tensor& self, Tensor& out) {
  CheckTruth<op>(out);
  Reduce<op>(self, Named(self, std::nullopt), false, out);
  return out;
}
template <Op op>
Tensor& ArgOut(const Tensor& self, std::optional<int64_t> dim, bool keep, Tensor& out) {
  TORCH_CHECK(out.scalar_type() == at::kLong,
              "Expected out tensor to have dtype long int, but got ", out.dtype(),
              " instead");
  CheckHere(out);
  Dimensions along;
  if (dim.has_value() && self.dim() > 0) {
    along.push_back(at::maybe_wrap_dim(*dim, self.dim()));
  }
  FitOut(out, Reduced(self, dim.has_value() ? along : Named(self, std::nullopt), keep));
  if (out.numel() == 0) return out;
  Recording().In(self).Attribute(keep).Attributes(along).Out(out).Run(op);
  return out;
}
template <Op best, Op where>
std::tuple<Tensor&, Tensor&> BestOut(const Tensor& self, int64_t dim, bool keep,
                                     Tensor& values, Tensor& indices) {
  CheckExactly(values, self.scalar_type());
  CheckExactly(indices, at::kLong);
  AlongOneOut<best>(self, dim, keep, values);
  FitOut(indices, values.sizes());
  ArgOut<where>(self, dim, keep, indices);
  return {values, indices};
}
template <Op op>
Tensor& BestOfAllOut(const Tensor& self, Tensor& out) {
  TORCH_CHECK(
      self.numel() > 0,
      "Expected reduction dim to be specified for input.numel() == 0. Specify the "
      "reduction dim with the 'dim' argument.");
  CheckCast(self.scalar_type(), out);
  return InOwnType(self.scalar_type(), out, [&](Tensor& best) {
    Reduce<op>(self, Named(self, std::nullopt), false, best);
  });
}
template <Op op>
Tensor Best(const Tensor& self) {
  Tensor out = Empty({}, self.scalar_type());
  return BestOfAllOut<op>(self, out);
}

Tensor Count(const Tensor& self, IntArrayRef dims) {
  Tensor out = Empty({0}, at::kLong);
  Reduce<Op::count_nonzero>(self, Named(self, dims), false, out);
  return out;
}
Tensor Prod(const Tensor& self, std::optional<ScalarType> type) {
  Tensor out = Empty({}, SumType(self, type));
  Reduce<Op::prod>(self, Named(self, std::nullopt), false, out);
  return out;
}
Tensor& ProdOut(const Tensor& self, int64_t dim, bool keep,
                std::optional<ScalarType> type, Tensor& out) {
  if (type.has_value()) CheckExactly(out, *type);
  Reduce<Op::prod>(self, Named(self, IntArrayRef(dim)), keep, out);
  return out;
}
Tensor& NanSumOut(const Tensor& self, at::OptionalIntArrayRef dims, bool keep,
                  std::optional<ScalarType>, Tensor& out) {
  TORCH_CHECK(!self.is_complex(), "nansum on tpu does not support complex inputs");
  if (c10::isFloatingType(self.scalar_type())) {
    TORCH_CHECK_NOT_IMPLEMENTED(c10::isFloatingType(out.scalar_type()),
                                "\"nansum\" not implemented for '", out.scalar_type(),
                                "'");
    Reduce<Op::nansum>(self, Named(self, dims), keep, out);
  } else {
    Reduce<Op::sum>(self, Named(self, dims), keep, out);
  }
  return out;
}
Tensor NanSum(const Tensor& self, at::OptionalIntArrayRef dims, bool keep,
              std::optional<ScalarType> type) {
  Tensor out = Empty({0}, SumType(self, type));
  return NanSumOut(self, dims, keep, type, out);
}

std::tuple<Tensor&, Tensor&> AminmaxOut(const Tensor& self, std::optional<int64_t> dim,
                                        bool keep, Tensor& least, Tensor& most) {
  CheckExactly(least, self.scalar_type());
  CheckExactly(most, self.scalar_type());
  const Dimensions along =
      dim.has_value() ? Named(self, IntArrayRef(*dim)) : Named(self, std::nullopt);
  Reduce<Op::amin>(self, along, keep, least);
  Reduce<Op::amax>(self, along, keep, most);
  return {least, most};
}

bool Equal(const Tensor& a, const Tensor& b) {
  TORCH_CHECK(a.device() == b.device(),
              "Cannot compare two tensors on different devices. Got: ", a.device(),
              " and ", b.device());
  TORCH_CHECK(a.scalar_type() == b.scalar_type(), "Expected object of data type ",
              a.scalar_type(), " but got data type ", b.scalar_type(),
              " for argument 'other' in call to equal");
  if (a.sizes() != b.sizes()) return false;
  if (a.numel() == 0) return true;
  const Tensor out = Empty({}, at::kBool);
  Recording().In(a).In(b).Out(out).Run(Op::equal);
  return out.item<bool>();
}

Tensor Trace(const Tensor& self) {
  TORCH_CHECK(self.dim() == 2, "trace: expected a matrix, but got tensor with dim ",
              self.dim());
  CheckTaken("trace", self.scalar_type(), Takes::kNumbers);
  Tensor out = Empty({}, SumType(self, std::nullopt));
  Reduce<Op::sum>(self.diagonal(), {0}, false, out);
  return out;
}

// PyTorch's warning where there are no more elements than the correction.
void WarnOfFreedom(bool root, bool with_mean, double freedom) {
  if (freedom > 0) return;
  TORCH_WARN(
      root ? "std" : "var", with_mean ? "_mean" : "",
      "(): degrees of freedom is <= 0. Correction should be strictly less than the "
      "reduction factor (input numel divided by output numel).");
}

// The variance, or its root; and the mean, where it is given a place.
void Spread(const Tensor& self, const Dimensions& along,
            const std::optional<Scalar>& correction, bool keep, bool root,
            const Tensor& out, const Tensor* mean) {
  TORCH_CHECK(c10::isFloatingType(self.scalar_type()),
              "std and var only support floating point and complex dtypes");
  FitOut(out, Reduced(self, along, keep));
  if (out.numel() == 0) return;
  const auto reduced = static_cast<double>(self.numel() / out.numel());
  WarnOfFreedom(root, mean != nullptr, reduced - correction.value_or(1).toDouble());
  Recording call;
  call.In(self)
      .Number(correction.value_or(1), ComputeType(out.scalar_type()))
      .Attribute(keep)
      .Attribute(root)
      .Attributes(along)
      .Out(out);
  if (mean != nullptr) call.Out(*mean);
  call.Run(Op::var);
}
// That of complex numbers is the sum of their parts'.
Tensor SpreadOfParts(const Tensor& self, at::OptionalIntArrayRef dims,
                     const std::optional<Scalar>& correction, bool keep, bool root) {
  const Tensor variance = at::var(at::real(self), dims, correction, keep)
                              .add(at::var(at::imag(self), dims, correction, keep));
  return root ? variance.sqrt() : variance;
}
template <bool root>
Tensor& SpreadOut(const Tensor& self, at::OptionalIntArrayRef dims,
                  const std::optional<Scalar>& correction, bool keep, Tensor& out) {
  CheckCast(c10::toRealValueType(self.scalar_type()), out);
  if (self.is_complex()) {
    const Tensor spread = SpreadOfParts(self, dims, correction, keep, root);
    FitOut(out, spread.sizes());
    return out.copy_(spread);
  }
  Spread(self, Named(self, dims), correction, keep, root, out, nullptr);
  return out;
}
template <bool root>
Tensor SpreadOf(const Tensor& self, at::OptionalIntArrayRef dims,
                const std::optional<Scalar>& correction, bool keep) {
  Tensor out = Empty({0}, c10::toRealValueType(self.scalar_type()));
  return SpreadOut<root>(self, dims, correction, keep, out);
}
template <bool root>
std::tuple<Tensor, Tensor> SpreadAndMean(const Tensor& self, at::OptionalIntArrayRef dims,
                                         const std::optional<Scalar>& correction,
                                         bool keep) {
  if (self.is_complex()) {
    return {SpreadOfParts(self, dims, correction, keep, root), self.mean(dims, keep)};
  }
  const Dimensions along = Named(self, dims);
  const Dimensions sizes = Reduced(self, along, keep);
  const Tensor out = Empty(sizes, self.scalar_type());
  const Tensor mean = Empty(sizes, self.scalar_type());
  Spread(self, along, correction, keep, root, out, &mean);
  return {out, mean};
}

// Orders that are told apart when code is made: those below, or any other.
constexpr int64_t kLargest = -1, kSmallest = -2, kAnyOrder = -3;

Tensor& VectorNormOut(const Tensor& self, const Scalar& order,
                      at::OptionalIntArrayRef dims, bool keep,
                      std::optional<ScalarType> type, Tensor& out) {
  CheckExactly(out, c10::toRealValueType(type.value_or(self.scalar_type())));
  const double number = order.toDouble();
  int64_t known = kAnyOrder;
  if (number == 0 || number == 1 || number == 2) known = static_cast<int64_t>(number);
  if (std::isinf(number)) known = number > 0 ? kLargest : kSmallest;
  const Dimensions along = Named(self, dims);
  FitOut(out, Reduced(self, along, keep));
  if (out.numel() == 0) return out;
  Recording call;
  call.In(self);
  known == kAnyOrder ? call.Number(order, ComputeType(out.scalar_type()))
                     : call.Nothing();
  call.Attribute(keep).Attribute(known).Attributes(along).Out(out).Run(Op::norm);
  return out;
}
Tensor& NormOut(const Tensor& self, const std::optional<Scalar>& order, IntArrayRef dims,
                bool keep, Tensor& out) {
  return VectorNormOut(self, order.value_or(2), dims, keep, std::nullopt, out);
}
Tensor& TypedNormOut(const Tensor& self, const std::optional<Scalar>& order,
                     IntArrayRef dims, bool keep, ScalarType type, Tensor& out) {
  return VectorNormOut(self, order.value_or(2), dims, keep, type, out);
}

Tensor& HashOut(const Tensor& self, IntArrayRef dims, bool keep, int64_t mode,
                Tensor& out) {
  TORCH_CHECK(mode == 0, "Unknown hash_tensor mode: ", mode);
  CheckExactly(out, at::kUInt64);
  const Dimensions along = Named(self, dims);
  FitOut(out, Reduced(self, along, keep));
  // Bits are the same in signed integers.
  Reduce<Op::hash_tensor>(self, along, keep, out.view(at::kLong));
  return out;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("sum.IntList_out", &TypedOut<Op::sum>);
  m.impl("mean.out", &MeanOut);
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
  m.impl("max.unary_out", &BestOfAllOut<Op::amax>);
  m.impl("min.unary_out", &BestOfAllOut<Op::amin>);
  m.impl("max", &Best<Op::amax>);
  m.impl("min", &Best<Op::amin>);
  m.impl("prod", &Prod);
  m.impl("prod.int_out", &ProdOut);
  m.impl("nansum", &NanSum);
  m.impl("nansum.out", &NanSumOut);
  m.impl("aminmax.out", &AminmaxOut);
  m.impl("count_nonzero.dim_IntList", &Count);
  m.impl("hash_tensor.out", &HashOut);
  m.impl("equal", &Equal);
  m.impl("trace", &Trace);
  m.impl("var.correction", &SpreadOf<false>);
  m.impl("std.correction", &SpreadOf<true>);
  m.impl("var.correction_out", &SpreadOut<false>);
  m.impl("std.correction_out", &SpreadOut<true>);
  m.impl("var_mean.correction", &SpreadAndMean<false>);
  m.impl("std_mean.correction", &SpreadAndMean<true>);
  m.impl("linalg_vector_norm.out", &VectorNormOut);
  m.impl("norm.out", &NormOut);
  m.impl("norm.dtype_out", &TypedNormOut);
}

}  // namespace tilewright::torch_device
