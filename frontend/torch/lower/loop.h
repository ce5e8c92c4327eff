// Loops, and what they read and write at a place that they count.
#pragma once

#include <functional>

#include "frontend/torch/lower/composer.h"

namespace tilewright::torch_lower {

// i64, as all places are.
Value Place(Composer& c, int64_t i);

// Whether there is another turn, of this number; a scalar.
using Condition = std::function<Value(Value number, const Values& state)>;
// What `state` is after `count` turns: a turn has its number and what the one before
// left.
using Turn = std::function<Values(Value number, const Values& state)>;
Values Loop(Composer& c, Value count, const Values& state, const Turn& turn);
// The same as long as there is another.
Values LoopWhile(Composer& c, const Condition& goes_on, const Values& state,
                 const Turn& turn);

// The block of x that begins at these places, one for each dimension; and x with another
// block there. Both lie inside.
Value SliceAt(Composer& c, Value x, const Values& first, ir::Dims sizes);
Value UpdateAt(Composer& c, Value x, Value block, const Values& first);

// Sizes that a loop cuts, as numbers; Unimplemented where one is open.
bool Numbers(Composer& c, std::initializer_list<ir::Size> sizes, ir::Dims* numbers);

}  // namespace tilewright::torch_lower
