#include "ir/builder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ir/float_bits.h"
#include "support/check.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;

absl::string_view ComparisonType(ElementType element) {
  if (IsFloat(element) || IsComplex(element)) return "FLOAT";
  return IsSigned(element) ? "SIGNED" : "UNSIGNED";
}

// The bytes of `value` as one element of `element`.
std::vector<uint8_t> ElementBytes(ElementType element, double value) {
  const ElementType real = RealPart(element);
  std::vector<uint8_t> bytes(StorageBytes(element), 0);
  uint64_t raw = 0;
  if (IsFloat(real)) {
    raw = FloatToBits(real, value);
  } else if (IsUnsigned(real)) {
    raw = static_cast<uint64_t>(value);
  } else {
    raw = static_cast<uint64_t>(static_cast<int64_t>(value));
  }
  // A complex value's imaginary part stays zero.
  std::memcpy(bytes.data(), &raw, StorageBytes(real));
  return bytes;
}

}  // namespace

ValueId Builder::Append(OpKind kind, std::vector<ValueId> operands, TensorType type,
                        Attributes attributes) {
  Operation operation;
  operation.kind = kind;
  operation.operands = std::move(operands);
  operation.attributes = std::move(attributes);
  std::vector<TensorType> types;
  types.push_back(std::move(type));
  return AppendOperation(std::move(operation), std::move(types))[0];
}

std::vector<ValueId> Builder::AppendOperation(Operation operation,
                                              std::vector<TensorType> result_types) {
  operation.results.clear();
  for (TensorType& type : result_types) {
    operation.results.push_back(program_->AddValue(std::move(type)));
  }
  const bool placed = operation.location.known() || operation.location.ordinal >= 0;
  if (!placed) operation.location = location_;
  std::vector<ValueId> results = operation.results;
  region_->operations.push_back(std::move(operation));
  return results;
}

ValueId Builder::Unary(OpKind kind, ValueId x) {
  TensorType result = type(x);
  if (kind == OpKind::kIsFinite) result.element = ElementType::kI1;
  if (kind == OpKind::kReal || kind == OpKind::kImag || kind == OpKind::kAbs) {
    result.element = RealPart(result.element);
  }
  return Append(kind, {x}, std::move(result));
}

ValueId Builder::Binary(OpKind kind, ValueId x, ValueId y) {
  TensorType result = type(x);
  TW_CHECK(result == type(y));
  if (kind == OpKind::kComplex) {
    result.element =
        result.element == ElementType::kF64 ? ElementType::kC128 : ElementType::kC64;
  }
  return Append(kind, {x, y}, std::move(result));
}

ValueId Builder::Select(ValueId predicate, ValueId on_true, ValueId on_false) {
  TW_CHECK(type(on_true) == type(on_false));
  TW_CHECK(type(predicate).shape == type(on_true).shape);
  return Append(OpKind::kSelect, {predicate, on_true, on_false}, type(on_true));
}

ValueId Builder::Compare(absl::string_view direction, ValueId x, ValueId y) {
  TW_CHECK(type(x) == type(y));
  Attributes attributes;
  attributes.Set(kComparisonDirection, std::string(direction));
  attributes.Set(kCompareType, std::string(ComparisonType(type(x).element)));
  return Append(OpKind::kCompare, {x, y}, {ElementType::kI1, type(x).shape},
                std::move(attributes));
}

ValueId Builder::Convert(ValueId x, ElementType element) {
  if (type(x).element == element) return x;
  return Append(OpKind::kConvert, {x}, {element, type(x).shape});
}

ValueId Builder::BitcastConvert(ValueId x, ElementType element) {
  if (type(x).element == element) return x;
  TW_CHECK(Info(type(x).element).bits == Info(element).bits);
  return Append(OpKind::kBitcastConvert, {x}, {element, type(x).shape});
}

ValueId Builder::Constant(Literal literal) {
  TensorType type = literal.type();
  Attributes attributes;
  attributes.Set(kValue, std::move(literal));
  return Append(OpKind::kConstant, {}, std::move(type), std::move(attributes));
}

ValueId Builder::Splat(double value, TensorType type) {
  TW_CHECK(type.element != ElementType::kToken);
  std::vector<uint8_t> bytes = ElementBytes(type.element, value);
  absl::StatusOr<Literal> literal =
      Literal::Create(std::move(type), std::move(bytes), /*is_splat=*/true);
  TW_CHECK(literal.ok());
  return Constant(*std::move(literal));
}

ValueId Builder::IntegerSplat(int64_t value, TensorType type) {
  if (!IsWhole(type.element)) {
    return Splat(static_cast<double>(value), std::move(type));
  }
  return Constant(ir::IntegerSplat(std::move(type), value));
}

ValueId Builder::Iota(int64_t dimension, TensorType type) {
  TW_CHECK(dimension >= 0 && dimension < type.rank());
  Attributes attributes;
  attributes.Set(kIotaDimension, dimension);
  return Append(OpKind::kIota, {}, std::move(type), std::move(attributes));
}

ValueId Builder::Broadcast(ValueId x, Dims broadcast_dimensions, Dims shape) {
  TW_CHECK(static_cast<int>(broadcast_dimensions.size()) == type(x).rank());
  TensorType result{type(x).element, std::move(shape)};
  Attributes attributes;
  attributes.Set(kBroadcastDimensions, std::move(broadcast_dimensions));
  return Append(OpKind::kBroadcastInDim, {x}, std::move(result), std::move(attributes));
}

ValueId Builder::Reshape(ValueId x, Dims shape) {
  if (type(x).dims() == shape) return x;
  TensorType result{type(x).element, std::move(shape)};
  TW_CHECK(result.num_elements() == type(x).num_elements());
  return Append(OpKind::kReshape, {x}, std::move(result));
}

ValueId Builder::Transpose(ValueId x, Dims permutation) {
  TensorType result{type(x).element, {}};
  TW_CHECK(static_cast<int>(permutation.size()) == type(x).rank());
  for (int64_t d : permutation) result.shape.Append(type(x).shape[d]);
  Attributes attributes;
  attributes.Set(kPermutation, std::move(permutation));
  return Append(OpKind::kTranspose, {x}, std::move(result), std::move(attributes));
}

ValueId Builder::Slice(ValueId x, Dims start, Dims limit, Dims strides) {
  if (strides.empty()) strides.assign(start.size(), 1);
  TensorType result{type(x).element, {}};
  for (int d = 0; d < type(x).rank(); ++d) {
    result.shape.Append((limit[d] - start[d] + strides[d] - 1) / strides[d]);
  }
  Attributes attributes;
  attributes.Set(kStartIndices, std::move(start));
  attributes.Set(kLimitIndices, std::move(limit));
  attributes.Set(kStrides, std::move(strides));
  return Append(OpKind::kSlice, {x}, std::move(result), std::move(attributes));
}

ValueId Builder::Concatenate(std::vector<ValueId> xs, int64_t dimension) {
  TW_CHECK(!xs.empty());
  if (xs.size() == 1) return xs[0];
  TensorType result = type(xs[0]);
  for (size_t i = 1; i < xs.size(); ++i) {
    result.shape.Set(dimension, result.shape[dimension] + type(xs[i]).shape[dimension]);
  }
  Attributes attributes;
  attributes.Set(kDimension, dimension);
  return Append(OpKind::kConcatenate, std::move(xs), std::move(result),
                std::move(attributes));
}

ValueId Builder::Pad(ValueId x, ValueId value, Dims low, Dims high, Dims interior) {
  if (interior.empty()) interior.assign(low.size(), 0);
  TensorType result{type(x).element, {}};
  for (int d = 0; d < type(x).rank(); ++d) {
    const int64_t size = type(x).dims()[d];
    result.shape.Append(low[d] + high[d] + size +
                        std::max<int64_t>(size - 1, 0) * interior[d]);
  }
  Attributes attributes;
  attributes.Set(kEdgePaddingLow, std::move(low));
  attributes.Set(kEdgePaddingHigh, std::move(high));
  attributes.Set(kInteriorPadding, std::move(interior));
  return Append(OpKind::kPad, {x, value}, std::move(result), std::move(attributes));
}

ValueId Builder::Reduce(OpKind reducer, ValueId x, ValueId init, Dims dimensions) {
  const TensorType scalar = Scalar(type(x).element);
  TensorType result{scalar.element, {}};
  for (int d = 0; d < type(x).rank(); ++d) {
    if (std::find(dimensions.begin(), dimensions.end(), d) == dimensions.end()) {
      result.shape.Append(type(x).shape[d]);
    }
  }
  Operation operation;
  operation.kind = OpKind::kReduce;
  operation.operands = {x, init};
  operation.attributes.Set(kDimensions, std::move(dimensions));
  operation.regions.resize(1);
  Region& body = operation.regions[0];
  body.arguments = {program_->AddValue(scalar), program_->AddValue(scalar)};
  Builder inner(program_, &body, location_);
  body.results = {inner.Binary(reducer, body.arguments[0], body.arguments[1])};
  return AppendOperation(std::move(operation), {std::move(result)})[0];
}

}  // namespace tilewright::ir
