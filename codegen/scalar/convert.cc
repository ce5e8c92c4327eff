// convert between any two element types.
#include <cmath>
#include <cstdint>

#include "codegen/scalar/emit_context.h"
#include "llvm/ADT/APInt.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "support/check.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;

// As FloatToInteger, by Arm's instructions, which saturate to 32 or 64 bits themselves.
V FloatToIntegerOnArm(V x, ElementType to) {
  llvm::IRBuilderBase& b = x.builder();
  const int bits = ir::Info(to).bits;
  const bool is_signed = ir::IsSigned(to);
  const bool narrow = bits < 32;
  llvm::Type* const type = ComputeType(b, narrow ? ElementType::kI32 : to, x.lanes());
  const V result = x.With(b.CreateIntrinsic(
      is_signed || narrow ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
      {type, x.type()}, {x.get()}));
  if (!narrow) return result;
  const double least = is_signed ? -(1 << (bits - 1)) : 0;
  const double most = (1 << (is_signed ? bits - 1 : bits)) - 1;
  return TruncTo(AtMost(AtLeast(result, least), most), bits);
}

// Truncates towards zero and saturates; NaN is zero. LLVM's conversion that
// saturates goes lane by lane on x86, so only what fits is converted here.
V FloatToInteger(V x, ElementType to) {
  if (!x.options().target.x86) return FloatToIntegerOnArm(x, to);
  llvm::IRBuilderBase& b = x.builder();
  const int bits = ir::Info(to).bits;
  const bool is_signed = ir::IsSigned(to);
  const bool narrow = bits < 32;
  llvm::Type* const type = ComputeType(b, narrow ? ElementType::kI32 : to, x.lanes());
  // The least result and the number behind the largest: powers of two or zero,
  // which every format has.
  const double least = is_signed ? -std::ldexp(1.0, bits - 1) : 0.0;
  const double beyond = std::ldexp(1.0, is_signed ? bits - 1 : bits);
  const V below = x < least;
  const V above = x >= beyond;
  const V fitting = Select((x >= least) & (x < beyond), x, 0.0);
  const V converted = x.With(is_signed || narrow ? b.CreateFPToSI(fitting.get(), type)
                                                 : b.CreateFPToUI(fitting.get(), type));
  const auto constant = [&](const llvm::APInt& value) {
    const int width = converted.width();
    return x.With(
        llvm::ConstantInt::get(type, is_signed ? value.sext(width) : value.zext(width)));
  };
  const V high = constant(is_signed ? llvm::APInt::getSignedMaxValue(bits)
                                    : llvm::APInt::getMaxValue(bits));
  const V lowest = constant(is_signed ? llvm::APInt::getSignedMinValue(bits)
                                      : llvm::APInt::getMinValue(bits));
  const V result = Select(above, high, Select(below, lowest, converted));
  return narrow ? TruncTo(result, bits) : result;
}

// An integer with at most `digits` significant bits that every format of half as many
// or less rounds to the same as `x`: what is cut off stays as a last bit.
V KeepSticky(V x, bool is_signed, int digits) {
  const int low = x.width() - digits + 1;
  V cut = x & x.Int((int64_t{1} << low) - 1);
  V sticky = Shl(MaskToInt(Ne(cut, 0), x.width()), low);
  V shortened = ((x ^ cut) | sticky);
  V magnitude = is_signed ? Select(x < 0, -x, x) : x;
  return Select(Ne(Lshr(magnitude, digits), 0), shortened, x);
}

V ConvertInteger(V x, bool is_signed, V like) {
  llvm::IRBuilderBase& b = x.builder();
  return x.With(is_signed ? b.CreateSIToFP(x.get(), like.type())
                          : b.CreateUIToFP(x.get(), like.type()));
}

Lanes IntegerToFloat(const ScalarOptions& options, V x, bool is_signed, ElementType to) {
  llvm::IRBuilderBase& b = x.builder();
  if (x.width() < 32) {
    x = is_signed ? SextTo(x, 32) : ZextTo(x, 32);
    is_signed = true;  // it fits
    if (to != ElementType::kF64) {
      V like = x.With(
          llvm::Constant::getNullValue(ComputeType(b, ElementType::kF32, x.lanes())));
      return RoundTo(options, to, ConvertInteger(x, true, like));
    }
  }
  bool direct = to == ElementType::kF64 || to == ElementType::kF32;
  ElementType through = direct            ? to
                        : x.width() == 64 ? ElementType::kF64
                                          : ElementType::kF32;
  if (!direct) x = KeepSticky(x, is_signed, x.width() == 64 ? 53 : 24);
  V like = x.With(llvm::Constant::getNullValue(ComputeType(b, through, x.lanes())));
  return RoundTo(options, to, ConvertInteger(x, is_signed, like));
}

}  // namespace

Lanes Convert(const ScalarOptions& options, const Lanes& from, llvm::IRBuilderBase& b,
              ElementType to) {
  ElementType type = from.type;
  if (type == to) return from;
  V x(b, from.re, options);
  if (ir::IsComplex(to)) {
    ElementType part = ir::RealPart(to);
    Lanes real{.type = ir::RealPart(type), .re = from.re};
    Lanes result{.type = to, .re = Convert(options, real, b, part).re};
    if (ir::IsComplex(type)) {
      Lanes imaginary{.type = real.type, .re = from.im};
      result.im = Convert(options, imaginary, b, part).re;
    } else {
      result.im = llvm::Constant::getNullValue(result.re->getType());
    }
    return result;
  }
  if (to == ElementType::kI1) {
    // Of a complex number only the real part counts, as in every conversion to
    // a real type.
    V truth = x.is_float() ? Ne(x, 0.0) : Ne(x, 0);
    return Lanes{.type = to, .re = truth.get()};
  }
  if (ir::IsComplex(type)) {
    return Convert(options, Lanes{.type = ir::RealPart(type), .re = from.re}, b, to);
  }
  if (ir::IsFloat(to)) {
    if (ir::IsFloat(type)) return RoundTo(options, to, x);
    return IntegerToFloat(options, x, ir::IsSigned(type), to);
  }
  if (ir::IsFloat(type)) {
    return Lanes{.type = to, .re = FloatToInteger(x, to).get()};
  }
  llvm::Type* compute = ComputeType(b, to, x.lanes());
  llvm::Value* value = ir::IsSigned(type) ? b.CreateSExtOrTrunc(x.get(), compute)
                                          : b.CreateZExtOrTrunc(x.get(), compute);
  return Lanes{.type = to, .re = value};
}

}  // namespace tilewright::codegen
