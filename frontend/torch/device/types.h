// Element types and errors, ours and PyTorch's.
#pragma once

#include <c10/core/DeviceType.h>
#include <c10/core/ScalarType.h>
#include <c10/util/Exception.h>

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "ir/element_type.h"

namespace tilewright::torch_device {

inline constexpr c10::DeviceType kTpu = c10::DeviceType::PrivateUse1;

// TypeError for a type that has no arrays here.
ir::ElementType ElementOf(c10::ScalarType type);

// What an error says, with the line that recorded what failed.
std::string TextOf(const absl::Status& status);

// OutOfMemoryError, NotImplementedError or RuntimeError. May be called where errors are
// few: it is not inline.
[[noreturn]] void Throw(const absl::Status& status);
inline void ThrowIfError(const absl::Status& status) {
  if (!status.ok()) Throw(status);
}
template <typename T>
T ValueOrThrow(absl::StatusOr<T> value) {
  if (!value.ok()) Throw(value.status());
  return *std::move(value);
}

}  // namespace tilewright::torch_device
