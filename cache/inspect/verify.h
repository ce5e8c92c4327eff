// Reads every entry and says which are not sound.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/format/entry.h"
#include "cache/format/mac.h"
#include "cache/store/directory.h"

namespace tilewright::cache {

struct VerifyOptions {
  Policy policy = Policy::kOwner;
  const MacKey* key = nullptr;
  // Moves what is not sound to quarantine/.
  bool repair = false;
  // Which entries; all when empty.
  std::vector<std::string> names;
  // A further check of each sound entry, such as of its symbols; may be null.
  std::function<absl::Status(const std::string& name, const Entry& entry)> also;
};

struct VerifyProblem {
  std::string name;
  absl::Status status;
  bool set_aside = false;
};

struct VerifyReport {
  int64_t entries = 0;
  int64_t bytes = 0;
  std::vector<VerifyProblem> problems;
};

struct VerifyProgress {
  int64_t entries = 0;
  int64_t bytes = 0;
  int64_t all_entries = 0;
  int64_t all_bytes = 0;
};

// `progress` is called after each entry, and may be null. Unavailable when the
// directory cannot be read.
absl::StatusOr<VerifyReport> VerifyEntries(
    const Directory& directory, const VerifyOptions& options,
    const std::function<void(const VerifyProgress&)>& progress = nullptr);

// OK when `policy` takes an entry; PermissionDenied, with the reason, when it does
// not.
absl::Status CheckPolicy(const Entry& entry, Policy policy, const MacKey* key);

}  // namespace tilewright::cache
