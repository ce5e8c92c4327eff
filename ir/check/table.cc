// Which rule is whose. A row is needed for each operation; the compiler says
// so when one is missing.
#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum OpKind;

struct Row {
  OpKind kind;
  RuleFunction* rule;
};

constexpr Row kRows[] = {
    {kAbs, InferAbs},
    {kCbrt, InferMath},
    {kCeil, InferRounding},
    {kConvert, InferConvert},
    {kCosine, InferMath},
    {kCountLeadingZeros, InferBits},
    {kExponential, InferMath},
    {kExponentialMinusOne, InferMath},
    {kFloor, InferRounding},
    {kImag, InferComponent},
    {kIsFinite, InferIsFinite},
    {kLog, InferMath},
    {kLogPlusOne, InferMath},
    {kLogistic, InferMath},
    {kNegate, InferArithmetic},
    {kNot, InferLogic},
    {kPopcnt, InferBits},
    {kReal, InferComponent},
    {kReducePrecision, InferReducePrecision},
    {kRoundNearestAfz, InferRounding},
    {kRoundNearestEven, InferRounding},
    {kRsqrt, InferMath},
    {kSign, InferSign},
    {kSine, InferMath},
    {kSqrt, InferMath},
    {kTan, InferMath},
    {kTanh, InferMath},
    {kAcos, InferMath},
    {kAcosh, InferMath},
    {kAsin, InferMath},
    {kAsinh, InferMath},
    {kAtan, InferMath},
    {kAtanh, InferMath},
    {kBesselI1e, InferRounding},
    {kConj, InferMath},
    {kCosh, InferMath},
    {kDigamma, InferRounding},
    {kErf, InferRounding},
    {kErfInv, InferRounding},
    {kErfc, InferRounding},
    {kLgamma, InferRounding},
    {kSinh, InferMath},
    {kSquare, InferArithmetic},
    {kAdd, InferSameType},
    {kAnd, InferLogic},
    {kAtan2, InferMath},
    {kCompare, InferCompare},
    {kComplex, InferComplex},
    {kDivide, InferArithmetic},
    {kMaximum, InferSameType},
    {kMinimum, InferSameType},
    {kMulhi, InferBits},
    {kMultiply, InferSameType},
    {kNextAfter, InferRounding},
    {kOr, InferLogic},
    {kPower, InferArithmetic},
    {kRemainder, InferArithmetic},
    {kShiftLeft, InferBits},
    {kShiftRightArithmetic, InferBits},
    {kShiftRightLogical, InferBits},
    {kSubtract, InferArithmetic},
    {kXor, InferLogic},
    {kClamp, InferClamp},
    {kSelect, InferSelect},
    {kConstant, InferConstant},
    {kIota, InferIota},
    {kBitcastConvert, InferBitcastConvert},
    {kBroadcastInDim, InferBroadcastInDim},
    {kConcatenate, InferConcatenate},
    {kDynamicSlice, InferDynamicSlice},
    {kDynamicUpdateSlice, InferDynamicUpdateSlice},
    {kGather, InferGather},
    {kPad, InferPad},
    {kReshape, InferReshape},
    {kReverse, InferReverse},
    {kSlice, InferSlice},
    {kTranspose, InferTranspose},
    {kOptimizationBarrier, InferOptimizationBarrier},
    {kDotGeneral, InferDotGeneral},
    {kConvolution, InferConvolution},
    {kReduce, InferReduce},
    {kReduceWindow, InferReduceWindow},
    {kSelectAndScatter, InferSelectAndScatter},
    {kScatter, InferScatter},
    {kSort, InferSort},
    {kMap, InferMap},
    {kWhile, InferWhile},
    {kIf, InferIf},
    {kCase, InferCase},
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
    {kTopK, InferTopK},
    {kRaggedDot, InferRaggedDot},
    {kGetDimensionSize, InferGetDimensionSize},
    {kDynamicBroadcastInDim, InferDynamicBroadcastInDim},
    {kDynamicConv, InferDynamicConv},
    {kDynamicGather, InferDynamicGather},
    {kDynamicIota, InferDynamicIota},
    {kDynamicPad, InferDynamicPad},
    {kDynamicReshape, InferDynamicReshape},
    {kRealDynamicSlice, InferRealDynamicSlice},
    {kPolygamma, InferRounding},
    {kZeta, InferRounding},
    {kAfterAll, InferAfterAll},
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

}  // namespace tilewright::ir
