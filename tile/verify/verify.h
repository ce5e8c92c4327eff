// Whether a tile program is well formed: the one check of what the authoring API, the
// lowering of graphs and texts hand to the emitter.
#pragma once

#include "absl/status/status.h"
#include "tile/program.h"

namespace tilewright::tile {

// Bounds of what is well formed. Products of sizes and strides stay inside int64, and
// what goes over expressions and statements may be recursive.
inline constexpr int64_t kMaxElements = int64_t{1} << 55;  // of an index space
inline constexpr int kMaxRank = 256;
inline constexpr int kMaxExprDepth = 4096;
inline constexpr int kMaxStatementDepth = 100;
inline constexpr int64_t kMaxInterleaved = 64;  // values of a store

// Whether there are no more dimensions than kMaxRank, none is negative, and their product
// is no larger than kMaxElements, zeros taken as one.
bool IsBounded(const ir::Dims& dims);
// The same of what is known; sizes of symbols are any.
bool IsBounded(const ir::Shape& shape);

// Shapes, types and numbers of expressions and statements fit together, what is read is
// known where it is read, and what is written may be. After this the emitter meets no
// program that it has to distrust, whoever made it: what it cannot do it refuses by name.
// Internal, with the expression or statement and the figures: a program that is not well
// formed is a mistake of whoever made it. Linear in the program's size. Whether windows
// leave their arrays, and whether the program fits a chip, is not asked here.
absl::Status Verify(const Program& program);

}  // namespace tilewright::tile
