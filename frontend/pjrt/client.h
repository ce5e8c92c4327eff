// Clients with their devices and memories.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "frontend/pjrt/abi/client.h"
#include "frontend/pjrt/topology.h"
#include "runtime/device/client.h"
#include "runtime/memory/allocator.h"

namespace tilewright::pjrt {

// One kind of memory of one device. Host memory is the machine's: it is counted, and has
// no limit.
struct PJRT_Memory {
  PJRT_Device* device = nullptr;
  int id = 0;
  int kind = 0;  // of kMemoryKinds
  std::string debug_string;
  std::string text;
  std::shared_ptr<runtime::Allocator> allocator;

  bool is_device() const { return kind == 0; }
};

struct PJRT_Device {
  PJRT_Client* client = nullptr;
  PJRT_DeviceDescription* description = nullptr;
  std::shared_ptr<runtime::Device> device;
  std::vector<std::unique_ptr<PJRT_Memory>> memories;
  std::vector<PJRT_Memory*> pointers;
  // Streams that wait for arrays which callers fill.
  std::mutex arrivals_mutex;
  std::vector<int> arrivals;  // guarded by arrivals_mutex

  PJRT_Memory* default_memory() const { return pointers[0]; }
};

// Shared by what was made with it, so that handles go in any order.
struct PJRT_Client : std::enable_shared_from_this<PJRT_Client> {
  std::unique_ptr<PJRT_TopologyDescription> topology;
  std::shared_ptr<runtime::Client> client;
  std::vector<std::unique_ptr<PJRT_Device>> devices;
  std::vector<PJRT_Device*> pointers;
  std::vector<PJRT_Memory*> memories;
  std::shared_ptr<PJRT_Client> self;  // until PJRT_Client_Destroy

  static absl::StatusOr<std::shared_ptr<PJRT_Client>> Make(const Setting& setting);

  // InvalidArgument when it is null or another client's.
  absl::Status CheckDevice(const PJRT_Device* device) const;
  absl::Status CheckMemory(const PJRT_Memory* memory) const;
  // `memory`, or where that is null the memory of `device`, checked.
  absl::StatusOr<PJRT_Memory*> MemoryOf(PJRT_Device* device, PJRT_Memory* memory) const;
};

}  // namespace tilewright::pjrt
