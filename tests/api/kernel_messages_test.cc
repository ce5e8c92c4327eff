// What a mistake in a kernel's source is reported with: the line of the call, its name,
// the operand.
#include <gmock/gmock.h>

#include "tests/api/kernel_harness.h"

namespace tilewright {
namespace {

using ::testing::HasSubstr;

// What Build() says of a kernel in which `write` makes a mistake.
std::string MistakeOf(const std::function<void(KernelBuilder&, const Tile&)>& write) {
  KernelBuilder k("k");
  const TileRef x = k.Input("x", F32({4, 8}));
  write(k, x.Load());
  return std::string(k.Build().status().message());
}

TEST(KernelMessages, AnOperatorIsNamedWithItsLineAndItsOperands) {
  std::string line, said;
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Exp(x + k.Iota(F32({3}), 0));
  });
  EXPECT_THAT(said,
              HasSubstr(line + ": operator+: tensor<4x8xf32> and tensor<3xf32> do not "
                               "spread to one shape"));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Exp(x * k.Iota(I32({8}), 0));
  });
  EXPECT_THAT(said, HasSubstr(line + ": operator*: "));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Abs(0.5 * Convert(x, kI32));
  });
  EXPECT_THAT(said, HasSubstr(line + ": operator*: constant 0.5 is no i32"));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Select(x == k.Iota(F32({3}), 0), x, x);
  });
  EXPECT_THAT(said, HasSubstr(line + ": operator==: tensor<4x8xf32> and tensor<3xf32>"));
}

TEST(KernelMessages, AFunctionIsNamedWithItsLine) {
  std::string line, said;
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Sum(x, {2});
  });
  EXPECT_THAT(said,
              HasSubstr(line + ": Sum: dimension 2 of tensor<4x8xf32> does not exist"));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Matmul(x, x);
  });
  EXPECT_THAT(said, HasSubstr(line + ": Matmul: "));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Broadcast(x, {8, 4});
  });
  EXPECT_THAT(said,
              HasSubstr(line + ": Broadcast: tensor<4x8xf32> does not spread to [8, 4]"));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Concatenate({x, Transpose(x, {1, 0})}, 0);
  });
  EXPECT_THAT(said, HasSubstr(line + ": Concatenate: "));
}

TEST(KernelMessages, AFunctionThatTakesFunctionsIsNamedWithItsLine) {
  std::string line, said;
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Reduce({x}, {0}, {2}, [](const auto& so_far, const auto& next) {
      return std::vector<Tile>{so_far[0] + next[0]};
    });
  });
  EXPECT_THAT(
      said, HasSubstr(line + ": Reduce: dimension 2 of tensor<4x8xf32> does not exist"));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Scatter(x, 0, x, [](const Tile& old, const Tile& update) { return old + update; });
  });
  EXPECT_THAT(said, HasSubstr(line + ": Scatter: of "));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    k.While([&] { return Exp(x); }, [] {});
  });
  EXPECT_THAT(said,
              HasSubstr(line + ": While: a loop's condition: expected a scalar i1"));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    k.For(0, 4, {x},
          [](const Tile&, const auto& now) { return std::vector<Tile>{now[0], now[0]}; });
  });
  EXPECT_THAT(said, HasSubstr(line + ": For: a loop carries 1 values, its body gives 2"));
}

TEST(KernelMessages, AnOperationOfALiteralIsNamedWithItsLine) {
  std::string line, said;
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Exp(1 ^ x);
  });
  EXPECT_THAT(said, HasSubstr(line + ": operator^: "));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Select(x > 0, 1, 2);
  });
  EXPECT_THAT(said, HasSubstr(line + ": Select: of two numbers"));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    const TileRef s = k.Semaphores("s", 2);
    line = LineOf(Where::current(), 1);
    k.Signal(s, 1, 2);
  });
  EXPECT_THAT(said, HasSubstr(line + ": Signal: 's': there is no semaphore 2"));
}

TEST(KernelMessages, AStoreIsNamedWithItsRef) {
  std::string line, said;
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    const TileRef out = k.Output("out", F32({4, 16}));
    line = LineOf(Where::current(), 1);
    out.Store(x);
  });
  EXPECT_THAT(said,
              HasSubstr(line + ": Store to 'out': tensor<4x8xf32> does not spread to "
                               "[4, 16]"));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    const TileRef out = k.Output("out", I32({4, 8}));
    line = LineOf(Where::current(), 1);
    out.Store(x);
  });
  EXPECT_THAT(said, HasSubstr(line + ": Store to 'out': holds i32"));
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    k.Output("out", F32({4, 8}), {.block = {4}});
  });
  EXPECT_THAT(said, HasSubstr(line + ": Output 'out': tensor<4x8xf32>: a block of 1"));
}

TEST(KernelMessages, AValueThatIsNotOneOfTheKernelSaysWhy) {
  std::string line, said;
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Exp(x + Tile());
  });
  EXPECT_THAT(said, HasSubstr(line + ": operator+: a value is used that was never made"));
  KernelBuilder other("other");
  const Tile foreign = other.Constant(kF32, 1);
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    const TileRef out = k.Output("out", F32({4, 8}));
    line = LineOf(Where::current(), 1);
    out.Store(foreign);
  });
  EXPECT_THAT(said,
              HasSubstr(line + ": Store to 'out': a value of kernel 'other' is used"));
  std::string made;
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    Tile inside;
    made = LineOf(Where::current(), 1);
    k.For(0, 4, [&](const Tile& i) { inside = x + Convert(i, kF32); });
    line = LineOf(Where::current(), 1);
    Exp(inside);
  });
  EXPECT_THAT(said,
              ::testing::AllOf(HasSubstr(line + ": Exp: a value that was made in a loop "
                                                "or a branch, at "),
                               HasSubstr(made + ", is used outside of it")));
}

TEST(KernelMessages, AMisspeltOperationSuggestsTheNearest) {
  std::string line, said;
  said = MistakeOf([&](KernelBuilder& k, const Tile& x) {
    line = LineOf(Where::current(), 1);
    Elementwise("stablehlo.tahn", {x});
  });
  EXPECT_THAT(said,
              HasSubstr(line + ": Elementwise: there is no operation 'stablehlo.tahn'; "
                               "did you mean 'stablehlo.tanh'?"));
}

}  // namespace
}  // namespace tilewright
