// Stores that go past the caches.
#pragma once

#include <vector>

#include "codegen/eval/evaluator.h"
#include "tile/program.h"

namespace tilewright::codegen {

// The refs that the loop nest writes from end to end, in order, and does not read.
std::vector<tile::RefId> RefsStoredWhole(const tile::Program& program,
                                         const tile::LoopNest& nest);
// Whether none of them is an operand's memory (i1), which an operand may give up.
llvm::Value* OverlapsNoInput(Evaluator& eval, const std::vector<tile::RefId>& refs);

// Those of them that are far larger than what
// the processor's caches keep: who reads them next finds nothing of them there, however
// they were written. A store that goes past the caches does not first read the line it
// replaces. Sizes that are known when the kernel runs may be so large.
std::vector<tile::RefId> RefsStoredNonTemporally(const tile::Program& program,
                                                 const tile::LoopNest& nest,
                                                 const EmitOptions& options);

// Whether that serves, as far as it shows when the kernel runs (i1): they are so large,
// their memory is aligned, none of it is an operand's, whose lines are in the caches by
// then, and the steps [begin, end) of the grid's `steps` are not so few that a thread's
// own caches keep what it writes.
llvm::Value* NonTemporalStoresServe(Evaluator& eval, const std::vector<tile::RefId>& refs,
                                    const ir::Size& steps, llvm::Value* begin,
                                    llvm::Value* end);

// What makes such stores visible to threads that take over from this one.
void FenceStores(llvm::IRBuilder<>& b);

}  // namespace tilewright::codegen
