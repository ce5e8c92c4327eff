#include "frontend/stablehlo/syntax/literal_bytes.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace tilewright::stablehlo {

uint8_t ExtendSmall(uint8_t bits, ir::ElementType type) {
  const int width = ir::Info(type).bits;
  if (type == ir::ElementType::kI1) return (bits & 1) != 0 ? 1 : 0;
  const uint8_t low = static_cast<uint8_t>(bits & ((1 << width) - 1));
  const bool sign = ir::IsSigned(type) && (low >> (width - 1)) != 0;
  return sign ? static_cast<uint8_t>(low | (0xff << width)) : low;
}

absl::StatusOr<ir::Literal> LiteralFromBytes(const Source& source, Offset at,
                                             absl::string_view bytes,
                                             const ir::TensorType& type,
                                             int64_t max_bytes) {
  int64_t count = 0;
  if (!ir::BoundedProduct(type.dims(), ir::kMaxTensorBytes, &count)) {
    return source.Invalid(
        at, absl::StrCat("a constant needs a static type of bounded size, not ",
                         ir::ToString(type)));
  }
  const int64_t element = ir::StorageBytes(type.element);
  // A splat of a type without elements has none.
  if (count == 0 && static_cast<int64_t>(bytes.size()) == element) bytes = {};
  const int64_t size = static_cast<int64_t>(bytes.size());
  // One element stands for all, as text's `dense<1.0>` does, of a scalar too.
  const bool is_splat = size == element && count != 0;
  if (size > max_bytes) {
    return source.Invalid(
        at, absl::StrCat("the constant exceeds the limit of ", max_bytes, " bytes"));
  }
  // Dividing first: the product of count and element may be large.
  if (!is_splat && (size % element != 0 || size / element != count)) {
    return source.Invalid(
        at, absl::StrCat(ir::ToString(type), " wants ", element, " bytes for each of ",
                         count, " elements, not ", size, " bytes"));
  }
  std::vector<uint8_t> copy(bytes.begin(), bytes.end());
  if (type.element == ir::ElementType::kI1) {
    for (uint8_t& byte : copy) byte = byte != 0 ? 1 : 0;
  } else if (IsSubByte(type.element)) {
    for (uint8_t& byte : copy) byte = ExtendSmall(byte, type.element);
  }
  return ir::Literal::Create(type, std::move(copy), is_splat);
}

}  // namespace tilewright::stablehlo
