// Writes an operation into a program, as it is written on paper.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "ir/check/checked_builder.h"
#include "runtime/eager/operation.h"

namespace tilewright::torch_lower {

using eager::Lowering;
using ir::ElementType;
using ir::OpKind;
using ir::Shape;
using ir::TensorType;

class Composer;

// An array of the program. After a mistake, which the composer keeps, it stands for
// nothing, and so does what is made of it.
struct Value {
  Composer* composer = nullptr;
  ir::ValueId id = Lowering::kAbsent;

  // Not a reference: the program's values move as it grows.
  TensorType type() const;
  ElementType element() const;
  Shape shape() const { return type().shape; }
  int rank() const;
};

// Operands of different shapes are broadcast as PyTorch does, aligned at the last
// dimension; their element types are the same.
Value operator+(Value a, Value b);
Value operator-(Value a, Value b);
Value operator*(Value a, Value b);
Value operator/(Value a, Value b);
Value operator-(Value a);
// A number on one side is a constant of the other's type.
Value operator+(Value a, double b);
Value operator-(Value a, double b);
Value operator*(Value a, double b);
Value operator/(Value a, double b);
Value operator-(double a, Value b);
Value operator/(double a, Value b);

using Values = std::vector<Value>;

// False after a mistake: nothing may be asked of its shape then.
inline bool IsThere(Value x) { return x.id != Lowering::kAbsent; }

class Composer {
 public:
  explicit Composer(const Lowering& call) : call_(call) {}

  // What the operation was called with.
  Value operand(size_t i) { return {this, call_.operands[i]}; }
  bool has(size_t i) const {
    return i < call_.operands.size() && call_.operands[i] != Lowering::kAbsent;
  }
  size_t operands() const { return call_.operands.size(); }
  int64_t attribute(size_t i) const { return call_.attributes[i]; }
  absl::Span<const int64_t> attributes(size_t from = 0) const {
    return call_.attributes.subspan(from);
  }
  size_t results() const { return call_.results.size(); }
  const TensorType& result(size_t i = 0) const { return call_.results[i]; }

  // Converted to the results' types and broadcast to their shapes; or the first mistake.
  absl::StatusOr<std::vector<ir::ValueId>> Finish(const Values& results);

  Value Constant(double value, ElementType element);
  Value Number(int64_t value, ElementType element);
  // 0, 1, ... along a dimension.
  Value Iota(int64_t dimension, const TensorType& type);

  Value Unary(OpKind kind, Value x);
  Value Binary(OpKind kind, Value a, Value b);
  // EQ NE GE GT LE LT; NaN is not equal to itself.
  Value Compare(absl::string_view direction, Value a, Value b);
  Value Select(Value predicate, Value on_true, Value on_false);
  // As PyTorch converts: floating numbers towards zero, anything but 0 to true.
  Value Convert(Value x, ElementType element);
  Value Broadcast(Value x, const Shape& shape);
  // With dimensions that say where those of x go.
  Value BroadcastIn(Value x, const Shape& shape, ir::Dims dimensions);
  Value Reshape(Value x, const Shape& shape);
  Value Transpose(Value x, ir::Dims permutation);

  // kAdd, kMultiply, kMaximum, kMinimum, kAnd, kOr, kXor over dimensions, which are kept
  // with size 1 where `keep`.
  Value Reduce(OpKind kind, Value x, const ir::Dims& dimensions, bool keep);
  // How many elements these dimensions have together.
  Value CountOf(Value x, const ir::Dims& dimensions, ElementType element);
  // With the last but one, or first after the batch, ... as said; into `accumulate`.
  Value Dot(Value a, Value b, const ir::Dims& batch, int64_t contract_a,
            int64_t contract_b, ElementType accumulate);

  // That no element of `bad` is true, or the operation fails: `number` is i64, of which
  // one of the elements that are bad is named.
  void Require(Value bad, Value number, eager::Check told);

  Value Append(ir::CheckedBuilder::New operation);
  // Keeps the first one.
  Value Fail(absl::Status status);
  const TensorType& TypeOf(ir::ValueId id) const;
  ir::CheckedBuilder& builder() { return *call_.builder; }
  int precision() const { return call_.precision; }

 private:
  const Lowering& call_;
  absl::Status status_;
};

// In which numbers of 16 bits and fewer are computed with: each operation of PyTorch
// rounds once, at its end.
ElementType ComputeType(ElementType element);
// The smallest and the largest value, infinities where there are some.
Value Lowest(Composer& c, ElementType element);
Value Highest(Composer& c, ElementType element);
// What a reduction of nothing gives.
Value Neutral(Composer& c, OpKind kind, ElementType element);
// The shape of two that are broadcast with each other.
Shape BroadcastShape(const Shape& a, const Shape& b);

}  // namespace tilewright::torch_lower
