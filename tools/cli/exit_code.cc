#include "tools/cli/exit_code.h"

#include <cstdio>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tilewright/program.h"
#include "tools/cli/text.h"

namespace tilewright::tools {

ExitCode Report(const Failure& failure) {
  std::fprintf(stderr, "tilewright: %s\n", Printable(failure.message).c_str());
  return failure.code;
}

std::string Describe(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kUnimplemented:
      return absl::StrCat("not supported: ", status.message());
    case absl::StatusCode::kResourceExhausted:
      return absl::StrCat("not enough: ", status.message());
    case absl::StatusCode::kInternal:
      return absl::StrContains(status.message(), "internal error")
                 ? std::string(status.message())
                 : absl::StrCat("internal error: ", status.message());
    default:
      return std::string(status.message());
  }
}

bool IsFileError(const absl::Status& status) {
  return absl::IsNotFound(status) || absl::IsPermissionDenied(status) ||
         absl::IsUnavailable(status) || absl::IsAlreadyExists(status);
}

ExitCode CodeOf(const absl::Status& status) {
  if (absl::IsUnimplemented(status)) return kRefused;
  if (absl::IsInternal(status)) return kInternal;
  return IsFileError(status) ? kInputOutput : kFailed;
}

Failure FailureOf(const absl::Status& status) {
  return {CodeOf(status), Describe(status), RefusalsOf(status)};
}

}  // namespace tilewright::tools
