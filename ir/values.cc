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

}  // namespace tilewright::ir
