// What kernels compute, the same with checks and without; and what they are refused for.
#pragma once

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/api/kernel_harness.h"

namespace tilewright {

// The first output's elements of a kernel that has to succeed, with checks and without.
template <typename T>
std::vector<T> ResultOf(const absl::StatusOr<Kernel>& kernel,
                        const std::vector<absl::Span<const uint8_t>>& in) {
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  std::vector<T> results[2];
  for (bool checks : {false, true}) {
    CompileOptions options = Ieee();
    options.kernel_debug = checks;
    absl::StatusOr<std::vector<Buffer>> out = RunKernel(kernel, in, options);
    EXPECT_TRUE(out.ok()) << out.status();
    if (!out.ok()) return {};
    results[checks].resize((*out)[0].byte_size() / sizeof(T));
    std::memcpy(results[checks].data(), (*out)[0].data(), (*out)[0].byte_size());
  }
  EXPECT_EQ(results[0], results[1]);
  return results[0];
}

inline void ExpectRefused(const absl::StatusOr<Kernel>& kernel, const std::string& why) {
  EXPECT_EQ(kernel.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(kernel.status().message()), ::testing::HasSubstr(why));
}

}  // namespace tilewright
