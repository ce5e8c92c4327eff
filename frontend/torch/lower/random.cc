#include "frontend/torch/lower/random.h"

#include <cmath>

namespace tilewright::torch_lower {
namespace {

// Philox4x32-10 (Salmon et al., 2011): a block of four words for each counter.
Words Philox(Composer& c, Value counter, Value seed) {
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
  const Value zero = c.Number(0, kWord);
  Words x = {{low(counter), high(counter), zero, zero}};
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

}  // namespace

Words RandomWords(Composer& c, const Shape& shape, Value seed, Value offset) {
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
  return Philox(c, counter, seed);
}

Words RandomWords(Composer& c) {
  return RandomWords(c, c.result().shape, c.operand(0), c.operand(1));
}

Value Fraction(Composer& c, Value word, ElementType type) {
  const Value upper =
      c.Binary(OpKind::kShiftRightLogical, word, c.Number(8, ElementType::kU32));
  return c.Convert(upper, type) * std::ldexp(1.0, -24);
}

Value RandomFractions(Composer& c, const Shape& shape, Value seed, Value offset) {
  return Fraction(c, RandomWords(c, shape, seed, offset).w[0], ElementType::kF32);
}

ElementType FractionType(Composer& c) {
  return c.result().element == ElementType::kF64 ? ElementType::kF64 : ElementType::kF32;
}

}  // namespace tilewright::torch_lower
