#include "codegen/rewrite/expand.h"

#include <algorithm>
#include <cstring>

#include "tests/codegen/rewrite/fold_all.h"
#include "tests/ir/check/harness.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::NamedAttributes;
using ir::OneOperation;
using ir::OpKind;
using ir::Program;
using ::testing::HasSubstr;
using enum ir::AttributeName;
using enum ir::OpKind;

bool HasKind(const ir::Region& region, OpKind kind) {
  for (const ir::Operation& operation : region.operations) {
    if (operation.kind == kind) return true;
    for (const ir::Region& inner : operation.regions) {
      if (HasKind(inner, kind)) return true;
    }
  }
  return false;
}

// Expands, and checks what holds of every expansion.
Program Expanded(const Program& program) {
  EXPECT_EQ(ir::VerifyStatus(program), absl::OkStatus());
  absl::StatusOr<Program> expanded = Expand(program);
  EXPECT_TRUE(expanded.ok()) << expanded.status();
  if (!expanded.ok()) return {};
  EXPECT_EQ(ir::VerifyStatus(*expanded), absl::OkStatus()) << ir::Print(*expanded);
  for (int i = 0; i < ir::OpKindCount(); ++i) {
    const OpKind kind = static_cast<OpKind>(i);
    const ir::OpClass op_class = ir::Info(kind).op_class;
    const bool gone = op_class == ir::OpClass::kExpanded ||
                      op_class == ir::OpClass::kCollective || kind == kMap ||
                      kind == kOptimizationBarrier;
    EXPECT_FALSE(gone && HasKind(expanded->body, kind)) << ir::Name(kind);
  }
  return *std::move(expanded);
}

std::string Failure(const Program& program, absl::StatusCode code) {
  EXPECT_EQ(ir::VerifyStatus(program), absl::OkStatus());
  const absl::StatusOr<Program> expanded = Expand(program);
  EXPECT_EQ(expanded.status().code(), code) << expanded.status();
  return std::string(expanded.status().message());
}

std::string Refusal(const Program& program) {
  return Failure(program, absl::StatusCode::kUnimplemented);
}

std::vector<uint64_t> Words(const ir::Literal& literal) {
  std::vector<uint64_t> words;
  for (int64_t i = 0; i < literal.type().num_elements(); ++i) {
    words.push_back(static_cast<uint64_t>(literal.IntegerAt(i)));
  }
  return words;
}

ir::Literal Words64(const std::vector<uint64_t>& words) {
  std::vector<uint8_t> bytes(words.size() * 8);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return *ir::Literal::Create(
      {ir::ElementType::kU64, {static_cast<int64_t>(words.size())}}, bytes, false);
}

struct RandomVector {
  const char* algorithm;
  std::vector<uint64_t> state;
  const char* output;
  std::vector<uint64_t> new_state;
  std::vector<uint64_t> bits;
};

// Made with jax 0.10.2 on XLA:CPU.
const std::vector<RandomVector>& RandomVectors() {
  static const auto* const kVectors = new std::vector<RandomVector>{
      {"THREE_FRY",
       {0x123456789abcdef0, 0xffffffffffffffff},
       "5xui32",
       {0x123456789abcdef0, 0x2},
       {0xa4317ba7, 0x21f1aaca, 0x5eff803d, 0x4ce380f9, 0x394bdefc}},
      {"THREE_FRY",
       {0x1, 0x2},
       "3xui64",
       {0x1, 0x5},
       {0x802fd53b0296e954, 0xdf435003ed3492d3, 0xfcc0f26163b40bd3}},
      {"THREE_FRY",
       {0x1, 0x2},
       "3x5xui16",
       {0x1, 0xb},
       {0xe954, 0xd53b, 0x92d3, 0x5003, 0xbd3, 0x1d60, 0xd334, 0xc0ad, 0x4ce5, 0x5a17,
        0x73d0, 0xa482, 0xd765, 0x7a4e, 0xa6f2}},
      {"THREE_FRY", {0x1, 0x2}, "ui32", {0x1, 0x3}, {0x296e954}},
      {"PHILOX",
       {0x7, 0xffffffffffffffff, 0x5},
       "5xui32",
       {0x7, 0x1, 0x6},
       {0x234f1fc1, 0xff3718ec, 0x2775c467, 0xb9e2b3ee, 0xacdf7a04}},
      {"PHILOX",
       {0x7, 0xffffffffffffffff},
       "3xui64",
       {0x7, 0x1},
       {0xae9e750fe404ea31, 0x33a71289f06e4c03, 0x1d55ad4ca2221dce}},
      {"DEFAULT",
       {0x1, 0x2},
       "2x3xui8",
       {0x1, 0x4},
       {0x49, 0xe8, 0xd7, 0xd9, 0xfe, 0xc3}},
  };
  return *kVectors;
}

TEST(Expand, RandomBitsAreThoseOfXlaCpu) {
  for (const RandomVector& vector : RandomVectors()) {
    const std::string state = absl::StrCat(vector.state.size(), "xui64");
    const Program program =
        Expanded(OneOperation(kRngBitGenerator, {state},
                              {{kRngAlgorithm, std::string(vector.algorithm)}})
                     .Complete({state, vector.output}));
    const std::vector<ir::Literal> outputs = FoldAll(program, {Words64(vector.state)});
    ASSERT_EQ(outputs.size(), 2u);
    EXPECT_EQ(Words(outputs[0]), vector.new_state) << vector.algorithm;
    EXPECT_EQ(Words(outputs[1]), vector.bits) << vector.algorithm << vector.output;
  }
}

TEST(Expand, RngIsTheSameEachTimeAndDiffersBetweenOperations) {
  Program program;
  ir::Builder b(&program, &program.body);
  const ir::ValueId low = b.IntegerSplat(10, ir::T("i32"));
  const ir::ValueId high = b.IntegerSplat(20, ir::T("i32"));
  const ir::ValueId shape = b.Constant(ir::IntegerVector({64}));
  for (int i = 0; i < 2; ++i) {
    ir::Attributes attributes;
    attributes.Set(kRngDistribution, std::string("UNIFORM"));
    program.body.results.push_back(
        b.Append(kRng, {low, high, shape}, ir::T("64xi32"), attributes));
  }
  const std::vector<ir::Literal> first = FoldAll(Expanded(program), {});
  const std::vector<ir::Literal> again = FoldAll(Expanded(program), {});
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(Words(first[0]), Words(again[0]));
  EXPECT_NE(Words(first[0]), Words(first[1]));
  for (uint64_t word : Words(first[0])) {
    EXPECT_GE(word, 10u);
    EXPECT_LT(word, 20u);
  }
}

TEST(Expand, FloatingRngVerifiesInBothDistributions) {
  for (const char* type : {"f32", "f64", "bf16", "f16"}) {
    for (const char* distribution : {"UNIFORM", "NORMAL"}) {
      Expanded(OneOperation(kRng, {type, type, "2xi64"},
                            {{kRngDistribution, std::string(distribution)}})
                   .Complete({absl::StrCat("3x4x", type)}));
    }
  }
}

TEST(Expand, BatchNormsBecomeReductionsAndArithmetic) {
  const NamedAttributes attributes = {{kEpsilon, 1e-3}, {kFeatureIndex, int64_t{1}}};
  const std::string x = "4x3x5xf32";
  Expanded(OneOperation(kBatchNormTraining, {x, "3xf32", "3xf32"}, attributes)
               .Complete({x, "3xf32", "3xf32"}));
  Expanded(OneOperation(kBatchNormInference, {x, "3xf32", "3xf32", "3xf32", "3xf32"},
                        attributes)
               .Complete({x}));
  Expanded(OneOperation(kBatchNormGrad, {x, "3xf32", "3xf32", "3xf32", x}, attributes)
               .Complete({x, "3xf32", "3xf32"}));
}

TEST(Expand, TopKIsAStableSortDescendingByTotalOrder) {
  const Program program = Expanded(OneOperation(kTopK, {"5x7xf32"}, {{kK, int64_t{2}}})
                                       .Complete({"5x2xf32", "5x2xi32"}));
  ASSERT_EQ(program.body.operations.size(), 2u);  // iota, sort
  const ir::Operation& sort = program.body.operations[1];
  ASSERT_EQ(sort.kind, kSort);
  EXPECT_EQ(sort.attributes.Int(kK), 2);  // only the front of it
  EXPECT_TRUE(sort.attributes.Flag(kIsStable));
  EXPECT_EQ(sort.attributes.Int(kDimension), 1);
  const ir::Operation& compare = sort.regions[0].operations[0];
  EXPECT_EQ(compare.attributes.Text(kCompareType), "TOTALORDER");
  EXPECT_EQ(compare.attributes.Text(kComparisonDirection), "GT");
}

OneOperation ApproxTopK(int64_t dimension) {
  OneOperation call(kCustomCall, {"8x6xf32", "8x6xi32", "f32", "i32"},
                    {{kCallTargetName, std::string("ApproxTopK")},
                     {kBackendConfig,
                      ir::Config{{"reduction_dim", dimension}, {"top_k", int64_t{3}}}}});
  return call.WithRegion({"f32", "f32", "i32", "i32"}, {"i1"});
}

TEST(Expand, ApproxTopKIsTheExactOne) {
  const Program program = Expanded(ApproxTopK(0).Complete({"3x6xf32", "3x6xi32"}));
  EXPECT_TRUE(HasKind(program.body, kSort));
  EXPECT_FALSE(HasKind(program.body, kCustomCall));
  EXPECT_THAT(Failure(ApproxTopK(2).Complete({"3x6xf32", "3x6xi32"}),
                      absl::StatusCode::kInvalidArgument),
              HasSubstr("reduction_dim 2"));
  EXPECT_THAT(Failure(ApproxTopK(0).Complete({"3x5xf32", "3x6xi32"}),
                      absl::StatusCode::kInvalidArgument),
              HasSubstr("does not fit"));
  EXPECT_THAT(Refusal(ApproxTopK(0).Complete({"9x6xf32", "9x6xi32"})),
              HasSubstr("@ApproxTopK of tensor<8x6xf32> to tensor<9x6xf32>"));
}

TEST(Expand, CustomCallsInDisguiseAreUnmasked) {
  const auto call = [](const char* target, const char* from,
                       std::vector<std::string> results) {
    return OneOperation(kCustomCall, {from}, {{kCallTargetName, std::string(target)}})
        .Complete(results);
  };
  EXPECT_TRUE(HasKind(Expanded(call("mhlo.erf", "4xf32", {"4xf32"})).body, kErf));
  EXPECT_TRUE(
      HasKind(Expanded(call("mhlo.topk", "4xi32", {"2xi32", "2xi32"})).body, kSort));
  EXPECT_TRUE(Expanded(call("Sharding", "4xf32", {"4xf32"})).body.operations.empty());
  EXPECT_TRUE(HasKind(Expanded(call("other", "4xf32", {"4xf32"})).body, kCustomCall));
  EXPECT_THAT(
      Failure(call("mhlo.erf", "4xi32", {"4xi32"}), absl::StatusCode::kInvalidArgument),
      HasSubstr("not defined on tensor<4xi32>"));
  EXPECT_THAT(Failure(call("mhlo.topk", "4xi32", {"5xi32", "5xi32"}),
                      absl::StatusCode::kInvalidArgument),
              HasSubstr("@mhlo.topk of tensor<4xi32>"));
}

TEST(Expand, RaggedDotIsALoopOverGroups) {
  const auto ragged = [](std::vector<std::string> operands, Dims lhs_batch,
                         Dims rhs_batch, Dims lhs, Dims rhs, int64_t dim, Dims group,
                         const char* result) {
    return OneOperation(kRaggedDot, operands,
                        {{kLhsBatchingDimensions, lhs_batch},
                         {kRhsBatchingDimensions, rhs_batch},
                         {kLhsContractingDimensions, lhs},
                         {kRhsContractingDimensions, rhs},
                         {kLhsRaggedDimensions, Dims{dim}},
                         {kRhsGroupDimensions, group}})
        .Complete({result});
  };
  EXPECT_TRUE(HasKind(Expanded(ragged({"9x4xf32", "3x4x5xf32", "3xi32"}, {}, {}, {1}, {1},
                                      0, {0}, "9x5xf32"))
                          .body,
                      kWhile));
  EXPECT_TRUE(HasKind(Expanded(ragged({"6x7x4xf32", "6x4x3x5xf32", "6x3xi32"}, {0}, {0},
                                      {2}, {1}, 1, {2}, "6x7x5xf32"))
                          .body,
                      kWhile));
  EXPECT_TRUE(HasKind(Expanded(ragged({"7x4xf32", "4x5xf32", "3xi32"}, {}, {}, {1}, {0},
                                      1, {}, "3x7x5xf32"))
                          .body,
                      kWhile));
  EXPECT_FALSE(HasKind(Expanded(ragged({"6x7x4xf32", "6x4x5xf32", "3xi32"}, {0}, {0}, {2},
                                       {1}, 0, {}, "6x7x5xf32"))
                           .body,
                       kWhile));
}

Program Dynamic(OpKind kind, std::vector<std::string> inputs, std::vector<Dims> lists,
                NamedAttributes named, const char* result) {
  Program program;
  ir::Builder b(&program, &program.body);
  std::vector<ir::ValueId> operands;
  for (const std::string& input : inputs) {
    operands.push_back(program.AddValue(ir::T(input)));
    program.body.arguments.push_back(operands.back());
  }
  for (const Dims& list : lists) operands.push_back(b.Constant(ir::IntegerVector(list)));
  ir::Attributes attributes;
  for (auto& [name, value] : named) attributes.Set(name, value);
  program.body.results = {b.Append(kind, operands, ir::T(result), attributes)};
  return program;
}

TEST(Expand, DynamicOperationsWithKnownSizesBecomeStatic) {
  EXPECT_TRUE(HasKind(
      Expanded(Dynamic(kDynamicPad, {"3xf32", "f32"}, {{1}, {0}, {1}}, {}, "6xf32")).body,
      kPad));
  EXPECT_TRUE(HasKind(
      Expanded(Dynamic(kRealDynamicSlice, {"9xf32"}, {{1}, {9}, {3}}, {}, "3xf32")).body,
      kSlice));
  EXPECT_TRUE(
      HasKind(Expanded(Dynamic(kDynamicReshape, {"6xf32"}, {{2, 3}}, {}, "2x3xf32")).body,
              kReshape));
  EXPECT_TRUE(HasKind(Expanded(Dynamic(kDynamicIota, {}, {{2, 3}},
                                       {{kIotaDimension, int64_t{1}}}, "2x3xf32"))
                          .body,
                      kIota));
  EXPECT_TRUE(HasKind(Expanded(Dynamic(kDynamicBroadcastInDim, {"3xf32"}, {{2, 3}},
                                       {{kBroadcastDimensions, Dims{1}}}, "2x3xf32"))
                          .body,
                      kBroadcastInDim));
}

TEST(Expand, SizesThatContradictTheResultAreErrors) {
  EXPECT_THAT(
      Failure(Dynamic(kDynamicPad, {"3xf32", "f32"}, {{1}, {0}, {1}}, {}, "7xf32"),
              absl::StatusCode::kInvalidArgument),
      HasSubstr("its operands give tensor<6xf32>, it is written to give tensor<7xf32>"));
  EXPECT_THAT(
      Failure(Dynamic(kRealDynamicSlice, {"9xf32"}, {{1}, {11}, {3}}, {}, "3xf32"),
              absl::StatusCode::kInvalidArgument),
      HasSubstr("does not lie in the size 9"));
}

// Of a padding's edges one says the other.
TEST(Expand, PositionsThatAreKnownBecomeAttributes) {
  Program program =
      Expanded(Dynamic(kDynamicPad, {"3xf32", "f32"}, {{1}, {0}, {1}}, {}, "6xf32"));
  EXPECT_TRUE(HasKind(program.body, kPad));
  for (const int unknown : {2, 3}) {
    program = Dynamic(kDynamicPad, {"3xf32", "f32", "1xi64"}, {{1}, {1}}, {}, "6xf32");
    std::vector<ir::ValueId>& operands = program.body.operations.back().operands;
    std::rotate(operands.begin() + 2, operands.begin() + 3,
                operands.begin() + unknown + 1);
    const Program expanded = Expanded(program);
    EXPECT_TRUE(HasKind(expanded.body, kPad)) << unknown;
    EXPECT_FALSE(HasKind(expanded.body, kGather)) << unknown;
  }
  program = Dynamic(kDynamicPad, {"3xf32", "f32", "1xi64", "1xi64"}, {{1}}, {}, "6xf32");
  EXPECT_TRUE(HasKind(Expanded(program).body, kGather));
}

TEST(Expand, SlicesThatNoStartCouldPutInsideAreErrors) {
  EXPECT_THAT(
      Failure(Dynamic(kRealDynamicSlice, {"3xf32", "1xi64"}, {{4}, {1}}, {}, "4xf32"),
              absl::StatusCode::kInvalidArgument),
      HasSubstr("a slice of size 4 does not lie in the size 3 of dimension 0"));
  EXPECT_THAT(
      Failure(Dynamic(kRealDynamicSlice, {"9xf32", "1xi64"}, {{4}, {5}}, {}, "3xf32"),
              absl::StatusCode::kInvalidArgument),
      HasSubstr("a slice of 3 with stride 5 does not lie in the size 9"));
}

TEST(Expand, DynamicGatherReadsItsSliceSizesOffTheResult) {
  const Program program =
      Expanded(OneOperation(kDynamicGather, {"8x16xf32", "5x1xi32", "2xi32"},
                            {{kOffsetDims, Dims{1}},
                             {kCollapsedSliceDims, Dims{0}},
                             {kStartIndexMap, Dims{0}},
                             {kIndexVectorDim, int64_t{1}}})
                   .Complete({"5x12xf32"}));
  ASSERT_TRUE(HasKind(program.body, kGather));
  EXPECT_EQ(program.body.operations[0].attributes.Ints(kSliceSizes), (Dims{1, 12}));
}

TEST(Expand, DimensionSizesAreConstants) {
  const Program program =
      Expanded(OneOperation(kGetDimensionSize, {"3x7xf32"}, {{kDimension, int64_t{1}}})
                   .Complete({"i32"}));
  EXPECT_EQ(Words(FoldAll(program, {ir::Literal()})[0]), std::vector<uint64_t>{7});
}

OneOperation AllReduce(Dims groups, int64_t size) {
  OneOperation op(kAllReduce, {"4xbf16"},
                  {{kReplicaGroups, groups}, {kReplicaGroupSize, size}});
  return op.WithRegion({"bf16", "bf16"}, {"bf16"});
}

TEST(Expand, CollectivesOfOneDeviceChangeNothing) {
  EXPECT_TRUE(Expanded(AllReduce({0}, 1).Complete({"4xbf16"})).body.operations.empty());
  EXPECT_TRUE(Expanded(AllReduce({}, 0).Complete({"4xbf16"})).body.operations.empty());
  EXPECT_TRUE(Expanded(OneOperation(kAllGather, {"4x2xf32"},
                                    {{kAllGatherDim, int64_t{0}},
                                     {kReplicaGroups, Dims{0}},
                                     {kReplicaGroupSize, int64_t{1}}})
                           .Complete({"4x2xf32"}))
                  .body.operations.empty());
  const auto permute = [](Dims pairs) {
    return Expanded(
        OneOperation(kCollectivePermute, {"4xi32"}, {{kSourceTargetPairs, pairs}})
            .Complete({"4xi32"}));
  };
  EXPECT_TRUE(permute({0, 0}).body.operations.empty());
  EXPECT_TRUE(HasKind(permute({}).body, kConstant));
}

TEST(Expand, GroupsOfSeveralDevicesAreRefusedByName) {
  EXPECT_THAT(Refusal(AllReduce({0, 1}, 2).Complete({"4xbf16"})),
              HasSubstr("stablehlo.all_reduce: needs several devices"));
  Program program = AllReduce({}, 0).Complete({"4xbf16"});
  program.num_replicas = 4;
  EXPECT_THAT(Refusal(program), HasSubstr("all 4 form one group"));
}

// The number of operands of a kernel's loops is bounded, whatever the program's.
TEST(Expand, ConcatenationsOfManyOperandsAreJoinedInGroups) {
  Program program;
  ir::Builder b(&program, &program.body);
  std::vector<ir::ValueId> pieces;
  std::vector<uint64_t> expected;
  for (int i = 0; i < 300; ++i) {
    pieces.push_back(b.IntegerSplat(i, ir::T(i % 2 == 0 ? "1xi32" : "2xi32")));
    expected.insert(expected.end(), i % 2 + 1, i);
  }
  program.body.results = {b.Concatenate(pieces, 0)};
  const Program expanded = Expanded(program);
  for (const ir::Operation& operation : expanded.body.operations) {
    EXPECT_LE(operation.operands.size(), 64u);
  }
  EXPECT_EQ(Words(FoldAll(expanded, {})[0]), expected);
}

TEST(Expand, BitsBelowAByteArePackedAndUnpacked) {
  const auto cast = [](const char* from, const char* to, const ir::Literal& input) {
    const Program program =
        Expanded(OneOperation(kBitcastConvert, {from}).Complete({to}));
    return Words(FoldAll(program, {input})[0]);
  };
  using Numbers = std::vector<uint64_t>;
  const ir::Literal bits = *ir::Literal::Create(
      ir::T("2x8xi1"), {1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0}, false);
  EXPECT_EQ(cast("2x8xi1", "2xui8", bits), (Numbers{0x85, 2}));
  const ir::Literal bytes = *ir::Literal::Create(ir::T("2xui8"), {0x85, 0x2f}, false);
  EXPECT_EQ(cast("2xui8", "2x8xi1", bytes),
            (Numbers{1, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0}));
  EXPECT_EQ(cast("2xui8", "2x2xui4", bytes), (Numbers{5, 8, 15, 2}));
  EXPECT_EQ(cast("2xui8", "2x2xi4", bytes),
            (Numbers{5, static_cast<uint64_t>(-8), static_cast<uint64_t>(-1), 2}));
}

TEST(Expand, ProductsOfDifferentTypesMeetInOne) {
  const auto operand = [](const char* lhs, const char* rhs, const char* result) {
    const Program program = Expanded(OneOperation(kDotGeneral, {lhs, rhs},
                                                  {{kLhsContractingDimensions, Dims{1}},
                                                   {kRhsContractingDimensions, Dims{0}}})
                                         .Complete({result}));
    const ir::Operation& dot = program.body.operations.back();
    EXPECT_EQ(program.type(dot.operands[0]).element,
              program.type(dot.operands[1]).element);
    return ir::ToString(program.type(dot.operands[0]));
  };
  EXPECT_EQ(operand("2x3xi16", "3x4xi16", "2x4xf32"), "tensor<2x3xf32>");
  EXPECT_EQ(operand("2x3xui8", "3x4xi8", "2x4xi32"), "tensor<2x3xi32>");
  EXPECT_EQ(operand("2x3xbf16", "3x4xf32", "2x4xbf16"), "tensor<2x3xf32>");
  EXPECT_EQ(operand("2x3xf8E4M3FN", "3x4xf8E5M2", "2x4xbf16"), "tensor<2x3xf32>");
  EXPECT_EQ(operand("2x3xbf16", "3x4xbf16", "2x4xf32"), "tensor<2x3xbf16>");
}

TEST(Expand, DeviceNumbersAreZero) {
  const Program program = Expanded(OneOperation(kPartitionId, {}).Complete({"ui32"}));
  EXPECT_EQ(Words(FoldAll(program, {})[0]), std::vector<uint64_t>{0});
}

TEST(Expand, MapIsDoneOnWholeTensors) {
  Program program;
  const ir::ValueId x = program.AddValue(ir::T("2x2xi32"));
  const ir::ValueId shared = program.AddValue(ir::T("i32"));
  program.body.arguments = {x, shared};
  ir::Operation map;
  map.kind = kMap;
  map.operands = {x, x};
  map.attributes.Set(kDimensions, Dims{0, 1});
  ir::Region region;
  region.arguments = {program.AddValue(ir::T("i32")), program.AddValue(ir::T("i32"))};
  ir::Builder inner(&program, &region);
  const ir::ValueId three = inner.IntegerSplat(3, ir::T("i32"));
  const ir::ValueId product = inner.Binary(kMultiply, region.arguments[0], three);
  const ir::ValueId sum = inner.Binary(kAdd, product, region.arguments[1]);
  region.results = {inner.Binary(kAdd, sum, shared)};
  map.regions.push_back(std::move(region));
  ir::Builder b(&program, &program.body);
  program.body.results = b.AppendOperation(std::move(map), {ir::T("2x2xi32")});
  const ir::Literal input = ir::IntegerSplat(ir::T("2x2xi32"), 5);
  const std::vector<ir::Literal> outputs =
      FoldAll(Expanded(program), {input, ir::IntegerSplat(ir::T("i32"), 100)});
  ASSERT_EQ(outputs.size(), 1u);
  EXPECT_EQ(Words(outputs[0]), (std::vector<uint64_t>{120, 120, 120, 120}));
}

TEST(Expand, TokensLeaveNoTrace) {
  Program program;
  const ir::ValueId x = program.AddValue(ir::T("i32"));
  program.body.arguments = {x};
  ir::Builder b(&program, &program.body);
  const ir::ValueId token = b.Append(kAfterAll, {}, ir::TokenType());
  ir::Operation loop;
  loop.kind = kWhile;
  loop.operands = {token, x};
  loop.regions.resize(2);
  for (ir::Region& region : loop.regions) {
    region.arguments = {program.AddValue(ir::TokenType()),
                        program.AddValue(ir::T("i32"))};
  }
  ir::Builder condition(&program, &loop.regions[0]);
  loop.regions[0].results = {condition.Compare("LT", loop.regions[0].arguments[1],
                                               condition.IntegerSplat(9, ir::T("i32")))};
  ir::Builder body(&program, &loop.regions[1]);
  const ir::ValueId one = body.IntegerSplat(1, ir::T("i32"));
  loop.regions[1].results = {
      body.Append(kAfterAll, {loop.regions[1].arguments[0]}, ir::TokenType()),
      body.Binary(kAdd, loop.regions[1].arguments[1], one)};
  const std::vector<ir::ValueId> results =
      b.AppendOperation(std::move(loop), {ir::TokenType(), ir::T("i32")});
  program.body.results = {results[0], results[1]};
  program.donations = {{0, 1}};
  const Program expanded = Expanded(program);
  ASSERT_EQ(expanded.body.operations.size(), 1u);
  EXPECT_EQ(expanded.body.operations[0].operands.size(), 1u);
  EXPECT_EQ(expanded.body.results.size(), 1u);
  ASSERT_EQ(expanded.donations.size(), 1u);
  EXPECT_EQ(expanded.donations[0].result, 0);
}

// What the reductions reduce that a sum of `type` over `dimensions` becomes.
std::vector<std::string> ReductionsOf(absl::string_view type, Dims dimensions) {
  Program program;
  const ir::ValueId x = program.AddValue(ir::T(type));
  program.body.arguments = {x};
  ir::Builder b(&program, &program.body);
  const ir::ValueId zero = b.Splat(0, ir::Scalar(program.type(x).element));
  program.body.results = {b.Reduce(kAdd, x, zero, std::move(dimensions))};
  std::vector<std::string> types;
  const Program expanded = Expanded(program);
  for (const ir::Operation& op : expanded.body.operations) {
    if (op.kind == kReduce) types.push_back(ir::ToString(expanded.type(op.operands[0])));
  }
  return types;
}

// Of whole panels, or chains, and of what is left behind them.
TEST(Expand, LargeReductionsWithFewResultsGoInParts) {
  using Types = std::vector<std::string>;
  EXPECT_EQ(ReductionsOf("1048576xf32", {0}), (Types{"tensor<16x65536xf32>"}));
  EXPECT_EQ(ReductionsOf("1000003xf32", {0}),
            (Types{"tensor<16963xf32>", "tensor<15x65536xf32>"}));
  EXPECT_EQ(ReductionsOf("32x56x56x64xf32", {0, 1, 2}),
            (Types{"tensor<2048x64xf32>", "tensor<24x4096x64xf32>"}));
  EXPECT_EQ(ReductionsOf("4096x1024xf32", {0, 1}), (Types{"tensor<32x131072xf32>"}));
  // What is accumulated in f32 is rounded once.
  EXPECT_EQ(ReductionsOf("100000x8xbf16", {0}),
            (Types{"tensor<1696x8xf32>", "tensor<24x4096x8xf32>"}));
}

TEST(Expand, LargeReductionsOfSeveralSegmentsGoFromTheLastToTheFirst) {
  using Types = std::vector<std::string>;
  EXPECT_EQ(ReductionsOf("64x32x3136xf32", {0, 2}),
            (Types{"tensor<64x32x3136xf32>", "tensor<64x32xf32>"}));
  EXPECT_EQ(ReductionsOf("1000x1000x4xf32", {0, 2}), (Types{"tensor<1000x1000x4xf32>"}));
}

TEST(Expand, ReductionsThatThreadsCanShareStay) {
  for (const char* type : {"4096x1024xf32", "8x50257xf32", "4x100000xf32"}) {
    EXPECT_EQ(ReductionsOf(type, {1}).size(), 1u);
  }
  EXPECT_EQ(ReductionsOf("4096x1024xf32", {0}).size(), 1u);
  EXPECT_EQ(ReductionsOf("1000x100xf32", {0, 1}).size(), 1u);  // not large
}

TEST(Expand, DeadOperationsAreDroppedUnlessTheyHaveEffects) {
  Program program;
  const ir::ValueId x = program.AddValue(ir::T("4xf32"));
  program.body.arguments = {x};
  ir::Builder b(&program, &program.body);
  b.Unary(kTanh, b.Unary(kExponential, x));
  for (const bool effect : {false, true}) {
    ir::Attributes attributes;
    attributes.Set(kCallTargetName, std::string("print"));
    attributes.Set(kHasSideEffect, effect);
    b.Append(kCustomCall, {b.Unary(kNegate, x)}, ir::T("4xf32"), attributes);
  }
  program.body.results = {b.Unary(kAbs, x)};
  const Program expanded = Expanded(program);
  ASSERT_EQ(expanded.body.operations.size(), 3u);
  EXPECT_EQ(expanded.body.operations[0].kind, kNegate);
  EXPECT_EQ(expanded.body.operations[1].kind, kCustomCall);
  EXPECT_EQ(expanded.body.operations[2].kind, kAbs);
}

TEST(Expand, RewritesReachIntoRegionsAndSeeWhatIsOutside) {
  Program program;
  const ir::ValueId p = program.AddValue(ir::T("i1"));
  const ir::ValueId x = program.AddValue(ir::T("6xf32"));
  program.body.arguments = {p, x};
  ir::Builder b(&program, &program.body);
  const ir::ValueId limits = b.Constant(ir::IntegerVector({2, 3}));
  ir::Operation branch;
  branch.kind = kIf;
  branch.operands = {p};
  branch.regions.resize(2);
  for (ir::Region& region : branch.regions) {
    ir::Builder inner(&program, &region);
    region.results = {inner.Append(kDynamicReshape, {x, limits}, ir::T("2x3xf32"))};
  }
  program.body.results = b.AppendOperation(std::move(branch), {ir::T("2x3xf32")});
  const Program expanded = Expanded(program);
  EXPECT_EQ(expanded.body.operations.size(), 1u);
  EXPECT_TRUE(HasKind(expanded.body, kReshape));
}

}  // namespace
}  // namespace tilewright::codegen
