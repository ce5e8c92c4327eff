#include "plan/updates.h"

#include <gtest/gtest.h>

namespace tilewright::plan {
namespace {

constexpr int64_t kBytes = 64;
constexpr BufferRef kInput = {Space::kInput, 0, 0, kBytes};
constexpr BufferRef kOther = {Space::kInput, 1, 0, kBytes};
constexpr BufferRef kOutput = {Space::kOutput, 0, 0, kBytes};

Step Copy(BufferRef from, BufferRef to) {
  Step step;
  step.kind = StepKind::kCopy;
  step.copy = {from, to};
  return step;
}

// The kernel reads the first buffer and writes the second one.
Step KernelCall(BufferRef read, BufferRef written) {
  Step step;
  step.kernel.buffers = {read, written};
  return step;
}

Plan Of(std::vector<Step> steps) {
  Plan plan;
  plan.inputs = {{ir::ElementType::kF32, {16}}, {ir::ElementType::kF32, {16}}};
  plan.outputs = {{ir::ElementType::kF32, {16}}};
  Kernel kernel;
  kernel.launch.buffers = {{kBytes, false}, {kBytes, true}};
  plan.kernels = {kernel};
  plan.steps = std::move(steps);
  plan.donations = {{0, 0}};
  return plan;
}

TEST(UpdatesInPlace, IsWhatIsCopiedWholeAndThenWritten) {
  const Plan plan = Of({Copy(kInput, kOutput), KernelCall(kOther, kOutput)});
  EXPECT_TRUE(UpdatesInPlace(plan, 0, 0));
  EXPECT_FALSE(UpdatesInPlace(plan, 1, 0));
}

TEST(UpdatesInPlace, IsNotWhatIsNotGivenUp) {
  Plan plan = Of({Copy(kInput, kOutput), KernelCall(kOther, kOutput)});
  plan.donations.clear();
  EXPECT_FALSE(UpdatesInPlace(plan, 0, 0));
}

TEST(UpdatesInPlace, IsNotWhatIsWrittenWithoutACopy) {
  EXPECT_FALSE(UpdatesInPlace(Of({KernelCall(kOther, kOutput)}), 0, 0));
}

TEST(UpdatesInPlace, IsNotWhatAKernelReads) {
  EXPECT_FALSE(UpdatesInPlace(Of({KernelCall(kInput, kOutput)}), 0, 0));
  EXPECT_FALSE(
      UpdatesInPlace(Of({Copy(kInput, kOutput), KernelCall(kInput, kOutput)}), 0, 0));
  EXPECT_FALSE(
      UpdatesInPlace(Of({Copy(kInput, kOutput), KernelCall(kOutput, kOutput)}), 0, 0));
}

TEST(UpdatesInPlace, IsNotWhatIsCopiedElsewhere) {
  const BufferRef arena = {Space::kArena, 0, 0, kBytes};
  EXPECT_FALSE(UpdatesInPlace(
      Of({Copy(kInput, arena), KernelCall(kOther, arena), Copy(arena, kOutput)}), 0, 0));
  EXPECT_FALSE(UpdatesInPlace(
      Of({Copy(kInput, kOutput), KernelCall(kOther, kOutput), Copy(kOutput, arena)}), 0,
      0));
  const BufferRef half = {Space::kOutput, 0, 0, kBytes / 2};
  EXPECT_FALSE(
      UpdatesInPlace(Of({Copy(kInput, half), KernelCall(kOther, kOutput)}), 0, 0));
}

}  // namespace
}  // namespace tilewright::plan
