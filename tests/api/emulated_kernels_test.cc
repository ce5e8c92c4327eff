// The kernels of the golden cases for aarch64, whatever this machine is, beside the
// reference: of every sixth case, with TILEWRIGHT_SOAK of all.
#include <gtest/gtest.h>

#include "tests/api/golden_programs.h"
#include "tests/runtime/emulated_kernel.h"
#include "tests/soak.h"

namespace tilewright {
namespace {

struct Emulated {
  const char* target;
  Numerics numerics;
  const char* cpu;  // qemu's name
  size_t first;     // of the cases that it runs
};
class EmulatedKernels : public ::testing::TestWithParam<Emulated> {};

// Code for aarch64, on whatever machine there is.
TEST_P(EmulatedKernels, ComputeWhatTheReferenceDoes) {
  const auto emulator = runtime::KernelEmulator::Create(GetParam().cpu);
  if (absl::IsNotFound(emulator.status())) GTEST_SKIP() << emulator.status().message();
  ASSERT_TRUE(emulator.ok()) << emulator.status();
  jit::CompileOptions options;
  options.facts.kernel = {*jit::FindTarget(GetParam().target), GetParam().numerics};
  const bool soak = Soaks();
  const Every every = soak ? Every{} : Every{6, GetParam().first};
  runtime::KernelAgreement all;
  const auto run = [&](const ir::Program& program,
                       const std::vector<reference::Array>& inputs) {
    const auto planned = runtime::PlanFor(program, options);
    ASSERT_TRUE(planned.ok()) << planned.status();
    const auto run_code = [&](const plan::KernelStep& step,
                              const std::vector<void*>& buffers) {
      const plan::Kernel& kernel = planned->plan.kernels[step.kernel];
      return (*emulator)->Run(planned->programs[step.kernel], options.facts.kernel,
                              kernel.launch.scratch_bytes.number(),
                              kernel.launch.grid_steps.number(), buffers);
    };
    AddAgreement(runtime::CompareKernels(*planned, planned->plan, inputs, run_code, 3e6),
                 GetParam().numerics, &all);
  };
  ForEachGoldenCase(run, every);
  ExpectKnown(all, soak ? 150 : 25);
}

INSTANTIATE_TEST_SUITE_P(
    All, EmulatedKernels,
    ::testing::Values(Emulated{"aarch64-v8.2", Numerics::kIeee, "neoverse-n1", 0},
                      Emulated{"aarch64-v8.2", Numerics::kTpu, "neoverse-n1", 2},
                      Emulated{"aarch64-v8.6", Numerics::kTpu, "max", 4}));

}  // namespace
}  // namespace tilewright
