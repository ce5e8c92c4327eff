// Object files as assembly, for people.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "jit/llvm/target.h"

namespace tilewright::jit {

// The code of a relocatable ELF object, in the syntax of the target's
// assembler: a label wherever a branch goes, and as comments the names that
// relocations bring in, the constants that are read, and the lines of `source`, the
// text that the object was made from, wherever another one's code begins. Foreign
// input: DataLoss for what is not an object. Bytes that are no instruction are shown
// as such.
absl::StatusOr<std::string> Disassemble(absl::string_view object, const Target& target,
                                        absl::string_view source = "");

}  // namespace tilewright::jit
