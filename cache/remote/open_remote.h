// Remote stores behind the module that libcurl and hiredis are in (support/module.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/remote/remote.h"
#include "support/module.h"

namespace tilewright::cache {

// OpenRemote of cache/remote/remote.h.
using OpenRemoteFunction = absl::StatusOr<std::unique_ptr<Remote>> (*)(
    absl::string_view address, const std::vector<std::string>& headers,
    const RemoteLimits& limits);

}  // namespace tilewright::cache

TW_MODULE_FUNCTION const tilewright::cache::OpenRemoteFunction* tilewright_remote();
