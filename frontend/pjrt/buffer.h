// Arrays as callers hold them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "frontend/pjrt/abi/buffer.h"
#include "frontend/pjrt/client.h"
#include "frontend/pjrt/data/order.h"
#include "frontend/pjrt/moment.h"
#include "runtime/device/buffer.h"
#include "support/spinning.h"

namespace tilewright::pjrt {

using SharedBuffer = std::shared_ptr<runtime::Buffer>;

// A handle of an array, until it is deleted, or given up to a run. Its memory is that of
// an array of the type InMemory(type(), order()), row by row. Thread-safe.
struct PJRT_Buffer {
 public:
  PJRT_Buffer(std::shared_ptr<PJRT_Client> client, PJRT_Memory* memory,
              SharedBuffer buffer, ir::TensorType type, Order order);

  const std::shared_ptr<PJRT_Client>& client() const { return client_; }
  PJRT_Memory* memory() const { return memory_; }
  const ir::TensorType& type() const { return type_; }
  const Order& order() const { return order_; }

  // InvalidArgument when it was deleted or donated.
  absl::StatusOr<SharedBuffer> Get() const;
  bool deleted() const;
  // What was there; null when it was deleted before.
  SharedBuffer Take();
  // Gives the memory back once nobody uses it: neither what is queued, nor others to whom
  // its address was told.
  void Delete();
  // When its content is there; over, with an error, when it was deleted.
  Moment Ready() const;

  // While there are references its memory stays where it is, and is not written.
  absl::StatusOr<const uint8_t*> Address() const;
  absl::Status AddReference();
  absl::Status DropReference();
  bool referenced() const;

 private:
  const std::shared_ptr<PJRT_Client> client_;
  PJRT_Memory* const memory_;
  const ir::TensorType type_;
  const Order order_;
  mutable SpinLock lock_;
  SharedBuffer buffer_;  // guarded by lock_; null when deleted
  SharedBuffer kept_;    // guarded by lock_; deleted, but there are references
  int references_ = 0;   // guarded by lock_
};

// Memory for an array, of whichever kind; its content is undefined. ResourceExhausted
// when it does not fit.
absl::StatusOr<SharedBuffer> AllocateIn(const PJRT_Memory& memory,
                                        const ir::TensorType& type);

// Somebody else's memory as an array; `released` is called when nothing uses it any more.
absl::StatusOr<SharedBuffer> WrapForeign(const PJRT_Memory& memory,
                                         const ir::TensorType& type, void* data,
                                         std::function<void()> released);

// Hands a new handle to a caller: of an array that lies row by row, or in this order.
PJRT_Buffer* NewHandle(PJRT_Memory* memory, SharedBuffer buffer);
PJRT_Buffer* NewHandle(PJRT_Memory* memory, SharedBuffer buffer,
                       const ir::TensorType& type, Order order);

// InvalidArgument when bytes are not a part of an array's.
absl::Status CheckRange(const ir::TensorType& type, int64_t offset, int64_t size);

// Calls `work` with the memory once the content is there, on this thread or on that which
// ends the wait; before later runs of that queue. The event is over when it was.
Moment WhenReady(const PJRT_Client& client, const SharedBuffer& buffer,
                 std::function<void(const uint8_t*)> work);

}  // namespace tilewright::pjrt
