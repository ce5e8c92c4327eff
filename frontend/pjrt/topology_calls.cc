// Calls about topologies and descriptions of devices.
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/error.h"
#include "frontend/pjrt/topology.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {

struct PJRT_SerializedTopology {
  std::string bytes;
};

namespace calls {

absl::Status DeviceDescription_Id(PJRT_DeviceDescription_Id_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device_description", args.device_description}}));
  args.id = args.device_description->id;
  return absl::OkStatus();
}

absl::Status DeviceDescription_ProcessIndex(
    PJRT_DeviceDescription_ProcessIndex_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device_description", args.device_description}}));
  args.process_index = 0;
  return absl::OkStatus();
}

absl::Status DeviceDescription_Attributes(PJRT_DeviceDescription_Attributes_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device_description", args.device_description}}));
  args.attributes = args.device_description->attributes.data();
  args.num_attributes = args.device_description->attributes.size();
  return absl::OkStatus();
}

absl::Status DeviceDescription_Kind(PJRT_DeviceDescription_Kind_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device_description", args.device_description}}));
  const std::string& kind = args.device_description->kind;
  args.device_kind = kind.data();
  args.device_kind_size = kind.size();
  return absl::OkStatus();
}

absl::Status DeviceDescription_DebugString(
    PJRT_DeviceDescription_DebugString_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device_description", args.device_description}}));
  const std::string& text = args.device_description->debug_string;
  args.debug_string = text.data();
  args.debug_string_size = text.size();
  return absl::OkStatus();
}

absl::Status DeviceDescription_ToString(PJRT_DeviceDescription_ToString_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device_description", args.device_description}}));
  const std::string& text = args.device_description->text;
  args.to_string = text.data();
  args.to_string_size = text.size();
  return absl::OkStatus();
}

absl::Status DeviceDescription_MemoryDescriptions(
    PJRT_DeviceDescription_MemoryDescriptions_Args& args) {
  static const PJRT_MemoryDescription kDescriptions[kMemoryKindCount] = {{0}, {1}, {2}};
  static const PJRT_MemoryDescription* const kPointers[kMemoryKindCount] = {
      &kDescriptions[0], &kDescriptions[1], &kDescriptions[2]};
  TW_RETURN_IF_ERROR(CheckPointers({{"device_description", args.device_description}}));
  args.memory_descriptions = kPointers;
  args.num_memory_descriptions = kMemoryKindCount;
  args.default_memory_index = 0;
  return absl::OkStatus();
}

absl::Status MemoryDescription_Kind(PJRT_MemoryDescription_Kind_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"memory_description", args.memory_description}}));
  const absl::string_view kind = kMemoryKinds[args.memory_description->kind];
  args.kind = kind.data();
  args.kind_size = kind.size();
  args.kind_id = args.memory_description->kind;
  return absl::OkStatus();
}

absl::Status TopologyDescription_Create(PJRT_TopologyDescription_Create_Args& args) {
  TW_ASSIGN_OR_RETURN(std::vector<Option> options,
                      ReadOptions(args.create_options, args.num_options));
  TW_ASSIGN_OR_RETURN(Setting setting, Setting::Of(options));
  if (args.topology_name != nullptr) {
    TW_RETURN_IF_ERROR(setting.Read({args.topology_name, args.topology_name_size}));
  }
  TW_ASSIGN_OR_RETURN(std::unique_ptr<PJRT_TopologyDescription> topology,
                      PJRT_TopologyDescription::Make(setting));
  args.topology = topology.release();
  return absl::OkStatus();
}

absl::Status TopologyDescription_Destroy(PJRT_TopologyDescription_Destroy_Args& args) {
  delete args.topology;
  return absl::OkStatus();
}

absl::Status TopologyDescription_PlatformName(
    PJRT_TopologyDescription_PlatformName_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"topology", args.topology}}));
  args.platform_name = kPlatformName.data();
  args.platform_name_size = kPlatformName.size();
  return absl::OkStatus();
}

absl::Status TopologyDescription_PlatformVersion(
    PJRT_TopologyDescription_PlatformVersion_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"topology", args.topology}}));
  args.platform_version = args.topology->platform_version.data();
  args.platform_version_size = args.topology->platform_version.size();
  return absl::OkStatus();
}

absl::Status TopologyDescription_GetDeviceDescriptions(
    PJRT_TopologyDescription_GetDeviceDescriptions_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"topology", args.topology}}));
  args.descriptions = args.topology->pointers.data();
  args.num_descriptions = args.topology->pointers.size();
  return absl::OkStatus();
}

absl::Status TopologyDescription_Serialize(
    PJRT_TopologyDescription_Serialize_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"topology", args.topology}}));
  args.serialized_topology = new PJRT_SerializedTopology{args.topology->Serialize()};
  args.serialized_bytes = args.serialized_topology->bytes.data();
  args.serialized_bytes_size = args.serialized_topology->bytes.size();
  args.serialized_topology_deleter = [](PJRT_SerializedTopology* bytes) { delete bytes; };
  return absl::OkStatus();
}

absl::Status TopologyDescription_Deserialize(
    PJRT_TopologyDescription_Deserialize_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"serialized_topology", args.serialized_topology}}));
  TW_ASSIGN_OR_RETURN(std::unique_ptr<PJRT_TopologyDescription> topology,
                      PJRT_TopologyDescription::Deserialize(
                          {args.serialized_topology, args.serialized_topology_size}));
  args.topology = topology.release();
  return absl::OkStatus();
}

absl::Status TopologyDescription_Attributes(
    PJRT_TopologyDescription_Attributes_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"topology", args.topology}}));
  args.attributes = args.topology->attributes.data();
  args.num_attributes = args.topology->attributes.size();
  return absl::OkStatus();
}

}  // namespace calls
}  // namespace tilewright::pjrt
