// Memory that is asked for before it is read.
#pragma once

#include <cstdint>

#include "codegen/eval/evaluator.h"
#include "codegen/eval/index.h"

namespace tilewright::codegen {

inline constexpr int64_t kCacheLine = 64;  // bytes

// Rows of a large array share sets of the L1 cache, whose few places are those of rows
// that are being read: others wait in the L2 cache.
enum class Cache : uint8_t { kL2 = 2, kL1 = 3 };  // LLVM's localities

// Asks for the line with this address, which may lie in nobody's memory.
void AskForLine(llvm::IRBuilder<>& b, llvm::Value* address, Cache into);

// Where in memory `expr`, which has a PlainLoad, has its element at `index`: the one of
// the first lane, whatever the others read.
llvm::Value* PlainAddress(Evaluator& eval, tile::ExprId expr, Index index);

}  // namespace tilewright::codegen
