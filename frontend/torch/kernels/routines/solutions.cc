// Systems of equations: LU factors, and what is solved by them and by triangles.
#include <ATen/CompositeExplicitAutogradNonFunctionalFunctions.h>
#include <ATen/Functions.h>
#include <torch/library.h>

#include "frontend/torch/device/together.h"
#include "frontend/torch/kernels/routines/matrices.h"

namespace tilewright::torch_device {

Tensor SolveTriangular(const Tensor& a, const Tensor& b, bool left, bool upper,
                       int64_t form, bool ones) {
  CheckTaken(Op::solve_triangular, b.scalar_type());
  const Tensor x = EmptyColumns(b.sizes(), b.scalar_type());
  if (x.numel() == 0) return x;
  Recording()
      .In(a)
      .In(b)
      .Attribute(!left)
      .Attribute(upper)
      .Attribute(form)
      .Attribute(ones)
      .Out(x)
      .Run(Op::solve_triangular);
  return x;
}

namespace {

using at::native::_linalg_broadcast_batch_dims;
namespace general = at::compositeexplicitautogradnonfunctional;

std::tuple<Tensor&, Tensor&, Tensor&> LuFactorOut(const Tensor& a, bool pivot, bool check,
                                                  Tensor& lu, Tensor& pivots,
                                                  Tensor& info) {
  at::native::checkIsMatrix(a, "torch.lu_factor");
  TORCH_CHECK(pivot, "linalg.lu_factor: LU without pivoting is not implemented on tpu");
  FitColumns(lu, a.sizes(), a.scalar_type());
  FitExactly(pivots, BatchAnd(a, {LeastSide(a)}), at::kInt);
  FitExactly(info, BatchAnd(a, {}), at::kInt);
  if (a.numel() == 0) {
    info.zero_();
  } else {
    Recording().In(a).Out(lu).Out(pivots).Out(info).Run(Op::lu_factor);
  }
  if (check) CheckInfo(info, "torch.linalg.lu_factor_ex", a);
  return {lu, pivots, info};
}

// Which row of a matrix with so many each row of its factors is.
Tensor RowsOf(const Tensor& pivots, int64_t rows) {
  at::DimVector sizes(pivots.sizes());
  sizes.back() = rows;
  const Tensor order = Empty(sizes, at::kLong);
  if (order.numel() == 0) return order;
  if (pivots.numel() == 0) return order.copy_(at::arange(rows, order.options()));
  Recording().In(pivots).Out(order).Run(Op::rows_of_pivots);
  return order;
}
Tensor Inverted(const Tensor& order) {
  const Tensor places = at::arange(order.size(-1), order.options()).expand_as(order);
  return at::empty_like(order).scatter_(-1, order, places);
}
Tensor TakenRows(const Tensor& b, const Tensor& order) {
  at::DimVector sizes(b.sizes().slice(0, b.dim() - 1));
  sizes.push_back(1);
  const Tensor rows =
      order.expand(IntArrayRef(sizes).slice(0, b.dim() - 1)).unsqueeze(-1);
  return b.gather(-2, rows.expand_as(b));
}

// Of one batch.
Tensor LuSolved(const Tensor& lu, const Tensor& order, const Tensor& b, bool left,
                bool adjoint) {
  if (!left) return LuSolved(lu, order, b.mH(), true, !adjoint).mH();
  if (!adjoint) {
    const Tensor half = SolveTriangular(lu, TakenRows(b, order), true, false, 0, true);
    return SolveTriangular(lu, half, true, true, 0, false);
  }
  const Tensor half = SolveTriangular(lu, b, true, true, 2, false);
  return TakenRows(SolveTriangular(lu, half, true, false, 2, true), Inverted(order));
}
Tensor& LuSolveOut(const Tensor& lu, const Tensor& pivots, const Tensor& b, bool left,
                   bool adjoint, Tensor& out) {
  at::native::checkFloatingOrComplex(lu, "torch.linalg.lu_solve");
  TORCH_CHECK(
      lu.scalar_type() == b.scalar_type(),
      "linalg.lu_solve: Expected LU and B to have the same dtype, but found LU of "
      "type ",
      lu.scalar_type(), " and B of type ", b.scalar_type(), " instead");
  TORCH_CHECK(pivots.scalar_type() == at::kInt,
              "linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32");
  at::native::squareCheckInputs(lu, "torch.linalg.lu_solve");
  at::native::checkInputsSolver(lu, b, left, "linalg.lu_solve");
  TORCH_CHECK(
      lu.size(-1) == pivots.size(-1),
      "linalg.lu_solve: Number of pivots per batch should be same as the dimension "
      "of the matrix");
  auto [b_sizes, lu_sizes] = _linalg_broadcast_batch_dims(b, lu);
  if (left) {
    FitColumns(out, b_sizes, b.scalar_type());
  } else {
    FitExactly(out, b_sizes, b.scalar_type());
  }
  if (out.numel() == 0) return out;
  at::DimVector order_sizes(lu_sizes.begin(), lu_sizes.end() - 1);
  const Tensor order = RowsOf(pivots, lu.size(-2)).expand(order_sizes);
  return out.copy_(
      LuSolved(lu.expand(lu_sizes), order, b.expand(b_sizes), left, adjoint));
}

// PyTorch's formulas of determinants' gradients know that it is the transposed matrix
// whose factors are kept where the matrix lies by rows.
bool FactorsTransposed(const Tensor& a) { return a.is_contiguous() && !a.is_complex(); }
void FactorKept(const Tensor& a, Tensor& lu, Tensor& pivots, Tensor& info) {
  LuFactorOut(FactorsTransposed(a) ? a.mT() : a, true, false, lu, pivots, info);
}

std::tuple<Tensor&, Tensor&, Tensor&, Tensor&> SolveExOut(const Tensor& a,
                                                          const Tensor& b, bool left,
                                                          bool check, Tensor& out,
                                                          Tensor& lu, Tensor& pivots,
                                                          Tensor& info) {
  at::native::squareCheckInputs(a, "linalg.solve");
  at::native::checkFloatingOrComplex(a, "linalg.solve");
  TORCH_CHECK(
      a.scalar_type() == b.scalar_type(),
      "linalg.solve: Expected A and B to have the same dtype, but found A of type ",
      a.scalar_type(), " and B of type ", b.scalar_type(), " instead");
  const bool vector = at::native::linalg_solve_is_vector_rhs(a, b);
  TORCH_CHECK(
      left || !vector,
      "linalg.solve: Vector broadcasting of the left hand side is not supported for "
      "left=False. In this case linalg.solve is equivalent to B / A.squeeze(-1)");
  const Tensor sides = vector ? b.unsqueeze(-1) : b;
  at::native::checkInputsSolver(a, sides, left, "linalg.solve");
  LuFactorOut(a, true, false, lu, pivots, info);
  Tensor x = Empty({0}, b.scalar_type());
  LuSolveOut(lu, pivots, sides, left, false, x);
  if (vector) x = x.squeeze(-1);
  if (vector || !left) {
    FitExactly(out, x.sizes(), b.scalar_type());
  } else {
    FitColumns(out, x.sizes(), b.scalar_type());
  }
  out.copy_(x);
  if (check) CheckInfo(info, "torch.linalg.solve_ex", a);
  return {out, lu, pivots, info};
}
// PyTorch makes each result where one of the operands is.
std::tuple<Tensor, Tensor, Tensor, Tensor> SolveEx(const Tensor& a, const Tensor& b,
                                                   bool left, bool check) {
  CheckTogether(a, b);
  return general::_linalg_solve_ex(a, b, left, check);
}
std::tuple<Tensor&, Tensor&> InverseExOut(const Tensor& a, bool check, Tensor& out,
                                          Tensor& info) {
  at::native::squareCheckInputs(a, "linalg.inv");
  at::native::checkFloatingOrComplex(a, "linalg.inv", false);
  Tensor lu = Empty({0}, a.scalar_type()), pivots = Empty({0}, at::kInt);
  const Tensor ones = at::eye(a.size(-1), a.options()).expand_as(a);
  SolveExOut(a, ones, true, false, out, lu, pivots, info);
  if (check) CheckInfo(info, "linalg.inv_ex", a);
  return {out, info};
}

// Whether an odd number of rows was exchanged.
Tensor Odd(const Tensor& pivots) {
  const Tensor places = at::arange(1, pivots.size(-1) + 1, pivots.options());
  return at::sum(pivots.ne(places), {-1}).remainder(2).ne(0);
}
Tensor SignOf(const Tensor& pivots, ScalarType type) {
  return at::sub(at::ones({}, pivots.options().dtype(type)), Odd(pivots).to(type), 2);
}
Tensor DiagonalOf(const Tensor& a) { return a.diagonal(0, -2, -1); }

std::tuple<Tensor&, Tensor&, Tensor&> DeterminantOut(const Tensor& a, Tensor& out,
                                                     Tensor& lu, Tensor& pivots) {
  at::native::squareCheckInputs(a, "linalg.det");
  at::native::checkFloatingOrComplex(a, "linalg.det");
  Tensor info = Empty({0}, at::kInt);
  FactorKept(a, lu, pivots, info);
  FitExactly(out, BatchAnd(a, {}), a.scalar_type());
  out.copy_(at::prod(DiagonalOf(lu), -1).mul_(SignOf(pivots, a.scalar_type())));
  return {out, lu, pivots};
}
std::tuple<Tensor&, Tensor&, Tensor&, Tensor&> LogDeterminantOut(const Tensor& a,
                                                                 Tensor& sign,
                                                                 Tensor& log, Tensor& lu,
                                                                 Tensor& pivots) {
  at::native::squareCheckInputs(a, "linalg.slogdet");
  at::native::checkFloatingOrComplex(a, "linalg.slogdet", false);
  Tensor info = Empty({0}, at::kInt);
  FactorKept(a, lu, pivots, info);
  FitExactly(sign, BatchAnd(a, {}), a.scalar_type());
  FitExactly(log, sign.sizes(), c10::toRealValueType(a.scalar_type()));
  const Tensor diagonal = DiagonalOf(lu);
  sign.copy_(at::prod(diagonal.sgn(), -1).mul_(SignOf(pivots, a.scalar_type())));
  log.copy_(at::sum(diagonal.abs().log(), {-1}));
  return {sign, log, lu, pivots};
}

std::tuple<Tensor&, Tensor&, Tensor&> LuUnpackOut(const Tensor& lu, const Tensor& pivots,
                                                  bool data, bool order, Tensor& p,
                                                  Tensor& l, Tensor& u) {
  TORCH_CHECK(lu.dim() >= 2,
              "torch.lu_unpack: Expected tensor with 2 or more dimensions. "
              "Got size: ",
              lu.sizes(), " instead");
  TORCH_CHECK(!order || pivots.scalar_type() == at::kInt,
              "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of "
              "torch.int32 dtype");
  const int64_t rows = lu.size(-2), columns = lu.size(-1), least = LeastSide(lu);
  if (data) {
    FitExactly(l, BatchAnd(lu, {rows, least}), lu.scalar_type());
    FitExactly(u, BatchAnd(lu, {least, columns}), lu.scalar_type());
    u.copy_(lu.narrow(-2, 0, least).triu());
    l.copy_(lu.narrow(-1, 0, least).tril(-1));
    if (l.numel() > 0) DiagonalOf(l).fill_(1);
  } else {
    FitExactly(l, {0}, lu.scalar_type());
    FitExactly(u, {0}, lu.scalar_type());
  }
  FitExactly(p, order ? BatchAnd(lu, {rows, rows}) : at::DimVector{0}, lu.scalar_type());
  if (!order || p.numel() == 0) return {p, l, u};
  const Tensor places = Inverted(RowsOf(pivots, rows)).unsqueeze(-1);
  p.copy_(places.eq(at::arange(rows, places.options())));
  return {p, l, u};
}
std::tuple<Tensor&, Tensor&, Tensor&> LuOut(const Tensor& a, bool pivot, Tensor& p,
                                            Tensor& l, Tensor& u) {
  Tensor lu = Empty({0}, a.scalar_type());
  Tensor pivots = Empty({0}, at::kInt), info = Empty({0}, at::kInt);
  LuFactorOut(a, pivot, false, lu, pivots, info);
  return LuUnpackOut(lu, pivots, true, true, p, l, u);
}

Tensor SolveTriangularNew(const Tensor& a, const Tensor& b, bool upper, bool left,
                          bool ones) {
  at::native::checkInputsSolver(a, b, left, "linalg.solve_triangular");
  TORCH_CHECK(a.scalar_type() == b.scalar_type(),
              "linalg.solve_triangular: Expected A and B to have the same dtype");
  const auto [whole_b, whole_a] = _linalg_broadcast_batch_dims(b, a, nullptr);
  return SolveTriangular(whole_a, whole_b, left, upper, 0, ones);
}
Tensor& SolveTriangularOut(const Tensor& a, const Tensor& b, bool upper, bool left,
                           bool ones, Tensor& out) {
  CheckExactly(out, b.scalar_type());
  const Tensor made = SolveTriangularNew(a, b, upper, left, ones);
  FitColumns(out, made.sizes(), b.scalar_type());
  return out.copy_(made);
}
std::tuple<Tensor&, Tensor&> OldSolveTriangularOut(const Tensor& b, const Tensor& a,
                                                   bool upper, bool transposed, bool ones,
                                                   Tensor& x, Tensor& copy) {
  at::native::linearSolveCheckInputs(b, a, "triangular_solve");
  const auto [whole_b, whole_a] = _linalg_broadcast_batch_dims(b, a, "triangular_solve");
  FitColumns(x, whole_b.sizes(), b.scalar_type());
  FitColumns(copy, whole_a.sizes(), a.scalar_type());
  copy.copy_(whole_a);
  x.copy_(SolveTriangular(whole_a, whole_b, true, upper, transposed, ones));
  return {x, copy};
}
std::tuple<Tensor, Tensor> OldSolveTriangular(const Tensor& b, const Tensor& a,
                                              bool upper, bool transposed, bool ones) {
  CheckTogether(b, a);
  return general::triangular_solve(b, a, upper, transposed, ones);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("linalg_lu_factor_ex.out", &LuFactorOut);
  m.impl("linalg_lu.out", &LuOut);
  m.impl("lu_unpack.out", &LuUnpackOut);
  m.impl("linalg_lu_solve.out", &LuSolveOut);
  m.impl("_linalg_solve_ex", &SolveEx);
  m.impl("_linalg_solve_ex.result", &SolveExOut);
  m.impl("linalg_inv_ex.inverse", &InverseExOut);
  m.impl("_linalg_det.result", &DeterminantOut);
  m.impl("_linalg_slogdet.sign", &LogDeterminantOut);
  m.impl("linalg_solve_triangular", &SolveTriangularNew);
  m.impl("linalg_solve_triangular.out", &SolveTriangularOut);
  m.impl("triangular_solve", &OldSolveTriangular);
  m.impl("triangular_solve.X", &OldSolveTriangularOut);
}

}  // namespace tilewright::torch_device
