#include "frontend/pjrt/client.h"

#include <limits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

template <typename Handle>
absl::Status CheckOwn(const std::vector<Handle*>& own, const Handle* handle,
                      absl::string_view what) {
  if (handle == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("\"", what, "\" is null"));
  }
  for (const Handle* const one : own) {
    if (one == handle) return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("the ", what, " is of another client"));
}

std::unique_ptr<PJRT_Memory> MakeMemory(PJRT_Device* device, int kind,
                                        const std::shared_ptr<runtime::Allocator>& host) {
  auto memory = std::make_unique<PJRT_Memory>();
  memory->device = device;
  memory->id = device->description->id * kMemoryKindCount + kind;
  memory->kind = kind;
  memory->allocator = kind == 0 ? device->device->memory() : host;
  memory->text =
      absl::StrCat(kMemoryKinds[kind], "(", device->description->debug_string, ")");
  memory->debug_string = absl::StrCat("MEMORY_SPACE_", memory->id, " ", memory->text);
  return memory;
}

}  // namespace

absl::StatusOr<std::shared_ptr<PJRT_Client>> PJRT_Client::Make(const Setting& setting) {
  auto client = std::make_shared<PJRT_Client>();
  TW_ASSIGN_OR_RETURN(client->topology, PJRT_TopologyDescription::Make(setting));
  runtime::Client::Options options;
  options.chip = setting.chip;
  options.devices = setting.devices;
  options.guard = runtime::GuardFromEnvironment();
  TW_ASSIGN_OR_RETURN(client->client, runtime::Client::Create(options));
  for (size_t i = 0; i < client->client->devices().size(); ++i) {
    auto device = std::make_unique<PJRT_Device>();
    device->client = client.get();
    device->description = client->topology->pointers[i];
    device->device = std::shared_ptr<runtime::Device>(client->client,
                                                      client->client->devices()[i].get());
    const auto host = std::make_shared<runtime::Allocator>(runtime::Allocator::Options{
        .name = "host memory", .capacity = std::numeric_limits<int64_t>::max() / 2});
    for (int kind = 0; kind < kMemoryKindCount; ++kind) {
      device->memories.push_back(MakeMemory(device.get(), kind, host));
      device->pointers.push_back(device->memories.back().get());
      client->memories.push_back(device->memories.back().get());
    }
    client->pointers.push_back(device.get());
    client->devices.push_back(std::move(device));
  }
  return client;
}

absl::Status PJRT_Client::CheckDevice(const PJRT_Device* device) const {
  return CheckOwn(pointers, device, "device");
}

absl::Status PJRT_Client::CheckMemory(const PJRT_Memory* memory) const {
  return CheckOwn(memories, memory, "memory");
}

absl::StatusOr<PJRT_Memory*> PJRT_Client::MemoryOf(PJRT_Device* device,
                                                   PJRT_Memory* memory) const {
  if (memory != nullptr) {
    TW_RETURN_IF_ERROR(CheckMemory(memory));
    return memory;
  }
  TW_RETURN_IF_ERROR(CheckDevice(device));
  return device->default_memory();
}

}  // namespace tilewright::pjrt
