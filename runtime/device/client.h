// Who uses devices: one or more of them, their queues and what happened there.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "chip/chip.h"
#include "runtime/device/event.h"
#include "runtime/device/stream.h"
#include "runtime/memory/allocator.h"
#include "runtime/run/thread_pool.h"

namespace tilewright::runtime {

class Client;

// Belongs to its client, and keeps its place. Thread-safe.
class Device {
 public:
  Device(Client* client, int id, const chip::Chip& chip, int threads, bool guard);
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  Client& client() const { return client_; }
  int id() const { return id_; }
  const chip::Chip& chip() const { return chip_; }
  int threads() const { return threads_; }
  const std::shared_ptr<Allocator>& memory() const { return memory_; }
  // Its own: loops of other devices do not take them.
  ThreadPool& workers() { return workers_; }

  // Streams by their numbers in the client. The first is the device's queue.
  int queue() const { return queue_; }
  // ResourceExhausted beyond Event::kMaxStreams of a client.
  absl::StatusOr<int> NewStream();
  // Waits for all of its streams; the errors that no synchronisation reported so far: the
  // first, with the texts of the others.
  absl::Status Synchronize();

 private:
  Client& client_;
  const int id_;
  const chip::Chip& chip_;
  const int threads_;
  const std::shared_ptr<Allocator> memory_;
  ThreadPool workers_;
  std::mutex mutex_;
  std::vector<int> streams_;  // guarded by mutex_
  int queue_ = 0;
};

// Made once, handed on as a shared pointer; buffers, executions and whoever uses a device
// keep it. Dropped with work in its queues, it ends when that does.
class Client : public std::enable_shared_from_this<Client> {
 public:
  struct Options {
    absl::string_view chip = "v5e";
    int devices = 1;
    int threads = 0;  // a device; 0: as many as the machine has processors
    bool guard = false;
  };
  // NotFound for an unknown chip, InvalidArgument for numbers out of range.
  static absl::StatusOr<std::shared_ptr<Client>> Create(const Options& options);

  const std::vector<std::unique_ptr<Device>>& devices() const { return devices_; }

  Stream& stream(int number) { return *streams_[number].load(std::memory_order_acquire); }
  // Whose stream it is; null where there is no such one.
  const Device* DeviceOf(int stream) const;
  bool Passed(Event event) { return stream(event.stream()).Passed(event.number()); }
  // Waits for it; how what it stands for has ended.
  absl::Status Await(Event event);
  // How it ended. Requires Passed(event).
  absl::Status StatusOf(Event event) {
    return stream(event.stream()).StatusOf(event.number());
  }
  void OnPassed(Event event, std::function<void()> callback) {
    stream(event.stream()).OnPassed(event.number(), std::move(callback));
  }
  // That of a run outside of streams which has failed.
  Event Failed(absl::Status error);

 private:
  friend class Device;
  Client();
  absl::StatusOr<int> AddStream(const Device* device);

  std::mutex mutex_;
  std::vector<std::unique_ptr<Stream>> owned_;  // guarded by mutex_
  // The first is of runs outside of streams.
  std::array<std::atomic<Stream*>, Event::kMaxStreams> streams_{};
  std::array<std::atomic<const Device*>, Event::kMaxStreams> devices_of_streams_{};
  std::vector<std::unique_ptr<Device>> devices_;
};

}  // namespace tilewright::runtime
