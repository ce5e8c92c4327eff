#include "frontend/torch/device/types.h"

#include <string>

#include "frontend/torch/device/place.h"
#include "runtime/eager/call.h"

namespace tilewright::torch_device {

ir::ElementType ElementOf(c10::ScalarType type) {
  using c10::ScalarType;
  using ir::ElementType;
  switch (type) {
    case ScalarType::Float:
      return ElementType::kF32;
    case ScalarType::Long:
      return ElementType::kI64;
    case ScalarType::Bool:
      return ElementType::kI1;
    case ScalarType::BFloat16:
      return ElementType::kBF16;
    case ScalarType::Int:
      return ElementType::kI32;
    case ScalarType::Double:
      return ElementType::kF64;
    case ScalarType::Half:
      return ElementType::kF16;
    case ScalarType::Byte:
      return ElementType::kU8;
    case ScalarType::Char:
      return ElementType::kI8;
    case ScalarType::Short:
      return ElementType::kI16;
    case ScalarType::UInt16:
      return ElementType::kU16;
    case ScalarType::UInt32:
      return ElementType::kU32;
    case ScalarType::UInt64:
      return ElementType::kU64;
    case ScalarType::ComplexFloat:
      return ElementType::kC64;
    case ScalarType::ComplexDouble:
      return ElementType::kC128;
    case ScalarType::Float8_e5m2:
      return ElementType::kF8E5M2;
    case ScalarType::Float8_e4m3fn:
      return ElementType::kF8E4M3FN;
    case ScalarType::Float8_e5m2fnuz:
      return ElementType::kF8E5M2FNUZ;
    case ScalarType::Float8_e4m3fnuz:
      return ElementType::kF8E4M3FNUZ;
    case ScalarType::Float8_e8m0fnu:
      return ElementType::kF8E8M0FNU;
    default:
      // No TypeError: Python would take an operator's for "these do not go together",
      // and compare the objects.
      TORCH_CHECK_NOT_IMPLEMENTED(false, "tpu has no tensors of ", c10::toString(type));
  }
}

std::string TextOf(const absl::Status& status) {
  std::string text(status.message());
  if (const auto payload = status.GetPayload(eager::kPlacePayload)) {
    const std::string line = PlaceText(std::stoul(std::string(*payload)));
    if (!line.empty()) text += " (recorded at " + line + ")";
  }
  return text;
}

void Throw(const absl::Status& status) {
  const std::string text = TextOf(status);
  if (absl::IsResourceExhausted(status)) {
    TORCH_CHECK_WITH(OutOfMemoryError, false, "tpu out of memory. ", text);
  }
  if (absl::IsOutOfRange(status)) TORCH_CHECK_INDEX(false, text);
  if (absl::IsUnimplemented(status)) TORCH_CHECK_NOT_IMPLEMENTED(false, text);
  TORCH_CHECK(false, text);
}

}  // namespace tilewright::torch_device
