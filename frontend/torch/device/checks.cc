#include "frontend/torch/device/checks.h"

#include "frontend/torch/device/memory.h"

namespace tilewright::torch_device {
namespace {

using c10::ScalarType;
using torch_lower::Op;

enum class Takes : uint8_t {
  kAll,
  kFloats,
  kReals,
  kRealNumbers,
  kIntegers,
  kNoFloats,
  kWide,  // all but complex numbers, and floating ones of 16 bits
  kNoIntegers,
  kOld,  // all but complex numbers, and unsigned ones that PyTorch has few operations of
};

constexpr Takes TakenBy(Op op) {
  switch (op) {
    case Op::gelu:
    case Op::gelu_tanh:
    case Op::elu:
    case Op::leaky_relu:
    case Op::softplus:
    case Op::hardswish:
    case Op::hardsigmoid:
    case Op::mish:
    case Op::log_sigmoid:
    case Op::softshrink:
    case Op::hardshrink:
    case Op::prelu:
    case Op::mse_loss:
    case Op::huber_loss:
    case Op::smooth_l1_loss:
    case Op::binary_cross_entropy:
    case Op::hypot:
    case Op::nextafter:
    case Op::frac:
    case Op::igamma:
    case Op::igammac:
    case Op::logaddexp2:
    case Op::adaptive_avg_pool:
    case Op::adaptive_max_pool:
      return Takes::kFloats;
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::maximum:
    case Op::minimum:
    case Op::fmax:
    case Op::fmin:
    case Op::amax:
    case Op::amin:
    case Op::atan2:
    case Op::xlogy:
    case Op::sign:
    case Op::i0:
    case Op::logit:
    case Op::logit_backward:
      return Takes::kReals;
    case Op::hash_tensor:
      return Takes::kOld;
    case Op::logaddexp:
      return Takes::kNoIntegers;
    case Op::clamp:
    case Op::relu:
    case Op::hardtanh:
    case Op::fmod:
    case Op::remainder:
    case Op::ceil:
    case Op::floor:
    case Op::round:
    case Op::trunc:
      return Takes::kRealNumbers;
    case Op::gcd:
    case Op::lcm:
    case Op::bitwise_left_shift:
    case Op::bitwise_right_shift:
      return Takes::kIntegers;
    case Op::bitwise_and:
    case Op::bitwise_or:
    case Op::bitwise_xor:
    case Op::bitwise_not:
      return Takes::kNoFloats;
#define TW_CASE(name) case Op::name:
      TW_TORCH_BESSEL(TW_CASE)
      TW_TORCH_POLYNOMIALS(TW_CASE)
#undef TW_CASE
      return Takes::kWide;
    default:
      return Takes::kAll;
  }
}

bool IsTaken(Takes takes, ScalarType type) {
  switch (takes) {
    case Takes::kFloats:
      return c10::isFloatingType(type);
    case Takes::kReals:
      return !c10::isComplexType(type);
    case Takes::kRealNumbers:
      return !c10::isComplexType(type) && type != at::kBool;
    case Takes::kIntegers:
      return c10::isIntegralType(type, /*includeBool=*/false);
    case Takes::kNoFloats:
      return c10::isIntegralType(type, /*includeBool=*/true);
    case Takes::kWide:
      return c10::isIntegralType(type, /*includeBool=*/true) || type == at::kFloat ||
             type == at::kDouble;
    case Takes::kNoIntegers:
      return !c10::isIntegralType(type, /*includeBool=*/true);
    case Takes::kOld:
      return !c10::isComplexType(type) && !c10::isBarebonesUnsignedType(type);
    case Takes::kAll:
      break;
  }
  return true;
}

}  // namespace

void CheckTaken(Op op, ScalarType type) {
  TORCH_CHECK_NOT_IMPLEMENTED(IsTaken(TakenBy(op), type), "\"",
                              TheDoor().operations[static_cast<size_t>(op)].name,
                              "\" not implemented for '", type, "'");
}

void CheckParameter(const at::Tensor& x, const std::optional<at::Tensor>& parameter) {
  if (!parameter.has_value() || !parameter->defined()) return;
  const ScalarType type = x.scalar_type();
  const ScalarType wide = type == at::kHalf || type == at::kBFloat16 ? at::kFloat : type;
  TORCH_CHECK(parameter->scalar_type() == type || parameter->scalar_type() == wide,
              "mixed dtype: expect parameter to have scalar type of ", wide);
}

}  // namespace tilewright::torch_device
