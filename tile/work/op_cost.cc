#include "tile/work/op_cost.h"

#include <array>
#include <cstddef>
#include <iterator>

#include "support/check.h"

namespace tilewright::tile {
namespace {

using ir::OpKind;

struct Row {
  OpKind kind;
  int host;  // of the real form
  int vpu, eup;
  bool transcendental;
};

// In enum order.
//
// TPU: the EUP has exp, log, tanh (openxla/xprof, docs/custom_call_profiling.md), and
// reciprocal and rsqrt (jax-ml/jax, pltpu.reciprocal and Mosaic's lowering of rsqrt).
// What is made of them, as the remark says: scaling and correction, by how the function
// is written with them; inferred. Pallas' guide names sine and cosine "expensive":
// polynomials on the VPU, whose length is inferred, that of our own.
constexpr Row kRows[] = {
    {OpKind::kAbs, 1, 1, 0, false},
    {OpKind::kCbrt, 40, 1, 2, true},  // exp(log(x) / 3)
    {OpKind::kCeil, 1, 1, 0, false},
    {OpKind::kConvert, 1, 1, 0, false},
    {OpKind::kCosine, 80, 24, 0, true},
    {OpKind::kCountLeadingZeros, 4, 1, 0, false},
    {OpKind::kExponential, 20, 1, 1, true},
    {OpKind::kExponentialMinusOne, 20, 2, 1, true},
    {OpKind::kFloor, 1, 1, 0, false},
    {OpKind::kImag, 1, 1, 0, false},
    {OpKind::kIsFinite, 1, 1, 0, false},
    {OpKind::kLog, 25, 1, 1, true},
    {OpKind::kLogPlusOne, 30, 2, 1, true},
    {OpKind::kLogistic, 25, 3, 1, true},  // (1 + tanh(x / 2)) / 2
    {OpKind::kNegate, 1, 1, 0, false},
    {OpKind::kNot, 1, 1, 0, false},
    {OpKind::kPopcnt, 4, 1, 0, false},
    {OpKind::kReal, 1, 1, 0, false},
    {OpKind::kReducePrecision, 6, 1, 0, false},
    {OpKind::kRoundNearestAfz, 6, 1, 0, false},
    {OpKind::kRoundNearestEven, 1, 1, 0, false},
    {OpKind::kRsqrt, 12, 0, 1, true},
    {OpKind::kSign, 3, 1, 0, false},
    {OpKind::kSine, 80, 24, 0, true},
    {OpKind::kSqrt, 8, 1, 1, true},  // x rsqrt(x)
    {OpKind::kTan, 130, 48, 1, true},
    {OpKind::kTanh, 30, 0, 1, true},
    {OpKind::kAcos, 50, 28, 2, true},  // 2 atan2(sqrt(1 - x x), 1 + x)
    {OpKind::kAcosh, 60, 6, 2, true},  // log(x + sqrt((x + 1)(x - 1)))
    {OpKind::kAsin, 50, 28, 2, true},  // 2 atan2(x, 1 + sqrt(1 - x x))
    {OpKind::kAsinh, 60, 8, 2, true},  // log1p(x + x x / (1 + sqrt(x x + 1)))
    {OpKind::kAtan, 50, 24, 1, true},
    {OpKind::kAtanh, 60, 4, 2, true},       // (log1p(x) - log1p(-x)) / 2
    {OpKind::kBesselI1e, 80, 50, 1, true},  // two Chebyshev series
    {OpKind::kConj, 1, 1, 0, false},
    {OpKind::kCosh, 40, 4, 2, true},  // two exponentials
    {OpKind::kDigamma, 200, 48, 2, true},
    {OpKind::kErf, 35, 24, 0, true},
    {OpKind::kErfInv, 45, 24, 1, true},
    {OpKind::kErfc, 35, 24, 1, true},
    {OpKind::kLgamma, 200, 48, 2, true},
    {OpKind::kSinh, 70, 6, 2, true},  // by expm1
    {OpKind::kSquare, 1, 1, 0, false},
    {OpKind::kAdd, 1, 1, 0, false},
    {OpKind::kAnd, 1, 1, 0, false},
    {OpKind::kAtan2, 60, 24, 1, true},
    {OpKind::kCompare, 1, 1, 0, false},
    {OpKind::kComplex, 1, 1, 0, false},
    {OpKind::kDivide, 6, 1, 1, false},
    {OpKind::kMaximum, 3, 1, 0, false},
    {OpKind::kMinimum, 3, 1, 0, false},
    {OpKind::kMulhi, 4, 1, 0, false},
    {OpKind::kMultiply, 1, 1, 0, false},
    {OpKind::kNextAfter, 10, 1, 0, false},
    {OpKind::kOr, 1, 1, 0, false},
    {OpKind::kPower, 100, 1, 2, true},  // exp(y log(x))
    {OpKind::kRemainder, 40, 3, 1, false},
    {OpKind::kShiftLeft, 3, 1, 0, false},
    {OpKind::kShiftRightArithmetic, 3, 1, 0, false},
    {OpKind::kShiftRightLogical, 3, 1, 0, false},
    {OpKind::kSubtract, 1, 1, 0, false},
    {OpKind::kXor, 1, 1, 0, false},
    {OpKind::kClamp, 4, 1, 0, false},
    {OpKind::kSelect, 1, 1, 0, false},
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
static_assert(RowsMatchOps(), "give every elementwise operation a cost, in enum order");

const Row& FindRow(OpKind kind) {
  for (const Row& row : kRows) {
    if (row.kind == kind) return row;
  }
  TW_CHECK(!"elementwise");
  return kRows[0];
}

}  // namespace

OpCost CostOf(OpKind op, ir::ElementType element) {
  if (op == OpKind::kBitcastConvert) return {};
  const Row& row = FindRow(op);
  OpCost cost = {row.host, row.vpu, row.eup};
  if (ir::IsFloat(element) && ir::Info(element).bits < 32) {
    // Rounding to the type.
    const bool half = ir::Info(element).bits == 16;
    if (!(op == OpKind::kConvert && half)) cost.host += half ? 4 : 10;
  }
  if (ir::IsComplex(element)) cost.host *= 4;
  // Integers are divided by the reciprocal, with a correction. Inferred.
  const bool divides = op == OpKind::kDivide || op == OpKind::kRemainder;
  if (divides && !ir::IsFloat(element) && !ir::IsComplex(element)) cost.vpu += 3;
  return cost;
}

bool IsTranscendental(OpKind op) {
  return ir::IsElementwise(op) && FindRow(op).transcendental;
}

bool IsExpensive(OpKind op) {
  return IsTranscendental(op) || op == OpKind::kDivide || op == OpKind::kRemainder;
}

}  // namespace tilewright::tile
