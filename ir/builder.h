// Appends operations to a region of a program, inferring result types.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "ir/program.h"

namespace tilewright::ir {

// Not owning: program and region must outlive the builder, and the region must
// not move while it is used. The verbs below are for rewrites inside the
// compiler, whose operands are known to fit: they check, they do not report.
class Builder {
 public:
  Builder(Program* program, Region* region, Location location = {})
      : program_(program), region_(region), location_(location) {}

  // Appends `kind` with one result of type `type`.
  ValueId Append(OpKind kind, std::vector<ValueId> operands, TensorType type,
                 Attributes attributes = {});
  // Appends an operation whose result types are given; regions are moved in.
  std::vector<ValueId> AppendOperation(Operation operation,
                                       std::vector<TensorType> result_types);

  const TensorType& type(ValueId value) const { return program_->type(value); }
  Program* program() const { return program_; }
  Region* region() const { return region_; }

  // Elementwise: result type is the first operand's (compare: i1 of its shape).
  ValueId Unary(OpKind kind, ValueId x);
  ValueId Binary(OpKind kind, ValueId x, ValueId y);
  ValueId Select(ValueId predicate, ValueId on_true, ValueId on_false);
  // direction: EQ NE GE GT LE LT. The comparison type follows the operands'.
  ValueId Compare(absl::string_view direction, ValueId x, ValueId y);
  ValueId Convert(ValueId x, ElementType element);
  ValueId BitcastConvert(ValueId x, ElementType element);  // same width
  ValueId Constant(Literal literal);
  // A splat of `value`, rounded to the type. Any element type but token.
  ValueId Splat(double value, TensorType type);
  ValueId IntegerSplat(int64_t value, TensorType type);
  ValueId Iota(int64_t dimension, TensorType type);
  ValueId Broadcast(ValueId x, Dims broadcast_dimensions, Dims shape);
  ValueId BroadcastScalar(ValueId x, const Dims& shape) {
    return Broadcast(x, {}, shape);
  }
  ValueId Reshape(ValueId x, Dims shape);
  ValueId Transpose(ValueId x, Dims permutation);
  ValueId Slice(ValueId x, Dims start, Dims limit, Dims strides = {});
  ValueId Concatenate(std::vector<ValueId> xs, int64_t dimension);
  ValueId Pad(ValueId x, ValueId value, Dims low, Dims high, Dims interior = {});
  // Reduces with a single operation (kAdd, kMaximum, ...) as reducer.
  ValueId Reduce(OpKind reducer, ValueId x, ValueId init, Dims dimensions);

 private:
  Program* program_;
  Region* region_;
  Location location_;
};

}  // namespace tilewright::ir
