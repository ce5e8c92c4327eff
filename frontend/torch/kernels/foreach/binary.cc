// Functions of two operands, over lists: of two lists, of a list and a number, a list of
// numbers, or a tensor without dimensions.
#include <ATen/Functions.h>
#include <torch/library.h>

#include <algorithm>

#include "frontend/torch/kernels/foreach/each.h"

namespace tilewright::torch_device {
namespace {

// X(function, name of it for single tensors)
#define TW_FOREACH_BINARY(X) \
  X(kAdd, add)               \
  X(kSub, sub)               \
  X(kMul, mul) X(kDiv, div) X(kClampMin, clamp_min) X(kClampMax, clamp_max) X(kPow, pow)

enum class Function {
#define TW_ENUMERATOR(function, name) function,
  TW_FOREACH_BINARY(TW_ENUMERATOR)
#undef TW_ENUMERATOR
};

constexpr bool HasFactor(Function f) {
  return f == Function::kAdd || f == Function::kSub;
}

// As single tensors do it.
template <Function f, typename Second>
Tensor Single(const Tensor& a, const Second& b, const Scalar& alpha) {
  if constexpr (f == Function::kAdd) return at::add(a, b, alpha);
  if constexpr (f == Function::kSub) return at::sub(a, b, alpha);
  if constexpr (f == Function::kMul) return at::mul(a, b);
  if constexpr (f == Function::kDiv) return at::div(a, b);
  if constexpr (f == Function::kClampMin) return at::clamp_min(a, b);
  if constexpr (f == Function::kClampMax) return at::clamp_max(a, b);
  if constexpr (f == Function::kPow) return at::pow(a, b);
}
template <Function f, typename Second>
void SingleInPlace(const Tensor& a, const Second& b, const Scalar& alpha) {
  if constexpr (f == Function::kAdd) a.add_(b, alpha);
  if constexpr (f == Function::kSub) a.sub_(b, alpha);
  if constexpr (f == Function::kMul) a.mul_(b);
  if constexpr (f == Function::kDiv) a.div_(b);
  if constexpr (f == Function::kClampMin) a.clamp_min_(b);
  if constexpr (f == Function::kClampMax) a.clamp_max_(b);
  if constexpr (f == Function::kPow) a.pow_(b);
}

Op OperationOf(Function f) {
  switch (f) {
    case Function::kAdd:
      return Op::add;
    case Function::kSub:
      return Op::sub;
    case Function::kMul:
      return Op::mul;
    case Function::kDiv:
      return Op::div;
    case Function::kPow:
      return Op::pow;
    default:
      return Op::clamp;
  }
}

// Whether a with b is of a's type, and elements meet elements or one number.
bool IsPlain(const Tensor& a, const Tensor& b) {
  if (b.dim() == 0) {
    return LieAlike({&a}) && c10::isFloatingType(b.scalar_type()) && !b.is_neg() &&
           (b.device().type() == kTpu || b.device().is_cpu()) &&
           CommonType(a, b) == a.scalar_type();
  }
  return LieAlike({&a, &b});
}
bool IsReal(const Scalar& b) { return !b.isComplex() && !b.isBoolean(); }
bool IsPlain(const Tensor& a, const Scalar& b) { return IsReal(b) && LieAlike({&a}); }

void Write(Recording& call, const Tensor& b, ScalarType) { call.In(b); }
void Write(Recording& call, const Scalar& b, ScalarType type) { call.Number(b, type); }

int64_t SmallExponent(const Tensor&) { return -1; }
int64_t SmallExponent(const Scalar& exponent) {
  for (int64_t i = 0; i <= 3; ++i) {
    if (exponent.equal(i)) return i;
  }
  return -1;
}

template <Function f, typename Second>
void Record(const Tensor& a, const Second& b, const Scalar& alpha, const Tensor& out) {
  constexpr bool kClamps = f == Function::kClampMin || f == Function::kClampMax;
  Recording call;
  call.In(a);
  if (f == Function::kClampMax) call.Nothing();
  // A bound is a number of the type, other numbers are rounded to it when they are met.
  Write(call, b, kClamps ? a.scalar_type() : at::kDouble);
  if (f == Function::kClampMin) call.Nothing();
  if (HasFactor(f) && !alpha.equal(1)) call.Number(alpha, ComputeType(a.scalar_type()));
  if (!kClamps) {
    call.Attribute(static_cast<int64_t>(ElementOf(a.scalar_type())))
        .Attribute(f == Function::kPow ? SmallExponent(b) : -1);
  }
  call.Out(out).RunFlat(OperationOf(f));
}

template <Function f, typename Second>
Tensor One(const Tensor& a, const Second& b, const Scalar& alpha) {
  if (!IsPlain(a, b)) return Single<f>(a, b, alpha);
  const Tensor out = EmptyLike(a, a.scalar_type());
  Record<f>(a, b, alpha, out);
  return out;
}
template <Function f, typename Second>
void OneInPlace(const Tensor& a, const Second& b, const Scalar& alpha) {
  IsPlain(a, b) ? Record<f>(a, b, alpha, a) : SingleInPlace<f>(a, b, alpha);
}

// Whether these are numbers of f32 without dimensions, each in a place of its own.
bool AreCounts(TensorList list) {
  std::vector<std::pair<const void*, int64_t>> places;
  for (const Tensor& x : list) {
    if (x.dim() != 0 || x.scalar_type() != at::kFloat || !LieAlike({&x})) return false;
    places.emplace_back(x.storage().unsafeGetStorageImpl(), x.storage_offset());
  }
  std::sort(places.begin(), places.end());
  return list.size() > 1 &&
         std::adjacent_find(places.begin(), places.end()) == places.end();
}
// Some in one operation: they are less work than an operation is.
void AddToEach(TensorList list, const Scalar& b) {
  constexpr size_t kAtOnce = 16;
  for (size_t first = 0; first < list.size(); first += kAtOnce) {
    const TensorList some = list.slice(first, std::min(kAtOnce, list.size() - first));
    Recording call;
    call.Number(b, at::kDouble);
    for (const Tensor& x : some) call.In(x);
    for (const Tensor& x : some) call.Out(x);
    call.Run(Op::add_to_each);
  }
}

template <Function f>
std::vector<Tensor> OfNumber(TensorList list, const Scalar& b) {
  at::native::check_foreach_api_restrictions(list);
  return EachOf(list, [&](const Tensor& a, size_t) { return One<f>(a, b, 1); });
}
template <Function f>
void NumberInPlace(TensorList list, const Scalar& b) {
  at::native::check_foreach_api_restrictions(list);
  if (f == Function::kAdd && IsReal(b) && AreCounts(list)) return AddToEach(list, b);
  ForEach(list, [&](const Tensor& a, size_t) { OneInPlace<f>(a, b, 1); });
}
template <Function f>
std::vector<Tensor> OfNumbers(TensorList list, Scalars b) {
  at::native::check_foreach_api_restrictions(list, b);
  return EachOf(list, [&](const Tensor& a, size_t i) { return One<f>(a, b[i], 1); });
}
template <Function f>
void NumbersInPlace(TensorList list, Scalars b) {
  at::native::check_foreach_api_restrictions(list, b);
  ForEach(list, [&](const Tensor& a, size_t i) { OneInPlace<f>(a, b[i], 1); });
}
template <Function f>
std::vector<Tensor> OfListTimes(TensorList list, TensorList b, const Scalar& alpha) {
  at::native::check_foreach_api_restrictions(list, b);
  return EachOf(list, [&](const Tensor& a, size_t i) { return One<f>(a, b[i], alpha); });
}
template <Function f>
void ListTimesInPlace(TensorList list, TensorList b, const Scalar& alpha) {
  at::native::check_foreach_api_restrictions(list, b);
  ForEach(list, [&](const Tensor& a, size_t i) { OneInPlace<f>(a, b[i], alpha); });
}
template <Function f>
std::vector<Tensor> OfList(TensorList list, TensorList b) {
  return OfListTimes<f>(list, b, 1);
}
template <Function f>
void ListInPlace(TensorList list, TensorList b) {
  ListTimesInPlace<f>(list, b, 1);
}

void CheckOne(TensorList list, const Tensor& b) {
  TORCH_CHECK(b.dim() == 0 && b.numel() == 1,
              "scalar tensor expected to be 0 dim but it has ", b.dim(),
              " dimensions and ", b.numel(), " elements.");
  at::native::check_foreach_api_restrictions(list);
}
template <Function f>
std::vector<Tensor> OfTensorTimes(TensorList list, const Tensor& b, const Scalar& alpha) {
  CheckOne(list, b);
  return EachOf(list, [&](const Tensor& a, size_t) { return One<f>(a, b, alpha); });
}
template <Function f>
void TensorTimesInPlace(TensorList list, const Tensor& b, const Scalar& alpha) {
  CheckOne(list, b);
  ForEach(list, [&](const Tensor& a, size_t) { OneInPlace<f>(a, b, alpha); });
}
template <Function f>
std::vector<Tensor> OfTensor(TensorList list, const Tensor& b) {
  return OfTensorTimes<f>(list, b, 1);
}
template <Function f>
void TensorInPlace(TensorList list, const Tensor& b) {
  TensorTimesInPlace<f>(list, b, 1);
}

std::vector<Tensor> PowersOf(const Scalar& base, TensorList exponents) {
  at::native::check_foreach_api_restrictions(exponents);
  return EachOf(exponents,
                [&](const Tensor& exponent, size_t) { return at::pow(base, exponent); });
}

template <Function f>
void Register(torch::Library& m, const std::string& name) {
  const std::string of = "_foreach_" + name, in_place = of + "_";
  const auto add = [&](const std::string& overload, auto function,
                       auto in_place_function) {
    m.impl((of + overload).c_str(), function);
    m.impl((in_place + overload).c_str(), in_place_function);
  };
  add(".Scalar", &OfNumber<f>, &NumberInPlace<f>);
  add(".ScalarList", &OfNumbers<f>, &NumbersInPlace<f>);
  if constexpr (HasFactor(f)) {
    add(".List", &OfListTimes<f>, &ListTimesInPlace<f>);
  } else {
    add(".List", &OfList<f>, &ListInPlace<f>);
  }
  if constexpr (f == Function::kAdd)
    add(".Tensor", &OfTensorTimes<f>, &TensorTimesInPlace<f>);
  if constexpr (f == Function::kMul || f == Function::kDiv) {
    add(".Tensor", &OfTensor<f>, &TensorInPlace<f>);
  }
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
#define TW_REGISTER(function, name) Register<Function::function>(m, #name);
  TW_FOREACH_BINARY(TW_REGISTER)
#undef TW_REGISTER
  Register<Function::kClampMin>(m, "maximum");
  Register<Function::kClampMax>(m, "minimum");
  m.impl("_foreach_pow.ScalarAndTensor", &PowersOf);
}

}  // namespace tilewright::torch_device
