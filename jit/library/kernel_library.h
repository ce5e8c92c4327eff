// Kernels by identity: from memory, from the cache, or compiled.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cache/format/manifest.h"
#include "cache/inspect/miss_index.h"
#include "cache/tiers/tiers.h"
#include "codegen/facts/code_facts.h"
#include "jit/generator/kernel_request.h"
#include "jit/library/look_up.h"
#include "jit/library/open_cache.h"
#include "jit/llvm/target.h"
#include "jit/load/code_loader.h"
#include "plan/plan.h"
#include "support/numerics.h"

namespace tilewright::jit {

// A whole compiled program that is wanted, or kept.
struct PlanRequest {
  cache::Manifest manifest;    // jit/library/keys.h
  std::string canonical_text;  // what the manifest names by content
  std::string name;            // for people
  std::string source;          // jit/library/program_source.h
  std::string label;           // cache/format/label.h
};

// What getting kernels took. Added to, never reset.
struct CompileCounters {
  int kernels = 0;      // distinct kernels asked for
  int memory_hits = 0;  // of these, loaded already
  int cache_hits = 0;
  int cache_misses = 0;
  int emitted = 0;
  int compiled = 0;
  int plan_hits = 0;
  int plan_misses = 0;
  // Mode verify: entries whose bytes differ from what is compiled now.
  int mismatches = 0;
  // Entries that were made and that the local directory did not keep, though the mode
  // would have it: the disk is full, say.
  int not_stored = 0;
  // What look_ups is filled in with, which takes a moment for each.
  bool notes_misses = false;
  bool notes_hits = false;
  std::vector<LookUp> look_ups;
  double emit_ms = 0;     // summed over threads
  double codegen_ms = 0;  // summed over threads
  double load_ms = 0;     // reading and linking, summed over threads
  int64_t saved_us = 0;   // of compilation that hits spared, less the loading
  std::vector<std::string> warnings;
};

// Thread-safe. A kernel is loaded while somebody holds it; one that several
// threads want at once is made once.
class KernelLibrary {
 public:
  struct Options {
    CachePlaces cache;
    int compile_threads = 0;  // 0: as many as the machine has
    // Where every stage of every kernel is written; "": nowhere. While set,
    // nothing is looked up.
    std::string dump_dir;
    CodeLoader::Options loader;
  };
  // Places and threads as given; what is not told of the former, dumping and loader
  // options from the environment: jit/library/open_cache.h, TILEWRIGHT_DUMP,
  // TILEWRIGHT_PERF and TILEWRIGHT_GDB.
  static Options FromEnvironment(const CachePlaces& cache, int compile_threads);

  // A cache that does not open is a warning on standard error, and off.
  static absl::StatusOr<std::shared_ptr<KernelLibrary>> Create(const Options& options);
  // The process's library for these options; made at its first use.
  static absl::StatusOr<std::shared_ptr<KernelLibrary>> ForProcess(
      const Options& options);
  ~KernelLibrary();

  // One loaded kernel per request, in order; null for those that are neither
  // loaded nor in the cache. Compiles nothing. FailedPrecondition when this
  // machine cannot run the target's code.
  absl::StatusOr<std::vector<std::shared_ptr<const LoadedKernel>>> Find(
      absl::Span<const KernelRequest> requests, const codegen::KernelFacts& facts,
      CompileCounters* counters);

  // One loaded kernel per request, in order. Misses are emitted and compiled in
  // parallel and published. The status of the first request that fails.
  absl::StatusOr<std::vector<std::shared_ptr<const LoadedKernel>>> GetOrCompile(
      absl::Span<const KernelRequest> requests, const codegen::KernelFacts& facts,
      CompileCounters* counters);

  // As GetOrCompile, for any target, without loading: fills the cache.
  absl::Status CompileOnly(absl::Span<const KernelRequest> requests,
                           const codegen::KernelFacts& facts, CompileCounters* counters);

  // What is done while places further out are asked for a plan: it makes what that would
  // spare, and may end early once one is found, which it can ask.
  using Meanwhile = std::function<void(const std::function<bool()>& is_found)>;
  // The plan's bytes (plan/serialize.h): foreign input to whoever reads them. What has no
  // answer when `meanwhile` is done, if there is one, is not waited for.
  std::optional<std::string> FindPlan(const PlanRequest& request,
                                      CompileCounters* counters,
                                      const Meanwhile& meanwhile = nullptr);
  void StorePlan(const PlanRequest& request, absl::string_view plan,
                 CompileCounters* counters);
  // For a plan that was found and is not valid: sets it aside.
  void RejectPlan(const PlanRequest& request, const std::string& why = "",
                  CompileCounters* counters = nullptr);

  // Whether every look-up is written to a file: the setting log.
  bool logs() const { return !log_.empty(); }
  // Finds the causes of misses, and writes the log. What is wrong with the latter is
  // added to the warnings, once.
  void Explain(const std::string& label, CompileCounters* counters);
  // What `counters` have is to be kept as this label's, too.
  void CountFor(const std::string& label, const CompileCounters& counters);
  // What places further out did wrong, a sentence a place.
  std::vector<std::string> Troubles() const;

  // What a front end told before; "": nothing. Foreign input to whoever reads it.
  std::string FindNotes(absl::string_view name, const codegen::CodeFacts& facts);
  void KeepNotes(absl::string_view name, absl::string_view bytes,
                 const codegen::CodeFacts& facts);

  // What places further out did wrong and was not told before: once a place.
  std::vector<std::string> NewTroubles();

  // Of the cache; all zero when it is off.
  cache::Counters cache_counters() const;
  cache::ObjectStore* store() const {
    return tiers_ == nullptr ? nullptr : tiers_->local();
  }
  cache::Tiers* tiers() const { return tiers_.get(); }
  // Bytes of code memory mapped now.
  int64_t code_bytes() const { return loader_->mapped_bytes(); }

 private:
  struct Job;
  struct Slot {
    std::weak_ptr<const LoadedKernel> kernel;
    std::optional<plan::Launch> launch;  // its own, where that is known
    bool building = false;
  };

  explicit KernelLibrary(const Options& options) : options_(options) {}

  absl::StatusOr<std::vector<std::shared_ptr<const LoadedKernel>>> Get(
      absl::Span<const KernelRequest> requests, const codegen::KernelFacts& facts,
      bool may_compile, CompileCounters* counters);
  // One for each distinct request; places[i] is the number of request i's.
  static std::vector<Job> DistinctJobs(absl::Span<const KernelRequest> requests,
                                       std::vector<size_t>* places);
  // The jobs that are ours to make; those that another thread is making are `theirs`,
  // and others are loaded already. Where none is ours, waits until one of theirs is
  // made.
  std::vector<Job*> Claim(const std::vector<Job*>& jobs, std::vector<Job*>* theirs,
                          CompileCounters* counters);
  // Lets others have what was claimed.
  void Release(const std::vector<Job*>& jobs);
  // The first failure that is one of its own, and not for another's sake.
  static absl::Status Outcome(const std::vector<Job*>& jobs, CompileCounters* counters);
  // Runs `jobs` on threads.
  void RunAll(const std::vector<Job*>& jobs, const codegen::KernelFacts& facts);
  // As RunAll, for jobs that the local directory does not have: entries further out are
  // asked for meanwhile, so that one that comes late or never delays nothing that
  // can be compiled.
  void RunFurther(const std::vector<Job*>& jobs, const codegen::KernelFacts& facts);
  // Threads for so many jobs.
  int CompileThreads(size_t jobs) const;
  void RunOne(Job& job, const codegen::KernelFacts& facts);
  // Loads what the cache has. False if it has nothing of use.
  bool TryCache(Job& job);
  // The same of the local directory, which counts nothing where it has none; and of an
  // entry.
  bool TryHere(Job& job);
  bool TryEntry(const cache::Entry& entry, Job& job);
  // Where look-ups are noted.
  void NoteMiss(Job& job);
  // In slow places, while `meanwhile` is done.
  std::optional<cache::Entry> FindPlanFurther(const cache::Manifest& manifest,
                                              const Meanwhile& meanwhile);
  void NotePlan(const PlanRequest& request, LookUp::Outcome outcome, std::string why,
                CompileCounters* counters);
  // Loads what the entry has, if it is launched as the request says. What is wrong with
  // it; NotFound where the request may be wrong as well.
  absl::Status Use(const cache::Entry& entry, Job& job);
  absl::Status Build(Job& job, const codegen::KernelFacts& facts);
  absl::StatusOr<std::string> EmitAndCompile(Job& job, const codegen::KernelFacts& facts);
  absl::Status Load(Job& job, absl::string_view object);

  // Notes under what label a plan was asked for that was made under others.
  void NoteLabel(const std::string& label, const cache::Entry& entry);
  // Publishes, or counts that it was not to be had.
  void Store(const cache::Manifest& manifest, const std::vector<cache::Section>& sections,
             CompileCounters* counters);

  // Drops the names of kernels that nobody holds.
  void ForgetUnheld();

  const Options options_;
  std::shared_ptr<CodeLoader> loader_;
  std::unique_ptr<cache::Tiers> tiers_;  // null when off

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Slot> slots_;  // guarded by mutex_
  size_t forget_at_ = 256;             // guarded by mutex_
  std::set<std::string> told_of_;      // tiers, the log; guarded by mutex_
  std::string log_;
  cache::MissIndex miss_index_;
};

}  // namespace tilewright::jit
