// What a caller asks of a compilation: the parts of XLA's CompileOptionsProto that mean
// something here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::pjrt {

struct CompileRequest {
  int64_t num_replicas = 1;
  int64_t num_partitions = 1;
  // Devices by replica, then partition; empty when the caller leaves it to us.
  std::vector<int64_t> device_ids;
  // Runs on whichever device an execution names.
  bool portable = false;
};

// InvalidArgument for bytes that are no such proto, numbers out of bounds, and flags that
// are not XLA's (compiler_flags.h).
absl::StatusOr<CompileRequest> ReadCompileOptions(absl::string_view bytes);

// XLA's DeviceAssignmentProto; device 0 where the request names none.
std::string DeviceAssignmentBytes(const CompileRequest& request);

}  // namespace tilewright::pjrt
