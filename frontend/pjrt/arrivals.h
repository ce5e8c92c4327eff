// Arrays that are handed out before they are there.
#pragma once

#include <memory>

#include "absl/status/status.h"
#include "frontend/pjrt/buffer.h"
#include "runtime/device/stream.h"

namespace tilewright::pjrt {

// The array is there once the job has run: whoever reads it waits until then, in a stream
// that this job has for itself, since arrays may arrive in any order. ResourceExhausted
// when too many are waited for.
absl::Status StartArrival(PJRT_Device& device, const SharedBuffer& buffer,
                          std::shared_ptr<runtime::Job> job);

// A job that waits for a promise alone.
std::shared_ptr<runtime::Job> AwaitPromise(SharedBuffer buffer,
                                           std::shared_ptr<Promise> promise);

}  // namespace tilewright::pjrt
