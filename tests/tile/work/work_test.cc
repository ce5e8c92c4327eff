// What a kernel does, counted from its program.
#include "tile/work/work.h"

#include <gtest/gtest.h>

#include "support/round.h"
#include "tile/author/author.h"
#include "tile/work/unit_cost.h"

namespace tilewright::tile {
namespace {

constexpr ir::ElementType kF32 = ir::ElementType::kF32;

// x[m, k] * y[k, n] in blocks of 8, the sum over k in order.
Work ProductOf(int64_t m, int64_t n, int64_t k) {
  Author a("k", **chip::FindChip("v5e"));
  const std::vector<ExprId> g = a.SetGrid({m / 8, n / 8, k / 8}, {false, false, true});
  const RefId x = a.Input("x", {kF32, {m, k}}, {{8, 8}, {g[0], g[2]}});
  const RefId y = a.Input("y", {kF32, {k, n}}, {{8, 8}, {g[2], g[1]}});
  const RefId z = a.Output("z", {kF32, {m, n}}, {{8, 8}, {g[0], g[1]}});
  a.Store({z, {}, {}}, a.Product(a.Load({x, {}, {}}), a.Load({y, {}, {}}), {}));
  const absl::StatusOr<Kernel> kernel = a.Build();
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  return kernel.ok() ? MeasureWork(kernel->program, **chip::FindChip("v5e")) : Work();
}

TEST(Work, AGridDoesItsBodyAtEveryPoint) {
  EXPECT_EQ(ProductOf(32, 16, 24).flops, 2 * 32 * 16 * 24);
}

TEST(Work, AWindowIsMovedWhenItsPlaceChanges) {
  const Work work = ProductOf(32, 16, 24);
  // x and y move at every point; z does not move while k runs.
  const int64_t points = 4 * 2 * 3, block = 8 * 8 * 4;
  EXPECT_EQ(work.dmas, 2 * points + 4 * 2);
  EXPECT_EQ(work.bytes_read, 2 * points * block);
  EXPECT_EQ(work.bytes_written, 4 * 2 * block);
  EXPECT_EQ(work.dma_bytes, work.bytes_read + work.bytes_written);
}

TEST(Work, LoopsAndCopiesCountAsOftenAsTheyRun) {
  Author a("k", **chip::FindChip("v5e"));
  const RefId x = a.Input("x", {kF32, {10, 16}}, {{}, {}, false, Memory::kHbm});
  const RefId s = a.Scratch("s", {kF32, {1, 16}}, Memory::kVmem);
  const RefId y = a.Output("y", {kF32, {1, 16}}, {});
  const RefId done = a.Semaphores("done", 1);
  const auto number = [&](int64_t n) {
    return a.ConstantInteger(ir::ElementType::kI32, n);
  };
  const ExprId zero = number(0);
  const ExprId i = a.BeginFor(zero, number(10));
  const View row{x, {i, zero}, {1, 16}};
  a.StartCopy(row, {s, {}, {}}, done, zero);
  a.WaitCopy(row, {s, {}, {}}, done, zero);
  a.EndFor();
  a.Store({y, {}, {}}, a.Load({s, {}, {}}));
  const absl::StatusOr<Kernel> kernel = a.Build();
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  const Work work = MeasureWork(kernel->program, **chip::FindChip("v5e"));
  EXPECT_EQ(work.bytes_read, 10 * 16 * 4);
  EXPECT_EQ(work.bytes_written, 16 * 4);
  EXPECT_EQ(work.dmas, 10 + 1);
}

// What a graph's kernel is: statements over whole index spaces.
class WorkOfStatements : public ::testing::Test {
 protected:
  ExprId Load(ir::TensorType type) {
    const RefId ref = program_.AddRef({Memory::kHbm, type});
    return program_.Add({tile::Load{ref}, std::move(type)});
  }
  ExprId Scalar(ir::OpKind op, ExprId x) {
    return program_.Add({tile::Scalar{op}, program_.exprs[x].type, {x}});
  }
  ExprId Move(ExprNode node, ExprId x, ir::Dims dims) {
    return program_.Add(
        {std::move(node), {program_.exprs[x].type.element, std::move(dims)}, {x}});
  }
  void Store(ExprId value, int64_t steps = 1) {
    const ir::TensorType type = program_.exprs[value].type;
    const RefId out = program_.AddRef({Memory::kHbm, type, true});
    program_.statements.push_back(
        {LoopNest{type.dims(), true, {{{}, {{out, {value}}}, {}}}}, steps});
  }
  void Product(ir::ElementType type, int64_t m, int64_t n, int64_t k, int64_t block_m,
               int64_t block_n) {
    Matmul product;
    product.m = m;
    product.n = n;
    product.k = k;
    product.block_m = block_m;
    product.block_n = block_n;
    product.multiplicand = type;
    product.lhs = Load({kF32, {1, m, k}});
    product.rhs = Load({kF32, {1, k, n}});
    const RefId out = program_.AddRef({Memory::kHbm, {kF32, {m, n}}, true});
    product.stores = {{out, {program_.Add({ResultOf(), {kF32, {1, m, n}}})}}};
    program_.statements.push_back(
        {std::move(product), DivideUp(m, block_m) * DivideUp(n, block_n)});
  }
  Work On(absl::string_view chip) const {
    return MeasureWork(program_, **chip::FindChip(chip));
  }

  Program program_;
};

TEST_F(WorkOfStatements, APassIsEightRowsThroughATileOfWeights) {
  Product(ir::ElementType::kBF16, 100, 300, 200, 100, 300);
  // v5e: 13 groups of 8 rows, 2 tiles of 128 along k, 3 along n.
  const MxuWork small = On("v5e").mxu[static_cast<size_t>(MxuType::kBF16)];
  EXPECT_EQ(small.passes, 13 * 2 * 3);
  EXPECT_EQ(small.multiplies, 100 * 300 * 200);
  EXPECT_EQ(small.slots, 13 * 8 * (2 * 128) * (3 * 128));
  // v6e: tiles of 256.
  const MxuWork large = On("v6e").mxu[static_cast<size_t>(MxuType::kBF16)];
  EXPECT_EQ(large.passes, 13 * 1 * 2);
  EXPECT_EQ(large.slots, 13 * 8 * 256 * 512);
  // 8t: registers of 16 sublanes.
  EXPECT_EQ(On("8t").mxu[static_cast<size_t>(MxuType::kBF16)].passes, 7 * 1 * 2);
}

TEST_F(WorkOfStatements, EveryBlockIsPaddedOnItsOwn) {
  // Rows in blocks of 60 and 40: 8 + 5 groups; columns of 130 and 70: 2 + 1 tiles.
  Product(kF32, 100, 200, 128, 60, 130);
  EXPECT_EQ(On("v5e").mxu[static_cast<size_t>(MxuType::kF32)].passes, 13 * 3);
  EXPECT_EQ(On("v5e").mxu[static_cast<size_t>(MxuType::kBF16)].passes, 0);
}

TEST_F(WorkOfStatements, TheRightSideComesAgainForEveryRowOfBlocks) {
  Product(kF32, 64, 256, 32, 16, 128);
  // Four rows of blocks by two columns: the left side in four pieces, the right side
  // four times in two, the result in eight.
  const Work work = On("v5e");
  EXPECT_EQ(work.dmas, 4 + 4 * 2 + 8);
  EXPECT_EQ(work.dma_bytes, 4 * (64 * 32 + 4 * (32 * 256) + 64 * 256));
  EXPECT_EQ(work.bytes_read, 4 * (64 * 32 + 32 * 256));
}

TEST_F(WorkOfStatements, OperationsCountWholeRegisters) {
  // [20, 300] f32 is 3 x 3 registers of 8 x 128.
  Store(Scalar(ir::OpKind::kExponential,
               Scalar(ir::OpKind::kNegate, Load({kF32, {20, 300}}))),
        /*steps=*/5);
  const Work work = On("v5e");
  EXPECT_EQ(work.vpu, 9 + 9);  // negate; the scaling of exp
  EXPECT_EQ(work.eup, 9);
  EXPECT_EQ(work.xlu, 0);
  EXPECT_EQ(work.dmas, 5 + 5);
  EXPECT_EQ(work.dma_bytes, 2 * 4 * 20 * 300);
  EXPECT_EQ(work.flops, 20 * 300);
  EXPECT_EQ(work.transcendentals, 20 * 300);
}

TEST_F(WorkOfStatements, OnlyMovesOfTheLastTwoDimensionsCrossLanes) {
  const ExprId x = Load({kF32, {4, 16, 256}});
  Store(Move(Transpose{{1, 0, 2}}, x, {16, 4, 256}));
  EXPECT_EQ(On("v5e").xlu, 16 * 1 * 2);  // the second-last moves: [4, 256] is 1 x 2
  program_.statements.clear();
  const ExprId y = Load({kF32, {4, 6, 16, 256}});
  Store(Move(Transpose{{1, 0, 2, 3}}, y, {6, 4, 16, 256}));
  EXPECT_EQ(On("v5e").xlu, 0);
  // One value a row along the lanes: 64 rows in groups of 8.
  Store(Move(Broadcast{{0}}, Load({kF32, {64}}), {64, 256}));
  EXPECT_EQ(On("v5e").xlu, 8);
  // A row along sublanes comes with its load.
  Store(Move(Broadcast{{1}}, Load({kF32, {256}}), {64, 256}));
  EXPECT_EQ(On("v5e").xlu, 8);
}

TEST_F(WorkOfStatements, AReductionCombinesRegistersThenLanes) {
  const ExprId x = Load({kF32, {64, 512}});
  Reduce reduce;
  reduce.inputs = {x};
  reduce.has_combiner = true;
  program_.statements = {
      {LoopNest{{64}, /*lanes_outer=*/false, {{{512}, {}, {reduce}}}}}};
  EXPECT_EQ(On("v5e").vpu, 8 * 4);
  EXPECT_EQ(On("v5e").xlu, 8);  // 64 rows, 8 a register
  // Over rows: registers of [64, 512], then sublanes of [512].
  program_.statements = {{LoopNest{{512}, true, {{{64}, {}, {reduce}}}}}};
  EXPECT_EQ(On("v5e").vpu, 8 * 4);
  EXPECT_EQ(On("v5e").xlu, 1);
}

TEST_F(WorkOfStatements, CountsEndAtTheLargestNumber) {
  const int64_t huge = int64_t{1} << 40;
  Product(kF32, huge, huge, huge, huge, huge);
  const Work work = On("v5e");
  EXPECT_EQ(work.flops, INT64_MAX);
  EXPECT_EQ(work.mxu[static_cast<size_t>(MxuType::kF32)].slots, INT64_MAX);
}

TEST(UnitCost, NarrowElementsTakeAWordAndWideOnesTwo) {
  const chip::Chip& v5e = **chip::FindChip("v5e");
  EXPECT_EQ(Registers({ir::ElementType::kBF16, {8, 128}}, v5e), 1);
  EXPECT_EQ(Registers({kF32, {9, 129}}, v5e), 4);
  EXPECT_EQ(Registers({ir::ElementType::kF64, {8, 128}}, v5e), 2);
  EXPECT_EQ(Registers({kF32, {3, 1, 5, 1, 7}}, v5e), 3);
  EXPECT_EQ(Registers({kF32, {1025}}, v5e), 2);
  EXPECT_EQ(Registers({kF32, {}}, v5e), 0);
  EXPECT_EQ(SortingPasses(1024), 55);
}

}  // namespace
}  // namespace tilewright::tile
