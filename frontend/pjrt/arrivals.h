// Arrays that are handed out before they are there.
#pragma once

#include <memory>

#include "absl/status/status.h"
#include "frontend/pjrt/buffer.h"

namespace tilewright::pjrt {

// The array is there once the promise is kept: whoever reads it waits until then, in a
// stream that it has for itself, since arrays may arrive in any order. ResourceExhausted
// when too many are waited for.
absl::Status StartArrival(PJRT_Device& device, const SharedBuffer& buffer,
                          std::shared_ptr<Promise> promise);

}  // namespace tilewright::pjrt
