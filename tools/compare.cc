#include "tools/compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/text.h"

namespace tilewright::tools {
namespace {

bool IsFloating(ElementType type) {
  return ClassOf(type) == ElementClass::kFloat || ClassOf(type) == ElementClass::kComplex;
}

// The elements of a floating tensor as a list of real components.
struct Components {
  ElementType type;
  int size;       // bytes of one
  int per_value;  // 2 for complex
  int64_t count;

  explicit Components(const TensorView& tensor)
      : type(RealPart(tensor.type->element)),
        size(BytesPerElement(type)),
        per_value(ClassOf(tensor.type->element) == ElementClass::kComplex ? 2 : 1),
        count(static_cast<int64_t>(tensor.bytes.size()) / size) {}
};

// "at [1, 2]", of component i of a tensor.
std::string At(const TensorView& tensor, int64_t i, int per_value) {
  return absl::StrCat("at ", IndexText(tensor.type->dims, i / per_value),
                      per_value == 1 ? "" : (i % 2 == 0 ? " (real)" : " (imaginary)"));
}

std::string TypeDifference(const TensorView& got, const TensorView& want) {
  if (*got.type == *want.type && got.bytes.size() == want.bytes.size()) return "";
  return absl::StrCat("is ", got.type->ToString(), ", expected ", want.type->ToString());
}

// Integers of up to 64 bits, exactly: as wide a float holds both signs of them.
long double DecodeInteger(ElementType type, const uint8_t* bytes) {
  uint64_t raw = 0;
  int size = BytesPerElement(type);
  std::memcpy(&raw, bytes, static_cast<size_t>(size));
  if (ClassOf(type) != ElementClass::kSigned) return static_cast<long double>(raw);
  int unused = 64 - 8 * size;
  return static_cast<long double>(static_cast<int64_t>(raw << unused) >> unused);
}

std::string IntegerDifference(const TensorView& got, const TensorView& want,
                              double rtol = 0) {
  const ElementType type = got.type->element;
  int size = BytesPerElement(type);
  if (size == 0 || got.bytes == want.bytes) return "";
  int64_t differing = 0, first = -1;
  int64_t count = static_cast<int64_t>(got.bytes.size()) / size;
  long double largest = 0;
  for (int64_t i = 0; i < count; ++i) {
    largest = std::max(largest, std::fabs(DecodeInteger(type, &want.bytes[i * size])));
  }
  for (int64_t i = 0; i < count; ++i) {
    const long double distance = std::fabs(DecodeInteger(type, &got.bytes[i * size]) -
                                           DecodeInteger(type, &want.bytes[i * size]));
    if (distance <= rtol * largest) continue;
    if (first < 0) first = i;
    ++differing;
  }
  if (differing == 0) return "";
  return absl::StrCat(differing, " of ", count, " differ; ", At(got, first, 1), " got ",
                      ValueText(got.type->element, &got.bytes[first * size]),
                      ", expected ",
                      ValueText(want.type->element, &want.bytes[first * size]));
}

}  // namespace

double ToleranceFor(const std::vector<ElementType>& types) {
  double tolerance = 0;
  for (ElementType type : types) {
    if (!IsFloating(type)) continue;
    switch (RealPart(type)) {
      case ElementType::kF64:
        tolerance = std::max(tolerance, 1e-10);
        break;
      case ElementType::kF32:
        tolerance = std::max(tolerance, 2e-5);
        break;
      case ElementType::kF16:
        tolerance = std::max(tolerance, 2e-3);
        break;
      default:
        tolerance = std::max(tolerance, 2e-2);
        break;
    }
  }
  return tolerance;
}

std::string Difference(const TensorView& got, const TensorView& want, double rtol,
                       double integer_rtol) {
  std::string types = TypeDifference(got, want);
  if (!types.empty()) return types;
  if (!IsFloating(got.type->element)) {
    const bool integers = ClassOf(got.type->element) != ElementClass::kBool;
    return IntegerDifference(got, want, integers ? integer_rtol : 0);
  }
  if (got.bytes == want.bytes) return "";

  Components parts(want);
  double largest = 0;
  for (int64_t i = 0; i < parts.count; ++i) {
    double value = std::fabs(DecodeFloat(parts.type, &want.bytes[i * parts.size]));
    if (std::isfinite(value)) largest = std::max(largest, value);
  }
  double bound = rtol * largest;
  int64_t differing = 0, worst = -1;
  double worst_distance = -1;
  for (int64_t i = 0; i < parts.count; ++i) {
    double g = DecodeFloat(parts.type, &got.bytes[i * parts.size]);
    double w = DecodeFloat(parts.type, &want.bytes[i * parts.size]);
    if (g == w || (std::isnan(g) && std::isnan(w))) continue;
    double distance = std::fabs(g - w);
    if (std::isfinite(g) && std::isfinite(w) && distance <= bound) continue;
    if (!std::isfinite(distance)) distance = std::numeric_limits<double>::infinity();
    ++differing;
    if (distance > worst_distance) {
      worst_distance = distance;
      worst = i;
    }
  }
  if (differing == 0) return "";
  return absl::StrCat(
      differing, " of ", parts.count, " differ; ", At(got, worst, parts.per_value),
      " got ", ValueText(parts.type, &got.bytes[worst * parts.size]), ", expected ",
      ValueText(parts.type, &want.bytes[worst * parts.size]),
      largest > 0 ? absl::StrFormat(" (relative to the largest: %.3g, allowed %.3g)",
                                    worst_distance / largest, rtol)
                  : std::string(" (all expected are zero)"));
}

namespace {

constexpr uint64_t kInfinitelyFar = std::numeric_limits<uint64_t>::max();

uint64_t UlpDistance(ElementType type, const uint8_t* a, const uint8_t* b) {
  if (std::memcmp(a, b, BytesPerElement(type)) == 0) return 0;
  FloatPattern x = Pattern(type, a), y = Pattern(type, b);
  if (x.is_nan && y.is_nan) return 0;
  if (!x.is_finite || !y.is_finite) return kInfinitelyFar;
  if (x.negative != y.negative) return x.magnitude + y.magnitude;
  return x.magnitude > y.magnitude ? x.magnitude - y.magnitude
                                   : y.magnitude - x.magnitude;
}

// Empty when component `i` meets the expectation.
bool Meets(const Expectation& expectation, ElementType type, const uint8_t* actual,
           const uint8_t* expected, std::string* detail) {
  double a = DecodeFloat(type, actual), e = DecodeFloat(type, expected);
  switch (expectation.kind) {
    case Expectation::Kind::kEqual:
    case Expectation::Kind::kSerialized:
      return a == e || (std::isnan(a) && std::isnan(e));
    case Expectation::Kind::kAlmostEqual: {
      if (a == e || (std::isnan(a) && std::isnan(e))) return true;
      *detail = absl::StrCat(", tolerance ", expectation.tolerance);
      bool one_sign = std::signbit(a) == std::signbit(e);
      return std::isfinite(a) && std::isfinite(e) && one_sign &&
             std::fabs(a - e) <= expectation.tolerance;
    }
    case Expectation::Kind::kClose: {
      uint64_t distance = UlpDistance(type, actual, expected);
      *detail = distance == kInfinitelyFar
                    ? std::string(", one of them not finite")
                    : absl::StrCat(", ", distance, " ULP apart, allowed ",
                                   expectation.min_ulp, " to ", expectation.max_ulp);
      return distance >= static_cast<uint64_t>(expectation.min_ulp) &&
             distance <= static_cast<uint64_t>(expectation.max_ulp);
    }
  }
  return false;
}

}  // namespace

std::string CheckExpectation(const Expectation& expectation, const TensorView& actual,
                             const TensorView& expected) {
  std::string types = TypeDifference(actual, expected);
  if (!types.empty()) return types;
  if (!IsFloating(actual.type->element)) return IntegerDifference(actual, expected);
  Components parts(actual);
  int64_t differing = 0;
  std::string first;
  for (int64_t i = 0; i < parts.count; ++i) {
    const uint8_t* a = &actual.bytes[i * parts.size];
    const uint8_t* e = &expected.bytes[i * parts.size];
    std::string detail;
    if (Meets(expectation, parts.type, a, e, &detail)) continue;
    if (differing++ == 0) {
      first =
          absl::StrCat(At(actual, i, parts.per_value), " got ", ValueText(parts.type, a),
                       ", expected ", ValueText(parts.type, e), detail);
    }
  }
  if (differing == 0) return "";
  return absl::StrCat(differing, " of ", parts.count, " differ; ", first);
}

}  // namespace tilewright::tools
