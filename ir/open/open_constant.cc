#include "ir/open/open_constant.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "absl/functional/function_ref.h"
#include "ir/float_bits.h"

namespace tilewright::ir {
namespace {

uint64_t BitsOf(const Literal& element) {
  uint64_t bits = 0;
  std::memcpy(&bits, element.bytes().data(), element.bytes().size());
  return bits;
}

// What a float may be of a size: numbers are made in double precision and rounded once.
struct Function {
  SizeFormula (*formula)(const Size& size);
  double (*size)(double number);  // about the size that this is of
};
constexpr Function kFunctions[] = {
    {[](const Size& size) { return SizeFormula::OfSize(size); },
     [](double number) { return number; }},
    {[](const Size& size) { return SizeFormula::OfSize(size).Inverse(); },
     [](double number) { return 1 / number; }},
    {[](const Size& size) { return SizeFormula::OfSize(size).Root(); },
     [](double number) { return number * number; }},
    {[](const Size& size) { return SizeFormula::OfSize(size).Root().Inverse(); },
     [](double number) { return 1 / (number * number); }},
};

// Floats at the points, and what gives them.
class Floats {
 public:
  Floats(const std::vector<Literal>& elements, SizeFit* fit)
      : element_(elements[0].type().element), elements_(elements), fit_(*fit) {}

  std::optional<SizeFormula> Find() {
    if (const auto found = FindInteger()) return found;
    for (const SizeFormula& formula : fit_.formulas()) {
      if (Gives(formula)) return formula;
      if (Gives(formula.Inverse())) return formula.Inverse();
    }
    for (const Function& function : kFunctions) {
      if (const auto found = Of(function)) return found;
    }
    return FindQuotient();
  }

 private:
  double Number(size_t point) const {
    return FloatFromBits(element_, BitsOf(elements_[point]));
  }

  bool Gives(const SizeFormula& formula) const {
    for (size_t p = 0; p < elements_.size(); ++p) {
      const auto number = formula.At(fit_.symbols(), fit_.PointAt(p));
      if (!number || FloatToBits(element_, *number) != BitsOf(elements_[p])) return false;
    }
    return true;
  }

  // What is no rounded number.
  std::optional<SizeFormula> FindInteger() {
    Dims numbers;
    for (size_t p = 0; p < elements_.size(); ++p) {
      const double value = Number(p);
      if (value != std::floor(value) || std::abs(value) >= kExact) return std::nullopt;
      numbers.push_back(static_cast<int64_t>(value));
    }
    const std::optional<Size> size = fit_.Find(numbers);
    if (!size) return std::nullopt;
    return SizeFormula::OfSize(*size);
  }

  std::optional<SizeFormula> Of(const Function& function) {
    const std::optional<Size> product =
        fit_.FindProduct([&](const Size& size) { return Gives(function.formula(size)); });
    if (product) return function.formula(*product);
    // What is exact enough tells the size itself, which may be a sum.
    Dims numbers;
    for (size_t p = 0; p < elements_.size(); ++p) {
      const double size = function.size(Number(p));
      if (!(std::abs(size) < kTold)) return std::nullopt;
      numbers.push_back(std::llround(size));
    }
    const std::optional<Size> size = fit_.Find(numbers);
    if (!size || !Gives(function.formula(*size))) return std::nullopt;
    return function.formula(*size);
  }

  // Of a size and a small number, or of two sizes, which may count from 0 to the last.
  std::optional<SizeFormula> FindQuotient() {
    for (int64_t number = 2; number <= kMostNumber; ++number) {
      if (const auto found = QuotientWith(number)) return found;
    }
    std::optional<SizeFormula> found;
    fit_.FindProduct([&](const Size& size) {
      found = QuotientWith(size);
      if (!found) found = QuotientWith(size - 1);
      return found.has_value();
    });
    return found;
  }

  std::optional<SizeFormula> QuotientWith(const Size& size) {
    const Dims values = fit_.ValuesOf(size);
    if (values.empty()) return std::nullopt;
    const auto with = [&](size_t point) { return static_cast<double>(values[point]); };
    if (const auto above =
            SizeNear([&](size_t point) { return with(point) * Number(point); })) {
      const SizeFormula quotient = SizeFormula::Quotient(*above, size);
      if (Gives(quotient)) return quotient;
    }
    if (const auto below =
            SizeNear([&](size_t point) { return with(point) / Number(point); })) {
      const SizeFormula quotient = SizeFormula::Quotient(size, *below);
      if (Gives(quotient)) return quotient;
    }
    return std::nullopt;
  }

  // What these numbers are but for rounding.
  std::optional<Size> SizeNear(absl::FunctionRef<double(size_t point)> at) {
    Dims numbers;
    for (size_t p = 0; p < elements_.size(); ++p) {
      const double number = at(p), nearest = std::round(number);
      if (!(std::abs(number) < kTold) || std::abs(number - nearest) > kNear * nearest) {
        return std::nullopt;
      }
      numbers.push_back(static_cast<int64_t>(nearest));
    }
    return fit_.Find(numbers);
  }

  static constexpr int64_t kMostNumber = 512;
  static constexpr double kNear = 1e-6;
  static constexpr double kExact = 9007199254740992;  // 2^53
  static constexpr double kTold = 1048576;            // 2^20

  const ElementType element_;
  const std::vector<Literal>& elements_;
  SizeFit& fit_;
};

}  // namespace

std::optional<Literal> UniformElement(const Literal& literal) {
  const absl::Span<const uint8_t> bytes = literal.bytes();
  const size_t size = StorageBytes(literal.type().element);
  if (bytes.size() < size) return std::nullopt;
  for (size_t i = size; i < bytes.size(); ++i) {
    if (bytes[i] != bytes[i - size]) return std::nullopt;
  }
  absl::StatusOr<Literal> element =
      Literal::Create(Scalar(literal.type().element),
                      {bytes.begin(), bytes.begin() + static_cast<int64_t>(size)}, true);
  if (!element.ok()) return std::nullopt;
  return *std::move(element);
}

std::optional<ValueId> OpenScalar(const std::vector<Literal>& elements, SizeFit* fit,
                                  SizeValues* sizes, const AppendOperation& append) {
  const ElementType element = elements[0].type().element;
  const auto converted = [&](ValueId value, ElementType from) {
    return from == element ? value
                           : append(OpKind::kConvert, {value}, Scalar(element), {});
  };
  if (IsInteger(element)) {
    Dims numbers;
    for (const Literal& literal : elements) numbers.push_back(literal.IntegerAt(0));
    const std::optional<Size> size = fit->Find(numbers);
    if (!size) return std::nullopt;
    return converted(sizes->Scalar(*size), ElementType::kI64);
  }
  if (!IsFloat(element)) return std::nullopt;
  const std::optional<SizeFormula> formula = Floats(elements, fit).Find();
  if (!formula) return std::nullopt;
  return converted(formula->Append(sizes, append), ElementType::kF64);
}

}  // namespace tilewright::ir
