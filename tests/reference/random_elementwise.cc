// Elementwise operations of all classes on all types.
#include "tests/reference/random_generator.h"

namespace tilewright::reference {

using enum ir::AttributeName;
using enum OpKind;

namespace {

const std::vector<OpKind> kRealUnary = {kAbs,
                                        kCbrt,
                                        kCeil,
                                        kCosine,
                                        kExponential,
                                        kExponentialMinusOne,
                                        kFloor,
                                        kLog,
                                        kLogPlusOne,
                                        kLogistic,
                                        kNegate,
                                        kRoundNearestAfz,
                                        kRoundNearestEven,
                                        kRsqrt,
                                        kSign,
                                        kSine,
                                        kSqrt,
                                        kTan,
                                        kTanh,
                                        kAcos,
                                        kAcosh,
                                        kAsin,
                                        kAsinh,
                                        kAtan,
                                        kAtanh,
                                        kCosh,
                                        kErf,
                                        kErfInv,
                                        kErfc,
                                        kSinh,
                                        kSquare,
                                        kNegate,
                                        kAbs,
                                        kSquare,
                                        kFloor,
                                        kSign,
                                        kIsFinite,
                                        kReal,
                                        kBesselI1e,
                                        kLgamma,
                                        kDigamma};
const std::vector<OpKind> kComplexUnary = {
    kAbs,   kCosine, kExponential, kLog,  kLogistic, kNegate, kNegate, kReal, kImag,
    kRsqrt, kSign,   kSine,        kSqrt, kTanh,     kConj,   kSquare, kReal, kImag};
const std::vector<OpKind> kSignedUnary = {
    kAbs, kCountLeadingZeros, kNegate, kNot, kPopcnt, kSign, kSquare};
const std::vector<OpKind> kUnsignedUnary = {kCountLeadingZeros, kNegate, kNot, kPopcnt,
                                            kSquare};
const std::vector<OpKind> kRealBinary = {kAdd,       kAdd,    kSubtract, kMultiply,
                                         kMultiply,  kDivide, kMaximum,  kMinimum,
                                         kRemainder, kPower,  kAtan2,    kNextAfter};
const std::vector<OpKind> kComplexBinary = {kAdd, kSubtract, kMultiply, kDivide};
const std::vector<OpKind> kIntegerBinary = {kAdd,
                                            kSubtract,
                                            kMultiply,
                                            kDivide,
                                            kMaximum,
                                            kMinimum,
                                            kRemainder,
                                            kAnd,
                                            kOr,
                                            kXor,
                                            kPower,
                                            kMulhi,
                                            kShiftLeft,
                                            kShiftRightArithmetic,
                                            kShiftRightLogical};
const std::vector<OpKind> kBooleanBinary = {kAnd,      kOr,      kXor,    kAdd,
                                            kMultiply, kMaximum, kMinimum};

}  // namespace

void Generator::AddElementwise() {
  switch (Below(10)) {
    case 0:
    case 1:
      return AddUnary();
    case 2:
    case 3:
    case 4:
      return AddBinary();
    case 5:
    case 6:
      return AddCompare();
    case 7:
      return AddChoice();
    case 8:
      return AddConvert();
    default:
      return AddBitcast();
  }
}

void Generator::AddUnary() {
  const ValueId x = Any();
  const ElementType element = type(x).element;
  if (ir::IsBool(element)) {
    Append(kNot, {x});
  } else if (ir::IsFloat(element)) {
    if (Once(10)) {
      ir::Attributes at;
      at.Set(kExponentBits, int64_t{2 + Below(8)});
      at.Set(kMantissaBits, int64_t{1 + Below(12)});
      Append(kReducePrecision, {x}, std::move(at));
      return;
    }
    const OpKind kind = OneOf(kRealUnary);
    // Mostly where the function has a finite value.
    ValueId y = x;
    if ((kind == kLog || kind == kSqrt || kind == kRsqrt) && !Once(4)) {
      y = Added(kAbs, {x});
    }
    Append(kind, {y});
  } else if (ir::IsComplex(element)) {
    Append(OneOf(kComplexUnary), {x});
  } else {
    Append(OneOf(ir::IsSigned(element) ? kSignedUnary : kUnsignedUnary), {x});
  }
}

void Generator::AddBinary() {
  const ValueId x = Any();
  const ValueId y = Of(type(x));
  const ElementType element = type(x).element;
  if (ir::IsBool(element)) {
    Append(OneOf(kBooleanBinary), {x, y});
  } else if (ir::IsFloat(element)) {
    const bool parts = element == ElementType::kF32 || element == ElementType::kF64;
    Append(parts && Once(20) ? kComplex : OneOf(kRealBinary), {x, y});
  } else {
    Append(OneOf(ir::IsComplex(element) ? kComplexBinary : kIntegerBinary), {x, y});
  }
}

void Generator::AddCompare() {
  const ValueId x = Any();
  const ValueId y = Of(type(x));
  const ElementType element = type(x).element;
  ir::Attributes at;
  const std::vector<std::string> directions = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  at.Set(kComparisonDirection, directions[Below(ir::IsComplex(element) ? 2 : 6)]);
  if (ir::IsFloat(element) && Once(4)) at.Set(kCompareType, std::string("TOTALORDER"));
  Append(kCompare, {x, y}, std::move(at));
}

void Generator::AddChoice() {
  const ValueId x = Any();
  const TensorType of = type(x);
  if (Once(3)) {
    Append(kClamp, {Of(of), x, Of(of)});
  } else {
    Append(kSelect, {Of({ElementType::kI1, of.shape}), x, Of(of)});
  }
}

void Generator::AddConvert() {
  const ValueId x = Any();
  Append(kConvert, {x}, {}, {{AnyType(), type(x).dims()}});
}

void Generator::AddBitcast() {
  const ValueId x = Any();
  const ir::ElementTypeInfo& from = ir::Info(type(x).element);
  for (int attempt = 0; attempt < 10; ++attempt) {
    const auto to = static_cast<ElementType>(Below(ir::kElementTypeCount - 1));
    // Elements of less than a byte take one each, and i1 has two values.
    if (ir::Info(to).bits < 8 || from.bits < 8 || ir::IsBool(to)) continue;
    if (Append(kBitcastConvert, {x}, {}, {{to, type(x).dims()}})) return;
  }
}

}  // namespace tilewright::reference
