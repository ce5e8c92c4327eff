// The table of elementwise operations: which emitter serves which kind of
// element.
#include "codegen/scalar/scalar_ops.h"

#include <array>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "codegen/math/functions.h"
#include "codegen/scalar/emit_context.h"
#include "llvm/IR/Constant.h"
#include "support/check.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::OpKind;

using Emitter = Z (*)(const EmitContext& c);
constexpr Emitter kNone = nullptr;

// Native forms for float and double.
template <V (*kFunction)(V)>
Z Native(const EmitContext& c) {
  return kFunction(c.x);
}
// Functions that are emitted on doubles only.
template <V (*kFunction)(V)>
Z Widened(const EmitContext& c) {
  V result = kFunction(ToF64(c.x));
  return c.x.is_f32() ? ToF32(result) : result;
}
Z WidenedPower(const EmitContext& c) {
  V result = Pow(ToF64(c.x), ToF64(c.y), c.x.is_f32());
  return c.x.is_f32() ? ToF32(result) : result;
}
template <V (*kFunction)(V, V)>
Z Widened2(const EmitContext& c) {
  V result = kFunction(ToF64(c.x), ToF64(c.y));
  return c.x.is_f32() ? ToF32(result) : result;
}
// Complex functions are emitted on doubles as well.
Z Wide(Z z) { return Z(ToF64(z.re), ToF64(z.im)); }
Z Narrow(Z z, V like) {
  if (!like.is_f32()) return z;
  return z.im ? Z(ToF32(z.re), ToF32(z.im)) : Z(ToF32(z.re));
}
template <Z (*kFunction)(Z)>
Z Complex(const EmitContext& c) {
  return Narrow(kFunction(Wide(c.complex(0))), c.x);
}
Z ComplexAbs(const EmitContext& c) { return Narrow(Absolute(Wide(c.complex(0))), c.x); }
Z ComplexPower(const EmitContext& c) {
  return Narrow(Pow(Wide(c.complex(0)), Wide(c.complex(1))), c.x);
}
Z ComplexAtan2(const EmitContext& c) {
  return Narrow(Atan2(Wide(c.complex(0)), Wide(c.complex(1))), c.x);
}
Z ComplexAdd(const EmitContext& c) { return c.complex(0) + c.complex(1); }
Z ComplexSubtract(const EmitContext& c) { return c.complex(0) - c.complex(1); }
Z ComplexMultiply(const EmitContext& c) { return Multiply(c.complex(0), c.complex(1)); }
// (x - y)(x + y) keeps what x^2 - y^2 loses where the two are close. It is 0 where
// they are equal, also if a sum overflows; infinities have no difference.
Z ComplexSquare(const EmitContext& c) {
  const Z z = c.complex(0);
  const V size = Abs(z.re);
  const V cancels = Eq(size, Abs(z.im)) & ~IsInf(size);
  const V cross = z.re * z.im;
  return Z(Select(cancels, 0.0, (z.re - z.im) * (z.re + z.im)), cross + cross);
}
Z ComplexDivide(const EmitContext& c) { return Divide(c.complex(0), c.complex(1)); }
Z ComplexNegate(const EmitContext& c) { return -c.complex(0); }
Z ComplexCompare(const EmitContext& c) {
  Z x = c.complex(0);
  Z y = c.complex(1);
  if (c.op.a == kNe) return Ne(x.re, y.re) | Ne(x.im, y.im);
  return Eq(x.re, y.re) & Eq(x.im, y.im);
}

// Complex numbers are ordered by real, then imaginary part; NaNs are kept.
V ComesAfter(Z x, Z y) {
  return (x.re > y.re) | (Eq(x.re, y.re) & (x.im > y.im)) | Ne(x.re, x.re) |
         Ne(x.im, x.im);
}
Z ComplexMaximum(const EmitContext& c) {
  Z x = c.complex(0);
  Z y = c.complex(1);
  return Choose(ComesAfter(x, y), x, y);
}
Z ComplexMinimum(const EmitContext& c) {
  Z x = c.complex(0);
  Z y = c.complex(1);
  return Choose(ComesAfter(-x, -y), x, y);
}

// Operands in order: the least, the value, the largest.
Z ComplexClamp(const EmitContext& c) {
  const Z raised =
      Choose(ComesAfter(c.complex(1), c.complex(0)), c.complex(1), c.complex(0));
  return Choose(ComesAfter(-raised, -c.complex(2)), raised, c.complex(2));
}
Z BooleanClamp(const EmitContext& c) { return (c.x | c.y) & c.z; }

Z Add(const EmitContext& c) { return c.x + c.y; }
Z Subtract(const EmitContext& c) { return c.x - c.y; }
Z Times(const EmitContext& c) { return c.x * c.y; }
Z Quotient(const EmitContext& c) { return c.x / c.y; }
Z Negate(const EmitContext& c) { return -c.x; }
Z Square(const EmitContext& c) { return c.x * c.x; }
Z And(const EmitContext& c) { return c.x & c.y; }
Z Or(const EmitContext& c) { return c.x | c.y; }
Z Xor(const EmitContext& c) { return c.x ^ c.y; }
Z Not(const EmitContext& c) { return ~c.x; }
Z Same(const EmitContext& c) { return c.x; }
Z MakeComplex(const EmitContext& c) { return Z(c.x, c.y); }
Z Imaginary(const EmitContext& c) { return c.complex(0).im; }
Z ZeroOfReal(const EmitContext& c) { return c.x.Fp(0.0); }
Z Conjugate(const EmitContext& c) { return Z(c.x, -c.complex(0).im); }

struct Row {
  OpKind kind;
  Emitter real;
  Emitter integer;
  Emitter boolean;
  Emitter complex;
};

// In enum order. kConvert and kSelect are emitted by EmitScalarOp itself: their
// operands differ in type.
constexpr Row kRows[] = {
    {OpKind::kAbs, Native<Abs>, IntegerAbs, kNone, ComplexAbs},
    {OpKind::kCbrt, Widened<Cbrt>, kNone, kNone, Complex<Cbrt>},
    {OpKind::kCeil, Native<Ceil>, kNone, kNone, kNone},
    {OpKind::kConvert, kNone, kNone, kNone, kNone},
    {OpKind::kCosine, Native<Cos>, kNone, kNone, Complex<Cos>},
    {OpKind::kCountLeadingZeros, kNone, IntegerCountLeadingZeros, kNone, kNone},
    {OpKind::kExponential, Native<Exp>, kNone, kNone, Complex<Exp>},
    {OpKind::kExponentialMinusOne, Native<Expm1>, kNone, kNone, Complex<Expm1>},
    {OpKind::kFloor, Native<Floor>, kNone, kNone, kNone},
    {OpKind::kImag, ZeroOfReal, kNone, kNone, Imaginary},
    {OpKind::kIsFinite, FloatIsFinite, kNone, kNone, kNone},
    {OpKind::kLog, Native<Log>, kNone, kNone, Complex<Log>},
    {OpKind::kLogPlusOne, Native<Log1p>, kNone, kNone, Complex<Log1p>},
    {OpKind::kLogistic, Native<Logistic>, kNone, kNone, Complex<Logistic>},
    {OpKind::kNegate, Negate, Negate, kNone, ComplexNegate},
    {OpKind::kNot, kNone, Not, Not, kNone},
    {OpKind::kPopcnt, kNone, IntegerPopcnt, kNone, kNone},
    {OpKind::kReal, Same, kNone, kNone, Same},
    {OpKind::kReducePrecision, FloatReducePrecision, kNone, kNone, kNone},
    {OpKind::kRoundNearestAfz, FloatRoundAfz, kNone, kNone, kNone},
    {OpKind::kRoundNearestEven, Native<RoundEven>, kNone, kNone, kNone},
    {OpKind::kRsqrt, Native<Rsqrt>, kNone, kNone, Complex<Rsqrt>},
    {OpKind::kSign, FloatSign, IntegerSign, kNone, Complex<Sign>},
    {OpKind::kSine, Native<Sin>, kNone, kNone, Complex<Sin>},
    {OpKind::kSqrt, Native<Sqrt>, kNone, kNone, Complex<Sqrt>},
    {OpKind::kTan, Native<Tan>, kNone, kNone, Complex<Tan>},
    {OpKind::kTanh, Native<Tanh>, kNone, kNone, Complex<Tanh>},
    {OpKind::kAcos, Widened<Acos>, kNone, kNone, Complex<Acos>},
    {OpKind::kAcosh, Widened<Acosh>, kNone, kNone, Complex<Acosh>},
    {OpKind::kAsin, Widened<Asin>, kNone, kNone, Complex<Asin>},
    {OpKind::kAsinh, Widened<Asinh>, kNone, kNone, Complex<Asinh>},
    {OpKind::kAtan, Widened<Atan>, kNone, kNone, Complex<Atan>},
    {OpKind::kAtanh, Widened<Atanh>, kNone, kNone, Complex<Atanh>},
    {OpKind::kBesselI1e, Widened<BesselI1e>, kNone, kNone, kNone},
    {OpKind::kConj, Same, kNone, kNone, Conjugate},
    {OpKind::kCosh, Widened<Cosh>, kNone, kNone, Complex<Cosh>},
    {OpKind::kDigamma, Widened<Digamma>, kNone, kNone, kNone},
    {OpKind::kErf, Native<Erf>, kNone, kNone, kNone},
    {OpKind::kErfInv, Native<ErfInv>, kNone, kNone, kNone},
    {OpKind::kErfc, Native<Erfc>, kNone, kNone, kNone},
    {OpKind::kLgamma, Widened<Lgamma>, kNone, kNone, kNone},
    {OpKind::kSinh, Widened<Sinh>, kNone, kNone, Complex<Sinh>},
    {OpKind::kSquare, Square, Square, kNone, ComplexSquare},
    {OpKind::kAdd, Add, Add, Or, ComplexAdd},
    {OpKind::kAnd, kNone, And, And, kNone},
    {OpKind::kAtan2, Widened2<Atan2>, kNone, kNone, ComplexAtan2},
    {OpKind::kCompare, FloatCompare, IntegerCompare, IntegerCompare, ComplexCompare},
    {OpKind::kComplex, MakeComplex, kNone, kNone, kNone},
    {OpKind::kDivide, Quotient, IntegerDivide, kNone, ComplexDivide},
    {OpKind::kMaximum, FloatMaximum, IntegerMaximum, Or, ComplexMaximum},
    {OpKind::kMinimum, FloatMinimum, IntegerMinimum, And, ComplexMinimum},
    {OpKind::kMulhi, kNone, IntegerMulhi, kNone, kNone},
    {OpKind::kMultiply, Times, Times, And, ComplexMultiply},
    {OpKind::kNextAfter, FloatNextAfter, kNone, kNone, kNone},
    {OpKind::kOr, kNone, Or, Or, kNone},
    {OpKind::kPower, WidenedPower, IntegerPower, kNone, ComplexPower},
    {OpKind::kRemainder, FloatRemainder, IntegerRemainder, kNone, kNone},
    {OpKind::kShiftLeft, kNone, IntegerShiftLeft, kNone, kNone},
    {OpKind::kShiftRightArithmetic, kNone, IntegerShiftRightArithmetic, kNone, kNone},
    {OpKind::kShiftRightLogical, kNone, IntegerShiftRightLogical, kNone, kNone},
    {OpKind::kSubtract, Subtract, Subtract, kNone, ComplexSubtract},
    {OpKind::kXor, kNone, Xor, Xor, kNone},
    {OpKind::kClamp, FloatClamp, IntegerClamp, BooleanClamp, ComplexClamp},
    {OpKind::kSelect, kNone, kNone, kNone, kNone},
};

constexpr bool RowsMatchOps() {
  constexpr std::array kClasses = {
#define TW_CLASS(kind, name, op_class, ...) ir::OpClass::op_class,
      TW_FOR_EACH_OP(TW_CLASS)
#undef TW_CLASS
  };
  size_t row = 0;
  for (size_t kind = 0; kind < kClasses.size(); ++kind) {
    if (kClasses[kind] != ir::OpClass::kElementwise) continue;
    if (row == std::size(kRows)) return false;
    if (static_cast<size_t>(kRows[row++].kind) != kind) return false;
  }
  return row == std::size(kRows);
}
static_assert(RowsMatchOps(), "list every elementwise operation, in enum order");

const Row& FindRow(OpKind kind) {
  for (const Row& row : kRows) {
    if (row.kind == kind) return row;
  }
  TW_CHECK(!"elementwise");
  return kRows[0];
}

Emitter EmitterFor(const Row& row, ElementType type) {
  if (ir::IsFloat(type)) return row.real;
  if (ir::IsInteger(type)) return row.integer;
  if (ir::IsComplex(type)) return row.complex;
  return ir::IsBool(type) ? row.boolean : kNone;
}

Lanes EmitSelect(llvm::IRBuilderBase& b, const ScalarOptions& options,
                 absl::Span<const Lanes> operands) {
  Lanes on_true = operands[1];
  Lanes on_false = operands[2];
  llvm::Value* mask = operands[0].re;
  // Beside what lies in memory, what was computed is brought into that form: which of
  // the two is chosen must not decide whether a NaN keeps its payload.
  if (on_true.bits != nullptr || on_false.bits != nullptr) {
    on_true.bits = Encode(b, options, on_true);
    on_false.bits = Encode(b, options, on_false);
  }
  Lanes result{.type = on_true.type};
  result.re = b.CreateSelect(mask, on_true.re, on_false.re);
  if (on_true.im != nullptr) result.im = b.CreateSelect(mask, on_true.im, on_false.im);
  if (on_true.bits != nullptr && on_false.bits != nullptr) {
    result.bits = on_true.bits == on_true.re && on_false.bits == on_false.re
                      ? result.re
                      : b.CreateSelect(mask, on_true.bits, on_false.bits);
  }
  return result;
}

// Whether the real form of an operation yields values of the type without being
// rounded to it.
bool IsExact(OpKind kind, ElementType type) {
  // Without -0 or without zero and a sign nothing is sure.
  ir::SpecialValues specials = ir::Info(type).specials;
  if (specials != ir::SpecialValues::kIeee &&
      specials != ir::SpecialValues::kNanAllOnes) {
    return false;
  }
  switch (kind) {
    case OpKind::kAbs:
    case OpKind::kCeil:
    case OpKind::kClamp:
    case OpKind::kFloor:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
    case OpKind::kNegate:
    case OpKind::kNextAfter:
    case OpKind::kReal:
    case OpKind::kRoundNearestAfz:
    case OpKind::kRoundNearestEven:
    case OpKind::kSign:
      return true;
    default:
      return false;
  }
}

// What rounding to bf16 may know of an operation's result, where that saves something.
Rounded16 KnownOf(const EmitContext& c) {
  if (c.result_type != ElementType::kBF16 ||
      RoundsToBf16InHardware(c.options.target, c.x)) {
    return Rounded16::kAnything;
  }
  const auto is_bf16 = [](const Lanes& x) { return x.type == ElementType::kBF16; };
  if (!absl::c_all_of(c.operands, is_bf16)) return Rounded16::kAnything;
  // What is known when the code is made is computed then, on all processors alike.
  const auto is_constant = [](const Lanes& x) { return llvm::isa<llvm::Constant>(x.re); };
  if (absl::c_all_of(c.operands, is_constant)) return Rounded16::kAnything;
  switch (c.op.kind) {
    case OpKind::kAdd:
    case OpKind::kDivide:
    case OpKind::kMultiply:
    case OpKind::kSubtract:
      return Rounded16::kArithmetic;
    case OpKind::kExponential:
    case OpKind::kLogistic:
    case OpKind::kRsqrt:
    case OpKind::kSqrt:
    case OpKind::kTanh:
      return Rounded16::kShortNan;
    default:
      return Rounded16::kAnything;
  }
}

// Emits instructions that nothing folds: what they do to subnormals is what the
// floating-point state says.
Z EmitUnfolded(Emitter emit, const EmitContext& c) {
  const llvm::IRBuilderBase::FastMathFlagGuard guard(c.b);
  c.b.setIsFPConstrained(true);
  c.b.setDefaultConstrainedExcept(llvm::fp::ebIgnore);
  c.b.setDefaultConstrainedRounding(llvm::RoundingMode::Dynamic);
  return emit(c);
}

}  // namespace

absl::StatusOr<Lanes> EmitScalarOp(llvm::IRBuilderBase& b, const ScalarOptions& options,
                                   const ScalarOp& op, absl::Span<const Lanes> operands,
                                   ElementType result_type) {
  if (op.kind == OpKind::kConvert) return Convert(options, operands[0], b, result_type);
  if (op.kind == OpKind::kSelect) return EmitSelect(b, options, operands);
  if (op.kind == OpKind::kBitcastConvert) {
    const Lanes& x = operands[0];
    if (x.im != nullptr) return x;
    llvm::Value* bits = Encode(b, options, x);
    int lanes = V(b, bits, options).lanes();
    bits = b.CreateBitCast(bits, StorageType(b, result_type, lanes));
    return Decode(b, options, result_type, bits);
  }
  ElementType type = operands[0].type;
  const Row& row = FindRow(op.kind);
  Emitter emit = EmitterFor(row, type);
  if (emit == kNone) {
    return absl::UnimplementedError(
        absl::StrCat(ir::Name(op.kind), " on ", ir::Name(type), " is not supported"));
  }
  EmitContext c{.b = b,
                .options = options,
                .op = op,
                .operands = operands,
                .type = type,
                .result_type = result_type};
  c.x = V(b, operands[0].re, options);
  if (operands.size() > 1) c.y = V(b, operands[1].re, options);
  if (operands.size() > 2) c.z = V(b, operands[2].re, options);
  const Rounded16 known = KnownOf(c);
  const Z z = known == Rounded16::kArithmetic ? EmitUnfolded(emit, c) : emit(c);
  Lanes result{.type = result_type, .re = z.re.get(), .im = z.im.get()};
  bool narrow = ir::IsFloat(result_type) && ir::Info(result_type).bits < 32;
  if (narrow && !IsExact(op.kind, result_type)) {
    return RoundTo(options, result_type, z.re, known);
  }
  return result;
}

}  // namespace tilewright::codegen
