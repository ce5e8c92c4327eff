#include "tools/manifest.h"

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "tools/read_text.h"

namespace tilewright::tools {
namespace {

using Json = nlohmann::json;

struct Row {
  std::string_view numpy;
  ElementType type;
};
constexpr Row kRows[] = {
    {"bool", ElementType::kI1},
    {"int2", ElementType::kI2},
    {"int4", ElementType::kI4},
    {"int8", ElementType::kI8},
    {"int16", ElementType::kI16},
    {"int32", ElementType::kI32},
    {"int64", ElementType::kI64},
    {"uint2", ElementType::kU2},
    {"uint4", ElementType::kU4},
    {"uint8", ElementType::kU8},
    {"uint16", ElementType::kU16},
    {"uint32", ElementType::kU32},
    {"uint64", ElementType::kU64},
    {"float8_e3m4", ElementType::kF8E3M4},
    {"float8_e4m3", ElementType::kF8E4M3},
    {"float8_e4m3fn", ElementType::kF8E4M3FN},
    {"float8_e4m3fnuz", ElementType::kF8E4M3FNUZ},
    {"float8_e4m3b11fnuz", ElementType::kF8E4M3B11FNUZ},
    {"float8_e5m2", ElementType::kF8E5M2},
    {"float8_e5m2fnuz", ElementType::kF8E5M2FNUZ},
    {"float8_e8m0fnu", ElementType::kF8E8M0FNU},
    {"bfloat16", ElementType::kBF16},
    {"float16", ElementType::kF16},
    {"float32", ElementType::kF32},
    {"float64", ElementType::kF64},
    {"complex64", ElementType::kC64},
    {"complex128", ElementType::kC128},
};

std::optional<ElementType> FindType(const std::string& name) {
  for (const Row& row : kRows) {
    if (row.numpy == name) return row.type;
  }
  return FindElementType(name);
}

// False when `list` is no list of tensors.
bool ReadTensors(const Json& list, std::vector<TensorType>* types) {
  if (!list.is_array()) return false;
  for (const Json& tensor : list) {
    if (!tensor.is_object() || !tensor.contains("dtype") || !tensor.contains("shape")) {
      return false;
    }
    const Json& dtype = tensor["dtype"];
    const Json& shape = tensor["shape"];
    if (!dtype.is_string() || !shape.is_array()) return false;
    std::optional<ElementType> element = FindType(dtype.get<std::string>());
    if (!element.has_value()) return false;
    TensorType type{*element, {}};
    for (const Json& dim : shape) {
      if (!dim.is_number_unsigned()) return false;
      type.dims.push_back(dim.get<int64_t>());
    }
    types->push_back(std::move(type));
  }
  return true;
}

// False when a tolerance is none: a number that is neither negative nor infinite.
bool ReadTolerances(const Json& list, std::vector<std::optional<double>>* tolerances) {
  for (const Json& tensor : list) {
    tolerances->emplace_back();
    if (!tensor.contains("rtol")) continue;
    const Json& rtol = tensor["rtol"];
    if (!rtol.is_number()) return false;
    tolerances->back() = rtol.get<double>();
    if (!std::isfinite(*tolerances->back()) || *tolerances->back() < 0) return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<Manifest> ReadManifest(const std::string& path) {
  absl::StatusOr<std::string> text = ReadText(path);
  if (!text.ok()) return text.status();
  Json json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  Manifest manifest;
  if (!json.is_object() || !json.contains("inputs") || !json.contains("outputs") ||
      !ReadTensors(json["inputs"], &manifest.inputs) ||
      !ReadTensors(json["outputs"], &manifest.outputs)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": no lists of inputs and outputs with dtype and shape"));
  }
  if (!ReadTolerances(json["outputs"], &manifest.output_rtol)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": the rtol of an output is no tolerance"));
  }
  return manifest;
}

}  // namespace tilewright::tools
