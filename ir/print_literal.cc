#include <charconv>
#include <cmath>
#include <cstring>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "ir/float_bits.h"
#include "ir/print_attributes.h"
#include "support/hash.h"

namespace tilewright::ir {
namespace {

// Constants up to this size are written out; larger ones as hex or by hash.
constexpr int64_t kWrittenOut = 16;

uint64_t RawBits(const uint8_t* bytes, int size) {
  uint64_t raw = 0;
  std::memcpy(&raw, bytes, size);
  return raw;
}

// Shortest decimal that reads back as the same value; the bit pattern for NaN
// and infinities, whose payload matters.
void AppendFloat(std::string* text, ElementType type, uint64_t bits) {
  const double value = FloatFromBits(type, bits);
  if (!std::isfinite(value)) {
    absl::StrAppendFormat(text, "0x%0*X", 2 * StorageBytes(type), bits);
    return;
  }
  char buffer[40];
  const std::to_chars_result end =
      type == ElementType::kF64
          ? std::to_chars(buffer, buffer + sizeof(buffer), value,
                          std::chars_format::scientific)
          : std::to_chars(buffer, buffer + sizeof(buffer), static_cast<float>(value),
                          std::chars_format::scientific);
  const absl::string_view digits(buffer, end.ptr - buffer);
  const size_t exponent = digits.find('e');
  absl::StrAppend(text, digits.substr(0, exponent));
  // MLIR's grammar demands a point.
  if (digits.find('.') == absl::string_view::npos) absl::StrAppend(text, ".0");
  absl::StrAppend(text, digits.substr(exponent));
}

void AppendElement(std::string* text, ElementType type, const uint8_t* bytes) {
  const int size = StorageBytes(type);
  if (IsBool(type)) {
    absl::StrAppend(text, bytes[0] != 0 ? "true" : "false");
  } else if (IsFloat(type)) {
    AppendFloat(text, type, RawBits(bytes, size));
  } else if (IsComplex(type)) {
    const ElementType real = RealPart(type);
    absl::StrAppend(text, "(");
    AppendFloat(text, real, RawBits(bytes, size / 2));
    absl::StrAppend(text, ",");
    AppendFloat(text, real, RawBits(bytes + size / 2, size / 2));
    absl::StrAppend(text, ")");
  } else if (IsUnsigned(type)) {
    absl::StrAppend(text, RawBits(bytes, size));
  } else {
    const int shift = 64 - 8 * size;
    absl::StrAppend(text, static_cast<int64_t>(RawBits(bytes, size) << shift) >> shift);
  }
}

// Nested lists, one level a dimension from `axis` on.
void AppendNested(std::string* text, const Literal& literal, size_t axis, int64_t* next) {
  const TensorType& type = literal.type();
  if (axis == type.dims().size()) {
    AppendElement(text, type.element, literal.element((*next)++).data());
    return;
  }
  absl::StrAppend(text, "[");
  for (int64_t i = 0; i < type.dims()[axis]; ++i) {
    if (i > 0) absl::StrAppend(text, ", ");
    AppendNested(text, literal, axis + 1, next);
  }
  absl::StrAppend(text, "]");
}

bool AllElementsEqual(const Literal& literal) {
  if (literal.is_splat()) return true;
  const absl::Span<const uint8_t> bytes = literal.bytes();
  const size_t size = StorageBytes(literal.type().element);
  // Each byte equals the one an element before it.
  return bytes.size() >= size &&
         std::memcmp(bytes.data(), bytes.data() + size, bytes.size() - size) == 0;
}

}  // namespace

std::string LiteralText(const Literal& literal, bool by_hash) {
  const TensorType& type = literal.type();
  std::string text = "dense<";
  const int64_t count = type.num_elements();
  if (count > 0 && AllElementsEqual(literal)) {
    AppendElement(&text, type.element, literal.element(0).data());
  } else if (count > kWrittenOut) {
    const absl::string_view bytes(reinterpret_cast<const char*>(literal.bytes().data()),
                                  literal.bytes().size());
    if (by_hash) {
      absl::StrAppend(&text, "sha256:", Sha256Hex(bytes));
    } else {
      absl::StrAppend(&text, "\"0x", absl::BytesToHexString(bytes), "\"");
    }
  } else if (count > 0) {
    int64_t next = 0;
    AppendNested(&text, literal, 0, &next);
  }
  absl::StrAppend(&text, "> : ", ToString(type));
  return text;
}

}  // namespace tilewright::ir
