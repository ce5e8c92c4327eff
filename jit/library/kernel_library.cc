#include "jit/library/kernel_library.h"

#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "cache/settings/settings.h"
#include "cache/tiers/check_setting.h"
#include "jit/library/kernel_job.h"
#include "jit/library/keys.h"
#include "jit/llvm/target.h"
#include "support/environment.h"
#include "support/hash.h"
#include "support/status_macros.h"
#include "support/warn.h"

namespace tilewright::jit {
namespace {

void Add(const CompileCounters& from, CompileCounters* to) {
  to->kernels += from.kernels;
  to->memory_hits += from.memory_hits;
  to->cache_hits += from.cache_hits;
  to->cache_misses += from.cache_misses;
  to->emitted += from.emitted;
  to->compiled += from.compiled;
  to->plan_hits += from.plan_hits;
  to->plan_misses += from.plan_misses;
  to->mismatches += from.mismatches;
  to->not_stored += from.not_stored;
  to->emit_ms += from.emit_ms;
  to->codegen_ms += from.codegen_ms;
  to->load_ms += from.load_ms;
  to->saved_us += from.saved_us;
  to->look_ups.insert(to->look_ups.end(), from.look_ups.begin(), from.look_ups.end());
  to->warnings.insert(to->warnings.end(), from.warnings.begin(), from.warnings.end());
}

// What is wrong with a cache is told once, however many libraries open it.
void WarnOnce(const std::string& warning) {
  static std::mutex mutex;
  static auto* const told = new std::set<std::string>();
  const std::lock_guard<std::mutex> lock(mutex);
  if (told->insert(warning).second) Warn(warning);
}

}  // namespace

KernelLibrary::Options KernelLibrary::FromEnvironment(const CachePlaces& cache,
                                                      int compile_threads) {
  Options options;
  options.cache = WithSettings(cache);
  options.compile_threads = compile_threads;
  options.dump_dir = std::string(Environment("TILEWRIGHT_DUMP"));
  options.loader = CodeLoader::OptionsFromEnvironment();
  return options;
}

absl::StatusOr<std::shared_ptr<KernelLibrary>> KernelLibrary::Create(
    const Options& options) {
  std::shared_ptr<KernelLibrary> library = absl::WrapUnique(new KernelLibrary(options));
  TW_ASSIGN_OR_RETURN(library->loader_, CodeLoader::Create(options.loader));
  library->log_ = cache::FindSetting(cache::SettingId::kLog).value;
  for (const std::string& problem : cache::NewSettingProblems()) Warn(problem);
  if (options.cache.mode == cache::Mode::kOff) return library;
  std::vector<std::string> warnings;
  absl::StatusOr<std::unique_ptr<cache::Tiers>> tiers =
      OpenCache(options.cache, &warnings);
  for (const std::string& warning : warnings) WarnOnce(warning);
  if (!tiers.ok()) {
    WarnOnce(absl::StrCat(tiers.status().message(), "; going on without the cache"));
    return library;
  }
  library->tiers_ = *std::move(tiers);
  return library;
}

absl::StatusOr<std::shared_ptr<KernelLibrary>> KernelLibrary::ForProcess(
    const Options& options) {
  struct Libraries {
    std::mutex mutex;
    std::map<std::string, std::shared_ptr<KernelLibrary>> by_options;
  };
  // Never destroyed: threads may still run kernels when the process exits. What their
  // caches counted is written down then, and what they have yet to write gets a moment.
  static Libraries* const kLibraries = [] {
    std::atexit([] {
      std::lock_guard<std::mutex> lock(kLibraries->mutex);
      for (const auto& [key, library] : kLibraries->by_options) {
        if (library != nullptr && library->tiers_ != nullptr) library->tiers_->Close();
      }
    });
    return new Libraries();
  }();
  const CachePlaces& cache = options.cache;
  const std::string key =
      absl::StrCat(static_cast<int>(cache.mode), "\n",
                   cache.dir.empty() ? cache::DefaultDirectory() : cache.dir, "\n",
                   cache.shared, "\n", cache.remote, "\n", options.compile_threads, "\n",
                   options.dump_dir, "\n", options.loader.perf, options.loader.gdb);
  std::lock_guard<std::mutex> lock(kLibraries->mutex);
  std::shared_ptr<KernelLibrary>& library = kLibraries->by_options[key];
  if (library == nullptr) {
    TW_ASSIGN_OR_RETURN(library, Create(options));
  }
  return library;
}

KernelLibrary::~KernelLibrary() = default;

cache::Counters KernelLibrary::cache_counters() const {
  return tiers_ == nullptr ? cache::Counters() : tiers_->counters();
}

absl::StatusOr<std::vector<std::shared_ptr<const LoadedKernel>>> KernelLibrary::Find(
    absl::Span<const KernelRequest> requests, const codegen::KernelFacts& facts,
    CompileCounters* counters) {
  return Get(requests, facts, /*may_compile=*/false, counters);
}

absl::StatusOr<std::vector<std::shared_ptr<const LoadedKernel>>>
KernelLibrary::GetOrCompile(absl::Span<const KernelRequest> requests,
                            const codegen::KernelFacts& facts,
                            CompileCounters* counters) {
  return Get(requests, facts, /*may_compile=*/true, counters);
}

absl::StatusOr<std::vector<std::shared_ptr<const LoadedKernel>>> KernelLibrary::Get(
    absl::Span<const KernelRequest> requests, const codegen::KernelFacts& facts,
    bool may_compile, CompileCounters* counters) {
  TW_RETURN_IF_ERROR(CheckRunnable(facts.target));
  std::vector<size_t> places;
  std::vector<Job> jobs = DistinctJobs(requests, &places);
  const std::string common = Sha256Hex(KernelManifest("", facts).Text()).substr(0, 32);
  std::vector<Job*> open;
  for (Job& job : jobs) {
    job.key = absl::StrCat(common, job.request->identity);
    job.may_compile = may_compile;
    open.push_back(&job);
  }
  for (Job& job : jobs) {
    job.counters.notes_misses = counters->notes_misses;
    job.counters.notes_hits = counters->notes_hits;
  }
  counters->kernels += static_cast<int>(jobs.size());
  while (!open.empty()) {
    std::vector<Job*> theirs;
    const std::vector<Job*> mine = Claim(open, &theirs, counters);
    for (Job* job : mine) {
      job->manifest = KernelManifest(job->request->identity, facts);
    }
    RunAll(mine, facts);
    Release(mine);
    TW_RETURN_IF_ERROR(Outcome(mine, counters));
    open = std::move(theirs);
  }
  std::vector<std::shared_ptr<const LoadedKernel>> kernels;
  for (size_t place : places) kernels.push_back(jobs[place].kernel);
  return kernels;
}

absl::Status KernelLibrary::CompileOnly(absl::Span<const KernelRequest> requests,
                                        const codegen::KernelFacts& facts,
                                        CompileCounters* counters) {
  std::vector<size_t> places;
  std::vector<Job> jobs = DistinctJobs(requests, &places);
  std::vector<Job*> all;
  for (Job& job : jobs) {
    job.manifest = KernelManifest(job.request->identity, facts);
    job.may_compile = true;
    job.load = false;
    job.counters.notes_misses = counters->notes_misses;
    job.counters.notes_hits = counters->notes_hits;
    all.push_back(&job);
  }
  counters->kernels += static_cast<int>(jobs.size());
  RunAll(all, facts);
  return Outcome(all, counters);
}

std::vector<KernelLibrary::Job> KernelLibrary::DistinctJobs(
    absl::Span<const KernelRequest> requests, std::vector<size_t>* places) {
  std::map<absl::string_view, size_t> by_identity;
  std::vector<Job> jobs;
  for (const KernelRequest& request : requests) {
    const auto [found, is_new] = by_identity.emplace(request.identity, jobs.size());
    places->push_back(found->second);
    if (is_new) jobs.emplace_back().request = &request;
  }
  return jobs;
}

std::vector<KernelLibrary::Job*> KernelLibrary::Claim(const std::vector<Job*>& jobs,
                                                      std::vector<Job*>* theirs,
                                                      CompileCounters* counters) {
  std::vector<Job*> mine;
  std::unique_lock<std::mutex> lock(mutex_);
  for (Job* job : jobs) {
    Slot& slot = slots_[job->key];
    const plan::Launch* const launch = job->request->launch;
    const bool fits = launch == nullptr || slot.launch == *launch;
    job->kernel = fits ? slot.kernel.lock() : nullptr;
    if (job->kernel != nullptr) {
      ++counters->memory_hits;
    } else if (slot.building) {
      theirs->push_back(job);
    } else {
      slot.building = true;
      mine.push_back(job);
    }
  }
  if (mine.empty() && !theirs->empty()) {
    changed_.wait(lock, [&] { return !slots_[theirs->front()->key].building; });
  }
  return mine;
}

void KernelLibrary::Release(const std::vector<Job*>& jobs) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    for (Job* job : jobs) {
      Slot& slot = slots_[job->key];
      slot.building = false;
      slot.kernel = job->kernel;
      slot.launch = std::move(job->launch);
    }
    ForgetUnheld();
  }
  changed_.notify_all();
}

absl::Status KernelLibrary::Outcome(const std::vector<Job*>& jobs,
                                    CompileCounters* counters) {
  absl::Status first_failure;
  for (const Job* job : jobs) {
    Add(job->counters, counters);
    if (job->status.ok()) continue;
    if (first_failure.ok() || absl::IsCancelled(first_failure)) {
      first_failure = job->status;
    }
  }
  return first_failure;
}

void KernelLibrary::Explain(const std::string& label, CompileCounters* counters) {
  std::vector<LookUp>& look_ups = counters->look_ups;
  look_ups = Distinct(look_ups);
  const std::string never = !options_.dump_dir.empty() || tiers_ == nullptr
                                ? WhyNothingIsLookedUp(options_.cache.mode)
                                : "";
  std::vector<size_t> places;
  std::vector<cache::Manifest> missed;
  for (size_t i = 0; i < look_ups.size(); ++i) {
    if (look_ups[i].outcome != LookUp::Outcome::kMiss) continue;
    look_ups[i].cause = never.empty() ? "the cache did not open" : never;
    places.push_back(i);
    missed.push_back(look_ups[i].manifest);
  }
  const std::shared_ptr<const cache::Directory> directory =
      store() == nullptr ? nullptr : store()->directory();
  if (never.empty() && directory != nullptr && !missed.empty()) {
    const std::vector<cache::MissCause> causes = miss_index_.Explain(*directory, missed);
    // What a program differs in makes its kernels new.
    std::string difference;
    for (size_t i = 0; i < places.size(); ++i) {
      LookUp& look_up = look_ups[places[i]];
      look_up.cause = causes[i].text;
      look_up.nearest = causes[i].nearest;
      const bool is_program = look_up.manifest.Get("kind") == "executable";
      if (is_program && !look_up.nearest.empty()) difference = look_up.cause;
      if (!is_program && look_up.nearest.empty() && !difference.empty()) {
        absl::StrAppend(&look_up.cause, ", as ", difference);
      }
    }
  }
  if (!logs()) return;
  const std::string error = AppendLookUps(log_, look_ups, label);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (error.empty() || !told_of_.insert(log_).second) return;
  counters->warnings.push_back(absl::StrCat("log of the cache ", log_, ": ", error));
}

void KernelLibrary::CountFor(const std::string& label, const CompileCounters& counters) {
  if (tiers_ == nullptr) return;
  tiers_->CountFor(label, {.hits = counters.cache_hits + counters.plan_hits,
                           .misses = counters.cache_misses + counters.plan_misses,
                           .saved_us = counters.saved_us,
                           .load_us = static_cast<int64_t>(counters.load_ms * 1000)});
}

std::vector<std::string> KernelLibrary::Troubles() const {
  std::vector<std::string> sentences;
  if (tiers_ == nullptr) return sentences;
  for (cache::Tiers::Trouble& trouble : tiers_->Troubles()) {
    sentences.push_back(std::move(trouble.what));
  }
  return sentences;
}

std::vector<std::string> KernelLibrary::NewTroubles() {
  std::vector<std::string> sentences;
  if (tiers_ == nullptr) return sentences;
  for (cache::Tiers::Trouble& trouble : tiers_->Troubles()) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (told_of_.insert(trouble.tier).second) {
      sentences.push_back(std::move(trouble.what));
    }
  }
  return sentences;
}

void KernelLibrary::Store(const cache::Manifest& manifest,
                          const std::vector<cache::Section>& sections,
                          CompileCounters* counters) {
  const cache::Mode mode = options_.cache.mode;
  if (mode == cache::Mode::kOff || mode == cache::Mode::kReadOnly) return;
  // The cache may not have opened at all.
  const bool kept = tiers_ != nullptr && tiers_->Publish(manifest, sections);
  if (!kept) ++counters->not_stored;
}

void KernelLibrary::ForgetUnheld() {
  if (slots_.size() < forget_at_) return;
  for (auto slot = slots_.begin(); slot != slots_.end();) {
    if (slot->second.building || !slot->second.kernel.expired()) {
      ++slot;
    } else {
      slot = slots_.erase(slot);
    }
  }
  forget_at_ = 2 * slots_.size() + 256;
}

}  // namespace tilewright::jit
