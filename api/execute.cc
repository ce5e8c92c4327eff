#include "tilewright/execute.h"

#include <chrono>
#include <cstring>
#include <future>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "api/compile_impl.h"
#include "api/device_impl.h"
#include "api/values.h"
#include "runtime/executable.h"
#include "runtime/memory.h"
#include "support/abi.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

absl::Status CheckTypes(absl::Span<const Buffer> buffers,
                        const std::vector<TensorType>& types, const char* what) {
  if (buffers.size() != types.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the program has ", types.size(), " ", what, "s, was given ", buffers.size()));
  }
  for (size_t i = 0; i < types.size(); ++i) {
    if (buffers[i].type() != types[i]) {
      return absl::InvalidArgumentError(absl::StrCat(what, " ", i, ": the program's is ",
                                                     types[i].ToString(), ", was given ",
                                                     buffers[i].type().ToString()));
    }
  }
  return absl::OkStatus();
}

bool Overlap(const Buffer& a, const Buffer& b) {
  return a.data() < b.data() + b.byte_size() && b.data() < a.data() + a.byte_size();
}

bool IsDonated(const Executable& executable, size_t input, size_t output) {
  for (const Donation& donation : executable.donations()) {
    if (static_cast<size_t>(donation.input) == input &&
        static_cast<size_t>(donation.output) == output) {
      return true;
    }
  }
  return false;
}

absl::Status CheckOverlap(const Executable& executable, absl::Span<const Buffer> inputs,
                          absl::Span<const Buffer> outputs) {
  for (size_t o = 0; o < outputs.size(); ++o) {
    for (size_t other = 0; other < o; ++other) {
      if (Overlap(outputs[o], outputs[other])) {
        return absl::InvalidArgumentError(
            absl::StrCat("outputs ", other, " and ", o, " overlap in memory"));
      }
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!Overlap(outputs[o], inputs[i])) continue;
      bool same = outputs[o].data() == inputs[i].data();
      if (same && IsDonated(executable, i, o)) continue;
      return absl::InvalidArgumentError(absl::StrCat("output ", o, " overlaps input ", i,
                                                     ", which is not donated to it"));
    }
  }
  return absl::OkStatus();
}

// Wrapped memory that kernels cannot use in place, copied for one run.
struct Staged {
  runtime::Buffer memory;
  const Buffer* original = nullptr;
};

absl::StatusOr<void*> Stage(Device::Impl& device, const Buffer& buffer, bool copy,
                            std::vector<Staged>* staged) {
  void* data = buffer.impl()->data;
  bool aligned = reinterpret_cast<uintptr_t>(data) % TW_BUFFER_ALIGNMENT == 0;
  // Device memory is as the runtime wants it, guarded or not.
  if (buffer.device_owned() || (aligned && data != nullptr)) return data;
  runtime::AllocationOptions options;
  options.limit = &device.hbm;
  Staged stage;
  TW_ASSIGN_OR_RETURN(
      stage.memory,
      runtime::Buffer::Allocate(buffer.byte_size(), "copy of unaligned memory", options));
  stage.original = &buffer;
  if (copy && buffer.byte_size() > 0) {
    std::memcpy(stage.memory.data(), data, static_cast<size_t>(buffer.byte_size()));
  }
  staged->push_back(std::move(stage));
  return staged->back().memory.data();
}

// Gives the arena's bytes back.
class ArenaReservation {
 public:
  ArenaReservation(runtime::HbmLimit* hbm, int64_t bytes) : hbm_(hbm), bytes_(bytes) {}
  ArenaReservation(const ArenaReservation&) = delete;
  ArenaReservation& operator=(const ArenaReservation&) = delete;
  ~ArenaReservation() { hbm_->Release(bytes_); }

 private:
  runtime::HbmLimit* hbm_;
  int64_t bytes_;
};

std::vector<StepReport> Reports(const std::vector<runtime::StepProfile>& profile) {
  std::vector<StepReport> reports;
  for (const runtime::StepProfile& step : profile) {
    const plan::KernelCost& cost = step.cost;
    StepReport report{step.name,  step.kind,       step.calls,        step.ms,
                      cost.flops, cost.bytes_read, cost.bytes_written};
    for (const plan::MxuCost& unit : cost.mxu) {
      report.mxu.push_back({unit.type, unit.passes, unit.multiplies, unit.slots});
    }
    report.vpu = cost.vpu;
    report.eup = cost.eup;
    report.xlu = cost.xlu;
    report.dmas = cost.dmas;
    report.dma_bytes = cost.dma_bytes;
    report.place = step.place;
    reports.push_back(std::move(report));
  }
  return reports;
}

absl::Status Run(const Executable& executable, Device::Impl& device,
                 absl::Span<const Buffer> inputs, absl::Span<const Buffer> outputs,
                 const ExecuteOptions& options) {
  std::vector<Staged> staged_inputs, staged_outputs;
  std::vector<const void*> in;
  std::vector<void*> out;
  for (const Buffer& buffer : inputs) {
    TW_ASSIGN_OR_RETURN(void* data, Stage(device, buffer, true, &staged_inputs));
    in.push_back(data);
  }
  for (const Buffer& buffer : outputs) {
    TW_ASSIGN_OR_RETURN(void* data, Stage(device, buffer, false, &staged_outputs));
    out.push_back(data);
  }
  const runtime::Executable& inside = *executable.impl()->executable;
  int64_t arena = inside.arena_bytes();
  TW_RETURN_IF_ERROR(device.hbm.Reserve(arena, "temporary memory of the program"));
  ArenaReservation reservation(&device.hbm, arena);

  std::vector<runtime::StepProfile> profile;
  runtime::ExecuteOptions run;
  run.threads = options.threads > 0 ? options.threads : device.threads;
  run.profile = options.steps != nullptr ? &profile : nullptr;
  TW_RETURN_IF_ERROR(inside.Execute(in, out, run));
  if (options.steps != nullptr) *options.steps = Reports(profile);
  for (const Staged& stage : staged_outputs) {
    if (stage.memory.size() == 0) continue;
    std::memcpy(stage.original->impl()->data, stage.memory.data(),
                static_cast<size_t>(stage.memory.size()));
  }
  return absl::OkStatus();
}

absl::Status Check(const Executable& executable, const Device& device,
                   absl::Span<const Buffer> inputs, const ExecuteOptions& options) {
  if (options.threads < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("threads: ", options.threads, " is negative"));
  }
  if (device.chip() != executable.impl()->chip) {
    return absl::InvalidArgumentError(absl::StrCat("the program was compiled for chip ",
                                                   executable.impl()->chip,
                                                   ", the device is ", device.chip()));
  }
  TW_RETURN_IF_ERROR(CheckTypes(inputs, executable.inputs(), "input"));
  for (size_t i = 0; i < inputs.size(); ++i) {
    // The device's own memory was checked when it was filled.
    if (inputs[i].device_owned()) continue;
    absl::Status values = api::CheckValues(inputs[i].type(), inputs[i].bytes());
    if (!values.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("input ", i, ": ", values.message()));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ExecuteInto(const Executable& executable, const Device& device,
                         absl::Span<const Buffer> inputs,
                         absl::Span<const Buffer> outputs,
                         const ExecuteOptions& options) {
  TW_RETURN_IF_ERROR(Check(executable, device, inputs, options));
  TW_RETURN_IF_ERROR(CheckTypes(outputs, executable.outputs(), "output"));
  TW_RETURN_IF_ERROR(CheckOverlap(executable, inputs, outputs));
  return Run(executable, *device.impl(), inputs, outputs, options);
}

absl::StatusOr<std::vector<Buffer>> Execute(const Executable& executable,
                                            const Device& device,
                                            absl::Span<const Buffer> inputs,
                                            const ExecuteOptions& options) {
  TW_RETURN_IF_ERROR(Check(executable, device, inputs, options));
  std::vector<Buffer> outputs;
  for (size_t o = 0; o < executable.outputs().size(); ++o) {
    const Buffer* given_up = nullptr;
    for (size_t i = 0; options.donate && i < inputs.size(); ++i) {
      if (IsDonated(executable, i, o) && inputs[i].device_owned()) given_up = &inputs[i];
    }
    if (given_up != nullptr) {
      outputs.push_back(*given_up);
      continue;
    }
    TW_ASSIGN_OR_RETURN(Buffer output, Buffer::Allocate(device, executable.outputs()[o]));
    outputs.push_back(std::move(output));
  }
  TW_RETURN_IF_ERROR(CheckOverlap(executable, inputs, outputs));
  TW_RETURN_IF_ERROR(Run(executable, *device.impl(), inputs, outputs, options));
  return outputs;
}

struct Execution::Impl {
  std::promise<absl::Status> promise;
  std::shared_future<absl::Status> result{promise.get_future()};
};

bool Execution::done() const {
  return impl_->result.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

absl::Status Execution::Wait() const { return impl_->result.get(); }

absl::StatusOr<Execution> ExecuteAsync(const Executable& executable, const Device& device,
                                       std::vector<Buffer> inputs,
                                       std::vector<Buffer> outputs,
                                       const ExecuteOptions& options) {
  if (options.steps != nullptr) {
    return absl::InvalidArgumentError("asynchronous runs report no steps");
  }
  TW_RETURN_IF_ERROR(CheckTypes(inputs, executable.inputs(), "input"));
  TW_RETURN_IF_ERROR(CheckTypes(outputs, executable.outputs(), "output"));
  auto impl = std::make_shared<Execution::Impl>();
  device.impl()->queue.Push([executable, device, impl, options,
                             inputs = std::move(inputs), outputs = std::move(outputs)] {
    impl->promise.set_value(ExecuteInto(executable, device, inputs, outputs, options));
  });
  return Execution(std::move(impl));
}

}  // namespace tilewright
