// What belongs to a label, and its removal.
#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "api/cache_impl.h"
#include "cache/format/label.h"
#include "support/status_macros.h"
#include "tilewright/cache.h"

namespace tilewright {
namespace {

// A program in the cache.
struct Labelled {
  std::string key;
  std::vector<std::string> labels;
  std::set<std::string> kernels;  // keys that its plan names
};

absl::Status ForEachProgram(const Cache::Impl& impl,
                            const std::function<void(const Labelled&)>& visit) {
  return cache::ForEachEntry(*impl.directory, [&](const cache::EntryFile& file) {
    absl::StatusOr<cache::EntrySummary> summary =
        cache::ReadSummary(*impl.directory, file.name);
    if (!summary.ok() || summary->manifest.Get("kind") != "executable") return true;
    Labelled program = {file.name, std::move(summary->profile.labels), {}};
    const absl::StatusOr<cache::Entry> entry =
        cache::ReadEntry(*impl.directory, file.name);
    if (entry.ok()) {
      const absl::StatusOr<std::vector<jit::WantedEntry>> kernels =
          api::KernelsOf(*entry, summary->manifest);
      if (kernels.ok()) {
        for (const jit::WantedEntry& kernel : *kernels) {
          program.kernels.insert(kernel.manifest.Name());
        }
      }
    }
    visit(program);
    return true;
  });
}

bool Has(const std::vector<std::string>& labels, const std::string& label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

// Takes a label away from a program that has others.
absl::Status Unlabel(cache::ObjectStore& store, const cache::Directory& directory,
                     const Labelled& program, const std::string& label) {
  TW_ASSIGN_OR_RETURN(const cache::Entry entry, cache::ReadEntry(directory, program.key));
  std::vector<std::string> labels = program.labels;
  std::erase(labels, label);
  if (store.Relabel(entry, labels)) return absl::OkStatus();
  return absl::UnavailableError("cache directory " + directory.path() +
                                ": cannot write entry " + program.key +
                                ", or another key has signed it");
}

}  // namespace

namespace api {

absl::StatusOr<std::set<std::string>> KeysOfLabels(const Cache::Impl& impl,
                                                   absl::Span<const std::string> labels) {
  for (const std::string& label : labels) TW_RETURN_IF_ERROR(cache::CheckLabel(label));
  std::set<std::string> keys;
  TW_RETURN_IF_ERROR(ForEachProgram(impl, [&](const Labelled& program) {
    const bool wanted =
        std::any_of(labels.begin(), labels.end(),
                    [&](const std::string& label) { return Has(program.labels, label); });
    if (!wanted) return;
    keys.insert(program.key);
    keys.insert(program.kernels.begin(), program.kernels.end());
  }));
  return keys;
}

}  // namespace api

absl::StatusOr<std::vector<std::string>> Cache::RemoveLabel(const std::string& label,
                                                            bool dry_run) const {
  TW_RETURN_IF_ERROR(cache::CheckLabel(label));
  if (!dry_run) TW_RETURN_IF_ERROR(impl_->CheckWritable());
  std::set<std::string> gone;
  std::set<std::string> named_by_others;
  std::vector<Labelled> others_too;
  TW_RETURN_IF_ERROR(ForEachProgram(*impl_, [&](const Labelled& program) {
    const bool is_ours = Has(program.labels, label);
    if (is_ours && program.labels.size() == 1) {
      gone.insert(program.key);
      gone.insert(program.kernels.begin(), program.kernels.end());
      return;
    }
    named_by_others.insert(program.kernels.begin(), program.kernels.end());
    if (is_ours) others_too.push_back(program);
  }));
  std::vector<std::string> keys;
  cache::FileInfo info;
  for (const std::string& key : gone) {
    const bool is_there =
        impl_->directory->files().StatAt(impl_->directory->file(), cache::EntryPath(key),
                                         &info) == 0;
    if (is_there && named_by_others.count(key) == 0) keys.push_back(key);
  }
  if (dry_run) return keys;
  TW_ASSIGN_OR_RETURN(const std::unique_ptr<cache::ObjectStore> store,
                      cache::ObjectStore::Open(impl_->options));
  for (const Labelled& program : others_too) {
    TW_RETURN_IF_ERROR(Unlabel(*store, *impl_->directory, program, label));
  }
  TW_RETURN_IF_ERROR(Remove(keys).status());
  return keys;
}

}  // namespace tilewright
