#include "tilewright/execute.h"

#include <utility>

#include "absl/status/status.h"
#include "api/compile_impl.h"
#include "api/convert.h"
#include "api/device_impl.h"
#include "runtime/device/execute.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

using runtime::BufferPointers;
using runtime::SharedBuffers;

BufferPointers PointersTo(absl::Span<const Buffer> buffers) {
  BufferPointers pointers(buffers.size());
  for (size_t i = 0; i < buffers.size(); ++i) {
    pointers[i] = buffers[i].impl()->buffer.get();
  }
  return pointers;
}

SharedBuffers Inside(absl::Span<const Buffer> buffers) {
  SharedBuffers shared;
  shared.reserve(buffers.size());
  for (const Buffer& buffer : buffers) shared.push_back(buffer.impl()->buffer);
  return shared;
}

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
    report.parent = step.parent;
    reports.push_back(std::move(report));
  }
  return reports;
}

// Options of a run, whose steps are profiled into `profile`.
runtime::RunOptions Inside(const ExecuteOptions& options,
                           std::vector<runtime::StepProfile>* profile = nullptr) {
  runtime::RunOptions inside;
  inside.threads = options.threads;
  inside.stream = options.stream;
  if (options.steps != nullptr) inside.profile = profile;
  return inside;
}

absl::Status CheckUnprofiled(const ExecuteOptions& options, const char* what) {
  if (options.steps == nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError(std::string(what) + " report no steps");
}

absl::Status RunAndReport(const runtime::Executable& executable, runtime::Device& device,
                          runtime::Buffers inputs, runtime::Buffers outputs,
                          const ExecuteOptions& options) {
  std::vector<runtime::StepProfile> profile;
  TW_RETURN_IF_ERROR(
      runtime::RunNow(executable, device, inputs, outputs, Inside(options, &profile)));
  if (options.steps != nullptr) *options.steps = Reports(profile);
  return absl::OkStatus();
}

// What an open executable runs these inputs with.
absl::StatusOr<Executable> ForInputs(const Executable& executable,
                                     absl::Span<const Buffer> inputs) {
  std::vector<TensorType> types;
  types.reserve(inputs.size());
  for (const Buffer& input : inputs) types.push_back(input.type());
  return executable.At(types);
}

}  // namespace

absl::Status ExecuteInto(const Executable& executable, const Device& device,
                         absl::Span<const Buffer> inputs,
                         absl::Span<const Buffer> outputs,
                         const ExecuteOptions& options) {
  if (executable.open()) {
    TW_ASSIGN_OR_RETURN(const Executable sized, ForInputs(executable, inputs));
    return ExecuteInto(sized, device, inputs, outputs, options);
  }
  const runtime::Executable& program = *executable.impl()->executable;
  runtime::Device& inside = *device.impl()->device;
  const BufferPointers in = PointersTo(inputs), out = PointersTo(outputs);
  TW_RETURN_IF_ERROR(runtime::CheckRun(program, inside, in, out, Inside(options)));
  return RunAndReport(program, inside, in, out, options);
}

absl::StatusOr<std::vector<Buffer>> Execute(const Executable& executable,
                                            const Device& device,
                                            absl::Span<const Buffer> inputs,
                                            const ExecuteOptions& options) {
  if (executable.open()) {
    TW_ASSIGN_OR_RETURN(const Executable sized, ForInputs(executable, inputs));
    return Execute(sized, device, inputs, options);
  }
  const runtime::Executable& program = *executable.impl()->executable;
  const std::shared_ptr<runtime::Device>& inside = device.impl()->device;
  TW_RETURN_IF_ERROR(
      runtime::CheckProgram(program, *inside, PointersTo(inputs), Inside(options)));
  SharedBuffers in = Inside(inputs);
  TW_ASSIGN_OR_RETURN(
      const SharedBuffers out,
      runtime::OutputsFor(program, inside, &in, [&](size_t) { return options.donate; }));
  TW_RETURN_IF_ERROR(RunAndReport(program, *inside, runtime::PointersTo(in),
                                  runtime::PointersTo(out), options));
  std::vector<Buffer> outputs;
  for (size_t o = 0; o < out.size(); ++o) {
    outputs.push_back(
        Buffer(std::make_shared<Buffer::Impl>(out[o], executable.outputs()[o])));
  }
  return outputs;
}

bool Execution::done() const { return device_->client().Passed({event_}); }

absl::Status Execution::Wait() const { return device_->client().Await({event_}); }

void Execution::OnDone(std::function<void(absl::Status)> callback) const {
  device_->client().OnPassed({event_}, [run = *this, callback = std::move(callback)] {
    callback(run.device_->client().StatusOf({run.event_}));
  });
}

absl::StatusOr<Execution> ExecuteAsync(const Executable& executable, const Device& device,
                                       absl::Span<const Buffer> inputs,
                                       absl::Span<const Buffer> outputs,
                                       const ExecuteOptions& options) {
  if (executable.open()) {
    TW_ASSIGN_OR_RETURN(const Executable sized, ForInputs(executable, inputs));
    return ExecuteAsync(sized, device, inputs, outputs, options);
  }
  TW_RETURN_IF_ERROR(CheckUnprofiled(options, "asynchronous runs"));
  const std::shared_ptr<runtime::Executable const>& program =
      executable.impl()->executable;
  const std::shared_ptr<runtime::Device>& inside = device.impl()->device;
  TW_RETURN_IF_ERROR(runtime::CheckRun(*program, *inside, PointersTo(inputs),
                                       PointersTo(outputs), Inside(options)));
  TW_ASSIGN_OR_RETURN(const runtime::Event event,
                      runtime::RunLater(program, inside, Inside(inputs), Inside(outputs),
                                        Inside(options)));
  return Execution(device.impl(), event.word);
}

struct Launch::Impl {
  std::shared_ptr<Device::Impl> device;
  std::shared_ptr<runtime::Launch> launch;
};

absl::StatusOr<Launch> Launch::Bind(const Executable& executable, const Device& device,
                                    absl::Span<const Buffer> inputs,
                                    absl::Span<const Buffer> outputs,
                                    const ExecuteOptions& options) {
  if (executable.open()) {
    TW_ASSIGN_OR_RETURN(const Executable sized, ForInputs(executable, inputs));
    return Bind(sized, device, inputs, outputs, options);
  }
  TW_RETURN_IF_ERROR(CheckUnprofiled(options, "launches"));
  const std::shared_ptr<runtime::Executable const>& program =
      executable.impl()->executable;
  const std::shared_ptr<runtime::Device>& inside = device.impl()->device;
  TW_RETURN_IF_ERROR(runtime::CheckRun(*program, *inside, PointersTo(inputs),
                                       PointersTo(outputs), Inside(options)));
  TW_ASSIGN_OR_RETURN(std::shared_ptr<runtime::Launch> launch,
                      runtime::Launch::Bind(program, inside, Inside(inputs),
                                            Inside(outputs), Inside(options)));
  return Launch(std::make_shared<const Impl>(Impl{device.impl(), std::move(launch)}));
}

absl::Status Launch::Run() const { return impl_->launch->RunNow(); }

absl::StatusOr<Execution> Launch::RunAsync() const {
  TW_ASSIGN_OR_RETURN(const runtime::Event event, impl_->launch->RunLater());
  return Execution(impl_->device, event.word);
}

absl::Status Launch::Submit() const { return impl_->launch->RunLater().status(); }

}  // namespace tilewright
