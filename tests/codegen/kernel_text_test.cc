// Kernels of real programs are what their texts say.
#include <gtest/gtest.h>

#include <string>

#include "chip/chip.h"
#include "tests/codegen/kernel_texts.h"
#include "tile/text/parse.h"
#include "tile/verify/verify.h"
#include "tile/work/work.h"

namespace tilewright::codegen {
namespace {

class KernelText : public ::testing::TestWithParam<Numerics> {};

void ExpectEqual(const std::string& text, const tile::Program& program) {
  const absl::StatusOr<const chip::Chip*> chip = chip::FindChip("v5e");
  ASSERT_TRUE(chip.ok()) << chip.status();
  const absl::StatusOr<tile::Program> parsed = tile::Parse(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
  EXPECT_EQ(tile::Verify(*parsed), absl::OkStatus()) << text;
  ASSERT_EQ(tile::Print(*parsed), text);
  EXPECT_EQ(parsed->numerics, program.numerics);
  EXPECT_EQ(parsed->grid_steps(), program.grid_steps()) << text;
  EXPECT_EQ(parsed->num_buffers(), program.num_buffers()) << text;
  EXPECT_TRUE(tile::MeasureWork(*parsed, **chip) == tile::MeasureWork(program, **chip))
      << text;
}

TEST_P(KernelText, IsTheProgram) {
  size_t kernels = 0;
  ForEachGoldenPlan(GetParam(), [&](const PlannedProgram& planned) {
    kernels += planned.texts.size();
    for (size_t k = 0; k < planned.texts.size(); ++k) {
      ExpectEqual(planned.texts[k], planned.programs[k]);
    }
  });
  EXPECT_GT(kernels, 500u);
}

INSTANTIATE_TEST_SUITE_P(Numerics, KernelText,
                         ::testing::Values(Numerics::kTpu, Numerics::kIeee),
                         [](const auto& of) { return std::string(Name(of.param)); });

}  // namespace
}  // namespace tilewright::codegen
