// Vectors of f32 rounded to bf16 several at once, where no instruction does it.
#pragma once

#include <vector>

#include "codegen/eval/kernel_builder.h"
#include "tile/program.h"

namespace tilewright::codegen {

// Whether it is a conversion of f32 to bf16.
bool RoundsToBf16(const tile::Program& program, const tile::Expr& expr);

// Vectors that registers hold while they are rounded at once.
inline constexpr int kRoundedTogether = 4;

// Whether multiply-adds can round: subnormals are to be zeros, as `tpu` numerics set
// them.
bool MultiplyAddsRound(const ScalarOptions& options);

// Whether they do: two of them take the place of eight instructions on integers. AVX-512
// has masks and tables for it, which take six, and as long where a cycle begins one
// multiply-add; so does BF16's instruction where it is as slow as pairs are there.
bool RoundsByMultiplyAdds(const EmitOptions& options);

// The vectors (of as many lanes each), rounded to bf16 and still f32: bit for bit what
// EmitScalarOp makes of each. `x` may be of any number.
std::vector<llvm::Value*> RoundedToBf16(KernelBuilder& kb,
                                        const std::vector<llvm::Value*>& x);

// The same by multiply-adds, so many vectors at once.
std::vector<llvm::Value*> RoundedByMultiplyAdds(KernelBuilder& kb,
                                                const std::vector<llvm::Value*>& x,
                                                int together);

// The value, which, if it is floats in one register, is computed before what follows is
// rounded: what it is made of would wait in others.
llvm::Value* ComputedBefore(KernelBuilder& kb, llvm::Value* value);

// Asks for what lies some lines behind a vector, where that was read of an array of so
// many bytes in all, which no near cache holds: rounding fills the window of instructions
// in which a processor begins reads early.
void AskAhead(KernelBuilder& kb, llvm::Value* vector, int64_t bytes);

}  // namespace tilewright::codegen
