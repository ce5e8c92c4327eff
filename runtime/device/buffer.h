// Buffers: typed memory of a device, and what is known of its content.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "ir/tensor_type.h"
#include "runtime/device/client.h"
#include "runtime/device/event.h"
#include "runtime/memory/block.h"

namespace tilewright::runtime {

// Shared by those who use it; memory goes with the last of them, runs in a queue
// included. Its content is there once what was last handed to a queue to write it has
// passed; where that failed the buffer is poisoned: whoever reads it gets the error.
// Thread-safe but for the content.
class Buffer {
 public:
  // Memory of the device; its content is undefined. ResourceExhausted when it does not
  // fit.
  static absl::StatusOr<std::shared_ptr<Buffer>> Allocate(std::shared_ptr<Device> device,
                                                          const ir::TensorType& type);
  // Memory of somebody else's, who keeps it alive while the buffer lives. InvalidArgument
  // when null, unless there are no bytes, or not aligned to an element (to a component of
  // a complex one).
  static absl::StatusOr<std::shared_ptr<Buffer>> Wrap(std::shared_ptr<Device> device,
                                                      const ir::TensorType& type,
                                                      void* memory);
  // Part of another's memory, from a byte on. InvalidArgument when it leaves it or is not
  // aligned to an element.
  static absl::StatusOr<std::shared_ptr<Buffer>> View(std::shared_ptr<Buffer> whole,
                                                      const ir::TensorType& type,
                                                      int64_t offset);

  const std::shared_ptr<Device>& device() const { return device_; }
  const ir::TensorType& type() const { return type_; }
  int64_t byte_size() const { return bytes_; }
  // Null when it was deleted or donated.
  uint8_t* data() const { return storage().gone() ? nullptr : data_; }
  bool device_owned() const { return storage().owned_; }
  bool is_view() const { return whole_ != nullptr; }

  // FailedPrecondition when it was deleted or donated; says which.
  absl::Status CheckUsable() const {
    return storage().gone() ? Gone() : absl::OkStatus();
  }
  // Waits for what writes it; the error where that failed.
  absl::Status Await() const;
  // When its content is there.
  Event written() const { return {storage().written_.load(std::memory_order_acquire)}; }
  // When the last runs that were queued to read it have ended: one a place. Streams share
  // places; who takes that of another stream waits for it.
  static constexpr int kReadPlaces = 4;
  static int ReadPlaceOf(int stream) { return stream % kReadPlaces; }
  Event read(int place) const {
    return {storage().read_[place].load(std::memory_order_acquire)};
  }
  void SetWritten(Event event) {
    storage().written_.store(event.word, std::memory_order_release);
  }
  void SetRead(Event event) {
    storage().read_[ReadPlaceOf(event.stream())].store(event.word,
                                                       std::memory_order_release);
  }

  // Gives the memory back, once what is queued to use it has ended. Views go with it.
  void Delete();
  // The same memory as another buffer; this one is donated. Requires CheckUsable() and no
  // view.
  std::shared_ptr<Buffer> Donate();

  // What memory it is: equal for views of one buffer.
  const Buffer& storage() const { return whole_ != nullptr ? *whole_ : *this; }

  // For the factories above.
  Buffer(std::shared_ptr<Device> device, const ir::TensorType& type)
      : device_(std::move(device)), type_(type), bytes_(type.byte_size()) {}
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

 private:
  enum State : uint8_t { kLive, kDonated, kDeleted };
  bool gone() const { return state_.load(std::memory_order_acquire) != kLive; }
  absl::Status Gone() const;
  Buffer& storage() { return whole_ != nullptr ? *whole_ : *this; }

  const std::shared_ptr<Device> device_;  // outlives `block_`
  const ir::TensorType type_;
  const int64_t bytes_;
  uint8_t* data_ = nullptr;
  std::shared_ptr<Buffer> whole_;  // of a view; no view itself
  // The rest is of storages.
  Block block_;
  bool owned_ = false;
  std::atomic<uint64_t> written_{0};
  std::array<std::atomic<uint64_t>, kReadPlaces> read_{};
  std::atomic<State> state_{kLive};
};

}  // namespace tilewright::runtime
