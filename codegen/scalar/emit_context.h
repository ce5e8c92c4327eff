// What the files of scalar_ops share: the context of one emission and the
// emitters that the table in scalar_ops.cc names.
#pragma once

#include "absl/types/span.h"
#include "codegen/math/complex.h"
#include "codegen/math/lane_value.h"
#include "codegen/scalar/scalar_ops.h"

namespace tilewright::codegen {

// One operation being emitted. Operands are in compute form.
struct EmitContext {
  llvm::IRBuilderBase& b;
  const ScalarOptions& options;
  const ScalarOp& op;
  absl::Span<const Lanes> operands;
  ir::ElementType type;  // of the operand that the row was chosen by
  ir::ElementType result_type;
  V x, y, z;  // real parts of the operands, as far as there are

  V re(int i) const { return V(b, operands[i].re, options); }
  Z complex(int i) const {
    return Z(V(b, operands[i].re, options), V(b, operands[i].im, options));
  }
  bool is_unsigned() const { return ir::IsUnsigned(type); }
};

// --- format.cc: memory formats of floating types ---
// What is known of a float that is rounded to bf16, besides its value.
enum class Rounded16 {
  kAnything,
  // A NaN ends in 16 zeros: it came from an operand of bf16, or is the processor's own.
  kShortNan,
  // And an instruction of arithmetic gave it, which nothing may fold: a NaN is quiet, a
  // subnormal is there only if the floating-point state lets it be.
  kArithmetic,
};
// Whether the target has an instruction for rounding `x` to bf16.
bool RoundsToBf16InHardware(const VectorTarget& target, V x);
// The value of `x` (float or double) in `type`, rounded once to nearest even;
// overflow gives what the type has: infinity, else NaN.
Lanes RoundTo(const ScalarOptions& options, ir::ElementType type, V x,
              Rounded16 known = Rounded16::kAnything);
// A double as the float that is nearest towards zero, its last bit set where
// that was inexact: rounding again to 22 bits or less is as good as rounding
// the double.
V RoundToOdd(V x);

// --- convert.cc ---
Lanes Convert(const ScalarOptions& options, const Lanes& x, llvm::IRBuilderBase& b,
              ir::ElementType to);

// --- integer_ops.cc ---
Z IntegerAbs(const EmitContext& c);
Z IntegerSign(const EmitContext& c);
Z IntegerMinimum(const EmitContext& c);
Z IntegerMaximum(const EmitContext& c);
Z IntegerClamp(const EmitContext& c);
Z IntegerMulhi(const EmitContext& c);
Z IntegerCompare(const EmitContext& c);  // booleans too
Z IntegerDivide(const EmitContext& c);
Z IntegerRemainder(const EmitContext& c);
Z IntegerPower(const EmitContext& c);
Z IntegerShiftLeft(const EmitContext& c);
Z IntegerShiftRightLogical(const EmitContext& c);
Z IntegerShiftRightArithmetic(const EmitContext& c);
Z IntegerPopcnt(const EmitContext& c);
Z IntegerCountLeadingZeros(const EmitContext& c);

// --- float_ops.cc ---
// Integers in the order of totalOrder: -NaN < -inf < ... < -0 < +0 < ... < NaN.
V TotalOrderKey(V x);
Z FloatMinimum(const EmitContext& c);
Z FloatMaximum(const EmitContext& c);
Z FloatClamp(const EmitContext& c);
Z FloatCompare(const EmitContext& c);
Z FloatSign(const EmitContext& c);
Z FloatIsFinite(const EmitContext& c);
Z FloatRoundAfz(const EmitContext& c);
Z FloatRemainder(const EmitContext& c);
Z FloatNextAfter(const EmitContext& c);
Z FloatReducePrecision(const EmitContext& c);

}  // namespace tilewright::codegen
