// A remote store behind HTTP: GET, HEAD and PUT of <base>/ac/<key>.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cache/remote/remote.h"
#include "cache/remote/url.h"

namespace tilewright::cache {

std::unique_ptr<Remote> OpenHttpRemote(const Url& url,
                                       const std::vector<std::string>& headers,
                                       const RemoteLimits& limits);

}  // namespace tilewright::cache
