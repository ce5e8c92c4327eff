// Values that stand for one element each of many matrices, one after the other or side by
// side: what an algorithm on a matrix is written in, and then done to all of them at
// once. Every operation is rounded by itself, so that a matrix gives the same bytes alone
// as among others.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/literal.h"
#include "tile/builder.h"

namespace tilewright::codegen {

using MatrixElements = std::vector<std::vector<tile::ExprId>>;  // by row, by column

MatrixElements Transposed(const MatrixElements& square);

class ElementAlgebra {
 public:
  // On floats of this type, of matrices that fill `dims`.
  ElementAlgebra(tile::Builder* b, ir::ElementType element, ir::Dims dims)
      : b_(*b), real_{element, dims}, integer_{ir::ElementType::kI32, std::move(dims)} {}

  tile::ExprId Add(tile::ExprId x, tile::ExprId y) {
    return Real(ir::OpKind::kAdd, x, y);
  }
  tile::ExprId Sub(tile::ExprId x, tile::ExprId y) {
    return Real(ir::OpKind::kSubtract, x, y);
  }
  tile::ExprId Mul(tile::ExprId x, tile::ExprId y) {
    return Real(ir::OpKind::kMultiply, x, y);
  }
  tile::ExprId Div(tile::ExprId x, tile::ExprId y) {
    return Real(ir::OpKind::kDivide, x, y);
  }
  tile::ExprId Max(tile::ExprId x, tile::ExprId y) {
    return Real(ir::OpKind::kMaximum, x, y);
  }
  tile::ExprId Abs(tile::ExprId x) { return b_.Scalar(ir::OpKind::kAbs, {x}, real_); }
  tile::ExprId Sqrt(tile::ExprId x) { return b_.Scalar(ir::OpKind::kSqrt, {x}, real_); }
  tile::ExprId Negate(tile::ExprId x) {
    return b_.Scalar(ir::OpKind::kNegate, {x}, real_);
  }

  tile::ExprId Select(tile::ExprId predicate, tile::ExprId x, tile::ExprId y) {
    const ir::TensorType type = b_.type(x);
    return b_.Scalar(ir::OpKind::kSelect, {predicate, x, y}, type);
  }
  tile::ExprId Compare(tile::CompareDirection direction, tile::ExprId x, tile::ExprId y) {
    return b_.Compare(direction, tile::OrderOf(b_.type(x).element), x, y);
  }
  tile::ExprId And(tile::ExprId x, tile::ExprId y) {
    return b_.Scalar(ir::OpKind::kAnd, {x, y}, b_.type(x));
  }
  tile::ExprId Or(tile::ExprId x, tile::ExprId y) {
    return b_.Scalar(ir::OpKind::kOr, {x, y}, b_.type(x));
  }

  tile::ExprId Real(double value);
  tile::ExprId NotANumber();
  tile::ExprId Integer(int64_t value) {
    return b_.Constant(ir::IntegerSplat(integer_, value));
  }
  // Of integers: x + value.
  tile::ExprId Count(tile::ExprId x, int64_t value) {
    return b_.Scalar(ir::OpKind::kAdd, {x, Integer(value)}, integer_);
  }

 private:
  tile::ExprId Real(ir::OpKind op, tile::ExprId x, tile::ExprId y) {
    return b_.Scalar(op, {x, y}, real_);
  }

  tile::Builder& b_;
  const ir::TensorType real_, integer_;
};

// --- The algorithms, on elements in place; LAPACK's, column by column -----------------

// a becomes l and u. By column: which row it was exchanged with, counted from 0, the
// first of the largest in magnitude; and the column, counted from 1, where the first zero
// was met on the diagonal, 0 where there was none.
struct LuResult {
  std::vector<tile::ExprId> pivots;
  tile::ExprId info;
};
LuResult FactorLu(ElementAlgebra& on, MatrixElements* a);
// The row that ends as row i, after the exchanges.
std::vector<tile::ExprId> Permutation(ElementAlgebra& on,
                                      const std::vector<tile::ExprId>& pivots,
                                      int64_t rows);

// The lower triangle of `a` becomes the factor. Returns the column, counted from 1, whose
// diagonal was zero or less, 0 where there was none.
tile::ExprId FactorCholesky(ElementAlgebra& on, MatrixElements* a);

// op(a) x = b, of which `a` has the lower triangle, or the upper one.
void SolveTriangular(ElementAlgebra& on, const MatrixElements& a, bool lower,
                     bool unit_diagonal, std::vector<tile::ExprId>* x);

// What makes a reflector of a column, of which `tail` is the largest magnitude below
// its first element, `corner`.
struct ReflectorScale {
  tile::ExprId nothing;  // there is nothing to do
  tile::ExprId scale;    // by which squares neither overflow nor vanish
};
ReflectorScale ScaleOf(ElementAlgebra& on, tile::ExprId tail, tile::ExprId corner);
// `squares`: the sum of those of the elements below, each divided by the scale. What is
// below becomes itself over the scale and the difference.
struct ReflectorHead {
  tile::ExprId difference, tau, diagonal;
};
ReflectorHead HeadOf(ElementAlgebra& on, const ReflectorScale& scale, tile::ExprId corner,
                     tile::ExprId squares);

// a becomes r and the reflectors; returns their taus.
std::vector<tile::ExprId> FactorQr(ElementAlgebra& on, MatrixElements* a);

// The reflectors in `a` become the first columns of their product.
void MultiplyReflectors(ElementAlgebra& on, const std::vector<tile::ExprId>& taus,
                        MatrixElements* a);

}  // namespace tilewright::codegen
