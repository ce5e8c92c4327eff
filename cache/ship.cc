#include "cache/ship.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cache/scan.h"
#include "cache/verify.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

// Whether the entry is to be shipped; errors of summaries are errors of entries.
absl::StatusOr<bool> IsSelected(const Directory& directory, const std::string& name,
                                const ExportOptions& options) {
  if (options.select == nullptr) return true;
  EntrySummary summary;
  TW_ASSIGN_OR_RETURN(summary, ReadSummary(directory, name));
  return options.select(summary.manifest);
}

// Bytes that were written; 0 for an entry that is not to be shipped.
absl::StatusOr<int64_t> ExportEntry(const Directory& directory, const std::string& name,
                                    const ExportOptions& options, BundleWriter& writer,
                                    absl::Status* write_error) {
  bool selected = false;
  TW_ASSIGN_OR_RETURN(selected, IsSelected(directory, name, options));
  if (!selected) return 0;
  absl::StatusOr<Entry> entry = ReadEntry(directory, name);
  TW_RETURN_IF_ERROR(entry.status());
  TW_RETURN_IF_ERROR(CheckPolicy(*entry, options.policy, options.key.get()));
  *write_error = writer.Add(*entry);
  return static_cast<int64_t>(entry->size());
}

absl::StatusOr<int64_t> ImportEntry(const BundleReader& bundle, size_t i,
                                    ObjectStore& store) {
  absl::StatusOr<Entry> entry = bundle.Read(i);
  TW_RETURN_IF_ERROR(entry.status());
  Manifest manifest;
  TW_ASSIGN_OR_RETURN(manifest, Manifest::Parse(entry->manifest()));
  std::vector<Section> sections;
  for (const SectionPlace& place : entry->sections()) {
    sections.push_back({place.kind, std::string(entry->section(place.kind))});
  }
  if (!store.Publish(manifest, sections)) {
    return absl::UnavailableError(
        absl::StrCat("cache directory ", store.dir(), " does not take it"));
  }
  return static_cast<int64_t>(entry->size());
}

}  // namespace

absl::StatusOr<ShipReport> ExportBundle(const Directory& directory,
                                        const std::string& path,
                                        const ExportOptions& options,
                                        const ShipProgress& progress) {
  std::vector<std::string> names;
  TW_RETURN_IF_ERROR(ForEachEntry(directory, [&names](const EntryFile& file) {
    names.push_back(file.name);
    return true;
  }));
  std::sort(names.begin(), names.end());
  std::unique_ptr<BundleWriter> writer;
  TW_ASSIGN_OR_RETURN(writer, BundleWriter::Create(path, options.key));
  ShipReport report;
  if (options.key != nullptr) report.signature = Signature::kVerified;
  int64_t done = 0;
  for (const std::string& name : names) {
    absl::Status write_error;
    const absl::StatusOr<int64_t> bytes =
        ExportEntry(directory, name, options, *writer, &write_error);
    TW_RETURN_IF_ERROR(write_error);
    if (bytes.ok()) {
      report.entries += *bytes > 0 ? 1 : 0;
      report.bytes += *bytes;
    } else if (!absl::IsNotFound(bytes.status())) {  // else it was removed meanwhile
      report.problems.push_back({name, bytes.status()});
    }
    if (progress != nullptr) progress(++done, static_cast<int64_t>(names.size()));
  }
  TW_RETURN_IF_ERROR(writer->Finish());
  return report;
}

absl::StatusOr<ShipReport> ImportBundle(const std::string& path, ObjectStore& store,
                                        Policy policy, const MacKey* key,
                                        const ShipProgress& progress) {
  if (store.mode() == Mode::kOff || store.mode() == Mode::kReadOnly) {
    return absl::FailedPreconditionError(
        absl::StrCat("cache directory ", store.dir(), " is not written to"));
  }
  std::unique_ptr<BundleReader> bundle;
  TW_ASSIGN_OR_RETURN(bundle, BundleReader::Open(path, policy, key));
  ShipReport report;
  report.signature = bundle->signature();
  for (size_t i = 0; i < bundle->size(); ++i) {
    const absl::StatusOr<int64_t> bytes = ImportEntry(*bundle, i, store);
    if (bytes.ok()) {
      ++report.entries;
      report.bytes += *bytes;
    } else {
      report.problems.push_back({absl::StrCat(i), bytes.status()});
    }
    if (progress != nullptr) {
      progress(static_cast<int64_t>(i) + 1, static_cast<int64_t>(bundle->size()));
    }
  }
  return report;
}

}  // namespace tilewright::cache
