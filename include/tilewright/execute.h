// Execution of compiled programs, synchronous and asynchronous.
#pragma once

#include <cstdint>
#include <functional>
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
  // The loop or branch that it is part of, by its place in the list, which is before this
  // one; its time is part of that one's. -1: of none.
  int parent = -1;
};

struct ExecuteOptions {
  int threads = 0;  // 0: the device's
  // Gives up the inputs that the program declares as donated: their memory
  // becomes the outputs', and later uses of these buffers are errors.
  bool donate = false;
  // Filled when not null; costs a clock reading per step.
  std::vector<StepReport>* steps = nullptr;
  // Of queued runs: 0, the device's queue, or one of Device::NewStream().
  int stream = 0;
};

// What is wrong with a call, of any of the functions below, is said when it is called,
// with the argument's name, and nothing has happened then: InvalidArgument when buffers
// do not fit the program, are another device's or overlap; FailedPrecondition when they
// were deleted or donated; ResourceExhausted when the chip's memory cannot hold the run.

// Runs on the calling thread and the device's workers, after what is queued to write the
// inputs. Buffers of the device are allocated for the outputs.
TILEWRIGHT_EXPORT absl::StatusOr<std::vector<Buffer>> Execute(
    const Executable& executable, const Device& device, absl::Span<const Buffer> inputs,
    const ExecuteOptions& options = {});

// The same into buffers of the caller, of the program's output types, which
// overlap neither each other nor an input, but for an input that the program declares as
// donated to the output.
TILEWRIGHT_EXPORT absl::Status ExecuteInto(const Executable& executable,
                                           const Device& device,
                                           absl::Span<const Buffer> inputs,
                                           absl::Span<const Buffer> outputs,
                                           const ExecuteOptions& options = {});

// A run that was handed to one of the device's queues. A handle, cheap to copy;
// thread-safe. Dropping it does not stop the run.
class TILEWRIGHT_EXPORT Execution {
 public:
  bool done() const;
  // Waits for the end of the run, and says how it went. FailedPrecondition from a
  // callback on the thread of its own queue, and in a forked child.
  absl::Status Wait() const;
  // Called with what Wait() would say when the run has ended: on the thread of the queue,
  // which does nothing else meanwhile, or at once.
  void OnDone(std::function<void(absl::Status)> callback) const;

  Execution(std::shared_ptr<Device::Impl> device, uint64_t event)
      : device_(std::move(device)), event_(event) {}

 private:
  std::shared_ptr<Device::Impl> device_;
  uint64_t event_;  // of its client
};

// Appends a run to a queue: runs of a queue start in order, and each sees what
// those before it wrote; between queues a run waits for those that write what it reads,
// or use what it writes. A run whose input is poisoned fails with that error.
// `options.steps` must be null.
TILEWRIGHT_EXPORT absl::StatusOr<Execution> ExecuteAsync(
    const Executable& executable, const Device& device, absl::Span<const Buffer> inputs,
    absl::Span<const Buffer> outputs, const ExecuteOptions& options = {});

// A program with its arguments, checked once, for who runs it many times. Holds the
// temporary memory of its runs. A handle, cheap to copy; thread-safe, and runs of one
// launch follow each other.
class TILEWRIGHT_EXPORT Launch {
 public:
  // As ExecuteInto checks them. `options.steps` must be null.
  static absl::StatusOr<Launch> Bind(const Executable& executable, const Device& device,
                                     absl::Span<const Buffer> inputs,
                                     absl::Span<const Buffer> outputs,
                                     const ExecuteOptions& options = {});
  // As ExecuteInto.
  absl::Status Run() const;
  // As ExecuteAsync.
  absl::StatusOr<Execution> RunAsync() const;
  // As RunAsync, for who waits for a buffer or synchronises the device instead.
  absl::Status Submit() const;

  struct Impl;
  explicit Launch(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace tilewright
