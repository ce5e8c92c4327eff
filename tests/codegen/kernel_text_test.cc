// Kernels of real programs are what their texts say.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "chip/chip.h"
#include "codegen/pipeline.h"
#include "frontend/stablehlo/parse.h"
#include "jit/llvm/target.h"
#include "support/files.h"
#include "tile/text/parse.h"
#include "tile/verify/verify.h"
#include "tile/work/work.h"

namespace tilewright::codegen {
namespace {

namespace fs = std::filesystem;

// The programs of the golden cases.
std::vector<fs::path> Programs() {
  std::vector<fs::path> files;
  for (const auto& folder :
       fs::directory_iterator(fs::path(TILEWRIGHT_TESTS_DIR) / "golden")) {
    const fs::path file = folder.path() / "module.mlir";
    if (fs::exists(file)) files.push_back(file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

ir::Program Read(const fs::path& file) {
  const absl::StatusOr<std::string> text = ReadFile(file);
  EXPECT_TRUE(text.ok()) << text.status();
  absl::StatusOr<stablehlo::ParsedProgram> parsed = stablehlo::ParseProgram(*text);
  EXPECT_TRUE(parsed.ok()) << file << ": " << parsed.status();
  return parsed.ok() ? std::move(parsed->program) : ir::Program();
}

class KernelText : public ::testing::TestWithParam<Numerics> {
 protected:
  // Calls `visit` with the text and the program of each kernel.
  template <typename Visit>
  static void ForEachKernel(const Visit& visit) {
    const absl::StatusOr<Target> target = jit::FindTarget("x86-64-v4-bf16");
    ASSERT_TRUE(target.ok()) << target.status();
    for (const fs::path& file : Programs()) {
      const ir::Program program = Read(file);
      for (const bool cluster : {true, false}) {
        SCOPED_TRACE(file.string() + (cluster ? "" : ", without clustering"));
        const CodeFacts facts = {{*target, GetParam()}, "v5e", cluster, {}};
        const absl::StatusOr<PlannedProgram> planned = Pipeline(facts).Plan(program);
        ASSERT_TRUE(planned.ok()) << planned.status();
        for (size_t k = 0; k < planned->texts.size(); ++k) {
          visit(planned->texts[k], planned->programs[k]);
        }
      }
    }
  }
};

TEST_P(KernelText, IsTheProgram) {
  const absl::StatusOr<const chip::Chip*> chip = chip::FindChip("v5e");
  ASSERT_TRUE(chip.ok()) << chip.status();
  int kernels = 0;
  ForEachKernel([&](const std::string& text, const tile::Program& program) {
    ++kernels;
    const absl::StatusOr<tile::Program> parsed = tile::Parse(text);
    ASSERT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
    EXPECT_EQ(tile::Verify(*parsed), absl::OkStatus()) << text;
    ASSERT_EQ(tile::Print(*parsed), text);
    EXPECT_EQ(parsed->numerics, GetParam());
    EXPECT_EQ(parsed->grid_steps(), program.grid_steps()) << text;
    EXPECT_EQ(parsed->num_buffers(), program.num_buffers()) << text;
    EXPECT_TRUE(tile::MeasureWork(*parsed, **chip) == tile::MeasureWork(program, **chip))
        << text;
  });
  EXPECT_GT(kernels, 500);
}

INSTANTIATE_TEST_SUITE_P(Numerics, KernelText,
                         ::testing::Values(Numerics::kTpu, Numerics::kIeee),
                         [](const auto& of) { return std::string(Name(of.param)); });

}  // namespace
}  // namespace tilewright::codegen
