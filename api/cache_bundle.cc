// The cache's entries to a file, and from one.
#include <utility>

#include "absl/strings/str_cat.h"
#include "api/cache_impl.h"
#include "api/pack.h"
#include "cache/inspect/bundle.h"
#include "cache/inspect/verify.h"
#include "support/hash.h"
#include "support/status_macros.h"
#include "tilewright/cache.h"

namespace tilewright {
namespace {

// The entry under our key's signature, where we have one: whoever imports it may ask
// for that.
absl::StatusOr<cache::Entry> Signed(cache::Entry entry, const cache::MacKey* key) {
  if (key == nullptr || entry.CheckSignature(key) == cache::Signature::kVerified) {
    return entry;
  }
  std::vector<cache::Section> sections;
  for (const cache::SectionExtent& place : entry.sections()) {
    sections.push_back({place.kind, std::string(entry.section(place.kind))});
  }
  TW_ASSIGN_OR_RETURN(std::string bytes,
                      cache::EncodeEntry(entry.manifest(), sections, key));
  return cache::Entry::Decode(std::move(bytes));
}

absl::Status CheckForeign(const cache::Entry& entry, const Cache::Impl& impl) {
  TW_RETURN_IF_ERROR(
      cache::CheckPolicy(entry, impl.options.policy, impl.options.key.get()));
  return api::CheckContent(entry);
}

// How many kernels of a program's plan the cache does not have. Plans of other builds are
// theirs to read.
int64_t MissingKernels(const cache::Entry& entry, const cache::Directory& directory) {
  if (!entry.has_section(cache::SectionKind::kPlan)) return 0;
  const absl::StatusOr<cache::Manifest> manifest =
      cache::Manifest::Parse(entry.manifest());
  if (!manifest.ok()) return 0;
  const absl::StatusOr<std::vector<jit::WantedEntry>> kernels =
      api::KernelsOf(entry, *manifest);
  if (!kernels.ok()) return 0;
  int64_t missing = 0;
  cache::FileInfo info;
  for (const jit::WantedEntry& kernel : *kernels) {
    const std::string path = cache::EntryPath(kernel.manifest.Name());
    if (directory.files().StatAt(directory.file(), path, &info) < 0) ++missing;
  }
  return missing;
}

}  // namespace

std::vector<PackProgram> PackPrograms() {
  std::vector<PackProgram> programs;
  for (api::PackProgram& program : api::PackPrograms()) {
    programs.push_back({std::move(program.name), std::move(program.text)});
  }
  return programs;
}

absl::StatusOr<CacheTransfer> Cache::Export(const std::string& path,
                                            const CacheQuery& query,
                                            const CacheProgress& progress) const {
  TW_ASSIGN_OR_RETURN(const std::vector<CacheEntry> entries, List(query));
  const std::shared_ptr<const cache::MacKey>& key = impl_->options.key;
  TW_ASSIGN_OR_RETURN(const std::unique_ptr<cache::BundleWriter> writer,
                      cache::BundleWriter::Create(path, key));
  CacheTransfer result;
  int64_t done = 0;
  for (const CacheEntry& listed : entries) {
    absl::StatusOr<cache::Entry> entry = api::ReadChecked(*impl_, listed.key);
    if (entry.ok()) entry = Signed(*std::move(entry), key.get());
    if (entry.ok()) {
      TW_RETURN_IF_ERROR(writer->Add(*entry));
      const int64_t missing = MissingKernels(*entry, *impl_->directory);
      if (missing > 0) {
        result.incomplete.push_back(
            {listed.key, absl::StrCat("program ", listed.name, ": ", missing,
                                      " of its kernels are not in the cache")});
      }
      ++result.entries;
      result.bytes += static_cast<int64_t>(entry->size());
    } else if (!absl::IsNotFound(entry.status())) {  // gone meanwhile
      result.refused.push_back({listed.key, std::string(entry.status().message())});
    }
    if (progress) progress(++done, static_cast<int64_t>(entries.size()));
  }
  TW_RETURN_IF_ERROR(writer->Finish());
  return result;
}

absl::StatusOr<CacheTransfer> Cache::Import(const std::string& path,
                                            const CacheProgress& progress) const {
  TW_RETURN_IF_ERROR(impl_->CheckWritable());
  TW_ASSIGN_OR_RETURN(
      const std::unique_ptr<cache::BundleReader> reader,
      cache::BundleReader::Open(path, impl_->options.policy, impl_->options.key.get()));
  TW_ASSIGN_OR_RETURN(const std::unique_ptr<cache::ObjectStore> store,
                      cache::ObjectStore::Open(impl_->options));
  CacheTransfer result;
  for (size_t i = 0; i < reader->size(); ++i) {
    const absl::StatusOr<cache::Entry> entry = reader->Read(i);
    absl::Status status = entry.status();
    std::string key = absl::StrCat("number ", i);
    if (entry.ok()) {
      key = Xxh3Hex(entry->manifest());
      status = CheckForeign(*entry, *impl_);
    }
    if (status.ok() && !store->PublishEntry(*entry)) {
      return absl::UnavailableError(
          absl::StrCat("cache directory ", store->dir(), ": cannot write entry ", key));
    }
    if (status.ok()) {
      ++result.entries;
      result.bytes += static_cast<int64_t>(entry->size());
    } else {
      result.refused.push_back({key, std::string(status.message())});
    }
    if (progress) {
      progress(static_cast<int64_t>(i) + 1, static_cast<int64_t>(reader->size()));
    }
  }
  return result;
}

}  // namespace tilewright
