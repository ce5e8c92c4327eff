// Which rule is whose. A row is needed for each operation; the compiler says
// so when one is missing.
#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum OpKind;

struct Row {
  OpKind kind;
  RuleFunction* rule;
  bool takes_symbols = false;
};
constexpr bool kAnySize = true;

constexpr Row kRows[] = {
    {kAbs, InferAbs, kAnySize},
    {kCbrt, InferMath, kAnySize},
    {kCeil, InferRounding, kAnySize},
    {kConvert, InferConvert, kAnySize},
    {kCosine, InferMath, kAnySize},
    {kCountLeadingZeros, InferBits, kAnySize},
    {kExponential, InferMath, kAnySize},
    {kExponentialMinusOne, InferMath, kAnySize},
    {kFloor, InferRounding, kAnySize},
    {kImag, InferComponent, kAnySize},
    {kIsFinite, InferIsFinite, kAnySize},
    {kLog, InferMath, kAnySize},
    {kLogPlusOne, InferMath, kAnySize},
    {kLogistic, InferMath, kAnySize},
    {kNegate, InferArithmetic, kAnySize},
    {kNot, InferLogic, kAnySize},
    {kPopcnt, InferBits, kAnySize},
    {kReal, InferComponent, kAnySize},
    {kReducePrecision, InferReducePrecision, kAnySize},
    {kRoundNearestAfz, InferRounding, kAnySize},
    {kRoundNearestEven, InferRounding, kAnySize},
    {kRsqrt, InferMath, kAnySize},
    {kSign, InferSign, kAnySize},
    {kSine, InferMath, kAnySize},
    {kSqrt, InferMath, kAnySize},
    {kTan, InferMath, kAnySize},
    {kTanh, InferMath, kAnySize},
    {kAcos, InferMath, kAnySize},
    {kAcosh, InferMath, kAnySize},
    {kAsin, InferMath, kAnySize},
    {kAsinh, InferMath, kAnySize},
    {kAtan, InferMath, kAnySize},
    {kAtanh, InferMath, kAnySize},
    {kBesselI1e, InferRounding, kAnySize},
    {kConj, InferMath, kAnySize},
    {kCosh, InferMath, kAnySize},
    {kDigamma, InferRounding, kAnySize},
    {kErf, InferRounding, kAnySize},
    {kErfInv, InferRounding, kAnySize},
    {kErfc, InferRounding, kAnySize},
    {kLgamma, InferRounding, kAnySize},
    {kSinh, InferMath, kAnySize},
    {kSquare, InferArithmetic, kAnySize},
    {kAdd, InferSameType, kAnySize},
    {kAnd, InferLogic, kAnySize},
    {kAtan2, InferMath, kAnySize},
    {kCompare, InferCompare, kAnySize},
    {kComplex, InferComplex, kAnySize},
    {kDivide, InferArithmetic, kAnySize},
    {kMaximum, InferSameType, kAnySize},
    {kMinimum, InferSameType, kAnySize},
    {kMulhi, InferBits, kAnySize},
    {kMultiply, InferSameType, kAnySize},
    {kNextAfter, InferRounding, kAnySize},
    {kOr, InferLogic, kAnySize},
    {kPower, InferArithmetic, kAnySize},
    {kRemainder, InferArithmetic, kAnySize},
    {kShiftLeft, InferBits, kAnySize},
    {kShiftRightArithmetic, InferBits, kAnySize},
    {kShiftRightLogical, InferBits, kAnySize},
    {kSubtract, InferArithmetic, kAnySize},
    {kXor, InferLogic, kAnySize},
    {kClamp, InferClamp, kAnySize},
    {kSelect, InferSelect, kAnySize},
    {kConstant, InferConstant, kAnySize},
    {kIota, InferIota, kAnySize},
    {kBitcastConvert, InferBitcastConvert, kAnySize},
    {kBroadcastInDim, InferBroadcastInDim, kAnySize},
    {kConcatenate, InferConcatenate, kAnySize},
    {kDynamicSlice, InferDynamicSlice, kAnySize},
    {kDynamicUpdateSlice, InferDynamicUpdateSlice, kAnySize},
    {kGather, InferGather, kAnySize},
    {kPad, InferPad, kAnySize},
    {kReshape, InferReshape, kAnySize},
    {kReverse, InferReverse, kAnySize},
    {kSlice, InferSlice, kAnySize},
    {kTranspose, InferTranspose, kAnySize},
    {kOptimizationBarrier, InferOptimizationBarrier, kAnySize},
    {kDotGeneral, InferDotGeneral, kAnySize},
    {kConvolution, InferConvolution},
    {kReduce, InferReduce, kAnySize},
    {kReduceWindow, InferReduceWindow, kAnySize},
    {kSelectAndScatter, InferSelectAndScatter},
    {kScatter, InferScatter, kAnySize},
    {kSort, InferSort, kAnySize},
    {kMap, InferMap, kAnySize},
    {kWhile, InferWhile, kAnySize},
    {kIf, InferIf, kAnySize},
    {kCase, InferCase, kAnySize},
    {kFft, InferFft},
    {kCholesky, InferCholesky},
    {kTriangularSolve, InferTriangularSolve},
    {kCustomCall, InferCustomCall},
    {kBatchNormGrad, InferBatchNormGrad},
    {kBatchNormInference, InferBatchNormInference},
    {kBatchNormTraining, InferBatchNormTraining},
    {kRng, InferRng},
    {kRngBitGenerator, InferRngBitGenerator},
    {kScan, InferScan},
    {kTopK, InferTopK, kAnySize},
    {kRaggedDot, InferRaggedDot},
    {kGetDimensionSize, InferGetDimensionSize, kAnySize},
    {kDynamicBroadcastInDim, InferDynamicBroadcastInDim},
    {kDynamicConv, InferDynamicConv},
    {kDynamicGather, InferDynamicGather},
    {kDynamicIota, InferDynamicIota},
    {kDynamicPad, InferDynamicPad},
    {kDynamicReshape, InferDynamicReshape},
    {kRealDynamicSlice, InferRealDynamicSlice},
    {kPolygamma, InferRounding, kAnySize},
    {kZeta, InferRounding, kAnySize},
    {kAfterAll, InferAfterAll, kAnySize},
    {kAllGather, InferAllGather},
    {kAllReduce, InferAllReduce},
    {kAllToAll, InferAllToAll},
    {kCollectiveBroadcast, InferCollectiveBroadcast},
    {kCollectivePermute, InferCollectivePermute},
    {kCollectiveReduce, InferAllReduce},
    {kReduceScatter, InferReduceScatter},
    {kPartitionId, InferDeviceId},
    {kReplicaId, InferDeviceId},
};

constexpr OpKind kInOrder[] = {
#define TW_KIND(kind, ...) OpKind::kind,
    TW_FOR_EACH_OP(TW_KIND)
#undef TW_KIND
};

constexpr bool RowsMatchEnum() {
  if (std::size(kRows) != std::size(kInOrder)) return false;
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].kind != kInOrder[i]) return false;
  }
  return true;
}
static_assert(RowsMatchEnum(), "give every OpKind a rule, in enum order");

}  // namespace

RuleFunction* RuleOf(OpKind kind) { return kRows[static_cast<int>(kind)].rule; }

bool TakesSymbols(OpKind kind) { return kRows[static_cast<int>(kind)].takes_symbols; }

}  // namespace tilewright::ir
