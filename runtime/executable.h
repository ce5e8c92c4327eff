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
#include "jit/compile.h"
#include "plan/plan.h"
#include "support/numerics.h"

namespace tilewright::runtime {

using jit::CompileOptions;
using jit::CompileStats;
using jit::PrintStage;

// What one execution did. Filled on request.
struct StepProfile {
  std::string name;      // source operation
  int32_t ordinal = -1;  // of it
  std::string place;     // "model.py:12:3", where the program at hand has it
  std::string kind;      // kernel, copy, routine, while, case
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

}  // namespace tilewright::runtime
