#include "tilewright/types.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "api/convert.h"
#include "ir/element_type.h"
#include "ir/float_bits.h"

namespace tilewright {

static_assert(kElementTypeCount == ir::kElementTypeCount);
static_assert(static_cast<int>(ElementType::kF8E3M4) ==
              static_cast<int>(ir::ElementType::kF8E3M4));
static_assert(static_cast<int>(ElementType::kBF16) ==
              static_cast<int>(ir::ElementType::kBF16));
static_assert(static_cast<int>(ElementType::kC128) ==
              static_cast<int>(ir::ElementType::kC128));
static_assert(static_cast<int>(ElementClass::kToken) ==
              static_cast<int>(ir::TypeClass::kToken));

std::string_view Name(ElementType type) {
  return api::Outside(ir::Name(api::Inside(type)));
}

std::optional<ElementType> FindElementType(std::string_view name) {
  std::optional<ir::ElementType> found = ir::FindElementType(api::Inside(name));
  if (!found.has_value()) return std::nullopt;
  return api::Outside(*found);
}

int BytesPerElement(ElementType type) { return ir::StorageBytes(api::Inside(type)); }

ElementClass ClassOf(ElementType type) {
  return static_cast<ElementClass>(ir::Info(api::Inside(type)).type_class);
}

ElementType RealPart(ElementType type) {
  return api::Outside(ir::RealPart(api::Inside(type)));
}

int64_t TensorType::num_elements() const {
  int64_t product = 1;
  for (int64_t dim : dims) {
    if (dim <= 0) return 0;
  }
  for (int64_t dim : dims) {
    if (__builtin_mul_overflow(product, dim, &product)) {
      return std::numeric_limits<int64_t>::max();
    }
  }
  return product;
}

int64_t TensorType::byte_size() const {
  int64_t bytes = 0;
  if (__builtin_mul_overflow(num_elements(), int64_t{BytesPerElement(element)}, &bytes)) {
    return std::numeric_limits<int64_t>::max();
  }
  return bytes;
}

std::string api::TypesText(const std::vector<TensorType>& types) {
  std::string text = "(";
  for (const TensorType& type : types) {
    if (text.size() > 1) text += ", ";
    text += type.ToString();
  }
  return text + ")";
}

bool TensorType::has_open_size() const {
  return std::find(dims.begin(), dims.end(), kOpenSize) != dims.end();
}

std::string TensorType::ToString() const { return ir::ToString(api::Inside(*this)); }

namespace {

uint64_t LoadBits(ElementType type, const void* bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, BytesPerElement(type));
  return bits;
}

}  // namespace

double DecodeFloat(ElementType type, const void* bytes) {
  return ir::FloatFromBits(api::Inside(type), LoadBits(type, bytes));
}

FloatPattern Pattern(ElementType type, const void* bytes) {
  const ir::ElementTypeInfo& info = ir::Info(api::Inside(type));
  uint64_t bits = LoadBits(type, bytes);
  double value = ir::FloatFromBits(api::Inside(type), bits);
  FloatPattern pattern;
  pattern.is_nan = value != value;
  pattern.is_finite = !pattern.is_nan && value - value == 0;
  bool has_sign = info.specials != ir::SpecialValues::kExponentOnly;
  uint64_t sign_bit = has_sign ? uint64_t{1} << (info.bits - 1) : 0;
  pattern.negative = (bits & sign_bit) != 0;
  pattern.magnitude = bits & ~sign_bit;
  return pattern;
}

}  // namespace tilewright
