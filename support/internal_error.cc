#include "support/internal_error.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace tilewright {
namespace {

// Every operation is then a kernel of its own, which is the simplest there is of it.
constexpr absl::string_view kMeanwhile = "--cluster=off may serve meanwhile";

}  // namespace

absl::Status InternalErrorIn(absl::string_view origin, const absl::Status& status) {
  if (!absl::IsInternal(status) || absl::StrContains(status.message(), kMeanwhile)) {
    return status;
  }
  // The hint comes first: what LLVM says may be long.
  return absl::InternalError(absl::StrCat("internal error", origin.empty() ? "" : " in ",
                                          origin, "; ", kMeanwhile, ": ",
                                          status.message()));
}

}  // namespace tilewright
