#include "tile/combiner.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "ir/float_bits.h"

namespace tilewright::tile {
namespace {

using ir::ElementType;
using ir::OpKind;

ir::Literal FloatLiteral(ElementType type, double value) {
  const uint64_t bits = ir::FloatToBits(type, value);
  std::vector<uint8_t> bytes(ir::StorageBytes(type));
  std::memcpy(bytes.data(), &bits, bytes.size());
  return *ir::Literal::Create(ir::Scalar(type), std::move(bytes), /*is_splat=*/true);
}

struct Range {
  double least, largest;
};

// Infinities, or where the type has none its extreme values.
Range RangeOf(ElementType type) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const int bits = ir::Info(type).bits;
  if (bits > 8) return {-kInfinity, kInfinity};
  Range range = {kInfinity, -kInfinity};
  for (uint64_t pattern = 0; pattern < uint64_t{1} << bits; ++pattern) {
    const double value = ir::FloatFromBits(type, pattern);
    if (std::isnan(value)) continue;
    range = {std::min(range.least, value), std::max(range.largest, value)};
  }
  return range;
}

double FloatIdentity(OpKind combiner, ElementType type) {
  switch (combiner) {
    case OpKind::kMultiply:
      return 1;
    case OpKind::kMaximum:
      return RangeOf(type).least;
    case OpKind::kMinimum:
      return RangeOf(type).largest;
    default:
      return -0.0;
  }
}

// As a pattern of 64 bits, of which the type takes what it has.
int64_t IntegerIdentity(OpKind combiner, ElementType type) {
  const ir::ElementTypeInfo& info = ir::Info(type);
  const bool is_signed = info.type_class == ir::TypeClass::kSigned;
  const uint64_t top = ~uint64_t{0} >> (64 - info.bits + (is_signed ? 1 : 0));
  switch (combiner) {
    case OpKind::kMultiply:
      return 1;
    case OpKind::kMaximum:
      return is_signed ? -static_cast<int64_t>(top) - 1 : 0;
    case OpKind::kMinimum:
      return static_cast<int64_t>(top);
    case OpKind::kAnd:
      return ir::IsBool(type) ? 1 : (is_signed ? -1 : static_cast<int64_t>(top));
    default:
      return 0;
  }
}

}  // namespace

ir::Literal CombinerIdentity(OpKind combiner, ElementType type) {
  if (ir::IsFloat(type)) return FloatLiteral(type, FloatIdentity(combiner, type));
  if (!ir::IsComplex(type)) {
    return ir::IntegerSplat(ir::Scalar(type), IntegerIdentity(combiner, type));
  }
  // -0 - 0i, which leaves zeros of either sign as they are.
  std::vector<uint8_t> bytes(ir::StorageBytes(type));
  bytes[bytes.size() / 2 - 1] = bytes[bytes.size() - 1] = 0x80;
  return *ir::Literal::Create(ir::Scalar(type), std::move(bytes), /*is_splat=*/true);
}

}  // namespace tilewright::tile
