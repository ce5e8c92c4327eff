// What the cache holds, made again of the texts that it keeps beside it.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "codegen/facts/code_facts.h"
#include "ir/program.h"

namespace tilewright::jit {

// The object that a kernel of this text (tile::Print) is, compiled now and without a
// cache. Foreign input: InvalidArgument for what is no text of a kernel, or one that was
// planned for other numerics.
absl::StatusOr<std::string> RecompileKernel(absl::string_view text,
                                            const codegen::KernelFacts& facts);

// The bytes of the plan that an executable's entry holds, made now. `program` is
// verified.
absl::StatusOr<std::string> ReplanProgram(const ir::Program& program,
                                          const codegen::CodeFacts& facts);

}  // namespace tilewright::jit
