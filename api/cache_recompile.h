// Compiles again what the programs in a cache were compiled to, and compares.
#pragma once

#include <set>
#include <string>

#include "absl/status/status.h"
#include "api/cache_impl.h"
#include "tilewright/cache.h"

namespace tilewright::api {

// Of the entries in `sound`, by name. Adds to `result` what was compiled again, what
// differs, and what could not be compiled again and why.
absl::Status Recompile(const Cache::Impl& impl, const CacheVerifyOptions& options,
                       std::set<std::string> sound, CacheVerification* result);

}  // namespace tilewright::api
