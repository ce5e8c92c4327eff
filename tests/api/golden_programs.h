// The golden cases as programs with their inputs, and how kernels agree on them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "frontend/stablehlo/parse.h"
#include "support/files.h"
#include "tests/runtime/kernel_oracle.h"
#include "tilewright/npy.h"

namespace tilewright {

inline std::vector<std::string> GoldenCases() {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(TILEWRIGHT_TESTS_DIR "/golden")) {
    if (fs::exists(entry.path() / "module.mlir"))
      names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The bytes of input `number` of a case; files may lack the types that programs have.
inline absl::StatusOr<reference::Array> InputOf(const std::filesystem::path& folder,
                                                size_t number,
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

// Which of a list of cases: number `first` and every `step`-th behind it.
struct Every {
  size_t step = 1;
  size_t first = 0;
};

// Calls `visit` with each whose sizes do not depend on its inputs' values.
inline void ForEachGoldenCase(
    const std::function<void(const ir::Program&, const std::vector<reference::Array>&)>&
        visit,
    Every every = {}) {
  const std::vector<std::string> names = GoldenCases();
  for (size_t i = every.first; i < names.size(); i += every.step) {
    const std::string& name = names[i];
    SCOPED_TRACE(name);
    const std::filesystem::path folder =
        std::filesystem::path(TILEWRIGHT_TESTS_DIR) / "golden" / name;
    const absl::StatusOr<std::string> text = ReadFile(folder / "module.mlir");
    ASSERT_TRUE(text.ok()) << text.status();
    const auto parsed = stablehlo::ParseProgram(*text);
    if (!parsed.ok()) continue;
    std::vector<reference::Array> inputs;
    for (const ir::TensorType& type : parsed->program.InputTypes()) {
      auto input = InputOf(folder, inputs.size(), type);
      ASSERT_TRUE(input.ok()) << input.status();
      inputs.push_back(*std::move(input));
    }
    visit(parsed->program, inputs);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// The reference would agree with everything if it knew nothing.
inline void ExpectKnown(const runtime::KernelAgreement& all, int least_kernels) {
  EXPECT_GT(all.kernels, least_kernels);
  EXPECT_LT(all.skipped, all.kernels / 10);
  EXPECT_GT(all.values.known, 20 * all.values.unknown);
}

inline void AddAgreement(const absl::StatusOr<runtime::KernelAgreement>& agreement,
                         Numerics numerics, runtime::KernelAgreement* all) {
  ASSERT_TRUE(agreement.ok()) << agreement.status();
  EXPECT_EQ(agreement->values.difference, "") << Name(numerics);
  all->values.Add(agreement->values);
  all->kernels += agreement->kernels;
  all->skipped += agreement->skipped;
}

}  // namespace tilewright
