// The manifests of kernels and plans: every fact that decides their bytes.
#pragma once

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "cache/format/manifest.h"
#include "codegen/facts/code_facts.h"
#include "ir/program.h"

namespace tilewright::jit {

// `identity`: ContentName of the tile program's text.
cache::Manifest KernelManifest(absl::string_view identity,
                               const codegen::KernelFacts& facts);
// The manifest of a kernel that a plan under `plan` calls: made by the same facts,
// perhaps elsewhere, of another build.
cache::Manifest KernelManifestLike(const cache::Manifest& plan,
                                   absl::string_view identity);
// What a plan is made of: ir::CanonicalText of the program, which has only the names of
// the kernels that it calls, and the values of its symbols.
std::string PlanText(const ir::Program& program, const std::vector<int64_t>& sizes);
// `canonical_text`: PlanText's.
cache::Manifest PlanManifest(const ir::Program& program, absl::string_view canonical_text,
                             const codegen::CodeFacts& facts);

// Of what a front end wants to know again, by a name of its own.
cache::Manifest NotesManifest(absl::string_view name, const codegen::CodeFacts& facts);

// The fields that name this compiler: entries in which one differs are of no use to
// it.
std::map<std::string, std::string> CompilerFields();

}  // namespace tilewright::jit
