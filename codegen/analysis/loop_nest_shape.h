// Which of the forms that loop nests are emitted in a loop nest has.
#pragma once

#include <cstdint>
#include <vector>

#include "tile/program.h"

namespace tilewright::codegen {

// Rows of a loop nest that are unrolled and jammed: so many at most.
inline constexpr int kMostRowsAtOnce = 4;
// Whether the store, of a value in the shape `dims`, keeps a row in scratch: the pass's
// own dimensions.
bool IsRow(const tile::Program& program, const tile::Store& store, const ir::Shape& dims);
// The loop nest's outer dimensions and the pass's inner ones.
ir::Shape Domain(const tile::LoopNest& nest, const tile::Pass& pass);
// The refs in which a loop nest keeps a row for later passes.
std::vector<tile::RefId> RowRefs(const tile::Program& program,
                                 const tile::LoopNest& nest);
// Whether a step writes a piece of what a chain's stages hand on.
bool WritesPiece(const tile::Program& program, const tile::LoopNest& nest);

// Whether all that goes over the loop nest's inner dimensions is one pass of reductions
// by combiners, which stores nothing; there are outer dimensions.
bool ReducesInOnePass(const tile::LoopNest& nest);
// Whether the pass reduces by combiners, in an order that is not the index's, and some of
// them give something else in another.
bool ReducesInOrder(const tile::Program& program, const tile::Pass& pass);
// Whether the pass's order is a product's.
bool SumsProducts(const tile::Pass& pass);
// Whether the loop nest reduces many rows of many columns, and the scratch that takes.
bool ReducesMajorDimension(const tile::Program& program, const tile::LoopNest& nest);
int64_t MajorReductionBytes(const tile::Program& program, const tile::LoopNest& nest);
// States of a column that are kept at once.
int64_t StatesOfColumn(const tile::Program& program, const tile::Pass& pass);
inline constexpr int64_t kColumnsAtOnce = 2048;  // their states stay in the L1 cache

// What a reduction's `i`-th value is accumulated in.
ir::ElementType AccumulatorType(const tile::Program& program, const tile::Reduce& reduce,
                                size_t i);

}  // namespace tilewright::codegen
