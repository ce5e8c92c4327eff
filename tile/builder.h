// How tile programs are written: refs, values that are made of them, and, with
// tile/statements.h, what is computed over which index space and where it goes. Our own
// kernels are written with it (codegen/lower/); users' are, through
// tile/author/author.h, which checks what they write.
//
// Nothing here is checked: what a builder makes passes tile::Verify if the arguments
// fit each other.
#pragma once

#include <memory>
#include <vector>

#include "tile/compare.h"
#include "tile/program.h"

namespace tilewright::tile {

// Windows over an array: of each dimension its size, the elements from one window to
// the next, from one element of a window to the next, in front of the array, and from
// one element of the array to the next as windows see it.
struct WindowDims {
  ir::Dims sizes, strides, dilations, low_padding, base_dilations;
};

// Appends to a program, which outlives it.
class Builder {
 public:
  // What a ref holds while the program runs. Where all that is read stays as it is,
  // equal values are one, and an array is loaded in the shape in which it is seen.
  enum class Refs : uint8_t { kStay, kChange };

  explicit Builder(Program* program, Refs refs = Refs::kStay);
  Builder(Builder&&) noexcept;
  ~Builder();

  Program& program() { return program_; }
  const Expr& expr(ExprId x) const { return program_.exprs[x]; }
  // Until the next value is made.
  const ir::TensorType& type(ExprId x) const { return program_.exprs[x].type; }

  // Arrays of the kernel's caller, and scratch.
  RefId Input(ir::TensorType type);
  RefId Output(ir::TensorType type);
  RefId Scratch(ir::TensorType type);

  // --- Values ----------------------------------------------------------------

  ExprId Constant(ir::Literal splat);
  ExprId Zero(const ir::TensorType& type);  // all bits zero
  ExprId Iota(ir::TensorType type, int64_t dimension);
  // The whole ref, in its own shape or seen row-major in another.
  ExprId Load(RefId ref);
  ExprId Load(RefId ref, ir::Shape dims);

  // Elementwise operations; operands have the shape of `type`.
  ExprId Scalar(ir::OpKind op, std::vector<ExprId> operands, ir::TensorType type);
  ExprId Compare(CompareDirection direction, CompareOrder order, ExprId x, ExprId y);
  ExprId ReducePrecision(ExprId x, int64_t exponent_bits, int64_t mantissa_bits);
  ExprId Convert(ExprId x, ir::ElementType element);

  // Moves; `dims` is the shape of the result.
  ExprId Broadcast(ExprId x, ir::Shape dims, ir::Dims dimensions);
  ExprId Reshape(ExprId x, const ir::Shape& dims);
  ExprId Transpose(ExprId x, const ir::Dims& permutation);
  ExprId Reverse(ExprId x, ir::Dims dimensions);
  ExprId Slice(ExprId x, ir::Shape dims, ir::Dims start, ir::Dims strides);
  ExprId Pad(ExprId x, ExprId value, ir::Shape dims, ir::Dims low, ir::Dims interior);
  ExprId Concatenate(std::vector<ExprId> parts, int64_t dimension);
  ExprId DynamicSlice(ExprId x, const std::vector<ExprId>& start, ir::Shape sizes);
  ExprId DynamicUpdateSlice(ExprId x, ExprId update, const std::vector<ExprId>& start);
  ExprId Gather(ExprId x, ExprId indices, tile::Gather gather, ir::Shape dims);
  // Of shape `places` ++ sizes; elements beyond the array are `fill`.
  ExprId Windows(ExprId x, ExprId fill, const ir::Dims& places, WindowDims windows);

  // Value `i` of what is called `id`, of the grid or a loop, of a region.
  ExprId Result(ir::TensorType type, int id, int i);
  ExprId Counter(int64_t number);
  ExprId Parameter(ir::TensorType type, int64_t number);

  // The same of other operands.
  ExprId With(ExprId x, std::vector<ExprId> operands);

  // --- Statements ---------------------------------------------------------------

  // A name for what a statement computes.
  int NewId() { return next_id_++; }
  void Append(Statement statement) {
    program_.statements.push_back(std::move(statement));
  }

 private:
  struct Known;  // values, by what they say

  ExprId Add(Expr expr);

  Program& program_;
  std::unique_ptr<Known> known_;  // null where refs change
  int next_id_ = 0;
};

}  // namespace tilewright::tile
