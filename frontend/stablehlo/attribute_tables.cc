#include "frontend/stablehlo/attribute_tables.h"

namespace tilewright::stablehlo {

using enum ir::AttributeName;
using ir::AttributeName;

AttributeForm FormOf(AttributeName name) {
  switch (name) {
    case kHasSideEffect:
    case kIndicesAreSorted:
    case kIsReverse:
    case kIsStable:
    case kLeftSide:
    case kLower:
    case kUniqueIndices:
    case kUnitDiagonal:
    case kUseGlobalDeviceIds:
      return AttributeForm::kFlag;
    case kAllGatherDim:
    case kApiVersion:
    case kBatchGroupCount:
    case kChannelId:
    case kConcatDimension:
    case kDimension:
    case kExponentBits:
    case kFeatureGroupCount:
    case kFeatureIndex:
    case kIndexVectorDim:
    case kInputBatchDimension:
    case kInputFeatureDimension:
    case kIotaDimension:
    case kK:
    case kKernelInputFeatureDimension:
    case kKernelOutputFeatureDimension:
    case kMantissaBits:
    case kOutputBatchDimension:
    case kOutputFeatureDimension:
    case kReplicaGroupSize:
    case kScanDimSize:
    case kScatterDimension:
    case kSplitCount:
    case kSplitDimension:
      return AttributeForm::kInteger;
    case kEpsilon:
      return AttributeForm::kFloat;
    case kCallTargetName:
    case kCompareType:
    case kComparisonDirection:
    case kFftType:
    case kRngAlgorithm:
    case kRngDistribution:
    case kTransposeA:
      return AttributeForm::kText;
    case kPrecision:
      return AttributeForm::kPrecision;
    case kAlgorithm:
      return AttributeForm::kAlgorithm;
    case kReplicaGroups:
      return AttributeForm::kTable;
    case kValue:
    case kBackendConfig:
    case kOperandLayouts:
    case kResultLayouts:
      return AttributeForm::kElsewhere;
    default:
      return AttributeForm::kIntegers;
  }
}

std::optional<AttributeName> FindAttributeName(absl::string_view name) {
  return ir::FindAttributeName(name == "precision_config" ? "precision" : name);
}

bool IsStructure(absl::string_view name) {
  return name == "dimension_numbers" || name == "scatter_dimension_numbers" ||
         name == "dot_dimension_numbers" || name == "ragged_dot_dimension_numbers";
}

absl::string_view MeaningfulAttributes(ir::OpKind kind) {
  using enum ir::OpKind;
  switch (kind) {
    case kReducePrecision:
      return " exponent_bits mantissa_bits ";
    case kCompare:
      return " comparison_direction compare_type ";
    case kConstant:
      return " ";
    case kIota:
    case kDynamicIota:
      return " iota_dimension ";
    case kBroadcastInDim:
    case kDynamicBroadcastInDim:
      return " broadcast_dimensions ";
    case kConcatenate:
    case kGetDimensionSize:
      return " dimension ";
    case kDynamicSlice:
      return " slice_sizes ";
    case kGather:
      return " dimension_numbers slice_sizes indices_are_sorted ";
    case kDynamicGather:
      return " dimension_numbers indices_are_sorted ";
    case kPad:
      return " edge_padding_low edge_padding_high interior_padding ";
    case kReverse:
    case kReduce:
    case kMap:
      return " dimensions ";
    case kSlice:
      return " start_indices limit_indices strides ";
    case kTranspose:
      return " permutation ";
    case kDotGeneral:
      return " dot_dimension_numbers precision_config precision "
             "algorithm ";
    case kRaggedDot:
      return " ragged_dot_dimension_numbers precision_config precision ";
    case kConvolution:
    case kDynamicConv:
      return " dimension_numbers window_strides padding lhs_dilation rhs_dilation "
             "window_reversal feature_group_count batch_group_count precision_config "
             "precision ";
    case kReduceWindow:
      return " window_dimensions window_strides base_dilations window_dilations "
             "padding ";
    case kSelectAndScatter:
      return " window_dimensions window_strides padding ";
    case kScatter:
      return " scatter_dimension_numbers indices_are_sorted unique_indices ";
    case kSort:
      return " dimension is_stable ";
    case kFft:
      return " fft_type fft_length ";
    case kCholesky:
      return " lower ";
    case kTriangularSolve:
      return " left_side lower unit_diagonal transpose_a ";
    case kCustomCall:
      return " call_target_name api_version has_side_effect ";
    case kBatchNormGrad:
    case kBatchNormInference:
    case kBatchNormTraining:
      return " epsilon feature_index ";
    case kRng:
      return " rng_distribution ";
    case kRngBitGenerator:
      return " rng_algorithm ";
    case kScan:
      return " dimension is_reverse operandSegmentSizes resultSegmentSizes "
             "scan_dim_size ";
    case kTopK:
      return " k ";
    case kAllGather:
      return " all_gather_dim replica_groups channel_handle channel_id "
             "use_global_device_ids ";
    case kAllReduce:
      return " replica_groups channel_handle channel_id use_global_device_ids ";
    case kReduceScatter:
      return " scatter_dimension replica_groups channel_handle channel_id "
             "use_global_device_ids ";
    case kAllToAll:
      return " split_dimension concat_dimension split_count replica_groups "
             "channel_handle channel_id ";
    case kCollectiveBroadcast:
    case kCollectiveReduce:
      return " replica_groups channel_handle channel_id ";
    case kCollectivePermute:
      return " source_target_pairs channel_handle channel_id ";
    default:
      return "";
  }
}

}  // namespace tilewright::stablehlo
