// Products of matrices.
#include <ATen/WrapDimUtils.h>
#include <ATen/ops/gelu.h>
#include <torch/library.h>

#include "frontend/torch/device/out_type.h"
#include "frontend/torch/device/overlap.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// That factors are of one type, whose products there are.
void CheckFactors(const Tensor& a, const Tensor& b) {
  TORCH_CHECK(a.scalar_type() == b.scalar_type(), "expected scalar type ",
              a.scalar_type(), " but found ", b.scalar_type());
  TORCH_CHECK_NOT_IMPLEMENTED(a.scalar_type() != at::kBool,
                              "products of matrices not implemented for 'Bool'");
}
void CheckFactors(const Tensor& self, const Tensor& a, const Tensor& b) {
  CheckFactors(a, b);
  CheckFactors(self, a);
}

// beta * self + alpha * (a @ b), of which PyTorch has checked the shapes.
Tensor& ProductAndSum(Op op, const Tensor& self, const Tensor& a, const Tensor& b,
                      const Scalar& beta, const Scalar& alpha, Tensor& out) {
  if (out.numel() == 0) return out;
  const ScalarType type = ComputeType(out.scalar_type());
  const bool without = beta.equal(0);
  Recording call;
  // NaN in what is multiplied by 0 is not to be seen.
  without ? call.Nothing() : call.In(self);
  call.In(a).In(b);
  without || beta.equal(1) ? call.Nothing() : call.Number(beta, type);
  alpha.equal(1) ? call.Nothing() : call.Number(alpha, type);
  call.Out(out).Run(op);
  return out;
}

Tensor& MmOut(const Tensor& a, const Tensor& b, Tensor& out) {
  TORCH_CHECK(a.dtype() == b.dtype(),
              "expected m1 and m2 to have the same dtype, but got: ", a.dtype(),
              " != ", b.dtype());
  CheckFactors(a, b);
  CheckExactly(out, a.scalar_type());
  FitOut(out, {a.size(0), b.size(1)});
  if (out.numel() > 0) Recording().In(a).In(b).Out(out).Run(Op::mm);
  return out;
}
Tensor& BmmOut(const Tensor& a, const Tensor& b, Tensor& out) {
  CheckFactors(a, b);
  CheckExactly(out, a.scalar_type());
  FitOut(out, {a.size(0), a.size(1), b.size(2)});
  if (out.numel() > 0) Recording().In(a).In(b).Out(out).Run(Op::bmm);
  return out;
}
Tensor& AddmmOut(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
                 const Scalar& alpha, Tensor& out) {
  CheckExactly(out, self.scalar_type());
  FitOut(out, {a.size(0), b.size(1)});
  return ProductAndSum(Op::addmm, self, a, b, beta, alpha, out);
}
Tensor& ActivatedAddmmOut(const Tensor& self, const Tensor& a, const Tensor& b,
                          const Scalar& beta, const Scalar& alpha, bool gelu,
                          Tensor& out) {
  AddmmOut(self, a, b, beta, alpha, out);
  return gelu ? at::gelu_(out) : out.relu_();
}
Tensor& BaddbmmOut(const Tensor& self, const Tensor& a, const Tensor& b,
                   const Scalar& beta, const Scalar& alpha, Tensor& out) {
  CheckFactors(self, a, b);
  CheckExactly(out, self.scalar_type());
  FitOut(out, {a.size(0), a.size(1), b.size(2)});
  return ProductAndSum(Op::baddbmm, self, a, b, beta, alpha, out);
}
// Of small integers, summed in 32 bits.
void CheckSmall(const Tensor& a, const Tensor& b) {
  TORCH_CHECK(a.dim() == 2 && b.dim() == 2, "_int_mm: expected matrices, but got ",
              a.dim(), "-D and ", b.dim(), "-D");
  TORCH_CHECK(a.scalar_type() == at::kChar && b.scalar_type() == at::kChar,
              "_int_mm: expected matrices of int8, but got ", a.scalar_type(), " and ",
              b.scalar_type());
  TORCH_CHECK(a.size(1) == b.size(0), "_int_mm: matrices of ", a.sizes(), " and ",
              b.sizes(), " have no product");
}
Tensor IntMm(const Tensor& a, const Tensor& b) {
  CheckSmall(a, b);
  return at::mm(a.to(at::kInt), b.to(at::kInt));
}
Tensor& IntMmOut(const Tensor& a, const Tensor& b, Tensor& out) {
  CheckSmall(a, b);
  TORCH_CHECK(out.scalar_type() == at::kInt,
              "_int_mm: expected a result of int32, but got ", out.scalar_type());
  return at::mm_out(out, a.to(at::kInt), b.to(at::kInt));
}
Tensor& AddmvOut(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
                 const Scalar& alpha, Tensor& out) {
  CheckFactors(self, a, b);
  CheckExactly(out, self.scalar_type());
  FitOut(out, {a.size(0)});
  // A matrix whose columns lie in memory is read row by row: products commute.
  const bool transposed = a.stride(0) == 1 && a.stride(1) > 1;
  return ProductAndSum(Op::addmv, self, transposed ? b : a, transposed ? a.t() : b, beta,
                       alpha, out);
}
Tensor& AddbmmOut(const Tensor& self, const Tensor& a, const Tensor& b,
                  const Scalar& beta, const Scalar& alpha, Tensor& out) {
  TORCH_CHECK(a.dim() == 3, "batch1 must be a 3D tensor");
  TORCH_CHECK(b.dim() == 3, "batch2 must be a 3D tensor");
  TORCH_CHECK(a.size(0) == b.size(0),
              "batch1 and batch2 must have same number of batches, got ", a.size(0),
              " and ", b.size(0));
  TORCH_CHECK(a.size(2) == b.size(1), "Incompatible matrix sizes for bmm (", a.size(1),
              "x", a.size(2), " and ", b.size(1), "x", b.size(2), ")");
  CheckFactors(self, a, b);
  CheckExactly(out, self.scalar_type());
  Tensor whole = self.expand({a.size(1), b.size(2)});
  // It becomes larger where it is the result, too.
  if (self.is_same(out) && self.sizes() != whole.sizes()) whole = whole.clone();
  FitOut(out, whole.sizes());
  return ProductAndSum(Op::addbmm, whole, a, b, beta, alpha, out);
}
Tensor Addbmm(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
              const Scalar& alpha) {
  Tensor out = Empty({0}, self.scalar_type());
  return AddbmmOut(self, a, b, beta, alpha, out);
}
Tensor& AddbmmInPlace(Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
                      const Scalar& alpha) {
  return AddbmmOut(self, a, b, beta, alpha, self);
}
void CheckFactor(const Scalar& factor, ScalarType type, const char* name) {
  TORCH_CHECK(type == at::kBool || !factor.isBoolean(), "Boolean ", name,
              " only supported for Boolean results.");
  TORCH_CHECK(
      c10::isFloatingType(type) || c10::isComplexType(type) || factor.isIntegral(true),
      "For integral input tensors, argument ", name,
      " must not be a floating point number.");
}
Tensor& AddrOut(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
                const Scalar& alpha, Tensor& out) {
  TORCH_CHECK(a.dim() == 1, "addr: Expected 1-D argument vec1, but got ", a.dim(), "-D");
  TORCH_CHECK(b.dim() == 1, "addr: Expected 1-D argument vec2, but got ", b.dim(), "-D");
  const ScalarType type = at::promote_types(CommonType(a, b), self.scalar_type());
  CheckFactor(beta, type, "beta");
  CheckFactor(alpha, type, "alpha");
  CheckCast(type, out);
  const Tensor whole = self.expand({a.size(0), b.size(0)});
  FitOut(out, whole.sizes());
  return ProductAndSum(Op::addr, whole, a, b, beta, alpha, out);
}
Tensor Addr(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
            const Scalar& alpha) {
  Tensor out = Empty({0}, at::promote_types(CommonType(a, b), self.scalar_type()));
  return AddrOut(self, a, b, beta, alpha, out);
}
Tensor& AddrInPlace(Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
                    const Scalar& alpha) {
  TORCH_CHECK(self.dim() == 2 && a.dim() == 1 && b.dim() == 1 &&
                  self.size(0) == a.size(0) && self.size(1) == b.size(0),
              "size mismatch, input: ", self.sizes(), ", v1: ", a.sizes(),
              ", v2: ", b.sizes());
  return AddrOut(self, a, b, beta, alpha, self);
}
Tensor& CrossOut(const Tensor& a, const Tensor& b, int64_t dim, Tensor& out) {
  CheckExactly(out, a.scalar_type());
  FitBroadcast(out, {&a, &b});
  CheckAlone(out, {&a, &b});
  if (out.numel() == 0) return out;
  Recording()
      .In(a)
      .In(b)
      .Attribute(at::maybe_wrap_dim(dim, out.dim()))
      .Out(out)
      .Run(Op::cross);
  return out;
}

template <Op op>
Tensor Dot(const Tensor& a, const Tensor& b) {
  TORCH_CHECK(a.dim() == 1 && b.dim() == 1, "1D tensors expected, but got ", a.dim(),
              "D and ", b.dim(), "D tensors");
  TORCH_CHECK(a.scalar_type() == b.scalar_type(),
              "dot : expected both vectors to have same dtype, but found ",
              a.scalar_type(), " and ", b.scalar_type());
  TORCH_CHECK(a.numel() == b.numel(), "inconsistent tensor size, expected tensor [",
              a.numel(), "] and src [", b.numel(),
              "] to have the same number of elements, but got ", a.numel(), " and ",
              b.numel(), " elements respectively");
  const Tensor out = Empty({}, a.scalar_type());
  Recording().In(a).In(b).Out(out).Run(op);
  return out;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("mm.out", &MmOut);
  m.impl("_int_mm", &IntMm);
  m.impl("_int_mm.out", &IntMmOut);
  m.impl("bmm.out", &BmmOut);
  m.impl("addmm.out", &AddmmOut);
  m.impl("_addmm_activation.out", &ActivatedAddmmOut);
  m.impl("baddbmm.out", &BaddbmmOut);
  m.impl("addmv.out", &AddmvOut);
  m.impl("addbmm", &Addbmm);
  m.impl("addbmm_", &AddbmmInPlace);
  m.impl("addbmm.out", &AddbmmOut);
  m.impl("addr", &Addr);
  m.impl("addr_", &AddrInPlace);
  m.impl("addr.out", &AddrOut);
  m.impl("linalg_cross.out", &CrossOut);
  m.impl("dot", &Dot<Op::dot>);
  m.impl("vdot", &Dot<Op::vdot>);
}

}  // namespace tilewright::torch_device
