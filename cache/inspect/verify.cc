#include "cache/inspect/verify.h"

#include <utility>

#include "cache/store/scan.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

absl::StatusOr<std::vector<EntryFile>> Wanted(const Directory& directory,
                                              const VerifyOptions& options) {
  std::vector<EntryFile> wanted;
  for (const std::string& name : options.names) wanted.push_back({name, 0, 0});
  if (!wanted.empty()) return wanted;
  TW_RETURN_IF_ERROR(ForEachEntry(directory, [&](const EntryFile& file) {
    wanted.push_back(file);
    return true;
  }));
  return wanted;
}

// Adds the entry's size to `bytes`.
absl::Status VerifyOne(const Directory& directory, const VerifyOptions& options,
                       const std::string& name, int64_t* bytes) {
  const absl::StatusOr<Entry> entry = ReadEntry(directory, name);
  TW_RETURN_IF_ERROR(entry.status());
  *bytes += static_cast<int64_t>(entry->size());
  TW_RETURN_IF_ERROR(CheckPolicy(*entry, options.policy, options.key));
  return options.also == nullptr ? absl::OkStatus() : options.also(name, *entry);
}

}  // namespace

absl::Status CheckPolicy(const Entry& entry, Policy policy, const MacKey* key) {
  if (policy == Policy::kOwner) return absl::OkStatus();
  switch (entry.CheckSignature(key)) {
    case Signature::kVerified:
      return absl::OkStatus();
    case Signature::kNone:
      return absl::PermissionDeniedError("cache entry: unsigned");
    case Signature::kOtherKey:
      return absl::PermissionDeniedError(
          key == nullptr ? "cache entry: signed, and no key is at hand"
                         : "cache entry: signed by another key");
    case Signature::kForged:
      break;
  }
  return absl::PermissionDeniedError("cache entry: the signature is wrong");
}

absl::StatusOr<VerifyReport> VerifyEntries(
    const Directory& directory, const VerifyOptions& options,
    const std::function<void(const VerifyProgress&)>& progress) {
  std::vector<EntryFile> wanted;
  TW_ASSIGN_OR_RETURN(wanted, Wanted(directory, options));
  VerifyProgress so_far;
  so_far.all_entries = static_cast<int64_t>(wanted.size());
  for (const EntryFile& file : wanted) so_far.all_bytes += file.bytes;
  VerifyReport report;
  for (const EntryFile& file : wanted) {
    absl::Status status = VerifyOne(directory, options, file.name, &report.bytes);
    ++report.entries;
    // One that was removed meanwhile is none of ours.
    const bool removed = absl::IsNotFound(status) && options.names.empty();
    if (!status.ok() && !removed) {
      const bool set_aside =
          options.repair && !absl::IsNotFound(status) && !absl::IsInvalidArgument(status);
      if (set_aside) directory.SetAside(file.name);
      report.problems.push_back({file.name, std::move(status), set_aside});
    }
    so_far.entries = report.entries;
    so_far.bytes += file.bytes;
    if (progress != nullptr) progress(so_far);
  }
  return report;
}

}  // namespace tilewright::cache
