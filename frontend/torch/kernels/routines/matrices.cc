// Decompositions of matrices: Cholesky, QR, eigenvalues and singular values.
#include "frontend/torch/kernels/routines/matrices.h"

#include <ATen/Functions.h>
#include <torch/library.h>

#include <algorithm>

namespace tilewright::torch_device {
namespace {

using Pair = std::tuple<Tensor&, Tensor&>;

void CheckMatrices(const Tensor& a, const char* name, bool square) {
  if (square) {
    at::native::squareCheckInputs(a, name);
  } else {
    at::native::checkIsMatrix(a, name);
  }
}
// Numbers of 16 bits are refused where there is something to compute.
void CheckInexact(const Tensor& a, const char* name, bool square) {
  CheckMatrices(a, name, square);
  at::native::checkFloatingOrComplex(a, name);
}
Tensor InfoOf(const Tensor& a) { return Empty(BatchAnd(a, {}), at::kInt); }

// Into an out= tensor of a type that the result goes into; an empty one of its own type
// lies as the result does.
Tensor& IntoOut(const char* name, const Tensor& made, Tensor& out) {
  CheckHere(out);
  at::native::checkLinalgCompatibleDtype(name, out, made);
  const bool new_columns = out.numel() == 0 && out.scalar_type() == made.scalar_type();
  FitOut(out, made.sizes());
  if (new_columns) out.as_strided_(made.sizes(), made.strides());
  return out.copy_(made);
}

void FactorByCholesky(const Tensor& a, bool upper, const Tensor& factor,
                      const Tensor& info) {
  if (a.numel() == 0) {
    info.zero_();
  } else {
    Recording().In(a).Attribute(upper).Out(factor).Out(info).Run(Op::cholesky);
  }
}
Pair CholeskyExOut(const Tensor& a, bool upper, bool check, Tensor& factor,
                   Tensor& info) {
  CheckInexact(a, "linalg.cholesky", true);
  FitColumns(factor, a.sizes(), a.scalar_type());
  FitExactly(info, BatchAnd(a, {}), at::kInt);
  FactorByCholesky(a, upper, factor, info);
  if (check) CheckInfo(info, "linalg.cholesky_ex", a);
  return {factor, info};
}
Tensor Cholesky(const Tensor& a, bool upper) {
  CheckMatrices(a, "cholesky", true);
  const Tensor factor = EmptyColumns(a.sizes(), a.scalar_type()), info = InfoOf(a);
  FactorByCholesky(a, upper, factor, info);
  CheckInfo(info, "cholesky", a);
  return factor;
}
Tensor& CholeskyOut(const Tensor& a, bool upper, Tensor& out) {
  at::native::checkLinalgCompatibleDtype("cholesky", out, a);
  const Tensor factor = Cholesky(a, upper);
  FitOut(out, factor.sizes());
  return out.copy_(factor);
}

// Of A = L L^H, or U^H U.
Tensor CholeskySolve(const Tensor& b, const Tensor& factor, bool upper) {
  const Tensor half = SolveTriangular(factor, b, true, upper, upper ? 2 : 0, false);
  return SolveTriangular(factor, half, true, upper, upper ? 0 : 2, false);
}
Tensor CholeskyInverse(const Tensor& factor, bool upper) {
  CheckMatrices(factor, "cholesky_inverse", true);
  const Tensor ones = at::eye(factor.size(-1), factor.options()).expand_as(factor);
  return CholeskySolve(ones, factor, upper);
}
Tensor& CholeskyInverseOut(const Tensor& factor, bool upper, Tensor& out) {
  return IntoOut("cholesky_inverse", CholeskyInverse(factor, upper), out);
}

std::tuple<Tensor, Tensor> QrFactor(const Tensor& a) {
  CheckMatrices(a, "torch.geqrf", false);
  CheckTaken(Op::qr_factor, a.scalar_type());
  const Tensor reflectors = EmptyColumns(a.sizes(), a.scalar_type());
  const Tensor factors = Empty(BatchAnd(a, {LeastSide(a)}), a.scalar_type());
  if (a.numel() > 0) Recording().In(a).Out(reflectors).Out(factors).Run(Op::qr_factor);
  return {reflectors, factors};
}
Pair QrFactorOut(const Tensor& a, Tensor& reflectors, Tensor& factors) {
  const auto [made, numbers] = QrFactor(a);
  return {IntoOut("torch.geqrf", made, reflectors),
          IntoOut("torch.geqrf", numbers, factors)};
}
Tensor ReflectorsProduct(const Tensor& a, const Tensor& factors) {
  TORCH_CHECK(a.dim() >= 2,
              "torch.linalg.householder_product: input must have at least 2 "
              "dimensions.");
  TORCH_CHECK(a.size(-2) >= a.size(-1),
              "torch.linalg.householder_product: input.shape[-2] must be greater than or "
              "equal to input.shape[-1]");
  TORCH_CHECK(a.size(-1) >= factors.size(-1),
              "torch.linalg.householder_product: input.shape[-1] must be greater than or "
              "equal to tau.shape[-1]");
  TORCH_CHECK(a.dim() - factors.dim() == 1,
              "torch.linalg.householder_product: Expected tau to have one dimension less "
              "than input, but got tau.ndim equal to ",
              factors.dim(), " and input.ndim is equal to ", a.dim());
  TORCH_CHECK(factors.sizes().slice(0, a.dim() - 2) == a.sizes().slice(0, a.dim() - 2),
              "torch.linalg.householder_product: Expected batch dimensions of tau to be "
              "equal to input.shape[:-2], but got ",
              factors.sizes());
  TORCH_CHECK(factors.scalar_type() == a.scalar_type(),
              "torch.linalg.householder_product: tau dtype ", factors.scalar_type(),
              " does not match input dtype ", a.scalar_type());
  CheckTaken(Op::reflectors_product, a.scalar_type());
  const Tensor out = EmptyColumns(a.sizes(), a.scalar_type());
  if (a.numel() > 0) Recording().In(a).In(factors).Out(out).Run(Op::reflectors_product);
  return out;
}
Tensor& ReflectorsProductOut(const Tensor& a, const Tensor& factors, Tensor& out) {
  return IntoOut("torch.linalg.householder_product", ReflectorsProduct(a, factors), out);
}
// The product of Q, which is square, and another matrix.
Tensor ReflectorsTimes(const Tensor& a, const Tensor& factors, const Tensor& other,
                       bool left, bool transposed) {
  TORCH_CHECK(a.dim() >= 2, "torch.ormqr: input must have at least 2 dimensions.");
  TORCH_CHECK(other.dim() >= 2, "torch.ormqr: other must have at least 2 dimensions.");
  const int64_t size = other.size(left ? -2 : -1);
  TORCH_CHECK(a.size(-2) == size, "torch.ormqr: other.shape[", left ? -2 : -1,
              "] must be equal to input.shape[-2]");
  TORCH_CHECK(factors.size(-1) <= a.size(-1), "torch.ormqr: other.shape[", left ? -2 : -1,
              "] must be greater than or equal to tau.shape[-1]");
  TORCH_CHECK(
      a.scalar_type() == other.scalar_type() && a.scalar_type() == factors.scalar_type(),
      "torch.ormqr: input, tau and other have to be of one dtype");
  CheckTaken(Op::reflectors_product, a.scalar_type());
  const Tensor whole = at::zeros(BatchAnd(a, {size, size}), a.options());
  const int64_t columns =
      std::min(size, a.size(-1));  // what is beyond makes no part of Q
  whole.narrow(-1, 0, columns).copy_(a.narrow(-1, 0, columns));
  const Tensor product = ReflectorsProduct(whole, factors);
  const Tensor q = transposed ? product.mH() : product;
  const ExactProducts exact;
  const Tensor made = left ? at::matmul(q, other) : at::matmul(other, q);
  return at::native::cloneBatchedColumnMajor(made);
}
Tensor& ReflectorsTimesOut(const Tensor& a, const Tensor& factors, const Tensor& other,
                           bool left, bool transposed, Tensor& out) {
  CheckExactly(out, a.scalar_type());
  return IntoOut("torch.ormqr", ReflectorsTimes(a, factors, other, left, transposed),
                 out);
}
Pair QrOut(const Tensor& a, c10::string_view mode, Tensor& q, Tensor& r) {
  CheckInexact(a, "linalg.qr", false);
  const auto [wants_q, reduced] = at::native::_parse_qr_mode(mode);
  const int64_t rows = a.size(-2), columns = a.size(-1), least = LeastSide(a);
  const int64_t wide = !wants_q || reduced ? least : rows;
  CheckTaken(Op::qr_factor, a.scalar_type());
  FitColumns(r, BatchAnd(a, {wide, columns}), a.scalar_type());
  if (wants_q) {
    FitColumns(q, BatchAnd(a, {rows, wide}), a.scalar_type());
  } else {
    FitExactly(q, {0}, a.scalar_type());
  }
  if (a.numel() == 0) {
    r.zero_();
    if (wants_q && q.numel() > 0) q.copy_(at::eye(rows, wide, q.options()).expand_as(q));
    return {q, r};
  }
  const auto [made, factors] = QrFactor(a);
  r.copy_(made.narrow(-2, 0, wide).triu());
  if (!wants_q) return {q, r};
  Tensor reflectors = made.narrow(-1, 0, least);
  if (wide > least) {
    reflectors = at::zeros(q.sizes(), q.options());
    reflectors.narrow(-1, 0, least).copy_(made);
  }
  Recording().In(reflectors).In(factors).Out(q).Run(Op::reflectors_product);
  return {q, r};
}

Pair EigenSymmetricOut(const Tensor& a, c10::string_view triangle, bool vectors,
                       Tensor& values, Tensor& out) {
  CheckMatrices(a, "linalg.eigh", true);
  at::native::checkUplo(triangle);
  const bool upper = triangle[0] == 'U' || triangle[0] == 'u';
  FitExactly(values, BatchAnd(a, {a.size(-1)}), c10::toRealValueType(a.scalar_type()));
  if (vectors) {
    FitColumns(out, a.sizes(), a.scalar_type());
  } else {
    FitExactly(out, {0}, a.scalar_type());
  }
  if (a.numel() == 0) return {values, out};
  const Tensor info = InfoOf(a);
  const Tensor made = vectors ? out : Empty(a.sizes(), a.scalar_type());
  Recording()
      .In(a)
      .Attribute(upper)
      .Attribute(vectors)
      .Out(values)
      .Out(made)
      .Out(info)
      .Run(Op::eigen_symmetric);
  CheckInfo(info, "linalg.eigh", a);
  return {values, out};
}

Pair EigenOut(const Tensor& a, Tensor& values, Tensor& vectors) {
  CheckMatrices(a, "linalg.eig", true);
  CheckTaken(Op::eigen, a.scalar_type());
  const ScalarType complex = c10::toComplexType(a.scalar_type());
  FitExactly(values, BatchAnd(a, {a.size(-1)}), complex);
  FitColumns(vectors, a.sizes(), complex);
  if (a.numel() == 0) return {values, vectors};
  TORCH_CHECK(at::isfinite(a).all().item<bool>(),
              "torch.linalg.eig: input tensor should not contain infs or NaNs.");
  const Tensor info = InfoOf(a);
  Recording().In(a).Out(values).Out(vectors).Out(info).Run(Op::eigen);
  CheckInfo(info, "torch.linalg.eig", a);
  return {values, vectors};
}
std::tuple<Tensor, Tensor> Eigen(const Tensor& a) {
  const ScalarType complex = c10::toComplexType(a.scalar_type());
  Tensor values = Empty({0}, complex), vectors = Empty({0}, complex);
  return EigenOut(a, values, vectors);
}
Tensor Eigenvalues(const Tensor& a) { return std::get<0>(Eigen(a)); }
Tensor& EigenvaluesOut(const Tensor& a, Tensor& values) {
  Tensor vectors = Empty({0}, c10::toComplexType(a.scalar_type()));
  return std::get<0>(EigenOut(a, values, vectors));
}

std::tuple<Tensor&, Tensor&, Tensor&> SingularValuesOut(
    const Tensor& a, bool square, bool vectors, std::optional<c10::string_view> driver,
    Tensor& u, Tensor& values, Tensor& v) {
  CheckInexact(a, "linalg.svd", false);
  TORCH_CHECK(!driver.has_value(),
              "torch.linalg.svd: keyword argument `driver=` is only "
              "supported on CUDA inputs with cuSOLVER backend.");
  const int64_t rows = a.size(-2), columns = a.size(-1), least = LeastSide(a);
  FitExactly(values, BatchAnd(a, {least}), c10::toRealValueType(a.scalar_type()));
  if (vectors) {
    FitColumns(u, BatchAnd(a, {rows, square ? rows : least}), a.scalar_type());
    FitColumns(v, BatchAnd(a, {square ? columns : least, columns}), a.scalar_type());
  } else {
    FitExactly(u, {0}, a.scalar_type());
    FitExactly(v, {0}, a.scalar_type());
  }
  if (a.numel() == 0) {
    if (vectors && square) {
      u.copy_(at::eye(rows, u.options()).expand_as(u));
      v.copy_(at::eye(columns, v.options()).expand_as(v));
    }
    return {u, values, v};
  }
  const Tensor info = InfoOf(a);
  Recording call;
  call.In(a).Attribute(square).Attribute(vectors);
  if (vectors) call.Out(u);
  call.Out(values);
  if (vectors) call.Out(v);
  call.Out(info).Run(Op::singular_values);
  CheckInfo(info, "linalg.svd", a);
  return {u, values, v};
}

}  // namespace

void CheckInfo(const Tensor& info, const char* name, const Tensor& a) {
  at::_linalg_check_errors(info, name, a.dim() == 2);
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("linalg_cholesky_ex.L", &CholeskyExOut);
  m.impl("cholesky", &Cholesky);
  m.impl("cholesky.out", &CholeskyOut);
  m.impl("_cholesky_solve_helper", &CholeskySolve);
  m.impl("cholesky_inverse", &CholeskyInverse);
  m.impl("cholesky_inverse.out", &CholeskyInverseOut);
  m.impl("geqrf", &QrFactor);
  m.impl("geqrf.a", &QrFactorOut);
  m.impl("linalg_householder_product", &ReflectorsProduct);
  m.impl("linalg_householder_product.out", &ReflectorsProductOut);
  m.impl("ormqr", &ReflectorsTimes);
  m.impl("ormqr.out", &ReflectorsTimesOut);
  m.impl("linalg_qr.out", &QrOut);
  m.impl("_linalg_eigh.eigenvalues", &EigenSymmetricOut);
  m.impl("linalg_eig", &Eigen);
  m.impl("linalg_eig.out", &EigenOut);
  m.impl("_linalg_eigvals", &Eigenvalues);
  m.impl("linalg_eigvals.out", &EigenvaluesOut);
  m.impl("_linalg_svd.U", &SingularValuesOut);
}

}  // namespace tilewright::torch_device
