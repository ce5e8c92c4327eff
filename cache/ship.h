// Between a cache directory and a bundle.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/bundle.h"
#include "cache/directory.h"
#include "cache/mac.h"
#include "cache/manifest.h"
#include "cache/store.h"

namespace tilewright::cache {

struct ShipProblem {
  std::string name;  // of the entry, or its number in the bundle
  absl::Status status;
};

struct ShipReport {
  int64_t entries = 0;  // shipped
  int64_t bytes = 0;
  Signature signature = Signature::kNone;  // the bundle's
  std::vector<ShipProblem> problems;       // entries left out that were to be shipped
};

// Done and all, in entries; called after each. May be null.
using ShipProgress = std::function<void(int64_t done, int64_t all)>;

struct ExportOptions {
  // Which entries; all when null.
  std::function<bool(const Manifest&)> select;
  // Entries that it does not take are problems.
  Policy policy = Policy::kOwner;
  // The bundle is signed with it unless it is null.
  std::shared_ptr<const MacKey> key;
};

// Entries by name, so that equal directories give equal bundles. Errors are the
// directory's and the bundle's; those of single entries are problems.
absl::StatusOr<ShipReport> ExportBundle(const Directory& directory,
                                        const std::string& path,
                                        const ExportOptions& options,
                                        const ShipProgress& progress = nullptr);

// Every entry is checked, and signed anew with the store's key where it has one. Errors
// are the bundle's (BundleReader::Open), and FailedPrecondition for a store that is not
// written to.
absl::StatusOr<ShipReport> ImportBundle(const std::string& path, ObjectStore& store,
                                        Policy policy, const MacKey* key,
                                        const ShipProgress& progress = nullptr);

}  // namespace tilewright::cache
