#include "tools/data/inputs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tools/cli/exit_code.h"

namespace tilewright::tools {
namespace {

// SplitMix64's output function: random bits of a counter.
uint64_t RandomBits(uint64_t counter) {
  uint64_t z = counter * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// The pattern of `type` that is nearest to `value` among those found by
// bisection over magnitudes, which order values.
uint64_t NearestPattern(ElementType type, double value) {
  int bits = 8 * BytesPerElement(type);
  if (type == ElementType::kF64 || type == ElementType::kF32) {
    uint64_t pattern = 0;
    float single = static_cast<float>(value);
    if (type == ElementType::kF64) {
      std::memcpy(&pattern, &value, sizeof value);
    } else {
      std::memcpy(&pattern, &single, sizeof single);
    }
    return pattern;
  }
  bool has_sign = type != ElementType::kF8E8M0FNU;
  uint64_t low = 0, high = (uint64_t{1} << (has_sign ? bits - 1 : bits)) - 1;
  while (low < high) {  // the largest magnitude whose value is not above |value|
    uint64_t middle = low + (high - low + 1) / 2;
    double decoded = DecodeFloat(type, &middle);
    if (decoded <= std::fabs(value)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  bool negative = has_sign && value < 0 && low != 0;
  return low | (negative ? uint64_t{1} << (bits - 1) : 0);
}

// One real component of a value of the program's input.
void FillComponent(ElementType type, uint64_t random, uint8_t* to) {
  uint64_t pattern = random;
  switch (ClassOf(type)) {
    case ElementClass::kBool:
      pattern = random & 1;
      break;
    case ElementClass::kSigned:
      pattern = random & (type == ElementType::kI2 ? 1 : 7);
      break;
    case ElementClass::kUnsigned:
      if (type == ElementType::kU2) pattern &= 3;
      if (type == ElementType::kU4) pattern &= 15;
      break;
    case ElementClass::kFloat: {
      double unit = static_cast<double>(random >> 11) * 0x1p-53;  // [0, 1)
      pattern = NearestPattern(type, 0.25 * (2 * unit - 1));
      break;
    }
    case ElementClass::kComplex:
    case ElementClass::kToken:
      break;
  }
  std::memcpy(to, &pattern, BytesPerElement(type));
}

// f32 is what programs have most of: two values from each counter.
void FillFloats(uint64_t counter, int64_t count, uint8_t* to) {
  auto value = [](uint32_t random) {  // uniform in [-0.25, 0.25)
    return static_cast<float>(static_cast<int32_t>(random) >> 8) * 0x1p-25f;
  };
  for (int64_t i = 0; i < count; i += 2) {
    uint64_t random = RandomBits(++counter);
    const float pair[] = {value(static_cast<uint32_t>(random)),
                          value(static_cast<uint32_t>(random >> 32))};
    std::memcpy(to + i * 4, pair, i + 1 < count ? 8 : 4);
  }
}

}  // namespace

absl::StatusOr<std::vector<std::string>> NumberedFiles(const std::string& folder,
                                                       const std::string& prefix) {
  struct stat facts;
  if (::stat(folder.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode)) {
    return absl::NotFoundError(absl::StrCat("no folder ", folder));
  }
  std::vector<std::string> paths;
  while (true) {
    std::string path = absl::StrCat(folder, "/", prefix, paths.size(), ".npy");
    if (::access(path.c_str(), F_OK) != 0) return paths;
    paths.push_back(std::move(path));
  }
}

absl::StatusOr<std::vector<Array>> ReadArrays(const std::vector<std::string>& paths) {
  std::vector<Array> arrays;
  for (const std::string& path : paths) {
    absl::StatusOr<Array> array = ReadNpy(path);
    if (absl::IsInvalidArgument(array.status())) {
      return absl::DataLossError(array.status().message());
    }
    if (!array.ok()) return array.status();
    arrays.push_back(*std::move(array));
  }
  return arrays;
}

absl::StatusOr<std::vector<Buffer>> BuffersFrom(const Device& device,
                                                const std::vector<TensorType>& types,
                                                std::vector<Array> arrays,
                                                const std::vector<std::string>& paths) {
  if (arrays.size() != types.size()) {
    return absl::InvalidArgumentError(absl::StrCat("the program has ", types.size(),
                                                   " inputs, was given ", arrays.size()));
  }
  std::vector<Buffer> buffers;
  for (size_t i = 0; i < types.size(); ++i) {
    absl::StatusOr<std::vector<uint8_t>> bytes =
        ElementsAs(types[i], std::move(arrays[i]));
    if (!bytes.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("input ", i, " (", paths[i], ") ", bytes.status().message()));
    }
    absl::StatusOr<Buffer> buffer = Buffer::FromHost(device, types[i], *bytes);
    if (!buffer.ok()) return buffer.status();
    buffers.push_back(*std::move(buffer));
  }
  return buffers;
}

Array Adapted(const TensorType& wanted, Array array) {
  const std::vector<int64_t> one = {1};
  if (wanted.dims.empty() && array.type.dims == one) array.type.dims.clear();
  ElementClass wanted_class = ClassOf(wanted.element);
  size_t size = static_cast<size_t>(BytesPerElement(wanted.element));
  if (array.type.element != ElementType::kI64 || size >= sizeof(int64_t) ||
      (wanted_class != ElementClass::kSigned &&
       wanted_class != ElementClass::kUnsigned)) {
    return array;
  }
  std::vector<uint8_t> narrow;
  for (size_t at = 0; at < array.bytes.size(); at += sizeof(int64_t)) {
    int64_t value = 0;
    std::memcpy(&value, &array.bytes[at], sizeof value);
    int64_t low = 0, high = (int64_t{1} << (8 * size)) - 1;
    if (wanted_class == ElementClass::kSigned) {
      high >>= 1;
      low = -high - 1;
    }
    if (value < low || value > high) return array;
    narrow.insert(narrow.end(), &array.bytes[at], &array.bytes[at] + size);
  }
  array.bytes = std::move(narrow);
  array.type.element = wanted.element;
  return array;
}

absl::StatusOr<std::vector<Buffer>> RandomBuffers(const Device& device,
                                                  const std::vector<TensorType>& types,
                                                  uint64_t seed) {
  std::vector<Buffer> buffers;
  for (size_t i = 0; i < types.size(); ++i) {
    absl::StatusOr<Buffer> buffer = Buffer::Allocate(device, types[i]);
    if (!buffer.ok()) return buffer.status();
    ElementType part = RealPart(types[i].element);
    int64_t size = BytesPerElement(part);
    uint64_t counter = (seed << 32) ^ (static_cast<uint64_t>(i) << 48);
    if (part == ElementType::kF32) {
      FillFloats(counter, buffer->byte_size() / size, buffer->data());
    } else {
      for (int64_t at = 0; size > 0 && at < buffer->byte_size(); at += size) {
        FillComponent(part, RandomBits(++counter), buffer->data() + at);
      }
    }
    buffers.push_back(*std::move(buffer));
  }
  return buffers;
}

}  // namespace tilewright::tools
