// What the authoring API refuses, and how it says so.
#include "tile/author/author.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace tilewright::tile {
namespace {

using ir::ElementType;
using ir::OpKind;
using ir::TensorType;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr ElementType kF32 = ElementType::kF32;
constexpr ElementType kI32 = ElementType::kI32;

const chip::Chip& V5e() { return **chip::FindChip("v5e"); }

// A kernel 'k' that has an output 'o' of 8x8 and whatever `write` adds.
absl::StatusOr<Kernel> Written(const std::function<void(Author&)>& write) {
  Author author("k", V5e());
  write(author);
  const RefId o = author.Output("o", {kF32, {8, 8}}, {});
  author.Store({o, {}, {}}, author.Constant(kF32, 0));
  return author.Build();
}

void ExpectError(const std::function<void(Author&)>& write,
                 const std::vector<std::string>& parts,
                 absl::StatusCode code = absl::StatusCode::kInvalidArgument) {
  const absl::StatusOr<Kernel> kernel = Written(write);
  ASSERT_FALSE(kernel.ok());
  EXPECT_EQ(kernel.status().code(), code);
  EXPECT_THAT(std::string(kernel.status().message()), HasSubstr("kernel 'k'"));
  for (const std::string& part : parts) {
    EXPECT_THAT(std::string(kernel.status().message()), HasSubstr(part));
  }
}

TEST(Author, AKernelOfOneStoreIsFine) {
  const absl::StatusOr<Kernel> kernel = Written([](Author&) {});
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  EXPECT_EQ(kernel->operands.size(), 1u);
}

TEST(Author, AnEmptyOrNegativeGridIsAnError) {
  ExpectError([](Author& a) { a.SetGrid({4, 0}, {false, false}); },
              {"grid [4, 0]", "dimension 1 is 0", "empty"});
  ExpectError([](Author& a) { a.SetGrid({-3}, {false}); }, {"dimension 0 is -3"});
  ExpectError([](Author& a) { a.SetGrid({1 << 30, 1 << 30}, {false, false}); },
              {"points"});
}

TEST(Author, AWindowThatLeavesItsArrayIsAnErrorWithFigures) {
  ExpectError(
      [](Author& a) {
        const std::vector<ExprId> g = a.SetGrid({5}, {false});
        a.Input("x", {kF32, {16}}, {{4}, {g[0]}});
      },
      {"'x'", "leaves the array tensor<16xf32>", "blocks of 4 begin at 0 to 16"});
  ExpectError(
      [](Author& a) {
        const std::vector<ExprId> g = a.SetGrid({4}, {false});
        const ExprId before =
            a.Elementwise(OpKind::kSubtract, {g[0], a.ConstantInteger(kI32, 1)});
        a.Input("x", {kF32, {16}}, {{4}, {before}});
      },
      {"'x'", "begin at -4 to 8"});
  // A window at an element may not even end beyond the edge.
  ExpectError(
      [](Author& a) {
        const std::vector<ExprId> g = a.SetGrid({14}, {false});
        a.Input("x", {kF32, {16}}, {{4}, {g[0]}, true});
      },
      {"'x'", "begin at 0 to 13", "the last place is 12"});
}

TEST(Author, AnEdgeBlockIsNoError) {
  const absl::StatusOr<Kernel> kernel = Written([](Author& a) {
    const std::vector<ExprId> g = a.SetGrid({5}, {false});
    a.Input("x", {kF32, {18}}, {{4}, {g[0]}});
  });
  EXPECT_TRUE(kernel.ok()) << kernel.status();
}

TEST(Author, MoreThanTheChipsVmemIsAnErrorWithTheLargestContributors) {
  ExpectError(
      [](Author& a) {
        a.Input("weights", {kF32, {4096, 4096}}, {});
        a.Scratch("sums", {kF32, {1024, 1000}}, Memory::kVmem);
      },
      {"bytes of VMEM; chip v5e has 134217728",
       "134217728 bytes: 'weights', blocks tensor<4096x4096xf32>, 2 buffers",
       // 1000 columns take 1024.
       "4194304 bytes: 'sums', tensor<1024x1000xf32>"},
      absl::StatusCode::kResourceExhausted);
  ExpectError([](Author& a) { a.Scratch("table", {kI32, {1 << 20}}, Memory::kSmem); },
              {"bytes of SMEM; chip v5e has 1048576", "4194304 bytes: 'table'"},
              absl::StatusCode::kResourceExhausted);
}

TEST(Author, TypesThatDoNotFitAreErrors) {
  const auto scratch = [](Author& a, ElementType type, ir::Dims dims) {
    return a.Scratch("s", {type, std::move(dims)}, Memory::kVmem);
  };
  ExpectError(
      [&](Author& a) {
        a.Store({scratch(a, ElementType::kBF16, {8}), {}, {}}, a.Constant(kF32, 1));
      },
      {"'s': holds bf16", "tensor<f32>"});
  ExpectError(
      [&](Author& a) {
        a.Store({scratch(a, kF32, {8}), {}, {}}, a.Iota({kF32, {4}}, 0));
      },
      {"tensor<4xf32> does not spread to [8]"});
  ExpectError(
      [&](Author& a) {
        a.Store({scratch(a, kF32, {8}), {}, {}}, a.Iota({kF32, {8, 8}}, 0));
      },
      {"'s': takes [8]", "tensor<8x8xf32>"});
  ExpectError(
      [](Author& a) {
        a.Elementwise(OpKind::kAdd, {a.Constant(kF32, 1), a.ConstantInteger(kI32, 1)});
      },
      {"add", "tensor<f32> and tensor<i32>"});
  ExpectError(
      [](Author& a) {
        a.Product(a.Iota({kF32, {4, 5}}, 0), a.Iota({kF32, {6, 4}}, 0), {});
      },
      {"product"});
  ExpectError(
      [](Author& a) {
        a.Product(a.Iota({kF32, {4, 4}}, 0), a.Iota({kI32, {4, 4}}, 0), {});
      },
      {"product", "tensor<4x4xf32> and tensor<4x4xi32>"});
  ExpectError(
      [](Author& a) { a.Reduce(OpKind::kAdd, a.Iota({kF32, {4}}, 0), {1}, false); },
      {"dimension 1 of tensor<4xf32> does not exist"});
  ExpectError([](Author& a) { a.BeginIf(a.Constant(kF32, 1)); }, {"scalar i1"});
}

TEST(Author, RefsAreUsedAsTheirMemoryAllows) {
  ExpectError(
      [](Author& a) {
        a.Load({a.Input("x", {kF32, {8}}, {{}, {}, false, Memory::kHbm}), {}, {}});
      },
      {"'x'", "in HBM"});
  ExpectError(
      [](Author& a) {
        a.Store({a.Input("x", {kF32, {8}}, {}), {}, {}}, a.Constant(kF32, 0));
      },
      {"'x'", "an input is not written"});
  ExpectError(
      [](Author& a) {
        const std::vector<ExprId> g = a.SetGrid({2}, {false});
        const RefId ids = a.Input("ids", {kI32, {2}}, {});
        a.Input("x", {kF32, {8}}, {{4}, {a.ReadScalar(ids, {g[0]})}});
      },
      {"'x'", "'ids'", "SMEM"});
}

TEST(Author, CopiesThatAreNotAwaitedAreErrors) {
  const auto copy = [](Author& a, int starts, int waits) {
    const RefId x = a.Input("x", {kF32, {8}}, {{}, {}, false, Memory::kHbm});
    const RefId s = a.Scratch("s", {kF32, {8}}, Memory::kVmem);
    const RefId semaphore = a.Semaphores("done", 1);
    const ExprId zero = a.ConstantInteger(kI32, 0);
    for (int i = 0; i < starts; ++i)
      a.StartCopy({x, {}, {}}, {s, {}, {}}, semaphore, zero);
    for (int i = 0; i < waits; ++i) a.WaitCopy({x, {}, {}}, {s, {}, {}}, semaphore, zero);
  };
  ExpectError([&](Author& a) { copy(a, 1, 0); },
              {"'done'", "1 copies are started (the last into 's') and none is awaited"});
  ExpectError([&](Author& a) { copy(a, 0, 2); }, {"'done'", "2 copies are awaited"});
  ExpectError([&](Author& a) { copy(a, 2, 1); }, {"2 copies are started", "1 awaited"});
  EXPECT_TRUE(Written([&](Author& a) { copy(a, 2, 2); }).ok());
}

TEST(Author, PartsThatLeaveTheirRefAreErrors) {
  ExpectError(
      [](Author& a) {
        const RefId s = a.Scratch("s", {kF32, {8}}, Memory::kVmem);
        a.Load({s, {a.ConstantInteger(kI32, 6)}, {4}});
      },
      {"'s'", "[6, 10)", "which is 8"});
}

TEST(Author, ValuesOfALoopAreNotKnownOutside) {
  ExpectError(
      [](Author& a) {
        const ExprId i =
            a.BeginFor(a.ConstantInteger(kI32, 0), a.ConstantInteger(kI32, 4));
        a.EndFor();
        a.Convert(i, kF32);
      },
      {"outside"});
  ExpectError([](Author& a) { a.BeginIf(a.ConstantInteger(ElementType::kI1, 1)); },
              {"inside a loop or a branch"});
  ExpectError([](Author& a) { a.EndFor(); }, {"without its beginning"});
}

TEST(Author, SharedValuesTakeNoExponentialTime) {
  const absl::StatusOr<Kernel> kernel = Written([](Author& a) {
    const std::vector<ExprId> g = a.SetGrid({1}, {false});
    ExprId x = g[0];
    for (int i = 0; i < 200; ++i) x = a.Elementwise(OpKind::kMinimum, {x, x});
    a.Input("x", {kF32, {8}}, {{4}, {x}});
  });
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  ExpectError(
      [](Author& a) {
        ExprId x = a.Constant(kF32, 1);
        for (int i = 0; i < 2000; ++i) x = a.Elementwise(OpKind::kAdd, {x, x});
      },
      {"operations deep"});
}

TEST(Author, TheTextSaysEverythingThatDecidesTheCode) {
  const auto text = [](int64_t block, bool sequential, Memory memory) {
    Author a("k", V5e());
    const std::vector<ExprId> g = a.SetGrid({2}, {sequential});
    const RefId x = a.Input("x", {kF32, {8}}, {{block}, {g[0]}, false, memory});
    const RefId o = a.Output("o", {kF32, {8}}, {{block}, {g[0]}});
    a.Store({o, {}, {}}, a.Load({x, {}, {}}));
    const absl::StatusOr<Kernel> kernel = a.Build();
    EXPECT_TRUE(kernel.ok()) << kernel.status();
    return kernel.ok() ? Print(kernel->For(Numerics::kTpu, false)) : "";
  };
  const std::string one = text(4, false, Memory::kVmem);
  EXPECT_EQ(one, text(4, false, Memory::kVmem));
  EXPECT_NE(one, text(4, true, Memory::kVmem));
  EXPECT_NE(one, text(4, false, Memory::kSmem));
  EXPECT_THAT(one, AllOf(HasSubstr("grid [2]"), HasSubstr("window of r0 block=[4]")));
}

}  // namespace
}  // namespace tilewright::tile
