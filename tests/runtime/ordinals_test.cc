// Every step of a plan, and all that rewrites make, knows the operation that it comes
// from: of every golden case.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "codegen/facts/target.h"
#include "codegen/rewrite/expand.h"
#include "codegen/rewrite/precision.h"
#include "codegen/schedule/planner.h"
#include "frontend/stablehlo/parse.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/operation_index.h"
#include "jit/llvm/target.h"
#include "plan/visit.h"

namespace tilewright {
namespace {

int32_t CountOf(const ir::Program& program) {
  int32_t count = 0;
  ir::ForEachOperation(program, [&](const ir::Operation&) { ++count; });
  return count;
}

codegen::CodeFacts Facts(Numerics numerics) {
  return {.kernel = {*jit::FindTarget("x86-64-v3"), numerics}};
}

std::vector<ir::Program> GoldenPrograms() {
  std::vector<ir::Program> programs;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::string(TILEWRIGHT_TESTS_DIR) + "/golden")) {
    if (entry.path().filename() != "module.mlir") continue;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    auto parsed = stablehlo::ParseProgram(text.str());
    if (parsed.ok()) programs.push_back(std::move(parsed->program));
  }
  return programs;
}

TEST(Ordinals, RewritesAndPlansKeepThem) {
  int planned_programs = 0;
  for (const ir::Program& program : GoldenPrograms()) {
    const int32_t count = CountOf(program);
    for (const Numerics numerics : {Numerics::kTpu, Numerics::kIeee}) {
      absl::StatusOr<ir::Program> rewritten = codegen::Expand(program);
      if (rewritten.ok()) {
        rewritten = codegen::ApplyPrecision(*std::move(rewritten), numerics);
      }
      if (!rewritten.ok()) continue;  // refused by name
      ir::ForEachOperation(*rewritten, [&](const ir::Operation& operation) {
        EXPECT_GE(operation.location.ordinal, 0) << ir::Name(operation.kind);
        EXPECT_LT(operation.location.ordinal, count) << ir::Name(operation.kind);
      });
      const auto planned = codegen::MakePlan(*rewritten, {}, Facts(numerics));
      if (!planned.ok()) continue;
      ++planned_programs;
      plan::ForEachStep(planned->plan.steps, [&](const plan::Step& step) {
        EXPECT_LT(step.ordinal, count);
        // What is only handed through comes from no operation.
        if (step.kind != plan::StepKind::kCopy) EXPECT_GE(step.ordinal, 0) << step.name;
      });
      ASSERT_EQ(planned->origins.size(), planned->programs.size());
      for (const std::vector<int32_t>& origin : planned->origins) {
        EXPECT_FALSE(origin.empty());
        for (int32_t ordinal : origin) {
          EXPECT_GE(ordinal, 0);
          EXPECT_LT(ordinal, count);
        }
      }
    }
  }
  EXPECT_GT(planned_programs, 100);
}

TEST(Ordinals, AKernelIsDescribedByAllThatItIsMadeOf) {
  stablehlo::ParseOptions parse;
  parse.file_name = "m.mlir";
  const auto parsed = stablehlo::ParseProgram(R"(
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = stablehlo.tanh %x : tensor<64xf32>
  %z = stablehlo.add %x, %y : tensor<64xf32> loc("model.py":7:3)
  return %z : tensor<64xf32>
})",
                                              parse);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const auto planned = codegen::MakePlan(parsed->program, {}, Facts(Numerics::kIeee));
  ASSERT_TRUE(planned.ok()) << planned.status();
  ASSERT_EQ(planned->origins.size(), 1u);
  EXPECT_EQ(ir::OperationIndex(parsed->program).Describe(planned->origins[0]),
            "stablehlo.tanh (m.mlir:3:8), stablehlo.add (model.py:7:3)");
  ASSERT_EQ(planned->plan.steps.size(), 1u);
  EXPECT_EQ(planned->plan.steps[0].ordinal, 1);
}

}  // namespace
}  // namespace tilewright
