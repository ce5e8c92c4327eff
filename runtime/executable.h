// Compiled programs and how they run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/program.h"
#include "plan/plan.h"
#include "support/numerics.h"

namespace tilewright::runtime {

// Facts that decide a compiled program, besides the program.
struct CompileOptions {
  Numerics numerics = Numerics::kTpu;
  std::string target = "native";  // jit/target.h
  std::string chip = "v5e";       // chip/chip.h
  bool cluster = true;            // false: one kernel an operation
  int compile_threads = 0;        // 0: as many as the machine has
  // TILEWRIGHT_CACHE: off, ro, rw, verify. Directory: empty for the default.
  std::string cache_mode = "rw";
  std::string cache_dir;
};

// Counters and times of one compilation.
struct CompileStats {
  int kernels = 0;           // distinct kernels of the program
  int kernels_planned = 0;   // tile programs built
  int kernels_emitted = 0;   // to LLVM IR
  int kernels_compiled = 0;  // to an object
  int cache_hits = 0;
  int cache_misses = 0;
  bool plan_from_cache = false;
  double plan_ms = 0;     // simplify, cluster, lower to tile programs
  double emit_ms = 0;     // summed over threads
  double codegen_ms = 0;  // summed over threads
  double load_ms = 0;
  double total_ms = 0;    // wall
};

// What one execution did. Filled on request.
struct StepProfile {
  std::string name;   // source operation
  std::string kind;   // kernel, copy, routine, while, case
  int64_t calls = 0;
  double ms = 0;
  plan::KernelCost cost;  // per call
};

struct ExecuteOptions {
  int threads = 0;  // 0: as many as the machine has
  std::vector<StepProfile>* profile = nullptr;
};

// Immutable; may run on many threads at once.
class Executable {
 public:
  virtual ~Executable() = default;

  static absl::StatusOr<std::shared_ptr<const Executable>> Compile(
      const ir::Program& program, const CompileOptions& options);

  virtual const plan::Plan& plan() const = 0;
  virtual const CompileStats& stats() const = 0;
  // Bytes of HBM that a run takes besides inputs and outputs.
  virtual int64_t arena_bytes() const = 0;

  // One pointer per input and output, aligned to 64 bytes, of the plan's
  // types' byte sizes. Outputs may not overlap inputs, except an output that
  // is a donation's: it may be the donated input itself.
  // ResourceExhausted when the chip's HBM cannot hold the run.
  virtual absl::Status Execute(absl::Span<const void* const> inputs,
                               absl::Span<void* const> outputs,
                               const ExecuteOptions& options) const = 0;
};

// A stage of compilation as text, for people: "ir", "clusters", "tile",
// "llvm", "asm".
absl::StatusOr<std::string> PrintStage(const ir::Program& program,
                                       const CompileOptions& options,
                                       absl::string_view stage);

}  // namespace tilewright::runtime
