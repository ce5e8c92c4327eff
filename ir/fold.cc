#include "ir/fold.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <utility>

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum OpKind;

constexpr int64_t kMaxElements = 1024;

using Values = std::vector<int64_t>;

bool Foldable(const TensorType& type) {
  if (!IsWhole(type.element) || !type.shape.is_static()) return false;
  int64_t count = 0;
  return BoundedProduct(type.dims(), kMaxElements, &count);
}

// The value that remains of `x` in `element`: modulo 2^bits.
int64_t Wrap(ElementType element, int64_t x) {
  const int unused = 64 - Info(element).bits;
  if (unused == 0) return x;
  const uint64_t high = static_cast<uint64_t>(x) << unused;
  return IsSigned(element) ? static_cast<int64_t>(high) >> unused
                           : static_cast<int64_t>(high >> unused);
}

Values Read(const Literal& literal) {
  Values values(literal.type().num_elements());
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = literal.IntegerAt(static_cast<int64_t>(i));
  }
  return values;
}

Literal Write(const TensorType& type, const Values& values) {
  const int size = StorageBytes(type.element);
  std::vector<uint8_t> bytes(values.size() * size);
  for (size_t i = 0; i < values.size(); ++i) {
    const int64_t value = Wrap(type.element, values[i]);
    std::memcpy(bytes.data() + i * size, &value, size);
  }
  return *Literal::Create(type, std::move(bytes), /*is_splat=*/false);
}

bool Less(ElementType element, int64_t x, int64_t y) {
  return IsSigned(element) ? x < y : static_cast<uint64_t>(x) < static_cast<uint64_t>(y);
}

// Division and remainder as StableHLO leaves to us: x / 0 is all ones, x % 0
// is x, and the smallest integer by -1 wraps.
int64_t Divide(ElementType element, int64_t x, int64_t y) {
  if (y == 0) return -1;
  if (!IsSigned(element)) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) / static_cast<uint64_t>(y));
  }
  if (y == -1) return static_cast<int64_t>(0 - static_cast<uint64_t>(x));
  return x / y;
}

int64_t Remainder(ElementType element, int64_t x, int64_t y) {
  if (y == 0) return x;
  if (!IsSigned(element)) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) % static_cast<uint64_t>(y));
  }
  return y == -1 ? 0 : x % y;
}

int64_t Shift(OpKind kind, ElementType element, int64_t x, int64_t y) {
  const int bits = Info(element).bits;
  const bool beyond = y < 0 || y >= bits;
  if (kind == kShiftRightArithmetic) {
    const int64_t extended = Wrap(element, x);
    const int unused = 64 - bits;
    const int64_t signed_x =
        static_cast<int64_t>(static_cast<uint64_t>(extended) << unused) >> unused;
    return signed_x >> (beyond ? bits - 1 : y);
  }
  if (beyond) return 0;
  const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  const uint64_t raw = static_cast<uint64_t>(x) & mask;
  return static_cast<int64_t>(kind == kShiftLeft ? raw << y : raw >> y);
}

std::optional<int64_t> Unary(OpKind kind, ElementType element, int64_t x) {
  const int bits = Info(element).bits;
  const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  const uint64_t raw = static_cast<uint64_t>(x) & mask;
  switch (kind) {
    case kAbs:
      return x < 0 && IsSigned(element) ? static_cast<int64_t>(0 - raw) : x;
    case kNegate:
      return static_cast<int64_t>(0 - static_cast<uint64_t>(x));
    case kNot:
      return IsBool(element) ? static_cast<int64_t>(x == 0) : ~x;
    case kSign:
      return x == 0 ? 0 : (IsSigned(element) && x < 0 ? -1 : 1);
    case kPopcnt:
      return std::popcount(raw);
    case kCountLeadingZeros:
      return std::countl_zero(raw) - (64 - bits);
    default:
      return std::nullopt;
  }
}

std::optional<int64_t> Binary(OpKind kind, ElementType element, int64_t x, int64_t y) {
  const uint64_t ux = static_cast<uint64_t>(x);
  const uint64_t uy = static_cast<uint64_t>(y);
  switch (kind) {
    case kAdd:
      return IsBool(element) ? (x | y) : static_cast<int64_t>(ux + uy);
    case kSubtract:
      return static_cast<int64_t>(ux - uy);
    case kMultiply:
      return IsBool(element) ? (x & y) : static_cast<int64_t>(ux * uy);
    case kDivide:
      return Divide(element, x, y);
    case kRemainder:
      return Remainder(element, x, y);
    case kMaximum:
      return Less(element, x, y) ? y : x;
    case kMinimum:
      return Less(element, x, y) ? x : y;
    case kAnd:
      return x & y;
    case kOr:
      return x | y;
    case kXor:
      return x ^ y;
    case kShiftLeft:
    case kShiftRightArithmetic:
    case kShiftRightLogical:
      return Shift(kind, element, x, y);
    default:
      return std::nullopt;
  }
}

bool Compare(absl::string_view direction, ElementType element, int64_t x, int64_t y) {
  if (direction == "EQ") return x == y;
  if (direction == "NE") return x != y;
  if (direction == "LT") return Less(element, x, y);
  if (direction == "LE") return !Less(element, y, x);
  if (direction == "GT") return Less(element, y, x);
  return !Less(element, x, y);
}

Dims RowMajorStrides(const Dims& dims) {
  Dims strides(dims.size(), 1);
  for (int d = static_cast<int>(dims.size()) - 2; d >= 0; --d) {
    strides[d] = strides[d + 1] * dims[d + 1];
  }
  return strides;
}

// Calls `source` with the index of each element of `type`, in row-major order;
// collects what it returns.
Values ForEachIndex(const TensorType& type,
                    const std::function<int64_t(const Dims&)>& source) {
  Values values;
  Dims index(type.dims().size(), 0);
  for (int64_t left = type.num_elements(); left > 0; --left) {
    values.push_back(source(index));
    for (int d = type.rank() - 1; d >= 0 && ++index[d] == type.dims()[d]; --d)
      index[d] = 0;
  }
  return values;
}

int64_t Flat(const Dims& index, const Dims& strides) {
  int64_t flat = 0;
  for (size_t d = 0; d < index.size(); ++d) flat += index[d] * strides[d];
  return flat;
}

Values BroadcastInDim(const TensorType& from, const Values& x, const TensorType& to,
                      const Dims& dimensions) {
  const Dims strides = RowMajorStrides(from.dims());
  return ForEachIndex(to, [&](const Dims& index) {
    int64_t flat = 0;
    for (size_t d = 0; d < dimensions.size(); ++d) {
      if (from.dims()[d] != 1) flat += index[dimensions[d]] * strides[d];
    }
    return x[flat];
  });
}

Values Slice(const TensorType& from, const Values& x, const TensorType& to,
             const Attributes& a) {
  const Dims strides = RowMajorStrides(from.dims());
  const Dims& start = a.Ints(kStartIndices);
  const Dims& step = a.Ints(kStrides);
  return ForEachIndex(to, [&](const Dims& index) {
    Dims source(index.size());
    for (size_t d = 0; d < index.size(); ++d) source[d] = start[d] + index[d] * step[d];
    return x[Flat(source, strides)];
  });
}

// Start indices are clamped so that the slice stays inside.
Values DynamicSlice(const TensorType& from, const std::vector<Values>& operands,
                    const TensorType& to) {
  const Dims strides = RowMajorStrides(from.dims());
  Dims start(from.dims().size());
  for (size_t d = 0; d < start.size(); ++d) {
    start[d] = std::clamp<int64_t>(operands[d + 1][0], 0, from.dims()[d] - to.dims()[d]);
  }
  const int64_t base = Flat(start, strides);
  return ForEachIndex(
      to, [&](const Dims& index) { return operands[0][base + Flat(index, strides)]; });
}

Values Transpose(const TensorType& from, const Values& x, const TensorType& to,
                 const Dims& permutation) {
  const Dims strides = RowMajorStrides(from.dims());
  return ForEachIndex(to, [&](const Dims& index) {
    int64_t flat = 0;
    for (size_t d = 0; d < index.size(); ++d) flat += index[d] * strides[permutation[d]];
    return x[flat];
  });
}

Values Reverse(const TensorType& from, const Values& x, const Dims& dimensions) {
  const Dims strides = RowMajorStrides(from.dims());
  return ForEachIndex(from, [&](const Dims& index) {
    Dims source = index;
    for (int64_t d : dimensions) source[d] = from.dims()[d] - 1 - index[d];
    return x[Flat(source, strides)];
  });
}

Values Concatenate(const std::vector<const TensorType*>& from,
                   const std::vector<Values>& operands, const TensorType& to,
                   int64_t dimension) {
  return ForEachIndex(to, [&](const Dims& index) {
    Dims source = index;
    size_t operand = 0;
    while (source[dimension] >= from[operand]->dims()[dimension]) {
      source[dimension] -= from[operand++]->dims()[dimension];
    }
    return operands[operand][Flat(source, RowMajorStrides(from[operand]->dims()))];
  });
}

// One operation whose reducer is a single binary operation on its arguments.
std::optional<Values> Reduce(const Operation& operation, const TensorType& from,
                             const std::vector<Values>& operands, const TensorType& to) {
  if (operands.size() != 2 || operation.regions.size() != 1) return std::nullopt;
  const Region& body = operation.regions[0];
  if (body.operations.size() != 1 || body.results != body.operations[0].results ||
      body.operations[0].operands != body.arguments) {
    return std::nullopt;
  }
  const Dims& dimensions = operation.attributes.Ints(kDimensions);
  Values result(to.num_elements(), operands[1][0]);
  const Dims strides = RowMajorStrides(to.dims());
  int64_t next = 0;
  bool known = true;
  ForEachIndex(from, [&](const Dims& index) {
    Dims kept;
    for (int64_t d = 0; d < from.rank(); ++d) {
      if (std::find(dimensions.begin(), dimensions.end(), d) == dimensions.end()) {
        kept.push_back(index[d]);
      }
    }
    int64_t& place = result[Flat(kept, strides)];
    const std::optional<int64_t> value =
        Binary(body.operations[0].kind, to.element, place, operands[0][next++]);
    known = known && value.has_value();
    place = Wrap(to.element, value.value_or(0));
    return place;
  });
  if (!known) return std::nullopt;
  return result;
}

std::optional<Values> Elementwise(const Operation& operation, const TensorType& from,
                                  const std::vector<Values>& operands,
                                  const TensorType& to) {
  Values result(to.num_elements());
  for (size_t i = 0; i < result.size(); ++i) {
    std::optional<int64_t> value;
    const auto operand = [&](int k) { return operands[k][i]; };
    switch (operation.kind) {
      case kConvert:
        value = IsBool(to.element) ? static_cast<int64_t>(operand(0) != 0) : operand(0);
        break;
      case kCompare:
        value = Compare(operation.attributes.Text(kComparisonDirection), from.element,
                        operand(0), operand(1));
        break;
      case kSelect:
        value = operand(0) != 0 ? operand(1) : operand(2);
        break;
      case kClamp: {
        const int64_t low =
            Less(to.element, operand(1), operand(0)) ? operand(0) : operand(1);
        value = Less(to.element, operand(2), low) ? operand(2) : low;
        break;
      }
      default:
        value = operands.size() == 1
                    ? Unary(operation.kind, from.element, operand(0))
                    : Binary(operation.kind, from.element, operand(0), operand(1));
    }
    if (!value.has_value()) return std::nullopt;
    result[i] = *value;
  }
  return result;
}

std::optional<Values> Evaluate(const Operation& operation,
                               const std::vector<const TensorType*>& from,
                               const std::vector<Values>& operands,
                               const TensorType& to) {
  const Attributes& a = operation.attributes;
  switch (operation.kind) {
    case kIota:
      return ForEachIndex(
          to, [&](const Dims& index) { return index[a.Int(kIotaDimension)]; });
    case kReshape:
    case kDynamicReshape:
    case kOptimizationBarrier:
      if (static_cast<int64_t>(operands[0].size()) != to.num_elements())
        return std::nullopt;
      return operands[0];
    case kBitcastConvert:
      // Writing the value wraps it to the other signedness.
      if (Info(from[0]->element).bits != Info(to.element).bits) return std::nullopt;
      return operands[0];
    case kBroadcastInDim:
    case kDynamicBroadcastInDim:
      return BroadcastInDim(*from[0], operands[0], to, a.Ints(kBroadcastDimensions));
    case kSlice:
      return Slice(*from[0], operands[0], to, a);
    case kDynamicSlice:
      return DynamicSlice(*from[0], operands, to);
    case kTranspose:
      return Transpose(*from[0], operands[0], to, a.Ints(kPermutation));
    case kReverse:
      return Reverse(*from[0], operands[0], a.Ints(kDimensions));
    case kConcatenate:
      return Concatenate(from, operands, to, a.Int(kDimension));
    case kReduce:
      return Reduce(operation, *from[0], operands, to);
    default:
      if (!IsElementwise(operation.kind)) return std::nullopt;
      return Elementwise(operation, *from[0], operands, to);
  }
}

}  // namespace

std::optional<Literal> Fold(const Program& program, const Operation& operation,
                            const KnownConstants& known) {
  if (operation.results.size() != 1) return std::nullopt;
  const TensorType& to = program.type(operation.results[0]);
  if (!Foldable(to)) return std::nullopt;
  if (operation.kind == kConstant) return operation.attributes.Constant(kValue);
  if (operation.kind == kGetDimensionSize) {
    const Shape& shape = program.type(operation.operands[0]).shape;
    const Size size = shape[operation.attributes.Int(kDimension)];
    if (!size.is_number() || size.is_number(kDynamicSize)) return std::nullopt;
    return IntegerSplat(to, size.number());
  }
  std::vector<Values> operands;
  std::vector<const TensorType*> from;
  for (ValueId operand : operation.operands) {
    const auto it = known.find(operand);
    if (it == known.end() || !Foldable(it->second.type())) return std::nullopt;
    operands.push_back(Read(it->second));
    from.push_back(&it->second.type());
  }
  const std::optional<Values> values = Evaluate(operation, from, operands, to);
  if (!values.has_value()) return std::nullopt;
  return Write(to, *values);
}

}  // namespace tilewright::ir
