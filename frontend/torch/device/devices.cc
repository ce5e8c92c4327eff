#include "frontend/torch/device/devices.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/stack.h>
#include <torch/library.h>

#include <optional>
#include <utility>

namespace tilewright::torch_device {
namespace {

c10::DeviceIndex count = 1;  // written before the device is used
thread_local c10::DeviceIndex current = 0;

// PyTorch has no hook between an operation and the kernels of a device of its own, and
// one more key for whoever wants to see all operations on some tensors.
constexpr c10::DispatchKey kSwitching = c10::DispatchKey::TESTING_ONLY_GenericWrapper;

std::optional<c10::DeviceIndex> DeviceIn(const c10::IValue& value) {
  if (value.isTensor()) {
    const at::Tensor& tensor = value.toTensor();
    if (tensor.defined() && tensor.device().type() == kTpu) {
      return tensor.device().index();
    }
  } else if (value.isList()) {
    for (const c10::IValue& each : value.toListRef()) {
      if (const auto found = DeviceIn(each)) return found;
      if (!each.isTensor() && !each.isNone()) break;  // a list of numbers
    }
  }
  return std::nullopt;
}

// An operation's device is that of its first tensor that has one.
void OnItsDevice(const c10::OperatorHandle& op, c10::DispatchKeySet keys,
                 torch::jit::Stack* stack) {
  c10::DeviceIndex device = current;
  for (const c10::IValue& argument :
       torch::jit::last(*stack, op.schema().arguments().size())) {
    if (const auto found = DeviceIn(argument)) {
      device = *found;
      break;
    }
  }
  const OnDevice its(device);
  op.redispatchBoxed(
      keys & c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER, kSwitching), stack);
}

// Behind a device's own kernels there are PyTorch's in steps, which all devices have;
// this is a device that has no kernels of its own.
constexpr c10::DispatchKey kInSteps = c10::DispatchKey::FPGA;

// A new tensor's device is the one that is told. Its steps are to know that where they
// cannot see tensors' keys, which is within PyTorch's modes.
void OnToldDevice(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const auto place = static_cast<size_t>(*op.schema().argumentIndexWithName("device"));
  const auto told = torch::jit::peek(*stack, place, op.schema().arguments().size())
                        .toOptional<c10::Device>();
  const bool is_ours = told.has_value() && told->type() == kTpu;
  const OnDevice its(is_ours ? IndexOf(told) : CurrentDevice());
  op.redispatchBoxed(c10::DispatchKeySet(kInSteps), stack);
}

bool IsMakerInSteps(const c10::OperatorHandle& op) {
  return op.schema().argumentIndexWithName("device").has_value() &&
         op.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd) &&
         !op.hasKernelForDispatchKey(c10::DispatchKey::PrivateUse1);
}

void PrepareMakers() {
  static auto& library = *new torch::Library(
      torch::Library::IMPL, "aten", c10::DispatchKey::PrivateUse1, __FILE__, __LINE__);
  c10::Dispatcher& all = c10::Dispatcher::singleton();
  for (const c10::OperatorName& name : all.getAllOpNames()) {
    const auto op = all.findSchema(name);
    if (name.getNamespace() != "aten" || !op.has_value() || !IsMakerInSteps(*op))
      continue;
    library.impl(toString(name).c_str(),
                 torch::CppFunction::makeFromBoxedFunction<&OnToldDevice>());
  }
}

}  // namespace

c10::DeviceIndex DeviceCount() { return count; }

void SetDeviceCount(int wanted) {
  TORCH_CHECK_VALUE(wanted >= 1 && wanted <= kMostDevices, "devices: 1 to ", kMostDevices,
                    ", not ", wanted);
  if (count == 1 && wanted > 1) PrepareMakers();
  count = static_cast<c10::DeviceIndex>(wanted);
}

// Of one alone nothing is looked up by thread, which takes longer than all else here.
c10::DeviceIndex CurrentDevice() { return count == 1 ? c10::DeviceIndex{0} : current; }

c10::DeviceIndex CheckIndex(c10::DeviceIndex index) {
  TORCH_CHECK(index < count, "tpu: invalid device ordinal ", int{index}, ", there ",
              count == 1 ? "is " : "are ", int{count});
  return index < 0 ? CurrentDevice() : index;
}

c10::DeviceIndex ExchangeDevice(c10::DeviceIndex index) {
  index = CheckIndex(index);
  return count == 1 ? c10::DeviceIndex{0} : std::exchange(current, index);
}

c10::DispatchKeySet Keys() {
  constexpr c10::DispatchKeySet kKeys(c10::DispatchKey::PrivateUse1);
  return count == 1 ? kKeys : kKeys.add(kSwitching);
}

TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericWrapper, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&OnItsDevice>());
}

}  // namespace tilewright::torch_device
