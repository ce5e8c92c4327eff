// Which kernels take long to compile.
#pragma once

#include <cstdint>

#include "tile/program.h"

namespace tilewright::jit {

// About in proportion to the time, so that threads can begin with the longest. No
// value and no byte depends on it.
int64_t CompileEffort(const tile::Program& program);

}  // namespace tilewright::jit
