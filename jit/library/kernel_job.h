// One kernel on its way to being loaded.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "cache/format/manifest.h"
#include "jit/library/kernel_library.h"

namespace tilewright::jit {

struct KernelLibrary::Job {
  const KernelRequest* request = nullptr;
  std::string key;  // in KernelLibrary::slots_
  cache::Manifest manifest;
  bool may_compile = false;  // otherwise a miss leaves `kernel` null
  bool load = true;          // otherwise `kernel` stays null

  std::shared_ptr<const LoadedKernel> kernel;
  std::optional<plan::Launch> launch;  // the kernel's, where that is known
  absl::Status status;
  std::string refusal;  // why what the cache has was not used; ""
  CompileCounters counters;
};

}  // namespace tilewright::jit
