// What tests of programs with open sizes share: a cache, a device, and runs on floats.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tilewright/execute.h"

namespace tilewright {

inline TensorType Floats(std::vector<int64_t> dims) {
  return {ElementType::kF32, std::move(dims)};
}

class OpenSizesFixture : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern =
        std::filesystem::temp_directory_path() / "tilewright-test-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    options_.cache_dir = pattern;
    options_.numerics = NumericMode::kIeee;
    absl::StatusOr<Device> device = Device::Create({"v5e", 2});
    ASSERT_TRUE(device.ok()) << device.status();
    device_.emplace(*device);
  }
  void TearDown() override { std::filesystem::remove_all(options_.cache_dir); }

  Executable Compile(const Program& program) {
    absl::StatusOr<Executable> executable = Executable::Compile(program, options_);
    EXPECT_TRUE(executable.ok()) << executable.status();
    return *executable;
  }
  // Elements 0, 1, 2, ... modulo 7, times `unit`.
  Buffer Counted(const TensorType& type, float unit = 1) {
    std::vector<float> values(type.num_elements());
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = unit * static_cast<float>(i % 7);
    }
    absl::StatusOr<Buffer> buffer = Buffer::FromHost(
        *device_, type,
        absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(values.data()),
                            values.size() * sizeof(float)));
    EXPECT_TRUE(buffer.ok()) << buffer.status();
    return *buffer;
  }
  static std::string BytesOf(const Buffer& buffer) {
    return std::string(reinterpret_cast<const char*>(buffer.data()),
                       buffer.type().byte_size());
  }

  CompileOptions options_;
  std::optional<Device> device_;
};

}  // namespace tilewright
