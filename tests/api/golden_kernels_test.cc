// Every kernel of the golden cases beside the reference, on the cases' data.
#include <gtest/gtest.h>

#include "tests/api/golden_programs.h"

namespace tilewright {
namespace {

TEST(GoldenKernels, ComputeWhatTheReferenceDoes) {
  runtime::KernelAgreement all;
  ForEachGoldenCase(
      [&](const ir::Program& program, const std::vector<reference::Array>& inputs) {
        for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
          jit::CompileOptions options;
          options.facts.kernel = {*jit::FindTarget("native"), numerics};
          options.cache_mode = "off";
          AddAgreement(runtime::CompareKernels(program, options, inputs), numerics, &all);
        }
      });
  ExpectKnown(all, 300);
}

}  // namespace
}  // namespace tilewright
