// Random numbers by counter.
#pragma once

#include "frontend/torch/lower/composer.h"

namespace tilewright::torch_lower {

// A block of four words for each element.
struct Words {
  Value w[4];
};
// Of element i of a shape, in logical order, the block of counter offset + i.
Words RandomWords(Composer& c, const Shape& shape, Value seed, Value offset);
// Of the first result's elements: operands 0 and 1 are seed and offset.
Words RandomWords(Composer& c);
// In [0, 1), from the upper bits of a word.
Value Fraction(Composer& c, Value word, ElementType type);
// The same of each element of a shape, as f32.
Value RandomFractions(Composer& c, const Shape& shape, Value seed, Value offset);
// In which the first result's numbers are made.
ElementType FractionType(Composer& c);

}  // namespace tilewright::torch_lower
