// From a request to a loaded kernel: the cache, else emission and compilation.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cache/format/label.h"
#include "cache/format/profile.h"
#include "jit/generator/code_generator.h"
#include "jit/generator/compile_effort.h"
#include "jit/library/dump.h"
#include "jit/library/kernel_job.h"
#include "jit/library/kernel_library.h"
#include "jit/library/launch_section.h"
#include "support/internal_error.h"
#include "support/on_threads.h"
#include "support/process_end.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"

namespace tilewright::jit {
namespace {

absl::Status GivenUp() {
  return absl::CancelledError(ProcessEnds() ? "the process ends"
                                            : "another kernel failed");
}

}  // namespace

void KernelLibrary::RunAll(const std::vector<Job*>& all,
                           const codegen::KernelFacts& facts) {
  // Kernels that take long to compile first, so that no thread begins one when the
  // others are done.
  std::vector<std::pair<int64_t, size_t>> order;
  for (size_t i = 0; i < all.size(); ++i) {
    const tile::Program* const program = all[i]->request->program;
    order.emplace_back(program == nullptr ? 0 : -CompileEffort(*program), i);
  }
  std::sort(order.begin(), order.end());
  std::vector<Job*> jobs;
  for (const auto& [effort, i] : order) jobs.push_back(all[i]);
  const bool looks_further = tiers_ != nullptr && tiers_->looks_further() &&
                             tiers_->mode() != cache::Mode::kVerify &&
                             options_.dump_dir.empty();
  if (looks_further) {
    std::vector<char> here(jobs.size(), 0);
    std::atomic<size_t> next{0};
    RunOnThreads(CompileThreads(jobs.size()), [&] {
      for (size_t i = next.fetch_add(1); i < jobs.size(); i = next.fetch_add(1)) {
        here[i] = TryHere(*jobs[i]) ? 1 : 0;
      }
    });
    std::vector<Job*> missing;
    for (size_t i = 0; i < jobs.size(); ++i) {
      if (here[i] == 0) missing.push_back(jobs[i]);
    }
    return RunFurther(missing, facts);
  }
  std::atomic<size_t> next{0};
  std::atomic<bool> failed{false};
  const auto work = [&] {
    for (size_t i = next.fetch_add(1); i < jobs.size(); i = next.fetch_add(1)) {
      if (failed || ProcessEnds()) {
        jobs[i]->status = GivenUp();
        continue;
      }
      RunOne(*jobs[i], facts);
      if (!jobs[i]->status.ok()) failed = true;
    }
  };
  RunOnThreads(CompileThreads(jobs.size()), work);
}

int KernelLibrary::CompileThreads(size_t jobs) const {
  const int threads =
      options_.compile_threads > 0 ? options_.compile_threads : ProcessorCount();
  return std::min(threads, static_cast<int>(jobs));
}

void KernelLibrary::RunFurther(const std::vector<Job*>& jobs,
                               const codegen::KernelFacts& facts) {
  using Clock = cache::LookUps::Clock;
  if (jobs.empty()) return;
  std::vector<cache::Manifest> manifests;
  for (const Job* job : jobs) manifests.push_back(job->manifest);
  const bool may_compile = jobs.front()->may_compile;
  const std::shared_ptr<cache::LookUps> look_ups = tiers_->LookFurther(
      std::move(manifests),
      may_compile ? cache::LookUps::kAtOnce : cache::LookUps::kAtOnceWaiting);
  const Clock::time_point start = Clock::now();
  // One that took longer over the plan is not near.
  const bool near = tiers_->last_wait() < tiers_->near();
  const Clock::time_point patience = !may_compile ? tiers_->Patience()
                                     : near       ? start + 2 * tiers_->near()
                                                  : start;
  std::atomic<bool> failed{false};
  std::atomic<int64_t> gained_us{0};
  RunOnThreads(CompileThreads(jobs.size()), [&] {
    while (std::optional<cache::LookUps::Taken> taken = look_ups->Next(patience)) {
      Job& job = *jobs[taken->number];
      if (failed || ProcessEnds()) {
        job.status = GivenUp();
        continue;
      }
      if (taken->entry.has_value()) {
        tiers_->CountFurther();
        if (TryEntry(*taken->entry, job)) {
          gained_us +=
              cache::ParseProfile(taken->entry->section(cache::SectionKind::kProfile))
                  .compile_us();
          continue;
        }
      } else {
        ++job.counters.cache_misses;
        NoteMiss(job);
      }
      if (!job.may_compile) continue;
      job.status = InternalErrorIn(job.request->origin, Build(job, facts));
      if (!job.status.ok()) failed = true;
    }
  });
  look_ups->GiveUp();
  // Who compiles meanwhile does not wait.
  if (!may_compile) {
    tiers_->CountWait(Clock::now() - start, std::chrono::microseconds(gained_us));
  }
}

void KernelLibrary::RunOne(Job& job, const codegen::KernelFacts& facts) {
  if (TryCache(job)) {
    if (tiers_ == nullptr || tiers_->mode() != cache::Mode::kVerify) return;
    if (!job.may_compile || !job.request->can_be_emitted()) return;
  } else if (!job.may_compile) {
    return;
  }
  job.status = InternalErrorIn(job.request->origin, Build(job, facts));
}

bool KernelLibrary::TryCache(Job& job) {
  if (tiers_ == nullptr || !options_.dump_dir.empty()) {
    ++job.counters.cache_misses;
    NoteMiss(job);
    return false;
  }
  std::optional<cache::Entry> entry;
  {
    const Stopwatch watch(&job.counters.load_ms);
    entry = tiers_->Find(job.manifest, &job.refusal);
  }
  if (entry.has_value()) return TryEntry(*entry, job);
  ++job.counters.cache_misses;
  NoteMiss(job);
  return false;
}

bool KernelLibrary::TryHere(Job& job) {
  std::optional<cache::Entry> entry;
  {
    const Stopwatch watch(&job.counters.load_ms);
    entry = tiers_->FindHere(job.manifest, &job.refusal);
  }
  if (!entry.has_value()) return false;
  const int misses = job.counters.cache_misses;
  if (TryEntry(*entry, job)) return true;
  job.counters.cache_misses = misses;  // one question, however many places it goes to
  return false;
}

bool KernelLibrary::TryEntry(const cache::Entry& entry, Job& job) {
  const absl::string_view object = entry.section(cache::SectionKind::kObject);
  const absl::Status status = Use(entry, job);
  job.refusal = std::string(status.message());
  if (absl::IsNotFound(status)) {
    ++job.counters.cache_misses;
    NoteMiss(job);
    return false;
  }
  if (!status.ok()) {
    // A sound file with an object that may not be loaded: set aside, made anew.
    job.counters.warnings.push_back(
        absl::StrCat("cache entry ", job.manifest.Name(), ": ", status.message()));
    cache::Refusal reason = cache::Refusal::kContent;
    CheckObject(object, &reason).IgnoreError();
    tiers_->Refuse(job.manifest, reason);
    ++job.counters.cache_misses;
    NoteMiss(job);
    return false;
  }
  ++job.counters.cache_hits;
  if (job.counters.notes_hits) {
    job.counters.look_ups.push_back(
        {LookUp::Outcome::kHit, job.request->name, job.manifest, "", ""});
  }
  const cache::Profile profile =
      cache::ParseProfile(entry.section(cache::SectionKind::kProfile));
  const int64_t load_us = static_cast<int64_t>(job.counters.load_ms * 1000);
  job.counters.saved_us += profile.compile_us() - load_us;
  tiers_->CountTime(profile.compile_us() - load_us, load_us);
  return true;
}

void KernelLibrary::NoteMiss(Job& job) {
  if (!job.counters.notes_misses) return;
  job.counters.look_ups.push_back(
      {job.refusal.empty() ? LookUp::Outcome::kMiss : LookUp::Outcome::kRefused,
       job.request->name, job.manifest, job.refusal, ""});
}

absl::Status KernelLibrary::Use(const cache::Entry& entry, Job& job) {
  const plan::Launch* const wanted = job.request->launch;
  if (wanted != nullptr) {
    TW_ASSIGN_OR_RETURN(job.launch, LaunchOf(entry));
    if (job.launch != *wanted) {
      // Whoever can emit the kernel has just planned it. A plan from the cache may be
      // what is wrong.
      constexpr char kOther[] = "its kernel is launched otherwise";
      return job.request->can_be_emitted() ? absl::DataLossError(kOther)
                                           : absl::NotFoundError(kOther);
    }
  }
  if (!job.load) return absl::OkStatus();
  return Load(job, entry.section(cache::SectionKind::kObject));
}

absl::Status KernelLibrary::Load(Job& job, absl::string_view object) {
  const Stopwatch watch(&job.counters.load_ms);
  TW_ASSIGN_OR_RETURN(job.kernel, loader_->Load(object, job.request->name));
  return absl::OkStatus();
}

absl::StatusOr<std::string> KernelLibrary::EmitAndCompile(
    Job& job, const codegen::KernelFacts& facts) {
  const KernelRequest& request = *job.request;
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  if (!options_.dump_dir.empty()) {
    TW_RETURN_IF_ERROR(DumpStage(options_.dump_dir, request, "tile.txt", request.text));
    for (const auto& [ending, form] :
         {std::pair("ll", CodeForm::kIr), std::pair("s", CodeForm::kAssembly)}) {
      TW_ASSIGN_OR_RETURN(const GeneratedCode code,
                          generator->Generate(request, facts, form));
      TW_RETURN_IF_ERROR(DumpStage(options_.dump_dir, request, ending, code.bytes));
    }
  }
  GeneratedCode code;
  TW_ASSIGN_OR_RETURN(code, generator->Generate(request, facts, CodeForm::kObject));
  ++job.counters.emitted;
  ++job.counters.compiled;
  job.counters.emit_ms += code.emit_ms;
  job.counters.codegen_ms += code.codegen_ms;
  return std::move(code.bytes);
}

absl::Status KernelLibrary::Build(Job& job, const codegen::KernelFacts& facts) {
  if (!job.request->can_be_emitted()) {
    return absl::NotFoundError(
        absl::StrCat("kernel ", job.request->name, " is not in the cache"));
  }
  std::string object;
  TW_ASSIGN_OR_RETURN(object, EmitAndCompile(job, facts));
  if (!options_.dump_dir.empty()) {
    TW_RETURN_IF_ERROR(DumpStage(options_.dump_dir, *job.request, "o", object));
  }
  if (job.load) TW_RETURN_IF_ERROR(Load(job, object));
  const plan::Launch* const launch = job.request->launch;
  if (launch != nullptr) job.launch = *launch;
  if (tiers_ != nullptr && tiers_->mode() == cache::Mode::kVerify) {
    const std::optional<cache::Entry> entry = tiers_->Find(job.manifest);
    if (entry.has_value()) {
      if (entry->section(cache::SectionKind::kObject) == absl::string_view(object)) {
        return absl::OkStatus();
      }
      ++job.counters.mismatches;
      job.counters.warnings.push_back(absl::StrCat(
          "cache entry ", job.manifest.Name(), " (kernel ", job.request->name,
          ") differs from what is compiled now; replaced"));
    }
  }
  std::vector<cache::Section> sections;
  // The profile comes first: listings read no further.
  sections.push_back(
      {cache::SectionKind::kProfile,
       cache::FormatProfile(
           {.name = job.request->name,
            .emit_us = static_cast<int64_t>(job.counters.emit_ms * 1000),
            .codegen_us = static_cast<int64_t>(job.counters.codegen_ms * 1000),
            .created = static_cast<int64_t>(std::time(nullptr)),
            .labels = cache::LabelsOf(job.request->label)})});
  if (launch != nullptr) {
    sections.push_back({cache::SectionKind::kLaunch, LaunchSection(*launch, object)});
  }
  sections.push_back({cache::SectionKind::kObject, std::move(object)});
  if (!job.request->text.empty()) {
    sections.push_back({cache::SectionKind::kGraph, job.request->text});
  }
  Store(job.manifest, sections, &job.counters);
  return absl::OkStatus();
}

}  // namespace tilewright::jit
