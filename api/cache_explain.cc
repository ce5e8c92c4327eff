// Why the cache does not have what is asked for.
#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/cache_impl.h"
#include "api/compile_impl.h"
#include "cache/inspect/nearest.h"
#include "cache/inspect/text_difference.h"
#include "cache/inspect/verify.h"
#include "jit/library/keys.h"
#include "jit/library/manifest_facts.h"
#include "jit/library/open_cache.h"
#include "jit/library/program_keys.h"
#include "jit/load/code_loader.h"
#include "support/status_macros.h"
#include "tilewright/cache.h"

namespace tilewright {
namespace {

using Outcome = CacheVerdict::Outcome;

constexpr size_t kShownLines = 3;  // of each text

// OK when the entry would be used; NotFound when there is none.
absl::Status CheckEntry(const Cache::Impl& impl, const cache::Manifest& manifest,
                        bool runnable) {
  TW_ASSIGN_OR_RETURN(const cache::Entry entry, api::ReadChecked(impl, manifest.Name()));
  if (entry.manifest() != manifest.Text()) {
    return absl::FailedPreconditionError(
        "an entry of the same name has another manifest");
  }
  if (manifest.Get("kind") == "kernel") {
    // Objects for other machines are for their loaders to judge.
    if (!runnable) return absl::OkStatus();
    return jit::CheckObject(entry.section(cache::SectionKind::kObject));
  }
  return api::CheckPlan(manifest, entry);
}

// The text that an entry was made from, "" if it cannot be read.
std::string TextOf(const Cache::Impl& impl, const std::string& key) {
  const absl::StatusOr<cache::Entry> entry = cache::ReadEntry(*impl.directory, key);
  if (!entry.ok()) return "";
  return std::string(entry->section(cache::SectionKind::kGraph));
}

std::string MissReason(const CacheVerdict& verdict) {
  if (verdict.nearest.empty()) return absl::StrCat("the cache has no ", verdict.kind);
  std::vector<std::string> fields;
  for (const CacheDifference& difference : verdict.differences) {
    fields.push_back(difference.field);
  }
  return absl::StrCat("the nearest entry differs in ", absl::StrJoin(fields, ", "));
}

// Why this machine could not run the code of an entry.
std::string RefusalHere(const cache::Manifest& manifest) {
  const absl::StatusOr<jit::Target> target = jit::TargetOf(manifest);
  const absl::Status runnable =
      target.ok() ? jit::CheckRunnable(*target) : target.status();
  return std::string(runnable.message());
}

// Fills in what is nearest to each miss; one walk over the cache for all.
absl::Status ExplainMisses(const Cache::Impl& impl,
                           const std::vector<jit::WantedEntry>& wanted,
                           std::vector<CacheVerdict>* verdicts) {
  std::vector<size_t> misses;
  std::vector<cache::Missing> missing;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if ((*verdicts)[i].outcome != Outcome::kMiss) continue;
    misses.push_back(i);
    missing.push_back({wanted[i].name, wanted[i].manifest, wanted[i].text});
  }
  if (misses.empty()) return absl::OkStatus();
  cache::NearestEntries nearest(std::move(missing));
  TW_RETURN_IF_ERROR(
      cache::ForEachEntry(*impl.directory, [&](const cache::EntryFile& file) {
        const absl::StatusOr<cache::EntrySummary> summary =
            cache::ReadSummary(*impl.directory, file.name);
        if (summary.ok()) {
          nearest.Add(file.name, summary->manifest, summary->profile.name,
                      file.last_used);
        }
        return true;
      }));
  const std::vector<cache::NearestEntries::Nearest> found =
      nearest.Find([&](const std::string& key) { return TextOf(impl, key); });
  for (size_t i = 0; i < misses.size(); ++i) {
    CacheVerdict& verdict = (*verdicts)[misses[i]];
    const jit::WantedEntry& want = wanted[misses[i]];
    verdict.nearest = found[i].key;
    verdict.likeness = found[i].likeness;
    if (!verdict.nearest.empty()) {
      verdict.nearest_refusal = RefusalHere(found[i].manifest);
      for (const cache::FieldDifference& difference :
           cache::CompareFields(found[i].manifest, want.manifest)) {
        verdict.differences.push_back(
            {difference.field, difference.theirs, difference.ours});
      }
      if (!want.text.empty()) {
        verdict.text_difference =
            cache::FirstDifference(found[i].text, want.text, kShownLines);
      }
    }
    verdict.reason = MissReason(verdict);
  }
  return absl::OkStatus();
}

// What the local directory misses and a place further out has is a hit. Those that
// cannot be asked have nothing.
void AskFurtherOut(const cache::Manifest& manifest, cache::Tiers* tiers,
                   CacheVerdict* verdict) {
  for (const std::unique_ptr<cache::Tier>& tier : tiers->outer()) {
    if (!tier->Find(manifest).has_value()) continue;
    verdict->outcome = Outcome::kHit;
    verdict->reason = absl::StrCat("in ", tier->name());
    return;
  }
}

absl::StatusOr<std::vector<CacheVerdict>> Judge(
    const Cache::Impl& impl, const std::vector<jit::WantedEntry>& wanted, bool runnable) {
  std::vector<CacheVerdict> verdicts;
  std::vector<std::string> ignored;
  const absl::StatusOr<std::unique_ptr<cache::Tiers>> tiers =
      api::OpenTiers(impl.options.dir, &ignored);
  const std::string never = jit::WhyNothingIsLookedUp(impl.options.mode);
  for (const jit::WantedEntry& want : wanted) {
    CacheVerdict verdict;
    verdict.kind = want.manifest.Get("kind");
    verdict.name = want.name;
    verdict.key = want.manifest.Name();
    if (!never.empty()) {
      verdict.reason = never;
      verdict.looked_up = false;
      verdicts.push_back(std::move(verdict));
      continue;
    }
    const absl::Status status = CheckEntry(impl, want.manifest, runnable);
    if (status.ok()) {
      verdict.outcome = Outcome::kHit;
    } else if (!absl::IsNotFound(status)) {
      verdict.outcome = Outcome::kRefused;
      verdict.reason = std::string(status.message());
    }
    if (!status.ok() && tiers.ok()) {
      AskFurtherOut(want.manifest, tiers->get(), &verdict);
    }
    verdicts.push_back(std::move(verdict));
  }
  if (never.empty()) TW_RETURN_IF_ERROR(ExplainMisses(impl, wanted, &verdicts));
  return verdicts;
}

}  // namespace

absl::StatusOr<CacheExplanation> Cache::Explain(const Program& program,
                                                const CompileOptions& options) const {
  const Program::Impl& impl = program.impl();
  TW_RETURN_IF_ERROR(impl.CheckSized());
  TW_ASSIGN_OR_RETURN(const codegen::CodeFacts facts, api::FactsOf(impl, options));
  TW_ASSIGN_OR_RETURN(jit::ProgramKeys keys,
                      jit::KeysOf(impl.compiled(), impl.sizes(), facts));
  std::vector<jit::WantedEntry> wanted = std::move(keys.kernels);
  wanted.insert(wanted.begin(), std::move(keys.executable));
  CacheExplanation explanation;
  const absl::Status runnable = jit::CheckRunnable(facts.kernel.target);
  explanation.host = std::string(runnable.message());
  TW_ASSIGN_OR_RETURN(explanation.verdicts, Judge(*impl_, wanted, runnable.ok()));
  return explanation;
}

absl::StatusOr<CacheExplanation> Cache::ExplainEntry(const std::string& key) const {
  TW_ASSIGN_OR_RETURN(const cache::EntrySummary summary,
                      cache::ReadSummary(*impl_->directory, key));
  CacheExplanation explanation;
  const absl::Status usable = jit::CheckUsable(summary.manifest);
  explanation.host = std::string(usable.message());
  std::vector<jit::WantedEntry> wanted = {{summary.profile.name, summary.manifest, ""}};
  const absl::StatusOr<cache::Entry> entry = api::ReadChecked(*impl_, key);
  if (entry.ok() && entry->has_section(cache::SectionKind::kPlan)) {
    absl::StatusOr<std::vector<jit::WantedEntry>> kernels =
        api::KernelsOf(*entry, summary.manifest);
    if (kernels.ok()) wanted.insert(wanted.end(), kernels->begin(), kernels->end());
  }
  TW_ASSIGN_OR_RETURN(explanation.verdicts, Judge(*impl_, wanted, usable.ok()));
  if (!usable.ok()) {
    for (CacheVerdict& verdict : explanation.verdicts) {
      if (verdict.outcome != Outcome::kHit) continue;
      verdict.outcome = Outcome::kRefused;
      verdict.reason = explanation.host;
    }
  }
  return explanation;
}

}  // namespace tilewright
