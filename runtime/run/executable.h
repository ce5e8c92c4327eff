// Compiled programs and how they run.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "chip/chip.h"
#include "ir/program.h"
#include "jit/compile.h"
#include "plan/plan.h"
#include "runtime/memory/allocator.h"
#include "runtime/run/step_profile.h"
#include "runtime/run/thread_pool.h"

namespace tilewright::runtime {

using jit::CompileOptions;
using jit::CompileStats;
using jit::FindNotes;
using jit::KeepNotes;
using jit::PrintStage;

// The other side of a program's transfers to and from its host. Called on the thread of
// the run, in the program's order.
class HostTransfers {
 public:
  virtual ~HostTransfers() = default;
  // The array is there during the call.
  virtual absl::Status Send(int64_t channel, const ir::TensorType& type,
                            const void* data) = 0;
  // Waits for it.
  virtual absl::Status Receive(int64_t channel, const ir::TensorType& type,
                               void* data) = 0;
};

struct ExecuteOptions {
  int threads = 0;  // 0: as many as the machine has
  std::vector<StepProfile>* profile = nullptr;
  // Where temporary memory comes from, and who helps. Null: the process's own, whose
  // memory has no limit.
  Allocator* memory = nullptr;
  ThreadPool* workers = nullptr;
  HostTransfers* host = nullptr;  // null: a program with transfers fails
  // How many threads of the host's program wait for runs. While there are none, kernels
  // leave a processor to it. Null: they need not.
  const std::atomic<int>* waiters = nullptr;
};

// A run whose arguments are known, and were checked: what it needs is found and taken
// once. Runs one after the other.
class BoundRun {
 public:
  virtual ~BoundRun() = default;
  virtual absl::Status Run() = 0;
};

// Immutable; may run on many threads at once.
class Executable : public std::enable_shared_from_this<Executable> {
 public:
  virtual ~Executable() = default;

  // `guard`: constants and temporary memory lie between unreadable pages, and what a run
  // may only read is compared after it.
  static absl::StatusOr<std::shared_ptr<const Executable>> Compile(
      const ir::Program& program, const CompileOptions& options,
      bool guard = GuardFromEnvironment());

  virtual const plan::Plan& plan() const = 0;
  virtual const CompileStats& stats() const = 0;
  // What it was compiled for.
  virtual const chip::Chip& chip() const = 0;
  // Why every run would fail: this machine is not the target, or the chip's HBM is too
  // small.
  virtual const absl::Status& refused() const = 0;
  // Bytes of HBM that a run takes besides inputs and outputs.
  virtual int64_t arena_bytes() const = 0;
  // Bytes of HBM that constants and prepared memory take while the program is loaded.
  virtual int64_t held_bytes() const = 0;
  // Bytes of machine code of the program's kernels, others' programs' among them.
  virtual int64_t code_bytes() const = 0;
  // Inputs that the caller may give up: the output whose memory each becomes, or -1.
  virtual const std::vector<int32_t>& donated_to() const = 0;

  // One pointer per input and output, aligned to 64 bytes, of the plan's
  // types' byte sizes. Outputs may not overlap inputs, except an output that
  // is a donation's: it may be the donated input itself.
  // ResourceExhausted when the chip's HBM cannot hold the run.
  virtual absl::Status Execute(absl::Span<const void* const> inputs,
                               absl::Span<void* const> outputs,
                               const ExecuteOptions& options) const = 0;

  // The same with these arguments again and again. What `options` names, and all memory,
  // outlives what is bound; nothing is profiled.
  virtual absl::StatusOr<std::unique_ptr<BoundRun>> Bind(
      absl::Span<const void* const> inputs, absl::Span<void* const> outputs,
      const ExecuteOptions& options) const = 0;
};

}  // namespace tilewright::runtime
