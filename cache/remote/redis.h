// A remote store in Redis: GET, EXISTS and SET of tilewright:<key>.
#pragma once

#include <memory>

#include "cache/remote/remote.h"
#include "cache/remote/url.h"

namespace tilewright::cache {

std::unique_ptr<Remote> OpenRedisRemote(const Url& url, const RemoteLimits& limits);

}  // namespace tilewright::cache
