// Data movement, windows and sorts, as they are written in `ir`.
#pragma once

#include <functional>

#include "frontend/torch/lower/composer.h"

namespace tilewright::torch_lower {

// Parts of one type, joined along a dimension.
Value Concatenate(Composer& c, const Values& parts, int64_t dimension);
// Every `stride`-th from `start`, before `limit`.
Value Slice(Composer& c, Value x, int64_t dimension, int64_t start, int64_t limit,
            int64_t stride = 1);
Value Reverse(Composer& c, Value x, ir::Dims dimensions);
// With `low` and `high` more at the ends of each dimension (less where they are
// negative), and `interior` between neighbours.
Value Pad(Composer& c, Value x, Value padding, ir::Dims low, ir::Dims high,
          ir::Dims interior);

// One element of x for each element of the places, which have one shape: places[d] counts
// along dimension d, and lies inside.
Value ElementsAt(Composer& c, Value x, const Values& places);
// Slices of x at an index along one dimension, which the index's dimensions replace.
Value Take(Composer& c, Value x, int64_t dimension, Value index);

// What a scatter makes of what is there and what is written.
using Combine = std::function<Value(Composer&, Value, Value)>;
// x with updates at places, as ElementsAt reads them; those outside are left out.
Value WriteAt(Composer& c, Value x, const Values& places, Value updates,
              const Combine& combine);
// The same for slices along one dimension: updates have the index's dimensions there.
Value WriteSlices(Composer& c, Value x, int64_t dimension, Value index, Value updates,
                  const Combine& combine);
Value Added(Composer& c, Value old, Value update);
Value Replaced(Composer& c, Value old, Value update);

// Windows over the dimensions of x, each a list as long as its rank.
struct Windows {
  ir::Dims sizes, strides, dilations, low, high;
};
Windows OneElementWindows(int rank);
Value ReduceWindows(Composer& c, OpKind kind, Value x, const Windows& windows);
// Of the elements up to each along a dimension: kAdd, kMultiply, kMaximum, kMinimum.
Value Cumulate(Composer& c, OpKind kind, Value x, int64_t dimension);

// Rows along a dimension, sorted by the first: stable, NaN above everything else.
// Whether one element comes before another one in the sorted row; NaNs are the largest.
Value IsBefore(Composer& c, Value a, Value b, bool descending);
Values Sort(Composer& c, const Values& rows, int64_t dimension, bool descending);

Value And(Composer& c, Value a, Value b);
Value Or(Composer& c, Value a, Value b);
Value Not(Composer& c, Value x);
// Whether any element is true: a scalar.
Value Any(Composer& c, Value truth);
Value Zero(Composer& c, Value like);
// 0, 1, ... along a dimension of an array like this, as i64.
Value IndexAlong(Composer& c, Value like, int64_t dimension);
// All dimensions.
ir::Dims AllOf(Value x);
// Integers count elements in logical order of x.
Values PlacesOf(Composer& c, Value linear, const Shape& shape);

}  // namespace tilewright::torch_lower
