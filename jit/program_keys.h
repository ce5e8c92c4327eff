// What a program needs from the cache, without asking for it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/manifest.h"
#include "codegen/kernel_calls.h"
#include "ir/program.h"
#include "jit/target.h"
#include "support/numerics.h"

namespace tilewright::jit {

// Facts that decide a program's keys.
struct KeyOptions {
  Target target;
  Numerics numerics = Numerics::kTpu;
  std::string chip = "v5e";
  bool cluster = true;
  codegen::KernelSet kernels;  // that the program may call
};

struct WantedEntry {
  std::string name;  // for people
  cache::Manifest manifest;
  std::string text;  // what the manifest names by content
};

struct ProgramKeys {
  WantedEntry executable;
  std::vector<WantedEntry> kernels;  // distinct
};

// Plans the program, emits and compiles nothing. `program` is verified.
absl::StatusOr<ProgramKeys> KeysOf(const ir::Program& program, const KeyOptions& options);

// Plans the program and compiles its kernels again, on `threads` threads (0: all),
// with no cache: what `wanted` accepts by manifest. `done` gets the plan's bytes and
// each object, one at a time.
absl::Status Recompile(
    const ir::Program& program, const KeyOptions& options, int threads,
    const std::function<bool(const cache::Manifest&)>& wanted,
    const std::function<void(const cache::Manifest&, absl::string_view)>& done);

}  // namespace tilewright::jit
