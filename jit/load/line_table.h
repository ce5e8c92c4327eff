// The line table of an object, as codegen/eval/source_lines.h has it made.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"

namespace tilewright::jit {

struct CodeLine {
  uint64_t address = 0;  // in the code section; holds up to the next one's
  uint64_t line = 0;     // 0: of no line
};

// What a .debug_line section of DWARF 2 to 4 says (section 6.2 of the standard), in
// its order. Only one code section is reckoned with: relocations are not applied.
// Foreign input: DataLoss for what breaks off or is of another form.
absl::StatusOr<std::vector<CodeLine>> ReadLineTable(llvm::ArrayRef<uint8_t> section);

}  // namespace tilewright::jit
