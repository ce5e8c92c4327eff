#include "frontend/torch/device/generator.h"

#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>

#include <cstring>
#include <vector>

#include "frontend/torch/device/capturing.h"
#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/types.h"

namespace tilewright::torch_device {
namespace {

class TpuGenerator final : public c10::GeneratorImpl {
 public:
  explicit TpuGenerator(c10::Device device)
      : c10::GeneratorImpl(device, c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)) {}

  void set_current_seed(uint64_t seed) override {
    seed_ = seed;
    offset_ = 0;
  }
  void set_offset(uint64_t offset) override { offset_ = offset; }
  uint64_t get_offset() const override { return offset_; }
  uint64_t current_seed() const override { return seed_; }
  uint64_t seed() override {
    set_current_seed(c10::detail::getNonDeterministicRandom());
    return seed_;
  }
  // 16 bytes: seed and offset. Whatever mode there is, such as that of FakeTensors, does
  // not see the tensor being made.
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override {
    const at::Tensor state =
        at::detail::empty_cpu({16}, at::TensorOptions().dtype(at::kByte));
    std::memcpy(state.mutable_data_ptr(), &seed_, 8);
    std::memcpy(static_cast<char*>(state.mutable_data_ptr()) + 8, &offset_, 8);
    return state.getIntrusivePtr();
  }
  void set_state(const c10::TensorImpl& state) override {
    TORCH_CHECK_TYPE(state.dtype() == caffe2::TypeMeta::Make<uint8_t>() &&
                         state.numel() == 16 && state.device().is_cpu(),
                     "a generator's state is a CPU tensor of 16 bytes");
    std::memcpy(&seed_, state.data(), 8);
    std::memcpy(&offset_, static_cast<const char*>(state.data()) + 8, 8);
  }

  uint64_t Take(int64_t count) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::exchange(offset_, offset_ + static_cast<uint64_t>(count));
  }

 private:
  TpuGenerator* clone_impl() const override {
    auto* const clone = new TpuGenerator(device());
    clone->seed_ = seed_;
    clone->offset_ = offset_;
    return clone;
  }

  uint64_t seed_ = c10::default_rng_seed_val;
  uint64_t offset_ = 0;
};

}  // namespace

at::Generator NewGenerator(c10::DeviceIndex device) {
  return at::make_generator<TpuGenerator>(c10::Device(kTpu, CheckIndex(device)));
}

const at::Generator& DefaultGenerator(c10::DeviceIndex device) {
  static const std::vector<at::Generator>& generators =
      *new std::vector<at::Generator>([] {
        std::vector<at::Generator> all;
        for (c10::DeviceIndex i = 0; i < DeviceCount(); ++i)
          all.push_back(NewGenerator(i));
        return all;
      }());
  return generators[CheckIndex(device)];
}

RandomPlace TakeRandom(const std::optional<at::Generator>& generator, int64_t count) {
  const at::Generator& used =
      generator.has_value() && generator->defined() ? *generator : DefaultGenerator();
  TORCH_CHECK(used.device().type() == kTpu,
              "Expected a 'tpu' device type for generator "
              "but found '",
              used.device().type(), "'");
  TORCH_CHECK(used.device() == Here(), "Expected a '", Here(),
              "' generator device but found '", used.device(), "'");
  if (eager::Capture* const capture = OpenCapture(); capture != nullptr) {
    TORCH_CHECK_NOT_IMPLEMENTED(
        used == DefaultGenerator(),
        "a compiled graph takes random numbers of the default generator");
    return {0, capture->TakeRandom(count), true};
  }
  auto* const own = static_cast<TpuGenerator*>(used.unsafeGetGeneratorImpl());
  return {own->current_seed(), own->Take(count), false};
}

}  // namespace tilewright::torch_device
