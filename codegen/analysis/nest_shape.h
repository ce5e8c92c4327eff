// Which of the forms that nests are emitted in a nest has.
#pragma once

#include <cstdint>
#include <vector>

#include "tile/program.h"

namespace tilewright::codegen {

// Rows of a nest that are walked side by side: so many at most.
inline constexpr int kMostRowsAtOnce = 4;
// Whether the store, of a value in the shape `dims`, keeps a row in scratch: the phase's
// own dimensions.
bool IsRow(const tile::Program& program, const tile::Store& store, const ir::Dims& dims);
// The nest's outer dimensions and the phase's inner ones.
ir::Dims Domain(const tile::Nest& nest, const tile::Phase& phase);
// The refs in which a nest keeps a row for later phases.
std::vector<tile::RefId> RowRefs(const tile::Program& program, const tile::Nest& nest);

// Whether all that goes over the nest's inner dimensions is one pass of reductions by
// monoids, which stores nothing; there are outer dimensions.
bool ReducesInOnePass(const tile::Nest& nest);
// Whether the nest reduces many rows of many columns, and the scratch that takes.
bool ReducesColumns(const tile::Program& program, const tile::Nest& nest);
int64_t ColumnBytes(const tile::Nest& nest);
inline constexpr int64_t kColumnsAtOnce = 2048;  // their states stay in the L1 cache

// Whether the nest reduces rows that are made of several runs, and the scratch that
// takes.
bool ReducesRuns(const tile::Program& program, const tile::Nest& nest);
int64_t RunBytes(const tile::Nest& nest);
inline constexpr int64_t kRunRowsAtOnce = 64;  // of sums, states stay in the L1 cache
// A vector of what is carried, at most.
inline constexpr int64_t kRunValueBytes = 64;

// What a reduction's `i`-th value is accumulated in.
ir::ElementType AccumulatorType(const tile::Program& program, const tile::Reduce& reduce,
                                size_t i);

}  // namespace tilewright::codegen
