// What a grid step holds fits the chip's VMEM, and no value depends on it.
#include "codegen/lower/blocks.h"
#include "tests/runtime/planned_text.h"
#include "tests/runtime/program_table.h"

namespace tilewright::runtime {
namespace {

const tile::Matmul& MatmulOf(const tile::Program& program) {
  return std::get<tile::Matmul>(program.statements[0].node);
}

// a b + c of one square size.
std::string Product(int64_t size) {
  return Replaced(R"(
func.func @main(%a: T, %b: T, %c: T) -> T {
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (T, T) -> T
  %r = stablehlo.add %p, %c : T
  return %r : T
})",
                  "T", Type(ElementType::kF32, {size, size}));
}

TEST(ChipBlocks, AMatmulsBlocksFitTheVmemOfEveryChip) {
  for (const std::string& name : chip::ChipNames()) {
    const chip::Chip& chip = **chip::FindChip(name);
    const codegen::PlannedProgram planned = PlanFor(Product(8192), name);
    ASSERT_EQ(planned.programs.size(), 1);
    const tile::Program& program = planned.programs[0];
    const tile::Matmul& m = MatmulOf(program);
    EXPECT_LE(codegen::StepBytes(program, m, chip), chip.vmem_bytes) << name;
    EXPECT_EQ(m.block_m % chip.sublanes, 0) << name;
    EXPECT_EQ(m.block_n % chip.lanes, 0) << name;
  }
  // 16 MiB hold less than 128.
  const auto block = [](const std::string& chip) {
    const tile::Matmul m = MatmulOf(PlanFor(Product(8192), chip).programs[0]);
    return m.block_m * m.block_n;
  };
  EXPECT_LT(block("v2"), block("v5e"));
}

TEST(ChipBlocks, ColumnsAreNotCutBelowATileOfAWideMxu) {
  for (int64_t size : {768, 1024, 1536}) {
    const tile::Matmul m = MatmulOf(PlanFor(Product(size), "v6e").programs[0]);
    EXPECT_EQ(m.block_n % 256, 0) << size;
  }
}

TEST(ChipBlocks, KernelsThatAreEqualOnTwoChipsAreOneKernel) {
  EXPECT_EQ(PlanFor(Product(256), "v2").texts, PlanFor(Product(256), "v5e").texts);
}

TEST(ChipBlocks, AStepsShareOfHugeArraysFits) {
  const std::string text = Replaced(R"(
func.func @main(%a: T) -> T {
  %r = stablehlo.negate %a : T
  return %r : T
})",
                                    "T", Type(ElementType::kF32, {1 << 20, 1 << 10}));
  const auto steps = [&](const std::string& chip) {
    return PlanFor(text, chip).programs[0].statements[0].grid_steps.number();
  };
  // Twice 8 GiB, and every block twice.
  EXPECT_EQ(steps("v2"), (int64_t{16} << 30) / (16 << 20));
  EXPECT_EQ(steps("v5e"), (int64_t{16} << 30) / (128 << 20));
}

// A program on a large chip and on one that does not hold what it keeps: one kernel
// there, several here, the same bytes.
void FallsApart(const std::string& text) {
  How how;
  how.chip = "v5e";
  auto whole = Compiled::Make(text, how);
  ASSERT_TRUE(whole.ok()) << whole.status();
  EXPECT_EQ(whole->executable().plan().kernels.size(), 1);
  how.chip = "v2";
  auto parts = Compiled::Make(text, how);
  ASSERT_TRUE(parts.ok()) << parts.status();
  EXPECT_GT(parts->executable().plan().kernels.size(), 1);
  const std::vector<Array> inputs = InputsOf({"", ""}, *whole);
  auto expected = whole->Run(inputs);
  auto outputs = parts->Run(inputs);
  ASSERT_TRUE(expected.ok()) << expected.status();
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_TRUE(*outputs == *expected);
}

TEST(ChipBlocks, ARowKernelWhoseRowsDoNotFitFallsApart) {
  std::string text = R"(
func.func @main(%x: S) -> S {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (S, tensor<f32>) -> R
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (R) -> S
  %d = stablehlo.subtract %x, %mb : S
  %e = stablehlo.exponential %d : S
  %n = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (S, tensor<f32>) -> R
  %nb = stablehlo.broadcast_in_dim %n, dims = [0] : (R) -> S
  %p = stablehlo.divide %e, %nb : S
  return %p : S
})";
  text = Replaced(text, "S", Type(ElementType::kF32, {4, 40000}));
  FallsApart(Replaced(text, "R", Type(ElementType::kF32, {4})));
}

TEST(ChipBlocks, AttentionWhoseRowsOfScoresDoNotFitFallsApart) {
  std::string text = R"(
func.func @main(%q: Q, %k: K, %v: K) -> Q {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (Q, K) -> S
  %e = stablehlo.exponential %s : S
  %n = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (S, tensor<f32>) -> R
  %nb = stablehlo.broadcast_in_dim %n, dims = [0] : (R) -> S
  %p = stablehlo.divide %e, %nb : S
  %r = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (S, K) -> Q
  return %r : Q
})";
  text = Replaced(text, "S", Type(ElementType::kF32, {64, 40000}));
  text = Replaced(text, "Q", Type(ElementType::kF32, {64, 8}));
  text = Replaced(text, "K", Type(ElementType::kF32, {40000, 8}));
  FallsApart(Replaced(text, "R", Type(ElementType::kF32, {64})));
}

// Rows of a step of attention over as many rows and columns of a batch.
int64_t RowsOfAttention(int64_t batch, int64_t size) {
  std::string text = R"(
func.func @main(%q: Q, %k: Q, %v: Q) -> Q {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (Q, Q) -> S
  %e = stablehlo.exponential %s : S
  %n = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (S, tensor<f32>) -> R
  %nb = stablehlo.broadcast_in_dim %n, dims = [0, 1] : (R) -> S
  %p = stablehlo.divide %e, %nb : S
  %r = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (S, Q) -> Q
  return %r : Q
})";
  text = Replaced(text, "S", Type(ElementType::kF32, {batch, size, size}));
  text = Replaced(text, "Q", Type(ElementType::kF32, {batch, size, 64}));
  text = Replaced(text, "R", Type(ElementType::kF32, {batch, size}));
  const codegen::PlannedProgram planned = PlanFor(text);
  const auto* const chain = planned.programs[0].statements[0].As<tile::Chain>();
  TW_CHECK(chain != nullptr);
  return chain->stages[0].As<tile::Matmul>()->block_m;
}

TEST(ChipBlocks, AttentionPacksForManyRowsWhereItHasManySteps) {
  EXPECT_EQ(RowsOfAttention(8, 1024), 128);
  EXPECT_EQ(RowsOfAttention(8, 4096), 64);  // 2 MB of scores and of weights
  EXPECT_EQ(RowsOfAttention(1, 1024), 64);
}

}  // namespace
}  // namespace tilewright::runtime
