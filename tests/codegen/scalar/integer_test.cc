// Integer operations at the corners of every type: division by zero, overflow,
// shifts by the width and more, powers.
#include <cstring>
#include <random>

#include "gtest/gtest.h"
#include "tests/codegen/scalar/harness.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::OpKind;
using Wide = __int128;

std::vector<ElementType> IntegerTypes() {
  std::vector<ElementType> types;
  for (int i = 0; i < ir::kElementTypeCount; ++i) {
    ElementType type = static_cast<ElementType>(i);
    if (ir::IsInteger(type)) types.push_back(type);
  }
  return types;
}

// The value that `x` has modulo 2^bits in the type.
Wide Wrap(ElementType type, Wide x) {
  int bits = ir::Info(type).bits;
  uint64_t low = static_cast<uint64_t>(x) << (64 - bits);
  if (ir::IsSigned(type)) return static_cast<int64_t>(low) >> (64 - bits);
  return low >> (64 - bits);
}

std::vector<Wide> Values(ElementType type) {
  std::vector<Wide> values;
  int bits = ir::Info(type).bits;
  if (bits <= 4) {
    for (int i = 0; i < (1 << bits); ++i) values.push_back(Wrap(type, i));
    return values;
  }
  std::mt19937_64 random(2);
  Wide half = Wide(1) << (bits - 1);
  for (Wide x : {Wide(0), Wide(1), Wide(2), Wide(3), Wide(5), Wide(7), Wide(10),
                 Wide(bits - 1), Wide(bits), Wide(bits + 1), Wide(31), Wide(32), Wide(63),
                 Wide(64), half - 1, half, half + 1, 2 * half - 1, half / 2}) {
    values.push_back(Wrap(type, x));
    values.push_back(Wrap(type, -x));
  }
  for (int i = 0; i < 60; ++i) {
    values.push_back(Wrap(type, Wide(random() >> (random() % 64))));
    values.push_back(Wrap(type, -Wide(random() >> (random() % 64))));
  }
  return values;
}

Wide Reference(OpKind kind, ElementType type, Wide x, Wide y) {
  int bits = ir::Info(type).bits;
  Wide ones = (Wide(1) << bits) - 1;
  Wide amount = y & ones;  // as unsigned
  switch (kind) {
    case OpKind::kAdd:
      return Wrap(type, x + y);
    case OpKind::kSubtract:
      return Wrap(type, x - y);
    case OpKind::kMultiply:
      return Wrap(type, static_cast<Wide>(static_cast<unsigned __int128>(x) *
                                          static_cast<unsigned __int128>(y)));
    case OpKind::kMulhi:
      if (ir::IsSigned(type)) return (x * y) >> bits;
      return static_cast<Wide>(
          (static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y)) >>
          bits);
    case OpKind::kDivide:
      return y == 0 ? Wrap(type, -1) : Wrap(type, x / y);
    case OpKind::kRemainder:
      return y == 0 ? x : Wrap(type, x % y);
    case OpKind::kMaximum:
      return x > y ? x : y;
    case OpKind::kMinimum:
      return x < y ? x : y;
    case OpKind::kAnd:
      return Wrap(type, x & y);
    case OpKind::kOr:
      return Wrap(type, x | y);
    case OpKind::kXor:
      return Wrap(type, x ^ y);
    case OpKind::kShiftLeft:
      return amount >= bits ? 0 : Wrap(type, (x & ones) << amount);
    case OpKind::kShiftRightLogical:
      return amount >= bits ? 0 : Wrap(type, (x & ones) >> amount);
    case OpKind::kShiftRightArithmetic: {
      // The top bit fills, also of unsigned types.
      Wide extended = (x & ones) >> (bits - 1) ? (x | ~ones) : x & ones;
      return Wrap(type, extended >> (amount >= bits ? bits - 1 : amount));
    }
    case OpKind::kPower: {
      if (y < 0) return x == 1 ? 1 : x == -1 ? (y & 1 ? -1 : 1) : 0;
      Wide result = 1;
      uint64_t base = static_cast<uint64_t>(x);
      uint64_t product = 1;
      for (uint64_t e = static_cast<uint64_t>(y); e != 0; e >>= 1) {
        if (e & 1) product *= base;
        base *= base;
      }
      result = Wrap(type, Wide(product));
      return result;
    }
    case OpKind::kAbs:
      return Wrap(type, x < 0 ? -x : x);
    case OpKind::kNegate:
      return Wrap(type, -x);
    case OpKind::kNot:
      return Wrap(type, ~x);
    case OpKind::kSign:
      return x < 0 ? -1 : x > 0;
    case OpKind::kPopcnt:
      return Wrap(type, __builtin_popcountll(static_cast<uint64_t>(x & ones)));
    case OpKind::kCountLeadingZeros: {
      int zeros = 0;
      while (zeros < bits && !((x >> (bits - 1 - zeros)) & 1)) ++zeros;
      return Wrap(type, zeros);
    }
    default:
      return 0;
  }
}

std::vector<uint8_t> Pack(ElementType type, const std::vector<Wide>& values) {
  int bytes = ir::StorageBytes(type);
  std::vector<uint8_t> packed(values.size() * bytes);
  for (size_t i = 0; i < values.size(); ++i) {
    uint64_t bits = static_cast<uint64_t>(values[i]);
    std::memcpy(&packed[i * bytes], &bits, bytes);
  }
  return packed;
}

// What lies in memory is the value sign- or zero-extended to its bytes.
Wide Unpack(ElementType type, const std::vector<uint8_t>& packed, size_t index) {
  int bytes = ir::StorageBytes(type);
  uint64_t bits = 0;
  std::memcpy(&bits, &packed[index * bytes], bytes);
  if (ir::IsSigned(type)) {
    return static_cast<int64_t>(bits << (64 - 8 * bytes)) >> (64 - 8 * bytes);
  }
  return bits;
}

class Integers : public testing::TestWithParam<ElementType> {};

void Check(OpKind kind, ElementType type, std::vector<Wide> x, std::vector<Wide> y,
           const TestTarget& target) {
  while (x.size() % 16 != 0) {
    x.push_back(1);
    y.push_back(1);
  }
  TestOp op{{kind}, {type}, type};
  if (ir::Info(kind).min_operands == 2) op.operands.push_back(type);
  std::vector<uint8_t> a = Pack(type, x);
  std::vector<uint8_t> b = Pack(type, y);
  std::vector<uint8_t> out(a.size());
  for (int lanes : {0, 16}) {
    absl::StatusOr<Kernel> kernel = Kernel::Make(op, lanes, Numerics::kIeee, target);
    ASSERT_TRUE(kernel.ok()) << kernel.status();
    kernel->Run({a.data(), b.data()}, out.data(), static_cast<int64_t>(x.size()));
    for (size_t i = 0; i < x.size(); ++i) {
      int64_t got = static_cast<int64_t>(Unpack(type, out, i));
      int64_t want = static_cast<int64_t>(Reference(kind, type, x[i], y[i]));
      ASSERT_EQ(got, want) << ir::Name(kind) << " " << ir::Name(type) << " of "
                           << static_cast<int64_t>(x[i]) << ", "
                           << static_cast<int64_t>(y[i]);
    }
  }
}

TEST_P(Integers, BinaryOperationsAreDefinedForAllOperands) {
  ElementType type = GetParam();
  std::vector<Wide> x, y;
  for (Wide a : Values(type)) {
    for (Wide b : Values(type)) {
      x.push_back(a);
      y.push_back(b);
    }
  }
  for (const TestTarget& target : {Here(), X86V3()}) {
    if (!target.runs_here) continue;
    for (OpKind kind :
         {OpKind::kAdd, OpKind::kSubtract, OpKind::kMultiply, OpKind::kMulhi,
          OpKind::kDivide, OpKind::kRemainder, OpKind::kMaximum, OpKind::kMinimum,
          OpKind::kAnd, OpKind::kOr, OpKind::kXor, OpKind::kShiftLeft,
          OpKind::kShiftRightLogical, OpKind::kShiftRightArithmetic, OpKind::kPower}) {
      Check(kind, type, x, y, target);
    }
  }
}

TEST_P(Integers, UnaryOperationsAreDefinedForAllOperands) {
  ElementType type = GetParam();
  std::vector<Wide> x = Values(type);
  for (OpKind kind : {OpKind::kAbs, OpKind::kNegate, OpKind::kNot, OpKind::kSign,
                      OpKind::kPopcnt, OpKind::kCountLeadingZeros}) {
    Check(kind, type, x, x, Here());
  }
}

TEST_P(Integers, ComparisonsAreOrderedAsTheTypeIs) {
  ElementType type = GetParam();
  std::vector<Wide> x, y;
  for (Wide a : Values(type)) {
    for (Wide b : Values(type)) {
      x.push_back(a);
      y.push_back(b);
    }
  }
  while (x.size() % 16 != 0) {
    x.push_back(0);
    y.push_back(0);
  }
  std::vector<uint8_t> a = Pack(type, x);
  std::vector<uint8_t> b = Pack(type, y);
  std::vector<uint8_t> out(x.size());
  for (int64_t direction : {kEq, kNe, kGe, kGt, kLe, kLt}) {
    TestOp op{
        {OpKind::kCompare, direction, kSignedOrder}, {type, type}, ElementType::kI1};
    absl::StatusOr<Kernel> kernel = Kernel::Make(op, 16, Numerics::kIeee);
    ASSERT_TRUE(kernel.ok());
    kernel->Run({a.data(), b.data()}, out.data(), static_cast<int64_t>(x.size()));
    for (size_t i = 0; i < x.size(); ++i) {
      bool want = direction == kEq   ? x[i] == y[i]
                  : direction == kNe ? x[i] != y[i]
                  : direction == kGe ? x[i] >= y[i]
                  : direction == kGt ? x[i] > y[i]
                  : direction == kLe ? x[i] <= y[i]
                                     : x[i] < y[i];
      ASSERT_EQ(out[i], want) << direction;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Integers, testing::ValuesIn(IntegerTypes()),
                         [](const testing::TestParamInfo<ElementType>& info) {
                           return std::string(ir::Name(info.param));
                         });

}  // namespace
}  // namespace tilewright::codegen
