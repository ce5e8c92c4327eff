// The manifests of kernels and plans: every fact that decides their bytes.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "cache/manifest.h"
#include "jit/kernel_library.h"
#include "jit/target.h"
#include "support/numerics.h"

namespace tilewright::jit {

cache::Manifest KernelManifest(absl::string_view identity, const Target& target,
                               Numerics numerics);
cache::Manifest PlanManifest(const PlanRequest& request, const Target& target,
                             Numerics numerics);

}  // namespace tilewright::jit
