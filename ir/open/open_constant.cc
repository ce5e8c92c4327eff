#include "ir/open/open_constant.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "ir/float_bits.h"

namespace tilewright::ir {
namespace {

uint64_t BitsOf(const Literal& element) {
  uint64_t bits = 0;
  std::memcpy(&bits, element.bytes().data(), element.bytes().size());
  return bits;
}

// What a float is of a size. Numbers are made in double precision and rounded once.
struct Function {
  bool is_inverse;
  double operator()(int64_t size) const {
    const auto number = static_cast<double>(size);
    return is_inverse ? 1 / number : number;
  }
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
  Dims numbers;
  for (const Literal& literal : elements) {
    const double value = FloatFromBits(element, BitsOf(literal));
    constexpr double kExact = 9007199254740992;  // 2^53
    if (value == std::floor(value) && std::abs(value) < kExact) {
      numbers.push_back(static_cast<int64_t>(value));
    }
  }
  if (numbers.size() == elements.size()) {
    if (const std::optional<Size> size = fit->Find(numbers)) {
      return converted(sizes->Scalar(*size), ElementType::kI64);
    }
  }
  for (const Function function : {Function{false}, Function{true}}) {
    const auto gives_them = [&](const Dims& values) {
      for (size_t p = 0; p < values.size(); ++p) {
        if (FloatToBits(element, function(values[p])) != BitsOf(elements[p])) {
          return false;
        }
      }
      return true;
    };
    const std::optional<Size> size = fit->FindProduct(gives_them);
    if (!size) continue;
    if (!function.is_inverse) return converted(sizes->Scalar(*size), ElementType::kI64);
    const TensorType wide = Scalar(ElementType::kF64);
    Attributes one;
    one.Set(AttributeName::kValue,
            *Literal::Create(wide, {0, 0, 0, 0, 0, 0, 0xf0, 0x3f}, true));
    const ValueId number = append(OpKind::kConvert, {sizes->Scalar(*size)}, wide, {});
    const ValueId whole = append(OpKind::kConstant, {}, wide, std::move(one));
    const ValueId inverse = append(OpKind::kDivide, {whole, number}, wide, {});
    return converted(inverse, ElementType::kF64);
  }
  return std::nullopt;
}

}  // namespace tilewright::ir
