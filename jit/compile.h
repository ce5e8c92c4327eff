// From a program to loaded kernels and a plan, through the cache.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "codegen/facts/code_facts.h"
#include "ir/program.h"
#include "jit/library/look_up.h"
#include "jit/load/code_loader.h"
#include "plan/plan.h"

namespace tilewright::jit {

struct CompileOptions {
  codegen::CodeFacts facts;
  // Of the program's symbols, in their order: the sizes that it is compiled for. Kernels
  // that take sizes when they run are the same for others.
  std::vector<int64_t> sizes;
  int compile_threads = 0;  // 0: as many as the machine has
  // TILEWRIGHT_CACHE: off, ro, rw, verify. Directory: empty for the default.
  std::string cache_mode;
  std::string cache_dir;
  // cache/tiers/tier_options.h; empty: as TILEWRIGHT_CACHE_SHARED and _REMOTE say.
  std::string cache_shared;
  std::string cache_remote;
  // What the program is called and what it is for, for people who look into the cache;
  // "" is its entry function's name, and the label of the settings.
  std::string name;
  std::string label;
  // Fills in CompileStats::look_ups, for which the cache is looked through where it has
  // not everything.
  bool explain_misses = false;
};

// Counters and times of one compilation.
struct CompileStats {
  int kernels = 0;           // distinct kernels of the program
  int kernels_planned = 0;   // whose tile programs were wanted: all, or those missing
  int kernels_emitted = 0;   // to LLVM IR
  int kernels_compiled = 0;  // to an object
  int cache_hits = 0;
  int cache_misses = 0;
  int not_stored = 0;  // entries that were made and could not be kept
  bool plan_from_cache = false;
  double plan_ms = 0;     // simplify, cluster, lower to tile programs
  double emit_ms = 0;     // summed over threads
  double codegen_ms = 0;  // summed over threads
  double load_ms = 0;
  double total_ms = 0;  // wall, without what explaining misses took
  double explain_ms = 0;
  // Only where CompileOptions::explain_misses says so.
  std::vector<LookUp> look_ups;
  std::vector<std::string> cache_troubles;
};

struct CompiledProgram {
  plan::Plan plan;
  // Of plan.kernels, in order; empty when this machine cannot run the target's
  // code, which is then in the cache only.
  std::vector<std::shared_ptr<const LoadedKernel>> kernels;
  CompileStats stats;
};

// `program` is verified. InvalidArgument or Unimplemented, by name, for what
// the compiler does not take.
absl::StatusOr<CompiledProgram> CompileProgram(const ir::Program& program,
                                               const CompileOptions& options);

// For a plan from the cache that was sound and fails a run: sets it aside, so that the
// next compilation of the program plans it again.
void RejectPlan(const ir::Program& program, const CompileOptions& options);

// Equal where all that decides what is made of a program is: this compiler, the target,
// the chip, the numerics and the options. Hexadecimal digits.
std::string FactsDigest(const codegen::CodeFacts& facts);

// What a front end wants to know again in other processes: kept in the compilation cache,
// on this machine, under a name of its own and all that FactsDigest tells apart. Nothing
// that is made may depend on it: anybody may have changed it, and any of several that are
// kept at once may be the one that stays. "": there is none, or no cache.
std::string FindNotes(absl::string_view name, const CompileOptions& options);
void KeepNotes(absl::string_view name, absl::string_view bytes,
               const CompileOptions& options);

// A stage of compilation as text, for people: "ir", "clusters", "tile",
// "llvm", "asm".
// `sizes` as CompileOptions::sizes.
absl::StatusOr<std::string> PrintStage(const ir::Program& program,
                                       const std::vector<int64_t>& sizes,
                                       const codegen::CodeFacts& facts,
                                       absl::string_view stage);

}  // namespace tilewright::jit
