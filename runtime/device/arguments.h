// Whether buffers may be the arguments of a run.
#pragma once

#include <memory>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "runtime/device/buffer.h"
#include "runtime/run/executable.h"

namespace tilewright::runtime {

// Arguments of a run, which the caller keeps.
using Buffers = absl::Span<Buffer* const>;

using SharedBuffers = std::vector<std::shared_ptr<Buffer>>;
using BufferPointers = absl::InlinedVector<Buffer*, 8>;
BufferPointers PointersTo(absl::Span<const std::shared_ptr<Buffer>> buffers);

// FailedPrecondition, naming it, when one was deleted or donated. `kind`: "input".
absl::Status CheckUsable(Buffers buffers, const char* kind);
// As many buffers as the program has inputs, of its types, of this device, not deleted or
// donated; of wrapped ones the values are those of the type. InvalidArgument or
// FailedPrecondition names the argument.
absl::Status CheckInputs(const Executable& executable, const Device& device,
                         Buffers inputs);
// The same for outputs, whose content does not matter.
absl::Status CheckOutputs(const Executable& executable, const Device& device,
                          Buffers outputs);
// Outputs overlap neither each other nor an input, unless that one is donated to it and
// is the same memory. Takes time linear in the arguments; n log n where there are views
// or wrapped memory.
absl::Status CheckOverlap(const Executable& executable, Buffers inputs, Buffers outputs);

}  // namespace tilewright::runtime
