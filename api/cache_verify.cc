// Whether the cache's entries are what they have to be.
#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "api/cache_impl.h"
#include "api/cache_recompile.h"
#include "cache/inspect/verify.h"
#include "jit/library/keys.h"
#include "jit/library/manifest_facts.h"
#include "jit/load/code_loader.h"
#include "plan/serialize.h"
#include "support/hash.h"
#include "support/status_macros.h"
#include "tilewright/cache.h"

namespace tilewright {
namespace {

// Whether the manifest has this build's facts in these fields.
bool AreOurs(const cache::Manifest& manifest, std::initializer_list<const char*> fields) {
  const std::map<std::string, std::string> ours = jit::CompilerFields();
  return std::all_of(fields.begin(), fields.end(), [&](const char* field) {
    return manifest.Get(field) == ours.at(field);
  });
}

// Not what processes tell each other.
bool IsMade(const cache::Entry& entry) {
  const absl::StatusOr<cache::Manifest> manifest =
      cache::Manifest::Parse(entry.manifest());
  return !manifest.ok() || manifest->Get("kind") != "notes";
}

}  // namespace

namespace api {

absl::Status CheckContent(const cache::Entry& entry) {
  TW_ASSIGN_OR_RETURN(const cache::Manifest manifest,
                      cache::Manifest::Parse(entry.manifest()));
  TW_ASSIGN_OR_RETURN(const jit::Target target, jit::TargetOf(manifest));
  const absl::string_view text = entry.section(cache::SectionKind::kGraph);
  if (!text.empty() && ContentName(text) != manifest.Get("program")) {
    return absl::DataLossError("the text it was made from is not the manifest's");
  }
  if (!IsMade(entry)) return absl::OkStatus();
  if (manifest.Get("kind") == "kernel") {
    // Another ABI permits other imports.
    if (!AreOurs(manifest, {"abi"})) return absl::OkStatus();
    const absl::string_view object = entry.section(cache::SectionKind::kObject);
    return jit::CheckObjectFor(jit::ElfMachine(target), object);
  }
  return CheckPlan(manifest, entry);
}

absl::Status CheckPlan(const cache::Manifest& manifest, const cache::Entry& entry) {
  if (!AreOurs(manifest, {"abi", "emitter"})) return absl::OkStatus();
  TW_ASSIGN_OR_RETURN(const plan::Plan plan,
                      plan::Deserialize(entry.section(cache::SectionKind::kPlan)));
  return plan::Validate(plan);
}

absl::StatusOr<std::vector<jit::WantedEntry>> KernelsOf(const cache::Entry& entry,
                                                        const cache::Manifest& manifest) {
  TW_ASSIGN_OR_RETURN(const plan::Plan plan,
                      plan::Deserialize(entry.section(cache::SectionKind::kPlan)));
  TW_RETURN_IF_ERROR(plan::Validate(plan));
  std::vector<jit::WantedEntry> kernels;
  for (const plan::Kernel& kernel : plan.kernels) {
    kernels.push_back(
        {kernel.name, jit::KernelManifestLike(manifest, kernel.identity), ""});
  }
  return kernels;
}

}  // namespace api

absl::StatusOr<CacheVerification> Cache::Verify(const CacheVerifyOptions& options) const {
  if (options.repair) TW_RETURN_IF_ERROR(impl_->CheckWritable());
  cache::VerifyOptions how;
  how.policy = impl_->options.policy;
  how.key = impl_->options.key.get();
  how.repair = options.repair;
  how.names = options.keys;
  std::set<std::string> sound;
  if (options.level != CacheVerifyOptions::Level::kChecksum) {
    how.also = [&](const std::string& name, const cache::Entry& entry) {
      absl::Status status = api::CheckContent(entry);
      if (status.ok() && IsMade(entry)) sound.insert(name);
      return status;
    };
  }
  TW_ASSIGN_OR_RETURN(const cache::VerifyReport report,
                      cache::VerifyEntries(*impl_->directory, how,
                                           [&](const cache::VerifyProgress& progress) {
                                             if (!options.progress) return;
                                             options.progress(progress.entries,
                                                              progress.all_entries);
                                           }));
  CacheVerification result;
  result.entries = report.entries;
  result.bytes = report.bytes;
  for (const cache::VerifyProblem& problem : report.problems) {
    result.problems.push_back({problem.name, std::string(problem.status.message())});
    if (problem.set_aside) ++result.repaired;
  }
  if (options.level == CacheVerifyOptions::Level::kRecompile) {
    TW_RETURN_IF_ERROR(api::Recompile(*impl_, options, sound, &result));
  }
  return result;
}

}  // namespace tilewright
