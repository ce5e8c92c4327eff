// Whether the cache's entries are what they have to be.
#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "api/cache_impl.h"
#include "cache/verify.h"
#include "frontend/stablehlo/parse.h"
#include "ir/print.h"
#include "jit/code_loader.h"
#include "jit/keys.h"
#include "jit/manifest_target.h"
#include "jit/program_keys.h"
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
  if (manifest.Get("kind") == "kernel") {
    // Another ABI permits other imports.
    if (!AreOurs(manifest, {"abi"})) return absl::OkStatus();
    const absl::string_view object = entry.section(cache::SectionKind::kObject);
    return jit::CheckObjectFor(target.ElfMachine(), object);
  }
  return CheckPlan(manifest, entry);
}

absl::Status CheckPlan(const cache::Manifest& manifest, const cache::Entry& entry) {
  if (!AreOurs(manifest, {"abi", "emitter"})) return absl::OkStatus();
  TW_ASSIGN_OR_RETURN(const plan::Plan plan,
                      plan::Deserialize(entry.section(cache::SectionKind::kPlan)));
  return plan::Validate(plan);
}

}  // namespace api

namespace {

using Level = CacheVerifyOptions::Level;

// Compiles again what the programs in the cache were compiled to.
class Recompiler {
 public:
  Recompiler(const Cache::Impl& impl, const CacheVerifyOptions& options,
             std::set<std::string> sound)
      : impl_(impl), options_(options), open_(std::move(sound)) {}

  absl::Status Run(CacheVerification* result) {
    std::vector<std::string> programs;
    TW_RETURN_IF_ERROR(
        cache::ForEachEntry(*impl_.directory, [&](const cache::EntryFile& file) {
          programs.push_back(file.name);
          return true;
        }));
    const int64_t all = static_cast<int64_t>(open_.size());
    for (const std::string& key : programs) {
      if (open_.empty()) break;
      const absl::StatusOr<cache::EntrySummary> summary =
          cache::ReadSummary(*impl_.directory, key);
      if (!summary.ok() || summary->manifest.Get("kind") != "executable") continue;
      // What cannot be planned or compiled here counts as not recompiled.
      RecompileOne(key, summary->manifest, result).IgnoreError();
      if (options_.progress) {
        options_.progress(all - static_cast<int64_t>(open_.size()), all);
      }
    }
    result->not_recompiled = static_cast<int64_t>(open_.size());
    return absl::OkStatus();
  }

 private:
  // The program that an executable was made from, if its entry still tells.
  absl::StatusOr<ir::Program> ProgramOf(const std::string& key,
                                        const cache::Manifest& manifest) {
    TW_ASSIGN_OR_RETURN(const cache::Entry entry, api::ReadChecked(impl_, key));
    const cache::SectionKind kind = entry.has_section(cache::SectionKind::kSource)
                                        ? cache::SectionKind::kSource
                                        : cache::SectionKind::kGraph;
    TW_ASSIGN_OR_RETURN(stablehlo::ParsedProgram parsed,
                        stablehlo::ParseProgram(entry.section(kind)));
    if (ContentName(ir::CanonicalText(parsed.program)) != manifest.Get("program")) {
      return absl::DataLossError("the program is not the manifest's");
    }
    return std::move(parsed.program);
  }

  absl::Status RecompileOne(const std::string& key, const cache::Manifest& manifest,
                            CacheVerification* result) {
    for (const auto& [field, value] : jit::CompilerFields()) {
      if (manifest.Get(field) != value) return absl::UnimplementedError(field);
    }
    jit::KeyOptions how;
    TW_ASSIGN_OR_RETURN(how.target, jit::TargetOf(manifest));
    how.numerics = manifest.Get("numerics") == Name(Numerics::kIeee) ? Numerics::kIeee
                                                                     : Numerics::kTpu;
    how.chip = manifest.Get("chip");
    how.cluster = manifest.Get("cluster") != "off";
    TW_ASSIGN_OR_RETURN(const ir::Program program, ProgramOf(key, manifest));
    return jit::Recompile(
        program, how, /*threads=*/0,
        [&](const cache::Manifest& wanted) { return open_.count(wanted.Name()) > 0; },
        [&](const cache::Manifest& made, absl::string_view bytes) {
          Compare(made, bytes, result);
        });
  }

  void Compare(const cache::Manifest& manifest, absl::string_view bytes,
               CacheVerification* result) {
    const std::string name = manifest.Name();
    const absl::StatusOr<cache::Entry> entry = api::ReadChecked(impl_, name);
    if (!entry.ok()) return;  // gone meanwhile
    open_.erase(name);
    ++result->recompiled;
    const cache::SectionKind kind = manifest.Get("kind") == "kernel"
                                        ? cache::SectionKind::kObject
                                        : cache::SectionKind::kPlan;
    if (entry->section(kind) == bytes) return;
    result->problems.push_back({name, "differs from what is compiled now"});
    if (!options_.repair) return;
    impl_.directory->SetAside(name);
    ++result->repaired;
  }

  const Cache::Impl& impl_;
  const CacheVerifyOptions& options_;
  std::set<std::string> open_;  // sound entries not yet compiled again
};

}  // namespace

absl::StatusOr<CacheVerification> Cache::Verify(const CacheVerifyOptions& options) const {
  cache::VerifyOptions how;
  how.policy = impl_->options.policy;
  how.key = impl_->options.key.get();
  how.repair = options.repair;
  how.names = options.keys;
  std::set<std::string> sound;
  if (options.level != Level::kChecksum) {
    how.also = [&](const std::string& name, const cache::Entry& entry) {
      absl::Status status = api::CheckContent(entry);
      if (status.ok()) sound.insert(name);
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
  if (options.level == Level::kRecompile) {
    TW_RETURN_IF_ERROR(Recompiler(*impl_, options, std::move(sound)).Run(&result));
  }
  return result;
}

}  // namespace tilewright
