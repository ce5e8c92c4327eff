// The eager device: memory, and operations that run on it in the order in which they are
// recorded.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/eager/call.h"
#include "runtime/eager/counters.h"
#include "runtime/eager/memory/buffer.h"
#include "support/numerics.h"

namespace tilewright::eager {

// When what is recorded runs: one by one behind the program, before its call returns, or
// in segments that are compiled whole. The values are the same.
enum class Mode { kStrict, kDebug, kFused };

// Takes the operations of a thread instead of the queue.
class Tape {
 public:
  virtual ~Tape() = default;
  virtual absl::StatusOr<BufferRef> Allocate(int64_t bytes) = 0;
  virtual absl::Status Record(const Call& call) = 0;
  virtual absl::Status CopyFromHost(const void* host, int64_t bytes, Buffer* buffer,
                                    int64_t offset) = 0;
};

// One of a process, from its first use to its end. Thread-safe. Its thread starts with
// the first operation, and never calls back.
//
// An operation that fails, or that reads what a failed one should have written, poisons
// its results: every read of one gives the first error. A synchronisation gives each
// error once. In a forked child everything is FailedPrecondition.
//
// An abstract class: front ends in libraries of their own use it through its table.
class Recorder {
 public:
  virtual ~Recorder() = default;

  struct Options {
    std::string chip = "v5e";
    Numerics numerics = Numerics::kTpu;
    int threads = 0;  // 0: as many as the machine has
    // Whether kernels take sizes when they run, where they can: results are the same.
    bool open_sizes = true;
    // Each with HBM of its own. They share the queue and its kernels.
    int devices = 1;
  };
  // FailedPrecondition after first use, NotFound for an unknown chip.
  virtual absl::Status Configure(const Options& options) = 0;
  virtual const Options& options() const = 0;

  // Where a device's HBM is full, what is queued is waited for first. ResourceExhausted.
  virtual absl::StatusOr<BufferRef> Allocate(int64_t bytes, int device = 0) = 0;
  // The same for the result of what is recorded next: operations that were recorded
  // before may still use the memory. Nobody else writes there until they have passed
  // (`Buffer::used`).
  virtual absl::StatusOr<BufferRef> AllocateInOrder(int64_t bytes, int device = 0) {
    return Allocate(bytes, device);
  }
  // Gives up the ownership of a buffer that no operation will be recorded with any more.
  virtual void LetGo(Buffer* buffer) { buffer->Release(); }
  // Whether the queue holds little of a device's memory beyond the `live` bytes that are
  // somebody's; waits so long until it does: what is about to be free is better taken
  // again than more of it. Who does not ask may take what there is.
  virtual bool AwaitMemory(int64_t live, int milliseconds, int device) = 0;
  // Memory of somebody else's, who keeps it until what is recorded on it has passed. Of
  // an address that stands for memory of ours, that: ResourceExhausted where it has none
  // yet and there is none, InvalidArgument where nobody has it, or fewer bytes.
  virtual absl::StatusOr<BufferRef> Wrap(void* memory, int64_t bytes) = 0;

  // How operations run that are recorded from now on. What was recorded before has run
  // when it changes.
  virtual absl::Status SetMode(Mode mode) = 0;
  virtual Mode mode() const = 0;

  // Whether an operation can be recorded without waiting for others; waits so long until
  // it can. Who does not ask waits in Record.
  virtual bool AwaitRoom(int milliseconds) = 0;
  // Returns the operation's number. What is wrong with it may also be told later.
  virtual absl::StatusOr<uint64_t> Record(const Call& call) = 0;

  // From now on the calling thread's operations and memory are the tape's, or the
  // queue's again: null. Gives the one before.
  virtual Tape* SetTape(Tape* tape) = 0;
  // What runs them, whatever the tape.
  virtual absl::StatusOr<RunContext> Context() = 0;

  // From host memory, which is copied before this returns; runs in order.
  virtual absl::Status CopyFromHost(const void* host, int64_t bytes, Buffer* buffer,
                                    int64_t offset) = 0;
  // Into host memory, once the content is there; its error where it is poisoned.
  virtual absl::Status CopyToHost(Buffer* buffer, int64_t offset, int64_t bytes,
                                  void* host) = 0;
  // Between buffers, in order.
  virtual absl::Status Copy(Buffer* from, Buffer* to, int64_t bytes) = 0;
  // Into a buffer of 8 bytes: the time, in nanoseconds of a steady clock, at which all
  // that was recorded before has run.
  virtual absl::Status RecordTime(Buffer* buffer) = 0;

  // Until its content is there; the error where it is poisoned.
  virtual absl::Status Await(const Buffer& buffer) = 0;
  virtual uint64_t recorded() const = 0;
  virtual bool Passed(uint64_t number) = 0;
  virtual absl::Status AwaitNumber(uint64_t number) = 0;
  // The same for so long; whether it has passed then. No time: nobody is asked.
  virtual absl::StatusOr<bool> AwaitFor(uint64_t number, int milliseconds) = 0;
  // Until everything recorded so far has run; the first error that was not given yet.
  virtual absl::Status Synchronize() = 0;

  struct Memory {
    int64_t used = 0;
    int64_t peak = 0;
    int64_t kept = 0;
    int64_t capacity = 0;
  };
  virtual Memory memory(int device = 0) const = 0;
  virtual void ResetPeak(int device = 0) = 0;
  // All devices'.
  virtual void ReleaseKept() = 0;

  virtual std::vector<std::pair<std::string, int64_t>> counters() const = 0;
  // How often code ran, by its class.
  virtual std::vector<std::pair<std::string, int64_t>> launches() const = 0;
  // What was compiled since counters were reset.
  virtual std::vector<Compilation> compilations() const = 0;
  // Of all code that the process has, in the order in which it came.
  virtual CodeUses::List code_uses() const = 0;
  virtual void ResetCounters() = 0;
  // Of fused mode, in the order in which they were first seen.
  virtual std::vector<SegmentReport> segments() const = 0;
  // What was compiled for its sizes alone, as "operation: cause", and how often.
  virtual std::vector<std::pair<std::string, int64_t>> compiled_for_one_size() const = 0;

  // For the end of a process: what has not begun never will, recorded before or later;
  // it passes, and its results are poisoned.
  virtual void Abandon() = 0;

  // Whether it has been used at all.
  virtual bool started() const = 0;
};

// The process's own.
Recorder& ProcessRecorder();

}  // namespace tilewright::eager
