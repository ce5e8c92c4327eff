// Keeps a cache within its limits.
//
// Entries go that were not used for too long; then, when there are too many or too
// large ones, until a fifth of the limit is free: first those of compilers that are
// gone, then the least recently used. One process at a time removes; only files
// with an entry's name are ever removed.
//
// Whole: every entry is looked at, the order is exact. Automatic: some of the shards in
// turn, each brought down in proportion; what the others hold is remembered in
// gc.state. A run is due when a 64th of a limit was put, and looks at one shard of 16
// then, so that all have been seen when a quarter of the limit was put: the cost of a
// put does not grow with the cache. Entries age where nothing is put, too: whoever uses
// the cache looks after it when nobody did for an hour.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "cache/store/directory.h"
#include "cache/store/limits.h"
#include "cache/store/scan.h"

namespace tilewright::cache {

enum class RemovalReason {
  kAged,    // not used for longer than the limit
  kGone,    // of another emitter or LLVM than ours, and not used for a week, or in excess
  kExcess,  // least recently used, in excess
};

struct GcOptions {
  Limits limits;
  // Manifest fields of entries that the running program can use, such as emitter
  // and llvm: an entry that differs in one of them is of a compiler that is gone.
  std::map<std::string, std::string> current;
  bool dry_run = false;
  // Entries of compilers that are gone stay for so long after their last use.
  int64_t gone_age = 7 * 86400;
  // Names of entries that stay, whatever the limits say; they count for the limits.
  std::set<std::string> keep;
};

struct GcReport {
  bool busy = false;    // another process is at it; nothing was done
  int64_t entries = 0;  // looked at
  int64_t bytes = 0;
  int64_t removed_entries = 0;  // or would be, in a dry run
  int64_t removed_bytes = 0;
};

using RemovalVisitor = std::function<void(const EntryFile&, RemovalReason)>;

// Looks at everything. `visit` may be null. Unavailable when the directory cannot be
// read or locked.
absl::StatusOr<GcReport> CollectGarbage(const Directory& directory,
                                        const GcOptions& options,
                                        const RemovalVisitor& visit = nullptr);
// Looks at the shards whose turn it is. `put_share`: what was put since the last such
// run, as a share of the limit that is nearest.
absl::StatusOr<GcReport> CollectSomeGarbage(const Directory& directory,
                                            const GcOptions& options, double put_share);
// The same when nobody did for an hour; otherwise one call of the file system, and
// an empty report.
absl::StatusOr<GcReport> CollectWhenDue(const Directory& directory,
                                        const GcOptions& options);

}  // namespace tilewright::cache
