// The whole public API, and which version of it this is.
#pragma once

#include <string>

#include "tilewright/buffer.h"           // IWYU pragma: export
#include "tilewright/builder.h"          // IWYU pragma: export
#include "tilewright/cache.h"            // IWYU pragma: export
#include "tilewright/cache_settings.h"   // IWYU pragma: export
#include "tilewright/compile.h"          // IWYU pragma: export
#include "tilewright/device.h"           // IWYU pragma: export
#include "tilewright/execute.h"          // IWYU pragma: export
#include "tilewright/export.h"           // IWYU pragma: export
#include "tilewright/kernel.h"           // IWYU pragma: export
#include "tilewright/npy.h"              // IWYU pragma: export
#include "tilewright/package.h"          // IWYU pragma: export
#include "tilewright/program.h"          // IWYU pragma: export
#include "tilewright/tile_operations.h"  // IWYU pragma: export
#include "tilewright/types.h"            // IWYU pragma: export

namespace tilewright {

// "0.1.0"
TILEWRIGHT_EXPORT std::string Version();
// What makes the code, in one line: the versions of LLVM and of the kernel ABI.
TILEWRIGHT_EXPORT std::string BuildDescription();
// What the calling thread is compiling: "stablehlo.add (model.py:12:3)"; "" when it is
// not. For the last words of a process: a handler of signals may ask.
TILEWRIGHT_EXPORT const char* CurrentWork();

}  // namespace tilewright
