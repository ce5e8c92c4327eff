#include "ir/values.h"

#include "absl/strings/str_cat.h"
#include "ir/element_type.h"

namespace tilewright::ir {
namespace {

absl::Status CheckRange(const TensorType& type, absl::Span<const uint8_t> bytes, int low,
                        int high) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    const int value = low < 0 ? static_cast<int8_t>(bytes[i]) : bytes[i];
    if (value < low || value > high) {
      return absl::InvalidArgumentError(absl::StrCat("element ", i, " is ", value,
                                                     ", which is no value of ",
                                                     Info(type.element).name));
    }
  }
  return absl::OkStatus();
}

// Of each byte the lowest `bits`, the highest of which is its sign if it has one.
void ExtendLowBits(absl::Span<uint8_t> bytes, int bits, bool is_signed) {
  const int shift = 8 - bits;
  for (uint8_t& byte : bytes) {
    const uint8_t high = static_cast<uint8_t>(byte << shift);
    byte = is_signed ? static_cast<uint8_t>(static_cast<int8_t>(high) >> shift)
                     : static_cast<uint8_t>(high >> shift);
  }
}

}  // namespace

absl::Status CheckValues(const TensorType& type, absl::Span<const uint8_t> bytes) {
  switch (type.element) {
    case ElementType::kI1:
      return CheckRange(type, bytes, 0, 1);
    case ElementType::kI2:
      return CheckRange(type, bytes, -2, 1);
    case ElementType::kI4:
      return CheckRange(type, bytes, -8, 7);
    case ElementType::kU2:
      return CheckRange(type, bytes, 0, 3);
    case ElementType::kU4:
      return CheckRange(type, bytes, 0, 15);
    default:
      return absl::OkStatus();
  }
}

absl::Status TakeHostValues(const TensorType& type, absl::Span<uint8_t> bytes) {
  switch (type.element) {
    case ElementType::kI2:
    case ElementType::kI4:
    case ElementType::kU2:
    case ElementType::kU4:
      ExtendLowBits(bytes, Info(type.element).bits, IsSigned(type.element));
      return absl::OkStatus();
    default:
      return CheckValues(type, bytes);
  }
}

}  // namespace tilewright::ir
