// The attributes of an operation: a small sorted map with typed reads.
//
// Structured attributes of StableHLO (dimension numbers, windows) are stored
// flat, one list each, under StableHLO's own field names.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "ir/literal.h"
#include "ir/tensor_type.h"

namespace tilewright::ir {

// X(enumerator, name in text)
#define TW_FOR_EACH_ATTRIBUTE(X)                                                         \
  X(kAlgorithm, "algorithm") /* text: see DotAlgorithm below */                          \
  X(kAllGatherDim, "all_gather_dim")                                                     \
  X(kApiVersion, "api_version")                                                          \
  X(kBackendConfig, "backend_config") /* Config */                                       \
  X(kBaseDilations, "base_dilations")                                                    \
  X(kBatchGroupCount, "batch_group_count")                                               \
  X(kBroadcastDimensions, "broadcast_dimensions")                                        \
  X(kCallTargetName, "call_target_name")                                                 \
  X(kChannelId, "channel_id")                                                            \
  X(kCollapsedSliceDims, "collapsed_slice_dims")                                         \
  X(kCompareType, "compare_type")                 /* FLOAT TOTALORDER SIGNED UNSIGNED */ \
  X(kComparisonDirection, "comparison_direction") /* EQ NE GE GT LE LT */                \
  X(kConcatDimension, "concat_dimension")                                                \
  X(kDimension, "dimension")                                                             \
  X(kDimensions, "dimensions")                                                           \
  X(kEdgePaddingHigh, "edge_padding_high")                                               \
  X(kEdgePaddingLow, "edge_padding_low")                                                 \
  X(kEpsilon, "epsilon")                                                                 \
  X(kExponentBits, "exponent_bits")                                                      \
  X(kFeatureGroupCount, "feature_group_count")                                           \
  X(kFeatureIndex, "feature_index")                                                      \
  X(kFftLength, "fft_length")                                                            \
  X(kFftType, "fft_type") /* FFT IFFT RFFT IRFFT */                                      \
  X(kHasSideEffect, "has_side_effect")                                                   \
  X(kIndexVectorDim, "index_vector_dim")                                                 \
  X(kIndicesAreSorted, "indices_are_sorted")                                             \
  X(kIndicesOfShapeOperands, "indices_of_shape_operands") /* of results, in order */     \
  X(kInputBatchDimension, "input_batch_dimension")                                       \
  X(kInputBatchingDims, "input_batching_dims")                                           \
  X(kInputFeatureDimension, "input_feature_dimension")                                   \
  X(kInputSpatialDimensions, "input_spatial_dimensions")                                 \
  X(kInsertedWindowDims, "inserted_window_dims")                                         \
  X(kInteriorPadding, "interior_padding")                                                \
  X(kIotaDimension, "iota_dimension")                                                    \
  X(kIsOrdered, "is_ordered") /* of a reduce: tile::SumOrder::kIndex */                  \
  X(kIsReverse, "is_reverse")                                                            \
  X(kIsStable, "is_stable")                                                              \
  X(kK, "k")                                                                             \
  X(kKernelInputFeatureDimension, "kernel_input_feature_dimension")                      \
  X(kKernelOutputFeatureDimension, "kernel_output_feature_dimension")                    \
  X(kKernelSpatialDimensions, "kernel_spatial_dimensions")                               \
  X(kLeftSide, "left_side")                                                              \
  X(kLhsBatchingDimensions, "lhs_batching_dimensions")                                   \
  X(kLhsContractingDimensions, "lhs_contracting_dimensions")                             \
  X(kLhsDilation, "lhs_dilation")                                                        \
  X(kLhsGroupDimensions, "lhs_group_dimensions")                                         \
  X(kLhsRaggedDimensions, "lhs_ragged_dimensions")                                       \
  X(kLimitIndices, "limit_indices")                                                      \
  X(kLower, "lower")                                                                     \
  X(kMantissaBits, "mantissa_bits")                                                      \
  X(kOffsetDims, "offset_dims")                                                          \
  X(kOperandBatchingDims, "operand_batching_dims")                                       \
  X(kOperandLayouts, "operand_layouts") /* minor-to-major, operands joined */            \
  X(kOperandSegmentSizes, "operandSegmentSizes")                                         \
  X(kOutputBatchDimension, "output_batch_dimension")                                     \
  X(kOutputFeatureDimension, "output_feature_dimension")                                 \
  X(kOutputSpatialDimensions, "output_spatial_dimensions")                               \
  X(kPadding, "padding") /* low0, high0, low1, high1, ... */                             \
  X(kPermutation, "permutation")                                                         \
  X(kPrecision, "precision")          /* per operand: 0 DEFAULT 1 HIGH 2 HIGHEST */      \
  X(kReplicaGroups, "replica_groups") /* row-major, -1 padding */                        \
  X(kReplicaGroupSize, "replica_group_size")                                             \
  X(kResultLayouts, "result_layouts")                                                    \
  X(kResultSegmentSizes, "resultSegmentSizes")                                           \
  X(kRhsBatchingDimensions, "rhs_batching_dimensions")                                   \
  X(kRhsContractingDimensions, "rhs_contracting_dimensions")                             \
  X(kRhsDilation, "rhs_dilation")                                                        \
  X(kRhsGroupDimensions, "rhs_group_dimensions")                                         \
  X(kRoundsProducts, "rounds_products")   /* tile::Matmul's */                           \
  X(kRngAlgorithm, "rng_algorithm")       /* DEFAULT THREE_FRY PHILOX */                 \
  X(kRngDistribution, "rng_distribution") /* UNIFORM NORMAL */                           \
  X(kScanDimSize, "scan_dim_size")                                                       \
  X(kScatterDimension, "scatter_dimension")                                              \
  X(kScatterDimsToOperandDims, "scatter_dims_to_operand_dims")                           \
  X(kScatterIndicesBatchingDims, "scatter_indices_batching_dims")                        \
  X(kSliceSizes, "slice_sizes")                                                          \
  X(kSourceTargetPairs, "source_target_pairs") /* s0, t0, s1, t1, ... */                 \
  X(kSplitCount, "split_count")                                                          \
  X(kSplitDimension, "split_dimension")                                                  \
  X(kStartIndexMap, "start_index_map")                                                   \
  X(kStartIndices, "start_indices")                                                      \
  X(kStartIndicesBatchingDims, "start_indices_batching_dims")                            \
  X(kStrides, "strides")                                                                 \
  X(kTransposeA, "transpose_a") /* NO_TRANSPOSE TRANSPOSE ADJOINT */                     \
  X(kUniqueIndices, "unique_indices")                                                    \
  X(kUnitDiagonal, "unit_diagonal")                                                      \
  X(kUpdateWindowDims, "update_window_dims")                                             \
  X(kUseGlobalDeviceIds, "use_global_device_ids")                                        \
  X(kValue, "value") /* Literal */                                                       \
  X(kWindowDilations, "window_dilations")                                                \
  X(kWindowDimensions, "window_dimensions")                                              \
  X(kWindowReversal, "window_reversal")                                                  \
  X(kWindowStrides, "window_strides")

enum class AttributeName : uint8_t {
#define TW_ENUMERATOR(name, text) name,
  TW_FOR_EACH_ATTRIBUTE(TW_ENUMERATOR)
#undef TW_ENUMERATOR
};

absl::string_view Name(AttributeName name);
std::optional<AttributeName> FindAttributeName(absl::string_view name);
// "; did you mean 'permutation'?" of a name that is none; empty when none is near.
std::string SuggestAttributeName(absl::string_view name);

// What a custom call is configured with: `mhlo.backend_config = {...}` by key,
// or the plain string form under the empty key.
using ConfigValue = std::variant<bool, int64_t, double, std::string>;
using Config = std::map<std::string, ConfigValue>;

// An entry of a list of sizes (the limits of a slice, the high padding of a pad, the
// sizes of a slice) that is no number: it follows from the operation's result type. No
// value that an entry can have, and in no program without symbols.
inline constexpr int64_t kFromResult = std::numeric_limits<int64_t>::min();

using AttributeValue =
    std::variant<bool, int64_t, double, std::string, Dims, Literal, Config>;

class Attributes {
 public:
  void Set(AttributeName name, AttributeValue value) { values_[name] = std::move(value); }
  void Erase(AttributeName name) { values_.erase(name); }
  bool Has(AttributeName name) const { return values_.count(name) > 0; }

  // Typed reads. The verifier has seen that required attributes are there with
  // the right kind; where one is absent the default is returned.
  bool Flag(AttributeName name, bool absent = false) const;
  int64_t Int(AttributeName name, int64_t absent = 0) const;
  double Float(AttributeName name, double absent = 0) const;
  const std::string& Text(AttributeName name) const;      // "" when absent
  const Dims& Ints(AttributeName name) const;             // {} when absent
  const Literal& Constant(AttributeName name) const;      // must be there
  const Config& Configuration(AttributeName name) const;  // {} when absent

  const std::map<AttributeName, AttributeValue>& values() const { return values_; }

 private:
  std::map<AttributeName, AttributeValue> values_;
};

// The text form of a dot algorithm, stored under kAlgorithm:
// "lhs,rhs,accumulation,lhs_components,rhs_components,operations,imprecise",
// e.g. "bf16,bf16,f32,1,1,3,false".

}  // namespace tilewright::ir
