#include "api/cache_recompile.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/facts/kernel_calls.h"
#include "frontend/stablehlo/parse.h"
#include "ir/print.h"
#include "jit/library/keys.h"
#include "jit/library/manifest_facts.h"
#include "jit/library/program_keys.h"
#include "plan/serialize.h"
#include "support/hash.h"
#include "support/status_macros.h"

namespace tilewright::api {
namespace {

// "" for an entry of this build.
std::string WhyForeign(const cache::Manifest& manifest) {
  std::vector<std::string> differ;
  for (const auto& [field, value] : jit::CompilerFields()) {
    if (manifest.Get(field) != value) differ.push_back(field);
  }
  if (differ.empty()) return "";
  return absl::StrCat("of another build, by its ", absl::StrJoin(differ, ", "));
}

class Recompiler {
 public:
  Recompiler(const Cache::Impl& impl, const CacheVerifyOptions& options,
             std::set<std::string> sound, CacheVerification* result)
      : impl_(impl), options_(options), open_(std::move(sound)), result_(result) {}

  absl::Status Run() {
    std::vector<std::string> names;
    TW_RETURN_IF_ERROR(
        cache::ForEachEntry(*impl_.directory, [&](const cache::EntryFile& file) {
          names.push_back(file.name);
          return true;
        }));
    const int64_t all = static_cast<int64_t>(open_.size());
    for (const std::string& key : names) {
      if (open_.empty()) break;
      const absl::StatusOr<cache::EntrySummary> summary =
          cache::ReadSummary(*impl_.directory, key);
      if (!summary.ok() || summary->manifest.Get("kind") != "executable") continue;
      const absl::Status status = RecompileOne(key, summary->manifest);
      if (!status.ok()) Skip(key, summary->manifest, std::string(status.message()));
      if (options_.progress) {
        options_.progress(all - static_cast<int64_t>(open_.size()), all);
      }
    }
    NameSkipped();
    return absl::OkStatus();
  }

 private:
  // The program that an executable was made from, if its entry still tells.
  absl::StatusOr<ir::Program> ProgramOf(const std::string& key,
                                        const cache::Manifest& manifest) {
    TW_ASSIGN_OR_RETURN(const cache::Entry entry, ReadChecked(impl_, key));
    absl::string_view text = entry.section(cache::SectionKind::kSource);
    if (text.empty()) {
      text = entry.section(cache::SectionKind::kGraph);
      if (absl::StrContains(text, "sha256:")) {
        return absl::NotFoundError(
            "of a program whose constants are too large to be kept with it");
      }
    }
    TW_ASSIGN_OR_RETURN(stablehlo::ParsedProgram parsed, stablehlo::ParseProgram(text));
    if (ContentName(ir::CanonicalText(parsed.program)) != manifest.Get("program")) {
      return absl::DataLossError("of a program that is not the manifest's");
    }
    return std::move(parsed.program);
  }

  // Its status says what the executable and its kernels are, when they cannot be
  // compiled again.
  absl::Status RecompileOne(const std::string& key, const cache::Manifest& manifest) {
    const std::string foreign = WhyForeign(manifest);
    if (!foreign.empty()) return absl::UnimplementedError(foreign);
    TW_ASSIGN_OR_RETURN(const codegen::CodeFacts facts, jit::FactsOf(manifest));
    TW_ASSIGN_OR_RETURN(const ir::Program program, ProgramOf(key, manifest));
    const std::set<std::string> called = codegen::CalledKernels(program);
    if (!called.empty()) {
      return absl::UnimplementedError(
          absl::StrCat("of a program that calls kernels of its own, which are C++ (",
                       absl::StrJoin(called, ", "), ")"));
    }
    const absl::Status status = jit::Recompile(
        program, facts, /*threads=*/0,
        [&](const cache::Manifest& wanted) { return open_.count(wanted.Name()) > 0; },
        [&](const cache::Manifest& made, absl::string_view bytes) {
          Compare(made, bytes);
        });
    if (status.ok()) return status;
    return absl::Status(status.code(),
                        absl::StrCat("not compilable here: ", status.message()));
  }

  void Compare(const cache::Manifest& manifest, absl::string_view bytes) {
    const std::string name = manifest.Name();
    const absl::StatusOr<cache::Entry> entry = ReadChecked(impl_, name);
    if (!entry.ok()) return;  // gone meanwhile
    open_.erase(name);
    ++result_->recompiled;
    const cache::SectionKind kind = manifest.Get("kind") == "kernel"
                                        ? cache::SectionKind::kObject
                                        : cache::SectionKind::kPlan;
    if (entry->section(kind) == bytes) return;
    result_->problems.push_back({name, "differs from what is compiled now"});
    if (!options_.repair) return;
    impl_.directory->SetAside(name);
    ++result_->repaired;
  }

  // The executable's kernels are skipped for its reason, unless another program has them.
  void Skip(const std::string& key, const cache::Manifest& manifest,
            const std::string& reason) {
    reasons_.emplace(key, reason);
    if (!WhyForeign(manifest).empty()) return;  // only its build can read its plan
    const absl::StatusOr<cache::Entry> entry = ReadChecked(impl_, key);
    if (!entry.ok()) return;
    const absl::StatusOr<plan::Plan> plan =
        plan::Deserialize(entry->section(cache::SectionKind::kPlan));
    if (!plan.ok()) return;
    for (const plan::Kernel& kernel : plan->kernels) {
      reasons_.emplace(jit::KernelManifestLike(manifest, kernel.identity).Name(), reason);
    }
  }

  void NameSkipped() {
    for (const std::string& name : open_) {
      std::string& reason = reasons_[name];
      if (reason.empty()) {
        const absl::StatusOr<cache::EntrySummary> summary =
            cache::ReadSummary(*impl_.directory, name);
        if (summary.ok()) reason = WhyForeign(summary->manifest);
      }
      if (reason.empty()) reason = "of no program that is in the cache";
      result_->skipped.push_back({name, reason});
    }
  }

  const Cache::Impl& impl_;
  const CacheVerifyOptions& options_;
  std::set<std::string> open_;                  // sound entries not yet compiled again
  std::map<std::string, std::string> reasons_;  // of those that cannot be, by name
  CacheVerification* const result_;
};

}  // namespace

absl::Status Recompile(const Cache::Impl& impl, const CacheVerifyOptions& options,
                       std::set<std::string> sound, CacheVerification* result) {
  return Recompiler(impl, options, std::move(sound), result).Run();
}

}  // namespace tilewright::api
