// What stands behind the functions of the PJRT C API: each takes arguments that are there
// and as large as this version's, and returns how it went. `api.cc` makes a table of
// them.
#pragma once

#include "absl/status/status.h"
#include "frontend/pjrt/abi/api.h"
#include "frontend/pjrt/abi/extensions.h"

namespace tilewright::pjrt::calls {

#define TW_PJRT_DECLARE(name) absl::Status name(PJRT_##name##_Args& args);
TW_PJRT_FUNCTIONS(TW_PJRT_DECLARE)
TW_PJRT_LAYOUTS_FUNCTIONS(TW_PJRT_DECLARE)
TW_PJRT_MEMORY_DESCRIPTIONS_FUNCTIONS(TW_PJRT_DECLARE)
#undef TW_PJRT_DECLARE

}  // namespace tilewright::pjrt::calls
