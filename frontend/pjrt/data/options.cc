#include "frontend/pjrt/data/options.h"

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/data/compiler_flags.h"
#include "frontend/pjrt/data/wire.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

constexpr int64_t kMostDevices = 1 << 20;

absl::Status SetCount(const WireField& field, absl::string_view what, int64_t* count) {
  if (field.is_bytes || field.integer > kMostDevices) {
    return absl::InvalidArgumentError(
        absl::StrCat("compile options: ", what, " is ", field.integer));
  }
  // 0 is said where nothing is.
  *count = field.integer == 0 ? 1 : static_cast<int64_t>(field.integer);
  return absl::OkStatus();
}

// DeviceAssignmentProto: 3 has one message a computation, which has its replicas' ids.
absl::Status ReadAssignment(absl::string_view bytes, CompileRequest* request) {
  std::vector<std::vector<int64_t>> computations;
  TW_RETURN_IF_ERROR(ReadMessage(bytes, [&](const WireField& field) -> absl::Status {
    if (field.number != 3 || !field.is_bytes) return absl::OkStatus();
    computations.emplace_back();
    return ReadMessage(field.bytes, [&](const WireField& ids) -> absl::Status {
      if (ids.number != 1) return absl::OkStatus();
      return ReadIntegers(ids, [&](uint64_t id) -> absl::Status {
        if (id > kMostDevices) {
          return absl::InvalidArgumentError(
              absl::StrCat("compile options: there is no device ", id));
        }
        computations.back().push_back(static_cast<int64_t>(id));
        return absl::OkStatus();
      });
    });
  }));
  request->device_ids.clear();
  for (size_t replica = 0; !computations.empty() && replica < computations[0].size();
       ++replica) {
    for (const std::vector<int64_t>& replicas : computations) {
      if (replicas.size() != computations[0].size()) {
        return absl::InvalidArgumentError(
            "compile options: computations of the device assignment differ in replicas");
      }
      request->device_ids.push_back(replicas[replica]);
    }
  }
  return absl::OkStatus();
}

// ExecutableBuildOptionsProto.
absl::Status ReadBuildOptions(absl::string_view bytes, CompileRequest* request) {
  return ReadMessage(bytes, [&](const WireField& field) -> absl::Status {
    switch (field.number) {
      case 4:
        return SetCount(field, "num_replicas", &request->num_replicas);
      case 5:
        return SetCount(field, "num_partitions", &request->num_partitions);
      case 9:
        return field.is_bytes ? ReadAssignment(field.bytes, request) : absl::OkStatus();
      default:
        return absl::OkStatus();
    }
  });
}

}  // namespace

absl::StatusOr<CompileRequest> ReadCompileOptions(absl::string_view bytes) {
  CompileRequest request;
  TW_RETURN_IF_ERROR(ReadMessage(bytes, [&](const WireField& field) -> absl::Status {
    if (field.number == 3 && field.is_bytes) {
      return ReadBuildOptions(field.bytes, &request);
    }
    if (field.number == 4 && !field.is_bytes) request.portable = field.integer != 0;
    if (field.number == 7 && field.is_bytes) return CheckFlagEntry(field.bytes);
    return absl::OkStatus();
  }));
  return request;
}

std::string DeviceAssignmentBytes(const CompileRequest& request) {
  std::string message;
  AppendInteger(&message, 1, request.num_replicas);
  AppendInteger(&message, 2, request.num_partitions);
  for (int64_t partition = 0; partition < request.num_partitions; ++partition) {
    std::string ids;
    for (int64_t replica = 0; replica < request.num_replicas; ++replica) {
      const size_t place = replica * request.num_partitions + partition;
      AppendVarint(&ids,
                   place < request.device_ids.size() ? request.device_ids[place] : 0);
    }
    std::string computation;
    AppendBytes(&computation, 1, ids);
    AppendBytes(&message, 3, computation);
  }
  return message;
}

}  // namespace tilewright::pjrt
