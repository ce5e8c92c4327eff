#include "ir/check/verify.h"

#include "tests/ir/check/harness.h"

namespace tilewright::ir {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using enum AttributeName;
using enum OpKind;

std::string FirstProblem(const Program& program) {
  const std::vector<Diagnostic> problems = Verify(program);
  return problems.empty() ? "sound" : problems[0].message;
}

Program AddTwice() {
  Program program;
  const ValueId x = program.AddValue(T("4xf32"));
  program.body.arguments = {x};
  Builder b(&program, &program.body);
  const ValueId sum = b.Binary(kAdd, x, x);
  program.body.results = {b.Binary(kAdd, sum, x)};
  return program;
}

TEST(Verify, ASoundProgramHasNoProblems) { EXPECT_THAT(Verify(AddTwice()), IsEmpty()); }

TEST(Verify, AValueIsUsedOnlyAfterItIsMade) {
  Program program = AddTwice();
  std::swap(program.body.operations[0], program.body.operations[1]);
  EXPECT_THAT(FirstProblem(program), HasSubstr("is used where it is not defined"));
}

TEST(Verify, AValueIsMadeOnce) {
  Program program = AddTwice();
  program.body.operations[1].results = program.body.operations[0].results;
  EXPECT_THAT(FirstProblem(program), HasSubstr("is defined twice"));
}

TEST(Verify, AValueNumberThatDoesNotExistIsReported) {
  Program program = AddTwice();
  program.body.operations[0].operands[0] = 1000;
  EXPECT_THAT(FirstProblem(program), HasSubstr("used where it is not defined"));
  program = AddTwice();
  program.body.operations[0].results[0] = -5;
  EXPECT_THAT(FirstProblem(program), HasSubstr("value -5 does not exist"));
}

TEST(Verify, ResultTypesAreThoseThatTheRuleGives) {
  Program program = AddTwice();
  program.values[program.body.results[0]] = T("5xf32");
  EXPECT_EQ(FirstProblem(program),
            "stablehlo.add: result 0 should have the type tensor<4xf32>, has "
            "tensor<5xf32>");
}

TEST(Verify, ProblemsCarryTheLocationOfTheirOperation) {
  Program program = AddTwice();
  program.body.operations[1].location = {7, 3};
  program.values[program.body.results[0]] = T("5xf32");
  const std::vector<Diagnostic> problems = Verify(program);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].location.line, 7);
  EXPECT_THAT(std::string(VerifyStatus(program).message()), HasSubstr("7:3: "));
}

TEST(Verify, WhatARegionMakesStaysInside) {
  Program program;
  const ValueId x = program.AddValue(T("i1"));
  program.body.arguments = {x};
  Operation branch;
  branch.kind = kIf;
  branch.operands = {x};
  branch.regions.resize(2);
  for (Region& region : branch.regions) {
    Builder b(&program, &region);
    region.results = {b.Unary(kNot, x)};  // may use what is outside
  }
  const ValueId inner = branch.regions[0].results[0];
  Builder b(&program, &program.body);
  program.body.results = b.AppendOperation(branch, {T("i1")});
  EXPECT_EQ(FirstProblem(program), "sound");
  program.body.results = {inner};
  EXPECT_THAT(FirstProblem(program), HasSubstr("is used where it is not defined"));
}

TEST(Verify, UnknownSizesAreRefused) {
  Program program = AddTwice();
  program.values[0].shape.Set(0, kDynamicSize);
  EXPECT_THAT(FirstProblem(program), HasSubstr("has a size that is not known"));
  program.values[0].shape.Set(0, -7);
  EXPECT_NE(FirstProblem(program), "sound");
}

TEST(Verify, RanksAndNestingAreBounded) {
  Program program;
  program.body.arguments = {program.AddValue({ElementType::kF32, Dims(65, 1)})};
  EXPECT_THAT(FirstProblem(program), HasSubstr("rank 65 exceeds rank 64"));

  Program deep;
  const ValueId x = deep.AddValue(T("i32"));
  deep.body.arguments = {x};
  Region innermost;
  for (int i = 0; i < 300; ++i) {
    Operation branch;
    branch.kind = kCase;
    branch.operands = {x};
    branch.regions.push_back(std::move(innermost));
    innermost = Region();
    innermost.operations.push_back(std::move(branch));
  }
  deep.body.operations = std::move(innermost.operations);
  EXPECT_THAT(FirstProblem(deep), HasSubstr("nested deeper than 256"));
}

TEST(Verify, MissingMistypedAndForeignAttributesAreNamed) {
  OneOperation iota(kIota, {});
  EXPECT_EQ(FirstProblem(iota.Complete({"4xi32"})),
            "stablehlo.iota: attribute iota_dimension is missing");
  iota.operation.attributes.Set(kIotaDimension, std::string("zero"));
  EXPECT_THAT(FirstProblem(iota.Complete({"4xi32"})), HasSubstr("must be an integer"));
  iota.operation.attributes.Set(kIotaDimension, int64_t{0});
  EXPECT_EQ(FirstProblem(iota.Complete({"4xi32"})), "sound");
  iota.operation.attributes.Set(kStrides, Dims{1});
  EXPECT_THAT(FirstProblem(iota.Complete({"4xi32"})), HasSubstr("does not belong there"));
}

TEST(Verify, EveryOperationSurvivesHavingNothing) {
  for (int kind = 0; kind < OpKindCount(); ++kind) {
    OneOperation empty(static_cast<OpKind>(kind), {});
    Verify(empty.Complete({}));
    OneOperation scalars(static_cast<OpKind>(kind), {"f32", "i32", "i1"});
    Verify(scalars.Complete({"f32", "f32"}));
    OneOperation regions(static_cast<OpKind>(kind), {"2xf32", "2xf32", "2xf32"});
    regions.WithRegion({}, {}).WithRegion({}, {});
    Verify(regions.Complete({"2xf32"}));
  }
}

TEST(Verify, ConstantsHoldValuesOfTheirType) {
  const auto constant = [](const char* type, uint8_t byte) {
    const Literal literal = *Literal::Create(T(type), {byte}, /*is_splat=*/true);
    return FirstProblem(
        OneOperation(kConstant, {}, {{kValue, literal}}).Complete({type}));
  };
  EXPECT_EQ(constant("2xi1", 1), "sound");
  EXPECT_THAT(constant("2xi1", 2), HasSubstr("holds the byte 2"));
  EXPECT_EQ(constant("2xi4", 0xf8), "sound");
  EXPECT_THAT(constant("2xi4", 8), HasSubstr("none of its values"));
  EXPECT_EQ(constant("2xui4", 15), "sound");
  EXPECT_THAT(constant("2xui4", 0xff), HasSubstr("none of its values"));
  EXPECT_EQ(constant("2xi8", 0xff), "sound");
}

TEST(Verify, DonationsNameArgumentsAndResultsThatExist) {
  Program program = AddTwice();
  program.donations = {{0, 0}};
  EXPECT_EQ(FirstProblem(program), "sound");
  program.donations = {{0, 1}};
  EXPECT_THAT(FirstProblem(program), HasSubstr("argument 0 is given up for result 1"));
  program.donations = {{0, 0}, {0, 0}};
  EXPECT_THAT(FirstProblem(program), HasSubstr("given up twice"));
}

TEST(Verify, LayoutsOfCustomCallsArePermutations) {
  const auto call = [](Dims layouts) {
    return FirstProblem(
        OneOperation(kCustomCall, {"2x3xf32", "4xf32"},
                     {{kCallTargetName, std::string("f")}, {kOperandLayouts, layouts}})
            .Complete({}));
  };
  EXPECT_EQ(call({0, 1, 0}), "sound");
  EXPECT_THAT(call({1, 1, 0}), HasSubstr("no permutation"));
  EXPECT_THAT(call({1, 0}), HasSubstr("too few"));
  EXPECT_THAT(call({1, 0, 0, 0}), HasSubstr("needs 3"));
}

}  // namespace
}  // namespace tilewright::ir
