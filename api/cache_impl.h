// What stands behind tilewright::Cache.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cache/format/entry.h"
#include "cache/store/directory.h"
#include "cache/store/scan.h"
#include "cache/store/store.h"
#include "cache/tiers/tiers.h"
#include "jit/library/program_keys.h"
#include "tilewright/cache.h"

namespace tilewright {

struct Cache::Impl {
  std::shared_ptr<const cache::Directory> directory;
  cache::ObjectStore::Options options;  // policy, key, limits, mode

  // FailedPrecondition where the mode is ro or off.
  absl::Status CheckWritable() const;
};

namespace api {

// "object" and so on; "" for a kind that there is not.
absl::string_view SectionName(cache::SectionKind kind);

// Files to what their first bytes say of them. Remembers targets' names, which many
// entries share.
class EntryReader {
 public:
  explicit EntryReader(const cache::Directory& directory);
  CacheEntry Read(const cache::EntryFile& file);

 private:
  const std::string& TargetName(const cache::Manifest& manifest);

  const cache::Directory& directory_;
  std::vector<std::string> target_fields_;
  std::map<std::string, std::string> target_names_;  // by what the fields say
};

// What a run with this directory would look into (jit/library/open_cache.h), and nothing
// is written to. Why any place is left out is added to `problems`.
absl::StatusOr<std::unique_ptr<cache::Tiers>> OpenTiers(
    const std::string& dir, std::vector<std::string>* problems);

// What the loader would look at: the object or plan, and that the text kept for people
// is the one that the manifest names. Plans of other builds and objects of other ABIs
// are theirs to judge: nothing here loads them.
absl::Status CheckContent(const cache::Entry& entry);
// The part of it that is about an executable's plan.
absl::Status CheckPlan(const cache::Manifest& manifest, const cache::Entry& entry);

// The kernels that an executable's plan calls. What is wrong with the plan otherwise.
absl::StatusOr<std::vector<jit::WantedEntry>> KernelsOf(const cache::Entry& entry,
                                                        const cache::Manifest& manifest);

// Keys of the programs that have one of `labels`, and of the kernels that their plans
// name. Of a plan that cannot be read, which is another build's, no kernels are known.
absl::StatusOr<std::set<std::string>> KeysOfLabels(const Cache::Impl& impl,
                                                   absl::Span<const std::string> labels);

// The whole entry, its signature checked where the cache's policy asks for it.
// NotFound, DataLoss and PermissionDenied name the key.
absl::StatusOr<cache::Entry> ReadChecked(const Cache::Impl& impl, const std::string& key);

}  // namespace api
}  // namespace tilewright
