#include "frontend/pjrt/error.h"

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/calls.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {

PJRT_Error_Code CodeOf(const absl::Status& status) {
  return static_cast<PJRT_Error_Code>(status.code());
}

PJRT_Error* ToError(const absl::Status& status) {
  if (status.ok()) return nullptr;
  return new PJRT_Error{status, std::string(status.message())};
}

absl::Status StatusOf(PJRT_Error_Code code, absl::string_view message) {
  const int number = static_cast<int>(code);
  if (number < 0 || number > static_cast<int>(absl::StatusCode::kUnauthenticated)) {
    return absl::UnknownError(message);
  }
  return absl::Status(static_cast<absl::StatusCode>(number), message);
}

absl::Status CheckPointers(std::initializer_list<Wanted> wanted) {
  for (const Wanted& one : wanted) {
    if (one.pointer != nullptr) continue;
    return absl::InvalidArgumentError(absl::StrCat("\"", one.name, "\" is null"));
  }
  return absl::OkStatus();
}

namespace calls {

absl::Status Error_GetCode(PJRT_Error_GetCode_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"error", args.error}}));
  args.code = CodeOf(args.error->status);
  return absl::OkStatus();
}

}  // namespace calls
}  // namespace tilewright::pjrt
