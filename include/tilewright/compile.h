// Compilation: a program and the facts that decide its code in, an executable
// out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "tilewright/export.h"
#include "tilewright/program.h"
#include "tilewright/types.h"

namespace tilewright {

// tpu: f32 contractions at precision DEFAULT round their operands to bf16 and
// accumulate in f32; functions within 8 ULP; subnormals may be flushed.
// ieee: f32 stays f32, subnormals live, real functions within 3 ULP.
enum class NumericMode : uint8_t { kTpu, kIeee };

struct CompileOptions {
  NumericMode numerics = NumericMode::kTpu;
  // native, x86-64-v3, x86-64-v4, x86-64-v4-bf16, aarch64, aarch64-v8.2, aarch64-v8.6;
  // but for native with a class of processors that code is tuned for, if wanted:
  // "x86-64-v3:zen3".
  std::string target = "native";
  std::string chip = "v5e";
  bool cluster = true;  // false: one kernel an operation
  int threads = 0;      // that compile; 0: as many as the machine has
  // off, ro (read only), rw, verify (compile anyway and compare). The
  // directory: empty for the user's own.
  std::string cache_mode = "rw";
  std::string cache_dir;
  // Further places, looked into after the directory: "ro:/path;rw:/path2" and
  // "ro:http://host/base;redis://host/0"; empty for those that TILEWRIGHT_CACHE_SHARED
  // and TILEWRIGHT_CACHE_REMOTE name. They need a key (docs/sharing.md).
  std::string cache_shared;
  std::string cache_remote;
  // What the program is for, in listings of the cache: a model's name. Up to 100 bytes
  // without commas; empty for that of TILEWRIGHT_LABEL. It decides no byte of code.
  std::string label;
  // Fills in CompileReport::misses and cache_troubles, for which the cache is looked
  // through.
  bool explain_misses = false;
  // Kernels that the program calls (tilewright/kernel.h) are compiled with checks,
  // run on one thread, and their mistakes are errors of the run.
  bool kernel_debug = false;

  friend bool operator==(const CompileOptions&, const CompileOptions&) = default;
};

// What CompileOptions::target can be, without classes of processors.
TILEWRIGHT_EXPORT std::vector<std::string> TargetNames();

// What code for a target rests on.
struct TargetFacts {
  std::string name;       // "native", "x86-64-v4:zen5"
  std::string cpu;        // LLVM's name: of native, what this machine was taken for
  std::string tuned_for;  // a class of processors: "zen4"
  bool nearest = false;   // by features: that class does not name the CPU
  std::string processor;  // what those do in a cycle: "multiply_adds=1 ..."
  int vector_bits = 0;
  int64_t l1_bytes = 0, l2_bytes = 0;  // data caches of a core
  absl::Status runnable;               // on this machine: which features it lacks
};

// INVALID_ARGUMENT, with what there is, for what CompileOptions::target cannot be.
TILEWRIGHT_EXPORT absl::StatusOr<TargetFacts> DescribeTarget(std::string_view name);

// The classes of processors that a target can be tuned for. INVALID_ARGUMENT as above.
TILEWRIGHT_EXPORT absl::StatusOr<std::vector<std::string>> ProcessorClasses(
    std::string_view target);

// Options with the target of TILEWRIGHT_TARGET, mode and directory of the cache's
// settings (tilewright/cache_settings.h), and debugging of kernels where
// TILEWRIGHT_KERNEL_DEBUG is 1.
TILEWRIGHT_EXPORT CompileOptions CompileOptionsFromEnvironment();

// Something that was asked of the cache and not found, or not used.
struct CacheMiss {
  std::string kind;  // "executable", "kernel"
  std::string name;
  std::string key;
  // "new program", "new kernel", "numerics is ieee here, tpu there", or why what is there
  // was refused.
  std::string cause;
  std::string nearest;  // the key of the entry that differs in that; or ""
  bool refused = false;
};

// Counters and times of one compilation.
struct CompileReport {
  int clusters = 0;          // steps that run a kernel
  int kernels = 0;           // distinct ones
  int kernels_planned = 0;   // whose tile programs were wanted: all, or those missing
  int kernels_emitted = 0;   // to LLVM IR
  int kernels_compiled = 0;  // to machine code
  int cache_hits = 0;
  int cache_misses = 0;
  int not_stored = 0;  // entries that the cache should have kept, and could not
  bool plan_from_cache = false;
  double plan_ms = 0;
  double emit_ms = 0;     // summed over threads
  double codegen_ms = 0;  // summed over threads
  double load_ms = 0;
  double compile_ms = 0;    // wall
  int64_t arena_bytes = 0;  // temporary memory of one run
  int64_t constant_bytes = 0;
  // Of a program whose text leaves sizes open: what they are here ("s0", 8); and of
  // `kernels` those that take them when they run, so that other sizes find them made.
  std::vector<std::pair<std::string, int64_t>> sizes = {};
  int kernels_open = 0;
  // What was compiled for these sizes alone. The cause, with the operation's name and
  // place, where it is the whole program; else steps, "dot_general.3 (model.mlir:12:3)".
  std::string all_sized_because = {};
  std::vector<std::string> sized_steps = {};
  std::vector<CacheMiss> misses = {};
  // What shared and remote places of the cache did wrong so far, a sentence each.
  std::vector<std::string> cache_troubles = {};
};

// The memory of input `input`, when the caller gives it up, becomes output
// `output`'s.
struct Donation {
  int input = 0;
  int output = 0;
};

// Immutable and cheap to copy; may run on many threads at once.
//
// That of an open program (Program::open) runs with inputs of any sizes that fit it: what
// is missing for them is compiled when they are first met, which is little where kernels
// take sizes when they run. It keeps what it made for the last 64 sizes.
class TILEWRIGHT_EXPORT Executable {
 public:
  // Unimplemented, by name, for operations that are refused; InvalidArgument
  // for options that do not exist; FailedPrecondition for a target that this
  // machine cannot run (it is compiled all the same into the cache).
  static absl::StatusOr<Executable> Compile(const Program& program,
                                            const CompileOptions& options);

  bool open() const;
  // The executable for inputs of these types: what an open one runs them with; one that
  // is not open is itself. The errors are those of Program::At and of Compile.
  absl::StatusOr<Executable> At(const std::vector<TensorType>& input_types) const;

  // Types of an open one have kOpenSize, and its report is empty.
  const std::vector<TensorType>& inputs() const;
  const std::vector<TensorType>& outputs() const;
  const std::vector<Donation>& donations() const;
  const CompileReport& report() const;

  struct Impl;
  explicit Executable(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const std::shared_ptr<const Impl>& impl() const { return impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

// Compiles into the cache, for any target: what a machine that runs it will find there.
// Errors as Executable::Compile, but for targets that this machine cannot run, which are
// none.
TILEWRIGHT_EXPORT absl::StatusOr<CompileReport> CompileOnly(
    const Program& program, const CompileOptions& options);

// A stage of compilation as text, for people: "ir", "clusters", "tile",
// "llvm", "asm".
TILEWRIGHT_EXPORT absl::StatusOr<std::string> PrintStage(const Program& program,
                                                         const CompileOptions& options,
                                                         std::string_view stage);

}  // namespace tilewright
