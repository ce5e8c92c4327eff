// A remote store in Redis: GET, EXISTS and SET of tilewright:<key>.
#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "cache/remote/remote.h"
#include "cache/remote/url.h"

namespace tilewright::cache {

// InvalidArgument when the path is not a database's number.
absl::StatusOr<std::unique_ptr<Remote>> OpenRedisRemote(const Url& url,
                                                        const RemoteLimits& limits);

}  // namespace tilewright::cache
