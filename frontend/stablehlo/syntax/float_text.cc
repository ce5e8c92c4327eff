#include "frontend/stablehlo/syntax/float_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <system_error>

#include "ir/float_bits.h"

namespace tilewright::stablehlo {
namespace {

// |decimal| as significant digits without leading or trailing zeros, and the
// power of ten of the first digit.
struct Digits {
  std::string digits;
  int64_t exponent = 0;
};

Digits Normalize(absl::string_view decimal) {
  Digits out;
  int64_t exponent = 0;
  const size_t e = decimal.find_first_of("eE");
  if (e != absl::string_view::npos && e + 1 < decimal.size()) {
    const absl::string_view text = decimal.substr(e + 1);
    const char* first = text.data() + (text[0] == '+' ? 1 : 0);
    const std::from_chars_result result =
        std::from_chars(first, text.data() + text.size(), exponent);
    // Kept small enough that the sums below stay inside int64.
    constexpr int64_t kHuge = int64_t{1} << 40;
    if (result.ec == std::errc::result_out_of_range) {
      exponent = text[0] == '-' ? -kHuge : kHuge;
    }
    exponent = std::clamp(exponent, -kHuge, kHuge);
    decimal = decimal.substr(0, e);
  }
  int64_t point = 0;  // digits before the decimal point
  bool seen_point = false;
  for (char c : decimal) {
    if (c == '.') {
      seen_point = true;
    } else if (c >= '0' && c <= '9') {
      out.digits.push_back(c);
      if (!seen_point) ++point;
    }
  }
  const size_t lead = out.digits.find_first_not_of('0');
  if (lead == std::string::npos) return {};
  out.digits.erase(0, lead);
  out.digits.erase(out.digits.find_last_not_of('0') + 1);
  out.exponent = exponent + point - static_cast<int64_t>(lead) - 1;
  return out;
}

// Sign of |decimal| - |value|, exactly for values of up to 160 digits.
int CompareMagnitude(absl::string_view decimal, double value) {
  char buffer[200];
  const std::to_chars_result result =
      std::to_chars(buffer, buffer + sizeof(buffer), std::fabs(value),
                    std::chars_format::scientific, 160);
  const Digits a = Normalize(decimal);
  const Digits b = Normalize(absl::string_view(buffer, result.ptr - buffer));
  if (a.exponent != b.exponent) return a.exponent < b.exponent ? -1 : 1;
  const int order = a.digits.compare(b.digits);
  return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

// Moves a double that may lie halfway between two values of a type of at most
// 16 bits to the side on which the decimal lies, so that rounding it a second
// time does what rounding the decimal once would have done.
double LeanToDecimal(absl::string_view decimal, double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  constexpr uint64_t kLowBits = (uint64_t{1} << 40) - 1;
  // A value halfway has at most 12 significant bits, and at most 135 behind
  // the point, so that 160 digits are all of it.
  if ((bits & kLowBits) != 0 || value == 0 || std::isinf(value)) return value;
  const int order = CompareMagnitude(decimal, value);
  if (order == 0) return value;
  const double away = std::copysign(std::numeric_limits<double>::infinity(), value);
  return std::nextafter(value, order > 0 ? away : 0.0);
}

template <typename T>
std::optional<T> ParseDecimal(absl::string_view decimal) {
  T value = 0;
  const char* end = decimal.data() + decimal.size();
  const std::from_chars_result result =
      std::from_chars(decimal.data(), end, value, std::chars_format::general);
  if (result.ptr != end || decimal.empty()) return std::nullopt;
  if (result.ec == std::errc::result_out_of_range) {
    // The value is left alone then: the exponent tells zero from infinity.
    const Digits digits = Normalize(decimal);
    const T magnitude = digits.exponent < 0 ? T{0} : std::numeric_limits<T>::infinity();
    return decimal[0] == '-' ? -magnitude : magnitude;
  }
  if (result.ec != std::errc()) return std::nullopt;
  return value;
}

template <typename T>
uint64_t BitsOf(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

}  // namespace

std::optional<uint64_t> FloatBits(absl::string_view decimal, ir::ElementType type) {
  // "inf" and "nan" are words to from_chars; in MLIR they are not numbers.
  if (decimal.find_first_not_of("0123456789+-.eE") != absl::string_view::npos) {
    return std::nullopt;
  }
  if (type == ir::ElementType::kF32) {
    const std::optional<float> value = ParseDecimal<float>(decimal);
    if (!value) return std::nullopt;
    return BitsOf(*value);
  }
  const std::optional<double> value = ParseDecimal<double>(decimal);
  if (!value) return std::nullopt;
  if (type == ir::ElementType::kF64) return BitsOf(*value);
  return ir::FloatToBits(type, LeanToDecimal(decimal, *value));
}

}  // namespace tilewright::stablehlo
