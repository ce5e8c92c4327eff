#include "tests/reference/element.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "ir/float_bits.h"

namespace tilewright::reference {
namespace {

// The double that is nearest towards zero, its last bit set where that was inexact:
// rounding again to half as many digits is as good as rounding the number itself.
double ToOdd(long double value) {
  double nearest = static_cast<double>(value);
  if (!std::isfinite(nearest) || nearest == value) return nearest;
  if (std::fabs(static_cast<long double>(nearest)) > std::fabs(value)) {
    nearest = std::nextafter(nearest, 0.0);
  }
  return std::bit_cast<double>(std::bit_cast<uint64_t>(nearest) | 1);
}

// Bits of `x` and how far those of numbers within its radius are from it.
template <typename Round>
Element AtCorners(ElementType type, const Wide& x, const Round& round) {
  const uint64_t bits = round(x.value);
  const double center = RealOf(type, bits);
  if (std::isnan(center)) {
    // Numbers beside one that has no place in the type may have one.
    return {bits, 0, x.radius == 0 || std::isnan(x.value) ? 1 : kUnknownRadius};
  }
  if (x.radius == 0) return {bits, 0, 0};
  const uint64_t low_bits = round(x.value - x.radius);
  const uint64_t high_bits = round(x.value + x.radius);
  if (low_bits == bits && high_bits == bits && center != 0) return {bits, 0, 0};
  const double low = RealOf(type, low_bits), high = RealOf(type, high_bits);
  if (!std::isfinite(center) || !std::isfinite(low) || !std::isfinite(high)) {
    return kUnknown;
  }
  // A zero may have either sign.
  const double least = std::numeric_limits<double>::denorm_min();
  return {bits, 0, std::max({high - center, center - low, center == 0 ? least : 0.0})};
}

}  // namespace

int64_t IntegerOf(ElementType type, const Element& x) {
  if (type == ElementType::kI1) return x.re != 0;
  const int bits = 8 * ir::StorageBytes(type);
  if (!ir::IsSigned(type)) return static_cast<int64_t>(x.re);
  return static_cast<int64_t>(x.re << (64 - bits)) >> (64 - bits);
}

Element FromInteger(ElementType type, int64_t value) {
  const int bits = ir::Info(type).bits;
  const uint64_t top = static_cast<uint64_t>(value) << (64 - bits);
  // Extended to the bytes that it has in memory.
  const uint64_t wide =
      ir::IsSigned(type) ? static_cast<uint64_t>(static_cast<int64_t>(top) >> (64 - bits))
                         : top >> (64 - bits);
  return {wide & (~uint64_t{0} >> (64 - 8 * ir::StorageBytes(type))), 0, 0};
}

double RealOf(ElementType type, uint64_t bits) {
  if (type == ElementType::kF32) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  }
  return ir::FloatFromBits(type, bits);
}

long double UlpOf(ElementType type, long double value) {
  const ir::ElementTypeInfo& info = ir::Info(ComputedIn(type));
  int exponent = 1 - info.exponent_bias;
  if (value != 0 && std::isfinite(value)) {
    exponent = std::max(exponent, std::ilogb(value));
  }
  return std::ldexp(1.0L, exponent - info.mantissa_bits);
}

double LeastNormal(ElementType type) {
  return std::ldexp(1.0, 1 - ir::Info(ComputedIn(type)).exponent_bias);
}

uint64_t Nearest(ElementType type, long double value) {
  if (type == ElementType::kF64) {
    return std::bit_cast<uint64_t>(static_cast<double>(value));
  }
  if (type == ElementType::kF32) {
    return std::bit_cast<uint32_t>(static_cast<float>(value));
  }
  return ir::FloatToBits(type, ToOdd(value));
}

Element Rounded(ElementType type, const Wide& x, Numerics numerics) {
  Wide slack = x;
  const double least = LeastNormal(type);
  if (numerics == Numerics::kTpu && (x.value != 0 || x.radius != 0) &&
      std::fabs(x.value) < least + x.radius) {
    slack.radius += least;
  }
  return AtCorners(type, slack, [type](long double value) {
    if (ComputedIn(type) == type) return Nearest(type, value);
    return Nearest(type, static_cast<long double>(static_cast<float>(value)));
  });
}

Element RoundedOnce(ElementType type, const Wide& x) {
  return AtCorners(type, x, [type](long double value) { return Nearest(type, value); });
}

Wide OperandOf(ElementType type, const Element& x, Numerics numerics) {
  Wide operand = {RealOf(type, x.re), x.radius};
  if (numerics == Numerics::kTpu && operand.value != 0 &&
      std::fabs(operand.value) < LeastNormal(type)) {
    operand.radius = std::max(operand.radius, std::fabs(operand.value));
  }
  return operand;
}

}  // namespace tilewright::reference
