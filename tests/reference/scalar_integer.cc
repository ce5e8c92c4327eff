// Integers and booleans.
#include <algorithm>
#include <bit>

#include "tests/reference/scalar.h"
#include "tile/compare.h"

namespace tilewright::reference {
namespace {

using ir::OpKind;

// A known operand may decide although the other is not known.
bool Decides(OpKind kind, ElementType type, const Element& x) {
  if (type != ElementType::kI1 || !IsExact(x)) return false;
  switch (kind) {
    case OpKind::kAnd:
    case OpKind::kMultiply:
    case OpKind::kMinimum:
      return x.re == 0;
    case OpKind::kOr:
    case OpKind::kAdd:
    case OpKind::kMaximum:
      return x.re != 0;
    default:
      return false;
  }
}

// Modulo 2^64; a negative exponent leaves what an integer can hold.
uint64_t Power(int64_t base, int64_t exponent, bool is_signed) {
  if (is_signed && exponent < 0) {
    if (base == 1) return 1;
    if (base != -1) return 0;
    return (exponent & 1) != 0 ? ~uint64_t{0} : 1;
  }
  uint64_t result = 1, square = static_cast<uint64_t>(base);
  for (auto left = static_cast<uint64_t>(exponent); left != 0; left >>= 1) {
    if ((left & 1) != 0) result *= square;
    square *= square;
  }
  return result;
}

class Integers {
 public:
  explicit Integers(const ScalarContext& c)
      : type_(c.operands[0].type),
        is_signed_(ir::IsSigned(type_)),
        is_bool_(ir::IsBool(type_)),
        bits_(ir::Info(type_).bits) {
    for (size_t i = 0; i < c.operands.size(); ++i) {
      at_[i] = IntegerOf(c.operands[i].type, c.operands[i].value);
    }
  }

  bool Less(int64_t x, int64_t y) const {
    return is_signed_ ? x < y : static_cast<uint64_t>(x) < static_cast<uint64_t>(y);
  }
  int64_t Smaller(int64_t x, int64_t y) const { return Less(y, x) ? y : x; }
  int64_t Larger(int64_t x, int64_t y) const { return Less(x, y) ? y : x; }

  bool Compare(int64_t direction) const {
    const int64_t x = at_[0], y = at_[1];
    switch (direction) {
      case tile::kEq:
        return x == y;
      case tile::kNe:
        return x != y;
      case tile::kGe:
        return !Less(x, y);
      case tile::kGt:
        return Less(y, x);
      case tile::kLe:
        return !Less(y, x);
      default:
        return Less(x, y);
    }
  }

  // Any result, of which the type takes its bits; nothing where it is not defined.
  bool Compute(OpKind kind, int64_t* result) const {
    const int64_t x = at_[0], y = at_[1], z = at_[2];
    const auto ux = static_cast<uint64_t>(x), uy = static_cast<uint64_t>(y);
    const auto set = [&](auto value) {
      *result = static_cast<int64_t>(value);
      return true;
    };
    const uint64_t mask = ~uint64_t{0} >> (64 - bits_);
    const uint64_t amount = uy & mask;  // shifts by the width and more give what is left
    const bool in_range = amount < static_cast<uint64_t>(bits_);
    switch (kind) {
      case OpKind::kAnd:
        return set(x & y);
      case OpKind::kOr:
        return set(x | y);
      case OpKind::kXor:
        return set(x ^ y);
      case OpKind::kNot:
        return set(is_bool_ ? static_cast<int64_t>(x == 0) : ~x);
      case OpKind::kMaximum:
        return set(Larger(x, y));
      case OpKind::kMinimum:
        return set(Smaller(x, y));
      case OpKind::kClamp:  // the least, the value, the largest
        return set(Smaller(Larger(y, x), z));
      case OpKind::kAdd:
        return set(is_bool_ ? ux | uy : ux + uy);
      case OpKind::kMultiply:
        return set(ux * uy);
      default:
        break;
    }
    if (is_bool_) return false;
    switch (kind) {
      case OpKind::kAbs:
        return set(is_signed_ && x < 0 ? 0 - ux : ux);
      case OpKind::kSign:
        return set(is_signed_ && x < 0 ? -1 : static_cast<int64_t>(x != 0));
      case OpKind::kNegate:
        return set(0 - ux);
      case OpKind::kSquare:
        return set(ux * ux);
      case OpKind::kSubtract:
        return set(ux - uy);
      case OpKind::kPopcnt:
        return set(std::popcount(ux & mask));
      case OpKind::kCountLeadingZeros:
        return set(std::countl_zero(ux & mask) - (64 - bits_));
      case OpKind::kDivide:
        if (y == 0) return set(-1);
        if (is_signed_ && y == -1) return set(0 - ux);
        return is_signed_ ? set(x / y) : set(ux / uy);
      case OpKind::kRemainder:
        if (y == 0) return set(x);
        if (is_signed_ && y == -1) return set(0);
        return is_signed_ ? set(x % y) : set(ux % uy);
      case OpKind::kMulhi:
        return is_signed_ ? set((static_cast<__int128>(x) * y) >> bits_)
                          : set((static_cast<unsigned __int128>(ux) * uy) >> bits_);
      case OpKind::kPower:
        return set(Power(x, y, is_signed_));
      case OpKind::kShiftLeft:
        return set(in_range ? ux << amount : 0);
      case OpKind::kShiftRightLogical:
        return set(in_range ? (ux & mask) >> amount : 0);
      case OpKind::kShiftRightArithmetic: {
        const int64_t extended = static_cast<int64_t>(ux << (64 - bits_)) >> (64 - bits_);
        return set(extended >> (in_range ? amount : bits_ - 1));
      }
      default:
        return false;
    }
  }

 private:
  ElementType type_;
  bool is_signed_, is_bool_;
  int bits_;
  int64_t at_[3] = {};
};

}  // namespace

absl::StatusOr<Element> ApplyToIntegers(const ScalarContext& c) {
  const OpKind kind = c.op.kind;
  const bool known = std::all_of(c.operands.begin(), c.operands.end(),
                                 [](const Operand& x) { return IsExact(x.value); });
  if (!known) {
    for (const Operand& x : c.operands) {
      if (Decides(kind, x.type, x.value)) return x.value;
    }
    return kUnknown;
  }
  const Integers integers(c);
  if (kind == OpKind::kCompare) {
    return FromInteger(ElementType::kI1, integers.Compare(c.op.a) ? 1 : 0);
  }
  int64_t result = 0;
  if (!integers.Compute(kind, &result)) return NoDefinition(c);
  return FromInteger(c.type, result);
}

}  // namespace tilewright::reference
