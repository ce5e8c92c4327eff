// Errors of the PJRT C API: statuses that a caller owns.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "frontend/pjrt/abi/base.h"

namespace tilewright::pjrt {

struct PJRT_Error {
  absl::Status status;
  std::string message;
};

// Null for OK. Whoever gets it destroys it.
PJRT_Error* ToError(const absl::Status& status);
PJRT_Error_Code CodeOf(const absl::Status& status);
// Unknown codes are kUnknown.
absl::Status StatusOf(PJRT_Error_Code code, absl::string_view message);

// A pointer that a call cannot do without.
struct Wanted {
  absl::string_view name;
  const void* pointer;
};
// InvalidArgument, naming the first that is null.
absl::Status CheckPointers(std::initializer_list<Wanted> wanted);

}  // namespace tilewright::pjrt
