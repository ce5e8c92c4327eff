// The entries of a directory, for listings, limits and checks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/format/entry.h"
#include "cache/format/manifest.h"
#include "cache/format/profile.h"
#include "cache/store/directory.h"

namespace tilewright::cache {

// What the file system knows of an entry: one call each.
struct EntryFile {
  std::string name;  // 32 hex digits
  int64_t bytes = 0;
  int64_t last_used = 0;  // seconds since 1970, to the hour
};

// Every entry's file, in no order; those that go away meanwhile may be left out, and
// what has another name than an entry's is. `visit` returns false to stop.
// Unavailable when the directory cannot be read; one without entries is no error.
absl::Status ForEachEntry(const Directory& directory,
                          const std::function<bool(const EntryFile&)>& visit);
// Their names alone, which no call asks the file system about.
absl::Status ForEachName(const Directory& directory,
                         const std::function<bool(const std::string&)>& visit);
// Of the folder for names that begin with `digits`.
absl::Status ForEachEntryIn(const Directory& directory, absl::string_view digits,
                            const std::function<bool(const EntryFile&)>& visit);
// Of one shard, 0 to kShards - 1.
absl::Status ForEachEntryOf(const Directory& directory, int shard,
                            const std::function<bool(const EntryFile&)>& visit);

// The names that begin with `prefix`, at most `limit` of them, sorted.
// InvalidArgument unless it consists of 1 to 32 hex digits.
absl::StatusOr<std::vector<std::string>> NamesWithPrefix(const Directory& directory,
                                                         absl::string_view prefix,
                                                         size_t limit);

// An entry's manifest and profile, from its first bytes: nothing is checked but
// their form.
struct EntrySummary {
  Manifest manifest;
  Profile profile;
};
// Its manifest alone, as text. Errors as below.
absl::StatusOr<std::string> ReadManifestText(const Directory& directory,
                                             absl::string_view name);
// NotFound; FailedPrecondition for another's file; DataLoss, Unimplemented as for
// Entry::Decode; Unavailable for the system's errors.
absl::StatusOr<EntrySummary> ReadSummary(const Directory& directory,
                                         absl::string_view name);
// The whole entry, checked but for its signature. Errors as above; DataLoss, too,
// when its manifest has another name.
absl::StatusOr<Entry> ReadEntry(const Directory& directory, absl::string_view name);

// NotFound; Unavailable for the system's errors.
absl::Status RemoveEntry(const Directory& directory, absl::string_view name);

}  // namespace tilewright::cache
