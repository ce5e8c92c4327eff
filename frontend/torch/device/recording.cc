#include "frontend/torch/device/recording.h"

#include <ATen/Dispatch_v2.h>
#include <ATen/MemoryOverlap.h>
#include <c10/core/AutogradState.h>

#include <cstring>
#include <utility>

#include "frontend/torch/device/capturing.h"
#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/place.h"
#include "frontend/torch/device/precision.h"
#include "frontend/torch/device/together.h"
#include "frontend/torch/device/waiting.h"

namespace tilewright::torch_device {
namespace {

template <typename T>
void SetBits(eager::Operand* operand, T value) {
  static_assert(sizeof(T) <= sizeof operand->bits);
  std::memcpy(operand->bits.data(), &value, sizeof value);
}

void CheckResolved(const at::Tensor& tensor) {
  TORCH_INTERNAL_ASSERT(!tensor.is_conj() && !tensor.is_neg(),
                        "a lazy conjugate was not resolved");
}

// What a library computes is a step of its own.
void CheckCapturable(Op op) {
  switch (op) {
#define TW_CASE(name)            \
  case Op::name:                 \
    TORCH_CHECK_NOT_IMPLEMENTED( \
        false, #name " is computed by a library, and no part of a compiled graph");
    TW_TORCH_ROUTINES(TW_CASE)
#undef TW_CASE
    default:
      break;
  }
}

// The backward of what a thread records runs on it: PyTorch would hand each over to a
// thread of the device and back, which takes longer than a small one does. There is one
// queue, so nothing runs beside anything by that. What the user says later holds.
void StayOnThread() {
  thread_local const bool told = [] {
    c10::AutogradState::get_tls_state().set_multithreading_enabled(false);
    return true;
  }();
  (void)told;
}

}  // namespace

eager::Operand Recording::ArrayOf(const at::Tensor& tensor) {
  if (!crosses_) CheckTogether(Here(), tensor.device());
  eager::Operand operand;
  operand.kind = eager::Operand::Kind::kArray;
  operand.element = ElementOf(tensor.scalar_type());
  operand.buffer = FindBuffer(tensor.storage());
  if (operand.buffer == nullptr) {
    StorageBuffer found = BufferOf(tensor.storage());
    operand.buffer = found.buffer.get();
    if (found.foreign) foreign_.push_back(std::move(found.buffer));
  }
  operand.offset = tensor.storage_offset();
  operand.sizes = {tensor.sizes().data(), tensor.sizes().size()};
  operand.strides = {tensor.strides().data(), tensor.strides().size()};
  return operand;
}

Recording& Recording::In(const at::Tensor& tensor) {
  if (!tensor.defined()) return Nothing();
  if (tensor.dim() == 0 && tensor.device().is_cpu()) {
    eager::Operand number;
    number.kind = eager::Operand::Kind::kImmediate;
    number.element = ElementOf(tensor.scalar_type());
    std::memcpy(number.bits.data(), tensor.const_data_ptr(), tensor.itemsize());
    operands_.push_back(number);
    return *this;
  }
  if (tensor.is_conj() || tensor.is_neg()) [[unlikely]] {
    // PyTorch leaves it to products, and to what is called from kernels.
    kept_.push_back(tensor.resolve_conj().resolve_neg());
    operands_.push_back(ArrayOf(kept_.back()));
    return *this;
  }
  operands_.push_back(ArrayOf(tensor));
  return *this;
}

Recording& Recording::In(at::Tensor&& tensor) {
  if (!tensor.defined()) return Nothing();
  const at::Tensor kept = std::move(tensor);
  kept_.push_back(kept);
  return In(kept);
}

Recording& Recording::Out(const at::Tensor& tensor) {
  at::assert_no_internal_overlap(tensor);
  return OutShared(tensor);
}

Recording& Recording::OutShared(const at::Tensor& tensor) {
  CheckResolved(tensor);
  results_.push_back(ArrayOf(tensor));
  return *this;
}

Recording& Recording::Number(const c10::Scalar& value, c10::ScalarType type) {
  eager::Operand operand;
  operand.kind = eager::Operand::Kind::kImmediate;
  operand.element = ElementOf(type);
  AT_DISPATCH_V2(
      type, "number", AT_WRAP([&] { SetBits(&operand, value.to<scalar_t>()); }),
      AT_EXPAND(AT_ALL_TYPES_AND_COMPLEX), AT_EXPAND(AT_BAREBONES_UNSIGNED_TYPES),
      AT_EXPAND(AT_FLOAT8_TYPES), at::kBool, at::kHalf, at::kBFloat16);
  operands_.push_back(operand);
  return *this;
}

Recording& Recording::Seed(const RandomPlace& place) {
  Number(place.seed, at::kUInt64);
  if (place.captured) operands_.back().role = eager::Operand::Role::kSeed;
  return *this;
}
Recording& Recording::Offset(const RandomPlace& place) {
  Number(place.offset, at::kUInt64);
  if (place.captured) operands_.back().role = eager::Operand::Role::kRandomOffset;
  return *this;
}

void Recording::Run(Op op) {
  CheckCall(op, {operands_.data(), operands_.size()}, {results_.data(), results_.size()});
  if (OpenCapture() != nullptr && !CaptureTakesLibraries()) CheckCapturable(op);
  eager::Call call;
  call.operation = TheDoor().operations + static_cast<size_t>(op);
  call.operands = {operands_.data(), operands_.size()};
  call.results = {results_.data(), results_.size()};
  call.attributes = {attributes_.data(), attributes_.size()};
  call.precision = ProductPrecision();
  StayIfEnded();
  StayOnThread();
  WaitForRoom();
  call.place = PlaceNow();
  const uint64_t number = ValueOrThrow(TheRecorder().Record(call));
  StayIfEnded();
  if (TheRecorder().mode() == eager::Mode::kDebug) {
    // It has run: what is wrong with it is raised where it was called.
    for (const eager::Operand& result : results_) {
      ThrowIfError(TheRecorder().Await(*result.buffer));
    }
  }
  if (!foreign_.empty()) WaitFor("foreign memory", number);
}

void Recording::RunFlat(Op op) {
  int64_t count = 1;
  for (const int64_t size : results_[0].sizes) count *= size;
  const int64_t stride = 1;
  const auto flatten = [&](eager::Operand& operand) {
    if (operand.kind != eager::Operand::Kind::kArray || operand.sizes.empty()) return;
    operand.sizes = {&count, 1};
    operand.strides = {&stride, 1};
  };
  for (eager::Operand& operand : operands_) flatten(operand);
  for (eager::Operand& result : results_) flatten(result);
  Run(op);
}

}  // namespace tilewright::torch_device
