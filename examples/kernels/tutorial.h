// What the tutorials share: buffers of numbers, and the end of a program.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tilewright/tilewright.h"

namespace tutorial {

[[noreturn]] inline void Fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

// The value, or the end of the program with the reason.
template <typename T>
T Must(absl::StatusOr<T> value) {
  if (!value.ok()) Fail(value.status().ToString());
  return *std::move(value);
}

inline tilewright::TensorType F32(std::vector<int64_t> dims) {
  return {tilewright::ElementType::kF32, std::move(dims)};
}
inline tilewright::TensorType I32(std::vector<int64_t> dims) {
  return {tilewright::ElementType::kI32, std::move(dims)};
}

// Numbers between -1 and 1 in no order.
inline std::vector<float> Numbers(int64_t count, uint32_t seed) {
  std::vector<float> values(count);
  for (float& value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<float>(seed >> 8) / (1 << 23) - 1.0f;
  }
  return values;
}

// What softmax makes of rows of this many numbers, computed in double.
inline std::vector<float> SoftmaxOfRows(const std::vector<float>& a, int64_t columns) {
  std::vector<float> result(a.size());
  for (size_t row = 0; row < a.size(); row += columns) {
    double sum = 0;
    for (int64_t c = 0; c < columns; ++c) sum += std::exp(double{a[row + c]});
    for (int64_t c = 0; c < columns; ++c) {
      result[row + c] = static_cast<float>(std::exp(double{a[row + c]}) / sum);
    }
  }
  return result;
}

template <typename T>
tilewright::Buffer ToDevice(const tilewright::Device& device, tilewright::TensorType type,
                            const std::vector<T>& values) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(values.data());
  return Must(tilewright::Buffer::FromHost(device, std::move(type),
                                           {bytes, values.size() * sizeof(T)}));
}

// Ends the program unless every element is within `tolerance` of the expected.
inline void Check(const tilewright::Buffer& actual, const std::vector<float>& expected,
                  float tolerance) {
  std::vector<float> values(actual.byte_size() / sizeof(float));
  std::memcpy(values.data(), actual.data(), actual.byte_size());
  if (values.size() != expected.size()) Fail("the result has another size");
  float worst = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const float error = std::fabs(values[i] - expected[i]);
    if (!(error <= tolerance)) {
      Fail("element " + std::to_string(i) + " is " + std::to_string(values[i]) +
           ", expected " + std::to_string(expected[i]));
    }
    worst = std::fmax(worst, error);
  }
  std::printf("%zu elements as expected, largest error %g\n", values.size(), worst);
}

}  // namespace tutorial
