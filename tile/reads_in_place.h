// Where an expression reads what it is made of.
#pragma once

#include <functional>

#include "tile/program.h"

namespace tilewright::tile {

// Visits the expressions under `x`, `x` among them, with the number of points at which x
// reads one element of theirs: of an expression with `points`, element i is read at the
// points [i * points, (i + 1) * points) of x only, both counted row-major. 0: elsewhere.
// What is read in several ways is visited for each.
void ForEachRead(const Program& program, ExprId x,
                 const std::function<void(ExprId, const ir::Size& points)>& visit);

// Whether each ResultOf under `x` is the one of the place where x is evaluated: of the
// element, or of the row, where the result's shape is the front of x's.
bool ReadsResultsInPlace(const Program& program, ExprId x);

// Whether what x reads of `ref` is the element whose place is that of x's own.
bool ReadsInPlace(const Program& program, ExprId x, RefId ref);

}  // namespace tilewright::tile
