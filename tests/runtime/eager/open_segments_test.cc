// Segments that come with ever new sizes.
#include <functional>

#include "tests/runtime/eager/fused_harness.h"

namespace tilewright::eager {
namespace {

// Over so many elements it is another program.
constexpr int64_t kSteps = 40;

absl::StatusOr<ir::ValueId> Twice(const Lowering& call, ir::ValueId x) {
  return call.builder->AppendOne({.kind = ir::OpKind::kAdd, .operands = {x, x}});
}
absl::StatusOr<std::vector<ir::ValueId>> Stepped(const Lowering& call) {
  auto made = Twice(call, call.operands[0]);
  const bool again = call.builder->type(call.operands[0]).num_elements() > kSteps;
  if (made.ok() && again) made = Twice(call, *made);
  if (!made.ok()) return made.status();
  return std::vector<ir::ValueId>{*made};
}
// Times how many elements there are, as a constant.
absl::StatusOr<std::vector<ir::ValueId>> Counted(const Lowering& call) {
  const ir::TensorType type = call.builder->type(call.operands[0]);
  const auto count = static_cast<float>(type.num_elements());
  std::vector<uint8_t> bytes(sizeof count);
  std::memcpy(bytes.data(), &count, sizeof count);
  absl::StatusOr<ir::Literal> all = ir::Literal::Create(type, std::move(bytes), true);
  if (!all.ok()) return all.status();
  ir::Attributes attributes;
  attributes.Set(ir::AttributeName::kValue, *std::move(all));
  auto counts = call.builder->AppendOne(
      {.kind = ir::OpKind::kConstant, .attributes = std::move(attributes)});
  if (!counts.ok()) return counts.status();
  auto made = call.builder->AppendOne(
      {.kind = ir::OpKind::kMultiply, .operands = {call.operands[0], *counts}});
  if (!made.ok()) return made.status();
  return std::vector<ir::ValueId>{*made};
}
constexpr Operation kStepped = {"stepped", Stepped};
constexpr Operation kCounted = {"counted", Counted};

// Buffers for a turn with so many elements, of which the first holds 0, 1, 2, ...
std::vector<BufferRef> Buffers(int count, int64_t elements) {
  std::vector<float> values(elements);
  for (int64_t i = 0; i < elements; ++i) values[i] = static_cast<float>(i);
  std::vector<BufferRef> buffers;
  for (int b = 0; b < count; ++b) {
    buffers.push_back(*TheRecorder().Allocate(4 * elements));
  }
  EXPECT_TRUE(
      TheRecorder().CopyFromHost(values.data(), 4 * elements, buffers[0].get(), 0).ok());
  return buffers;
}

// A turn of so many elements, and what it does with the number i. What is between first
// and last is nobody's afterwards.
struct Turn {
  std::vector<Step> steps;
  std::function<float(float i)> expected;
};

void RunTurn(const Turn& turn, int64_t elements) {
  std::vector<BufferRef> buffers = Buffers(4, elements);
  for (const Step& step : turn.steps) ASSERT_TRUE(RecordStep(step, buffers).ok());
  buffers[1] = {};
  buffers[2] = {};
  std::vector<float> values(elements);
  ASSERT_TRUE(
      TheRecorder().CopyToHost(buffers[3].get(), 0, 4 * elements, values.data()).ok());
  const int64_t count = turn.steps.back().result.sizes[0];
  for (int64_t i = 0; i < count; ++i) {
    ASSERT_EQ(values[i], turn.expected(static_cast<float>(i))) << elements << ", " << i;
  }
}

Turn Of(const Operation* first, int64_t size, std::function<float(float)> expected) {
  const auto view = [&](int buffer) { return View{buffer, 0, {size}, {1}}; };
  return {{{first, {view(0)}, view(1)},
           {&kSum, {view(1), view(0)}, view(2)},
           {&kSum, {view(2), view(1)}, view(3)}},
          std::move(expected)};
}

class OpenSegments : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(TheRecorder().SetMode(Mode::kFused).ok()); }
  void TearDown() override { ASSERT_TRUE(TheRecorder().SetMode(Mode::kStrict).ok()); }

  // Runs a few turns of each size.
  static void Run(const std::function<Turn(int64_t size)>& turn,
                  std::initializer_list<int64_t> sizes) {
    for (const int64_t size : sizes) {
      for (int i = 0; i < 4; ++i) {
        RunTurn(turn(size), size);
        AwaitCompiler();
      }
    }
  }
};

TEST_F(OpenSegments, AreCompiledOnceForAllSizes) {
  const auto turn = [](int64_t size) {
    return Of(&kCounted, size,
              [size](float i) { return 2 * static_cast<float>(size) * i + i; });
  };
  Run(turn, {5, 9, 14, 20, 27, 33});
  const int64_t compiled = CountOf("segments_compiled");
  const int64_t runs = CountOf("segment_runs");
  Run(turn, {35, 6, 7, 21, 64, 100, 2, 1000, 71, 4, 88});
  EXPECT_EQ(CountOf("segments_compiled"), compiled);
  // All but those that a busy machine cuts.
  EXPECT_GE(CountOf("segment_runs") - runs, 11);
}

TEST_F(OpenSegments, AreOfTheirOwnWhereTheirProgramIsAnother) {
  const auto turn = [](int64_t size) {
    return Of(&kStepped, size, [size](float i) { return (size > kSteps ? 9 : 5) * i; });
  };
  Run(turn, {5, 9, 14, 20, 27, 33, 41, 50, 12, 90, 13, 60, 41, 70, 8, 44, 1, 0});
}

TEST_F(OpenSegments, ReadWhatGrows) {
  constexpr int64_t kRoom = 64;
  const auto turn = [](int64_t size) {
    const auto view = [&](int buffer) { return View{buffer, 0, {size}, {1}}; };
    const View shifted = {0, kRoom - size, {size}, {1}};
    return Turn{{{&kSum, {view(0), shifted}, view(1)},
                 {&kSame, {view(1)}, view(2)},
                 {&kSum, {view(2), view(0)}, view(3)}},
                [size](float i) { return 3 * i + static_cast<float>(kRoom - size); }};
  };
  const int64_t compiled = CountOf("segments_compiled");
  for (int64_t size = 2; size < 60; ++size) {
    for (int i = 0; i < 2; ++i) {
      RunTurn(turn(size), kRoom);
      AwaitCompiler();
    }
  }
  // What is read twice overlaps or does not.
  EXPECT_LE(CountOf("segments_compiled") - compiled, 12);
}

}  // namespace
}  // namespace tilewright::eager
