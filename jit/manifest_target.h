// The target that a cache entry was made for.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/manifest.h"
#include "jit/target.h"

namespace tilewright::jit {

// From the manifest's fields alone: also the native target of another machine.
// Named by its name when it is one of TargetNames(), else by its CPU. DataLoss
// when the fields are not a target's.
absl::StatusOr<Target> TargetOf(const cache::Manifest& manifest);

// FailedPrecondition when this build, on this machine, would not use an entry
// with this manifest: names each fact of the build that differs, or each CPU
// feature that is missing.
absl::Status CheckUsable(const cache::Manifest& manifest);

}  // namespace tilewright::jit
