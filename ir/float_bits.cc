#include "ir/float_bits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "support/check.h"

namespace tilewright::ir {
namespace {

// The exponent field alone is the value: 2^(field - bias).
uint64_t ExponentOnlyBits(const ElementTypeInfo& info, double value) {
  constexpr uint64_t kNan = 0xff;
  if (!(value > 0) || std::isinf(value)) return kNan;
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);  // in [0.5, 1)
  exponent += info.exponent_bias - 1;
  // Halfway between 2^k and 2^(k+1) is 1.5 * 2^k: ties go to the even field.
  if (fraction > 0.75 || (fraction == 0.75 && exponent % 2 != 0)) ++exponent;
  if (exponent > 254) return kNan;
  return static_cast<uint64_t>(std::max(exponent, 0));
}

}  // namespace

double FloatFromBits(ElementType type, uint64_t bits) {
  const ElementTypeInfo& info = Info(type);
  TW_CHECK(info.type_class == TypeClass::kFloat);
  if (type == ElementType::kF64) return std::bit_cast<double>(bits);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const int m = info.mantissa_bits;
  const uint64_t exponent_ones = (uint64_t{1} << info.exponent_bits) - 1;
  const uint64_t mantissa_ones = (uint64_t{1} << m) - 1;
  if (info.specials == SpecialValues::kExponentOnly) {
    return bits == exponent_ones
               ? kNan
               : std::ldexp(1.0, static_cast<int>(bits) - info.exponent_bias);
  }
  const bool negative = ((bits >> (info.exponent_bits + m)) & 1) != 0;
  const uint64_t exponent = (bits >> m) & exponent_ones;
  const uint64_t mantissa = bits & mantissa_ones;
  const double sign = negative ? -1.0 : 1.0;
  switch (info.specials) {
    case SpecialValues::kIeee:
      if (exponent != exponent_ones) break;
      return mantissa == 0 ? sign * std::numeric_limits<double>::infinity() : kNan;
    case SpecialValues::kNanAllOnes:
      if (exponent == exponent_ones && mantissa == mantissa_ones) return kNan;
      break;
    case SpecialValues::kNanNegZero:
      if (negative && exponent == 0 && mantissa == 0) return kNan;
      break;
    default:
      break;
  }
  const int unbiased = std::max<int>(static_cast<int>(exponent), 1) - info.exponent_bias;
  const uint64_t significand = exponent == 0 ? mantissa : mantissa | (uint64_t{1} << m);
  return sign * std::ldexp(static_cast<double>(significand), unbiased - m);
}

uint64_t FloatToBits(ElementType type, double value) {
  const ElementTypeInfo& info = Info(type);
  TW_CHECK(info.type_class == TypeClass::kFloat);
  if (type == ElementType::kF64) return std::bit_cast<uint64_t>(value);
  if (type == ElementType::kF32) {
    return std::bit_cast<uint32_t>(static_cast<float>(value));
  }
  if (info.specials == SpecialValues::kExponentOnly) return ExponentOnlyBits(info, value);
  const int e = info.exponent_bits;
  const int m = info.mantissa_bits;
  const uint64_t sign = std::signbit(value) ? uint64_t{1} << (e + m) : 0;
  const uint64_t exponent_ones = (uint64_t{1} << e) - 1;
  uint64_t nan = (exponent_ones << m) | (uint64_t{1} << (m - 1));
  if (info.specials == SpecialValues::kNanAllOnes) nan = (uint64_t{1} << (e + m)) - 1;
  if (info.specials == SpecialValues::kNanNegZero) nan = uint64_t{1} << (e + m);
  if (std::isnan(value)) return nan;
  const bool ieee = info.specials == SpecialValues::kIeee;
  const uint64_t beyond = ieee ? sign | (exponent_ones << m) : nan;
  if (std::isinf(value)) return beyond;
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return info.specials == SpecialValues::kNanNegZero ? 0 : sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  exponent = std::max(exponent - 1, 1 - info.exponent_bias);
  // In units of the last place; the addition below carries into the exponent.
  const double units = std::nearbyint(std::ldexp(magnitude, m - exponent));
  const int64_t field = static_cast<int64_t>(exponent) + info.exponent_bias - 1;
  if (field > static_cast<int64_t>(exponent_ones)) return beyond;
  const uint64_t bits =
      (static_cast<uint64_t>(field) << m) + static_cast<uint64_t>(units);
  uint64_t first_beyond = exponent_ones << m;
  if (info.specials == SpecialValues::kNanAllOnes) {
    first_beyond = (uint64_t{1} << (e + m)) - 1;
  } else if (info.specials == SpecialValues::kNanNegZero) {
    first_beyond = uint64_t{1} << (e + m);
  }
  if (bits >= first_beyond) return beyond;
  if (bits == 0 && info.specials == SpecialValues::kNanNegZero) return 0;
  return sign | bits;
}

}  // namespace tilewright::ir
