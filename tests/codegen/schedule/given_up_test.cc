// Plans that nobody wants any more.
#include <gtest/gtest.h>

#include "codegen/pipeline.h"
#include "frontend/stablehlo/parse.h"
#include "jit/llvm/target.h"
#include "plan/serialize.h"
#include "tests/codegen/kernel_texts.h"

namespace tilewright::codegen {
namespace {

TEST(GivenUp, PlanningEndsWhereItIsAskedAndChangesNothingWhereItIsNot) {
  const CodeFacts facts = {{*jit::FindTarget("x86-64-v3"), Numerics::kIeee}};
  int given_up = 0;
  for (const auto& [file, program] : GoldenPrograms()) {
    SCOPED_TRACE(file);
    const Pipeline pipeline(facts);
    const absl::StatusOr<PlannedProgram> planned = pipeline.Plan(program);
    ASSERT_TRUE(planned.ok()) << planned.status();
    int asked = 0;
    const auto count = pipeline.Plan(program, {}, [&] { return ++asked < 0; });
    ASSERT_TRUE(count.ok()) << count.status();
    EXPECT_EQ(plan::Serialize(count->plan), plan::Serialize(planned->plan));
    for (int at = 1; at <= asked; at = 2 * at + 1) {
      int left = at;
      const auto ended = pipeline.Plan(program, {}, [&] { return --left == 0; });
      EXPECT_TRUE(absl::IsCancelled(ended.status())) << ended.status();
      EXPECT_EQ(left, 0) << "asked again after it was given up";
      ++given_up;
    }
  }
  EXPECT_GT(given_up, 100);
}

}  // namespace
}  // namespace tilewright::codegen
