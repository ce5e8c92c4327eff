#include "cache/remote/open_remote.h"

#include "cache/remote/http.h"
#include "cache/remote/redis.h"
#include "cache/remote/url.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

absl::StatusOr<std::unique_ptr<Remote>> Open(absl::string_view address,
                                             const std::vector<std::string>& headers,
                                             const RemoteLimits& limits) {
  Url url;
  TW_ASSIGN_OR_RETURN(url, ParseUrl(address));
  if (url.is_redis) return OpenRedisRemote(url, limits);
  return OpenHttpRemote(url, headers, limits);
}

}  // namespace
}  // namespace tilewright::cache

const tilewright::cache::OpenRemoteFunction* tilewright_remote() {
  static constexpr tilewright::cache::OpenRemoteFunction kFunction =
      &tilewright::cache::Open;
  return &kFunction;
}
