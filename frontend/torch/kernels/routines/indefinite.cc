// Symmetric and Hermitian matrices that need not be positive definite: their factors, and
// systems of equations.
#include <ATen/Functions.h>
#include <torch/library.h>

#include "frontend/torch/kernels/routines/matrices.h"

namespace tilewright::torch_device {
namespace {

std::tuple<Tensor&, Tensor&, Tensor&> LdlFactorOut(const Tensor& a, bool hermitian,
                                                   bool check, Tensor& factors,
                                                   Tensor& pivots, Tensor& info) {
  constexpr const char* kName = "torch.linalg.ldl_factor_ex";
  at::native::squareCheckInputs(a, kName);
  at::native::checkFloatingOrComplex(a, kName);
  FitColumns(factors, a.sizes(), a.scalar_type());
  FitExactly(pivots, BatchAnd(a, {a.size(-1)}), at::kInt);
  FitExactly(info, BatchAnd(a, {}), at::kInt);
  if (a.numel() == 0) {
    info.zero_();
  } else {
    Recording().In(a.tril()).Attribute(hermitian).Out(factors).Out(pivots).Out(info).Run(
        Op::ldl_factor);
  }
  if (check) CheckInfo(info, kName, a);
  return {factors, pivots, info};
}

void CheckSystem(const Tensor& factors, const Tensor& pivots, const Tensor& b) {
  constexpr const char* kName = "torch.linalg.ldl_solve";
  at::native::squareCheckInputs(factors, kName);
  at::native::checkFloatingOrComplex(factors, kName);
  at::native::linearSolveCheckInputs(b, factors, kName);
  TORCH_CHECK(b.dim() >= 2, kName,
              ": Expected B to have at least 2 dimensions, but it has ", b.dim(),
              " dimensions instead");
  TORCH_CHECK(pivots.sizes() == factors.sizes().slice(0, factors.dim() - 1), kName,
              ": Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots "
              "with shape ",
              pivots.sizes(), " instead");
  TORCH_CHECK(c10::isIntegralType(pivots.scalar_type(), /*includeBool=*/true), kName,
              ": Expected pivots to be integers. Got ", pivots.scalar_type());
  TORCH_CHECK(factors.scalar_type() == b.scalar_type(), kName, ": LD dtype",
              factors.scalar_type(), " does not match b dtype ", b.scalar_type());
}
Tensor& LdlSolveOut(const Tensor& factors, const Tensor& pivots, const Tensor& b,
                    bool hermitian, Tensor& out) {
  CheckSystem(factors, pivots, b);
  const auto [b_sizes, sizes] = at::native::_linalg_broadcast_batch_dims(b, factors);
  FitColumns(out, b_sizes, b.scalar_type());
  if (out.numel() == 0) return out;
  const at::DimVector of_pivots(sizes.begin(), sizes.end() - 1);
  Recording()
      .In(factors.expand(sizes))
      .In(pivots.to(at::kInt).expand(of_pivots))
      .In(b.expand(b_sizes))
      .Attribute(hermitian)
      .Out(out)
      .Run(Op::ldl_solve);
  return out;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("linalg_ldl_factor_ex.out", &LdlFactorOut);
  m.impl("linalg_ldl_solve.out", &LdlSolveOut);
}

}  // namespace tilewright::torch_device
