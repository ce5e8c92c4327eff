#include "tests/ir/check/harness.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum OpKind;

OneOperation Dot(std::vector<std::string> operands, Dims lhs_batch, Dims rhs_batch,
                 Dims lhs, Dims rhs) {
  return OneOperation(kDotGeneral, operands,
                      {{kLhsBatchingDimensions, lhs_batch},
                       {kRhsBatchingDimensions, rhs_batch},
                       {kLhsContractingDimensions, lhs},
                       {kRhsContractingDimensions, rhs}});
}

TEST(InferContractions, ProductsHaveBatchThenRowsThenColumns) {
  ExpectTypes(Dot({"5x2x3xf32", "7x5x3xf32"}, {0}, {1}, {2}, {2}).Infer(), {"5x2x7xf32"});
  ExpectTypes(Dot({"2x3xbf16", "3x4xbf16"}, {}, {}, {1}, {0}).Infer({"2x4xf32"}),
              {"2x4xf32"});
  ExpectTypes(Dot({"2x3xi8", "3x4xui8"}, {}, {}, {1}, {0}).Infer({"2x4xi32"}),
              {"2x4xi32"});
}

TEST(InferContractions, ContractedSizesMustBeEqual) {
  ExpectError(Dot({"2x3xf32", "4x5xf32"}, {}, {}, {1}, {0}).Infer(),
              "dimension 1 of lhs has size 3, dimension 0 of rhs has size 4");
  ExpectError(Dot({"2x3xf32", "3x5xf32"}, {}, {}, {1}, {}).Infer(), "must pair up");
  ExpectError(Dot({"2x3xf32", "3x5xf32"}, {1}, {0}, {1}, {0}).Infer(), "is in both");
  ExpectError(Dot({"2x3xf32", "3x5xf32"}, {}, {}, {2}, {0}).Infer(), "rank 2");
  ExpectError(Dot({"2x3xf32", "3x5xi32"}, {}, {}, {1}, {0}).Infer(), "cannot multiply");
}

TEST(InferContractions, AlgorithmsAreWellFormedAndStandAlone) {
  const auto dot = [](const char* algorithm, Dims precision) {
    OneOperation op = Dot({"2x3xf32", "3x4xf32"}, {}, {}, {1}, {0});
    op.operation.attributes.Set(kAlgorithm, std::string(algorithm));
    op.operation.attributes.Set(kPrecision, precision);
    return op.Infer();
  };
  ExpectTypes(dot("bf16,bf16,f32,1,1,3,false", {0, 0}), {"2x4xf32"});
  ExpectTypes(dot("tf32,tf32,f32,1,1,1,false", {}), {"2x4xf32"});
  ExpectError(dot("bf16,bf16,f32,1,1,3,false", {0, 2}), "precision must be DEFAULT");
  ExpectError(dot("bf16,bf16,q32,1,1,3,false", {}), "'q32' is not a floating type");
  ExpectError(dot("bf16,bf16,f32,0,1,3,false", {}), "at least 1");
  ExpectError(dot("bf16,bf16,f32", {}), "malformed algorithm");
  ExpectError(dot("", {0, 3}), "precision holds 3");
}

OneOperation Convolution(std::string input, std::string kernel) {
  return OneOperation(kConvolution, {input, kernel},
                      {{kInputBatchDimension, int64_t{0}},
                       {kInputFeatureDimension, int64_t{2}},
                       {kInputSpatialDimensions, Dims{1}},
                       {kKernelSpatialDimensions, Dims{0}},
                       {kKernelInputFeatureDimension, int64_t{1}},
                       {kKernelOutputFeatureDimension, int64_t{2}},
                       {kOutputBatchDimension, int64_t{0}},
                       {kOutputFeatureDimension, int64_t{2}},
                       {kOutputSpatialDimensions, Dims{1}},
                       {kWindowStrides, Dims{2}},
                       {kPadding, Dims{1, 1}},
                       {kFeatureGroupCount, int64_t{1}},
                       {kBatchGroupCount, int64_t{1}}});
}

absl::StatusOr<std::vector<TensorType>> With(OneOperation op, AttributeName name,
                                             AttributeValue value) {
  op.operation.attributes.Set(name, std::move(value));
  return op.Infer();
}

TEST(InferContractions, ConvolutionsFollowTheirDimensionNumbers) {
  const OneOperation op = Convolution("2x9x4xf32", "3x4x6xf32");
  ExpectTypes(op.Infer(), {"2x5x6xf32"});
  ExpectTypes(With(op, kRhsDilation, Dims{4}), {"2x2x6xf32"});
  ExpectTypes(With(Convolution("2x9x4xf32", "3x2x6xf32"), kFeatureGroupCount, int64_t{2}),
              {"2x5x6xf32"});
  ExpectTypes(With(op, kBatchGroupCount, int64_t{2}), {"1x5x6xf32"});
}

TEST(InferContractions, ConvolutionsRefuseWhatDoesNotFit) {
  const OneOperation op = Convolution("2x9x4xf32", "3x4x6xf32");
  ExpectError(Convolution("2x9x4xf32", "3x5x6xf32").Infer(), "kernel's 5 input features");
  ExpectError(With(op, kInputSpatialDimensions, Dims{2}), "dimensions of the input once");
  ExpectError(With(op, kInputSpatialDimensions, Dims{}), "dimensions of the input once");
  ExpectError(With(op, kFeatureGroupCount, int64_t{0}), "at least 1");
  ExpectError(With(op, kFeatureGroupCount, int64_t{3}), "do not fit the kernel");
  ExpectError(With(op, kBatchGroupCount, int64_t{3}), "does not divide into 3 groups");
  ExpectError(With(op, kPadding, Dims{-20, 0}), "removes more");
  ExpectError(With(op, kWindowStrides, Dims{0}), "window_strides holds 0");
  ExpectError(With(op, kLhsDilation, Dims{kMaxTensorBytes}), "largest size");
}

OneOperation RaggedDot(std::vector<std::string> operands, Dims lhs_batch, Dims rhs_batch,
                       Dims lhs, Dims rhs, int64_t ragged, Dims group) {
  return OneOperation(kRaggedDot, operands,
                      {{kLhsBatchingDimensions, lhs_batch},
                       {kRhsBatchingDimensions, rhs_batch},
                       {kLhsContractingDimensions, lhs},
                       {kRhsContractingDimensions, rhs},
                       {kLhsRaggedDimensions, Dims{ragged}},
                       {kRhsGroupDimensions, group}});
}

TEST(InferContractions, RaggedDotHasThreeModes) {
  ExpectTypes(
      RaggedDot({"9x4xf32", "3x4x5xf32", "3xi32"}, {}, {}, {1}, {1}, 0, {0}).Infer(),
      {"9x5xf32"});
  ExpectTypes(RaggedDot({"7x4xf32", "4x5xf32", "3xi32"}, {}, {}, {1}, {0}, 1, {}).Infer(),
              {"3x7x5xf32"});
  ExpectTypes(
      RaggedDot({"6x7x4xf32", "6x4x5xf32", "3xi32"}, {0}, {0}, {2}, {1}, 0, {}).Infer(),
      {"6x7x5xf32"});
  ExpectTypes(
      RaggedDot({"6x7x4xf32", "3x6x4x5xf32", "6x3xi32"}, {0}, {1}, {2}, {2}, 1, {0})
          .Infer(),
      {"6x7x5xf32"});
  ExpectError(
      RaggedDot({"9x4xf32", "3x4x5xf32", "2xi32"}, {}, {}, {1}, {1}, 0, {0}).Infer(),
      "rhs has 3 groups, there are 2");
  ExpectError(
      RaggedDot({"9x4xf32", "3x4x5xf32", "3xi32"}, {}, {}, {1}, {1}, 0, {}).Infer(),
      "rhs_group_dimensions");
}

}  // namespace
}  // namespace tilewright::ir
