// The manifests of kernels and plans: every fact that decides their bytes.
#pragma once

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "cache/manifest.h"
#include "codegen/kernel_calls.h"
#include "ir/program.h"
#include "jit/kernel_library.h"
#include "jit/target.h"
#include "support/numerics.h"

namespace tilewright::jit {

cache::Manifest KernelManifest(absl::string_view identity, const Target& target,
                               Numerics numerics);
cache::Manifest PlanManifest(const PlanRequest& request, const Target& target,
                             Numerics numerics);

// What the kernels that a program calls add to the facts that decide its plan, which
// has only their names: PlanRequest::options.
std::map<std::string, std::string> KernelFacts(const ir::Program& program,
                                               const codegen::KernelSet& kernels,
                                               Numerics numerics);

// The fields that name this compiler: entries in which one differs are of no use to
// it.
std::map<std::string, std::string> CompilerFields();

}  // namespace tilewright::jit
