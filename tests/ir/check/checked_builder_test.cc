#include "ir/check/checked_builder.h"

#include <utility>

#include "tests/ir/check/harness.h"

namespace tilewright::ir {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using enum AttributeName;
using enum OpKind;
using New = CheckedBuilder::New;

template <typename T>
std::string MessageOf(const absl::StatusOr<T>& result) {
  EXPECT_FALSE(result.ok()) << "accepted";
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(result.status().message());
}

TEST(CheckedBuilder, ResultTypesFollowFromOperandsAndAttributes) {
  CheckedBuilder b;
  const ValueId x = *b.AddInput(T("2x3xf32"));
  const ValueId turned = *b.AppendOne({.kind = kTranspose,
                                       .operands = {x},
                                       .attributes = With({{kPermutation, Dims{1, 0}}})});
  EXPECT_EQ(b.type(turned), T("3x2xf32"));
  const ValueId product =
      *b.AppendOne({.kind = kDotGeneral,
                    .operands = {x, turned},
                    .attributes = With({{kLhsContractingDimensions, Dims{1}},
                                        {kRhsContractingDimensions, Dims{0}}})});
  EXPECT_EQ(b.type(product), T("2x2xf32"));
  const absl::StatusOr<Program> program = std::move(b).Finish({product});
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_THAT(Verify(*program), IsEmpty());
}

TEST(CheckedBuilder, MistakesNameThePlaceTheOperationItsTypesAndTheCause) {
  CheckedBuilder b;
  const ValueId x = *b.AddInput(T("2xf32"));
  const ValueId y = *b.AddInput(T("3xf32"));
  EXPECT_EQ(
      MessageOf(b.Append({.kind = kAdd, .operands = {x, y}, .location = {7, 3}})),
      "7:3: error: stablehlo.add(tensor<2xf32>, tensor<3xf32>): operands must have one "
      "type, are tensor<2xf32> and tensor<3xf32>");
  EXPECT_EQ(MessageOf(b.Append({.kind = kAdd, .operands = {x}})),
            "stablehlo.add(tensor<2xf32>): needs 2 operands, has 1");
  EXPECT_EQ(MessageOf(b.Append({.kind = kTranspose, .operands = {x}})),
            "stablehlo.transpose(tensor<2xf32>): attribute permutation is missing");
  EXPECT_EQ(MessageOf(b.Append({.kind = kTanh,
                                .operands = {x},
                                .attributes = With({{kDimension, int64_t{0}}})})),
            "stablehlo.tanh(tensor<2xf32>): attribute dimension does not belong there");
  EXPECT_EQ(
      MessageOf(b.Append({.kind = kTanh, .operands = {x}, .results = {T("2xf64")}})),
      "stablehlo.tanh(tensor<2xf32>): result 0 should have the type tensor<2xf32>, "
      "has tensor<2xf64>");
  EXPECT_EQ(MessageOf(b.Append({.kind = kTanh, .operands = {1000}})),
            "stablehlo.tanh(?): operand 0 is no value of this builder");
  EXPECT_THAT(MessageOf(b.Append({.kind = kConcatenate,
                                  .operands = std::vector<ValueId>(100, x),
                                  .attributes = With({{kDimension, int64_t{4}}})})),
              HasSubstr("tensor<2xf32>, ...): dimension must be"));
}

TEST(CheckedBuilder, GoesOnAfterAMistakeAsIfThereHadBeenNone) {
  CheckedBuilder b, untouched;
  for (CheckedBuilder* each : {&b, &untouched}) (void)*each->AddInput(T("2xf32"));
  EXPECT_FALSE(b.Append({.kind = kAnd, .operands = {0, 0}}).ok());
  EXPECT_FALSE(
      b.AppendOne(
           {.kind = kTopK, .operands = {0}, .attributes = With({{kK, int64_t{1}}})})
          .ok());  // has two results
  EXPECT_FALSE(b.Reducer(kAnd, ElementType::kF32).ok());
  EXPECT_FALSE(b.CloseRegion({}).ok());
  for (CheckedBuilder* each : {&b, &untouched}) {
    const ValueId y = *each->AppendOne({.kind = kTanh, .operands = {0}});
    EXPECT_EQ(CanonicalText(*std::move(*each).Finish({y})),
              "module @main attributes {mhlo.num_partitions = 1 : i32, "
              "mhlo.num_replicas = 1 : i32} {\n"
              "  func.func public @main(%arg0: tensor<2xf32>) -> (tensor<2xf32>) {\n"
              "    %0 = \"stablehlo.tanh\"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>\n"
              "    \"func.return\"(%0) : (tensor<2xf32>) -> ()\n"
              "  }\n"
              "}\n");
  }
}

TEST(CheckedBuilder, RegionsAreOpenedFilledAndClosed) {
  CheckedBuilder b;
  const ValueId n = *b.AddInput(T("i32"));
  const ValueId one = *b.AppendOne(
      {.kind = kConstant, .attributes = With({{kValue, IntegerSplat(T("i32"), 1)}})});
  const ValueId state = (*b.OpenRegion({T("i32")}))[0];
  const ValueId more =
      *b.AppendOne({.kind = kCompare,
                    .operands = {state, n},
                    .attributes = With({{kComparisonDirection, std::string("LT")}})});
  const RegionId condition = *b.CloseRegion({more});
  const ValueId before = (*b.OpenRegion({T("i32")}))[0];
  const ValueId after = *b.AppendOne({.kind = kAdd, .operands = {before, one}});
  const RegionId body = *b.CloseRegion({after});
  const ValueId last =
      *b.AppendOne({.kind = kWhile, .operands = {one}, .regions = {condition, body}});
  const absl::StatusOr<Program> program = std::move(b).Finish({last});
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_THAT(Verify(*program), IsEmpty());
  ASSERT_EQ(program->body.operations.size(), 2u);
  EXPECT_EQ(program->body.operations[1].regions[1].results, std::vector<ValueId>{after});
}

TEST(CheckedBuilder, AReducerIsOneOperationOnTwoScalars) {
  CheckedBuilder b;
  const ValueId x = *b.AddInput(T("4x8xf32"));
  const ValueId zero = *b.AddInput(T("f32"));
  const RegionId sum = *b.Reducer(kAdd, ElementType::kF32);
  const ValueId y = *b.AppendOne({.kind = kReduce,
                                  .operands = {x, zero},
                                  .attributes = With({{kDimensions, Dims{1}}}),
                                  .regions = {sum}});
  EXPECT_EQ(b.type(y), T("4xf32"));
  EXPECT_THAT(Verify(*std::move(b).Finish({y})), IsEmpty());
}

TEST(CheckedBuilder, WhatARegionMakesIsSeenInItAlone) {
  CheckedBuilder b;
  const ValueId x = *b.AddInput(T("2xf32"));
  (void)*b.OpenRegion({});
  const ValueId inner = *b.AppendOne({.kind = kTanh, .operands = {x}});
  EXPECT_TRUE(b.AppendOne({.kind = kTanh, .operands = {inner}}).ok());
  ASSERT_TRUE(b.CloseRegion({inner}).ok());
  EXPECT_THAT(MessageOf(b.AppendOne({.kind = kTanh, .operands = {inner}})),
              HasSubstr("operand 0 was made in a region that has ended"));
  (void)*b.OpenRegion({});
  EXPECT_THAT(MessageOf(b.CloseRegion({inner})), HasSubstr("a region that has ended"));
  ASSERT_TRUE(b.CloseRegion({x}).ok());
  EXPECT_THAT(MessageOf(std::move(b).Finish({inner})), HasSubstr("has ended"));
}

TEST(CheckedBuilder, ARegionServesOneOperationWhereItWasMade) {
  CheckedBuilder b;
  const ValueId i = *b.AddInput(T("i32"));
  const auto branch = [&]() -> RegionId {
    (void)*b.OpenRegion({});
    return *b.CloseRegion({i});
  };
  const RegionId once = branch();
  const New chosen = {.kind = kCase, .operands = {i}, .regions = {once}};
  EXPECT_TRUE(b.Append(chosen).ok());
  EXPECT_THAT(MessageOf(b.Append(chosen)), HasSubstr("region 0 is another operation's"));
  EXPECT_THAT(MessageOf(b.Append({.kind = kCase, .operands = {i}, .regions = {{77}}})),
              HasSubstr("region 0 is no region of this builder"));
  // Made inside of a region, it cannot be used outside.
  (void)*b.OpenRegion({});
  const RegionId inside = branch();
  (void)*b.CloseRegion({i});
  EXPECT_THAT(MessageOf(b.Append({.kind = kCase, .operands = {i}, .regions = {inside}})),
              HasSubstr("region 0 was made in a region that has ended"));
  (void)*b.OpenRegion({});
  EXPECT_THAT(MessageOf(std::move(b).Finish({i})), HasSubstr("a region is open"));
}

TEST(CheckedBuilder, NestingIsBoundedAsTheVerifierBoundsIt) {
  CheckedBuilder b;
  const ValueId i = *b.AddInput(T("i32"));
  for (int k = 0; k < 256; ++k) ASSERT_TRUE(b.OpenRegion({}).ok()) << k;
  EXPECT_THAT(MessageOf(b.OpenRegion({})), HasSubstr("nested deeper than 256"));
  ValueId last = i;
  for (int k = 0; k < 256; ++k) {
    const RegionId region = *b.CloseRegion({last});
    last = *b.AppendOne({.kind = kCase, .operands = {i}, .regions = {region}});
  }
  EXPECT_THAT(Verify(*std::move(b).Finish({last})), IsEmpty());
}

TEST(CheckedBuilder, ARegionThatIsUsedDeeperThanItWasMadeCountsThere) {
  CheckedBuilder b;
  const ValueId i = *b.AddInput(T("i32"));
  const auto nest = [&](int levels) {
    ValueId last = i;
    for (int k = 0; k < levels; ++k) (void)*b.OpenRegion({});
    RegionId region = *b.CloseRegion({last});
    for (int k = 1; k < levels; ++k) {
      last = *b.AppendOne({.kind = kCase, .operands = {i}, .regions = {region}});
      region = *b.CloseRegion({last});
    }
    return region;
  };
  const RegionId fits = nest(200), exceeds = nest(201);
  for (int k = 0; k < 56; ++k) (void)*b.OpenRegion({});
  EXPECT_TRUE(b.Append({.kind = kCase, .operands = {i}, .regions = {fits}}).ok());
  EXPECT_THAT(MessageOf(b.Append({.kind = kCase, .operands = {i}, .regions = {exceeds}})),
              HasSubstr("region 0: regions are nested deeper than 256"));
}

TEST(CheckedBuilder, TypesOfInputsAndArgumentsAreBounded) {
  CheckedBuilder b;
  EXPECT_THAT(MessageOf(b.AddInput({ElementType::kF32, {kDynamicSize}})),
              HasSubstr("input 0: tensor<?xf32> has a size that is not known"));
  EXPECT_THAT(MessageOf(b.OpenRegion({{ElementType::kF32, Dims(65, 1)}})),
              HasSubstr("argument 0 of a region: a tensor of rank 65 exceeds rank 64"));
}

TEST(CheckedBuilder, DonationsAreChecked) {
  const auto finish = [](std::vector<Donation> donations) {
    CheckedBuilder b;
    const ValueId x = *b.AddInput(T("2xf32"));
    const ValueId y = *b.AddInput(T("2xi32"));
    return std::move(b).Finish({x, y}, std::move(donations));
  };
  EXPECT_TRUE(finish({{0, 0}, {1, 1}}).ok());
  EXPECT_THAT(MessageOf(finish({{0, 2}})), HasSubstr("given up for result 2"));
  EXPECT_THAT(MessageOf(finish({{1, 1}, {0, 0}})), HasSubstr("given up twice"));
  EXPECT_THAT(MessageOf(finish({{0, 1}})), HasSubstr("cannot be given up for result 1"));
}

TEST(CheckedBuilder, WhatIsLeftOutIsWhatStableHloMeansByIt) {
  CheckedBuilder b;
  const ValueId x = *b.AddInput(T("2xui8"));
  const ValueId y =
      *b.AppendOne({.kind = kCompare,
                    .operands = {x, x},
                    .attributes = With({{kComparisonDirection, std::string("LT")}})});
  const Program program = *std::move(b).Finish({y});
  EXPECT_EQ(program.body.operations[0].attributes.Text(kCompareType), "UNSIGNED");
}

TEST(CheckedBuilder, AnInlinedProgramMustFitItsArguments) {
  CheckedBuilder inner;
  const ValueId p = *inner.AddInput(T("2xf32"));
  const Program callee =
      *std::move(inner).Finish({*inner.AppendOne({.kind = kTanh, .operands = {p}})});
  CheckedBuilder b;
  const ValueId x = *b.AddInput(T("2xf32"));
  const ValueId y = *b.AddInput(T("3xf32"));
  EXPECT_EQ(b.Inline(callee, {x})->size(), 1u);
  EXPECT_THAT(MessageOf(b.Inline(callee, {x, x})), HasSubstr("takes 1 arguments"));
  EXPECT_THAT(MessageOf(b.Inline(callee, {y})),
              HasSubstr("argument 0 is tensor<3xf32>, not tensor<2xf32>"));
}

TEST(OpKindNamed, AMisspeltNameSuggestsTheNearest) {
  EXPECT_EQ(*OpKindNamed("stablehlo.tanh"), kTanh);
  EXPECT_EQ(MessageOf(OpKindNamed("stablehlo.tahn")),
            "there is no operation 'stablehlo.tahn'; did you mean 'stablehlo.tanh'?");
  EXPECT_THAT(MessageOf(OpKindNamed("add")), HasSubstr("'stablehlo.add'?"));
  EXPECT_THAT(MessageOf(OpKindNamed("stablehlo.erf")), HasSubstr("'chlo.erf'?"));
  EXPECT_THAT(MessageOf(OpKindNamed("stablehlo.dot_genral")),
              HasSubstr("'stablehlo.dot_general'?"));
  EXPECT_THAT(MessageOf(OpKindNamed("torch.frobnicate")), Not(HasSubstr("did you mean")));
  EXPECT_THAT(MessageOf(OpKindNamed(std::string(10000, 'x'))),
              Not(HasSubstr("did you mean")));
}

}  // namespace
}  // namespace tilewright::ir
