// Every kernel of the golden cases beside the reference, on the cases' data.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "api/convert.h"
#include "frontend/stablehlo/parse.h"
#include "support/files.h"
#include "tests/runtime/kernel_oracle.h"
#include "tilewright/npy.h"

namespace tilewright {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(TILEWRIGHT_TESTS_DIR "/golden")) {
    if (fs::exists(entry.path() / "module.mlir"))
      names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The bytes of input `number` of a case; files may lack the types that programs have.
absl::StatusOr<reference::Array> InputOf(const fs::path& folder, size_t number,
                                         const ir::TensorType& type) {
  TW_ASSIGN_OR_RETURN(tilewright::Array file,
                      ReadNpy(folder / absl::StrCat("in", number, ".npy")));
  if (static_cast<int64_t>(file.bytes.size()) != type.byte_size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("input ", number, " has another size"));
  }
  reference::Memory memory(type.byte_size());
  if (!file.bytes.empty()) {
    std::memcpy(memory.data(), file.bytes.data(), file.bytes.size());
  }
  return memory.Load(0, type);
}

TEST(GoldenKernels, ComputeWhatTheReferenceDoes) {
  runtime::KernelAgreement all;
  for (const std::string& name : Cases()) {
    SCOPED_TRACE(name);
    const fs::path folder = fs::path(TILEWRIGHT_TESTS_DIR) / "golden" / name;
    const absl::StatusOr<std::string> text = ReadFile(folder / "module.mlir");
    ASSERT_TRUE(text.ok()) << text.status();
    const auto parsed = stablehlo::ParseProgram(*text);
    if (!parsed.ok()) continue;  // sizes that only inputs tell
    std::vector<reference::Array> inputs;
    for (const ir::TensorType& type : parsed->program.InputTypes()) {
      auto input = InputOf(folder, inputs.size(), type);
      ASSERT_TRUE(input.ok()) << input.status();
      inputs.push_back(*std::move(input));
    }
    for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
      jit::CompileOptions options;
      options.facts.kernel = {*jit::FindTarget("native"), numerics};
      options.cache_mode = "off";
      const auto agreement = runtime::CompareKernels(parsed->program, options, inputs);
      ASSERT_TRUE(agreement.ok()) << agreement.status();
      EXPECT_EQ(agreement->values.difference, "") << Name(numerics);
      all.values.Add(agreement->values);
      all.kernels += agreement->kernels;
      all.skipped += agreement->skipped;
    }
  }
  // The reference would agree with everything if it knew nothing.
  EXPECT_GT(all.kernels, 300);
  EXPECT_LT(all.skipped, all.kernels / 10);
  EXPECT_GT(all.values.known, 20 * all.values.unknown);
}

}  // namespace
}  // namespace tilewright
