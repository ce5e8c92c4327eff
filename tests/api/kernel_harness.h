// Runs kernels on vectors of floats, for the tests of the authoring API.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "tilewright/tilewright.h"

namespace tilewright {

inline constexpr ElementType kF32 = ElementType::kF32;
inline constexpr ElementType kI32 = ElementType::kI32;

inline TensorType F32(std::vector<int64_t> dims) { return {kF32, std::move(dims)}; }
inline TensorType I32(std::vector<int64_t> dims) { return {kI32, std::move(dims)}; }

// Numbers that are neither equal nor in order.
inline std::vector<float> Numbers(int64_t count, int seed = 1) {
  std::vector<float> values;
  uint32_t state = static_cast<uint32_t>(seed) * 2654435761u + 1;
  for (int64_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    values.push_back(static_cast<float>(state >> 8) / (1 << 23) - 1.0f);
  }
  return values;
}

inline CompileOptions Ieee() {
  CompileOptions options;
  options.numerics = NumericMode::kIeee;
  options.cache_mode = "off";
  return options;
}

template <typename T>
absl::Span<const uint8_t> BytesOf(const std::vector<T>& values) {
  return {reinterpret_cast<const uint8_t*>(values.data()), sizeof(T) * values.size()};
}

// Runs the kernel on inputs of these types, given as bytes, with this many threads.
inline absl::StatusOr<std::vector<Buffer>> RunKernelAt(
    const absl::StatusOr<Kernel>& kernel, const std::vector<TensorType>& types,
    const std::vector<absl::Span<const uint8_t>>& in,
    const CompileOptions& options = Ieee(), int threads = 2) {
  if (!kernel.ok()) return kernel.status();
  Device::Options how;
  how.threads = threads;
  how.chip = options.chip;
  absl::StatusOr<Device> device = Device::Create(how);
  if (!device.ok()) return device.status();
  std::vector<Buffer> inputs;
  for (size_t i = 0; i < in.size(); ++i) {
    absl::StatusOr<Buffer> buffer = Buffer::FromHost(*device, types[i], in[i]);
    if (!buffer.ok()) return buffer.status();
    inputs.push_back(*buffer);
  }
  return kernel->Run(*device, inputs, options);
}

// The same of the types that it has.
inline absl::StatusOr<std::vector<Buffer>> RunKernel(
    const absl::StatusOr<Kernel>& kernel,
    const std::vector<absl::Span<const uint8_t>>& in,
    const CompileOptions& options = Ieee(), int threads = 2) {
  if (!kernel.ok()) return kernel.status();
  return RunKernelAt(kernel, kernel->inputs(), in, options, threads);
}

inline std::vector<float> FloatsOf(const Buffer& buffer) {
  std::vector<float> values(buffer.byte_size() / 4);
  std::memcpy(values.data(), buffer.data(), buffer.byte_size());
  return values;
}

// The first output of a kernel that has to succeed.
inline std::vector<float> Result(const absl::StatusOr<Kernel>& kernel,
                                 const std::vector<std::vector<float>>& in,
                                 const CompileOptions& options = Ieee(),
                                 int threads = 2) {
  std::vector<absl::Span<const uint8_t>> bytes;
  for (const std::vector<float>& values : in) bytes.push_back(BytesOf(values));
  absl::StatusOr<std::vector<Buffer>> out = RunKernel(kernel, bytes, options, threads);
  EXPECT_TRUE(out.ok()) << out.status();
  return out.ok() ? FloatsOf((*out)[0]) : std::vector<float>();
}

// With checks.
inline CompileOptions Checked() {
  CompileOptions options = Ieee();
  options.kernel_debug = true;
  return options;
}

// What the checks say of a kernel that is built; "no error" where they find nothing.
inline std::string ErrorOf(KernelBuilder& k,
                           const std::vector<absl::Span<const uint8_t>>& in) {
  absl::StatusOr<std::vector<Buffer>> out = RunKernel(k.Build(), in, Checked());
  if (out.ok()) return "no error";
  EXPECT_EQ(out.status().code(), absl::StatusCode::kFailedPrecondition) << out.status();
  return std::string(out.status().message());
}

// "kernel_x_test.cc:12", the line that it is called from with `lines` added.
inline std::string LineOf(Where where, int lines = 0) {
  const std::string file = where.file_name();
  return file.substr(file.rfind('/') + 1) + ":" +
         std::to_string(static_cast<int>(where.line()) + lines);
}

inline void ExpectNear(const std::vector<float>& actual,
                       const std::vector<float>& expected, float tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    ASSERT_NEAR(actual[i], expected[i], tolerance) << "element " << i;
  }
}

}  // namespace tilewright
