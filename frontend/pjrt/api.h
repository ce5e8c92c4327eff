// The PJRT C API of Tilewright.
#pragma once

#include "frontend/pjrt/abi/api.h"

namespace tilewright::pjrt {

// The one table, which lives as long as the process.
const PJRT_Api* Api();

}  // namespace tilewright::pjrt
