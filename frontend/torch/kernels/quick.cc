// Functional and in-place forms of the commonest operations. PyTorch would make them of
// the out= form after preparations that take longer than all the rest; most calls need
// none: arrays of one type and shape, densely packed. Others go PyTorch's way.
#include <ATen/CompositeExplicitAutogradNonFunctionalFunctions.h>
#include <torch/library.h>

#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/together.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

namespace general = at::compositeexplicitautogradnonfunctional;

// A floating array of ours without holes, in order.
bool IsPlain(const Tensor& x) {
  return x.device().type() == kTpu && c10::isFloatingType(x.scalar_type()) &&
         x.is_contiguous() && !x.is_neg();
}
// Whether strides are those of a new array: beside a number those of dimensions of one
// element are kept, which say in which order the others lie.
bool AreNew(IntArrayRef strides, IntArrayRef sizes) {
  int64_t step = 1;
  for (size_t d = sizes.size(); d-- > 0; step *= sizes[d]) {
    if (strides[d] != step) return false;
  }
  return true;
}
// A number, or an array like `a`: the result is like `a`, too.
bool GoesWith(const Tensor& b, const Tensor& a) {
  if (b.scalar_type() == a.scalar_type() && b.sizes() == a.sizes()) return IsPlain(b);
  return b.dim() == 0 && b.device().is_cpu() && !b.is_complex() && a.dim() > 0 &&
         AreNew(a.strides(), a.sizes());
}
bool ArePlain(const Tensor& a, const Tensor& b) {
  return IsPlain(a) && a.numel() > 0 && GoesWith(b, a);
}

void Record(Op op, const Tensor& a, const Tensor& b, const Tensor& out) {
  Recording()
      .In(a)
      .In(b)
      .Attribute(static_cast<int64_t>(ElementOf(a.scalar_type())))
      .Attribute(-1)
      .Out(out)
      .Run(op);
}

Tensor Made(Op op, const Tensor& a, const Tensor& b, ScalarType type) {
  Tensor out = Empty(a.sizes(), type);
  Record(op, a, b, out);
  return out;
}

using BinaryForm = Tensor(const Tensor&, const Tensor&);
using InPlaceForm = Tensor&(Tensor&, const Tensor&);

template <Op op, BinaryForm* otherwise>
Tensor Binary(const Tensor& a, const Tensor& b) {
  return ArePlain(a, b) ? Made(op, a, b, a.scalar_type()) : otherwise(a, b);
}
template <Op op, BinaryForm* otherwise>
Tensor Compared(const Tensor& a, const Tensor& b) {
  return ArePlain(a, b) ? Made(op, a, b, at::kBool) : otherwise(a, b);
}
// One that lies elsewhere, or is the same array.
bool MayBeWritten(const Tensor& a, const Tensor& b) {
  return ArePlain(a, b) &&
         (a.is_same(b) || b.device().is_cpu() ||
          a.storage().unsafeGetStorageImpl() != b.storage().unsafeGetStorageImpl());
}
template <Op op, InPlaceForm* otherwise>
Tensor& InPlace(Tensor& a, const Tensor& b) {
  if (!MayBeWritten(a, b)) return otherwise(a, b);
  Record(op, a, b, a);
  return a;
}

Tensor Add(const Tensor& a, const Tensor& b, const Scalar& alpha) {
  if (!alpha.equal(1) || !ArePlain(a, b)) return general::add(a, b, alpha);
  return Made(Op::add, a, b, a.scalar_type());
}
Tensor& AddInPlace(Tensor& a, const Tensor& b, const Scalar& alpha) {
  if (!alpha.equal(1) || !MayBeWritten(a, b)) return general::add_(a, b, alpha);
  Record(Op::add, a, b, a);
  return a;
}
Tensor Subtract(const Tensor& a, const Tensor& b, const Scalar& alpha) {
  if (!alpha.equal(1) || !ArePlain(a, b)) return general::sub(a, b, alpha);
  return Made(Op::sub, a, b, a.scalar_type());
}
Tensor& SubtractInPlace(Tensor& a, const Tensor& b, const Scalar& alpha) {
  if (!alpha.equal(1) || !MayBeWritten(a, b)) return general::sub_(a, b, alpha);
  Record(Op::sub, a, b, a);
  return a;
}

template <Op op, Tensor (*otherwise)(const Tensor&)>
Tensor Unary(const Tensor& x) {
  if (!IsPlain(x) || x.numel() == 0) return otherwise(x);
  Tensor out = Empty(x.sizes(), x.scalar_type());
  Recording().In(x).Out(out).Run(op);
  return out;
}

Tensor Mm(const Tensor& a, const Tensor& b) {
  const bool plain = a.dim() == 2 && b.dim() == 2 && a.device().type() == kTpu &&
                     b.device().type() == kTpu && a.size(1) == b.size(0) &&
                     a.scalar_type() == b.scalar_type() && a.size(0) > 0 &&
                     b.size(1) > 0 && c10::isFloatingType(a.scalar_type()) &&
                     !a.is_neg() && !b.is_neg();
  if (!plain) return general::mm(a, b);
  Tensor out = Empty({a.size(0), b.size(1)}, a.scalar_type());
  Recording().In(a).In(b).Out(out).Run(Op::mm);
  return out;
}

// Plain arrays of one type that fit, whose sizes are not 0.
bool ArePlainParts(const at::ITensorListRef& parts, int64_t dim) {
  const Tensor& first = *parts.begin();
  if (first.dim() == 0 || dim < -first.dim() || dim >= first.dim()) return false;
  const int64_t along = dim < 0 ? dim + first.dim() : dim;
  for (const Tensor& part : parts) {
    if (!IsPlain(part) || part.numel() == 0 || part.dim() != first.dim() ||
        part.scalar_type() != first.scalar_type()) {
      return false;
    }
    for (int64_t d = 0; d < first.dim(); ++d) {
      if (d != along && part.size(d) != first.size(d)) return false;
    }
  }
  return true;
}

Tensor Cat(const at::ITensorListRef& parts, int64_t dim) {
  if (parts.size() == 0 || parts.size() > kMostPartsAtOnce ||
      !ArePlainParts(parts, dim)) {
    for (const Tensor& part : parts) {
      // PyTorch's way begins with a result where the first one is.
      if (part.numel() > 0) CheckTogether(Here(), part.device());
    }
    return general::cat(parts, dim);
  }
  const Tensor& first = *parts.begin();
  const int64_t along = dim < 0 ? dim + first.dim() : dim;
  at::DimVector sizes(first.sizes());
  sizes[along] = 0;
  Recording call;
  for (const Tensor& part : parts) {
    sizes[along] += part.size(along);
    call.In(part);
  }
  Tensor out = Empty(sizes, first.scalar_type());
  call.Attribute(along).Out(out).Run(Op::cat);
  return out;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("add.Tensor", &Add);
  m.impl("add_.Tensor", &AddInPlace);
  m.impl("sub.Tensor", &Subtract);
  m.impl("sub_.Tensor", &SubtractInPlace);
#define TW_BINARY(name)                                       \
  m.impl(#name ".Tensor", &Binary<Op::name, &general::name>); \
  m.impl(#name "_.Tensor", &InPlace<Op::name, &general::name##_>);
  TW_BINARY(mul)
  TW_BINARY(div)
#undef TW_BINARY
  m.impl("maximum", &Binary<Op::maximum, &general::maximum>);
  m.impl("minimum", &Binary<Op::minimum, &general::minimum>);
#define TW_COMPARE(name) m.impl(#name ".Tensor", &Compared<Op::name, &general::name>);
  TW_COMPARE(eq)
  TW_COMPARE(ne)
  TW_COMPARE(lt)
  TW_COMPARE(le)
  TW_COMPARE(gt)
  TW_COMPARE(ge)
#undef TW_COMPARE
#define TW_UNARY(name) m.impl(#name, &Unary<Op::name, &general::name>);
  TW_UNARY(cos)
  TW_UNARY(erf)
  TW_UNARY(exp)
  TW_UNARY(log)
  TW_UNARY(neg)
  TW_UNARY(reciprocal)
  TW_UNARY(rsqrt)
  TW_UNARY(sigmoid)
  TW_UNARY(silu)
  TW_UNARY(sin)
  TW_UNARY(sqrt)
  TW_UNARY(tanh)
#undef TW_UNARY
  m.impl("mm", &Mm);
  m.impl("cat", &Cat);
}

}  // namespace tilewright::torch_device
