#include "cache/remote/remote.h"

#include "cache/remote/open_remote.h"
#include "support/status_macros.h"

namespace tilewright::cache {

absl::StatusOr<std::unique_ptr<Remote>> OpenRemote(
    absl::string_view address, const std::vector<std::string>& headers,
    const RemoteLimits& limits) {
  TW_ASSIGN_OR_RETURN(
      const auto function,
      FindModuleFunction(&tilewright_remote, "remote", "tilewright_remote"));
  return (*function())(address, headers, limits);
}

}  // namespace tilewright::cache
