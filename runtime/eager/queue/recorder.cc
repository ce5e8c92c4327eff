#include "runtime/eager/recorder.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "runtime/device/client.h"
#include "runtime/eager/counters.h"
#include "runtime/eager/fuser.h"
#include "runtime/eager/memory/kinds.h"
#include "runtime/eager/memory/later_memory.h"
#include "runtime/eager/queue/taker.h"
#include "runtime/eager/ring.h"
#include "runtime/eager/runner.h"
#include "runtime/run/compile_options.h"
#include "runtime/run/run_plan.h"
#include "support/environment.h"
#include "support/fork.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

std::string Tensor() { return "a tensor"; }

// The calling thread's.
thread_local Tape* tape = nullptr;

// Bytes that recorded operations may hold beyond what the program does, at least.
constexpr int64_t kAlwaysAhead = int64_t{64} << 20;
constexpr int64_t kAlwaysAheadFused = int64_t{1} << 30;

// What exists from first use on.
struct Core {
  Core(std::shared_ptr<runtime::Client> made, Counters* counters,
       const std::atomic<Mode>* mode, Fuser::RunOne run_one, Fuser::Keep keep)
      : client(std::move(made)),
        device(client->devices()[0].get()),
        runner(device, counters),
        later(device->memory()),
        ring(&device->workers()),
        fuser(device, counters, &ring, run_one, std::move(keep)),
        taker(mode, &ring, &fuser, std::move(run_one)) {}

  runtime::Allocator& memory(int i) const { return *client->devices()[i]->memory(); }
  const std::shared_ptr<runtime::Client> client;
  runtime::Device* const device;  // whose workers run everything
  Runner runner;
  LaterMemory later;
  Ring ring;
  HandedOn handed_on;
  Fuser fuser;
  Taker taker;
};

class QueueRecorder final : public Recorder {
 public:
  absl::Status Configure(const Options& options) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (started()) {
      return absl::FailedPreconditionError(
          "the device is in use; chip and numerics are set before its first use");
    }
    TW_RETURN_IF_ERROR(chip::FindChip(options.chip).status());
    options_ = options;
    return absl::OkStatus();
  }
  const Options& options() const override { return options_; }

  Tape* SetTape(Tape* next) override { return std::exchange(tape, next); }
  absl::StatusOr<RunContext> Context() override {
    TW_ASSIGN_OR_RETURN(Core* const core, Use());
    return ContextOf(core);
  }

  absl::StatusOr<BufferRef> Allocate(int64_t bytes, int device) override {
    if (tape != nullptr) return tape->Allocate(bytes);
    TW_ASSIGN_OR_RETURN(Core* const core, Use());
    return Waiting(core, device, [&]() -> absl::StatusOr<BufferRef> {
      TW_ASSIGN_OR_RETURN(runtime::Block block,
                          core->memory(device).Allocate(bytes, &Tensor));
      return BufferRef::Take(new DeviceBuffer(std::move(block), device));
    });
  }

  absl::StatusOr<BufferRef> AllocateInOrder(int64_t bytes, int device) override {
    if (tape != nullptr) return tape->Allocate(bytes);
    if (device != 0) return Allocate(bytes, device);  // the first one's is handed on
    Core* const core = core_.load(std::memory_order_acquire);
    if (bytes >= LaterMemory::kLeastBytes && mode() == Mode::kFused) {
      TW_ASSIGN_OR_RETURN(Core* const used, Use());
      TW_ASSIGN_OR_RETURN(std::optional<BufferRef> buffer,
                          Waiting(used, 0, [&] { return used->later.Make(bytes); }));
      if (buffer.has_value()) return *std::move(buffer);
    }
    if (bytes >= HandedOn::kLeastBytes && HandsOn(core)) {
      std::optional<HandedOn::Memory> memory =
          core->handed_on.Take(bytes, core->ring.passed());
      if (memory.has_value()) {
        return BufferRef::Take(new SuccessorBuffer(*std::move(memory)));
      }
    }
    return Allocate(bytes, 0);
  }

  void LetGo(Buffer* buffer) override {
    Core* const core = core_.load(std::memory_order_acquire);
    Buffer* const owner = buffer->owner();
    const bool hands_on = buffer->bytes() >= HandedOn::kLeastBytes && owner != nullptr &&
                          buffer->device() == 0 && !buffer->shared() && HandsOn(core) &&
                          buffer->used() > core->ring.passed();
    if (hands_on) {
      owner->Retain();
      core->handed_on.Add({BufferRef::Take(owner), buffer->used()}, core->ring.passed());
    }
    if (core != nullptr) buffer->SetLetGo(core->ring.appended());
    buffer->Release();
  }

  bool AwaitMemory(int64_t live, int milliseconds, int device) override {
    Core* const core = core_.load(std::memory_order_acquire);
    if (core == nullptr || tape != nullptr || !IsHere()) return true;
    const runtime::Allocator& memory = core->memory(device);
    const int64_t ahead = memory.used() - live;
    if (ahead <= std::max(kAlwaysAhead, live / 4)) return true;
    // A segment's values are held to its end, which nobody may ask for here; most of them
    // never get memory, and the others do when it runs.
    if (mode() == Mode::kFused) {
      if (ahead <= std::min(std::max(kAlwaysAheadFused, 2 * live), memory.capacity() / 4))
        return true;
      Flush(core->ring.appended());
      return core->ring.AwaitGiven(std::chrono::milliseconds(milliseconds));
    }
    Flush(core->ring.appended());
    return core->ring.AwaitFor(core->ring.appended(),
                               std::chrono::milliseconds(milliseconds));
  }

  absl::StatusOr<BufferRef> Wrap(void* memory, int64_t bytes) override {
    Core* const core = core_.load(std::memory_order_acquire);
    if (bytes > 0 && core != nullptr && core->later.Covers(memory)) {
      // Into one of ours, which is there for as long as what it is wrapped for.
      TW_ASSIGN_OR_RETURN(memory, core->later.Reach(memory, bytes));
    }
    return BufferRef::Take(new ForeignBuffer(memory, bytes));
  }

  absl::Status SetMode(Mode mode) override {
    if (mode == this->mode()) return absl::OkStatus();
    TW_RETURN_IF_ERROR(AwaitNumber(recorded()));
    ForgetHandedOn();
    mode_.store(mode, std::memory_order_release);
    Core* const used = core_.load(std::memory_order_acquire);
    if (used != nullptr) used->taker.ForgetNext();
    SetThrifty(used);
    return absl::OkStatus();
  }
  Mode mode() const override { return mode_.load(std::memory_order_acquire); }

  bool AwaitRoom(int milliseconds) override {
    Core* const core = core_.load(std::memory_order_acquire);
    return core == nullptr || !IsHere() ||
           core->ring.AwaitRoom(std::chrono::milliseconds(milliseconds));
  }

  absl::StatusOr<uint64_t> Record(const Call& call) override {
    if (tape != nullptr) {
      TW_RETURN_IF_ERROR(tape->Record(call));
      return 0;
    }
    TW_ASSIGN_OR_RETURN(Core* const core, Use());
    uint64_t number = 0;
    core->taker.Record();
    if (core->ring.idle() && !core->taker.HoldsNext() && RunAtOnce(core, call, &number)) {
      return number;
    }
    if (!running_.load(std::memory_order_acquire)) Run(core);
    TW_RETURN_IF_ERROR(core->ring.Append(call, &number));
    Count(counters_.recorded_ops);
    if (mode() == Mode::kDebug) core->ring.Await(number);
    return number;
  }

  absl::Status CopyFromHost(const void* host, int64_t bytes, Buffer* buffer,
                            int64_t offset) override {
    if (tape != nullptr) return tape->CopyFromHost(host, bytes, buffer, offset);
    TW_ASSIGN_OR_RETURN(Core* const core, Use());
    if (bytes == 0) return absl::OkStatus();
    if (core->ring.passed() >= buffer->used()) {
      TW_RETURN_IF_ERROR(buffer->Bind());
      std::memcpy(buffer->data() + offset, host, bytes);
      // All of it is new: what went wrong before is gone.
      if (bytes == buffer->bytes()) buffer->SetPoison(nullptr);
      return absl::OkStatus();
    }
    TW_ASSIGN_OR_RETURN(const BufferRef copy, Allocate(bytes, buffer->device()));
    std::memcpy(copy->data(), host, bytes);
    return CopyRange(copy.get(), 0, buffer, offset, bytes);
  }

  absl::Status CopyToHost(Buffer* buffer, int64_t offset, int64_t bytes,
                          void* host) override {
    TW_RETURN_IF_ERROR(Use().status());
    TW_RETURN_IF_ERROR(Await(*buffer));
    if (bytes == 0) return absl::OkStatus();
    TW_RETURN_IF_ERROR(buffer->Bind());
    std::memcpy(host, buffer->data() + offset, bytes);
    return absl::OkStatus();
  }

  absl::Status Copy(Buffer* from, Buffer* to, int64_t bytes) override {
    return CopyRange(from, 0, to, 0, bytes);
  }

  absl::Status RecordTime(Buffer* buffer) override {
    const int64_t bytes = sizeof(int64_t);
    const Operand result = BytesOf(buffer, 0, &bytes);
    Call call;
    call.operation = &kReadClock;
    call.results = {&result, 1};
    return Record(call).status();
  }

  absl::Status Await(const Buffer& buffer) override {
    if (buffer.captured()) {
      return absl::FailedPreconditionError(
          "a tensor of a graph that is being captured has no value to read");
    }
    TW_RETURN_IF_ERROR(AwaitNumber(buffer.written()));
    const absl::Status* const poison = buffer.poison();
    return poison == nullptr ? absl::OkStatus() : *poison;
  }

  uint64_t recorded() const override {
    const Core* const core = core_.load(std::memory_order_acquire);
    return core == nullptr ? 0 : core->ring.appended();
  }
  bool Passed(uint64_t number) override {
    Core* const core = core_.load(std::memory_order_acquire);
    if (core == nullptr || core->ring.passed() >= number) return true;
    if (!IsHere()) return false;
    // Who asks again and again gets there.
    Flush(number);
    core->ring.SetDue(1);
    core->ring.Want(number);
    return false;
  }
  absl::Status AwaitNumber(uint64_t number) override {
    Core* const core = core_.load(std::memory_order_acquire);
    if (core == nullptr) return absl::OkStatus();
    if (core->ring.passed() >= number) {
      // Also a read that need not wait is a place where the program stops.
      if (mode() == Mode::kFused && IsHere() && !core->ring.is_asked() &&
          !core->taker.TakeShort(number)) {
        core->ring.Want(number);
      }
      return absl::OkStatus();
    }
    TW_RETURN_IF_ERROR(Use().status());
    Flush(number);
    Count(counters_.syncs);
    core->taker.Stop();
    if (!core->taker.TakeShort(number)) core->ring.Await(number);
    core->taker.GoOn();
    return absl::OkStatus();
  }
  absl::StatusOr<bool> AwaitFor(uint64_t number, int milliseconds) override {
    Core* const core = core_.load(std::memory_order_acquire);
    if (core == nullptr || core->ring.passed() >= number) return true;
    if (milliseconds == 0) return false;
    TW_RETURN_IF_ERROR(Use().status());
    Flush(number);
    const std::chrono::milliseconds limit(milliseconds);
    core->taker.Stop();
    core->taker.TakeUntil(number, limit);
    const bool passed = core->ring.AwaitFor(number, limit);
    if (passed) core->taker.GoOn();
    return passed;
  }
  void Abandon() override {
    abandoned_.store(true, std::memory_order_release);
    Core* const core = core_.load(std::memory_order_acquire);
    if (core != nullptr && IsHere()) core->fuser.Abandon();
  }

  absl::Status Synchronize() override {
    if (started()) TW_RETURN_IF_ERROR(Use().status());
    TW_RETURN_IF_ERROR(AwaitNumber(recorded()));
    const std::lock_guard<std::mutex> lock(errors_mutex_);
    if (reported_ == errors_.size()) return absl::OkStatus();
    return errors_[reported_++];
  }

  Memory memory(int device) const override {
    const Core* const core = core_.load(std::memory_order_acquire);
    if (core == nullptr) {
      const auto found = chip::FindChip(options_.chip);
      return {0, 0, 0, found.ok() ? (*found)->hbm_bytes : 0};
    }
    ForgetHandedOn();
    const runtime::Allocator& memory = core->memory(device);
    return {memory.used(), memory.peak(), memory.kept(), memory.capacity()};
  }
  void ResetPeak(int device) override {
    Core* const core = core_.load(std::memory_order_acquire);
    if (core != nullptr) core->memory(device).ResetPeak();
  }
  void ReleaseKept() override {
    Core* const core = core_.load(std::memory_order_acquire);
    ForgetHandedOn();
    if (core == nullptr) return;
    for (const auto& device : core->client->devices()) device->memory()->ReleaseKept();
  }

  std::vector<std::pair<std::string, int64_t>> counters() const override {
    return counters_.Numbers();
  }
  void ResetCounters() override { counters_.Reset(); }
  std::vector<std::pair<std::string, int64_t>> launches() const override {
    return counters_.LaunchesNow();
  }
  std::vector<Compilation> compilations() const override {
    return counters_.compiled.Now();
  }
  CodeUses::List code_uses() const override { return counters_.code_uses.Now(); }

  std::vector<SegmentReport> segments() const override {
    const Core* const core = core_.load(std::memory_order_acquire);
    if (core == nullptr || !IsHere()) return {};
    return core->fuser.Report();
  }

  std::vector<std::pair<std::string, int64_t>> compiled_for_one_size() const override {
    const Core* const core = core_.load(std::memory_order_acquire);
    if (core == nullptr) return {};
    return core->runner.CompiledForOneSize();
  }

  bool started() const override {
    return core_.load(std::memory_order_acquire) != nullptr;
  }

 private:
  // Whether the core, if there is one, is this process's own: not one of a process that
  // this one was forked from, whose threads may have held its locks then.
  bool IsHere() const { return generation_ == ForkGeneration(); }
  RunContext ContextOf(const Core* core) {
    return {core->device, &counters_, &core->ring.waiters()};
  }
  // Counts that somebody asks for what is queued up to this operation, once.
  void Flush(uint64_t number) {
    uint64_t before = flushed_.load(std::memory_order_relaxed);
    while (before < number) {
      if (!flushed_.compare_exchange_weak(before, number)) continue;
      Count(counters_.flushes);
      return;
    }
  }
  // Whether memory is handed on: one by one, operations run in order.
  bool HandsOn(const Core* core) const {
    return core != nullptr && mode() == Mode::kStrict && IsHere();
  }
  // Segments hold less at a time than their operations one by one, in blocks of other
  // sizes.
  void SetThrifty(Core* core) const {
    if (core == nullptr) return;
    core->device->memory()->SetThrifty(mode() == Mode::kFused);
  }
  // What nothing uses any more goes back to the allocator.
  void ForgetHandedOn() const {
    Core* const core = core_.load(std::memory_order_acquire);
    if (core == nullptr || !IsHere()) return;
    core->handed_on.Forget(core->ring.passed());
  }

  // What `allocate` gives; where HBM is full, once what is queued has let go of its own.
  template <typename Allocate>
  static auto Waiting(Core* core, int device, Allocate allocate) -> decltype(allocate()) {
    auto made = allocate();
    if (!absl::IsResourceExhausted(made.status())) return made;
    core->ring.Await(core->ring.appended());
    core->handed_on.Forget(core->ring.passed());
    core->memory(device).ReleaseKept();
    return allocate();
  }

  // The core, made at first use.
  absl::StatusOr<Core*> Use() {
    Core* const core = core_.load(std::memory_order_acquire);
    if (core != nullptr && IsHere()) return core;
    return Start();
  }

  absl::StatusOr<Core*> Start() {
    const std::lock_guard<std::mutex> lock(mutex_);
    Core* const made = core_.load(std::memory_order_acquire);
    if (made != nullptr) {
      if (IsHere()) return made;
      return absl::FailedPreconditionError(
          "Cannot re-initialize TPU in forked subprocess. To use TPU with "
          "multiprocessing, you must use the 'spawn' start method");
    }
    KeepEnvironment();
    runtime::Client::Options wanted;
    wanted.chip = options_.chip;
    wanted.threads = options_.threads;
    wanted.devices = options_.devices;
    TW_ASSIGN_OR_RETURN(std::shared_ptr<runtime::Client> client,
                        runtime::Client::Create(wanted));
    TW_ASSIGN_OR_RETURN(runtime::CompileOptions compile,
                        runtime::CompileOptionsFor(options_.chip, options_.numerics));
    // Never destroyed: tensors may outlive everything else.
    auto core = std::make_unique<Core>(
        std::move(client), &counters_, &mode_,
        [this](const NodeView& node) {
          return RunNode(core_.load(std::memory_order_relaxed), node);
        },
        [this](absl::Status error, const NodeView& node) {
          return Keep(std::move(error), node.place());
        });
    core->fuser.SetOptions(compile);
    core->runner.SetOptions(std::move(compile), options_.open_sizes);
    SetThrifty(core.get());
    generation_ = ForkGeneration();
    core_.store(core.get(), std::memory_order_release);
    return core.release();
  }

  void Run(Core* core) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (running_.load(std::memory_order_relaxed)) return;
    std::thread([core] { core->taker.TakeForever(); }).detach();
    running_.store(true, std::memory_order_release);
  }

  // While nothing is queued, an operation that takes no longer than to queue it.
  bool RunAtOnce(Core* core, const Call& call, uint64_t* number) {
    constexpr size_t kWords = 256;
    uint64_t words[kWords];
    if (NodeWordsAtMost(call) > kWords) return false;
    // The fuser's, in fused mode. Where the stream is cut is for the queue's thread.
    std::unique_lock<std::mutex> turn;
    const bool fused = mode() == Mode::kFused;
    if (fused) turn = core->taker.TryTurn();
    if (fused && !turn.owns_lock()) return false;
    WriteNode(call, words, Ownership::kBorrowed);
    const NodeView node(words);
    const auto run = [&] {
      if (abandoned_.load(std::memory_order_acquire)) return false;
      if (fused && !core->fuser.RunsAlone(node, core->ring.appended() + 1)) return false;
      if (node.poison() != nullptr || !node.BindBuffers().ok()) return false;
      std::optional<absl::Status> status = core->runner.RunIfQuick(node);
      if (!status.has_value()) return false;
      CountAlone(counters_.executions);
      CountAlone(counters_.ran_at_once);
      Count(counters_.recorded_ops);
      node.SetPoison(status->ok() ? nullptr : Keep(*std::move(status), node.place()));
      return true;
    };
    if (!core->ring.RunAtOnce(run, number)) return false;
    if (fused) core->fuser.RanAlone(node, *number);
    return true;
  }

  // Whether it stays apart (Runner::Run).
  bool RunNode(Core* core, const NodeView& node) {
    CountAlone(counters_.executions);
    bool stays_apart = false;
    static const absl::Status& ended =
        *new absl::Status(absl::CancelledError("the process ends"));
    const absl::Status* error = node.poison();
    if (abandoned_.load(std::memory_order_acquire)) {
      error = &ended;
    } else if (error == nullptr) {
      absl::Status status = node.BindBuffers();
      if (status.ok()) {
        const auto run = node.operation().run;
        status = run != nullptr ? run(node, ContextOf(core))
                                : core->runner.Run(node, &stays_apart);
      }
      if (!status.ok()) {
        // What is given up for that is no error of the program's.
        const bool ends = absl::IsCancelled(status) && abandoned_.load();
        error = ends ? &ended : Keep(std::move(status), node.place());
      }
    }
    node.SetPoison(error);
    return stays_apart;
  }

  const absl::Status* Keep(absl::Status error, uint32_t place) {
    Count(counters_.failures);
    if (place != 0) {
      const std::string text = absl::StrCat(place);
      error.SetPayload(kPlacePayload, absl::Cord(absl::string_view(text)));
    }
    const std::lock_guard<std::mutex> lock(errors_mutex_);
    errors_.push_back(std::move(error));
    return &errors_.back();
  }

  absl::Status CopyRange(Buffer* from, int64_t from_offset, Buffer* to, int64_t to_offset,
                         int64_t bytes) {
    if (bytes == 0) return absl::OkStatus();
    const Operand operand = BytesOf(from, from_offset, &bytes);
    const Operand result = BytesOf(to, to_offset, &bytes);
    Call call;
    call.operation = &kCopyBytes;
    call.operands = {&operand, 1};
    call.results = {&result, 1};
    return Record(call).status();
  }

  std::mutex mutex_;  // of beginning
  Options options_;
  std::atomic<Core*> core_{nullptr};
  std::atomic<bool> running_{false};
  std::atomic<Mode> mode_{Mode::kStrict};
  std::atomic<bool> abandoned_{false};
  uint64_t generation_ = 0;
  Counters counters_;
  std::atomic<uint64_t> flushed_{0};  // the last operation that somebody asked for
  std::mutex errors_mutex_;
  std::deque<absl::Status> errors_;  // addresses stay; never forgotten
  size_t reported_ = 0;
};

}  // namespace

Recorder& ProcessRecorder() {
  static QueueRecorder& recorder = *new QueueRecorder;
  return recorder;
}

}  // namespace tilewright::eager
