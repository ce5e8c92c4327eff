// Runs of compiled programs.
#include <algorithm>
#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "frontend/pjrt/buffer.h"
#include "frontend/pjrt/call.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/error.h"
#include "frontend/pjrt/executable.h"
#include "frontend/pjrt/host_callbacks.h"
#include "frontend/pjrt/trace.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {

struct PJRT_ExecuteContext {};

namespace calls {
namespace {

// One call: what it is given, and what becomes of it.
class Execution {
 public:
  Execution(const Compiled& compiled, PJRT_Device& device,
            const PJRT_ExecuteOptions* options, absl::Span<PJRT_Buffer* const> arguments)
      : compiled_(compiled), device_(device), options_(options), arguments_(arguments) {}

  absl::Status Run() {
    TW_RETURN_IF_ERROR(GetInputs());
    if (!compiled_.channels.empty()) {
      TW_ASSIGN_OR_RETURN(run_options_.host,
                          HostCallbacks::Make(compiled_.channels, options_));
    }
    run_options_.observer = ObserverOf(device_.description->id, compiled_.name);
    if (compiled_.any_donated) TW_RETURN_IF_ERROR(CheckDonations());
    const std::shared_ptr<runtime::Device>& device = device_.device;
    TW_RETURN_IF_ERROR(runtime::CheckProgram(*compiled_.executable, *device,
                                             runtime::PointersTo(inputs_), run_options_));
    TW_ASSIGN_OR_RETURN(outputs_, runtime::OutputsFor(
                                      *compiled_.executable, device, &inputs_,
                                      [this](size_t i) { return GivesMemory(i); },
                                      [this](size_t o) { return MakeOutput(o); }));
    // From here on what was given up is gone, however the run ends.
    absl::Status status = RunInOrder(device);
    for (size_t i = 0; compiled_.any_donated && i < arguments_.size(); ++i) {
      if (IsDonated(i)) arguments_[i]->Delete();
    }
    return status;
  }

  const runtime::SharedBuffers& outputs() const { return outputs_; }
  runtime::Event event() const { return event_; }

 private:
  absl::Status GetInputs() {
    inputs_.reserve(arguments_.size());
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (arguments_[i] == nullptr) {
        return absl::InvalidArgumentError(absl::StrCat("argument ", i, " is null"));
      }
      absl::StatusOr<SharedBuffer> buffer = arguments_[i]->Get();
      if (!buffer.ok()) {
        return absl::InvalidArgumentError(
            absl::StrCat("Invalid buffer passed to Execute() as argument ", i,
                         " to replica 0: ", buffer.status().message()));
      }
      TW_RETURN_IF_ERROR(CheckInput(i, **buffer));
      inputs_.push_back(*std::move(buffer));
    }
    return absl::OkStatus();
  }

  // What is wrong in memory is said in XLA's words: tests of JAX look for them.
  absl::Status CheckInput(size_t i, const runtime::Buffer& buffer) const {
    const ir::TensorType& wanted = compiled_.plan().inputs[i];
    if (buffer.byte_size() != wanted.byte_size()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Executable expected parameter ", i, " of size ", wanted.byte_size(), " (",
          ir::ToString(wanted), ") but got buffer with incompatible size ",
          buffer.byte_size(), " (", ir::ToString(buffer.type()), ")"));
    }
    const Order& order = compiled_.orders.inputs[i];
    if (arguments_[i]->order() == order) return absl::OkStatus();
    const int rank = arguments_[i]->type().rank();
    return absl::InvalidArgumentError(absl::StrCat(
        "argument ", i, " has the layout ", TextOf(arguments_[i]->order(), rank),
        ", and the program was compiled for ", TextOf(order, wanted.rank())));
  }

  bool IsDonated(size_t i) const {
    if (i >= compiled_.donated.size() || !compiled_.donated[i]) return false;
    if (options_ == nullptr) return true;
    const int64_t* const kept = options_->non_donatable_input_indices;
    const int64_t* const end = kept + options_->num_non_donatable_input_indices;
    return std::find(kept, end, static_cast<int64_t>(i)) == end;
  }

  // Whether its memory may be an output's: others may know the address.
  bool GivesMemory(size_t i) const {
    const int32_t output = compiled_.executable->donated_to()[i];
    return IsDonated(i) && !arguments_[i]->referenced() && output >= 0 &&
           arguments_[i]->memory()->kind == compiled_.output_kinds[output];
  }

  absl::StatusOr<SharedBuffer> MakeOutput(size_t o) const {
    return AllocateIn(*device_.pointers[compiled_.output_kinds[o]],
                      compiled_.plan().outputs[o]);
  }

  absl::Status CheckDonations() const {
    // By their handles, equal ones side by side.
    absl::InlinedVector<std::pair<PJRT_Buffer*, size_t>, 16> sorted;
    for (size_t i = 0; i < arguments_.size(); ++i) sorted.emplace_back(arguments_[i], i);
    std::sort(sorted.begin(), sorted.end());
    for (size_t at = 0; at < sorted.size(); ++at) {
      const auto [buffer, i] = sorted[at];
      const bool first = at == 0 || sorted[at - 1].first != buffer;
      const bool last = at + 1 == sorted.size() || sorted[at + 1].first != buffer;
      if ((first && last) || !IsDonated(i)) continue;
      const size_t other = first ? sorted[at + 1].second : sorted[at - 1].second;
      return absl::InvalidArgumentError(absl::StrCat(
          IsDonated(other) ? "Attempt to donate the same buffer twice in Execute()"
                           : "Attempt to use a buffer that was previously donated in "
                             "the same call to Execute()",
          " (arguments ", std::min(i, other), " and ", std::max(i, other),
          ", replica 0)"));
    }
    return absl::OkStatus();
  }

  // An array that is still to come may be sent by the caller once this call returns.
  bool AllInputsAreThere(runtime::Client& client) const {
    return absl::c_all_of(inputs_, [&](const SharedBuffer& input) {
      const runtime::Event written = input->written();
      return written.word == 0 || client.Passed(written);
    });
  }

  // A little work is done at once where nothing is queued: handing it over takes longer.
  // So is what a callback of a run wants, for which the queue waits.
  absl::Status RunInOrder(const std::shared_ptr<runtime::Device>& device) {
    runtime::Client& client = device->client();
    runtime::Stream& queue = client.stream(device->queue());
    const bool in_callback = CallbackScope::active() && queue.OnOwnThread();
    const bool idle = queue.Passed(queue.appended()) && AllInputsAreThere(client);
    if (in_callback || (compiled_.small && idle)) {
      const absl::Status status =
          runtime::RunNow(*compiled_.executable, *device, runtime::PointersTo(inputs_),
                          runtime::PointersTo(outputs_), run_options_);
      // A failed one has poisoned its outputs, as one in the queue does.
      if (!status.ok()) {
        event_ = outputs_.empty() ? client.Failed(status) : outputs_[0]->written();
      }
      return absl::OkStatus();
    }
    TW_ASSIGN_OR_RETURN(
        event_, runtime::RunLater(compiled_.executable, device, std::move(inputs_),
                                  outputs_, run_options_));
    return absl::OkStatus();
  }

  const Compiled& compiled_;
  PJRT_Device& device_;
  const PJRT_ExecuteOptions* const options_;
  const absl::Span<PJRT_Buffer* const> arguments_;
  runtime::RunOptions run_options_;
  runtime::SharedBuffers inputs_;
  runtime::SharedBuffers outputs_;
  runtime::Event event_;
};

absl::Status CheckArguments(const PJRT_LoadedExecutable_Execute_Args& args,
                            const Compiled& compiled) {
  if (args.num_devices != 1) {
    return absl::InvalidArgumentError(absl::StrCat("arguments for ", args.num_devices,
                                                   " devices, for a program of one"));
  }
  if (args.num_args > 0) {
    TW_RETURN_IF_ERROR(CheckPointers({{"argument_lists", args.argument_lists}}));
    TW_RETURN_IF_ERROR(CheckPointers({{"argument_lists[0]", args.argument_lists[0]}}));
  }
  if (!compiled.types.empty()) {
    TW_RETURN_IF_ERROR(CheckPointers({{"output_lists", args.output_lists}}));
    TW_RETURN_IF_ERROR(CheckPointers({{"output_lists[0]", args.output_lists[0]}}));
  }
  const size_t inputs = compiled.plan().inputs.size();
  if (args.num_args != inputs) {
    return absl::InvalidArgumentError(
        absl::StrCat("Execution supplied ", args.num_args,
                     " buffers but compiled program expected ", inputs, " buffers"));
  }
  const PJRT_ExecuteOptions* const options = args.options;
  if (options == nullptr) return absl::OkStatus();
  TW_RETURN_IF_ERROR(CheckSize(*options));
  if (options->num_non_donatable_input_indices > 0) {
    TW_RETURN_IF_ERROR(CheckPointers(
        {{"non_donatable_input_indices", options->non_donatable_input_indices}}));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status LoadedExecutable_Execute(PJRT_LoadedExecutable_Execute_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"executable", args.executable}}));
  PJRT_LoadedExecutable& loaded = *args.executable;
  const CompiledPtr compiled = loaded.Get();
  if (compiled == nullptr) {
    return absl::InvalidArgumentError("the executable was deleted");
  }
  TW_RETURN_IF_ERROR(CheckArguments(args, *compiled));
  PJRT_Device* device = loaded.device;
  if (args.execute_device != nullptr) {
    TW_RETURN_IF_ERROR(loaded.client->CheckDevice(args.execute_device));
    device = args.execute_device;
  }
  const absl::Span<PJRT_Buffer* const> arguments(
      args.num_args > 0 ? args.argument_lists[0] : nullptr, args.num_args);
  Execution execution(*compiled, *device, args.options, arguments);
  TW_RETURN_IF_ERROR(execution.Run());
  for (size_t o = 0; o < execution.outputs().size(); ++o) {
    PJRT_Memory* const memory = device->pointers[compiled->output_kinds[o]];
    args.output_lists[0][o] =
        new PJRT_Buffer(loaded.client, memory, execution.outputs()[o],
                        compiled->orders.output_types[o], compiled->orders.outputs[o]);
  }
  if (args.device_complete_events != nullptr) {
    args.device_complete_events[0] =
        new PJRT_Event{Moment(loaded.client->client, execution.event())};
  }
  return absl::OkStatus();
}

absl::Status ExecuteContext_Create(PJRT_ExecuteContext_Create_Args& args) {
  args.context = new PJRT_ExecuteContext;
  return absl::OkStatus();
}

absl::Status ExecuteContext_Destroy(PJRT_ExecuteContext_Destroy_Args& args) {
  delete args.context;
  return absl::OkStatus();
}

}  // namespace calls
}  // namespace tilewright::pjrt
