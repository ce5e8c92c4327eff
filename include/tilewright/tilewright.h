// The whole public API.
#pragma once

#include "tilewright/buffer.h"   // IWYU pragma: export
#include "tilewright/compile.h"  // IWYU pragma: export
#include "tilewright/device.h"   // IWYU pragma: export
#include "tilewright/execute.h"  // IWYU pragma: export
#include "tilewright/npy.h"      // IWYU pragma: export
#include "tilewright/program.h"  // IWYU pragma: export
#include "tilewright/types.h"    // IWYU pragma: export
#include "tilewright/version.h"  // IWYU pragma: export
