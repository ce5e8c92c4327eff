#include "frontend/torch/lower/composer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
#include "ir/float_bits.h"

namespace tilewright::torch_lower {
namespace {

using ir::AttributeName;
using ir::Attributes;
using ir::Dims;

ir::Literal Splat(ElementType element, double value) {
  const TensorType type = ir::Scalar(element);
  if (ir::IsWhole(element)) {
    return ir::IntegerSplat(type, static_cast<int64_t>(value));
  }
  const ElementType part = ir::RealPart(element);
  const uint64_t bits = ir::FloatToBits(part, value);
  std::vector<uint8_t> bytes(ir::StorageBytes(element), 0);
  std::copy_n(reinterpret_cast<const uint8_t*>(&bits), ir::StorageBytes(part),
              bytes.begin());
  return *ir::Literal::Create(type, std::move(bytes), /*is_splat=*/true);
}

}  // namespace

TensorType Value::type() const { return composer->TypeOf(id); }
ElementType Value::element() const { return composer->TypeOf(id).element; }
int Value::rank() const { return composer->TypeOf(id).rank(); }

Value operator+(Value a, Value b) { return a.composer->Binary(OpKind::kAdd, a, b); }
Value operator-(Value a, Value b) { return a.composer->Binary(OpKind::kSubtract, a, b); }
Value operator*(Value a, Value b) { return a.composer->Binary(OpKind::kMultiply, a, b); }
Value operator/(Value a, Value b) { return a.composer->Binary(OpKind::kDivide, a, b); }
Value operator-(Value a) { return a.composer->Unary(OpKind::kNegate, a); }
Value operator+(Value a, double b) { return a + a.composer->Constant(b, a.element()); }
Value operator-(Value a, double b) { return a - a.composer->Constant(b, a.element()); }
Value operator*(Value a, double b) { return a * a.composer->Constant(b, a.element()); }
Value operator/(Value a, double b) { return a / a.composer->Constant(b, a.element()); }
Value operator-(double a, Value b) { return b.composer->Constant(a, b.element()) - b; }
Value operator/(double a, Value b) { return b.composer->Constant(a, b.element()) / b; }

const TensorType& Composer::TypeOf(ir::ValueId id) const {
  // What is made of nothing may ask for sizes of it: there are more than of any array.
  static const TensorType& nothing =
      *new TensorType{ElementType::kF32, Shape(Dims(64, 1))};
  return id == Lowering::kAbsent ? nothing : call_.builder->type(id);
}

Value Composer::Fail(absl::Status status) {
  if (status_.ok()) status_ = std::move(status);
  return {this, Lowering::kAbsent};
}

Value Composer::Append(ir::CheckedBuilder::New operation) {
  if (!status_.ok()) return {this, Lowering::kAbsent};
  absl::StatusOr<ir::ValueId> made = call_.builder->AppendOne(std::move(operation));
  if (made.ok()) return {this, *made};
  // What it is composed of is not defined on these types.
  return Fail(absl::UnimplementedError(made.status().message()));
}

absl::StatusOr<std::vector<ir::ValueId>> Composer::Finish(const Values& results) {
  std::vector<ir::ValueId> ids;
  for (size_t i = 0; i < results.size(); ++i) {
    const TensorType& wanted = result(i);
    ids.push_back(Broadcast(Convert(results[i], wanted.element), wanted.shape).id);
  }
  if (!status_.ok()) return status_;
  return ids;
}

Value Composer::Constant(double value, ElementType element) {
  Attributes attributes;
  attributes.Set(AttributeName::kValue, Splat(element, value));
  return Append({.kind = OpKind::kConstant, .attributes = std::move(attributes)});
}

Value Composer::Number(int64_t value, ElementType element) {
  Attributes attributes;
  attributes.Set(AttributeName::kValue, ir::IntegerSplat(ir::Scalar(element), value));
  return Append({.kind = OpKind::kConstant, .attributes = std::move(attributes)});
}

Value Composer::Iota(int64_t dimension, const TensorType& type) {
  Attributes attributes;
  attributes.Set(AttributeName::kIotaDimension, dimension);
  return Append(
      {.kind = OpKind::kIota, .attributes = std::move(attributes), .results = {type}});
}

Value Composer::Unary(OpKind kind, Value x) {
  return Append({.kind = kind, .operands = {x.id}});
}

Value Composer::Binary(OpKind kind, Value a, Value b) {
  const Shape shape = BroadcastShape(a.shape(), b.shape());
  return Append(
      {.kind = kind, .operands = {Broadcast(a, shape).id, Broadcast(b, shape).id}});
}

Value Composer::Compare(absl::string_view direction, Value a, Value b) {
  const Shape shape = BroadcastShape(a.shape(), b.shape());
  Attributes attributes;
  attributes.Set(AttributeName::kComparisonDirection, std::string(direction));
  return Append({.kind = OpKind::kCompare,
                 .operands = {Broadcast(a, shape).id, Broadcast(b, shape).id},
                 .attributes = std::move(attributes)});
}

Value Composer::Select(Value predicate, Value on_true, Value on_false) {
  const Shape shape = BroadcastShape(predicate.shape(),
                                     BroadcastShape(on_true.shape(), on_false.shape()));
  return Append(
      {.kind = OpKind::kSelect,
       .operands = {Broadcast(predicate, shape).id, Broadcast(on_true, shape).id,
                    Broadcast(on_false, shape).id}});
}

Value Composer::Convert(Value x, ElementType element) {
  if (x.element() == element) return x;
  if (ir::IsBool(element)) return Compare("NE", x, Constant(0, x.element()));
  if (ir::IsComplex(x.element()) && !ir::IsComplex(element)) {
    return Convert(Unary(OpKind::kReal, x), element);
  }
  return Append(
      {.kind = OpKind::kConvert, .operands = {x.id}, .results = {{element, x.shape()}}});
}

Value Composer::Broadcast(Value x, const Shape& shape) {
  if (x.shape() == shape) return x;
  Dims dimensions;
  for (int d = 0; d < x.rank(); ++d) dimensions.push_back(shape.rank() - x.rank() + d);
  return BroadcastIn(x, shape, std::move(dimensions));
}

Value Composer::BroadcastIn(Value x, const Shape& shape, Dims dimensions) {
  Attributes attributes;
  attributes.Set(AttributeName::kBroadcastDimensions, std::move(dimensions));
  return Append({.kind = OpKind::kBroadcastInDim,
                 .operands = {x.id},
                 .attributes = std::move(attributes),
                 .results = {{x.element(), shape}}});
}

Value Composer::Reshape(Value x, const Shape& shape) {
  if (x.shape() == shape) return x;
  return Append(
      {.kind = OpKind::kReshape, .operands = {x.id}, .results = {{x.element(), shape}}});
}

Value Composer::Transpose(Value x, Dims permutation) {
  if (absl::c_is_sorted(permutation)) return x;
  Attributes attributes;
  attributes.Set(AttributeName::kPermutation, std::move(permutation));
  return Append({.kind = OpKind::kTranspose,
                 .operands = {x.id},
                 .attributes = std::move(attributes)});
}

Value Composer::Reduce(OpKind kind, Value x, const Dims& dimensions, bool keep) {
  if (!status_.ok()) return Fail(status_);
  Shape kept = x.shape();
  for (const int64_t d : dimensions) kept.Set(d, 1);
  if (!dimensions.empty()) {
    const Value init = Neutral(*this, kind, x.element());
    absl::StatusOr<ir::RegionId> reducer = builder().Reducer(kind, x.element());
    if (!reducer.ok()) return Fail(reducer.status());
    Dims sorted = dimensions;
    absl::c_sort(sorted);
    Attributes attributes;
    attributes.Set(AttributeName::kDimensions, std::move(sorted));
    x = Append({.kind = OpKind::kReduce,
                .operands = {x.id, init.id},
                .attributes = std::move(attributes),
                .regions = {*reducer}});
  }
  return keep ? Reshape(x, kept) : x;
}

Value Composer::CountOf(Value x, const Dims& dimensions, ElementType element) {
  // In integers, of which one is rounded once, as a number is.
  int64_t numbers = 1;
  Value count = {this, Lowering::kAbsent};
  for (const int64_t d : dimensions) {
    const ir::Size size = x.shape()[d];
    if (size.is_number()) {
      numbers *= size.number();
      continue;
    }
    Attributes attributes;
    attributes.Set(AttributeName::kDimension, d);
    const Value open = Convert(Append({.kind = OpKind::kGetDimensionSize,
                                       .operands = {x.id},
                                       .attributes = std::move(attributes)}),
                               ElementType::kI64);
    count = count.id == Lowering::kAbsent ? open : count * open;
  }
  if (count.id == Lowering::kAbsent) {
    return ir::IsWhole(element) ? Number(numbers, element)
                                : Constant(static_cast<double>(numbers), element);
  }
  return Convert(numbers == 1 ? count : count * Number(numbers, ElementType::kI64),
                 element);
}

void Composer::Require(Value bad, Value number, eager::Check told) {
  if (call_.checks == nullptr) return;
  const Value holds = Number(eager::Check::kHolds, ElementType::kI64);
  const Value found = Select(bad, number, holds);
  Dims all(found.rank());
  absl::c_iota(all, 0);
  told.found = Reduce(OpKind::kMaximum, found, all, false).id;
  call_.checks->push_back(told);
}

Value Composer::Dot(Value a, Value b, const Dims& batch, int64_t contract_a,
                    int64_t contract_b, ElementType accumulate) {
  Attributes attributes;
  attributes.Set(AttributeName::kLhsBatchingDimensions, batch);
  attributes.Set(AttributeName::kRhsBatchingDimensions, batch);
  attributes.Set(AttributeName::kLhsContractingDimensions, Dims{contract_a});
  attributes.Set(AttributeName::kRhsContractingDimensions, Dims{contract_b});
  if (precision() != 0) {
    attributes.Set(AttributeName::kPrecision, Dims(2, precision()));
  }
  Shape shape;
  for (const int64_t d : batch) shape.Append(a.shape()[d]);
  for (int d = 0; d < a.rank(); ++d) {
    if (d != contract_a && !absl::c_linear_search(batch, d)) shape.Append(a.shape()[d]);
  }
  for (int d = 0; d < b.rank(); ++d) {
    if (d != contract_b && !absl::c_linear_search(batch, d)) shape.Append(b.shape()[d]);
  }
  return Append({.kind = OpKind::kDotGeneral,
                 .operands = {a.id, b.id},
                 .attributes = std::move(attributes),
                 .results = {{accumulate, shape}}});
}

ElementType ComputeType(ElementType element) {
  return ir::IsFloat(element) && ir::Info(element).bits <= 16 ? ElementType::kF32
                                                              : element;
}

Value Lowest(Composer& c, ElementType element) {
  if (ir::IsFloat(element)) {
    return c.Constant(-std::numeric_limits<double>::infinity(), element);
  }
  if (!ir::IsSigned(element)) return c.Number(0, element);
  return c.Number(std::numeric_limits<int64_t>::min() >> (64 - ir::Info(element).bits),
                  element);
}

Value Highest(Composer& c, ElementType element) {
  if (ir::IsFloat(element)) {
    return c.Constant(std::numeric_limits<double>::infinity(), element);
  }
  const int bits = ir::IsBool(element) ? 1 : ir::Info(element).bits;
  if (!ir::IsSigned(element)) {
    return c.Number(static_cast<int64_t>(~uint64_t{0} >> (64 - bits)), element);
  }
  return c.Number(std::numeric_limits<int64_t>::max() >> (64 - bits), element);
}

Value Neutral(Composer& c, OpKind kind, ElementType element) {
  switch (kind) {
    case OpKind::kMultiply:
    case OpKind::kAnd:
      return c.Constant(1, element);
    case OpKind::kMaximum:
      return Lowest(c, element);
    case OpKind::kMinimum:
      return Highest(c, element);
    default:
      return c.Constant(0, element);
  }
}

Shape BroadcastShape(const Shape& a, const Shape& b) {
  if (a == b || b.rank() == 0) return a;
  if (a.rank() == 0) return b;
  const Shape& longer = a.rank() >= b.rank() ? a : b;
  const Shape& shorter = a.rank() >= b.rank() ? b : a;
  Shape shape = longer;
  const int skipped = longer.rank() - shorter.rank();
  for (int d = 0; d < shorter.rank(); ++d) {
    if (longer[skipped + d].is_number(1)) shape.Set(skipped + d, shorter[d]);
  }
  return shape;
}

}  // namespace tilewright::torch_lower
