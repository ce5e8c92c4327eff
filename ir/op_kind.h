// The table of operations. An operation is one row here; an elementwise one
// needs besides only its emitter (codegen/scalar/) and a test.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::ir {

// What the later stages need to know of an operation without knowing it.
enum class OpClass : uint8_t {
  kElementwise,   // result element i depends on the operands' elements i only
  kDataMovement,  // rearranges, repeats or makes elements; no arithmetic
  kContraction,   // dot_general, convolution
  kRegion,        // carries a computation applied to elements (reduce, sort, ...)
  kControl,       // while, if, case
  kRoutine,       // whole-array algorithm run by a library routine
  kExpanded,      // rewritten into other operations before clustering
  kCollective,    // between devices
};

// X(enumerator, name, class, min operands, max operands, results, regions)
// -1: any number. Names are those of StableHLO, of chlo where it says so.
#define TW_FOR_EACH_OP(X)                                                                \
  /* elementwise, one operand */                                                         \
  X(kAbs, "stablehlo.abs", kElementwise, 1, 1, 1, 0)                                     \
  X(kCbrt, "stablehlo.cbrt", kElementwise, 1, 1, 1, 0)                                   \
  X(kCeil, "stablehlo.ceil", kElementwise, 1, 1, 1, 0)                                   \
  X(kConvert, "stablehlo.convert", kElementwise, 1, 1, 1, 0)                             \
  X(kCosine, "stablehlo.cosine", kElementwise, 1, 1, 1, 0)                               \
  X(kCountLeadingZeros, "stablehlo.count_leading_zeros", kElementwise, 1, 1, 1, 0)       \
  X(kExponential, "stablehlo.exponential", kElementwise, 1, 1, 1, 0)                     \
  X(kExponentialMinusOne, "stablehlo.exponential_minus_one", kElementwise, 1, 1, 1, 0)   \
  X(kFloor, "stablehlo.floor", kElementwise, 1, 1, 1, 0)                                 \
  X(kImag, "stablehlo.imag", kElementwise, 1, 1, 1, 0)                                   \
  X(kIsFinite, "stablehlo.is_finite", kElementwise, 1, 1, 1, 0)                          \
  X(kLog, "stablehlo.log", kElementwise, 1, 1, 1, 0)                                     \
  X(kLogPlusOne, "stablehlo.log_plus_one", kElementwise, 1, 1, 1, 0)                     \
  X(kLogistic, "stablehlo.logistic", kElementwise, 1, 1, 1, 0)                           \
  X(kNegate, "stablehlo.negate", kElementwise, 1, 1, 1, 0)                               \
  X(kNot, "stablehlo.not", kElementwise, 1, 1, 1, 0)                                     \
  X(kPopcnt, "stablehlo.popcnt", kElementwise, 1, 1, 1, 0)                               \
  X(kReal, "stablehlo.real", kElementwise, 1, 1, 1, 0)                                   \
  X(kReducePrecision, "stablehlo.reduce_precision", kElementwise, 1, 1, 1, 0)            \
  X(kRoundNearestAfz, "stablehlo.round_nearest_afz", kElementwise, 1, 1, 1, 0)           \
  X(kRoundNearestEven, "stablehlo.round_nearest_even", kElementwise, 1, 1, 1, 0)         \
  X(kRsqrt, "stablehlo.rsqrt", kElementwise, 1, 1, 1, 0)                                 \
  X(kSign, "stablehlo.sign", kElementwise, 1, 1, 1, 0)                                   \
  X(kSine, "stablehlo.sine", kElementwise, 1, 1, 1, 0)                                   \
  X(kSqrt, "stablehlo.sqrt", kElementwise, 1, 1, 1, 0)                                   \
  X(kTan, "stablehlo.tan", kElementwise, 1, 1, 1, 0)                                     \
  X(kTanh, "stablehlo.tanh", kElementwise, 1, 1, 1, 0)                                   \
  X(kAcos, "chlo.acos", kElementwise, 1, 1, 1, 0)                                        \
  X(kAcosh, "chlo.acosh", kElementwise, 1, 1, 1, 0)                                      \
  X(kAsin, "chlo.asin", kElementwise, 1, 1, 1, 0)                                        \
  X(kAsinh, "chlo.asinh", kElementwise, 1, 1, 1, 0)                                      \
  X(kAtan, "chlo.atan", kElementwise, 1, 1, 1, 0)                                        \
  X(kAtanh, "chlo.atanh", kElementwise, 1, 1, 1, 0)                                      \
  X(kBesselI1e, "chlo.bessel_i1e", kElementwise, 1, 1, 1, 0)                             \
  X(kConj, "chlo.conj", kElementwise, 1, 1, 1, 0)                                        \
  X(kCosh, "chlo.cosh", kElementwise, 1, 1, 1, 0)                                        \
  X(kDigamma, "chlo.digamma", kElementwise, 1, 1, 1, 0)                                  \
  X(kErf, "chlo.erf", kElementwise, 1, 1, 1, 0)                                          \
  X(kErfInv, "chlo.erf_inv", kElementwise, 1, 1, 1, 0)                                   \
  X(kErfc, "chlo.erfc", kElementwise, 1, 1, 1, 0)                                        \
  X(kLgamma, "chlo.lgamma", kElementwise, 1, 1, 1, 0)                                    \
  X(kSinh, "chlo.sinh", kElementwise, 1, 1, 1, 0)                                        \
  X(kSquare, "chlo.square", kElementwise, 1, 1, 1, 0)                                    \
  /* elementwise, two operands */                                                        \
  X(kAdd, "stablehlo.add", kElementwise, 2, 2, 1, 0)                                     \
  X(kAnd, "stablehlo.and", kElementwise, 2, 2, 1, 0)                                     \
  X(kAtan2, "stablehlo.atan2", kElementwise, 2, 2, 1, 0)                                 \
  X(kCompare, "stablehlo.compare", kElementwise, 2, 2, 1, 0)                             \
  X(kComplex, "stablehlo.complex", kElementwise, 2, 2, 1, 0)                             \
  X(kDivide, "stablehlo.divide", kElementwise, 2, 2, 1, 0)                               \
  X(kMaximum, "stablehlo.maximum", kElementwise, 2, 2, 1, 0)                             \
  X(kMinimum, "stablehlo.minimum", kElementwise, 2, 2, 1, 0)                             \
  X(kMulhi, "chlo.mulhi", kElementwise, 2, 2, 1, 0)                                      \
  X(kMultiply, "stablehlo.multiply", kElementwise, 2, 2, 1, 0)                           \
  X(kNextAfter, "chlo.next_after", kElementwise, 2, 2, 1, 0)                             \
  X(kOr, "stablehlo.or", kElementwise, 2, 2, 1, 0)                                       \
  X(kPower, "stablehlo.power", kElementwise, 2, 2, 1, 0)                                 \
  X(kRemainder, "stablehlo.remainder", kElementwise, 2, 2, 1, 0)                         \
  X(kShiftLeft, "stablehlo.shift_left", kElementwise, 2, 2, 1, 0)                        \
  X(kShiftRightArithmetic, "stablehlo.shift_right_arithmetic", kElementwise, 2, 2, 1, 0) \
  X(kShiftRightLogical, "stablehlo.shift_right_logical", kElementwise, 2, 2, 1, 0)       \
  X(kSubtract, "stablehlo.subtract", kElementwise, 2, 2, 1, 0)                           \
  X(kXor, "stablehlo.xor", kElementwise, 2, 2, 1, 0)                                     \
  /* elementwise, three operands; clamp's bounds and select's predicate may              \
     be scalars in text: the front end broadcasts them */                                \
  X(kClamp, "stablehlo.clamp", kElementwise, 3, 3, 1, 0)                                 \
  X(kSelect, "stablehlo.select", kElementwise, 3, 3, 1, 0)                               \
  /* data movement */                                                                    \
  X(kConstant, "stablehlo.constant", kDataMovement, 0, 0, 1, 0)                          \
  X(kIota, "stablehlo.iota", kDataMovement, 0, 0, 1, 0)                                  \
  X(kBitcastConvert, "stablehlo.bitcast_convert", kDataMovement, 1, 1, 1, 0)             \
  X(kBroadcastInDim, "stablehlo.broadcast_in_dim", kDataMovement, 1, 1, 1, 0)            \
  X(kConcatenate, "stablehlo.concatenate", kDataMovement, 1, -1, 1, 0)                   \
  X(kDynamicSlice, "stablehlo.dynamic_slice", kDataMovement, 1, -1, 1, 0)                \
  X(kDynamicUpdateSlice, "stablehlo.dynamic_update_slice", kDataMovement, 2, -1, 1, 0)   \
  X(kGather, "stablehlo.gather", kDataMovement, 2, 2, 1, 0)                              \
  X(kPad, "stablehlo.pad", kDataMovement, 2, 2, 1, 0)                                    \
  X(kReshape, "stablehlo.reshape", kDataMovement, 1, 1, 1, 0)                            \
  X(kReverse, "stablehlo.reverse", kDataMovement, 1, 1, 1, 0)                            \
  X(kSlice, "stablehlo.slice", kDataMovement, 1, 1, 1, 0)                                \
  X(kTranspose, "stablehlo.transpose", kDataMovement, 1, 1, 1, 0)                        \
  X(kOptimizationBarrier, "stablehlo.optimization_barrier", kDataMovement, 0, -1, -1, 0) \
  /* contractions */                                                                     \
  X(kDotGeneral, "stablehlo.dot_general", kContraction, 2, 2, 1, 0)                      \
  X(kConvolution, "stablehlo.convolution", kContraction, 2, 2, 1, 0)                     \
  /* computations applied to elements */                                                 \
  X(kReduce, "stablehlo.reduce", kRegion, 2, -1, -1, 1)                                  \
  X(kReduceWindow, "stablehlo.reduce_window", kRegion, 2, -1, -1, 1)                     \
  X(kSelectAndScatter, "stablehlo.select_and_scatter", kRegion, 3, 3, 1, 2)              \
  X(kScatter, "stablehlo.scatter", kRegion, 3, -1, -1, 1)                                \
  X(kSort, "stablehlo.sort", kRegion, 1, -1, -1, 1)                                      \
  X(kMap, "stablehlo.map", kRegion, 1, -1, 1, 1)                                         \
  /* control */                                                                          \
  X(kWhile, "stablehlo.while", kControl, 0, -1, -1, 2)                                   \
  X(kIf, "stablehlo.if", kControl, 1, 1, -1, 2)                                          \
  X(kCase, "stablehlo.case", kControl, 1, 1, -1, -1)                                     \
  /* library routines */                                                                 \
  X(kFft, "stablehlo.fft", kRoutine, 1, 1, 1, 0)                                         \
  X(kCholesky, "stablehlo.cholesky", kRoutine, 1, 1, 1, 0)                               \
  X(kTriangularSolve, "stablehlo.triangular_solve", kRoutine, 2, 2, 1, 0)                \
  X(kCustomCall, "stablehlo.custom_call", kRoutine, 0, -1, -1, -1)                       \
  /* rewritten into other operations */                                                  \
  X(kBatchNormGrad, "stablehlo.batch_norm_grad", kExpanded, 5, 5, 3, 0)                  \
  X(kBatchNormInference, "stablehlo.batch_norm_inference", kExpanded, 5, 5, 1, 0)        \
  X(kBatchNormTraining, "stablehlo.batch_norm_training", kExpanded, 3, 3, 3, 0)          \
  X(kRng, "stablehlo.rng", kExpanded, 3, 3, 1, 0)                                        \
  X(kRngBitGenerator, "stablehlo.rng_bit_generator", kExpanded, 1, 1, 2, 0)              \
  X(kScan, "chlo.scan", kExpanded, 0, -1, -1, 1)                                         \
  X(kTopK, "chlo.top_k", kExpanded, 1, 1, 2, 0)                                          \
  X(kRaggedDot, "chlo.ragged_dot", kExpanded, 3, 3, 1, 0)                                \
  X(kGetDimensionSize, "stablehlo.get_dimension_size", kExpanded, 1, 1, 1, 0)            \
  X(kDynamicBroadcastInDim, "stablehlo.dynamic_broadcast_in_dim", kExpanded, 2, 2, 1, 0) \
  X(kDynamicConv, "stablehlo.dynamic_conv", kExpanded, 3, 3, 1, 0)                       \
  X(kDynamicGather, "stablehlo.dynamic_gather", kExpanded, 3, 3, 1, 0)                   \
  X(kDynamicIota, "stablehlo.dynamic_iota", kExpanded, 1, 1, 1, 0)                       \
  X(kDynamicPad, "stablehlo.dynamic_pad", kExpanded, 5, 5, 1, 0)                         \
  X(kDynamicReshape, "stablehlo.dynamic_reshape", kExpanded, 2, 2, 1, 0)                 \
  X(kRealDynamicSlice, "stablehlo.real_dynamic_slice", kExpanded, 4, 4, 1, 0)            \
  X(kPolygamma, "chlo.polygamma", kExpanded, 2, 2, 1, 0)                                 \
  X(kZeta, "chlo.zeta", kExpanded, 2, 2, 1, 0)                                           \
  X(kAfterAll, "stablehlo.after_all", kExpanded, 0, -1, 1, 0)                            \
  /* collectives */                                                                      \
  X(kAllGather, "stablehlo.all_gather", kCollective, 1, -1, -1, 0)                       \
  X(kAllReduce, "stablehlo.all_reduce", kCollective, 1, -1, -1, 1)                       \
  X(kAllToAll, "stablehlo.all_to_all", kCollective, 1, -1, -1, 0)                        \
  X(kCollectiveBroadcast, "stablehlo.collective_broadcast", kCollective, 1, 1, 1, 0)     \
  X(kCollectivePermute, "stablehlo.collective_permute", kCollective, 1, 1, 1, 0)         \
  X(kCollectiveReduce, "stablehlo.collective_reduce", kCollective, 1, -1, -1, 1)         \
  X(kReduceScatter, "stablehlo.reduce_scatter", kCollective, 1, 1, 1, 1)                 \
  X(kPartitionId, "stablehlo.partition_id", kCollective, 0, 0, 1, 0)                     \
  X(kReplicaId, "stablehlo.replica_id", kCollective, 0, 0, 1, 0)

enum class OpKind : uint8_t {
#define TW_ENUMERATOR(kind, ...) kind,
  TW_FOR_EACH_OP(TW_ENUMERATOR)
#undef TW_ENUMERATOR
};

struct OpInfo {
  absl::string_view name;
  OpClass op_class;
  int min_operands;
  int max_operands;  // -1: any number
  int results;       // -1: any number
  int regions;       // -1: any number
};

int OpKindCount();
const OpInfo& Info(OpKind kind);
std::optional<OpKind> FindOpKind(absl::string_view name);
// The same; InvalidArgument, with the nearest name, for a name that is none.
absl::StatusOr<OpKind> OpKindNamed(absl::string_view name);
// "; did you mean 'stablehlo.tanh'?" of a name that is none; empty when none is near.
std::string SuggestOpName(absl::string_view name);

inline absl::string_view Name(OpKind kind) { return Info(kind).name; }
// The same without its dialect: add.
inline absl::string_view ShortName(OpKind kind) {
  return Name(kind).substr(Name(kind).find('.') + 1);
}
inline bool IsElementwise(OpKind kind) {
  return Info(kind).op_class == OpClass::kElementwise;
}

}  // namespace tilewright::ir
