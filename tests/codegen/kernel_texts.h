// The kernels of the golden cases, and of programs of symbols.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "codegen/pipeline.h"
#include "frontend/stablehlo/parse.h"
#include "jit/llvm/target.h"
#include "support/files.h"
#include "tests/ir/check/random_symbols.h"

namespace tilewright::codegen {

// The programs of the golden cases, by file.
inline std::vector<std::pair<std::string, ir::Program>> GoldenPrograms() {
  namespace fs = std::filesystem;
  std::set<std::string> files;
  for (const auto& folder :
       fs::directory_iterator(fs::path(TILEWRIGHT_TESTS_DIR) / "golden")) {
    const fs::path file = folder.path() / "module.mlir";
    if (fs::exists(file)) files.insert(file.string());
  }
  std::vector<std::pair<std::string, ir::Program>> programs;
  for (const std::string& file : files) {
    const absl::StatusOr<std::string> text = ReadFile(file);
    EXPECT_TRUE(text.ok()) << text.status();
    absl::StatusOr<stablehlo::ParsedProgram> parsed = stablehlo::ParseProgram(*text);
    EXPECT_TRUE(parsed.ok()) << file << ": " << parsed.status();
    if (parsed.ok()) programs.emplace_back(file, std::move(parsed->program));
  }
  return programs;
}

// Calls `visit` with the plan of each, with clustering and without.
template <typename Visit>
void ForEachGoldenPlan(Numerics numerics, const Visit& visit) {
  const absl::StatusOr<Target> target = jit::FindTarget("x86-64-v4-bf16");
  ASSERT_TRUE(target.ok()) << target.status();
  for (const auto& [file, program] : GoldenPrograms()) {
    for (const bool cluster : {true, false}) {
      SCOPED_TRACE(file + (cluster ? "" : ", without clustering"));
      const CodeFacts facts = {{*target, numerics}, "v5e", cluster, {}};
      const absl::StatusOr<PlannedProgram> planned = Pipeline(facts).Plan(program);
      ASSERT_TRUE(planned.ok()) << planned.status();
      visit(*planned);
    }
  }
}

// The distinct texts of their kernels.
inline std::vector<std::string> KernelTexts(Numerics numerics) {
  std::set<std::string> texts;
  ForEachGoldenPlan(numerics, [&](const PlannedProgram& planned) {
    texts.insert(planned.texts.begin(), planned.texts.end());
  });
  return {texts.begin(), texts.end()};
}

// The distinct texts of kernels that take sizes when they run, of programs made at
// random.
inline std::vector<std::string> OpenKernelTexts(Numerics numerics) {
  const absl::StatusOr<Target> target = jit::FindTarget("x86-64-v4-bf16");
  EXPECT_TRUE(target.ok()) << target.status();
  const Pipeline pipeline({{*target, numerics}, "v5e", true, {}});
  std::set<std::string> texts;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const ir::Program program = ir::RandomSymbolicProgram(seed).Take(6);
    // Sizes that some of the programs refuse.
    const absl::StatusOr<PlannedProgram> planned = pipeline.Plan(program, {37, 24, 11});
    if (!planned.ok()) continue;
    for (size_t k = 0; k < planned->texts.size(); ++k) {
      if (planned->programs[k].sizes >= 0) texts.insert(planned->texts[k]);
    }
  }
  return {texts.begin(), texts.end()};
}

}  // namespace tilewright::codegen
