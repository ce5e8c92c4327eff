// Devices, streams and events. There is one queue: streams differ in name.
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <array>
#include <atomic>

#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/memory.h"
#include "frontend/torch/device/types.h"
#include "frontend/torch/device/waiting.h"

namespace tilewright::torch_device {
namespace {

thread_local std::array<c10::StreamId, kMostDevices> current_streams{};
std::atomic<c10::StreamId> last_stream{0};

// The last operation that was recorded before the event was, or the one that reads the
// clock then.
struct Moment {
  uint64_t number = 0;
  eager::BufferRef time;  // none where it is not wanted
};

int64_t TimeOf(const Moment& moment) {
  int64_t time = 0;
  ThrowIfError(TheRecorder().CopyToHost(moment.time.get(), 0, sizeof time, &time));
  return time;
}

class TpuGuard final : public c10::impl::DeviceGuardImplInterface {
 public:
  c10::DeviceType type() const override { return kTpu; }
  c10::Device exchangeDevice(c10::Device device) const override {
    TORCH_CHECK(device.type() == kTpu, "a device of tpu is wanted, not ", device);
    return c10::Device(kTpu, ExchangeDevice(device.index()));
  }
  c10::Device getDevice() const override { return Here(); }
  void setDevice(c10::Device device) const override { exchangeDevice(device); }
  void uncheckedSetDevice(c10::Device device) const noexcept override {
    if (device.index() < DeviceCount()) ExchangeDevice(device.index());
  }
  c10::DeviceIndex deviceCount() const noexcept override { return DeviceCount(); }

  c10::DeviceCapability getDeviceCapability(c10::Device) const override {
    constexpr c10::ScalarTypeIndex kTypes[] = {c10::kIndex_Bool,
                                               c10::kIndex_Byte,
                                               c10::kIndex_Char,
                                               c10::kIndex_Short,
                                               c10::kIndex_Int,
                                               c10::kIndex_Long,
                                               c10::kIndex_UInt16,
                                               c10::kIndex_UInt32,
                                               c10::kIndex_UInt64,
                                               c10::kIndex_Half,
                                               c10::kIndex_BFloat16,
                                               c10::kIndex_Float,
                                               c10::kIndex_Double,
                                               c10::kIndex_ComplexFloat,
                                               c10::kIndex_ComplexDouble,
                                               c10::kIndex_Float8_e5m2,
                                               c10::kIndex_Float8_e4m3fn,
                                               c10::kIndex_Float8_e5m2fnuz,
                                               c10::kIndex_Float8_e4m3fnuz,
                                               c10::kIndex_Float8_e8m0fnu};
    c10::DeviceCapability capability;
    uint64_t& types = capability.capability_data.capability_bits = 0;
    for (const c10::ScalarTypeIndex type : kTypes) types |= uint64_t{1} << type;
    return capability;
  }

  c10::Stream getStream(c10::Device device) const override {
    return Named(current_streams[CheckIndex(device.index())], device);
  }
  c10::Stream getDefaultStream(c10::Device device) const override {
    return Named(0, device);
  }
  c10::Stream getNewStream(c10::Device device, int) const override {
    return Named(++last_stream, device);
  }
  c10::Stream getStreamFromGlobalPool(c10::Device device, bool) const override {
    return getNewStream(device, 0);
  }
  c10::Stream exchangeStream(c10::Stream stream) const override {
    const c10::DeviceIndex device = CheckIndex(stream.device_index());
    return Named(std::exchange(current_streams[device], stream.id()), stream.device());
  }
  bool queryStream(const c10::Stream&) const override {
    return TheRecorder().Passed(TheRecorder().recorded());
  }
  void synchronizeStream(const c10::Stream&) const override { synchronizeDevice(0); }
  void synchronizeDevice(c10::DeviceIndex) const override { WaitForAll("synchronize"); }

  void record(void** event, const c10::Stream&, c10::DeviceIndex,
              c10::EventFlag flag) const override {
    if (*event == nullptr) *event = new Moment;
    Moment& moment = *static_cast<Moment*>(*event);
    if (flag == c10::EventFlag::BACKEND_DEFAULT) {
      moment.time = ValueOrThrow(TheRecorder().Allocate(sizeof(int64_t)));
      ThrowIfError(TheRecorder().RecordTime(moment.time.get()));
      moment.number = moment.time->written();
    } else {
      moment.number = TheRecorder().recorded();
    }
  }
  // What is recorded after it runs after it: there is one queue.
  void block(void*, const c10::Stream&) const override {}
  bool queryEvent(void* event) const override {
    return event == nullptr || TheRecorder().Passed(static_cast<Moment*>(event)->number);
  }
  void synchronizeEvent(void* event) const override {
    if (event == nullptr) return;
    const uint64_t number = static_cast<Moment*>(event)->number;
    if (number > 0) WaitFor("event", number);
  }
  // In milliseconds.
  double elapsedTime(void* first, void* second, c10::DeviceIndex) const override {
    TORCH_CHECK(first != nullptr && second != nullptr,
                "Both events must be recorded before calculating elapsed time.");
    TORCH_CHECK(queryEvent(first) && queryEvent(second),
                "Both events must be completed before calculating elapsed time.");
    const auto& begin = *static_cast<Moment*>(first);
    const auto& end = *static_cast<Moment*>(second);
    TORCH_CHECK(begin.time.get() != nullptr && end.time.get() != nullptr,
                "Both events must be created with argument 'enable_timing=True'.");
    return static_cast<double>(TimeOf(end) - TimeOf(begin)) / 1e6;
  }
  void destroyEvent(void* event, c10::DeviceIndex) const noexcept override {
    delete static_cast<Moment*>(event);
  }
  void recordDataPtrOnStream(const c10::DataPtr&, const c10::Stream&) const override {}

 private:
  static c10::Stream Named(c10::StreamId id, c10::Device device) {
    return c10::Stream(c10::Stream::UNSAFE, c10::Device(kTpu, CheckIndex(device.index())),
                       id);
  }
};

C10_REGISTER_GUARD_IMPL(PrivateUse1, TpuGuard);

}  // namespace
}  // namespace tilewright::torch_device
