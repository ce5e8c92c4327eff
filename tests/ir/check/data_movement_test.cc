#include "tests/ir/check/harness.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum OpKind;

constexpr int64_t kHuge = int64_t{1} << 62;

TEST(InferDataMovement, SlicesLieInside) {
  const auto slice = [](Dims start, Dims limit, Dims strides) {
    return OneOperation(
               kSlice, {"10x4xf32"},
               {{kStartIndices, start}, {kLimitIndices, limit}, {kStrides, strides}})
        .Infer();
  };
  ExpectTypes(slice({1, 0}, {10, 4}, {4, 1}), {"3x4xf32"});
  ExpectTypes(slice({10, 4}, {10, 4}, {1, 1}), {"0x0xf32"});
  ExpectTypes(slice({0, 0}, {10, 4}, {INT64_MAX, 3}), {"1x2xf32"});
  ExpectError(slice({1, 0}, {11, 4}, {1, 1}), "does not lie in the size 10");
  ExpectError(slice({5, 0}, {4, 4}, {1, 1}), "does not lie");
  ExpectError(slice({-1, 0}, {4, 4}, {1, 1}), "start_indices holds -1");
  ExpectError(slice({0, 0}, {4, 4}, {0, 1}), "strides holds 0");
  ExpectError(slice({0}, {4, 4}, {1, 1}), "must have 2 entries, has 1");
}

TEST(InferDataMovement, PaddingMayTakeAwayButNotMoreThanThereIs) {
  const auto pad = [](Dims low, Dims high, Dims interior) {
    return OneOperation(kPad, {"3xf32", "f32"},
                        {{kEdgePaddingLow, low},
                         {kEdgePaddingHigh, high},
                         {kInteriorPadding, interior}})
        .Infer();
  };
  ExpectTypes(pad({1}, {-2}, {2}), {"6xf32"});
  ExpectTypes(pad({-3}, {0}, {0}), {"0xf32"});
  ExpectError(pad({-2}, {-2}, {0}), "makes its size negative");
  ExpectError(pad({0}, {0}, {-1}), "interior_padding holds -1");
  ExpectError(pad({0}, {0}, {kHuge}), "interior_padding holds");
  ExpectError(pad({0}, {kMaxTensorBytes}, {0}), "larger than");
}

TEST(InferDataMovement, ReshapesKeepTheNumberOfElements) {
  ExpectTypes(OneOperation(kReshape, {"2x6xf32"}).Infer({"3x4xf32"}), {"3x4xf32"});
  ExpectError(OneOperation(kReshape, {"2x6xf32"}).Infer({"3x5xf32"}), "12 elements");
}

TEST(InferDataMovement, TransposesNameEveryDimensionOnce) {
  const auto transpose = [](Dims permutation) {
    return OneOperation(kTranspose, {"2x3x4xf32"}, {{kPermutation, permutation}}).Infer();
  };
  ExpectTypes(transpose({2, 0, 1}), {"4x2x3xf32"});
  ExpectError(transpose({0, 1}), "must name all 3 dimensions");
  ExpectError(transpose({0, 1, 1}), "names dimension 1 twice");
  ExpectError(transpose({0, 1, 3}), "rank 3 does not have");
}

TEST(InferDataMovement, OnlyDimensionsOfSizeOneAreRepeated) {
  const auto broadcast = [](const char* from, Dims dims, const char* to) {
    return OneOperation(kBroadcastInDim, {from}, {{kBroadcastDimensions, dims}})
        .Infer({to});
  };
  ExpectTypes(broadcast("1x3xf32", {2, 0}, "3x5x7xf32"), {"3x5x7xf32"});
  ExpectTypes(broadcast("f32", {}, "2xf32"), {"2xf32"});
  ExpectError(broadcast("2xf32", {0}, "3xf32"),
              "size 2 cannot become dimension 0 of size 3");
  ExpectError(broadcast("2xf32", {}, "2xf32"), "must have 1 entries");
}

TEST(InferDataMovement, BitcastsTradeElementsForWidth) {
  ExpectTypes(OneOperation(kBitcastConvert, {"3xf32"}).Infer({"3x4xi8"}), {"3x4xi8"});
  ExpectTypes(OneOperation(kBitcastConvert, {"3x4xi8"}).Infer({"3xf32"}), {"3xf32"});
  ExpectTypes(OneOperation(kBitcastConvert, {"3xf32"}).Infer({"3xui32"}), {"3xui32"});
  ExpectError(OneOperation(kBitcastConvert, {"3x2xi8"}).Infer({"3xf32"}),
              "needs a last dimension of 4");
  ExpectError(OneOperation(kBitcastConvert, {"i8"}).Infer({"f32"}), "last dimension");
  ExpectTypes(OneOperation(kBitcastConvert, {"8xi1"}).Infer({"i8"}), {"i8"});
  ExpectTypes(OneOperation(kBitcastConvert, {"i8"}).Infer({"2xi4"}), {"2xi4"});
  ExpectError(OneOperation(kBitcastConvert, {"2xcomplex<f32>"}).Infer({"2xi64"}),
              "cannot turn");
}

TEST(InferDataMovement, ConcatenatedPartsAgreeElsewhere) {
  const auto join = [](std::vector<std::string> parts, int64_t dimension) {
    return OneOperation(kConcatenate, parts, {{kDimension, dimension}}).Infer();
  };
  ExpectTypes(join({"2x3xf32", "2x0xf32", "2x1xf32"}, 1), {"2x4xf32"});
  ExpectError(join({"2x3xf32", "3x3xf32"}, 1), "does not fit operand 0");
  ExpectError(join({"2x3xf32", "3xf32"}, 0), "does not fit operand 0");
  ExpectError(join({"2x3xf32"}, 2), "must be at least 0 and below 2, is 2");
}

TEST(InferDataMovement, DynamicSlicesNeedOneIndexADimension) {
  const auto slice = [](std::vector<std::string> operands, Dims sizes) {
    return OneOperation(kDynamicSlice, operands, {{kSliceSizes, sizes}}).Infer();
  };
  ExpectTypes(slice({"4x5xf32", "i32", "i32"}, {2, 5}), {"2x5xf32"});
  ExpectError(slice({"4x5xf32", "i32"}, {2, 5}), "needs 2 start indices, has 1");
  ExpectError(slice({"4x5xf32", "i32", "i64"}, {2, 5}), "must have one type");
  ExpectError(slice({"4x5xf32", "f32", "f32"}, {2, 5}), "integer scalar");
  ExpectError(slice({"4x5xf32", "i32", "i32"}, {2, 6}), "exceeds the size 5");
}

OneOperation Gather(std::vector<std::string> operands, Dims offset, Dims collapsed,
                    Dims map, int64_t vector_dim, Dims sizes) {
  return OneOperation(kGather, operands,
                      {{kOffsetDims, offset},
                       {kCollapsedSliceDims, collapsed},
                       {kStartIndexMap, map},
                       {kIndexVectorDim, vector_dim},
                       {kSliceSizes, sizes}});
}

TEST(InferDataMovement, GatherPutsSlicesWhereOffsetDimsSay) {
  ExpectTypes(Gather({"8x16xf32", "5x1xi32"}, {1}, {0}, {0}, 1, {1, 16}).Infer(),
              {"5x16xf32"});
  ExpectTypes(Gather({"8x16xf32", "5xi32"}, {0}, {0}, {0}, 1, {1, 16}).Infer(),
              {"16x5xf32"});
}

TEST(InferDataMovement, GatherRefusesWhatWouldReadOutside) {
  ExpectError(Gather({"8x16xf32", "5x1xi32"}, {1}, {0}, {0}, 1, {1, 17}).Infer(),
              "slice size 17");
  ExpectError(Gather({"8x16xf32", "5x1xi32"}, {1}, {0}, {0}, 1, {2, 16}).Infer(),
              "must be at most 1");
  ExpectError(Gather({"8x16xf32", "5x1xi32"}, {1}, {0}, {2}, 1, {1, 16}).Infer(),
              "start_index_map names dimension 2");
  ExpectError(Gather({"8x16xf32", "5x2xi32"}, {1}, {0}, {0}, 1, {1, 16}).Infer(),
              "start_index_map must have 2 entries");
  ExpectError(Gather({"8x16xf32", "5x1xi32"}, {1}, {0}, {0}, 3, {1, 16}).Infer(),
              "index_vector_dim");
  ExpectError(Gather({"8x16xf32", "5x1xf32"}, {1}, {0}, {0}, 1, {1, 16}).Infer(),
              "indices must be integers");
  ExpectError(Gather({"0x16xf32", "5x1xi32"}, {1}, {0}, {0}, 1, {0, 16}).Infer(),
              "empty slices");
  ExpectError(Gather({"8x16xf32", "5x1xi32"}, {1}, {}, {0}, 1, {1, 16}).Infer(),
              "must name 2 dimensions together, name 1");
}

TEST(InferDataMovement, SizesStayBelowTheBound) {
  ExpectError(OneOperation(kIota, {}, {{kIotaDimension, int64_t{0}}})
                  .Infer({"4294967296x4294967296xf32"}),
              "larger than 2^46 bytes");
  ExpectError(OneOperation(kIota, {}, {{kIotaDimension, int64_t{0}}})
                  .Infer({"0x4294967296x4294967296xf32"}),
              "larger than 2^46 bytes");
}

}  // namespace
}  // namespace tilewright::ir
