#include "tilewright/execute.h"

#include <cstring>
#include <optional>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tilewright/compile.h"
#include "tilewright/program.h"

namespace tilewright {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kDouble[] = R"(
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
})";
constexpr char kDonating[] = R"(
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
})";
const TensorType kFour{ElementType::kF32, {4}};

class ExecuteTest : public ::testing::Test {
 protected:
  void SetUp() override {
    absl::StatusOr<Device> device = Device::Create({"v5e", 2});
    ASSERT_TRUE(device.ok()) << device.status();
    device_.emplace(*device);
  }

  Executable Compile(const std::string& text) {
    absl::StatusOr<Program> program = Program::Parse(text);
    EXPECT_TRUE(program.ok()) << program.status();
    CompileOptions options;
    options.cache_mode = "off";
    absl::StatusOr<Executable> executable = Executable::Compile(*program, options);
    EXPECT_TRUE(executable.ok()) << executable.status();
    return *executable;
  }

  Buffer Floats(const std::vector<float>& values) {
    absl::StatusOr<Buffer> buffer = Buffer::FromHost(
        *device_, kFour,
        absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(values.data()), 16));
    EXPECT_TRUE(buffer.ok()) << buffer.status();
    return *buffer;
  }

  static std::vector<float> ValuesOf(const Buffer& buffer) {
    std::vector<float> values(4);
    std::memcpy(values.data(), buffer.data(), 16);
    return values;
  }

  std::optional<Device> device_;
};

TEST_F(ExecuteTest, OutputsAreBuffersOfTheDevice) {
  Executable executable = Compile(kDouble);
  absl::StatusOr<std::vector<Buffer>> outputs =
      Execute(executable, *device_, {Floats({1, 2, 3, 4})});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_THAT(ValuesOf((*outputs)[0]), ElementsAre(2, 4, 6, 8));
}

TEST_F(ExecuteTest, MemoryOfTheCallerNeedsNoAlignment) {
  Executable executable = Compile(kDouble);
  alignas(64) float memory[32] = {};
  float* x = memory + 1;
  float* y = memory + 9;
  for (int i = 0; i < 4; ++i) x[i] = static_cast<float>(i);
  absl::StatusOr<Buffer> in = Buffer::Wrap(*device_, kFour, x);
  absl::StatusOr<Buffer> out = Buffer::Wrap(*device_, kFour, y);
  ASSERT_TRUE(in.ok() && out.ok());
  absl::Status status = ExecuteInto(executable, *device_, {*in}, {*out});
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_THAT(std::vector<float>(y, y + 4), ElementsAre(0, 2, 4, 6));
  EXPECT_EQ(y[-1], 0);
  EXPECT_EQ(y[4], 0);
}

TEST_F(ExecuteTest, QueuedRunsSeeWhatThoseBeforeThemWrote) {
  Executable executable = Compile(kDouble);
  std::vector<Buffer> chain = {Floats({1, 2, 3, 4})};
  Execution last = [&] {
    std::optional<Execution> execution;
    for (int i = 0; i < 10; ++i) {
      chain.push_back(Floats({0, 0, 0, 0}));
      absl::StatusOr<Execution> queued =
          ExecuteAsync(executable, *device_, {chain[i]}, {chain[i + 1]});
      EXPECT_TRUE(queued.ok()) << queued.status();
      execution.emplace(*queued);
    }
    return *execution;
  }();
  ASSERT_TRUE(last.Wait().ok());
  EXPECT_TRUE(last.done());
  EXPECT_THAT(ValuesOf(chain[10]), ElementsAre(1024, 2048, 3072, 4096));
}

TEST_F(ExecuteTest, WrongInputsAreErrorsThatNameThem) {
  Executable executable = Compile(kDouble);
  absl::Status none = Execute(executable, *device_, {}).status();
  EXPECT_THAT(std::string(none.message()), HasSubstr("1 inputs, was given 0"));
  absl::StatusOr<Buffer> other = Buffer::Allocate(*device_, {ElementType::kF32, {5}});
  ASSERT_TRUE(other.ok());
  absl::Status wrong = Execute(executable, *device_, {*other}).status();
  EXPECT_THAT(std::string(wrong.message()), HasSubstr("tensor<4xf32>"));
  EXPECT_THAT(std::string(wrong.message()), HasSubstr("tensor<5xf32>"));
}

TEST_F(ExecuteTest, OutputsThatOverlapInputsAreErrors) {
  Executable executable = Compile(kDouble);
  Buffer x = Floats({1, 2, 3, 4});
  EXPECT_TRUE(absl::IsInvalidArgument(ExecuteInto(executable, *device_, {x}, {x})));
}

TEST_F(ExecuteTest, ADonatedInputBecomesTheOutput) {
  Executable executable = Compile(kDonating);
  Buffer x = Floats({1, 2, 3, 4});
  const uint8_t* const memory = x.data();
  ExecuteOptions donate;
  donate.donate = true;
  absl::StatusOr<std::vector<Buffer>> outputs =
      Execute(executable, *device_, {x}, donate);
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)[0].data(), memory);
  EXPECT_THAT(ValuesOf((*outputs)[0]), ElementsAre(2, 4, 6, 8));
  EXPECT_EQ(x.data(), nullptr);
  const absl::Status again = Execute(executable, *device_, {x}).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(again)) << again;
  EXPECT_THAT(std::string(again.message()), HasSubstr("input 0"));
  EXPECT_THAT(std::string(again.message()), HasSubstr("donated"));
}

TEST_F(ExecuteTest, InputsThatAreNotDonatedStay) {
  Executable executable = Compile(kDonating);
  Buffer x = Floats({1, 2, 3, 4});
  absl::StatusOr<std::vector<Buffer>> outputs = Execute(executable, *device_, {x});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_THAT(ValuesOf(x), ElementsAre(1, 2, 3, 4));
}

TEST_F(ExecuteTest, ALaunchRunsAgainAndAgainOnWhatItsBuffersHoldThen) {
  Executable executable = Compile(kDouble);
  Buffer x = Floats({1, 2, 3, 4}), y = Floats({0, 0, 0, 0});
  absl::StatusOr<Launch> launch = Launch::Bind(executable, *device_, {x}, {y});
  ASSERT_TRUE(launch.ok()) << launch.status();
  ASSERT_TRUE(launch->Run().ok());
  EXPECT_THAT(ValuesOf(y), ElementsAre(2, 4, 6, 8));
  reinterpret_cast<float*>(x.data())[0] = 5;
  absl::StatusOr<Execution> queued = launch->RunAsync();
  ASSERT_TRUE(queued.ok()) << queued.status();
  ASSERT_TRUE(queued->Wait().ok());
  EXPECT_THAT(ValuesOf(y), ElementsAre(10, 4, 6, 8));
  x.Delete();
  const absl::Status gone = launch->Run();
  EXPECT_TRUE(absl::IsFailedPrecondition(gone)) << gone;
  EXPECT_THAT(std::string(gone.message()), HasSubstr("input 0"));
}

TEST_F(ExecuteTest, AViewMayBeginAtAnyElement) {
  Executable executable = Compile(kDouble);
  absl::StatusOr<Buffer> whole = Buffer::Allocate(*device_, {ElementType::kF32, {16}});
  ASSERT_TRUE(whole.ok());
  auto* const values = reinterpret_cast<float*>(whole->data());
  for (int i = 0; i < 16; ++i) values[i] = static_cast<float>(i);
  absl::StatusOr<Buffer> in = whole->View(kFour, 4);
  absl::StatusOr<Buffer> out = whole->View(kFour, 36);
  ASSERT_TRUE(in.ok() && out.ok());
  ASSERT_TRUE(ExecuteInto(executable, *device_, {*in}, {*out}).ok());
  EXPECT_THAT(std::vector<float>(values, values + 16),
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 2, 4, 6, 8, 13, 14, 15));
  absl::StatusOr<Buffer> across = whole->View(kFour, 12);
  ASSERT_TRUE(across.ok());
  EXPECT_TRUE(
      absl::IsInvalidArgument(ExecuteInto(executable, *device_, {*in}, {*across})));
  EXPECT_TRUE(absl::IsInvalidArgument(whole->View(kFour, 52).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(whole->View(kFour, 2).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(whole->View(kFour, -4).status()));
}

TEST_F(ExecuteTest, WhatIsWrongWithAQueuedRunIsSaidWhenItIsCalled) {
  Executable executable = Compile(kDouble);
  Buffer x = Floats({1, 2, 3, 4}), y = Floats({0, 0, 0, 0});
  EXPECT_TRUE(
      absl::IsInvalidArgument(ExecuteAsync(executable, *device_, {x}, {x}).status()));
  absl::StatusOr<Device> other = Device::Create({"v5e", 2});
  ASSERT_TRUE(other.ok());
  const absl::Status foreign = ExecuteAsync(executable, *other, {x}, {y}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(foreign));
  EXPECT_THAT(std::string(foreign.message()), HasSubstr("input 0"));
  ExecuteOptions options;
  options.stream = 77;
  EXPECT_TRUE(absl::IsInvalidArgument(
      ExecuteAsync(executable, *device_, {x}, {y}, options).status()));
  x.Delete();
  EXPECT_TRUE(
      absl::IsFailedPrecondition(ExecuteAsync(executable, *device_, {x}, {y}).status()));
}

TEST_F(ExecuteTest, ConstantsCountAsTheDevicesMemoryWhileTheProgramIsThere) {
  {
    Executable executable = Compile(R"(
func.func @main(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %c = stablehlo.constant dense<"0x)" +
                                    std::string(8000, '3') + R"("> : tensor<1000xf32>
  %y = stablehlo.add %x, %c : tensor<1000xf32>
  return %y : tensor<1000xf32>
})");
    absl::StatusOr<Buffer> x = Buffer::Allocate(*device_, {ElementType::kF32, {1000}});
    ASSERT_TRUE(x.ok());
    ASSERT_TRUE(Execute(executable, *device_, {*x}).ok());
    EXPECT_EQ(device_->used_bytes(), 8000);
    ASSERT_TRUE(Execute(executable, *device_, {*x}).ok());
    EXPECT_EQ(device_->used_bytes(), 8000);
  }
  EXPECT_EQ(device_->used_bytes(), 0);
}

TEST_F(ExecuteTest, HandlesMayGoInAnyOrderWithRunsQueued) {
  Buffer y = Floats({0, 0, 0, 0});
  {
    Executable executable = Compile(kDouble);
    Buffer x = Floats({1, 2, 3, 4});
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(ExecuteAsync(executable, *device_, {x}, {y}).ok());
    }
    device_.reset();
  }
  ASSERT_TRUE(y.Wait().ok());
  EXPECT_THAT(ValuesOf(y), ElementsAre(2, 4, 6, 8));
}

TEST_F(ExecuteTest, StepsAreReportedWhenAskedFor) {
  Executable executable = Compile(kDouble);
  std::vector<StepReport> steps;
  ExecuteOptions options;
  options.steps = &steps;
  ASSERT_TRUE(Execute(executable, *device_, {Floats({1, 2, 3, 4})}, options).ok());
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].kind, "kernel");
  EXPECT_EQ(steps[0].calls, 1);
}

TEST_F(ExecuteTest, ADeviceOfAnotherChipIsRefused) {
  Executable executable = Compile(kDouble);
  absl::StatusOr<Device> other = Device::Create({"v4", 1});
  ASSERT_TRUE(other.ok()) << other.status();
  EXPECT_TRUE(absl::IsInvalidArgument(
      Execute(executable, *other, {Floats({1, 2, 3, 4})}).status()));
}

TEST(CompileOptionsTest, AnUnknownCacheModeIsAnError) {
  absl::StatusOr<Program> program = Program::Parse(kDouble);
  ASSERT_TRUE(program.ok()) << program.status();
  CompileOptions options;
  options.cache_mode = "sometimes";
  EXPECT_TRUE(absl::IsInvalidArgument(Executable::Compile(*program, options).status()));
}

}  // namespace
}  // namespace tilewright
