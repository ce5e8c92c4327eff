// Whole executables in the cache.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cache/format/label.h"
#include "cache/format/profile.h"
#include "jit/library/kernel_library.h"

namespace tilewright::jit {

std::optional<std::string> KernelLibrary::FindPlan(const PlanRequest& request,
                                                   CompileCounters* counters,
                                                   const Meanwhile& meanwhile) {
  // While verifying or dumping, everything is planned again.
  if (tiers_ == nullptr || tiers_->mode() == cache::Mode::kVerify ||
      !options_.dump_dir.empty()) {
    ++counters->plan_misses;
    NotePlan(request, LookUp::Outcome::kMiss, "", counters);
    return std::nullopt;
  }
  std::string why;
  std::optional<cache::Entry> entry = tiers_->FindHere(request.manifest, &why);
  if (!entry.has_value() && tiers_->looks_further()) {
    entry = FindPlanFurther(request.manifest, meanwhile);
    if (entry.has_value()) tiers_->CountFurther();
  }
  if (!entry.has_value() || !entry->has_section(cache::SectionKind::kPlan)) {
    ++counters->plan_misses;
    NotePlan(request, why.empty() ? LookUp::Outcome::kMiss : LookUp::Outcome::kRefused,
             why, counters);
    return std::nullopt;
  }
  ++counters->plan_hits;
  NotePlan(request, LookUp::Outcome::kHit, "", counters);
  NoteLabel(request.label, *entry);
  return std::string(entry->section(cache::SectionKind::kPlan));
}

std::optional<cache::Entry> KernelLibrary::FindPlanFurther(
    const cache::Manifest& manifest, const Meanwhile& meanwhile) {
  using Clock = cache::LookUps::Clock;
  const auto look_ups = tiers_->LookFurther({manifest});
  const Clock::time_point start = Clock::now();
  Clock::time_point patience = tiers_->Patience();
  std::chrono::microseconds busy(0);
  // A directory has answered before anything is loaded that planning needs.
  constexpr std::chrono::milliseconds kOfDirectories(2);
  if (meanwhile && !look_ups->Answered(start + kOfDirectories)) {
    const Clock::time_point begin = Clock::now();
    meanwhile([&] { return look_ups->has_found(); });
    const Clock::time_point end = Clock::now();
    if (!look_ups->has_found()) {
      busy = std::chrono::duration_cast<std::chrono::microseconds>(end - begin);
    }
    patience = std::max(end, start + tiers_->near());
  }
  const auto answered = look_ups->Answered(patience);
  std::optional<cache::Entry> entry = std::move(look_ups->Next(patience)->entry);
  const Clock::duration wait = answered.value_or(Clock::now()) - start;
  // What it gains is what its kernels do.
  tiers_->CountWait(wait,
                    std::min(busy, std::chrono::duration_cast<decltype(busy)>(wait)));
  return entry;
}

void KernelLibrary::NotePlan(const PlanRequest& request, LookUp::Outcome outcome,
                             std::string why, CompileCounters* counters) {
  const bool is_hit = outcome == LookUp::Outcome::kHit;
  if (is_hit ? !counters->notes_hits : !counters->notes_misses) return;
  counters->look_ups.push_back(
      {outcome, request.name, request.manifest, std::move(why), ""});
}

void KernelLibrary::NoteLabel(const std::string& label, const cache::Entry& entry) {
  if (label.empty() || tiers_->local() == nullptr) return;
  std::vector<std::string> labels =
      cache::ParseProfile(entry.section(cache::SectionKind::kProfile)).labels;
  const bool is_known = std::find(labels.begin(), labels.end(), label) != labels.end();
  if (is_known || labels.size() >= cache::kMaxLabels) return;
  labels.push_back(label);
  tiers_->local()->Relabel(entry, labels);
}

void KernelLibrary::StorePlan(const PlanRequest& request, absl::string_view plan,
                              CompileCounters* counters) {
  const cache::Manifest& manifest = request.manifest;
  if (tiers_ != nullptr && tiers_->mode() == cache::Mode::kVerify) {
    const std::optional<cache::Entry> entry = tiers_->Find(manifest);
    if (entry.has_value()) {
      if (entry->section(cache::SectionKind::kPlan) == plan) return;
      ++counters->mismatches;
      counters->warnings.push_back(
          absl::StrCat("cache entry ", manifest.Name(),
                       " (executable) differs from what is planned now; replaced"));
    }
  }
  std::vector<cache::Section> sections;
  sections.push_back(
      {cache::SectionKind::kProfile,
       cache::FormatProfile({.name = request.name,
                             .created = static_cast<int64_t>(std::time(nullptr)),
                             .labels = cache::LabelsOf(request.label)})});
  sections.push_back({cache::SectionKind::kPlan, std::string(plan)});
  sections.push_back({cache::SectionKind::kGraph, request.canonical_text});
  if (!request.source.empty()) {
    sections.push_back({cache::SectionKind::kSource, request.source});
  }
  Store(manifest, sections, counters);
}

void KernelLibrary::RejectPlan(const PlanRequest& request, const std::string& why,
                               CompileCounters* counters) {
  if (counters != nullptr) {
    NotePlan(request, LookUp::Outcome::kRefused, why, counters);
  }
  if (tiers_ == nullptr) return;
  tiers_->Refuse(request.manifest, cache::Refusal::kContent);
}

}  // namespace tilewright::jit
