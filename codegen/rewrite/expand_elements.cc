// Operations of a form that later stages do not meet: casts of bits below a byte,
// products of different types, concatenations of very many operands.
#include <algorithm>
#include <utility>

#include "codegen/rewrite/rewrite.h"
#include "codegen/rewrite/unsigned_of.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::ElementType;
using ir::TensorType;
using ir::ValueId;
using enum ir::ElementType;
using enum ir::OpKind;

int Bits(ElementType element) { return ir::Info(element).bits; }

// Bits of `x` as numbers: unsigned of the same width, but i1, which has no
// unsigned twin and stays.
ValueId Raw(ir::Builder& b, ValueId x) {
  const ElementType element = b.type(x).element;
  return ir::IsBool(element) ? x : b.BitcastConvert(x, UnsignedOf(Bits(element)));
}

ValueId FromRaw(ir::Builder& b, ValueId raw, ElementType element) {
  return ir::IsBool(element) ? raw : b.BitcastConvert(raw, element);
}

// 0, width, 2 * width, ... along the last dimension.
ValueId BitPositions(ir::Builder& b, const TensorType& type, int width) {
  const int64_t last = type.rank() - 1;
  const ValueId index = b.Iota(last, type);
  return b.Binary(kMultiply, index, b.IntegerSplat(width, type));
}

// The last dimension's elements, lowest bits first, become one element.
ValueId Pack(ir::Builder& b, ValueId x, ElementType to) {
  const int width = Bits(b.type(x).element);
  const ValueId wide = b.Convert(Raw(b, x), UnsignedOf(Bits(to)));
  const TensorType type = b.type(wide);
  const ValueId placed = b.Binary(kShiftLeft, wide, BitPositions(b, type, width));
  const ValueId zero = b.IntegerSplat(0, ir::Scalar(type.element));
  return FromRaw(b, b.Reduce(kOr, placed, zero, {type.rank() - 1}), to);
}

// The opposite: a new last dimension holds the parts, lowest bits first.
ValueId Unpack(ir::Builder& b, ValueId x, ElementType to) {
  const int width = Bits(to);
  const ValueId raw = Raw(b, x);
  TensorType type = b.type(raw);
  Dims own(type.rank());
  for (int d = 0; d < type.rank(); ++d) own[d] = d;
  type.shape.Append(Bits(type.element) / width);
  const ValueId spread = b.Broadcast(raw, std::move(own), type.dims());
  const ValueId shifted =
      b.Binary(kShiftRightLogical, spread, BitPositions(b, type, width));
  if (ir::IsBool(to)) {
    const ValueId bit = b.Binary(kAnd, shifted, b.IntegerSplat(1, type));
    return b.Compare("NE", bit, b.IntegerSplat(0, type));
  }
  return FromRaw(b, b.Convert(shifted, UnsignedOf(width)), to);
}

// The type in which elements of two types are multiplied, both exact in it
// where there is one.
ElementType CommonElement(ElementType lhs, ElementType rhs, ElementType result) {
  if (!ir::IsFloat(lhs)) return result;
  if (Bits(lhs) != Bits(rhs)) return Bits(lhs) > Bits(rhs) ? lhs : rhs;
  return result == kF64 ? kF64 : kF32;
}

}  // namespace

// Elements below a byte take a byte each in memory: their bits are not where
// a cast between widths needs them.
absl::StatusOr<Values> ExpandBitcastConvert(Rewrite& rewrite) {
  ir::Builder& b = rewrite.builder;
  const ElementType from = rewrite.OperandType(0).element;
  const TensorType result = rewrite.ResultType();
  const ValueId x = rewrite.operands[0];
  const int narrow = std::min(Bits(from), Bits(result.element));
  if (narrow < 8 && Bits(from) < Bits(result.element)) {
    return Values{Pack(b, x, result.element)};
  }
  if (narrow < 8 && Bits(from) > Bits(result.element)) {
    return Values{Unpack(b, x, result.element)};
  }
  return Values{b.Append(kBitcastConvert, {x}, result)};
}

// Products of different types, and those summed in a type of another class: of integers
// in floats, of bits in integers. Bytes of one type are multiplied as they are.
absl::StatusOr<Values> ExpandProduct(Rewrite& rewrite) {
  ir::Builder& b = rewrite.builder;
  const ElementType lhs = rewrite.OperandType(0).element;
  const ElementType rhs = rewrite.OperandType(1).element;
  const TensorType result = rewrite.ResultType();
  Values operands = rewrite.operands;
  const bool other_class =
      ir::Info(lhs).type_class != ir::Info(result.element).type_class;
  const bool are_bytes = lhs == rhs && ir::IsWhole(lhs) && ir::StorageBytes(lhs) == 1 &&
                         ir::IsInteger(result.element) &&
                         ir::StorageBytes(result.element) == 4;
  if (lhs != rhs || (other_class && !are_bytes)) {
    const ElementType common = CommonElement(lhs, rhs, result.element);
    for (ValueId& operand : operands) operand = b.Convert(operand, common);
  }
  return Values{b.Append(rewrite.operation().kind, std::move(operands), result,
                         rewrite.attributes())};
}

// Every operand is a loop of its own in the kernel that writes the result, and the
// time to compile a kernel grows faster than its loops: many are joined in groups
// first, and the groups then.
absl::StatusOr<Values> ExpandConcatenate(Rewrite& rewrite) {
  constexpr size_t kMaxOperands = 64;
  const int64_t dimension = rewrite.attributes().Int(ir::AttributeName::kDimension);
  Values pieces = rewrite.operands;
  while (pieces.size() > kMaxOperands) {
    Values groups;
    for (size_t first = 0; first < pieces.size(); first += kMaxOperands) {
      const size_t end = std::min(pieces.size(), first + kMaxOperands);
      groups.push_back(rewrite.builder.Concatenate(
          Values(pieces.begin() + first, pieces.begin() + end), dimension));
    }
    pieces = std::move(groups);
  }
  return Values{rewrite.builder.Concatenate(std::move(pieces), dimension)};
}

}  // namespace tilewright::codegen
