#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <random>

#include "tests/runtime/eager/fused_harness.h"

namespace tilewright::eager {
namespace {

absl::StatusOr<std::vector<ir::ValueId>> Refused(const Lowering& call) {
  return absl::UnimplementedError("nobody knows how");
}
// A program that no code is made of.
absl::StatusOr<std::vector<ir::ValueId>> Unmade(const Lowering& call) {
  const ir::ValueId x = call.operands[0];
  auto number =
      call.builder->AppendOne({.kind = ir::OpKind::kComplex, .operands = {x, x}});
  if (!number.ok()) return number.status();
  auto rest = call.builder->AppendOne(
      {.kind = ir::OpKind::kRemainder, .operands = {*number, *number}});
  if (!rest.ok()) return rest.status();
  auto real = call.builder->AppendOne({.kind = ir::OpKind::kReal, .operands = {*rest}});
  if (!real.ok()) return real.status();
  return std::vector<ir::ValueId>{*real};
}
std::atomic<bool> is_fickle = false;
absl::StatusOr<std::vector<ir::ValueId>> Fickle(const Lowering& call) {
  return is_fickle ? Refused(call) : Same(call);
}
constexpr Operation kFickle = {"fickle", Fickle};
constexpr Operation kTwice = {"twice", Sum};
constexpr Operation kRefused = {"refused", Refused};
constexpr Operation kUnmade = {"unmade", Unmade};

constexpr int64_t kElements = 96;

// Views of all kinds: dense, transposed, with gaps, overlapping themselves.
View RandomView(std::mt19937& random, const Sizes& sizes, int buffer, bool result) {
  const auto below = [&](int64_t n) { return static_cast<int64_t>(random() % n); };
  View view = {buffer, 0, sizes, {}};
  switch (below(result ? 4 : 6)) {
    case 0:
      view.strides = {sizes[1], 1};
      break;
    case 1:
      view.strides = {1, sizes[0]};
      break;
    case 2:
      view.strides = {sizes[1] * 2, 2};
      break;
    case 3:
      view.strides = {sizes[1] + 3, 1};
      break;
    case 4:
      view.strides = {0, 1};
      break;
    default:
      view.strides = {2, 3};
  }
  int64_t span = 1;
  for (int d = 0; d < 2; ++d) span += (sizes[d] - 1) * view.strides[d];
  view.offset = below(kElements - span + 1);
  return view;
}

std::vector<Step> RandomProgram(unsigned seed, int buffers) {
  std::mt19937 random(seed);
  const Sizes shapes[] = {{3, 4}, {4, 4}, {1, 5}, {6, 1}};
  std::vector<Step> steps;
  for (int i = 0; i < 24; ++i) {
    const Sizes& sizes = shapes[random() % 4];
    const auto view = [&](bool result) {
      return RandomView(random, sizes, static_cast<int>(random() % buffers), result);
    };
    Step step = {random() % 4 == 0 ? &kSame : &kSum, {view(false)}, view(true)};
    if (step.operation == &kSum) step.operands.push_back(view(false));
    if (random() % 5 == 0)
      step.result = step.operands[0].strides[0] != 0 && step.operands[0].strides[0] != 2
                        ? step.operands[0]
                        : step.result;
    steps.push_back(std::move(step));
  }
  return steps;
}

// What buffers hold after each turn of the program. Of the buffers, the last ones are new
// in each turn, and nobody keeps them.
std::vector<std::vector<float>> RunProgram(const std::vector<Step>& steps, int kept,
                                           int fresh, int turns, Mode mode) {
  EXPECT_TRUE(TheRecorder().SetMode(mode).ok());
  const auto make = [](int number) {
    std::vector<float> values(kElements);
    for (int64_t i = 0; i < kElements; ++i) {
      values[i] = 0.37f * static_cast<float>(i) + static_cast<float>(number);
    }
    BufferRef buffer = *TheRecorder().Allocate(kElements * sizeof(float));
    EXPECT_TRUE(
        TheRecorder()
            .CopyFromHost(values.data(), kElements * sizeof(float), buffer.get(), 0)
            .ok());
    return buffer;
  };
  std::vector<BufferRef> buffers;
  for (int b = 0; b < kept; ++b) buffers.push_back(make(b));
  std::vector<std::vector<float>> seen;
  for (int turn = 0; turn < turns; ++turn) {
    buffers.resize(kept);
    for (int b = 0; b < fresh; ++b) buffers.push_back(make(100 + b));
    for (const Step& step : steps) EXPECT_TRUE(RecordStep(step, buffers).ok());
    buffers.resize(kept);
    for (const BufferRef& buffer : buffers) {
      std::vector<float> values(kElements);
      EXPECT_TRUE(
          TheRecorder()
              .CopyToHost(buffer.get(), 0, kElements * sizeof(float), values.data())
              .ok());
      seen.push_back(std::move(values));
    }
    if (mode == Mode::kFused) AwaitCompiler();
  }
  EXPECT_TRUE(TheRecorder().SetMode(Mode::kStrict).ok());
  return seen;
}

TEST(Fused, ViewsAndUpdatesOfSharedMemoryAreThoseOfSingleOperations) {
  // Where a busy machine interrupts a turn for long, it is cut there: not each one fuses.
  int fused = 0;
  const int turns = 12;
  for (unsigned seed = 0; seed < 8; ++seed) {
    const std::vector<Step> steps = RandomProgram(seed, 4);
    const int64_t before = CountOf("segment_runs");
    const auto strict = RunProgram(steps, 2, 2, turns, Mode::kStrict);
    EXPECT_EQ(RunProgram(steps, 2, 2, turns, Mode::kFused), strict) << "seed " << seed;
    fused += CountOf("segment_runs") > before ? 1 : 0;
  }
  EXPECT_GE(fused, 2);
}

// Segments of doublings that are longer than so many.
int64_t LongerThan(int64_t operations) {
  int64_t longer = 0;
  for (const SegmentReport& segment : TheRecorder().segments()) {
    longer += segment.first == "twice" && segment.operations > operations ? 1 : 0;
  }
  return longer;
}

TEST(Fused, EachOfSeveralReadsCuts) {
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kFused).ok());
  const auto learned = [](int64_t size) {
    const int64_t before = LongerThan(3);
    const auto all = [&](int buffer) { return View{buffer, 0, {3, size}, {size, 1}}; };
    for (int turn = 0; turn < 20; ++turn) {
      std::vector<BufferRef> buffers;
      for (int b = 0; b < 6; ++b) {
        buffers.push_back(*TheRecorder().Allocate(12 * size));
      }
      for (int b = 0; b < 5; ++b) {
        EXPECT_TRUE(RecordStep({&kTwice, {all(b), all(b)}, all(b + 1)}, buffers).ok());
      }
      std::vector<float> values(3 * size);
      for (const int b : {2, 5}) {
        EXPECT_TRUE(
            TheRecorder().CopyToHost(buffers[b].get(), 0, 12 * size, values.data()).ok());
      }
    }
    return LongerThan(3) - before;
  };
  // Where a busy machine interrupts a turn before it reads, all has run, and nothing is
  // cut; what that teaches is of that size.
  int64_t longer = 1;
  for (int64_t size = 7; size < 13 && longer > 0; ++size) longer = learned(size);
  EXPECT_EQ(longer, 0);
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kStrict).ok());
}

TEST(Fused, WhatAFailedOperationShouldHaveWrittenGivesItsErrorAndNothingElseDoes) {
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kFused).ok());
  for (int turn = 0; turn < 4; ++turn) {
    std::vector<BufferRef> buffers;
    for (int b = 0; b < 4; ++b) buffers.push_back(*TheRecorder().Allocate(64));
    const std::vector<float> one(16, 1);
    ASSERT_TRUE(TheRecorder().CopyFromHost(one.data(), 64, buffers[0].get(), 0).ok());
    const auto all = [](int buffer) { return View{buffer, 0, {16}, {1}}; };
    ASSERT_TRUE(RecordStep({&kSum, {all(0), all(0)}, all(1)}, buffers).ok());
    ASSERT_TRUE(RecordStep({&kRefused, {all(1)}, all(2)}, buffers).ok());
    ASSERT_TRUE(RecordStep({&kSum, {all(2), all(1)}, all(3)}, buffers).ok());
    ASSERT_TRUE(RecordStep({&kSum, {all(1), all(1)}, all(1)}, buffers).ok());
    std::vector<float> values(16);
    const absl::Status bad =
        TheRecorder().CopyToHost(buffers[3].get(), 0, 64, values.data());
    EXPECT_THAT(std::string(bad.message()), testing::HasSubstr("nobody knows how"));
    ASSERT_TRUE(TheRecorder().CopyToHost(buffers[1].get(), 0, 64, values.data()).ok());
    EXPECT_EQ(values[7], 4);
    EXPECT_FALSE(TheRecorder().Synchronize().ok());
    AwaitCompiler();
  }
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kStrict).ok());
}

View Whole(int buffer) { return {buffer, 0, {16}, {1}}; }

// Buffers of one each, but for the second one, which is zero.
std::vector<BufferRef> SomeBuffers(int count) {
  std::vector<BufferRef> buffers;
  for (int b = 0; b < count; ++b) {
    const std::vector<float> values(16, b == 1 ? 0 : 1);
    buffers.push_back(*TheRecorder().Allocate(64));
    EXPECT_TRUE(TheRecorder().CopyFromHost(values.data(), 64, buffers[b].get(), 0).ok());
  }
  return buffers;
}

float FirstOf(const BufferRef& buffer) {
  std::vector<float> values(16);
  EXPECT_TRUE(TheRecorder().CopyToHost(buffer.get(), 0, 64, values.data()).ok());
  return values[0];
}

// The fewest executions of a turn from the ninth on, of as many as it takes until they
// are few: a busy machine interrupts some, and what is learned of these is forgotten
// late.
int64_t FewestExecutions(const std::function<void()>& turn, int64_t few) {
  constexpr int kTurns = 16, kMostTurns = 64;
  int64_t fewest = std::numeric_limits<int64_t>::max();
  for (int i = 0; i < kTurns || (i < kMostTurns && fewest > few); ++i) {
    const int64_t before = CountOf("executions");
    turn();
    EXPECT_TRUE(TheRecorder().Synchronize().ok());
    if (i >= 8) fewest = std::min(fewest, CountOf("executions") - before);
    AwaitCompiler();
  }
  return fewest;
}

// A step with a loop in it, and an operation behind that.
void RunLoop(int times, const Sizes& sizes, const std::vector<BufferRef>& buffers) {
  const auto view = [&](int buffer) { return View{buffer, 0, sizes, {1}}; };
  for (int i = 0; i < times; ++i) {
    ASSERT_TRUE(RecordStep({&kSum, {view(0), view(1)}, view(2)}, buffers).ok());
    ASSERT_TRUE(RecordStep({&kSame, {view(2)}, view(3)}, buffers).ok());
    ASSERT_TRUE(RecordStep({&kSum, {view(3), view(1)}, view(0)}, buffers).ok());
  }
  ASSERT_TRUE(RecordStep({&kTwice, {view(0), view(0)}, view(2)}, buffers).ok());
  EXPECT_EQ(FirstOf(buffers[2]), 2);
}

TEST(Fused, ALoopWithinAStepIsPartOfWhatTheStepIs) {
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kFused).ok());
  const std::vector<BufferRef> buffers = SomeBuffers(4);
  EXPECT_LE(FewestExecutions([&] { RunLoop(400, {16}, buffers); }, 6), 6);
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kStrict).ok());
}

// What ran one by one while its code was made is no segment of its own.
TEST(Fused, ALoopWhoseCodeComesWhileItRunsIsOneToo) {
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kFused).ok());
  const std::vector<BufferRef> buffers = SomeBuffers(4);
  for (int64_t size = 2; size < 8; ++size) {
    EXPECT_LE(FewestExecutions([&] { RunLoop(2000, {size}, buffers); }, 6), 6) << size;
  }
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kStrict).ok());
}

TEST(Fused, WhatCannotBeCompiledGoesOnOneByOne) {
  const std::vector<BufferRef> buffers = SomeBuffers(4);
  const auto turn = [&] {
    ASSERT_TRUE(RecordStep({&kFickle, {Whole(0)}, Whole(2)}, buffers).ok());
    ASSERT_TRUE(RecordStep({&kSum, {Whole(2), Whole(1)}, Whole(3)}, buffers).ok());
    ASSERT_TRUE(RecordStep({&kTwice, {Whole(3), Whole(3)}, Whole(3)}, buffers).ok());
    EXPECT_EQ(FirstOf(buffers[3]), 2);
  };
  turn();
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kFused).ok());
  is_fickle = true;  // what is compiled already stays
  const int64_t before = CountOf("segments_refused");
  EXPECT_GE(FewestExecutions(turn, 3), 2);
  is_fickle = false;
  const int64_t refused = CountOf("segments_refused") - before;
  int64_t told = 0;
  for (const SegmentReport& segment : TheRecorder().segments()) {
    told += segment.state.find("fickle: nobody knows how") != std::string::npos ? 1 : 0;
  }
  EXPECT_GE(refused, 1);
  EXPECT_EQ(told, refused);
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kStrict).ok());
}

TEST(Fused, WhatIsRefusedIsAnErrorAlsoWhereNobodyReadsIt) {
  const std::vector<BufferRef> buffers = SomeBuffers(4);
  for (const Mode mode : {Mode::kStrict, Mode::kFused}) {
    ASSERT_TRUE(TheRecorder().SetMode(mode).ok());
    for (int turn = 0; turn < 8; ++turn) {
      ASSERT_TRUE(RecordStep({&kUnmade, {Whole(0)}, Whole(2)}, buffers).ok());
      ASSERT_TRUE(RecordStep({&kSum, {Whole(0), Whole(1)}, Whole(2)}, buffers).ok());
      ASSERT_TRUE(RecordStep({&kTwice, {Whole(2), Whole(2)}, Whole(3)}, buffers).ok());
      EXPECT_EQ(FirstOf(buffers[3]), 2);
      EXPECT_FALSE(TheRecorder().Synchronize().ok()) << "turn " << turn;
      EXPECT_TRUE(TheRecorder().Synchronize().ok());
      AwaitCompiler();
    }
  }
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kStrict).ok());
}

// Three turns in four are away for a moment, each behind another operation.
TEST(Fused, WhatAPauseCutsByChanceIsNoSegment) {
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kFused).ok());
  const std::vector<BufferRef> buffers = SomeBuffers(4);
  const auto turn = [&](int pause) {
    for (int i = 0; i < 9; ++i) {
      ASSERT_TRUE(RecordStep({&kSum, {Whole(0), Whole(1)}, Whole(2)}, buffers).ok());
      ASSERT_TRUE(RecordStep({&kSame, {Whole(2)}, Whole(3)}, buffers).ok());
      if (i == pause) std::this_thread::sleep_for(std::chrono::milliseconds(60));
    }
    EXPECT_EQ(FirstOf(buffers[3]), 1);
    AwaitCompiler();
  };
  for (int i = 0; i < 8; ++i) turn(-1);
  for (int i = 0; i < 16; ++i) turn(i % 4 == 0 ? -1 : i % 7);
  int by_chance = 0;
  for (const SegmentReport& segment : TheRecorder().segments()) {
    by_chance += segment.cut == "nothing followed" ? 1 : 0;
  }
  EXPECT_EQ(by_chance, 0);
  ASSERT_TRUE(TheRecorder().SetMode(Mode::kStrict).ok());
}

}  // namespace
}  // namespace tilewright::eager
