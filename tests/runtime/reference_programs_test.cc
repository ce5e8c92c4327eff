// Programs made at random beside the reference.
//
// TILEWRIGHT_SOAK=1 makes many more; TILEWRIGHT_SEED=N makes that one only.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "ir/print.h"
#include "tests/plain_target.h"
#include "tests/reference/random_program.h"
#include "tests/runtime/kernel_oracle.h"

namespace tilewright::runtime {
namespace {

constexpr int kPrograms = 600;
constexpr int kSoakPrograms = 20000;

std::vector<uint32_t> Seeds() {
  if (const char* const seed = std::getenv("TILEWRIGHT_SEED")) {
    return {static_cast<uint32_t>(std::strtoul(seed, nullptr, 10))};
  }
  const char* const soak = std::getenv("TILEWRIGHT_SOAK");
  const int count = soak != nullptr && *soak == '1' ? kSoakPrograms : kPrograms;
  std::vector<uint32_t> seeds;
  for (int seed = 0; seed < count; ++seed) seeds.push_back(seed);
  return seeds;
}

// Every other program in either numerics; some of each operation by operation, some
// with the vectors of smaller machines.
CompileOptions OptionsFor(uint32_t seed) {
  CompileOptions options;
  options.facts.kernel.target = *jit::FindTarget("native");
  options.facts.kernel.numerics = seed % 2 == 0 ? Numerics::kIeee : Numerics::kTpu;
  options.facts.cluster = seed % 8 < 6;
#if defined(__x86_64__)
  if (seed % 5 == 4) options.facts.kernel.target = *jit::FindTarget(kPlainTarget);
#endif
  options.cache_mode = "off";
  return options;
}

class RandomProgram : public ::testing::TestWithParam<uint32_t> {
 protected:
  // An oracle that knows nothing would always agree.
  static void TearDownTestSuite() {
    if (programs_ > 50) EXPECT_GT(known_, 0.9 * programs_);
  }

  static int programs_;
  static double known_;  // the part of each program's elements, summed
};

int RandomProgram::programs_ = 0;
double RandomProgram::known_ = 0;

TEST_P(RandomProgram, GivesWhatTheReferenceDoes) {
  const uint32_t seed = GetParam();
  const ir::Program program = reference::RandomProgram(seed);
  const std::vector<reference::Array> inputs = reference::RandomInputs(program, seed);
  const CompileOptions options = OptionsFor(seed);
  SCOPED_TRACE(absl::StrCat("seed ", seed, ", ", Name(options.facts.kernel.numerics),
                            ", ", options.facts.kernel.target.name,
                            options.facts.cluster ? "\n" : ", operation by operation\n",
                            ir::Print(program)));
  const auto expected = ProgramReference(program, options).Run(inputs);
  if (absl::IsAborted(expected.status())) GTEST_SKIP() << expected.status();
  ASSERT_TRUE(expected.ok()) << expected.status();
  const auto agreement = RunAndCompare(program, options, inputs, *expected);
  ASSERT_TRUE(agreement.ok()) << agreement.status();
  const auto all = static_cast<double>(agreement->known + agreement->unknown);
  ++programs_;
  known_ += all == 0 ? 1 : static_cast<double>(agreement->known) / all;
  if (agreement->difference.empty()) return;
  // Which kernel it is.
  const auto kernels = CompareKernels(program, options, inputs);
  FAIL() << agreement->difference << "\n"
         << (!kernels.ok() ? std::string(kernels.status().message())
             : kernels->values.difference.empty()
                 ? "no kernel alone differs: clusters do, or the plan's memory"
                 : kernels->values.difference);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomProgram, ::testing::ValuesIn(Seeds()),
                         [](const auto& info) { return std::to_string(info.param); });

}  // namespace
}  // namespace tilewright::runtime
