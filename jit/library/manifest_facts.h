// The facts that a cache entry was made by.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/format/manifest.h"
#include "codegen/facts/code_facts.h"
#include "jit/llvm/target.h"

namespace tilewright::jit {

// From the manifest's fields alone: also the native target of another machine.
// Named by its name when it is one of TargetNames(), else by its CPU. DataLoss
// when the fields are not a target's.
absl::StatusOr<Target> TargetOf(const cache::Manifest& manifest);

// The same of all that a program's or kernel's key says; without the kernels that a
// program calls, which are code.
absl::StatusOr<codegen::CodeFacts> FactsOf(const cache::Manifest& manifest);

// FailedPrecondition when this build, on this machine, would not use an entry
// with this manifest: names each fact of the build that differs, or each CPU
// feature that is missing.
absl::Status CheckUsable(const cache::Manifest& manifest);

}  // namespace tilewright::jit
