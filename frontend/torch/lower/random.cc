#include "frontend/torch/lower/random.h"

#include <cmath>

namespace tilewright::torch_lower {
namespace {

// Philox4x32-10 (Salmon et al., 2011): a block of four words for each counter and turn.
Words Philox(Composer& c, Value counter, Value turn, Value seed) {
  constexpr uint32_t kMultipliers[2] = {0xD2511F53, 0xCD9E8D57};
  constexpr uint32_t kWeyl[2] = {0x9E3779B9, 0xBB67AE85};
  constexpr ElementType kWord = ElementType::kU32, kWide = ElementType::kU64;
  const Value half = c.Number(32, kWide);
  const auto low = [&](Value x) { return c.Convert(x, kWord); };
  const auto high = [&](Value x) {
    return low(c.Binary(OpKind::kShiftRightLogical, x, half));
  };
  const auto exclusive_or = [&](Value a, Value b) {
    return c.Binary(OpKind::kXor, a, b);
  };
  Words x = {{low(counter), high(counter), low(turn), c.Number(0, kWord)}};
  Value key[2] = {low(seed), high(seed)};
  for (int round = 0; round < 10; ++round) {
    Value product[2];
    for (int i = 0; i < 2; ++i) {
      product[i] = c.Convert(x.w[2 * i], kWide) * c.Number(kMultipliers[i], kWide);
    }
    x = {{exclusive_or(exclusive_or(high(product[1]), x.w[1]), key[0]), low(product[1]),
          exclusive_or(exclusive_or(high(product[0]), x.w[3]), key[1]), low(product[0])}};
    for (int i = 0; i < 2; ++i) key[i] = key[i] + c.Number(kWeyl[i], kWord);
  }
  return x;
}

Words WordsOf(Composer& c, const Shape& shape, Value seed, Value offset, Value turn) {
  constexpr ElementType kWide = ElementType::kU64;
  // In logical order of elements.
  Value index = c.Number(0, kWide);
  Value below = c.Number(1, kWide);
  for (int d = shape.rank() - 1; d >= 0; --d) {
    const Value along = c.Iota(d, {kWide, shape});
    index = index + along * below;
    below = below * c.CountOf(along, {d}, kWide);
  }
  const Value counter = c.Broadcast(index + offset, shape);
  return Philox(c, counter, turn, seed);
}

}  // namespace

Words RandomWords(Composer& c, const Shape& shape, Value seed, Value offset) {
  return WordsOf(c, shape, seed, offset, c.Number(0, ElementType::kU32));
}

Words RandomWords(Composer& c) {
  return RandomWords(c, c.result().shape, c.operand(0), c.operand(1));
}

Words RandomWords(Composer& c, Value turn) {
  return WordsOf(c, c.result().shape, c.operand(0), c.operand(1), turn);
}

Value Fraction(Composer& c, Value word, ElementType type) {
  const Value upper =
      c.Binary(OpKind::kShiftRightLogical, word, c.Number(8, ElementType::kU32));
  return c.Convert(upper, type) * std::ldexp(1.0, -24);
}

Value FineFraction(Composer& c, Value high, Value low) {
  const Value a = c.Convert(high, ElementType::kF64);
  const Value b = c.Convert(low, ElementType::kF64);
  // 52 bits and a half: nothing rounds to 0 or 1.
  const Value bits = c.Unary(OpKind::kFloor, (a * 0x1p32 + b) * 0x1p-12);
  return (bits + 0.5) * 0x1p-52;
}

Value FractionOf(Composer& c, const Words& words, int which, ElementType type) {
  const Value* const word = words.w;
  return type == ElementType::kF64 ? FineFraction(c, word[2 * which], word[2 * which + 1])
                                   : Fraction(c, word[which], type);
}

// Box and Muller's.
Value NormalNumber(Composer& c, const Words& words, ElementType type, bool fine) {
  const auto fraction = [&](int which) {
    return fine ? FractionOf(c, words, which, type) : Fraction(c, words.w[which], type);
  };
  const Value u = 1.0 - fraction(0);  // in (0, 1]
  const Value angle = fraction(1) * (2 * M_PI);
  const Value radius = c.Unary(OpKind::kSqrt, c.Unary(OpKind::kLog, u) * -2.0);
  return radius * c.Unary(OpKind::kCosine, angle);
}

Value RandomFractions(Composer& c, const Shape& shape, Value seed, Value offset) {
  return Fraction(c, RandomWords(c, shape, seed, offset).w[0], ElementType::kF32);
}

ElementType FractionType(Composer& c) {
  return c.result().element == ElementType::kF64 ? ElementType::kF64 : ElementType::kF32;
}

}  // namespace tilewright::torch_lower
