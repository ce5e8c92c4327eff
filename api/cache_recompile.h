// Makes again what is in a cache, kernels and plans, and compares.
#pragma once

#include <set>
#include <string>

#include "absl/status/status.h"
#include "api/cache_impl.h"
#include "tilewright/cache.h"

namespace tilewright::api {

// Of the entries in `sound`, by name, each from the text that is kept with it: a kernel
// from its tile program's, an executable's plan from its program's. Adds to `result` how
// many were made again, what differs, and what could not be made again and why.
absl::Status Recompile(const Cache::Impl& impl, const CacheVerifyOptions& options,
                       const std::set<std::string>& sound, CacheVerification* result);

}  // namespace tilewright::api
