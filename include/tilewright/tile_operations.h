// More operations on the values of a kernel (tilewright/kernel.h): reductions, orders,
// movements, and what applies functions of the user's.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tilewright/export.h"
#include "tilewright/kernel.h"

namespace tilewright {

// Over dimensions; these stay, as 1, where `keep_dimensions`. Computed now.
TILEWRIGHT_EXPORT Tile Prod(const TileOperand& x, const std::vector<int64_t>& dimensions,
                            bool keep_dimensions = false);
// Of truth values whether all, or any, hold; of integers bit by bit.
TILEWRIGHT_EXPORT Tile All(const TileOperand& x, const std::vector<int64_t>& dimensions,
                           bool keep_dimensions = false);
TILEWRIGHT_EXPORT Tile Any(const TileOperand& x, const std::vector<int64_t>& dimensions,
                           bool keep_dimensions = false);
// The index, i32, of the first largest or smallest element along a dimension. A NaN is
// larger and smaller than any number. Computed now.
TILEWRIGHT_EXPORT Tile ArgMax(const TileOperand& x, int64_t dimension,
                              bool keep_dimensions = false);
TILEWRIGHT_EXPORT Tile ArgMin(const TileOperand& x, int64_t dimension,
                              bool keep_dimensions = false);
// The `count` largest elements along a dimension, from the largest on, and their indices,
// i32; equal ones in the order of their indices, floats in their total order. Computed
// now.
TILEWRIGHT_EXPORT std::vector<Tile> TopK(const TileOperand& x, int64_t count,
                                         int64_t dimension);

// Movements.
// Of dimension d every strides[d]-th element, sizes[d] of them from start[d] on.
TILEWRIGHT_EXPORT Tile Slice(const TileOperand& x, const std::vector<int64_t>& start,
                             const std::vector<int64_t>& sizes,
                             const std::vector<int64_t>& strides);
TILEWRIGHT_EXPORT Tile Reverse(const TileOperand& x,
                               const std::vector<int64_t>& dimensions);
// Element i along the dimension goes to i + shift, modulo the size; `shift`: a scalar of
// i32.
TILEWRIGHT_EXPORT Tile Roll(const TileOperand& x, const Tile& shift, int64_t dimension);
// `value`, a scalar, in front of x, behind it, and between its elements, so many a
// dimension. Negative amounts take elements away.
TILEWRIGHT_EXPORT Tile Pad(const TileOperand& x, const Tile& value,
                           const std::vector<int64_t>& low,
                           const std::vector<int64_t>& high,
                           const std::vector<int64_t>& interior = {});
// x[..., indices[..., i, ...], ...] along a dimension; x and the integers `indices` have
// equal other dimensions. Indices are clamped to what x has.
TILEWRIGHT_EXPORT Tile TakeAlong(const TileOperand& x, const Tile& indices,
                                 int64_t dimension);

// Functions of scalars: of what was combined so far and of the next elements, one of each
// tile, as many results. They are called once, to be written down: elementwise operations
// on their operands and on numbers, which read no ref and store nothing.
using Combiner = std::function<std::vector<Tile>(const std::vector<Tile>& so_far,
                                                 const std::vector<Tile>& next)>;
// Tiles of one shape over dimensions, each from its scalar of `from` on, in index order.
// Computed now.
TILEWRIGHT_EXPORT std::vector<Tile> Reduce(const std::vector<Tile>& tiles,
                                           const std::vector<Tile>& from,
                                           const std::vector<int64_t>& dimensions,
                                           const Combiner& combine,
                                           bool keep_dimensions = false,
                                           Where where = Where::current());
// What the first 1, 2, ... elements along a dimension give; the last ones where
// `reverse`. Computed now, in order.
TILEWRIGHT_EXPORT std::vector<Tile> Scan(const std::vector<Tile>& tiles,
                                         const std::vector<Tile>& from, int64_t dimension,
                                         const Combiner& combine, bool reverse = false,
                                         Where where = Where::current());

// x with x[indices[i...], ...] replaced by updates[i..., ...], or by what `combine` makes
// of both, one after the other; indices that x does not have are passed over. Computed
// now.
//   Scatter(x, rows, updates, [](Tile old, Tile update) { return old + update; })
TILEWRIGHT_EXPORT Tile Scatter(
    const TileOperand& x, const Tile& indices, const Tile& updates,
    const std::function<Tile(const Tile& old, const Tile& update)>& combine = nullptr);

}  // namespace tilewright
