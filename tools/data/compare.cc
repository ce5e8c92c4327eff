#include "tools/data/compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/cli/text.h"

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

// "[1, 2]", of component i of a tensor.
std::string IndexOf(const TensorView& tensor, int64_t i, int per_value) {
  return absl::StrCat(IndexText(tensor.type->dims, i / per_value),
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

std::optional<Mismatch> CompareIntegers(const TensorView& got, const TensorView& want,
                                        double rtol = 0) {
  const ElementType type = got.type->element;
  int size = BytesPerElement(type);
  if (size == 0 || got.bytes == want.bytes) return std::nullopt;
  Mismatch mismatch;
  mismatch.elements = static_cast<int64_t>(got.bytes.size()) / size;
  long double largest = 0;
  for (int64_t i = 0; i < mismatch.elements; ++i) {
    largest = std::max(largest, std::fabs(DecodeInteger(type, &want.bytes[i * size])));
  }
  int64_t worst = -1;
  long double worst_distance = 0;
  for (int64_t i = 0; i < mismatch.elements; ++i) {
    const long double distance = std::fabs(DecodeInteger(type, &got.bytes[i * size]) -
                                           DecodeInteger(type, &want.bytes[i * size]));
    if (distance <= rtol * largest) continue;
    ++mismatch.differing;
    if (distance <= worst_distance) continue;
    worst = i;
    worst_distance = distance;
  }
  if (mismatch.differing == 0) return std::nullopt;
  mismatch.index = IndexOf(got, worst, 1);
  mismatch.got = ValueText(type, &got.bytes[worst * size]);
  mismatch.expected = ValueText(type, &want.bytes[worst * size]);
  return mismatch;
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

std::optional<Mismatch> Compare(const TensorView& got, const TensorView& want,
                                const Tolerance& tolerance) {
  Mismatch mismatch;
  mismatch.types = TypeDifference(got, want);
  if (!mismatch.types.empty()) return mismatch;
  if (!IsFloating(got.type->element)) {
    const bool integers = ClassOf(got.type->element) != ElementClass::kBool;
    return CompareIntegers(got, want, integers ? tolerance.integer_relative : 0);
  }
  if (got.bytes == want.bytes) return std::nullopt;

  Components parts(want);
  double largest = 0;
  bool all_finite = true;
  for (int64_t i = 0; i < parts.count; ++i) {
    double value = std::fabs(DecodeFloat(parts.type, &want.bytes[i * parts.size]));
    if (std::isfinite(value)) largest = std::max(largest, value);
    all_finite = all_finite && std::isfinite(value);
  }
  const double bound = tolerance.absolute + tolerance.relative * largest;
  int64_t worst = -1;
  double worst_distance = -1;
  for (int64_t i = 0; i < parts.count; ++i) {
    double g = DecodeFloat(parts.type, &got.bytes[i * parts.size]);
    double w = DecodeFloat(parts.type, &want.bytes[i * parts.size]);
    if (g == w || (std::isnan(g) && std::isnan(w))) continue;
    double distance = std::fabs(g - w);
    if (std::isfinite(g) && std::isfinite(w) && distance <= bound) continue;
    if (!std::isfinite(distance)) distance = std::numeric_limits<double>::infinity();
    ++mismatch.differing;
    if (distance > worst_distance) {
      worst_distance = distance;
      worst = i;
    }
  }
  if (mismatch.differing == 0) return std::nullopt;
  mismatch.elements = parts.count;
  mismatch.index = IndexOf(got, worst, parts.per_value);
  mismatch.got = ValueText(parts.type, &got.bytes[worst * parts.size]);
  mismatch.expected = ValueText(parts.type, &want.bytes[worst * parts.size]);
  if (largest > 0) {
    mismatch.distance = absl::StrFormat("relative to the largest: %.3g, allowed %.3g",
                                        worst_distance / largest, bound / largest);
  } else {
    mismatch.distance = absl::StrFormat("all expected are zero%s, allowed %.3g",
                                        all_finite ? "" : " or not finite", bound);
  }
  return mismatch;
}

std::string MismatchText(const Mismatch& mismatch) {
  if (!mismatch.types.empty()) return mismatch.types;
  return absl::StrCat(
      mismatch.differing, " of ", mismatch.elements, " differ; at ", mismatch.index,
      " got ", mismatch.got, ", expected ", mismatch.expected,
      mismatch.distance.empty() ? "" : absl::StrCat(" (", mismatch.distance, ")"));
}

std::string Difference(const TensorView& got, const TensorView& want, double rtol,
                       double integer_rtol) {
  const std::optional<Mismatch> mismatch =
      Compare(got, want, {.relative = rtol, .integer_relative = integer_rtol});
  return mismatch.has_value() ? MismatchText(*mismatch) : "";
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
  if (!IsFloating(actual.type->element)) {
    const std::optional<Mismatch> mismatch = CompareIntegers(actual, expected);
    return mismatch.has_value() ? MismatchText(*mismatch) : "";
  }
  Components parts(actual);
  int64_t differing = 0;
  std::string first;
  for (int64_t i = 0; i < parts.count; ++i) {
    const uint8_t* a = &actual.bytes[i * parts.size];
    const uint8_t* e = &expected.bytes[i * parts.size];
    std::string detail;
    if (Meets(expectation, parts.type, a, e, &detail)) continue;
    if (differing++ == 0) {
      first = absl::StrCat("at ", IndexOf(actual, i, parts.per_value), " got ",
                           ValueText(parts.type, a), ", expected ",
                           ValueText(parts.type, e), detail);
    }
  }
  if (differing == 0) return "";
  return absl::StrCat(differing, " of ", parts.count, " differ; ", first);
}

}  // namespace tilewright::tools
