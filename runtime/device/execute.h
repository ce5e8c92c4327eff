// Runs of executables on devices: at once, in a queue, or again and again.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/device/arguments.h"
#include "runtime/device/buffer.h"
#include "runtime/device/event.h"
#include "runtime/device/stream.h"
#include "runtime/run/executable.h"

namespace tilewright::runtime {

// Who is told of runs. Times are nanoseconds since 1970. Thread-safe: told on the thread
// that ran the program, and before whoever waits for the run goes on.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void Ran(int64_t begin, int64_t end) = 0;
};

struct RunOptions {
  int threads = 0;                              // 0: the device's
  std::vector<StepProfile>* profile = nullptr;  // of runs at once
  int stream = 0;                               // of the device; 0: its queue
  std::shared_ptr<HostTransfers> host;  // of programs that exchange arrays with it
  std::shared_ptr<RunObserver> observer;
};

using ExecutablePtr = std::shared_ptr<const Executable>;

// What is wrong with a run is said here, naming the argument, and nothing has happened
// then: the program was compiled for another chip, threads are negative, buffers do not
// fit (runtime/device/arguments.h).
absl::Status CheckRun(const Executable& executable, const Device& device, Buffers inputs,
                      Buffers outputs, const RunOptions& options);

// The same where there are no outputs yet.
absl::Status CheckProgram(const Executable& executable, const Device& device,
                          Buffers inputs, const RunOptions& options);

// Memory for an output, by its number.
using MakeOutput = absl::FunctionRef<absl::StatusOr<std::shared_ptr<Buffer>>(size_t)>;

// Buffers for the outputs. Those that the program declares to be of an input's memory are
// that, where `donate` gives that input up and the device owns it: such an input is
// donated, and `inputs` has its heir. Others are what `make` gives. Requires inputs that
// were checked.
absl::StatusOr<SharedBuffers> OutputsFor(const Executable& executable,
                                         const std::shared_ptr<Device>& device,
                                         SharedBuffers* inputs,
                                         absl::FunctionRef<bool(size_t)> donate,
                                         MakeOutput make);
// In memory of the device.
absl::StatusOr<SharedBuffers> OutputsFor(const Executable& executable,
                                         const std::shared_ptr<Device>& device,
                                         SharedBuffers* inputs,
                                         absl::FunctionRef<bool(size_t)> donate);

// Requires CheckRun. On the calling thread, after what is queued to write the inputs and
// to use the outputs. Where it fails, the outputs are poisoned.
absl::Status RunNow(const Executable& executable, Device& device, Buffers inputs,
                    Buffers outputs, const RunOptions& options);

// Requires CheckRun. Appends the run to a stream: it sees what those before it wrote
// there, and waits for what other streams do with its buffers. A run that reads a
// poisoned buffer fails with that one's error. FailedPrecondition in a forked child.
absl::StatusOr<Event> RunLater(ExecutablePtr executable, std::shared_ptr<Device> device,
                               SharedBuffers inputs, SharedBuffers outputs,
                               const RunOptions& options);

// Copies an array, of another device perhaps, once it is there and what uses the other's
// memory has ended: at once where that is so, else in the queue of the other's device.
// Where the one is poisoned so is the other. Requires equal types.
absl::Status CopyLater(const std::shared_ptr<Buffer>& from,
                       const std::shared_ptr<Buffer>& to);

// A run whose arguments are known: what can be checked, found and taken once is.
// Thread-safe; runs of one launch follow each other.
class Launch : public Job, public std::enable_shared_from_this<Launch> {
 public:
  // Requires CheckRun.
  static absl::StatusOr<std::shared_ptr<Launch>> Bind(ExecutablePtr executable,
                                                      std::shared_ptr<Device> device,
                                                      SharedBuffers inputs,
                                                      SharedBuffers outputs,
                                                      const RunOptions& options);

  // As RunNow and RunLater. FailedPrecondition, naming it, when a buffer was deleted or
  // donated since.
  absl::Status RunNow();
  absl::StatusOr<Event> RunLater();

  Outcome Run() override;
  Launch(ExecutablePtr executable, std::shared_ptr<Device> device, SharedBuffers inputs,
         SharedBuffers outputs, const RunOptions& options);

 private:
  absl::Status CheckBuffers() const;

  const ExecutablePtr executable_;
  const std::shared_ptr<Device> device_;
  const SharedBuffers inputs_;
  const SharedBuffers outputs_;
  const BufferPointers in_;
  const BufferPointers out_;
  const RunOptions options_;
  std::mutex mutex_;
  std::unique_ptr<BoundRun> bound_;  // guarded by mutex_
};

}  // namespace tilewright::runtime
