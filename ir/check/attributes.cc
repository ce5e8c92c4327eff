// Which attributes an operation may and must have, and of which kind.
#include <algorithm>
#include <array>
#include <vector>

#include "absl/strings/str_join.h"
#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum OpKind;

enum class Kind { kFlag, kInt, kFloat, kText, kInts, kLiteral, kConfig };
enum class Presence { kRequired, kOptional };

struct Row {
  OpKind op;
  AttributeName name;
  Kind kind;
  Presence presence = Presence::kRequired;
};

constexpr Presence kMaybe = Presence::kOptional;

constexpr Row kRows[] = {
    {kReducePrecision, kExponentBits, Kind::kInt},
    {kReducePrecision, kMantissaBits, Kind::kInt},
    {kCompare, kComparisonDirection, Kind::kText},
    {kCompare, kCompareType, Kind::kText, kMaybe},
    {kConstant, kValue, Kind::kLiteral},
    {kIota, kIotaDimension, Kind::kInt},
    {kBroadcastInDim, kBroadcastDimensions, Kind::kInts},
    {kConcatenate, kDimension, Kind::kInt},
    {kDynamicSlice, kSliceSizes, Kind::kInts},
    {kGather, kOffsetDims, Kind::kInts, kMaybe},
    {kGather, kCollapsedSliceDims, Kind::kInts, kMaybe},
    {kGather, kOperandBatchingDims, Kind::kInts, kMaybe},
    {kGather, kStartIndicesBatchingDims, Kind::kInts, kMaybe},
    {kGather, kStartIndexMap, Kind::kInts, kMaybe},
    {kGather, kIndexVectorDim, Kind::kInt, kMaybe},
    {kGather, kSliceSizes, Kind::kInts},
    {kGather, kIndicesAreSorted, Kind::kFlag, kMaybe},
    {kPad, kEdgePaddingLow, Kind::kInts},
    {kPad, kEdgePaddingHigh, Kind::kInts},
    {kPad, kInteriorPadding, Kind::kInts},
    {kReverse, kDimensions, Kind::kInts},
    {kSlice, kStartIndices, Kind::kInts},
    {kSlice, kLimitIndices, Kind::kInts},
    {kSlice, kStrides, Kind::kInts},
    {kTranspose, kPermutation, Kind::kInts},
    {kDotGeneral, kLhsBatchingDimensions, Kind::kInts, kMaybe},
    {kDotGeneral, kRhsBatchingDimensions, Kind::kInts, kMaybe},
    {kDotGeneral, kLhsContractingDimensions, Kind::kInts, kMaybe},
    {kDotGeneral, kRhsContractingDimensions, Kind::kInts, kMaybe},
    {kDotGeneral, kPrecision, Kind::kInts, kMaybe},
    {kDotGeneral, kAlgorithm, Kind::kText, kMaybe},
    {kReduce, kDimensions, Kind::kInts},
    {kReduceWindow, kDimension, Kind::kInt, kMaybe},
    {kReduceWindow, kIsReverse, Kind::kFlag, kMaybe},
    {kReduceWindow, kWindowDimensions, Kind::kInts, kMaybe},
    {kReduceWindow, kWindowStrides, Kind::kInts, kMaybe},
    {kReduceWindow, kBaseDilations, Kind::kInts, kMaybe},
    {kReduceWindow, kWindowDilations, Kind::kInts, kMaybe},
    {kReduceWindow, kPadding, Kind::kInts, kMaybe},
    {kSelectAndScatter, kWindowDimensions, Kind::kInts, kMaybe},
    {kSelectAndScatter, kWindowStrides, Kind::kInts, kMaybe},
    {kSelectAndScatter, kPadding, Kind::kInts, kMaybe},
    {kScatter, kUpdateWindowDims, Kind::kInts, kMaybe},
    {kScatter, kInsertedWindowDims, Kind::kInts, kMaybe},
    {kScatter, kInputBatchingDims, Kind::kInts, kMaybe},
    {kScatter, kScatterIndicesBatchingDims, Kind::kInts, kMaybe},
    {kScatter, kScatterDimsToOperandDims, Kind::kInts, kMaybe},
    {kScatter, kIndexVectorDim, Kind::kInt, kMaybe},
    {kScatter, kIndicesAreSorted, Kind::kFlag, kMaybe},
    {kScatter, kUniqueIndices, Kind::kFlag, kMaybe},
    {kSort, kDimension, Kind::kInt},
    {kSort, kIsStable, Kind::kFlag, kMaybe},
    {kSort, kK, Kind::kInt, kMaybe},
    {kMap, kDimensions, Kind::kInts},
    {kFft, kFftType, Kind::kText},
    {kFft, kFftLength, Kind::kInts},
    {kCholesky, kLower, Kind::kFlag, kMaybe},
    {kTriangularSolve, kLeftSide, Kind::kFlag},
    {kTriangularSolve, kLower, Kind::kFlag},
    {kTriangularSolve, kUnitDiagonal, Kind::kFlag},
    {kTriangularSolve, kTransposeA, Kind::kText},
    {kCustomCall, kCallTargetName, Kind::kText},
    {kCustomCall, kApiVersion, Kind::kInt, kMaybe},
    {kCustomCall, kBackendConfig, Kind::kConfig, kMaybe},
    {kCustomCall, kHasSideEffect, Kind::kFlag, kMaybe},
    {kCustomCall, kIndicesOfShapeOperands, Kind::kInts, kMaybe},
    {kCustomCall, kOperandLayouts, Kind::kInts, kMaybe},
    {kCustomCall, kResultLayouts, Kind::kInts, kMaybe},
    {kBatchNormGrad, kEpsilon, Kind::kFloat},
    {kBatchNormGrad, kFeatureIndex, Kind::kInt},
    {kBatchNormInference, kEpsilon, Kind::kFloat},
    {kBatchNormInference, kFeatureIndex, Kind::kInt},
    {kBatchNormTraining, kEpsilon, Kind::kFloat},
    {kBatchNormTraining, kFeatureIndex, Kind::kInt},
    {kRng, kRngDistribution, Kind::kText},
    {kRngBitGenerator, kRngAlgorithm, Kind::kText},
    {kScan, kDimension, Kind::kInt},
    {kScan, kIsReverse, Kind::kFlag, kMaybe},
    {kScan, kOperandSegmentSizes, Kind::kInts},
    {kScan, kResultSegmentSizes, Kind::kInts},
    {kScan, kScanDimSize, Kind::kInt, kMaybe},
    {kTopK, kK, Kind::kInt},
    {kRaggedDot, kLhsBatchingDimensions, Kind::kInts, kMaybe},
    {kRaggedDot, kRhsBatchingDimensions, Kind::kInts, kMaybe},
    {kRaggedDot, kLhsContractingDimensions, Kind::kInts, kMaybe},
    {kRaggedDot, kRhsContractingDimensions, Kind::kInts, kMaybe},
    {kRaggedDot, kLhsRaggedDimensions, Kind::kInts, kMaybe},
    {kRaggedDot, kRhsGroupDimensions, Kind::kInts, kMaybe},
    {kRaggedDot, kPrecision, Kind::kInts, kMaybe},
    {kGetDimensionSize, kDimension, Kind::kInt},
    {kDynamicBroadcastInDim, kBroadcastDimensions, Kind::kInts},
    {kDynamicGather, kOffsetDims, Kind::kInts, kMaybe},
    {kDynamicGather, kCollapsedSliceDims, Kind::kInts, kMaybe},
    {kDynamicGather, kOperandBatchingDims, Kind::kInts, kMaybe},
    {kDynamicGather, kStartIndicesBatchingDims, Kind::kInts, kMaybe},
    {kDynamicGather, kStartIndexMap, Kind::kInts, kMaybe},
    {kDynamicGather, kIndexVectorDim, Kind::kInt, kMaybe},
    {kDynamicGather, kIndicesAreSorted, Kind::kFlag, kMaybe},
    {kDynamicIota, kIotaDimension, Kind::kInt},
    {kAllGather, kAllGatherDim, Kind::kInt},
    {kAllToAll, kSplitDimension, Kind::kInt},
    {kAllToAll, kConcatDimension, Kind::kInt},
    {kAllToAll, kSplitCount, Kind::kInt},
    {kCollectivePermute, kSourceTargetPairs, Kind::kInts},
    {kCollectivePermute, kChannelId, Kind::kInt, kMaybe},
    {kReduceScatter, kScatterDimension, Kind::kInt},
};

// Operations that share a whole list.
constexpr Row kConvolutionRows[] = {
    {kConvolution, kInputBatchDimension, Kind::kInt},
    {kConvolution, kInputFeatureDimension, Kind::kInt},
    {kConvolution, kInputSpatialDimensions, Kind::kInts, kMaybe},
    {kConvolution, kKernelInputFeatureDimension, Kind::kInt},
    {kConvolution, kKernelOutputFeatureDimension, Kind::kInt},
    {kConvolution, kKernelSpatialDimensions, Kind::kInts, kMaybe},
    {kConvolution, kOutputBatchDimension, Kind::kInt},
    {kConvolution, kOutputFeatureDimension, Kind::kInt},
    {kConvolution, kOutputSpatialDimensions, Kind::kInts, kMaybe},
    {kConvolution, kWindowStrides, Kind::kInts, kMaybe},
    {kConvolution, kPadding, Kind::kInts, kMaybe},
    {kConvolution, kLhsDilation, Kind::kInts, kMaybe},
    {kConvolution, kRhsDilation, Kind::kInts, kMaybe},
    {kConvolution, kWindowReversal, Kind::kInts, kMaybe},
    {kConvolution, kFeatureGroupCount, Kind::kInt},
    {kConvolution, kBatchGroupCount, Kind::kInt},
    {kConvolution, kPrecision, Kind::kInts, kMaybe},
};
constexpr Row kGroupRows[] = {
    {kAllReduce, kReplicaGroups, Kind::kInts},
    {kAllReduce, kReplicaGroupSize, Kind::kInt, kMaybe},
    {kAllReduce, kChannelId, Kind::kInt, kMaybe},
    {kAllReduce, kUseGlobalDeviceIds, Kind::kFlag, kMaybe},
};

// Where the rows of an operation begin and end in kRows.
struct Range {
  uint16_t begin = 0;
  uint16_t end = 0;
};

constexpr size_t kKinds = [] {
  size_t count = 0;
#define TW_COUNT(...) ++count;
  TW_FOR_EACH_OP(TW_COUNT)
#undef TW_COUNT
  return count;
}();

constexpr std::array<Range, kKinds> kRanges = [] {
  std::array<Range, kKinds> ranges;
  for (uint16_t i = 0; i < std::size(kRows); ++i) {
    Range& range = ranges[static_cast<size_t>(kRows[i].op)];
    if (range.end == 0) range.begin = i;
    range.end = i + 1;
  }
  return ranges;
}();

constexpr bool RowsStandTogether() {
  size_t covered = 0;
  for (const Range& range : kRanges) covered += range.end - range.begin;
  return covered == std::size(kRows);
}
static_assert(RowsStandTogether(), "keep the rows of an operation together");

absl::Span<const Row> OwnRows(OpKind kind) {
  const Range range = kRanges[static_cast<size_t>(kind)];
  return absl::MakeConstSpan(kRows).subspan(range.begin, range.end - range.begin);
}

absl::Span<const Row> SharedRows(OpKind kind) {
  switch (kind) {
    case kConvolution:
    case kDynamicConv:
      return kConvolutionRows;
    case kAllGather:
    case kAllReduce:
    case kAllToAll:
    case kCollectiveBroadcast:
    case kCollectiveReduce:
    case kReduceScatter:
      return kGroupRows;
    default:
      return {};
  }
}

absl::string_view KindName(Kind kind) {
  switch (kind) {
    case Kind::kFlag:
      return "a boolean";
    case Kind::kInt:
      return "an integer";
    case Kind::kFloat:
      return "a number";
    case Kind::kText:
      return "text";
    case Kind::kInts:
      return "a list of integers";
    case Kind::kLiteral:
      return "a constant";
    case Kind::kConfig:
      return "a configuration";
  }
  return "";
}

bool HasKind(const AttributeValue& value, Kind kind) {
  switch (kind) {
    case Kind::kFlag:
      return std::holds_alternative<bool>(value);
    case Kind::kInt:
      return std::holds_alternative<int64_t>(value);
    case Kind::kFloat:
      return std::holds_alternative<double>(value);
    case Kind::kText:
      return std::holds_alternative<std::string>(value);
    case Kind::kInts:
      return std::holds_alternative<Dims>(value);
    case Kind::kLiteral:
      return std::holds_alternative<Literal>(value);
    case Kind::kConfig:
      return std::holds_alternative<Config>(value);
  }
  return false;
}

// The words that a text attribute may be; empty: any text.
absl::Span<const absl::string_view> Words(AttributeName name) {
  static constexpr absl::string_view kTypes[] = {"FLOAT", "TOTALORDER", "SIGNED",
                                                 "UNSIGNED", "NOTYPE"};
  static constexpr absl::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  static constexpr absl::string_view kTransforms[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
  static constexpr absl::string_view kAlgorithms[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
  static constexpr absl::string_view kDistributions[] = {"UNIFORM", "NORMAL"};
  static constexpr absl::string_view kTransposes[] = {"NO_TRANSPOSE", "TRANSPOSE",
                                                      "ADJOINT"};
  switch (name) {
    case kCompareType:
      return kTypes;
    case kComparisonDirection:
      return kDirections;
    case kFftType:
      return kTransforms;
    case kRngAlgorithm:
      return kAlgorithms;
    case kRngDistribution:
      return kDistributions;
    case kTransposeA:
      return kTransposes;
    default:
      return {};
  }
}

absl::Status Problem(const Operation& operation, AttributeName name,
                     absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat(Name(operation.kind), ": attribute ", Name(name), " ", what));
}

absl::Status CheckValue(const Operation& operation, const Row& row,
                        const AttributeValue& value) {
  if (!HasKind(value, row.kind)) {
    return Problem(operation, row.name, absl::StrCat("must be ", KindName(row.kind)));
  }
  if (row.kind != Kind::kText) return absl::OkStatus();
  const std::string& text = std::get<std::string>(value);
  const absl::Span<const absl::string_view> words = Words(row.name);
  if (words.empty() || std::find(words.begin(), words.end(), text) != words.end()) {
    return absl::OkStatus();
  }
  return Problem(
      operation, row.name,
      absl::StrCat("must be one of ", absl::StrJoin(words, ", "), ", is '", text, "'"));
}

bool Names(absl::Span<const Row> rows, AttributeName name) {
  return std::any_of(rows.begin(), rows.end(),
                     [name](const Row& row) { return row.name == name; });
}

}  // namespace

absl::Status CheckAttributes(const Operation& operation) {
  const auto& values = operation.attributes.values();
  const absl::Span<const Row> own = OwnRows(operation.kind);
  const absl::Span<const Row> shared = SharedRows(operation.kind);
  size_t seen = 0;
  for (const absl::Span<const Row> rows : {own, shared}) {
    for (const Row& row : rows) {
      const auto it = values.find(row.name);
      if (it != values.end()) {
        ++seen;
        TW_RETURN_IF_ERROR(CheckValue(operation, row, it->second));
      } else if (row.presence == Presence::kRequired) {
        return Problem(operation, row.name, "is missing");
      }
    }
  }
  if (seen == values.size()) return absl::OkStatus();
  for (const auto& [name, value] : values) {
    if (!Names(own, name) && !Names(shared, name)) {
      return Problem(operation, name, "does not belong there");
    }
  }
  return absl::OkStatus();
}

}  // namespace tilewright::ir
