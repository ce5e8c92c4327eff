#include "frontend/torch/device/checks.h"

#include <string>

#include "frontend/torch/device/memory.h"
#include "frontend/torch/device/types.h"

namespace tilewright::torch_device {
namespace {

using c10::ScalarType;
using torch_lower::Op;

// That of which tensors have such elements.
ScalarType TypeOf(ir::ElementType element) {
  constexpr ScalarType kTypes[] = {
      at::kFloat,
      at::kBFloat16,
      at::kLong,
      at::kBool,
      at::kHalf,
      at::kDouble,
      at::kInt,
      at::kByte,
      at::kChar,
      at::kShort,
      at::kUInt16,
      at::kUInt32,
      at::kUInt64,
      at::kComplexFloat,
      at::kComplexDouble,
      at::kFloat8_e5m2,
      at::kFloat8_e4m3fn,
      at::kFloat8_e5m2fnuz,
      at::kFloat8_e4m3fnuz,
      at::kFloat8_e8m0fnu,
  };
  for (const ScalarType type : kTypes) {
    if (ElementOf(type) == element) return type;
  }
  return ScalarType::Undefined;
}

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
    case Op::glu:
    case Op::mse_loss:
    case Op::huber_loss:
    case Op::smooth_l1_loss:
    case Op::binary_cross_entropy:
    case Op::nll_loss:
    case Op::multi_margin_loss:
    case Op::multilabel_margin_loss:
    case Op::softmax:
    case Op::log_softmax:
    case Op::layer_norm:
    case Op::batch_norm:
    case Op::group_norm:
    case Op::hypot:
    case Op::nextafter:
    case Op::frac:
    case Op::round_decimals:
    case Op::igamma:
    case Op::igammac:
    case Op::logaddexp2:
    case Op::adaptive_avg_pool:
    case Op::adaptive_max_pool:
    case Op::grid_sampler:
      return Takes::kFloats;
    case Op::silu:
    case Op::lerp:
    case Op::logaddexp:
    case Op::logcumsumexp:
      return Takes::kInexact;
    case Op::cholesky:
    case Op::qr_factor:
    case Op::reflectors_product:
    case Op::eigen_symmetric:
    case Op::eigen:
    case Op::singular_values:
    case Op::lu_factor:
    case Op::solve_triangular:
      return Takes::kFactored;
    case Op::im2col:
      return Takes::kNoIntegers;
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
    case Op::clamp:
    case Op::cumulative_extreme:
    case Op::mode:
    case Op::runs:
    case Op::atan2:
    case Op::copysign:
    case Op::xlogy:
    case Op::xlog1py:
    case Op::sign:
    case Op::erf:
    case Op::erfc:
    case Op::erfinv:
    case Op::lgamma:
    case Op::digamma:
    case Op::polygamma:
    case Op::logit:
    case Op::logit_backward:
    case Op::entr:
    case Op::i0:
    case Op::i0e:
    case Op::i1:
    case Op::i1e:
    case Op::fractional_max_pool:
      return Takes::kReals;
    case Op::hash_tensor:
      return Takes::kOld;
    case Op::abs:
    case Op::pow:
    case Op::mm:
    case Op::addmm:
    case Op::bmm:
    case Op::baddbmm:
    case Op::addmv:
    case Op::addbmm:
    case Op::dot:
    case Op::vdot:
    case Op::cross:
    case Op::addcmul:
    case Op::cumsum:
    case Op::cumprod:
    case Op::border_pad:
    case Op::convolution:
    case Op::convolution_transposed:
      return Takes::kNumbers;
    case Op::relu:
    case Op::hardtanh:
    case Op::threshold:
    case Op::fmod:
    case Op::remainder:
    case Op::div_floor:
    case Op::div_trunc:
    case Op::ceil:
    case Op::floor:
    case Op::round:
    case Op::trunc:
    case Op::median:
    case Op::searchsorted:
    case Op::max_pool:
    case Op::arange:
    case Op::geometric:
      return Takes::kRealNumbers;
    case Op::avg_pool:
      return Takes::kFloatsAndLong;
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
    case Op::erfcx:
    case Op::log_ndtr:
    case Op::ndtri:
    case Op::zeta:
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
    case Takes::kFloatsAndLong:
      return c10::isFloatingType(type) || type == at::kLong;
    case Takes::kNoIntegers:
      return !c10::isIntegralType(type, /*includeBool=*/false);
    case Takes::kInexact:
      return c10::isFloatingType(type) || c10::isComplexType(type);
    case Takes::kFactored:
      return type == at::kFloat || type == at::kDouble || type == at::kComplexFloat ||
             type == at::kComplexDouble;
    case Takes::kReals:
      return !c10::isComplexType(type);
    case Takes::kNumbers:
      return type != at::kBool;
    case Takes::kRealNumbers:
      return !c10::isComplexType(type) && type != at::kBool;
    case Takes::kIntegers:
      return c10::isIntegralType(type, /*includeBool=*/false);
    case Takes::kNoFloats:
      return c10::isIntegralType(type, /*includeBool=*/true);
    case Takes::kWide:
      return c10::isIntegralType(type, /*includeBool=*/true) || type == at::kFloat ||
             type == at::kDouble;
    case Takes::kOld:
      return !c10::isComplexType(type) && !c10::isBarebonesUnsignedType(type);
    case Takes::kAll:
      break;
  }
  return true;
}

// Functions of two operands of which the caller has said to which type both are
// converted.
constexpr bool IsPromoted(Op op) {
  switch (op) {
#define TW_CASE(name) case Op::name:
    TW_TORCH_BINARY(TW_CASE)
    TW_TORCH_POLYNOMIALS(TW_CASE)
#undef TW_CASE
    case Op::gcd:
    case Op::lcm:
    case Op::hypot:
    case Op::nextafter:
    case Op::igamma:
    case Op::igammac:
    case Op::logaddexp:
    case Op::logaddexp2:
    case Op::xlogy:
    case Op::xlog1py:
    case Op::zeta:
    case Op::bitwise_left_shift:
    case Op::bitwise_right_shift:
      return true;
    default:
      return false;
  }
}

// What they compute in is their result's type, whatever they are given.
constexpr bool IsOfResult(Op op) {
  switch (op) {
    case Op::cumsum:
    case Op::cumprod:
    case Op::clamp:
    case Op::arange:
    case Op::geometric:
      return true;
    default:
      return false;
  }
}

}  // namespace

void CheckTaken(const char* name, ScalarType type, Takes takes) {
  TORCH_CHECK_NOT_IMPLEMENTED(IsTaken(takes, type), "\"", name,
                              "\" not implemented for '", type, "'");
}
void CheckTaken(Op op, ScalarType type) {
  if (IsTaken(TakenBy(op), type)) return;
  const std::string name(TheDoor().operations[static_cast<size_t>(op)].name);
  CheckTaken(name.c_str(), type, TakenBy(op));
}

void CheckCall(Op op, absl::Span<const eager::Operand> operands,
               absl::Span<const eager::Operand> results) {
  if (TakenBy(op) == Takes::kAll || IsPromoted(op)) return;
  if (IsOfResult(op)) return CheckTaken(op, TypeOf(results[0].element));
  for (const eager::Operand& operand : operands) {
    if (operand.kind == eager::Operand::Kind::kArray) {
      return CheckTaken(op, TypeOf(operand.element));
    }
  }
}

void CheckParameter(const at::Tensor& x, const std::optional<at::Tensor>& parameter) {
  if (!parameter.has_value() || !parameter->defined()) return;
  const ScalarType type = x.scalar_type();
  const ScalarType wide = type == at::kHalf || type == at::kBFloat16 ? at::kFloat : type;
  TORCH_CHECK(parameter->scalar_type() == type || parameter->scalar_type() == wide,
              "mixed dtype: expect parameter to have scalar type of ", wide);
}

}  // namespace tilewright::torch_device
