// What a program needs from the cache, without asking for it.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
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

// Plans the program, emits and compiles nothing. `program` is verified; `sizes` are the
// values of its symbols.
absl::StatusOr<ProgramKeys> KeysOf(const ir::Program& program,
                                   const std::vector<int64_t>& sizes,
                                   const codegen::CodeFacts& facts);

}  // namespace tilewright::jit
