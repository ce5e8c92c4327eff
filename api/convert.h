// Between the public types and the ones inside.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/string_view.h"
#include "ir/tensor_type.h"
#include "tilewright/types.h"

namespace tilewright::api {

inline absl::string_view Inside(std::string_view s) { return {s.data(), s.size()}; }
inline std::string_view Outside(absl::string_view s) { return {s.data(), s.size()}; }

inline ir::ElementType Inside(ElementType type) {
  return static_cast<ir::ElementType>(type);
}
inline ElementType Outside(ir::ElementType type) {
  return static_cast<ElementType>(type);
}
inline ir::TensorType Inside(const TensorType& type) {
  return {Inside(type.element), type.dims};
}
inline TensorType Outside(const ir::TensorType& type) {
  return {Outside(type.element), type.dims()};
}

// "(tensor<2xf32>, tensor<i32>)"
std::string TypesText(const std::vector<TensorType>& types);

inline std::vector<TensorType> Outside(const std::vector<ir::TensorType>& types) {
  std::vector<TensorType> result;
  for (const ir::TensorType& type : types) result.push_back(Outside(type));
  return result;
}

}  // namespace tilewright::api
