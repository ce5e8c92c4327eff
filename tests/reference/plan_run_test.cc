// Memory with radii, the steps of plans, and comparison.
#include "tests/reference/plan_run.h"

#include "tests/reference/harness.h"

namespace tilewright::reference {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Element Near(double value, double radius) {
  Element x = ElementOf(kF32, value);
  x.radius = radius;
  return x;
}

TEST(Memory, KeepsRadiiWithTheElements) {
  Memory memory(64);
  const Array array = {{kF32, {2}}, {Near(1, 0), Near(2, 0.5)}};
  memory.Store(16, array);
  const Array loaded = memory.Load(16, {kF32, {2}});
  EXPECT_EQ(loaded.elements[0].radius, 0);
  EXPECT_EQ(loaded.elements[1].radius, 0.5);
  EXPECT_EQ(NumberOf(kF32, loaded.elements[1]), 2);
  Memory::Copy(memory, 16, memory, 32, 8);
  EXPECT_EQ(memory.Load(32, {kF32, {2}}).elements[1].radius, 0.5);
  memory.Store(16, ArrayOf(kF32, {2}, {3, 4}));
  EXPECT_FALSE(memory.HasRadii(16, 8));
  EXPECT_TRUE(memory.HasRadii(32, 8));
}

TEST(Memory, SeenAsAnotherTypeIsKnownWhereItIsExact) {
  Memory memory(64);
  memory.Store(0, {{kF32, {2}}, {Near(1, 0), Near(2, 0.5)}});
  const Array bytes = memory.Load(0, {ElementType::kU8, {8}});
  EXPECT_EQ(bytes.elements[3].re, 0x3fu);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(IsUnknown(bytes.elements[i]), i >= 4) << i;
  EXPECT_TRUE(IsUnknown(memory.Load(0, {ElementType::kF64, {1}}).elements[0]));
}

// x -> -x as often as a counter says, by way of the arena.
TEST(PlanRun, WalksLoopsAndBranches) {
  tile::Program negate;
  {
    tile::Builder b(&negate);
    const tile::RefId x = b.Input({kI32, {}}), y = b.Output({kI32, {}});
    b.Append(tile::StoreStatement(
        &b,
        tile::StoreTo(y, b.Scalar(ir::OpKind::kNegate, {b.Load(x)}, ir::Scalar(kI32)))));
  }
  tile::Program count;  // n -> n - 1, n > 0
  {
    tile::Builder b(&count);
    const tile::RefId n = b.Input({kI32, {}});
    const tile::RefId next = b.Output({kI32, {}}), more = b.Output({kI1, {}});
    const tile::ExprId one = b.Constant(ir::IntegerSplat(ir::Scalar(kI32), 1));
    const tile::ExprId zero = b.Zero(ir::Scalar(kI32));
    b.Append(tile::StoreStatement(
        &b, tile::StoreTo(next, b.Scalar(ir::OpKind::kSubtract, {b.Load(n), one},
                                         ir::Scalar(kI32)))));
    b.Append(tile::StoreStatement(
        &b,
        tile::StoreTo(more, b.Compare(tile::kGt, tile::kSignedOrder, b.Load(n), zero))));
  }
  using plan::Space;
  const plan::BufferRef x = {Space::kInput, 0, 0, 4}, n = {Space::kInput, 1, 0, 4};
  const plan::BufferRef state = {Space::kArena, 0, 0, 4},
                        left = {Space::kArena, 0, 64, 4};
  const plan::BufferRef more = {Space::kArena, 0, 128, 1}, y = {Space::kOutput, 0, 0, 4};
  const auto copy = [](const plan::BufferRef& from, const plan::BufferRef& to) {
    plan::Step step;
    step.kind = plan::StepKind::kCopy;
    step.copy = {from, to};
    return step;
  };
  const auto call = [](int kernel, std::vector<plan::BufferRef> buffers) {
    plan::Step step;
    step.kernel = {kernel, std::move(buffers)};
    return step;
  };
  plan::Plan p;
  p.inputs = {ir::Scalar(kI32), ir::Scalar(kI32)};
  p.outputs = {ir::Scalar(kI32)};
  p.arena_bytes = 192;
  plan::Step loop;
  loop.kind = plan::StepKind::kWhile;
  loop.loop = {{call(1, {left, left, more})}, more, {call(0, {state, state})}};
  plan::Step branch;  // by how often: 0 leaves 7 beside it, else what was computed
  branch.kind = plan::StepKind::kCase;
  branch.branch = {n, false, {{copy(n, y)}, {copy(state, y)}}};
  p.steps = {copy(x, state), copy(n, left), loop, branch};

  const std::vector<tile::Program> programs = {negate, count};
  const auto run = [&](const Numbers& values) {
    PlanRun plan_run(p, ByReference(programs), nullptr);
    const auto outputs = plan_run.Run(std::vector<Array>{ArrayOf(kI32, {}, {values[0]}),
                                                         ArrayOf(kI32, {}, {values[1]})});
    EXPECT_TRUE(outputs.ok()) << outputs.status();
    return NumbersOf((*outputs)[0]);
  };
  EXPECT_THAT(run({5, 3}), ElementsAre(-5));
  EXPECT_THAT(run({5, 4}), ElementsAre(5));
  EXPECT_THAT(run({5, 0}), ElementsAre(0));
}

TEST(Compare, CountsWhatIsKnownAndNamesTheFirstDifference) {
  const Array expected = {{kF32, {4}}, {Near(1, 0), kUnknown, Near(2, 0.5), Near(3, 0)}};
  float actual[] = {1, 99, 2.5, 3};
  const auto compare = [&] {
    return Compare(expected, reinterpret_cast<const uint8_t*>(actual));
  };
  EXPECT_EQ(compare().difference, "");
  EXPECT_EQ(compare().known, 3);
  EXPECT_EQ(compare().unknown, 1);
  actual[2] = 2.75;
  EXPECT_THAT(compare().difference, HasSubstr("element 2 of tensor<4xf32> is 2.75"));
  actual[0] = -1;
  EXPECT_THAT(compare().difference, HasSubstr("element 0"));
}

TEST(Compare, TellsZerosApartAndNaNsWhereTheyWereMoved) {
  const float minus_zero = -0.0f;
  EXPECT_NE(
      Compare({{kF32, {1}}, {Near(0, 0)}}, reinterpret_cast<const uint8_t*>(&minus_zero))
          .difference,
      "");
  Element moved;
  moved.re = 0x7fc00001;
  Element computed = moved;
  computed.radius = 1;
  const uint32_t nan = 0x7fc00000;
  const auto* const bytes = reinterpret_cast<const uint8_t*>(&nan);
  EXPECT_NE(Compare({{kF32, {1}}, {moved}}, bytes).difference, "");
  EXPECT_EQ(Compare({{kF32, {1}}, {computed}}, bytes).difference, "");
}

}  // namespace
}  // namespace tilewright::reference
