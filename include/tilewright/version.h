// The library's version.
#pragma once

#include <string>

#include "tilewright/export.h"

namespace tilewright {

// "0.1.0"
TILEWRIGHT_EXPORT std::string Version();
// What makes the code, in one line: the versions of LLVM and of the kernel ABI.
TILEWRIGHT_EXPORT std::string BuildDescription();

}  // namespace tilewright
