// Conversions between all pairs of real element types, against plain
// arithmetic on long double, which holds every value of every type exactly.
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "gtest/gtest.h"
#include "support/float_state.h"
#include "tests/codegen/scalar/harness.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::ElementTypeInfo;
using ir::OpKind;
using ir::SpecialValues;
using Real = long double;

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// The value of a bit pattern, by the definition of the format.
Real ValueOf(ElementType type, uint64_t code) {
  const ElementTypeInfo& info = ir::Info(type);
  if (ir::IsBool(type)) return code != 0;
  if (!ir::IsFloat(type)) {
    int unused = 64 - info.bits;
    if (ir::IsSigned(type)) return static_cast<int64_t>(code << unused) >> unused;
    return (code << unused) >> unused;
  }
  int e = info.exponent_bits;
  int m = info.mantissa_bits;
  uint64_t field = (code >> m) & ((uint64_t{1} << e) - 1);
  uint64_t mantissa = code & ((uint64_t{1} << m) - 1);
  uint64_t top = (uint64_t{1} << e) - 1;
  bool negative = (code >> (e + m)) & 1;
  switch (info.specials) {
    case SpecialValues::kExponentOnly:
      return code == 0xff ? kNan : std::ldexp(Real(1), static_cast<int>(code) - 127);
    case SpecialValues::kIeee:
      if (field == top) return mantissa ? kNan : negative ? -kInfinity : kInfinity;
      break;
    case SpecialValues::kNanAllOnes:
      if (field == top && mantissa == (uint64_t{1} << m) - 1) return kNan;
      break;
    case SpecialValues::kNanNegZero:
      if (negative && field == 0 && mantissa == 0) return kNan;
      break;
    default:
      break;
  }
  Real magnitude = field == 0
                       ? std::ldexp(Real(mantissa), 1 - info.exponent_bias - m)
                       : std::ldexp(Real((uint64_t{1} << m) + mantissa),
                                    static_cast<int>(field) - info.exponent_bias - m);
  return negative ? -magnitude : magnitude;
}

Real LargestOf(ElementType type) {
  const ElementTypeInfo& info = ir::Info(type);
  uint64_t code = (uint64_t{1} << (info.bits - 1)) - 1;
  if (info.specials == SpecialValues::kNanAllOnes) --code;
  if (info.specials == SpecialValues::kIeee) {
    code -= uint64_t{1} << info.mantissa_bits;
  }
  return ValueOf(type, code);
}

// Nearest, ties to even, once.
Real RoundedTo(ElementType type, Real x) {
  const ElementTypeInfo& info = ir::Info(type);
  if (info.specials == SpecialValues::kExponentOnly) {
    if (!(x > 0) || std::isinf(x) || std::ilogb(x) > 127) return kNan;
    int e = std::max(std::ilogb(x), -127);
    Real up = std::ldexp(Real(1), e + 1), down = std::ldexp(Real(1), e);
    bool odd = (e + 127) & 1;
    bool higher = x - down > up - x || (x - down == up - x && odd);
    if (x < down) higher = false;
    if (higher && e == 127) return kNan;
    return higher ? up : down;
  }
  if (std::isnan(x)) return kNan;
  bool infinities = info.specials == SpecialValues::kIeee;
  Real beyond = infinities ? std::copysign(kInfinity, x) : kNan;
  if (std::isinf(x)) return beyond;
  if (x == 0) return info.specials == SpecialValues::kNanNegZero ? 0 : x;
  int e = std::max(std::ilogb(x), 1 - info.exponent_bias);
  Real quantum = std::ldexp(Real(1), e - info.mantissa_bits);
  Real result = std::nearbyint(x / quantum) * quantum;
  if (std::fabs(result) > LargestOf(type)) return beyond;
  if (result == 0 && info.specials == SpecialValues::kNanNegZero) return 0;
  return std::copysign(result, x);
}

Real ConvertedTo(ElementType to, ElementType from, Real x) {
  const ElementTypeInfo& info = ir::Info(to);
  if (ir::IsBool(to)) return x != 0;
  if (ir::IsFloat(to)) return RoundedTo(to, x);
  Real low = ir::IsSigned(to) ? -std::ldexp(Real(1), info.bits - 1) : 0;
  Real high = std::ldexp(Real(1), ir::IsSigned(to) ? info.bits - 1 : info.bits) - 1;
  if (ir::IsFloat(from)) {
    if (std::isnan(x)) return 0;
    return std::min(std::max(std::trunc(x), low), high);
  }
  // Between integers the low bits stay.
  int64_t bits =
      x < 0 ? static_cast<int64_t>(x) : static_cast<int64_t>(static_cast<uint64_t>(x));
  return ValueOf(to, static_cast<uint64_t>(bits));
}

std::vector<ElementType> RealTypes() {
  std::vector<ElementType> types;
  for (int i = 0; i < ir::kElementTypeCount; ++i) {
    ElementType type = static_cast<ElementType>(i);
    if (!ir::IsComplex(type) && type != ElementType::kToken) types.push_back(type);
  }
  return types;
}

void Put(std::vector<uint8_t>& bytes, size_t index, ElementType type, uint64_t code) {
  std::memcpy(&bytes[index * ir::StorageBytes(type)], &code, ir::StorageBytes(type));
}
uint64_t Get(const std::vector<uint8_t>& bytes, size_t index, ElementType type) {
  uint64_t code = 0;
  std::memcpy(&code, &bytes[index * ir::StorageBytes(type)], ir::StorageBytes(type));
  return code;
}

// All patterns of the small types; for the others corners, ties of every
// narrower type and random ones.
std::vector<uint64_t> Codes(ElementType type) {
  std::vector<uint64_t> codes;
  int bits = ir::Info(type).bits;
  if (bits <= 16) {
    for (uint64_t code = 0; code < (uint64_t{1} << bits); ++code) {
      // Sub-byte integers are kept sign-extended.
      if (bits < 8 && ir::IsSigned(type)) {
        codes.push_back(static_cast<uint8_t>(static_cast<int64_t>(ValueOf(type, code))));
      } else {
        codes.push_back(code);
      }
    }
    return codes;
  }
  std::mt19937_64 random(3);
  uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  for (uint64_t code : {0ull, 1ull, 2ull, 0x7full, 0x80ull, 0x81ull, 0xffull, 0x100ull}) {
    codes.push_back(code);
    codes.push_back(-code & mask);
    codes.push_back((mask >> 1) - code);
    codes.push_back((mask >> 1) + 1 + code);
  }
  if (!ir::IsFloat(type)) {
    for (int shift = 0; shift < bits; ++shift) {
      for (int i = 0; i < 40; ++i) {
        // Few significant bits, perhaps one far below: ties and near ties.
        uint64_t code = (random() | (uint64_t{1} << 63)) >> (random() % 24)
                                                                << (random() % 60);
        if (random() & 1) code |= 1;
        codes.push_back((code >> shift) & mask);
        codes.push_back(-(code >> shift) & mask);
      }
    }
    return codes;
  }
  for (int exponent = -160; exponent <= 160; ++exponent) {
    for (int i = 0; i < 30; ++i) {
      // A mantissa of up to 12 bits, and now and then a last bit beside it.
      double x = std::ldexp(static_cast<double>(random() % 4096 + 4096), exponent - 13);
      if (i % 3 == 1) x = std::nextafter(x, 0);
      if (i % 3 == 2) x = std::nextafter(x, INFINITY);
      if (random() & 1) x = -x;
      uint64_t code = 0;
      if (bits == 32) {
        float narrow = static_cast<float>(x);
        if (i % 3 == 1) narrow = std::nextafter(narrow, 0.0f);
        std::memcpy(&code, &narrow, 4);
      } else {
        std::memcpy(&code, &x, 8);
      }
      codes.push_back(code);
      codes.push_back(random() & mask);
    }
  }
  return codes;
}

class Conversion : public testing::TestWithParam<ElementType> {};

void CheckFrom(ElementType from, const TestTarget& target) {
  std::vector<uint64_t> codes = Codes(from);
  while (codes.size() % 16 != 0) codes.push_back(codes.back());
  std::vector<uint8_t> in(codes.size() * ir::StorageBytes(from));
  for (size_t i = 0; i < codes.size(); ++i) Put(in, i, from, codes[i]);
  for (ElementType to : RealTypes()) {
    TestOp op{{OpKind::kConvert}, {from}, to};
    absl::StatusOr<Kernel> kernel = Kernel::Make(op, 16, Numerics::kIeee, target);
    ASSERT_TRUE(kernel.ok()) << kernel.status();
    std::vector<uint8_t> out(codes.size() * ir::StorageBytes(to));
    kernel->Run({in.data()}, out.data(), static_cast<int64_t>(codes.size()));
    int wrong = 0;
    for (size_t i = 0; i < codes.size() && wrong < 3; ++i) {
      Real x = ValueOf(from, codes[i]);
      Real want = ConvertedTo(to, from, x);
      Real got = ValueOf(to, Get(out, i, to));
      bool same = std::isnan(want)
                      ? std::isnan(got)
                      : got == want &&
                            (!ir::IsFloat(to) || std::signbit(got) == std::signbit(want));
      if (!same) ++wrong;
      EXPECT_TRUE(same) << ir::Name(from) << " to " << ir::Name(to) << ": " << x
                        << " gave " << got << " not " << want;
    }
  }
}

TEST_P(Conversion, IsTheNearestValueOrTheSaturatedInteger) {
  CheckFrom(GetParam(), Here());
}

TEST_P(Conversion, IsTheSameWithoutHardwareForHalves) {
  TestTarget target = X86V3();
  if (!target.runs_here) GTEST_SKIP() << "this machine is no " << target.name;
  target.vector.f16c = false;
  CheckFrom(GetParam(), target);
}

TEST_P(Conversion, IsTheSameWithoutHardwareForBf16OnArm) {
  if (!Aarch64().runs_here) GTEST_SKIP() << "this machine is no aarch64";
  CheckFrom(GetParam(), Aarch64());
}

// NaNs with what they say, too. In `tpu` subnormals become zeros, with an instruction for
// all this and without.
TEST(Rounding, Bf16OfWideVectorsHasTheBitsOfNarrowOnes) {
  std::vector<uint64_t> codes = Codes(ElementType::kF32);
  std::mt19937_64 random(7);
  for (int i = 0; i < 10000; ++i) {
    const uint64_t nan = 0x7f800000 | (random() & 0x807fffff);
    codes.push_back(i % 2 == 0 ? nan : nan & 0xff80ffff);
    codes.push_back(random() & 0x807fffff);
  }
  while (codes.size() % 16 != 0) codes.push_back(codes.back());
  std::vector<uint8_t> in(4 * codes.size());
  for (size_t i = 0; i < codes.size(); ++i) Put(in, i, ElementType::kF32, codes[i]);
  const TestOp op{{OpKind::kConvert}, {ElementType::kF32}, ElementType::kBF16};
  for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
    const ScopedFloatState state(numerics);
    for (const auto& [target, lanes] :
         {std::pair(X86V3(), 8), std::pair(X86V4(), 16), std::pair(X86V4Bf16(), 16),
          std::pair(Here(), 4)}) {
      if (!target.runs_here) continue;
      absl::StatusOr<Kernel> kernel = Kernel::Make(op, lanes, numerics, target);
      ASSERT_TRUE(kernel.ok()) << kernel.status();
      std::vector<uint8_t> out(2 * codes.size());
      kernel->Run({in.data()}, out.data(), static_cast<int64_t>(codes.size()));
      for (size_t i = 0; i < codes.size(); ++i) {
        const uint64_t code = codes[i], magnitude = code & 0x7fffffff;
        uint64_t expected = (code + 0x7fff + (code >> 16 & 1)) >> 16 & 0xffff;
        if (magnitude > 0x7f800000) expected = code >> 16 | 0x40;
        if (numerics == Numerics::kTpu && magnitude < 0x800000)
          expected = code >> 16 & 0x8000;
        ASSERT_EQ(Get(out, i, ElementType::kBF16), expected)
            << target.name << " " << Name(numerics) << " " << std::hex << code;
      }
    }
  }
}

// Rounding knows of NaNs and subnormals here, and asks for neither.
TEST(Rounding, ArithmeticOnBf16HasTheBitsOfThatOnFloatsRounded) {
  constexpr int kCount = 1 << 16;
  const ElementType bf16 = ElementType::kBF16, f32 = ElementType::kF32;
  std::mt19937_64 random(7);
  std::vector<std::vector<uint8_t>> narrow(2), wide(2);
  for (int side = 0; side < 2; ++side) {
    narrow[side].resize(2 * kCount);
    wide[side].resize(4 * kCount);
    for (int i = 0; i < kCount; ++i) {
      const uint64_t code = side == 0 ? i : random() & 0xffff;
      Put(narrow[side], i, bf16, code);
      Put(wide[side], i, f32, code << 16);
    }
  }
  for (const OpKind kind : {OpKind::kAdd, OpKind::kSubtract, OpKind::kMultiply,
                            OpKind::kDivide, OpKind::kExponential, OpKind::kLogistic,
                            OpKind::kRsqrt, OpKind::kSqrt, OpKind::kTanh}) {
    const auto count = static_cast<size_t>(ir::Info(kind).min_operands);
    for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
      const ScopedFloatState state(numerics);
      for (const auto& [target, lanes] :
           {std::pair(X86V3(), 8), std::pair(X86V4(), 16), std::pair(Here(), 4)}) {
        if (!target.runs_here) continue;
        const auto run = [&](const TestOp& op, const std::vector<uint8_t>& x,
                             const std::vector<uint8_t>& y) {
          absl::StatusOr<Kernel> kernel = Kernel::Make(op, lanes, numerics, target);
          EXPECT_TRUE(kernel.ok()) << kernel.status();
          std::vector<uint8_t> out(4 * kCount);
          std::vector<const void*> inputs = {x.data(), y.data()};
          inputs.resize(op.operands.size());
          if (kernel.ok()) kernel->Run(inputs, out.data(), kCount);
          return out;
        };
        const auto of = [&](ElementType type) {
          return TestOp{{kind}, std::vector<ElementType>(count, type), type};
        };
        const std::vector<uint8_t> floats = run(of(f32), wide[0], wide[1]);
        EXPECT_EQ(run(of(bf16), narrow[0], narrow[1]),
                  run({{OpKind::kConvert}, {f32}, bf16}, floats, floats))
            << ir::Name(kind) << " " << target.name << " " << Name(numerics);
      }
    }
  }
}

TEST(Rounding, ArithmeticOnBf16LooksForNoNan) {
  for (const OpKind kind : {OpKind::kAdd, OpKind::kDivide, OpKind::kExponential}) {
    const auto count = static_cast<size_t>(ir::Info(kind).min_operands);
    llvm::LLVMContext context;
    const ScalarOptions options{.numerics = Numerics::kTpu, .target = X86V3().vector};
    const TestOp op{
        {kind}, std::vector<ElementType>(count, ElementType::kBF16), ElementType::kBF16};
    auto module = EmitLoop(context, op, 8, options);
    ASSERT_TRUE(module.ok()) << module.status();
    std::string text;
    llvm::raw_string_ostream(text) << **module;
    EXPECT_EQ(text.find("fcmp uno"), std::string::npos) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(From, Conversion, testing::ValuesIn(RealTypes()),
                         [](const testing::TestParamInfo<ElementType>& info) {
                           return std::string(ir::Name(info.param));
                         });

// Memory to compute form and back, unchanged but for the payloads of NaNs.
TEST(Formats, DecodingAndEncodingKeepEveryValue) {
  for (ElementType type : RealTypes()) {
    if (ir::Info(type).bits > 16) continue;
    std::vector<uint64_t> codes = Codes(type);
    while (codes.size() % 4 != 0) codes.push_back(codes.back());
    std::vector<uint8_t> in(codes.size() * ir::StorageBytes(type));
    for (size_t i = 0; i < codes.size(); ++i) Put(in, i, type, codes[i]);
    // A select whose operands come from computation and from memory.
    TestOp op{{OpKind::kConvert}, {type}, ElementType::kF32};
    TestOp back{{OpKind::kConvert}, {ElementType::kF32}, type};
    absl::StatusOr<Kernel> widen = Kernel::Make(op, 4, Numerics::kIeee);
    absl::StatusOr<Kernel> narrow = Kernel::Make(back, 4, Numerics::kIeee);
    ASSERT_TRUE(widen.ok() && narrow.ok());
    std::vector<float> wide(codes.size());
    std::vector<uint8_t> out(in.size());
    widen->Run({in.data()}, wide.data(), static_cast<int64_t>(codes.size()));
    narrow->Run({wide.data()}, out.data(), static_cast<int64_t>(codes.size()));
    for (size_t i = 0; i < codes.size(); ++i) {
      if (std::isnan(ValueOf(type, codes[i]))) {
        EXPECT_TRUE(std::isnan(ValueOf(type, Get(out, i, type))));
      } else {
        ASSERT_EQ(Get(out, i, type), codes[i]) << ir::Name(type);
      }
    }
  }
}

// Also where the type has no -0, or no negative numbers at all.
TEST(Formats, ExactOperationsYieldValuesOfTheType) {
  struct Case {
    ir::OpKind kind;
    Real (*reference)(Real);
  };
  const Case kCases[] = {
      {OpKind::kNegate, [](Real x) { return -x; }},
      {OpKind::kAbs, [](Real x) { return std::fabs(x); }},
      {OpKind::kCeil, [](Real x) { return std::ceil(x); }},
      {OpKind::kFloor, [](Real x) { return std::floor(x); }},
      {OpKind::kRoundNearestEven, [](Real x) { return std::nearbyint(x); }},
  };
  for (ElementType type : RealTypes()) {
    if (!ir::IsFloat(type) || ir::Info(type).bits > 16) continue;
    std::vector<uint64_t> codes = Codes(type);
    std::vector<uint8_t> in(codes.size() * ir::StorageBytes(type)), out(in.size());
    for (size_t i = 0; i < codes.size(); ++i) Put(in, i, type, codes[i]);
    for (const Case& test : kCases) {
      TestOp op{{test.kind}, {type}, type};
      absl::StatusOr<Kernel> kernel = Kernel::Make(op, 4, Numerics::kIeee);
      ASSERT_TRUE(kernel.ok()) << kernel.status();
      kernel->Run({in.data()}, out.data(), static_cast<int64_t>(codes.size()));
      for (size_t i = 0; i < codes.size(); ++i) {
        Real x = ValueOf(type, codes[i]);
        Real want = RoundedTo(type, test.reference(x));
        Real got = ValueOf(type, Get(out, i, type));
        ASSERT_TRUE(std::isnan(want) ? std::isnan(got) : got == want)
            << ir::Name(test.kind) << " " << ir::Name(type) << " of " << x << " gave "
            << got << " not " << want;
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::codegen
