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
// Of the first result's elements: operands 0 and 1 are seed and offset. What needs more
// than a block has one for each `turn`, a scalar; without it that of turn 0.
Words RandomWords(Composer& c);
Words RandomWords(Composer& c, Value turn);
// In [0, 1), from the upper bits of a word.
Value Fraction(Composer& c, Value word, ElementType type);
// In (0, 1), of f64, from two words.
Value FineFraction(Composer& c, Value high, Value low);
// In [0, 1): the first or the second of two, fine where `type` is f64.
Value FractionOf(Composer& c, const Words& words, int which, ElementType type);
// Of the normal distribution, from two words or, where `type` is f64 and `fine`, from
// all.
Value NormalNumber(Composer& c, const Words& words, ElementType type, bool fine);
// Fractions of each element of a shape, as f32.
Value RandomFractions(Composer& c, const Shape& shape, Value seed, Value offset);
// In which the first result's numbers are made.
ElementType FractionType(Composer& c);

}  // namespace tilewright::torch_lower
