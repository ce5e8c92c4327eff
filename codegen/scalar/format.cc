// Memory formats of the element types, and rounding to the floating ones.
#include <cmath>

#include "codegen/scalar/emit_context.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "support/check.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::ElementTypeInfo;
using ir::SpecialValues;

llvm::Type* WithLanes(llvm::Type* scalar, int lanes) {
  return lanes == 0 ? scalar : llvm::FixedVectorType::get(scalar, lanes);
}

bool IsNarrowFloat(ElementType type) {
  return ir::IsFloat(type) && ir::Info(type).bits < 32;
}

V HalfOf(V x) {  // float -> half, in hardware
  return x.With(
      x.builder().CreateFPTrunc(x.get(), WithLanes(x.builder().getHalfTy(), x.lanes())));
}

// x, its subnormals zeros where the floating-point state says so, NaNs quiet.
V Canonical(V x) {
  llvm::IRBuilderBase& b = x.builder();
  // By one, which nothing may fold: rounding is said to be whatever is set.
  return x.With(b.CreateConstrainedFPBinOp(
      llvm::Intrinsic::experimental_constrained_fmul, x.get(), x.Fp(1.0).get(), {}, "",
      nullptr, llvm::RoundingMode::Dynamic, llvm::fp::ebIgnore));
}

// What is short of half a last place reaches no bit that stays of a NaN that ends in
// zeros.
V RoundToBf16(V x, Rounded16 known) {
  V bits = Bits(known == Rounded16::kArithmetic ? x : Canonical(x));
  V odd = Lshr(bits, 16) & 1;
  V rounded = bits + odd + 0x7fff;
  if (known == Rounded16::kAnything) rounded = Select(IsNan(x), bits, rounded);
  return FromBits(rounded & -0x10000, x);
}

// The same bits of 16 floats in fewer instructions: the last bit that stays and what is
// short of half are two numbers of 16 bits, summed by one, and one more takes the place
// of the sum where x is a NaN, with that, made quiet, or zero (as subnormals may be),
// with that.
V RoundToBf16WithAvx512(V x, Rounded16 known) {
  llvm::IRBuilderBase& b = x.builder();
  constexpr int kQuietNansAndZeros = 0x122;  // four bits a kind of float
  constexpr int kRoundAsSet = 4;
  V bits = Bits(x);
  V parts = (bits & 0x10000) | 0x7fff;
  llvm::Type* const halves = llvm::FixedVectorType::get(b.getInt16Ty(), 32);
  V addend = x.With(b.CreateIntrinsic(
      llvm::Intrinsic::x86_avx512_pmaddw_d_512, {},
      {b.CreateBitCast(parts.get(), halves), llvm::ConstantInt::get(halves, 1)}));
  V sum = bits + addend;
  if (known == Rounded16::kArithmetic) return FromBits(sum & -0x10000, x);
  llvm::Value* const fixed =
      b.CreateIntrinsic(llvm::Intrinsic::x86_avx512_mask_fixupimm_ps_512, {},
                        {FromBits(sum, x).get(), x.get(),
                         llvm::ConstantInt::get(sum.type(), kQuietNansAndZeros),
                         b.getInt32(0), b.getInt16(-1), b.getInt32(kRoundAsSet)});
  return FromBits(Bits(x.With(fixed)) & -0x10000, x);
}

// Facts of a format with fewer than 32 bits and a mantissa, in terms of f32.
struct Format {
  explicit Format(ElementType type) : info(ir::Info(type)) {
    min_exponent = 1 - info.exponent_bias;
    int max_code = (1 << info.exponent_bits) - 1;  // exponent field
    int max_mantissa = (1 << info.mantissa_bits) - 1;
    if (info.specials == SpecialValues::kIeee) --max_code;
    if (info.specials == SpecialValues::kNanAllOnes) --max_mantissa;
    max_finite = std::ldexp(1.0 + std::ldexp(max_mantissa, -info.mantissa_bits),
                            max_code - info.exponent_bias);
    // A float this large has the format's subnormal spacing as its last bit.
    subnormal_magic = std::ldexp(1.5, min_exponent - info.mantissa_bits + 23);
    min_normal = std::ldexp(1.0, min_exponent);
  }
  const ElementTypeInfo& info;
  int min_exponent;
  double max_finite;
  double subnormal_magic;
  double min_normal;
};

// Rounding by integer arithmetic, for any format with a mantissa.
V RoundToFormat(V x, const Format& f) {
  int drop = 23 - f.info.mantissa_bits;
  V bits = Bits(x) & 0x7fffffff;
  V magnitude = FromBits(bits, x);
  V odd = Lshr(bits, drop) & 1;
  V normal = FromBits((bits + odd + ((1 << (drop - 1)) - 1)) & -(1 << drop), x);
  V subnormal = (magnitude + f.subnormal_magic) - f.subnormal_magic;
  V result = Select(magnitude < f.min_normal, subnormal, normal);
  bool has_infinity = f.info.specials == SpecialValues::kIeee;
  V beyond = x.With(has_infinity ? llvm::ConstantFP::getInfinity(x.type())
                                 : llvm::ConstantFP::getNaN(x.type()));
  result = Select(result > f.max_finite, beyond, result);
  result = Select(IsNan(x), x, FromBits(Bits(result) | SignBit(x), x));
  if (f.info.specials == SpecialValues::kNanNegZero) {
    result = Select(Eq(result, 0.0), 0.0, result);  // there is no -0
  }
  return result;
}

// Powers of two from 2^-127 to 2^127; everything else that is positive rounds
// to one, to an even exponent field in the middle; zero, negative: NaN.
V RoundToPowerOfTwo(V x) {
  V bits = Bits(x);
  V rounded = (bits + (Lshr(bits, 23) & 1) + 0x3fffff) & 0x7f800000;
  // Below 2^-126 only 2^-127 (bits 0x400000) and 2^-126 are left.
  V tiny = Select(bits > 0x600000, bits.Int(0x800000), bits.Int(0x400000));
  V result = Select(bits < 0x800000, tiny, rounded);
  V bad = (bits <= 0) | (rounded >= 0x7f800000) | (bits >= 0x7f800000);
  return FromBits(Select(bad, bits.Int(0x7fc00000), result), x);
}

// The code of `x`, which is representable, as an integer of 32 bits.
V CodeOf(V x, const Format& f) {
  const ElementTypeInfo& info = f.info;
  int mantissa = info.mantissa_bits;
  V bits = Bits(x) & 0x7fffffff;
  V magnitude = FromBits(bits, x);
  V normal = Lshr(bits, 23 - mantissa) - ((127 - info.exponent_bias) << mantissa);
  V subnormal = Bits(magnitude + f.subnormal_magic) - Bits(x.Fp(f.subnormal_magic));
  V code = Select(magnitude < f.min_normal, subnormal, normal);
  int sign_bit = 1 << (info.bits - 1);
  int exponents = (1 << info.exponent_bits) - 1;
  int nan = info.specials == SpecialValues::kIeee
                ? (exponents << mantissa) | (1 << (mantissa - 1))
                : sign_bit - 1;
  if (info.specials == SpecialValues::kIeee) {
    code = Select(magnitude > f.max_finite, code.Int(exponents << mantissa), code);
  }
  code = Select(IsNan(x), code.Int(nan), code);
  code = code | Lshr(Bits(x) & INT32_MIN, 32 - info.bits);
  if (info.specials == SpecialValues::kNanNegZero) {
    code = Select(IsNan(x), code.Int(sign_bit), code);
  }
  return code;
}

V FromCode(V code, const Format& f, llvm::Type* f32) {
  const ElementTypeInfo& info = f.info;
  int mantissa = info.mantissa_bits;
  int sign_bit = 1 << (info.bits - 1);
  int exponents = (1 << info.exponent_bits) - 1;
  V like = code.With(llvm::ConstantFP::getZero(f32));
  V magnitude = code & (sign_bit - 1);
  V normal = Shl(magnitude, 23 - mantissa) + ((127 - info.exponent_bias) << 23);
  V magic = like.Fp(f.subnormal_magic);
  V subnormal = FromBits(magnitude + Bits(magic), like) - magic;
  V bits = Select(magnitude < (1 << mantissa), Bits(subnormal), normal);
  switch (info.specials) {
    case SpecialValues::kIeee:
      // Infinities and NaNs keep their mantissa.
      bits = Select(magnitude >= (exponents << mantissa),
                    Shl(magnitude, 23 - mantissa) | 0x7f800000, bits);
      break;
    case SpecialValues::kNanAllOnes:
      bits = Select(Eq(magnitude, sign_bit - 1), bits.Int(0x7fc00000), bits);
      break;
    case SpecialValues::kNanNegZero:
      bits = Select(Eq(code, sign_bit), bits.Int(0x7fc00000), bits);
      break;
    default:
      break;
  }
  return FromBits(bits | Shl(code & sign_bit, 32 - info.bits), like);
}

}  // namespace

llvm::Type* StorageType(llvm::IRBuilderBase& b, ElementType type, int lanes) {
  const ElementTypeInfo& info = ir::Info(type);
  TW_CHECK(type != ElementType::kToken);
  ElementType real = ir::RealPart(type);
  llvm::Type* scalar = real == ElementType::kF32   ? b.getFloatTy()
                       : real == ElementType::kF64 ? b.getDoubleTy()
                                                   : b.getIntNTy(8 * info.storage_bytes);
  return WithLanes(scalar, lanes);
}

llvm::Type* ComputeType(llvm::IRBuilderBase& b, ElementType type, int lanes) {
  TW_CHECK(type != ElementType::kToken);
  ElementType real = ir::RealPart(type);
  llvm::Type* scalar = real == ElementType::kF64 ? b.getDoubleTy()
                       : ir::IsFloat(real)       ? b.getFloatTy()
                                                 : b.getIntNTy(ir::Info(real).bits);
  return WithLanes(scalar, lanes);
}

Lanes Decode(llvm::IRBuilderBase& b, const ScalarOptions& options, ElementType type,
             llvm::Value* bits) {
  Lanes result{.type = type, .bits = bits};
  V code(b, bits, options);
  const ElementTypeInfo& info = ir::Info(type);
  llvm::Type* compute = ComputeType(b, type, code.lanes());
  if (type == ElementType::kI1) {
    result.re = Ne(code, 0).get();
  } else if (!IsNarrowFloat(type)) {
    result.re = code.type() == compute ? bits : b.CreateTrunc(bits, compute);
  } else if (type == ElementType::kBF16) {
    result.re = b.CreateBitCast(Shl(ZextTo(code, 32), 16).get(), compute);
  } else if (type == ElementType::kF16 && options.target.f16c) {
    llvm::Value* half = b.CreateBitCast(bits, WithLanes(b.getHalfTy(), code.lanes()));
    result.re = b.CreateFPExt(half, compute);
  } else if (info.specials == SpecialValues::kExponentOnly) {
    V wide = ZextTo(code, 32);
    V value = Select(Eq(wide, 0), wide.Int(0x400000), Shl(wide, 23));
    value = Select(Eq(wide, 0xff), wide.Int(0x7fc00000), value);
    result.re = b.CreateBitCast(value.get(), compute);
  } else {
    result.re = FromCode(ZextTo(code, 32), Format(type), compute).get();
  }
  return result;
}

llvm::Value* Encode(llvm::IRBuilderBase& b, const ScalarOptions& options,
                    const Lanes& value) {
  if (value.bits != nullptr) return value.bits;
  V x(b, value.re, options);
  ElementType type = value.type;
  const ElementTypeInfo& info = ir::Info(type);
  llvm::Type* storage = StorageType(b, type, x.lanes());
  if (!IsNarrowFloat(type)) {
    if (x.type() == storage) return value.re;
    return ir::IsSigned(type) ? b.CreateSExt(value.re, storage)
                              : b.CreateZExt(value.re, storage);
  }
  if (type == ElementType::kBF16) return TruncTo(Lshr(Bits(x), 16), 16).get();
  if (type == ElementType::kF16 && options.target.f16c) {
    return b.CreateBitCast(HalfOf(x).get(), storage);
  }
  if (info.specials == SpecialValues::kExponentOnly) {
    return TruncTo(Select(IsNan(x), Bits(x).Int(0xff), Lshr(Bits(x), 23)), 8).get();
  }
  return TruncTo(CodeOf(x, Format(type)), info.bits).get();
}

V RoundToOdd(V x) {
  V nearest = ToF32(x);
  V back = ToF64(nearest);
  V beyond = MaskToInt(Abs(back) > Abs(x), 32);
  V inexact = MaskToInt(Ne(back, x), 32);
  V odd = (Bits(nearest) - beyond) | inexact;
  return Select(IsNan(x), nearest, FromBits(odd, nearest));
}

// Law: subnormal floats are zeros where `tpu` numerics' floating-point state says so,
// with an instruction for it and without. x86's flushes them whatever the state is; Arm's
// does as the state says.
bool RoundsToBf16InHardware(const VectorTarget& target, V x) {
  return target.neon_bf16 || (target.avx512_bf16 && x.relaxed());
}

Lanes RoundTo(const ScalarOptions& options, ElementType type, V x, Rounded16 known) {
  Lanes result{.type = type};
  if (type == ElementType::kF64) {
    result.re = ToF64(x).get();
    return result;
  }
  if (type == ElementType::kF32) {
    result.re = ToF32(x).get();
    return result;
  }
  if (x.is_f64()) x = RoundToOdd(x);
  // LLVM converts constants itself, and keeps their subnormals.
  const bool is_known = llvm::isa<llvm::Constant>(x.get());
  if (type == ElementType::kBF16 && !is_known &&
      RoundsToBf16InHardware(options.target, x)) {
    llvm::IRBuilderBase& b = x.builder();
    llvm::Value* narrow = b.CreateFPTrunc(x.get(), WithLanes(b.getBFloatTy(), x.lanes()));
    V bits = x.With(b.CreateBitCast(narrow, StorageType(b, type, x.lanes())));
    result.bits = bits.get();
    result.re = FromBits(Shl(ZextTo(bits, 32), 16), x).get();
  } else if (type == ElementType::kBF16) {
    const bool avx512 =
        options.target.avx512 && options.target.vector_bits == 512 && x.lanes() == 16;
    result.re = (avx512 ? RoundToBf16WithAvx512(x, known) : RoundToBf16(x, known)).get();
  } else if (type == ElementType::kF16 && options.target.f16c) {
    llvm::IRBuilderBase& b = x.builder();
    V half = HalfOf(x);
    result.re = b.CreateFPExt(half.get(), x.type());
    result.bits = b.CreateBitCast(half.get(), StorageType(b, type, x.lanes()));
  } else if (ir::Info(type).specials == SpecialValues::kExponentOnly) {
    result.re = RoundToPowerOfTwo(x).get();
  } else {
    result.re = RoundToFormat(x, Format(type)).get();
  }
  return result;
}

}  // namespace tilewright::codegen
