// Compiling for a machine that is not this one.
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/api/kernel_harness.h"
#include "tests/plain_target.h"

namespace tilewright {
namespace {

using ::testing::HasSubstr;

TEST(OtherTargets, WhatThisMachineCannotRunIsRefusedAndIsInTheCache) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "other_targets_test_cache";
  std::filesystem::remove_all(folder);
  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input(F32({64}));
  const Program program = b.Build({b.Elementwise("stablehlo.add", {x, x})}).value();
  CompileOptions options;
  options.cache_dir = folder.string();
  options.target = kForeignTarget;
  const absl::StatusOr<Executable> refused = Executable::Compile(program, options);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(refused.status().message()),
              HasSubstr("target " + options.target + ": made for"));
  const absl::StatusOr<CompileReport> again = CompileOnly(program, options);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->kernels, 1);
  EXPECT_EQ(again->kernels_compiled, 0);
  EXPECT_EQ(again->cache_hits, 1);
  std::filesystem::remove_all(folder);
}

TEST(OtherTargets, ForThisMachineBothCompile) {
  ProgramBuilder b;
  const ProgramBuilder::Value x = b.Input(F32({64}));
  const Program program = b.Build({b.Elementwise("stablehlo.add", {x, x})}).value();
  EXPECT_TRUE(Executable::Compile(program, Ieee()).ok());
  EXPECT_EQ(CompileOnly(program, Ieee())->kernels_compiled, 1);
}

}  // namespace
}  // namespace tilewright
