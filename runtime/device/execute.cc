#include "runtime/device/execute.h"

#include <chrono>
#include <cstring>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

ExecuteOptions Inside(Device& device, const RunOptions& options) {
  ExecuteOptions inside;
  inside.threads = options.threads > 0 ? options.threads : device.threads();
  inside.profile = options.profile;
  inside.memory = device.memory().get();
  inside.workers = &device.workers();
  inside.host = options.host.get();
  return inside;
}

int64_t NanosecondsNow() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

absl::Status RunInside(const Executable& executable, Device& device,
                       absl::Span<const void* const> inputs,
                       absl::Span<void* const> outputs, const RunOptions& options) {
  const ExecuteOptions inside = Inside(device, options);
  if (options.observer == nullptr) return executable.Execute(inputs, outputs, inside);
  const int64_t begin = NanosecondsNow();
  absl::Status status = executable.Execute(inputs, outputs, inside);
  options.observer->Ran(begin, NanosecondsNow());
  return status;
}

template <typename Pointer>
absl::InlinedVector<Pointer, 16> Addresses(Buffers buffers) {
  absl::InlinedVector<Pointer, 16> addresses(buffers.size());
  for (size_t i = 0; i < buffers.size(); ++i) addresses[i] = buffers[i]->data();
  return addresses;
}

// However it ends.
absl::Status AwaitEnd(Client& client, Event event) {
  if (event.word == 0) return absl::OkStatus();
  return client.stream(event.stream()).Await(event.number());
}

// Waits for what is queued; the error of an input that is poisoned.
absl::Status AwaitArguments(Client& client, Buffers inputs, Buffers outputs) {
  for (const Buffer* const input : inputs) {
    const Event written = input->written();
    if (written.word == 0) continue;
    TW_RETURN_IF_ERROR(client.Await(written));
  }
  for (const Buffer* const output : outputs) {
    TW_RETURN_IF_ERROR(AwaitEnd(client, output->written()));
    for (int place = 0; place < Buffer::kReadPlaces; ++place) {
      TW_RETURN_IF_ERROR(AwaitEnd(client, output->read(place)));
    }
  }
  return absl::OkStatus();
}

void SetWritten(Buffers outputs, Event event) {
  for (Buffer* const output : outputs) {
    if (output->written() != event) output->SetWritten(event);
  }
}

// What a run in a queue has to wait for, or to inherit an error from. What lies before it
// in its own stream has ended when it starts.
class Dependences {
 public:
  void Add(Client& client, int stream, Buffers inputs, Buffers outputs) {
    for (const Buffer* const input : inputs) {
      AddEnd(client, stream, input->read(Buffer::ReadPlaceOf(stream)));
      const Event written = input->written();
      if (written.word == 0) continue;
      if (client.Passed(written) && client.StatusOf(written).ok()) continue;
      if (read_.empty() || read_.back() != written) read_.push_back(written);
    }
    for (const Buffer* const output : outputs) {
      AddEnd(client, stream, output->written());
      for (int place = 0; place < Buffer::kReadPlaces; ++place) {
        AddEnd(client, stream, output->read(place));
      }
    }
  }
  bool empty() const { return read_.empty() && ended_.empty(); }
  // The first error.
  absl::Status Await(Client& client) const {
    for (const Event event : ended_) TW_RETURN_IF_ERROR(AwaitEnd(client, event));
    for (const Event event : read_) TW_RETURN_IF_ERROR(client.Await(event));
    return absl::OkStatus();
  }

 private:
  void AddEnd(Client& client, int stream, Event event) {
    if (event.word == 0 || event.stream() == stream) return;
    if (!client.Passed(event)) ended_.push_back(event);
  }

  absl::InlinedVector<Event, 4> read_;   // whose results are read
  absl::InlinedVector<Event, 2> ended_;  // whose use of memory has to be over
};

// A job that something has to be waited for.
class DependentJob : public Job {
 public:
  DependentJob(std::shared_ptr<Job> job, Client& client, Dependences dependences)
      : job_(std::move(job)), client_(client), dependences_(std::move(dependences)) {}

  Outcome Run() override {
    absl::Status status = dependences_.Await(client_);
    if (!status.ok()) return {std::move(status), /*inherited=*/true};
    return job_->Run();
  }

 private:
  const std::shared_ptr<Job> job_;
  Client& client_;  // the job keeps it
  const Dependences dependences_;
};

// `job` keeps the buffers and the device.
absl::StatusOr<Event> AppendRun(Device& device, const RunOptions& options, Buffers inputs,
                                Buffers outputs, std::shared_ptr<Job> job) {
  const int stream = options.stream > 0 ? options.stream : device.queue();
  Client& client = device.client();
  Dependences dependences;
  dependences.Add(client, stream, inputs, outputs);
  if (!dependences.empty()) {
    job = std::make_shared<DependentJob>(std::move(job), client, std::move(dependences));
  }
  Event event;
  TW_RETURN_IF_ERROR(client.stream(stream).Append(std::move(job), [&](uint64_t number) {
    event = Event::Of(stream, number);
    for (Buffer* const input : inputs) input->SetRead(event);
    for (Buffer* const output : outputs) output->SetWritten(event);
  }));
  return event;
}

// `run` after what is queued; where that or it fails, the outputs are poisoned.
template <typename Run>
absl::Status RunAtOnce(Client& client, Buffers inputs, Buffers outputs, const Run& run) {
  absl::Status status = AwaitArguments(client, inputs, outputs);
  if (status.ok()) status = run();
  SetWritten(outputs, status.ok() ? Event{} : client.Failed(status));
  return status;
}

class QueuedRun : public Job {
 public:
  QueuedRun(ExecutablePtr executable, std::shared_ptr<Device> device,
            SharedBuffers inputs, SharedBuffers outputs, const RunOptions& options)
      : executable_(std::move(executable)),
        device_(std::move(device)),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)),
        options_(options),
        in_(Addresses<const void*>(PointersTo(inputs_))),
        out_(Addresses<void*>(PointersTo(outputs_))) {}

  Outcome Run() override {
    return {RunInside(*executable_, *device_, in_, out_, options_)};
  }

 private:
  const ExecutablePtr executable_;
  const std::shared_ptr<Device> device_;
  const SharedBuffers inputs_;
  const SharedBuffers outputs_;
  const RunOptions options_;
  // Buffers may be deleted or donated while the run waits.
  const absl::InlinedVector<const void*, 16> in_;
  const absl::InlinedVector<void*, 16> out_;
};

class QueuedCopy : public Job {
 public:
  QueuedCopy(std::shared_ptr<Buffer> from, std::shared_ptr<Buffer> to)
      : from_(std::move(from)), to_(std::move(to)), source_(from_->data()) {}

  Outcome Run() override {
    Copy();
    return {};
  }
  void Copy() const {
    if (from_->byte_size() > 0) std::memcpy(to_->data(), source_, from_->byte_size());
  }

 private:
  const std::shared_ptr<Buffer> from_;
  const std::shared_ptr<Buffer> to_;
  const uint8_t* const source_;  // the array may be donated while the copy waits
};

}  // namespace

absl::Status CopyLater(const std::shared_ptr<Buffer>& from,
                       const std::shared_ptr<Buffer>& to) {
  const auto copy = std::make_shared<QueuedCopy>(from, to);
  Device& device = *to->device();
  Buffer* const input = from.get();
  Buffer* const output = to.get();
  if (device.client().Passed(from->written()) && device.client().Passed(to->written())) {
    return RunAtOnce(device.client(), {&input, 1}, {&output, 1}, [&] {
      copy->Copy();
      return absl::OkStatus();
    });
  }
  return AppendRun(device, {}, {&input, 1}, {&output, 1}, copy).status();
}

absl::Status CheckProgram(const Executable& executable, const Device& device,
                          Buffers inputs, const RunOptions& options) {
  if (options.threads < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("threads: ", options.threads, " is negative"));
  }
  if (&executable.chip() != &device.chip()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the program was compiled for chip ", executable.chip().name,
                     ", the device is ", device.chip().name));
  }
  TW_RETURN_IF_ERROR(executable.refused());
  if (options.stream != 0 && device.client().DeviceOf(options.stream) != &device) {
    return absl::InvalidArgumentError(
        absl::StrCat("stream ", options.stream, " is none of this device's"));
  }
  return CheckInputs(executable, device, inputs);
}

absl::Status CheckRun(const Executable& executable, const Device& device, Buffers inputs,
                      Buffers outputs, const RunOptions& options) {
  TW_RETURN_IF_ERROR(CheckProgram(executable, device, inputs, options));
  TW_RETURN_IF_ERROR(CheckOutputs(executable, device, outputs));
  return CheckOverlap(executable, inputs, outputs);
}

absl::StatusOr<SharedBuffers> OutputsFor(const Executable& executable,
                                         const std::shared_ptr<Device>& device,
                                         SharedBuffers* inputs,
                                         absl::FunctionRef<bool(size_t)> donate,
                                         MakeOutput make) {
  const std::vector<ir::TensorType>& types = executable.plan().outputs;
  SharedBuffers outputs(types.size());
  const std::vector<int32_t>& donated_to = executable.donated_to();
  for (size_t i = 0; i < inputs->size(); ++i) {
    const std::shared_ptr<Buffer>& input = (*inputs)[i];
    if (donated_to[i] < 0 || !input->device_owned() || input->is_view()) continue;
    if (!donate(i)) continue;
    outputs[donated_to[i]] = input;
  }
  for (size_t o = 0; o < types.size(); ++o) {
    if (outputs[o] != nullptr) continue;
    TW_ASSIGN_OR_RETURN(outputs[o], make(o));
  }
  // Whoever gives an input up twice, or to itself, learns that before it is gone.
  TW_RETURN_IF_ERROR(CheckOverlap(executable, PointersTo(*inputs), PointersTo(outputs)));
  for (size_t i = 0; i < inputs->size(); ++i) {
    std::shared_ptr<Buffer>& input = (*inputs)[i];
    if (donated_to[i] < 0 || outputs[donated_to[i]] != input) continue;
    outputs[donated_to[i]] = input = input->Donate();
  }
  return outputs;
}

absl::StatusOr<SharedBuffers> OutputsFor(const Executable& executable,
                                         const std::shared_ptr<Device>& device,
                                         SharedBuffers* inputs,
                                         absl::FunctionRef<bool(size_t)> donate) {
  return OutputsFor(executable, device, inputs, donate, [&](size_t output) {
    return Buffer::Allocate(device, executable.plan().outputs[output]);
  });
}

absl::Status RunNow(const Executable& executable, Device& device, Buffers inputs,
                    Buffers outputs, const RunOptions& options) {
  return RunAtOnce(device.client(), inputs, outputs, [&] {
    return RunInside(executable, device, Addresses<const void*>(inputs),
                     Addresses<void*>(outputs), options);
  });
}

absl::StatusOr<Event> RunLater(ExecutablePtr executable, std::shared_ptr<Device> device,
                               SharedBuffers inputs, SharedBuffers outputs,
                               const RunOptions& options) {
  const BufferPointers in = PointersTo(inputs);
  const BufferPointers out = PointersTo(outputs);
  Device& place = *device;  // which the run keeps
  return AppendRun(
      place, options, in, out,
      std::make_shared<QueuedRun>(std::move(executable), std::move(device),
                                  std::move(inputs), std::move(outputs), options));
}

Launch::Launch(ExecutablePtr executable, std::shared_ptr<Device> device,
               SharedBuffers inputs, SharedBuffers outputs, const RunOptions& options)
    : executable_(std::move(executable)),
      device_(std::move(device)),
      inputs_(std::move(inputs)),
      outputs_(std::move(outputs)),
      in_(PointersTo(inputs_)),
      out_(PointersTo(outputs_)),
      options_(options) {}

absl::StatusOr<std::shared_ptr<Launch>> Launch::Bind(ExecutablePtr executable,
                                                     std::shared_ptr<Device> device,
                                                     SharedBuffers inputs,
                                                     SharedBuffers outputs,
                                                     const RunOptions& options) {
  auto launch = std::make_shared<Launch>(std::move(executable), std::move(device),
                                         std::move(inputs), std::move(outputs), options);
  TW_ASSIGN_OR_RETURN(launch->bound_,
                      launch->executable_->Bind(Addresses<const void*>(launch->in_),
                                                Addresses<void*>(launch->out_),
                                                Inside(*launch->device_, options)));
  return launch;
}

absl::Status Launch::CheckBuffers() const {
  TW_RETURN_IF_ERROR(CheckUsable(in_, "input"));
  return CheckUsable(out_, "output");
}

absl::Status Launch::RunNow() {
  TW_RETURN_IF_ERROR(CheckBuffers());
  return RunAtOnce(device_->client(), in_, out_, [this] { return Run().status; });
}

absl::StatusOr<Event> Launch::RunLater() {
  TW_RETURN_IF_ERROR(CheckBuffers());
  return AppendRun(*device_, options_, in_, out_, shared_from_this());
}

Outcome Launch::Run() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return {bound_->Run()};
}

}  // namespace tilewright::runtime
