// From bytes that were found to the entry that was asked for.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "cache/format/entry.h"
#include "cache/format/mac.h"
#include "cache/store/counters.h"

namespace tilewright::cache {

// The entry that `bytes` are, if its manifest is `manifest` (Manifest::Text) and
// `policy` believes it, with `key` (null: there is none). Otherwise nothing, and the
// reason is counted in `misses`.
std::optional<Entry> Admit(std::string bytes, absl::string_view manifest, Policy policy,
                           const MacKey* key, Counters* misses);

}  // namespace tilewright::cache
