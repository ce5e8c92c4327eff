// Execution of compiled programs, synchronous and asynchronous.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tilewright/buffer.h"
#include "tilewright/compile.h"
#include "tilewright/device.h"
#include "tilewright/export.h"

namespace tilewright {

// What one step of a program did in one run.
struct StepReport {
  std::string name;  // the source operation
  std::string kind;  // kernel, copy, routine, while, case
  int64_t calls = 0;
  double ms = 0;      // of all calls
  int64_t flops = 0;  // the rest: per call
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;
};

struct ExecuteOptions {
  int threads = 0;  // 0: the device's
  // Gives up the inputs that the program declares as donated: their memory
  // becomes the outputs', and the inputs' content is lost.
  bool donate = false;
  // Filled when not null; costs a clock reading per step.
  std::vector<StepReport>* steps = nullptr;
};

// Runs on the calling thread and the device's workers. Buffers of the device
// are allocated for the outputs. InvalidArgument when inputs do not fit the
// program; ResourceExhausted when the chip's memory cannot hold the run.
TILEWRIGHT_EXPORT absl::StatusOr<std::vector<Buffer>> Execute(
    const Executable& executable, const Device& device, absl::Span<const Buffer> inputs,
    const ExecuteOptions& options = {});

// The same into buffers of the caller, of the program's output types, which
// overlap neither each other nor an input.
TILEWRIGHT_EXPORT absl::Status ExecuteInto(const Executable& executable,
                                           const Device& device,
                                           absl::Span<const Buffer> inputs,
                                           absl::Span<const Buffer> outputs,
                                           const ExecuteOptions& options = {});

// A run that was handed to the device's queue. A handle, cheap to copy;
// thread-safe. Dropping it does not stop the run.
class TILEWRIGHT_EXPORT Execution {
 public:
  bool done() const;
  // Waits for the end of the run, and says how it went.
  absl::Status Wait() const;

  struct Impl;
  explicit Execution(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

 private:
  std::shared_ptr<Impl> impl_;
};

// Appends a run to the device's queue: runs start in order, and each sees what
// those before it wrote. `options.steps` must be null.
TILEWRIGHT_EXPORT absl::StatusOr<Execution> ExecuteAsync(
    const Executable& executable, const Device& device, std::vector<Buffer> inputs,
    std::vector<Buffer> outputs, const ExecuteOptions& options = {});

}  // namespace tilewright
