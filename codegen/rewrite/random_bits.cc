#include "codegen/rewrite/random_bits.h"

#include <algorithm>
#include <array>

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::ValueId;
using enum ir::ElementType;
using enum ir::OpKind;

int64_t Product(const Dims& dims) {
  int64_t product = 1;
  for (int64_t d : dims) product *= d;
  return product;
}

// The few operations that the generators are made of.
class Words {
 public:
  explicit Words(ir::Builder& builder) : b(builder) {}

  ValueId Like(uint64_t value, ValueId x) {
    return b.IntegerSplat(static_cast<int64_t>(value), b.type(x));
  }
  ValueId Add(ValueId x, ValueId y) { return b.Binary(kAdd, x, y); }
  ValueId AddConstant(ValueId x, uint64_t value) { return Add(x, Like(value, x)); }
  ValueId Xor(ValueId x, ValueId y) { return b.Binary(kXor, x, y); }
  ValueId ShiftRight(ValueId x, int bits) {
    return b.Binary(kShiftRightLogical, x, Like(bits, x));
  }
  ValueId RotateLeft(ValueId x, int bits) {
    return b.Binary(kOr, b.Binary(kShiftLeft, x, Like(bits, x)),
                    ShiftRight(x, 32 - bits));
  }
  ValueId Low(ValueId x) { return b.Convert(x, kU32); }
  ValueId High(ValueId x) { return b.Convert(ShiftRight(x, 32), kU32); }
  ValueId Join(ValueId low, ValueId high) {
    const ValueId wide_high = b.Convert(high, kU64);
    return b.Binary(kOr, b.Convert(low, kU64),
                    b.Binary(kShiftLeft, wide_high, Like(32, wide_high)));
  }
  // Element `i` of a list, as a scalar.
  ValueId Element(ValueId list, int64_t i) {
    return b.Reshape(b.Slice(list, {i}, {i + 1}), {});
  }
  ValueId List(const std::vector<ValueId>& scalars) {
    std::vector<ValueId> parts;
    for (ValueId scalar : scalars) parts.push_back(b.Reshape(scalar, {1}));
    return b.Concatenate(std::move(parts), 0);
  }
  // 0, 1, 2, ... in row-major order.
  ValueId Count(const Dims& shape) {
    const ValueId flat = b.Iota(0, {kU64, {Product(shape)}});
    return b.Reshape(flat, shape);
  }
  // `parts` of one shape become neighbours along a new last dimension, and all
  // is read as one list of which the first `count` are taken.
  ValueId Interleave(const std::vector<ValueId>& parts, int64_t count) {
    const int64_t length = b.type(parts[0]).dims()[0];
    std::vector<ValueId> columns;
    for (ValueId part : parts) columns.push_back(b.Reshape(part, {length, 1}));
    const int64_t all = length * static_cast<int64_t>(parts.size());
    const ValueId joined = b.Reshape(b.Concatenate(std::move(columns), 1), {all});
    return count == all ? joined : b.Slice(joined, {0}, {count});
  }

  ir::Builder& b;
};

using Pair = std::array<ValueId, 2>;
using Four = std::array<ValueId, 4>;

// Threefry 2x32 of 20 rounds. `key` and `x` have one shape.
Pair ThreeFry(Words& w, Pair key, Pair x) {
  static constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  constexpr uint32_t kParity = 0x1BD11BDA;
  const ValueId third = w.Xor(w.Xor(key[0], key[1]), w.Like(kParity, key[0]));
  const ValueId keys[] = {key[0], key[1], third};
  x = {w.Add(x[0], keys[0]), w.Add(x[1], keys[1])};
  for (int i = 0; i < 5; ++i) {
    for (int rotation : kRotations[i % 2]) {
      x[0] = w.Add(x[0], x[1]);
      x[1] = w.Xor(x[0], w.RotateLeft(x[1], rotation));
    }
    x[0] = w.Add(x[0], keys[(i + 1) % 3]);
    x[1] = w.AddConstant(w.Add(x[1], keys[(i + 2) % 3]), i + 1);
  }
  return x;
}

// Philox 4x32 of 10 rounds. `key` and `x` have one shape.
Four Philox(Words& w, Pair key, Four x) {
  const auto multiply = [&w](ValueId x, uint32_t by) {
    const ValueId wide = w.b.Convert(x, kU64);
    return w.b.Binary(kMultiply, wide, w.Like(by, wide));
  };
  for (int round = 0; round < 10; ++round) {
    const ValueId first = multiply(x[0], 0xD2511F53);
    const ValueId second = multiply(x[2], 0xCD9E8D57);
    x = {w.Xor(w.Xor(w.High(second), x[1]), key[0]), w.Low(second),
         w.Xor(w.Xor(w.High(first), x[3]), key[1]), w.Low(first)};
    key = {w.AddConstant(key[0], 0x9E3779B9), w.AddConstant(key[1], 0xBB67AE85)};
  }
  return x;
}

// The two output words of one counter lie next to each other along the first
// even dimension, along the largest (the first of them) when all are odd.
int64_t SplitDimension(const Dims& shape) {
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] % 2 == 0) return static_cast<int64_t>(d);
  }
  return std::max_element(shape.begin(), shape.end()) - shape.begin();
}

}  // namespace

RandomBits ThreeFryBits(ir::Builder& b, ValueId state, const Dims& shape, bool wide) {
  Words w(b);
  const bool scalar = shape.empty() && !wide;
  Dims counters = scalar ? Dims{1} : shape;
  const int64_t split = wide || scalar ? 0 : SplitDimension(shape);
  if (!wide && !scalar) counters[split] = (shape[split] + 1) / 2;
  const ValueId key = w.Element(state, 0);
  const ValueId counter = w.Element(state, 1);
  const ValueId input = w.Add(w.Count(counters), b.BroadcastScalar(counter, counters));
  const ValueId spread_key = b.BroadcastScalar(key, counters);
  const Pair words =
      ThreeFry(w, {w.Low(spread_key), w.High(spread_key)}, {w.Low(input), w.High(input)});
  const ValueId next = w.AddConstant(counter, Product(counters));
  RandomBits result;
  result.state = w.List({key, next});
  if (wide) {
    result.bits = w.Join(words[0], words[1]);
    return result;
  }
  if (scalar) {
    result.bits = b.Reshape(words[0], {});
    return result;
  }
  Dims column = counters;
  column.insert(column.begin() + split + 1, 1);
  const ValueId pairs = b.Concatenate(
      {b.Reshape(words[0], column), b.Reshape(words[1], column)}, split + 1);
  Dims joined = counters;
  joined[split] *= 2;
  result.bits = b.Reshape(pairs, joined);
  if (joined != shape) result.bits = b.Slice(result.bits, Dims(shape.size(), 0), shape);
  return result;
}

RandomBits PhiloxBits(ir::Builder& b, ValueId state, const Dims& shape, bool wide) {
  Words w(b);
  const bool long_state = b.type(state).dims()[0] == 3;
  const int64_t count = Product(shape);
  const int64_t counters = wide ? (count + 1) / 2 : (count + 3) / 4;
  const ValueId key = w.Element(state, 0);
  const ValueId low = w.Element(state, 1);
  const ValueId high = long_state ? w.Element(state, 2) : key;
  // The counter has 128 bits: a sum that wrapped carries.
  const auto advance = [&](ValueId from_low, ValueId from_high, ValueId by) {
    const ValueId sum = w.Add(from_low, by);
    const ValueId carried = w.AddConstant(from_high, 1);
    return Pair{sum, b.Select(b.Compare("LT", sum, from_low), carried, from_high)};
  };
  const Dims list{counters};
  const Pair at =
      advance(b.BroadcastScalar(low, list), b.BroadcastScalar(high, list), w.Count(list));
  const ValueId spread_key = b.BroadcastScalar(key, list);
  const Four words = Philox(w, {w.Low(spread_key), w.High(spread_key)},
                            {w.Low(at[0]), w.High(at[0]), w.Low(at[1]), w.High(at[1])});
  const Pair next = advance(low, high, w.Like(counters, low));
  RandomBits result;
  result.state = long_state ? w.List({key, next[0], next[1]}) : w.List({key, next[0]});
  const ValueId flat =
      wide ? w.Interleave({w.Join(words[0], words[1]), w.Join(words[2], words[3])}, count)
           : w.Interleave({words[0], words[1], words[2], words[3]}, count);
  result.bits = b.Reshape(flat, shape);
  return result;
}

}  // namespace tilewright::codegen
