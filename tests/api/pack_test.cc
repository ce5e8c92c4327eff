#include "api/pack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "tests/plain_target.h"
#include "tilewright/compile.h"
#include "tilewright/program.h"

namespace tilewright::api {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Pack, EveryProgramOfItIsSound) {
  const std::vector<PackProgram> programs = PackPrograms();
  EXPECT_GT(programs.size(), 400);
  std::set<std::string> names;
  for (const PackProgram& program : programs) {
    EXPECT_TRUE(names.insert(program.name).second) << program.name;
    EXPECT_THAT(program.text, Not(HasSubstr("$"))) << program.name;
    const absl::StatusOr<Program> parsed = Program::Parse(program.text);
    EXPECT_TRUE(parsed.ok()) << program.name << ": " << parsed.status();
  }
}

// Programs that JAX made of other functions that mean the same.
TEST(Pack, WhatItWasCompiledForCompilesNothing) {
  std::string cache = fs::temp_directory_path() / "tilewright-test-XXXXXX";
  ASSERT_NE(mkdtemp(cache.data()), nullptr);
  CompileOptions options;
  options.cache_dir = cache;
  options.target = kPlainTarget;
  for (const char* name :
       {"softmax_f32 512x768", "linear_bf16 128x768x3072", "rms_norm_bf16 1x1024"}) {
    const std::vector<PackProgram> programs = PackPrograms();
    const auto packed =
        std::find_if(programs.begin(), programs.end(),
                     [name](const PackProgram& program) { return program.name == name; });
    ASSERT_NE(packed, programs.end()) << name;
    {
      // Not held any longer than here: kernels are to be found in the cache.
      const absl::StatusOr<Executable> made =
          Executable::Compile(*Program::Parse(packed->text), options);
      if (absl::IsFailedPrecondition(made.status())) GTEST_SKIP() << made.status();
      ASSERT_TRUE(made.ok()) << made.status();
      EXPECT_GT(made->report().kernels_compiled, 0) << name;
    }

    std::string file = name;
    file[file.find(' ')] = '_';
    const absl::StatusOr<Program> program = Program::ParseFile(
        std::string(TILEWRIGHT_TESTS_DIR) + "/api/pack/" + file + ".mlir");
    ASSERT_TRUE(program.ok()) << program.status();
    const absl::StatusOr<Executable> used = Executable::Compile(*program, options);
    ASSERT_TRUE(used.ok()) << used.status();
    EXPECT_TRUE(used->report().plan_from_cache) << name;
    EXPECT_EQ(used->report().kernels_compiled, 0) << name;
    EXPECT_GT(used->report().cache_hits, 0) << name;
  }
  fs::remove_all(cache);
}

}  // namespace
}  // namespace tilewright::api
