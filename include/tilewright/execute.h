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

// What a matrix unit did, of one type of multiplication.
struct MxuReport {
  std::string type;  // "f32", "bf16", "int8", "other"
  // A pass takes 8 rows (16 on some chips) through one tile of weights.
  int64_t passes = 0;
  int64_t multiplies = 0;  // that were asked for
  int64_t slots = 0;       // that the passes had room for, padding included
};

// What one step of a program did in one run.
struct StepReport {
  std::string name;  // the source operation
  std::string kind;  // kernel, copy, routine, while, case
  int64_t calls = 0;
  double ms = 0;      // of all calls
  int64_t flops = 0;  // the rest: per call
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;
  // On the chip that the program was compiled for; docs/report.md. Vector operations
  // are counted in whole registers.
  std::vector<MxuReport> mxu = {};
  int64_t vpu = 0;  // arithmetic
  int64_t eup = 0;  // functions
  int64_t xlu = 0;  // across lanes and sublanes
  int64_t dmas = 0;
  int64_t dma_bytes = 0;
  // Where the source operation is in the program that was compiled: "model.mlir:12:3",
  // the line of a Python file that the text names, or of C++ (tilewright/builder.h).
  // Empty: unknown.
  std::string place = {};
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
