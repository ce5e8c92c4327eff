// Calls about the plugin and its clients.
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/client.h"
#include "frontend/pjrt/error.h"
#include "support/status_macros.h"

namespace tilewright::pjrt::calls {
namespace {

// The version of StableHLO in which programs are to be sent. One that does not change, so
// that what newer versions of JAX send stays as it is read here.
constexpr int64_t kStableHloVersion[] = {1, 13, 7};
constexpr int64_t kOldestStableHloVersion[] = {0, 9, 0};

const NamedValues& PluginAttributes() {
  static const NamedValues* const attributes = [] {
    auto* const values = new NamedValues;
    values->Add(
        "stablehlo_current_version",
        std::vector<int64_t>(std::begin(kStableHloVersion), std::end(kStableHloVersion)));
    values->Add("stablehlo_minimum_version",
                std::vector<int64_t>(std::begin(kOldestStableHloVersion),
                                     std::end(kOldestStableHloVersion)));
    return values;
  }();
  return *attributes;
}

}  // namespace

absl::Status Plugin_Initialize(PJRT_Plugin_Initialize_Args& args) {
  return absl::OkStatus();
}

absl::Status Plugin_Attributes(PJRT_Plugin_Attributes_Args& args) {
  args.attributes = PluginAttributes().data();
  args.num_attributes = PluginAttributes().size();
  return absl::OkStatus();
}

absl::Status Client_Create(PJRT_Client_Create_Args& args) {
  TW_ASSIGN_OR_RETURN(std::vector<Option> options,
                      ReadOptions(args.create_options, args.num_options));
  TW_ASSIGN_OR_RETURN(const Setting setting, Setting::Of(options));
  TW_ASSIGN_OR_RETURN(std::shared_ptr<PJRT_Client> client, PJRT_Client::Make(setting));
  args.client = client.get();
  client->self = std::move(client);
  return absl::OkStatus();
}

absl::Status Client_Destroy(PJRT_Client_Destroy_Args& args) {
  if (args.client == nullptr) return absl::OkStatus();
  const std::shared_ptr<PJRT_Client> last = std::move(args.client->self);
  return absl::OkStatus();
}

absl::Status Client_PlatformName(PJRT_Client_PlatformName_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  args.platform_name = kPlatformName.data();
  args.platform_name_size = kPlatformName.size();
  return absl::OkStatus();
}

absl::Status Client_ProcessIndex(PJRT_Client_ProcessIndex_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  args.process_index = 0;
  return absl::OkStatus();
}

absl::Status Client_PlatformVersion(PJRT_Client_PlatformVersion_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  args.platform_version = args.client->topology->platform_version.data();
  args.platform_version_size = args.client->topology->platform_version.size();
  return absl::OkStatus();
}

absl::Status Client_TopologyDescription(PJRT_Client_TopologyDescription_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  args.topology = args.client->topology.get();
  return absl::OkStatus();
}

absl::Status Client_Devices(PJRT_Client_Devices_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  args.devices = args.client->pointers.data();
  args.num_devices = args.client->pointers.size();
  return absl::OkStatus();
}

absl::Status Client_AddressableDevices(PJRT_Client_AddressableDevices_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  args.addressable_devices = args.client->pointers.data();
  args.num_addressable_devices = args.client->pointers.size();
  return absl::OkStatus();
}

namespace {

absl::StatusOr<PJRT_Device*> FindDevice(const PJRT_Client& client, int id) {
  if (id < 0 || id >= static_cast<int>(client.pointers.size())) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is no device ", id, ", there are ", client.pointers.size()));
  }
  return client.pointers[id];
}

}  // namespace

absl::Status Client_LookupDevice(PJRT_Client_LookupDevice_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  TW_ASSIGN_OR_RETURN(args.device, FindDevice(*args.client, args.id));
  return absl::OkStatus();
}

absl::Status Client_LookupAddressableDevice(
    PJRT_Client_LookupAddressableDevice_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  TW_ASSIGN_OR_RETURN(args.addressable_device,
                      FindDevice(*args.client, args.local_hardware_id));
  return absl::OkStatus();
}

absl::Status Client_UpdateGlobalProcessInfo(
    PJRT_Client_UpdateGlobalProcessInfo_Args& args) {
  return CheckPointers({{"client", args.client}});
}

absl::Status Client_AddressableMemories(PJRT_Client_AddressableMemories_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  args.addressable_memories = args.client->memories.data();
  args.num_addressable_memories = args.client->memories.size();
  return absl::OkStatus();
}

absl::Status Client_DefaultDeviceAssignment(
    PJRT_Client_DefaultDeviceAssignment_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers(
      {{"client", args.client}, {"default_assignment", args.default_assignment}}));
  const int64_t wanted = int64_t{args.num_replicas} * args.num_partitions;
  if (args.num_replicas < 1 || args.num_partitions < 1 ||
      wanted > static_cast<int64_t>(args.default_assignment_size) ||
      wanted > static_cast<int64_t>(args.client->pointers.size())) {
    return absl::InvalidArgumentError(
        absl::StrCat(args.num_replicas, " replicas of ", args.num_partitions,
                     " partitions: there are ", args.client->pointers.size(),
                     " devices, and room for ", args.default_assignment_size));
  }
  for (int64_t i = 0; i < wanted; ++i) args.default_assignment[i] = static_cast<int>(i);
  return absl::OkStatus();
}

// All memory is the host's: there is nothing to map.
absl::Status Client_DmaMap(PJRT_Client_DmaMap_Args& args) {
  return CheckPointers({{"client", args.client}, {"data", args.data}});
}

absl::Status Client_DmaUnmap(PJRT_Client_DmaUnmap_Args& args) {
  return CheckPointers({{"client", args.client}, {"data", args.data}});
}

}  // namespace tilewright::pjrt::calls
