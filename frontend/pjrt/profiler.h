// The extension of profilers: jax.profiler's traces have what devices did.
#pragma once

#include "frontend/pjrt/abi/profiler.h"

namespace tilewright::pjrt {

PJRT_Profiler_Extension MakeProfiler(PJRT_Extension_Base* next);

}  // namespace tilewright::pjrt
