// Functions of one operand, over lists.
#include <ATen/Functions.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/kernels/foreach/each.h"

namespace tilewright::torch_device {
namespace {

void RecordUnary(Op op, const Tensor& x, const Tensor& out) {
  CheckTaken(op, x.scalar_type());
  Recording().In(x).Out(out).RunFlat(op);
}

// clang-format off
#define TW_FOREACH_UNARY(X) \
  X(abs) X(acos) X(asin) X(atan) X(ceil) X(cos) X(cosh) X(erf) X(erfc) X(exp) X(expm1) \
  X(floor) X(frac) X(lgamma) X(log) X(log10) X(log1p) X(log2) X(neg) X(reciprocal) \
  X(round) X(rsqrt) X(sigmoid) X(sign) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(trunc)
// clang-format on

#define TW_DEFINE(name)                                                 \
  std::vector<Tensor> each_##name(TensorList list) {                    \
    at::native::check_foreach_api_restrictions(list);                   \
    return EachOf(list, [](const Tensor& x, size_t) {                   \
      if (!LieAlike({&x})) return at::name(x);                          \
      const Tensor out = EmptyLike(x, x.scalar_type());                 \
      RecordUnary(Op::name, x, out);                                    \
      return out;                                                       \
    });                                                                 \
  }                                                                     \
  void each_##name##_in_place(TensorList list) {                        \
    at::native::check_foreach_api_restrictions(list);                   \
    ForEach(list, [](const Tensor& x, size_t) {                         \
      LieAlike({&x}) ? RecordUnary(Op::name, x, x) : (void)x.name##_(); \
    });                                                                 \
  }
TW_FOREACH_UNARY(TW_DEFINE)
#undef TW_DEFINE

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
#define TW_REGISTER(name)                  \
  m.impl("_foreach_" #name, &each_##name); \
  m.impl("_foreach_" #name "_", &each_##name##_in_place);
  TW_FOREACH_UNARY(TW_REGISTER)
#undef TW_REGISTER
}

}  // namespace tilewright::torch_device
