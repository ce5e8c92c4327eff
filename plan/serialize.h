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

// What execution relies on: every buffer inside its space (arena, input,
// output, constant), every kernel index in range with the right number of
// buffers, types with bounded sizes that agree with the buffers of routines,
// predicates and indices of the right size, donations between equal types.
absl::Status Validate(const Plan& plan);

}  // namespace tilewright::plan
