#include "tests/ir/check/harness.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum OpKind;

TEST(InferRegions, ReduceDropsDimensionsAndTakesItsComputationsTypes) {
  const auto reduce = [](Dims dims) {
    return OneOperation(kReduce, {"2x3x4xbf16", "bf16"}, {{kDimensions, dims}});
  };
  ExpectTypes(reduce({0, 2}).WithRegion({"bf16", "bf16"}, {"bf16"}).Infer(), {"3xbf16"});
  ExpectTypes(reduce({1}).WithRegion({"f32", "f32"}, {"f32"}).Infer(), {"2x4xf32"});
  ExpectError(reduce({3}).WithRegion({"bf16", "bf16"}, {"bf16"}).Infer(), "rank 3");
  ExpectError(reduce({0, 0}).WithRegion({"bf16", "bf16"}, {"bf16"}).Infer(), "twice");
  ExpectError(reduce({0}).WithRegion({"i32", "i32"}, {"i32"}).Infer(),
              "cannot take elements of type bf16");
  ExpectError(reduce({0}).WithRegion({"bf16"}, {"bf16"}).Infer(),
              "must take 2 arguments");
  ExpectError(reduce({0}).WithRegion({"bf16", "f32"}, {"bf16"}).Infer(),
              "must have the type");
  ExpectError(reduce({0}).WithRegion({"2xbf16", "2xbf16"}, {"2xbf16"}).Infer(),
              "scalars");
  ExpectError(reduce({0}).Infer(), "needs 1 regions, has 0");
}

TEST(InferRegions, ReduceOfSeveralTensorsPairsThem) {
  OneOperation reduce(kReduce, {"3xf32", "3xi32", "f32", "i32"},
                      {{kDimensions, Dims{0}}});
  reduce.WithRegion({"f32", "i32", "f32", "i32"}, {"f32", "i32"});
  ExpectTypes(reduce.Infer(), {"f32", "i32"});
  OneOperation ragged(kReduce, {"3xf32", "4xi32", "f32", "i32"},
                      {{kDimensions, Dims{0}}});
  ragged.WithRegion({"f32", "i32", "f32", "i32"}, {"f32", "i32"});
  ExpectError(ragged.Infer(), "one shape");
}

TEST(InferRegions, WindowsAreCountedWithDilationAndPadding) {
  const auto window = [](Dims size, Dims stride, Dims base, Dims dilation, Dims padding) {
    return OneOperation(kReduceWindow, {"10xf32", "f32"},
                        {{kWindowDimensions, size},
                         {kWindowStrides, stride},
                         {kBaseDilations, base},
                         {kWindowDilations, dilation},
                         {kPadding, padding}})
        .WithRegion({"f32", "f32"}, {"f32"})
        .Infer();
  };
  ExpectTypes(window({3}, {2}, {1}, {1}, {0, 0}), {"4xf32"});
  ExpectTypes(window({3}, {1}, {2}, {3}, {1, 2}), {"16xf32"});
  ExpectTypes(window({11}, {1}, {1}, {1}, {0, 0}), {"0xf32"});
  ExpectError(window({0}, {1}, {1}, {1}, {0, 0}), "window_dimensions holds 0");
  ExpectError(window({1}, {0}, {1}, {1}, {0, 0}), "window_strides holds 0");
  ExpectError(window({1}, {1}, {1}, {1}, {-20, 0}), "removes more");
  ExpectError(window({2}, {1}, {kMaxTensorBytes}, {1}, {0, 0}), "largest size");
  ExpectError(window({2}, {1}, {1}, {1}, {0}), "padding must have 2 entries");
}

TEST(InferRegions, AWindowAlongADimensionIsAllThatComesBefore) {
  const auto scan = [](NamedAttributes attributes) {
    return OneOperation(kReduceWindow, {"3x10xf32", "f32"}, std::move(attributes))
        .WithRegion({"f32", "f32"}, {"f32"})
        .Infer();
  };
  ExpectTypes(scan({{kDimension, int64_t{1}}}), {"3x10xf32"});
  ExpectTypes(scan({{kDimension, int64_t{0}}, {kIsReverse, true}}), {"3x10xf32"});
  ExpectError(scan({{kDimension, int64_t{2}}}), "dimension");
  ExpectError(scan({}), "window_dimensions is missing");
  ExpectError(scan({{kDimension, int64_t{1}}, {kPadding, Dims{0, 0, 0, 0}}}),
              "both a dimension and padding");
}

OneOperation Scatter(std::vector<std::string> operands, Dims window, Dims inserted,
                     Dims map, int64_t vector_dim) {
  return OneOperation(kScatter, operands,
                      {{kUpdateWindowDims, window},
                       {kInsertedWindowDims, inserted},
                       {kScatterDimsToOperandDims, map},
                       {kIndexVectorDim, vector_dim}});
}

TEST(InferRegions, ScatterUpdatesFitIndicesAndOperand) {
  const auto add = [](OneOperation op) { return op.WithRegion({"f32", "f32"}, {"f32"}); };
  ExpectTypes(add(Scatter({"8x16xf32", "5x1xi32", "5x16xf32"}, {1}, {0}, {0}, 1)).Infer(),
              {"8x16xf32"});
  ExpectError(add(Scatter({"8x16xf32", "5x1xi32", "4x16xf32"}, {1}, {0}, {0}, 1)).Infer(),
              "updates must have the shape [5, 16], have [4, 16]");
  ExpectError(add(Scatter({"8x16xf32", "5x1xi32", "5x17xf32"}, {1}, {0}, {0}, 1)).Infer(),
              "exceeds dimension 1");
  ExpectError(add(Scatter({"8x16xf32", "5x1xi32", "5x16xi32"}, {1}, {0}, {0}, 1)).Infer(),
              "its updates of type i32");
  ExpectError(
      add(Scatter({"8x16xf32", "5x1xi32", "5x16xf32"}, {1}, {0, 0}, {0}, 1)).Infer(),
      "twice");
  ExpectError(add(Scatter({"8x16xf32", "5x1xi32"}, {1}, {0}, {0}, 1)).Infer(),
              "needs at least 3 operands, has 2");
}

TEST(InferRegions, SortComparesPairsOfScalars) {
  const auto sort = [](int64_t dimension) {
    return OneOperation(kSort, {"4x3xf32", "4x3xi32"}, {{kDimension, dimension}});
  };
  ExpectTypes(sort(1).WithRegion({"f32", "f32", "i32", "i32"}, {"i1"}).Infer(),
              {"4x3xf32", "4x3xi32"});
  ExpectError(sort(1).WithRegion({"f32", "i32", "f32", "i32"}, {"i1"}).Infer(),
              "argument 1 of region 0 must be tensor<f32>, is tensor<i32>");
  ExpectError(sort(1).WithRegion({"f32", "f32", "i32", "i32"}, {"i8"}).Infer(),
              "tensor<i1>");
  ExpectError(sort(2).WithRegion({"f32", "f32", "i32", "i32"}, {"i1"}).Infer(),
              "below 2");
}

TEST(InferRegions, ScansYieldASliceOfEachOutputAndWhatTheyCarry) {
  struct Counts {
    Dims operands, results;
  };
  const auto scan = [](std::vector<std::string> operands, Counts counts,
                       int64_t dimension = 1) {
    return OneOperation(kScan, operands,
                        {{kDimension, dimension},
                         {kOperandSegmentSizes, counts.operands},
                         {kResultSegmentSizes, counts.results}});
  };
  const Counts one_each = {{1, 1}, {1, 1}};
  const auto rows = [&] { return scan({"4x9xf32", "4xi32"}, one_each); };
  ExpectTypes(rows().WithRegion({"4xf32", "4xi32"}, {"2xi8", "4xi32"}).Infer(),
              {"2x9xi8", "4xi32"});
  ExpectError(rows().WithRegion({"9xf32", "4xi32"}, {"2xi8", "4xi32"}).Infer(),
              "must take the inputs' slices");
  ExpectError(rows().WithRegion({"4xf32", "4xi32"}, {"2xi8", "4xf32"}).Infer(),
              "carry 0 must have the type tensor<4xi32>");
  ExpectError(rows().WithRegion({"4xf32", "4xi32"}, {"4xi32"}).Infer(),
              "must yield a slice of each output and the carries");
  ExpectError(scan({"4x9xf32", "4xi32"}, one_each, 2)
                  .WithRegion({"4xf32", "4xi32"}, {"2xi8", "4xi32"})
                  .Infer(),
              "below 2");
  ExpectError(scan({"4x9xf32", "4x8xf32"}, {{2, 0}, {1, 0}})
                  .WithRegion({"4xf32", "4xf32"}, {"f32"})
                  .Infer(),
              "input 1 has 8 slices, should have 9");
  ExpectError(scan({"4x9xf32"}, one_each).WithRegion({"4xf32"}, {"f32"}).Infer(),
              "has 1 operands, but [1, 1]");
  ExpectError(scan({"f32"}, {{0, 1}, {0, 1}}).WithRegion({"f32"}, {"f32"}).Infer(),
              "has neither inputs nor outputs");
  OneOperation alone = scan({"f32"}, {{0, 1}, {1, 1}}, 0);
  alone.WithRegion({"f32"}, {"2xf32", "f32"});
  ExpectError(alone.Infer(), "without inputs needs a scan_dim_size");
  alone.operation.attributes.Set(kScanDimSize, int64_t{5});
  ExpectTypes(alone.Infer(), {"5x2xf32", "f32"});
}

TEST(InferRegions, LoopsKeepTheTypesOfTheirState) {
  const auto loop = [] { return OneOperation(kWhile, {"i32", "2xf32"}); };
  ExpectTypes(loop()
                  .WithRegion({"i32", "2xf32"}, {"i1"})
                  .WithRegion({"i32", "2xf32"}, {"i32", "2xf32"})
                  .Infer(),
              {"i32", "2xf32"});
  ExpectError(loop()
                  .WithRegion({"i32", "2xf32"}, {"i1"})
                  .WithRegion({"i32", "2xf32"}, {"i32", "3xf32"})
                  .Infer(),
              "results of the body: number 1 must have the type tensor<2xf32>");
  ExpectError(loop()
                  .WithRegion({"i32", "2xf32"}, {"2xi1"})
                  .WithRegion({"i32", "2xf32"}, {"i32", "2xf32"})
                  .Infer(),
              "must yield one tensor<i1>");
}

TEST(InferRegions, BranchesYieldTheSameTypes) {
  ExpectTypes(
      OneOperation(kIf, {"i1"}).WithRegion({}, {"f32"}).WithRegion({}, {"f32"}).Infer(),
      {"f32"});
  ExpectError(
      OneOperation(kIf, {"i1"}).WithRegion({}, {"f32"}).WithRegion({}, {"i32"}).Infer(),
      "results of branch 1");
  ExpectError(OneOperation(kIf, {"i32"}).WithRegion({}, {}).WithRegion({}, {}).Infer(),
              "condition");
  ExpectError(OneOperation(kCase, {"i32"}).Infer(), "at least one branch");
  ExpectError(OneOperation(kCase, {"i64"}).WithRegion({}, {}).Infer(), "index must be");
}

}  // namespace
}  // namespace tilewright::ir
