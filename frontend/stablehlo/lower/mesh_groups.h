// Groups of devices that are said by axes of a mesh.
#pragma once

#include <cstdint>
#include <functional>

#include "absl/status/statusor.h"
#include "frontend/stablehlo/syntax/source.h"
#include "frontend/stablehlo/syntax/syntax.h"
#include "ir/tensor_type.h"

namespace tilewright::stablehlo {

struct DeviceGroups {
  ir::Dims devices;  // group by group
  int64_t size = 0;  // of each group
};

// Of `axes`, a list of #stablehlo.axis_ref<...>, over `mesh`, #stablehlo.mesh<...>:
// devices whose places differ along these axes alone are one group, in the order of the
// axes as listed; groups are in the order of the mesh. Unsupported, by name, for parts of
// axes; errors point at the source.
absl::StatusOr<DeviceGroups> GroupsOf(
    const Source& source, const Attribute& mesh, const Attribute& axes,
    const std::function<absl::StatusOr<ir::Dims>(const Attribute&)>& integers);

}  // namespace tilewright::stablehlo
