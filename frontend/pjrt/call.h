// From a call through the table to the function behind it: whoever calls was compiled
// with some version of the structs, and may hand over anything.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "frontend/pjrt/abi/execute.h"
#include "frontend/pjrt/error.h"

namespace tilewright::pjrt {

// Bytes that every caller's struct has: all of it, but for structs that have grown.
template <typename A>
inline constexpr size_t kLeastSize = sizeof(A);
template <>
inline constexpr size_t kLeastSize<PJRT_Client_Create_Args> =
    sizeof(Args) + 7 * sizeof(void*);  // up to `client`
template <>
inline constexpr size_t kLeastSize<PJRT_Client_CreateViewOfDeviceBuffer_Args> =
    sizeof(PJRT_Client_CreateViewOfDeviceBuffer_Args) - sizeof(void*);
template <>
inline constexpr size_t kLeastSize<PJRT_Executable_GetCompiledMemoryStats_Args> =
    sizeof(Args) + 6 * sizeof(void*);  // up to `temp_size_in_bytes`
template <>
inline constexpr size_t kLeastSize<PJRT_Executable_DeserializeAndLoad_Args> =
    sizeof(Args) + 4 * sizeof(void*);  // up to `loaded_executable`
template <>
inline constexpr size_t kLeastSize<PJRT_LoadedExecutable_Execute_Args> =
    sizeof(PJRT_LoadedExecutable_Execute_Args) - sizeof(void*);
template <>
inline constexpr size_t kLeastSize<PJRT_ExecuteOptions> =
    sizeof(Args) + 5 * sizeof(void*);  // up to `launch_id`

// A struct's size counts to the end of its last field; what pads it there may be left
// out.
inline size_t PaddedSize(size_t struct_size) {
  return (struct_size + sizeof(void*) - 1) / sizeof(void*) * sizeof(void*);
}

// The fields that a caller's struct has; the others are null.
template <typename A>
absl::Status CheckSize(const A& args) {
  if (PaddedSize(args.struct_size) >= kLeastSize<A>) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("struct_size is ", args.struct_size, ", and at least ", kLeastSize<A>,
                   " of version ", kApiMajor, ".", kApiMinor));
}

template <typename A, absl::Status (*function)(A&)>
absl::Status CallInside(A* args) {
  if (args == nullptr) return absl::InvalidArgumentError("there are no arguments");
  const absl::Status size = CheckSize(*args);
  if (!size.ok()) return size;
  if (PaddedSize(args->struct_size) >= sizeof(A)) return function(*args);
  // An older caller's: what it does not know is null, and not written.
  A whole;
  std::memset(static_cast<void*>(&whole), 0, sizeof(A));
  std::memcpy(static_cast<void*>(&whole), args, args->struct_size);
  const absl::Status status = function(whole);
  std::memcpy(static_cast<void*>(args), &whole, args->struct_size);
  return status;
}

// What stands in the table. `kName` names it in messages.
template <typename A, absl::Status (*function)(A&), const char* kName>
PJRT_Error* Call(A* args) {
  absl::Status status;
  try {
    status = CallInside<A, function>(args);
  } catch (const std::bad_alloc&) {
    status = absl::ResourceExhaustedError("the machine has no more memory");
  } catch (const std::exception& error) {
    status = absl::InternalError(error.what());
  }
  if (status.ok()) [[likely]]
    return nullptr;
  if (absl::IsInvalidArgument(status)) {
    status = absl::InvalidArgumentError(absl::StrCat(kName, ": ", status.message()));
  }
  return ToError(status);
}

}  // namespace tilewright::pjrt
