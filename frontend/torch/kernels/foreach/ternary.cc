// Functions of three operands and a number, over lists.
#include <ATen/Functions.h>
#include <torch/library.h>

#include "frontend/torch/kernels/foreach/each.h"

namespace tilewright::torch_device {
namespace {

// x + value * a * b, or x + value * a / b.
template <Op op>
Tensor OneSum(const Tensor& x, const Tensor& a, const Tensor& b, const Scalar& value,
              bool in_place) {
  if (!LieAlike({&x, &a, &b}) || value.isComplex()) {
    if constexpr (op == Op::addcmul) {
      return in_place ? x.addcmul_(a, b, value) : at::addcmul(x, a, b, value);
    } else {
      return in_place ? x.addcdiv_(a, b, value) : at::addcdiv(x, a, b, value);
    }
  }
  const Tensor out = in_place ? x : EmptyLike(x, x.scalar_type());
  Recording()
      .In(x)
      .In(a)
      .In(b)
      .Number(value, ComputeType(x.scalar_type()))
      .Out(out)
      .RunFlat(op);
  return out;
}
template <Op op>
std::vector<Tensor> OfNumber(TensorList x, TensorList a, TensorList b,
                             const Scalar& value) {
  at::native::check_foreach_api_restrictions(x, a, b);
  return EachOf(x, [&](const Tensor& y, size_t i) {
    return OneSum<op>(y, a[i], b[i], value, false);
  });
}
template <Op op>
void NumberInPlace(TensorList x, TensorList a, TensorList b, const Scalar& value) {
  at::native::check_foreach_api_restrictions(x, a, b);
  ForEach(x, [&](const Tensor& y, size_t i) { OneSum<op>(y, a[i], b[i], value, true); });
}
template <Op op>
std::vector<Tensor> OfNumbers(TensorList x, TensorList a, TensorList b, Scalars values) {
  at::native::check_foreach_api_restrictions(x, a, b, values);
  return EachOf(x, [&](const Tensor& y, size_t i) {
    return OneSum<op>(y, a[i], b[i], values[i], false);
  });
}
template <Op op>
void NumbersInPlace(TensorList x, TensorList a, TensorList b, Scalars values) {
  at::native::check_foreach_api_restrictions(x, a, b, values);
  ForEach(x,
          [&](const Tensor& y, size_t i) { OneSum<op>(y, a[i], b[i], values[i], true); });
}
template <Op op>
std::vector<Tensor> OfPacked(TensorList x, TensorList a, TensorList b,
                             const Tensor& values) {
  return OfNumbers<op>(x, a, b,
                       at::native::convert_tensor_to_scalar_list(values, x.size()));
}
template <Op op>
void PackedInPlace(TensorList x, TensorList a, TensorList b, const Tensor& values) {
  NumbersInPlace<op>(x, a, b,
                     at::native::convert_tensor_to_scalar_list(values, x.size()));
}

// x + weight * (end - x), with a number or a tensor as the weight.
bool IsPlain(const Tensor& x, const Tensor& end, const Scalar& weight) {
  return !weight.isComplex() && LieAlike({&x, &end});
}
bool IsPlain(const Tensor& x, const Tensor& end, const Tensor& weight) {
  return LieAlike({&x, &end, &weight});
}
void Write(Recording& call, const Scalar& weight, ScalarType type) {
  call.Number(weight, ComputeType(type));
}
void Write(Recording& call, const Tensor& weight, ScalarType) { call.In(weight); }

template <typename Weight>
Tensor OneLerp(const Tensor& x, const Tensor& end, const Weight& weight, bool in_place) {
  if (!IsPlain(x, end, weight)) {
    return in_place ? x.lerp_(end, weight) : at::lerp(x, end, weight);
  }
  const Tensor out = in_place ? x : EmptyLike(x, x.scalar_type());
  Recording call;
  call.In(x).In(end);
  Write(call, weight, x.scalar_type());
  call.Out(out).RunFlat(Op::lerp);
  return out;
}
std::vector<Tensor> LerpNumber(TensorList x, TensorList end, const Scalar& weight) {
  at::native::check_foreach_api_restrictions(x, end);
  return EachOf(
      x, [&](const Tensor& y, size_t i) { return OneLerp(y, end[i], weight, false); });
}
void LerpNumberInPlace(TensorList x, TensorList end, const Scalar& weight) {
  at::native::check_foreach_api_restrictions(x, end);
  ForEach(x, [&](const Tensor& y, size_t i) { OneLerp(y, end[i], weight, true); });
}
std::vector<Tensor> LerpNumbers(TensorList x, TensorList end, Scalars weights) {
  at::native::check_foreach_api_restrictions(x, end, weights);
  return EachOf(x, [&](const Tensor& y, size_t i) {
    return OneLerp(y, end[i], weights[i], false);
  });
}
void LerpNumbersInPlace(TensorList x, TensorList end, Scalars weights) {
  at::native::check_foreach_api_restrictions(x, end, weights);
  ForEach(x, [&](const Tensor& y, size_t i) { OneLerp(y, end[i], weights[i], true); });
}
std::vector<Tensor> LerpList(TensorList x, TensorList end, TensorList weights) {
  at::native::check_foreach_api_restrictions(x, end, weights);
  return EachOf(x, [&](const Tensor& y, size_t i) {
    return OneLerp(y, end[i], weights[i], false);
  });
}
void LerpListInPlace(TensorList x, TensorList end, TensorList weights) {
  at::native::check_foreach_api_restrictions(x, end, weights);
  ForEach(x, [&](const Tensor& y, size_t i) { OneLerp(y, end[i], weights[i], true); });
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
#define TW_REGISTER(name)                                              \
  m.impl("_foreach_" #name ".Scalar", &OfNumber<Op::name>);            \
  m.impl("_foreach_" #name "_.Scalar", &NumberInPlace<Op::name>);      \
  m.impl("_foreach_" #name ".ScalarList", &OfNumbers<Op::name>);       \
  m.impl("_foreach_" #name "_.ScalarList", &NumbersInPlace<Op::name>); \
  m.impl("_foreach_" #name ".Tensor", &OfPacked<Op::name>);            \
  m.impl("_foreach_" #name "_.Tensor", &PackedInPlace<Op::name>);
  TW_REGISTER(addcmul)
  TW_REGISTER(addcdiv)
#undef TW_REGISTER
  m.impl("_foreach_lerp.Scalar", &LerpNumber);
  m.impl("_foreach_lerp_.Scalar", &LerpNumberInPlace);
  m.impl("_foreach_lerp.ScalarList", &LerpNumbers);
  m.impl("_foreach_lerp_.ScalarList", &LerpNumbersInPlace);
  m.impl("_foreach_lerp.List", &LerpList);
  m.impl("_foreach_lerp_.List", &LerpListInPlace);
}

}  // namespace tilewright::torch_device
