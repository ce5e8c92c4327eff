#include "tilewright/device.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "api/convert.h"
#include "api/device_impl.h"
#include "chip/chip.h"
#include "support/on_threads.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

// More threads than this is a mistake, not a wish.
constexpr int kMaxThreads = 4096;

}  // namespace

TaskQueue::~TaskQueue() {
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    state_->stopping = true;
  }
  state_->changed.notify_one();
  if (!thread_.joinable()) return;
  if (thread_.get_id() == std::this_thread::get_id()) {
    thread_.detach();
  } else {
    thread_.join();
  }
}

void TaskQueue::Push(std::function<void()> task) {
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    state_->tasks.push_back(std::move(task));
  }
  state_->changed.notify_one();
  std::lock_guard<std::mutex> lock(start_mutex_);
  if (!thread_.joinable()) thread_ = std::thread(Run, state_);
}

void TaskQueue::Run(std::shared_ptr<State> state) {
  std::unique_lock<std::mutex> lock(state->mutex);
  while (true) {
    state->changed.wait(lock, [&] { return state->stopping || !state->tasks.empty(); });
    if (state->tasks.empty()) return;
    std::function<void()> task = std::move(state->tasks.front());
    state->tasks.pop_front();
    lock.unlock();
    task();
    task = nullptr;  // may drop the last handle of the device, and so the queue
    lock.lock();
  }
}

absl::StatusOr<Device> Device::Create(const Options& options) {
  if (options.threads < 0 || options.threads > kMaxThreads) {
    return absl::InvalidArgumentError(
        absl::StrCat("device threads: ", options.threads, " is not in 0..", kMaxThreads));
  }
  TW_ASSIGN_OR_RETURN(const chip::Chip* chip, chip::FindChip(options.chip));
  int threads = options.threads;
  if (threads == 0) threads = ProcessorCount();
  return Device(std::make_shared<Impl>(options.chip, chip->hbm_bytes, threads));
}

absl::StatusOr<Device> Device::Create() { return Create(Options{}); }

const std::string& Device::chip() const { return impl_->chip; }
int Device::threads() const { return impl_->threads; }
int64_t Device::hbm_bytes() const { return impl_->hbm.capacity(); }
int64_t Device::used_bytes() const { return impl_->hbm.used(); }
int64_t Device::peak_bytes() const { return impl_->hbm.peak(); }
void Device::ResetPeak() { impl_->hbm.ResetPeak(); }

std::vector<std::string> ChipNames() { return chip::ChipNames(); }

}  // namespace tilewright
