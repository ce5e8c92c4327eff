// What a program needs from the cache, without asking for it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/format/manifest.h"
#include "codegen/facts/code_facts.h"
#include "ir/program.h"

namespace tilewright::jit {

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
absl::StatusOr<ProgramKeys> KeysOf(const ir::Program& program,
                                   const codegen::CodeFacts& facts);

// Plans the program and compiles its kernels again, on `threads` threads (0: all),
// with no cache: what `wanted` accepts by manifest. `done` gets the plan's bytes and
// each object, one at a time.
absl::Status Recompile(
    const ir::Program& program, const codegen::CodeFacts& facts, int threads,
    const std::function<bool(const cache::Manifest&)>& wanted,
    const std::function<void(const cache::Manifest&, absl::string_view)>& done);

}  // namespace tilewright::jit
