// What stands behind tilewright::Device and tilewright::Buffer.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "runtime/memory.h"
#include "tilewright/buffer.h"
#include "tilewright/device.h"

namespace tilewright {

// Runs tasks one after the other on a thread of its own, which starts with the
// first task. The destructor runs what is queued and waits for it; destroyed by
// its own last task, it leaves the thread to end by itself.
class TaskQueue {
 public:
  TaskQueue() = default;
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;
  ~TaskQueue();

  void Push(std::function<void()> task);

 private:
  // Shared with the thread, which may outlive the queue.
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> tasks;  // guarded by mutex
    bool stopping = false;                    // guarded by mutex
  };
  static void Run(std::shared_ptr<State> state);

  std::shared_ptr<State> state_ = std::make_shared<State>();
  std::mutex start_mutex_;
  std::thread thread_;  // guarded by start_mutex_
};

struct Device::Impl {
  Impl(std::string name, int64_t capacity, int thread_count)
      : chip(std::move(name)), hbm(chip, capacity), threads(thread_count) {}

  const std::string chip;
  runtime::HbmLimit hbm;
  const int threads;
  TaskQueue queue;
};

struct Buffer::Impl {
  std::shared_ptr<Device::Impl> device;  // outlives `owned`, which it counts
  TensorType type;
  runtime::Buffer owned;  // empty when the memory is the caller's
  uint8_t* data = nullptr;
  bool device_owned = false;
};

}  // namespace tilewright
