// Tile programs to LLVM IR: the one emitter.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "codegen/facts/emit_options.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace tilewright::tile {
struct Program;
}

namespace tilewright::codegen {

// Deterministic: equal programs and options give equal modules. No fast-math
// flags, no host addresses, no calls but those of TW_ABI_IMPORTS.
absl::StatusOr<std::unique_ptr<llvm::Module>> EmitKernel(const tile::Program& program,
                                                         const EmitOptions& options,
                                                         llvm::LLVMContext& context);

}  // namespace tilewright::codegen
