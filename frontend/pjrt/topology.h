// What devices there are, or would be: their kind, numbers and places on the torus.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "chip/chip.h"
#include "frontend/pjrt/abi/device.h"
#include "frontend/pjrt/abi/extensions.h"
#include "frontend/pjrt/named_values.h"
#include "support/numerics.h"

namespace tilewright::pjrt {

// The name by which JAX knows a platform whose devices are TPUs.
inline constexpr absl::string_view kPlatformName = "tpu";

// Kinds of memory that a device has, the first of which is its own. The numbers are those
// of the list.
inline constexpr absl::string_view kMemoryKinds[] = {"device", "pinned_host",
                                                     "unpinned_host"};
inline constexpr int kMemoryKindCount = 3;

struct PJRT_MemoryDescription {
  int kind = 0;
};

// Belongs to its topology.
struct PJRT_DeviceDescription {
  int id = 0;
  std::string kind;          // "TPU v5 lite", as JAX knows it
  std::string debug_string;  // "TPU_0(process=0,(0,0,0,0))"
  std::string text;          // "TpuDevice(id=0, ...)"
  NamedValues attributes;
};

// What a program is compiled for, and on how many devices it could run.
struct Setting {
  std::string chip = "v5e";
  int devices = 1;
  Numerics numerics = Numerics::kTpu;

  // By the environment: TILEWRIGHT_CHIP, TILEWRIGHT_DEVICES, TILEWRIGHT_NUMERICS; then by
  // options of the same names in lower case without the prefix. InvalidArgument or
  // NotFound names what is none.
  static absl::StatusOr<Setting> Of(const std::vector<Option>& options);
  // Of a topology's name, as "v5e:2x2": the chip, and how many of them on each side;
  // either part may be missing. InvalidArgument for other names.
  absl::Status Read(absl::string_view topology_name);
};

// Immutable. JAX's own cache of compiled programs knows a program's target by the
// platform version and the topology's bytes: target, build, chip and numerics are in the
// version.
struct PJRT_TopologyDescription {
  Setting setting;
  const chip::Chip* chip = nullptr;
  std::string platform_version;
  std::vector<std::unique_ptr<PJRT_DeviceDescription>> devices;
  std::vector<PJRT_DeviceDescription*> pointers;
  NamedValues attributes;

  static absl::StatusOr<std::unique_ptr<PJRT_TopologyDescription>> Make(
      const Setting& setting);
  // Equal for equal topologies.
  std::string Serialize() const;
  // InvalidArgument for what Serialize() did not give.
  static absl::StatusOr<std::unique_ptr<PJRT_TopologyDescription>> Deserialize(
      absl::string_view bytes);
};

// "TPU v5 lite" of "v5e"; JAX's libraries look properties of the chip up by it.
std::string DeviceKind(const chip::Chip& chip);

// Sides of the torus that `devices` chips form, each as near to the others as can be.
std::vector<int64_t> TorusOf(const chip::Chip& chip, int devices);

}  // namespace tilewright::pjrt
