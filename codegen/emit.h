// Tile programs to LLVM IR: the one emitter.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "codegen/scalar_ops.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace tilewright::tile {
struct Program;
}

namespace tilewright::codegen {

struct EmitOptions {
  ScalarOptions scalar;
  // Host cache sizes that sub-tiling uses, bytes per core.
  int64_t l1_bytes = 32 << 10;
  int64_t l2_bytes = 1 << 20;
};

// The name of the function that an emitted module exports; of type
// tw_kernel_v1 (support/abi.h).
inline constexpr char kKernelSymbol[] = "tw_kernel";

// Deterministic: equal programs and options give equal modules. No fast-math
// flags, no host addresses, no calls but those of TW_ABI_IMPORTS.
absl::StatusOr<std::unique_ptr<llvm::Module>> EmitKernel(const tile::Program& program,
                                                         const EmitOptions& options,
                                                         llvm::LLVMContext& context);

}  // namespace tilewright::codegen
