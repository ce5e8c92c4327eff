#include "plan/serialize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "plan/held.h"
#include "support/check.h"
#include "support/hash.h"

namespace tilewright::plan {
namespace {

using ir::AttributeName;
using ir::ElementType;
using ir::TensorType;
using ::testing::HasSubstr;

BufferRef Arena(int64_t offset, int64_t bytes) {
  return {Space::kArena, 0, offset, bytes};
}

Step KernelCall(int32_t kernel, std::vector<BufferRef> buffers) {
  Step step;
  step.kind = StepKind::kKernel;
  step.name = "add.1";
  step.ordinal = 12;
  step.kernel = {kernel, std::move(buffers), 7, 256};
  return step;
}

Step Copy(BufferRef from, BufferRef to) {
  Step step;
  step.kind = StepKind::kCopy;
  step.name = "copy";
  step.copy = {from, to};
  return step;
}

// A plan with one of everything.
Plan Everything() {
  Plan plan;
  plan.inputs = {
      {ElementType::kF32, {4, 8}}, {ElementType::kI1, {}}, {ElementType::kI32, {}}};
  plan.outputs = {{ElementType::kF32, {4, 8}}, {ElementType::kBF16, {0, 3}}};
  plan.constants = {ir::IntegerVector({1, 2, 3}),
                    ir::IntegerSplat({ElementType::kI32, {1000}}, -5)};
  plan.arena_bytes = 4096;
  Kernel kernel;
  kernel.name = "add.1";
  kernel.identity = std::string(64, 'a') + ".123";
  kernel.launch = {256, 7, {{4, false}, {1, false}}};
  plan.kernels = {kernel};
  plan.prepared = {128, 0};
  plan.preparation = {
      KernelCall(0, {{Space::kConstant, 0, 0, 24}, {Space::kPrepared, 0, 0, 128}})};

  plan.steps.push_back(
      KernelCall(0, {{Space::kInput, 0, 0, 128}, {Space::kConstant, 0, 0, 24}}));
  plan.steps.back().kernel.cost = {10, 20, 30, {{"bf16", 4, 5, 6}}, 7, 8, 9, 1, 2};
  plan.steps.back().kernel.symbols = {2, 0};
  plan.steps.push_back(Copy(Arena(0, 128), {Space::kOutput, 0, 0, 128}));

  Step routine;
  routine.kind = StepKind::kRoutine;
  routine.name = "fft.2";
  routine.routine.routine = "fft";
  ir::Attributes& attributes = routine.routine.attributes;
  attributes.Set(AttributeName::kLower, true);
  attributes.Set(AttributeName::kDimension, int64_t{-3});
  attributes.Set(AttributeName::kEpsilon, 0.5);
  attributes.Set(AttributeName::kFftType, std::string("RFFT"));
  attributes.Set(AttributeName::kFftLength, ir::Dims{8});
  attributes.Set(AttributeName::kValue, ir::IntegerVector({9}));
  ir::Config config;
  config["uplo"] = int64_t{76};
  config["flag"] = false;
  config["tol"] = 1e-6;
  config["text"] = std::string("1,1,100");
  attributes.Set(AttributeName::kBackendConfig, config);
  routine.routine.operand_types = {{ElementType::kF32, {8}}};
  routine.routine.result_types = {{ElementType::kC64, {5}}};
  routine.routine.operands = {Arena(64, 32)};
  routine.routine.results = {Arena(128, 40)};
  plan.steps.push_back(routine);

  Step branch;
  branch.kind = StepKind::kCase;
  branch.name = "case.3";
  branch.branch.index = {Space::kInput, 2, 0, 4};
  branch.branch.branches = {{Copy(Arena(0, 64), Arena(64, 64))}, {}};

  Step loop;
  loop.kind = StepKind::kWhile;
  loop.name = "while.4";
  loop.loop.condition = {KernelCall(0, {Arena(0, 4), Arena(4, 1)})};
  loop.loop.predicate = Arena(4, 1);
  loop.loop.body = {branch};
  plan.steps.push_back(loop);
  plan.donations = {{0, 0}};
  return plan;
}

TEST(PlanSerialize, APlanComesBackAsItWas) {
  const Plan plan = Everything();
  ASSERT_TRUE(Validate(plan).ok()) << Validate(plan);
  const std::string bytes = Serialize(plan);
  const absl::StatusOr<Plan> back = Deserialize(bytes);
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_TRUE(Validate(*back).ok());
  EXPECT_EQ(back->inputs, plan.inputs);
  EXPECT_EQ(back->outputs, plan.outputs);
  EXPECT_EQ(back->constants[1].IntegerAt(999), -5);
  EXPECT_EQ(back->arena_bytes, 4096);
  EXPECT_EQ(back->kernels[0].identity, plan.kernels[0].identity);
  EXPECT_EQ(back->steps[0].kernel.cost, plan.steps[0].kernel.cost);
  EXPECT_EQ(back->steps[0].kernel.symbols, plan.steps[0].kernel.symbols);
  EXPECT_EQ(back->prepared, plan.prepared);
  EXPECT_EQ(back->preparation[0].kernel.buffers, plan.preparation[0].kernel.buffers);
  EXPECT_EQ(back->steps[0].kernel.buffers, plan.steps[0].kernel.buffers);
  EXPECT_EQ(back->steps[0].ordinal, 12);
  EXPECT_EQ(back->steps[1].ordinal, -1);
  const ir::Attributes& attributes = back->steps[2].routine.attributes;
  EXPECT_TRUE(attributes.Flag(AttributeName::kLower));
  EXPECT_EQ(attributes.Int(AttributeName::kDimension), -3);
  EXPECT_EQ(attributes.Float(AttributeName::kEpsilon), 0.5);
  EXPECT_EQ(attributes.Text(AttributeName::kFftType), "RFFT");
  EXPECT_EQ(attributes.Ints(AttributeName::kFftLength), ir::Dims{8});
  EXPECT_EQ(attributes.Constant(AttributeName::kValue).IntegerAt(0), 9);
  const ir::Config& config = attributes.Configuration(AttributeName::kBackendConfig);
  EXPECT_EQ(std::get<int64_t>(config.at("uplo")), 76);
  EXPECT_EQ(std::get<std::string>(config.at("text")), "1,1,100");
  EXPECT_EQ(back->steps[3].loop.body[0].branch.branches.size(), 2u);
  // Nothing at all was lost.
  EXPECT_TRUE(Serialize(*back) == bytes);
}

TEST(PlanSerialize, EveryDamagedByteIsDataLoss) {
  std::string bytes = Serialize(Everything());
  for (char& c : bytes) {
    c = static_cast<char>(c ^ 0x10);
    EXPECT_TRUE(absl::IsDataLoss(Deserialize(bytes).status()));
    c = static_cast<char>(c ^ 0x10);
  }
  EXPECT_TRUE(Deserialize(bytes).ok());
}

// As whoever knows the format would write it.
std::string Sealed(const std::string& body) { return body + Xxh3(body); }
std::string Body(const Plan& plan) {
  const std::string bytes = Serialize(plan);
  return bytes.substr(0, bytes.size() - kXxh3Bytes);
}

TEST(PlanSerialize, EveryForgedByteIsDataLossOrAPlanThatIsCheckedWithoutHarm) {
  std::string body = Body(Everything());
  int survivors = 0;
  for (char& c : body) {
    const char kept = c;
    for (int value : {kept ^ 1, kept ^ 0x80, 0, 0xff, 0x7f}) {
      c = static_cast<char>(value);
      const absl::StatusOr<Plan> plan = Deserialize(Sealed(body));
      if (plan.ok()) {
        ++survivors;
        Validate(*plan).IgnoreError();
        EXPECT_TRUE(Serialize(*plan) == Sealed(body));
      } else {
        EXPECT_TRUE(absl::IsDataLoss(plan.status())) << plan.status();
      }
    }
    c = kept;
  }
  EXPECT_GT(survivors, 0);
}

TEST(PlanSerialize, EveryTruncationIsDataLoss) {
  const std::string bytes = Serialize(Everything());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_TRUE(absl::IsDataLoss(Deserialize(bytes.substr(0, size)).status())) << size;
  }
  EXPECT_TRUE(absl::IsDataLoss(Deserialize(bytes + "x").status()));
}

TEST(PlanSerialize, CountsBeyondTheBytesThatAreThereAllocateNothing) {
  std::string body = Body(Plan());
  // The number of inputs follows the magic text.
  const size_t at = 8 + 9;
  for (int i = 0; i < 8; ++i) body[at + i] = static_cast<char>(0xff);
  EXPECT_TRUE(absl::IsDataLoss(Deserialize(Sealed(body)).status()));
}

TEST(PlanSerialize, AnOrdinalThatNoProgramHasIsDataLoss) {
  Plan plan = Everything();
  plan.steps[0].ordinal = -2;
  EXPECT_TRUE(absl::IsDataLoss(Deserialize(Serialize(plan)).status()));
}

TEST(PlanSerialize, NestingBeyondTheBoundIsDataLoss) {
  const auto nested = [](int depth) {
    std::vector<Step> steps;
    for (int i = 0; i < depth; ++i) {
      Step loop;
      loop.kind = StepKind::kWhile;
      loop.loop.body = std::move(steps);
      steps.clear();
      steps.push_back(std::move(loop));
    }
    Plan plan;
    plan.steps = std::move(steps);
    return Serialize(plan);
  };
  EXPECT_TRUE(Deserialize(nested(100)).ok());
  EXPECT_TRUE(absl::IsDataLoss(Deserialize(nested(5000)).status()));
}

// Each of these plans is one edit away from a valid one.
TEST(PlanValidate, ABufferMustLieInsideItsSpace) {
  Plan plan = Everything();
  plan.steps[1].copy.from = Arena(4096 - 127, 128);
  EXPECT_THAT(std::string(Validate(plan).message()),
              HasSubstr("copy: buffer of 128 bytes"));
  plan.steps[1].copy.from = Arena(-1, 128);
  EXPECT_FALSE(Validate(plan).ok());
  plan.steps[1].copy.from = Arena(std::numeric_limits<int64_t>::max(), 128);
  EXPECT_FALSE(Validate(plan).ok());
  plan.steps[1].copy.from = Arena(0, std::numeric_limits<int64_t>::max());
  EXPECT_FALSE(Validate(plan).ok());
  plan.steps[1].copy.from = {Space::kInput, 3, 0, 0};
  EXPECT_FALSE(Validate(plan).ok());
  plan.steps[1].copy.from = {Space::kConstant, -1, 0, 0};
  EXPECT_FALSE(Validate(plan).ok());
}

TEST(PlanValidate, AKernelStepMustNameAKernelWithItsNumberOfBuffers) {
  Plan plan = Everything();
  plan.steps[0].kernel.kernel = 1;
  EXPECT_THAT(std::string(Validate(plan).message()), HasSubstr("there is no kernel 1"));
  plan = Everything();
  plan.steps[3].loop.condition[0].kernel.buffers.pop_back();
  EXPECT_THAT(std::string(Validate(plan).message()),
              HasSubstr("1 buffers for a kernel of 2"));
}

TEST(PlanValidate, StepsMayNotWriteToConstantsOrKeptInputs) {
  Plan plan = Everything();
  plan.steps[1].copy = {Arena(0, 24), {Space::kConstant, 0, 0, 24}};
  EXPECT_FALSE(Validate(plan).ok());
  plan.steps[1].copy = {Arena(0, 128), {Space::kInput, 0, 0, 128}};
  EXPECT_TRUE(Validate(plan).ok()) << "input 0 is donated";
  plan.donations.clear();
  EXPECT_FALSE(Validate(plan).ok());
}

TEST(PlanValidate, MemoryIsPreparedByKernelsFromConstantsAlone) {
  Plan plan = Everything();
  plan.preparation[0].kernel.buffers[0] = {Space::kInput, 0, 0, 24};
  EXPECT_THAT(std::string(Validate(plan).message()), HasSubstr("not constant"));
  plan = Everything();
  plan.preparation[0].kernel.buffers[1] = {Space::kPrepared, 0, 64, 128};
  EXPECT_FALSE(Validate(plan).ok());
  plan = Everything();
  plan.preparation.push_back(Copy({Space::kConstant, 0, 0, 24}, Arena(0, 24)));
  EXPECT_THAT(std::string(Validate(plan).message()), HasSubstr("only kernels"));
  plan = Everything();
  plan.prepared = {-1};
  EXPECT_FALSE(Validate(plan).ok());
  plan = Everything();
  plan.steps[1].copy = {Arena(0, 128), {Space::kPrepared, 0, 0, 128}};
  EXPECT_FALSE(Validate(plan).ok());
}

TEST(PlanValidate, WhatIsHeldAreConstantsThatStepsReadAndPreparedMemory) {
  Plan plan = Everything();
  EXPECT_EQ(HeldBytes(plan), 24 + 128);  // constant 1 is read by no step
  plan.steps[3].loop.predicate = {Space::kConstant, 1, 0, 1};
  EXPECT_EQ(HeldBytes(plan), 24 + 4000 + 128);
}

TEST(PlanValidate, CopiesMayNotOverlapPartlyNorDifferInSize) {
  Plan plan = Everything();
  plan.steps[1].copy = {Arena(0, 128), Arena(64, 128)};
  EXPECT_FALSE(Validate(plan).ok());
  plan.steps[1].copy = {Arena(0, 128), Arena(0, 128)};
  EXPECT_TRUE(Validate(plan).ok());
  plan.steps[1].copy = {Arena(0, 128), Arena(128, 64)};
  EXPECT_FALSE(Validate(plan).ok());
}

TEST(PlanValidate, ARoutinesBuffersMustAgreeWithItsTypes) {
  Plan plan = Everything();
  plan.steps[2].routine.operand_types[0].shape = {9};
  EXPECT_FALSE(Validate(plan).ok());
  plan.steps[2].routine.operand_types[0].shape = {-8};
  EXPECT_FALSE(Validate(plan).ok());
  plan = Everything();
  plan.steps[2].routine.results[0] = Arena(64, 40);  // the operand's place
  EXPECT_FALSE(Validate(plan).ok());
}

TEST(PlanValidate, PredicatesAndIndicesHaveTheirSizes) {
  Plan plan = Everything();
  plan.steps[3].loop.predicate.bytes = 4;
  EXPECT_FALSE(Validate(plan).ok());
  plan = Everything();
  plan.steps[3].loop.body[0].branch.index_is_predicate = true;
  EXPECT_FALSE(Validate(plan).ok());
  plan.steps[3].loop.body[0].branch.index = {Space::kInput, 1, 0, 1};
  EXPECT_TRUE(Validate(plan).ok());
  plan.steps[3].loop.body[0].branch.branches.clear();
  EXPECT_FALSE(Validate(plan).ok());
}

TEST(PlanValidate, DonationsAreBetweenEqualSizesAndOncePerBuffer) {
  Plan plan = Everything();
  plan.donations = {{1, 0}};
  EXPECT_FALSE(Validate(plan).ok());
  plan.donations = {{0, 2}};
  EXPECT_FALSE(Validate(plan).ok());
  plan.donations = {{0, 0}, {0, 0}};
  EXPECT_FALSE(Validate(plan).ok());
}

// The launch of one would be compared with its entry's, and the other run.
TEST(PlanValidate, NoTwoKernelsHaveOneIdentity) {
  Plan plan = Everything();
  plan.kernels.push_back(plan.kernels[0]);
  plan.kernels.back().launch.grid_steps = 1;
  EXPECT_THAT(std::string(Validate(plan).message()), HasSubstr("the same identity"));
}

TEST(PlanValidate, AKernelGetsAsMuchMemoryAsItTakes) {
  Plan plan = Everything();
  plan.kernels[0].launch.buffers[1].bytes = 2;
  EXPECT_THAT(std::string(Validate(plan).message()), HasSubstr("parameter 1"));
  plan.kernels[0].launch.buffers[1].bytes = -1;
  EXPECT_FALSE(Validate(plan).ok());
  plan.kernels[0].launch.buffers.resize(3);
  EXPECT_FALSE(Validate(plan).ok());
}

TEST(PlanValidate, AKernelWritesWhereRunsMayWriteAndPreparationToPreparedMemory) {
  Plan plan = Everything();
  plan.preparation.clear();
  plan.kernels[0].launch.buffers[0].written = true;  // an input
  plan.donations.clear();
  EXPECT_FALSE(Validate(plan).ok());
  plan.donations = {{0, 0}};
  EXPECT_TRUE(Validate(plan).ok()) << Validate(plan);
  plan.kernels[0].launch.buffers[1].written = true;  // a constant
  EXPECT_FALSE(Validate(plan).ok());
  plan = Everything();
  plan.steps.clear();
  plan.kernels[0].launch.buffers[1].written = true;  // prepared memory, while preparing
  EXPECT_TRUE(Validate(plan).ok()) << Validate(plan);
  plan.kernels[0].launch.buffers[0].written = true;  // a constant
  EXPECT_FALSE(Validate(plan).ok());
}

// A kernel of symbols a, a multiple of 2, and b: it reads 4 * a * b bytes and the values,
// and makes 8 * a.
Plan OfOpenSizes(int64_t a, int64_t b) {
  const ir::Size s0 = ir::Size::OfSymbol(0), s1 = ir::Size::OfSymbol(1);
  Plan plan;
  plan.inputs = {{ElementType::kF32, {60}}};
  plan.outputs = {{ElementType::kF32, {8}}};
  plan.constants = {ir::IntegerVector({a, b})};
  Kernel kernel;
  kernel.name = "reduce.0";
  kernel.identity = std::string(64, 'b');
  kernel.launch.grid_steps = ir::Max({1, ir::FloorDivide(s0 * s1, 8)});
  kernel.launch.scratch_bytes = 4 * s1;
  kernel.launch.buffers = {{4 * s0 * s1, false}, {8 * s0, true}, {16, false}};
  kernel.launch.symbols = {{.at_least = 2, .multiple_of = 2}, {.at_most = 100}};
  kernel.launch.sizes = 2;
  plan.kernels = {kernel};
  plan.steps = {KernelCall(0, {{Space::kInput, 0, 0, 240},
                               {Space::kOutput, 0, 0, 32},
                               {Space::kConstant, 0, 0, 16}})};
  constexpr int64_t kLarge = int64_t{1} << 50;  // where the product may not fit
  plan.steps[0].kernel.grid_steps = a < kLarge ? std::max<int64_t>(1, a * b / 8) : 1;
  plan.steps[0].kernel.scratch_bytes = 4 * b;
  return plan;
}

TEST(PlanValidate, AKernelOfOpenSizesGetsWhatTheseSizesTake) {
  const auto why = [](const Plan& plan) { return std::string(Validate(plan).message()); };
  // 4 x 15 elements are what there is room for.
  EXPECT_EQ(why(OfOpenSizes(4, 15)), "");
  EXPECT_THAT(why(OfOpenSizes(4, 16)), HasSubstr("which takes 256"));
  EXPECT_THAT(why(OfOpenSizes(6, 10)), HasSubstr("which takes 48"));
  EXPECT_THAT(why(OfOpenSizes(3, 1)), HasSubstr("multiple"));
  EXPECT_THAT(why(OfOpenSizes(0, 1)), HasSubstr("at least 2"));
  EXPECT_THAT(why(OfOpenSizes(2, 101)), HasSubstr("at most 100"));
  EXPECT_THAT(why(OfOpenSizes(2, -1)), HasSubstr("-1"));
  const int64_t large = int64_t{1} << 40;
  EXPECT_THAT(why(OfOpenSizes(large, 100)), HasSubstr("bytes to parameter 0"));
  EXPECT_THAT(why(OfOpenSizes(int64_t{1} << 60, 64)), HasSubstr("64 bits"));
  Plan plan = OfOpenSizes(4, 15);
  plan.steps[0].kernel.grid_steps = 8;
  EXPECT_THAT(why(plan), HasSubstr("8 steps of a kernel of 7"));
  plan = OfOpenSizes(4, 15);
  plan.steps[0].kernel.scratch_bytes = 56;
  EXPECT_THAT(why(plan), HasSubstr("56 bytes of scratch for a kernel of 60"));
}

TEST(PlanValidate, TheSizesOfAKernelAreAConstant) {
  const auto refused = [](const auto& change) {
    Plan plan = OfOpenSizes(4, 15);
    change(plan);
    return !Validate(plan).ok();
  };
  BufferRef input = {Space::kInput, 0, 0, 16};
  EXPECT_TRUE(refused([&](Plan& p) { p.steps[0].kernel.buffers[2] = input; }));
  EXPECT_TRUE(refused([](Plan& p) { p.steps[0].kernel.buffers[2].bytes = 8; }));
  EXPECT_TRUE(refused([](Plan& p) { p.steps[0].kernel.buffers[2].offset = 8; }));
  EXPECT_TRUE(refused(
      [](Plan& p) { p.constants[0] = ir::IntegerSplat({ElementType::kI64, {2}}, 4); }));
  EXPECT_TRUE(refused([](Plan& p) { p.kernels[0].launch.sizes = 3; }));
  EXPECT_TRUE(refused([](Plan& p) { p.kernels[0].launch.sizes = -1; }));
  EXPECT_TRUE(refused([](Plan& p) { p.kernels[0].launch.symbols.pop_back(); }));
  EXPECT_TRUE(refused([](Plan& p) { p.kernels[0].launch.symbols[0].multiple_of = 0; }));
  EXPECT_TRUE(refused([](Plan& p) { p.kernels[0].launch.buffers[2].written = true; }));
  EXPECT_TRUE(refused(
      [](Plan& p) { p.kernels[0].launch.buffers[0].bytes = ir::Size::OfSymbol(2); }));
}

TEST(PlanSerialize, OpenSizesRoundTrip) {
  const Plan plan = OfOpenSizes(4, 15);
  const absl::StatusOr<Plan> back = Deserialize(Serialize(plan));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_TRUE(back->kernels[0].launch == plan.kernels[0].launch);
  EXPECT_EQ(Serialize(*back), Serialize(plan));
}

TEST(PlanSerialize, LaunchesRoundTripAndEveryTruncationIsDataLoss) {
  const ObjectLaunch launch = {{128, 5, {{64, false}, {0, true}}}, std::string(16, 's')};
  const std::string bytes = SerializeLaunch(launch);
  const absl::StatusOr<ObjectLaunch> back = DeserializeLaunch(bytes);
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_TRUE(back->launch == launch.launch);
  EXPECT_EQ(back->object_checksum, launch.object_checksum);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DeserializeLaunch(bytes.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(DeserializeLaunch(bytes + "x").ok());
}

TEST(PlanValidate, SizesThatWouldOverflowAreRefused) {
  Plan plan = Everything();
  plan.arena_bytes = -1;
  EXPECT_FALSE(Validate(plan).ok());
  plan = Everything();
  plan.inputs[0].shape = {int64_t{1} << 40, int64_t{1} << 40};
  EXPECT_FALSE(Validate(plan).ok());
  plan = Everything();
  plan.kernels[0].launch.scratch_bytes = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(Validate(plan).ok());
  plan = Everything();
  plan.kernels[0].identity = "../../etc/passwd";
  EXPECT_FALSE(Validate(plan).ok());
}

}  // namespace
}  // namespace tilewright::plan
