// Plans as bytes, for the cache. A plan read from disk is foreign input.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "plan/plan.h"

namespace tilewright::plan {

std::string Serialize(const Plan& plan);

// DataLoss for anything that Serialize cannot have written, including sizes
// and nesting beyond bounds; never allocates more than a small multiple of the
// bytes given.
absl::StatusOr<Plan> Deserialize(absl::string_view bytes);

// What an entry keeps beside a kernel's object: how it is launched, and the checksum
// of the object that this is true of.
struct ObjectLaunch {
  Launch launch;
  std::string object_checksum;  // kXxh3Bytes of them
};
std::string SerializeLaunch(const ObjectLaunch& launch);
// DataLoss as above, also for numbers beyond Validate's bounds.
absl::StatusOr<ObjectLaunch> DeserializeLaunch(absl::string_view bytes);

// What execution relies on: every buffer inside its space (arena, input,
// output, constant), every kernel index in range with as many buffers as it launches
// with, each as large, and those that it writes where writing is allowed; types with
// bounded sizes that agree with the buffers of routines,
// predicates and indices of the right size, donations between equal types.
absl::Status Validate(const Plan& plan);

}  // namespace tilewright::plan
