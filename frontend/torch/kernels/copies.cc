// Copies, within the device and between it and others; reading one element.
#include <ATen/Dispatch_v2.h>
#include <ATen/ops/_copy_from.h>
#include <ATen/ops/_neg_view.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/view_as_real.h>
#include <torch/library.h>

#include <cstring>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/waiting.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// Bytes of a tensor on the host, contiguous and of the device tensor's shape and type.
void FromHost(const Tensor& host, const Tensor& to) {
  const StorageBuffer found = BufferOf(to.storage());
  ThrowIfError(TheRecorder().CopyFromHost(host.const_data_ptr(), to.nbytes(),
                                          found.buffer.get(),
                                          to.storage_offset() * to.itemsize()));
  if (found.foreign) WaitForAll("foreign memory");
}

void ToHost(const Tensor& from, const Tensor& host) {
  ReadStorage("copy to the host", from.storage(), from.storage_offset() * from.itemsize(),
              from.nbytes(), host.mutable_data_ptr());
}

void CopyOnDevice(const Tensor& from, const Tensor& to);

// The emitter has no complex numbers of 16-bit parts: parts are copied as real numbers.
void CopyHalves(const Tensor& from, const Tensor& to) {
  const auto parts = [](const Tensor& x) {
    return at::view_as_real(x.is_conj() ? x.conj() : x);
  };
  if (!from.is_complex()) {
    CopyOnDevice(from, parts(to).select(-1, 0));
    parts(to).select(-1, 1).zero_();
    return;
  }
  const Tensor a = parts(from);
  if (!to.is_complex()) {
    CopyOnDevice(a.select(-1, 0), to);
    return;
  }
  const Tensor b = parts(to);
  if (from.is_conj() == to.is_conj()) {
    CopyOnDevice(a, b);
    return;
  }
  CopyOnDevice(a.select(-1, 0), b.select(-1, 0));
  CopyOnDevice(at::_neg_view(a.select(-1, 1)), b.select(-1, 1));
}

// Within the device or between two, whatever the tensors' layouts, types and lazy bits.
void CopyOnDevice(const Tensor& from, const Tensor& to) {
  if (from.scalar_type() == at::kComplexHalf || to.scalar_type() == at::kComplexHalf) {
    CopyHalves(from, to);
    return;
  }
  Recording(Recording::Crossing())
      .InAsStored(from)
      .Attribute(from.is_conj() != to.is_conj())
      .Attribute(from.is_neg() != to.is_neg())
      .OutAsStored(to)
      .Run(Op::copy);
}

Tensor ContiguousOnDevice(const Tensor& x) {
  if (x.is_contiguous() && !x.is_conj() && !x.is_neg()) return x;
  const OnDevice its(x.device().index());
  const Tensor copy = Empty(x.sizes(), x.scalar_type());
  CopyOnDevice(x, copy);
  return copy;
}

// Copies dense tensors of equal strides without another order of elements on the way.
bool SameLayout(const Tensor& a, const Tensor& b) {
  return a.sizes() == b.sizes() && a.strides() == b.strides() &&
         a.is_non_overlapping_and_dense() && b.is_non_overlapping_and_dense() &&
         a.scalar_type() == b.scalar_type();
}

Tensor CopyFrom(const Tensor& self, const Tensor& to, bool) {
  if (self.numel() == 0 && to.numel() == 0) return to;
  const Tensor from = self.sizes() == to.sizes() ? self : self.expand(to.sizes());
  at::assert_no_internal_overlap(to);
  if (from.device().type() == to.device().type()) {
    if (from.is_same(to)) return to;
    at::assert_no_partial_overlap(to, from);
    CopyOnDevice(from, to);
    return to;
  }
  if (to.device().type() == kTpu) {
    const Tensor host = from.resolve_conj().resolve_neg().to(to.scalar_type());
    const bool lazy = to.is_conj() || to.is_neg();
    if (!lazy && SameLayout(host, to)) {
      FromHost(host, to);
    } else if (!lazy && to.is_contiguous()) {
      FromHost(host.contiguous(), to);
    } else {
      const OnDevice its(to.device().index());
      const Tensor whole = Empty(to.sizes(), to.scalar_type());
      FromHost(host.contiguous(), whole);
      CopyOnDevice(whole, to);
    }
    return to;
  }
  TORCH_CHECK(to.device().is_cpu(), "copies from tpu go to cpu and tpu, not to ",
              to.device());
  const bool lazy = from.is_conj() || from.is_neg() || to.is_conj() || to.is_neg();
  if (!lazy && SameLayout(from, to)) {
    ToHost(from, to);
    return to;
  }
  const Tensor whole = ContiguousOnDevice(from);
  const Tensor host = at::empty(whole.sizes(), whole.options().device(at::kCPU));
  ToHost(whole, host);
  to.copy_(host);
  return to;
}

Tensor CopyFromAndResize(const Tensor& self, const Tensor& to) {
  FitOut(to, self.sizes());
  return CopyFrom(self, to, false);
}

Scalar LocalScalarDense(const Tensor& self) {
  alignas(16) char bytes[16] = {};
  ReadStorage("item", self.storage(), self.storage_offset() * self.itemsize(),
              self.itemsize(), bytes);
  Scalar value;
  AT_DISPATCH_V2(self.scalar_type(), "item", AT_WRAP([&] {
                   scalar_t element;
                   std::memcpy(&element, bytes, sizeof element);
                   value = Scalar(element);
                 }),
                 AT_EXPAND(AT_ALL_TYPES_AND_COMPLEX),
                 AT_EXPAND(AT_BAREBONES_UNSIGNED_TYPES), AT_EXPAND(AT_FLOAT8_TYPES),
                 at::kBool, at::kHalf, at::kBFloat16);
  return value;
}

Tensor& FillScalar(Tensor& self, const Scalar& value) {
  if (self.numel() == 0) return self;
  if (self.scalar_type() == at::kComplexHalf) {
    const auto number = value.toComplexDouble();
    const Tensor parts = at::view_as_real(self.is_conj() ? self.conj() : self);
    parts.select(-1, 0).fill_(number.real());
    parts.select(-1, 1).fill_(self.is_conj() ? -number.imag() : number.imag());
    return self;
  }
  Recording().Number(value, self.scalar_type()).OutShared(self).Run(Op::fill);
  return self;
}
Tensor& FillTensor(Tensor& self, const Tensor& value) {
  TORCH_CHECK(value.dim() == 0,
              "fill_ only supports 0-dimension value tensor but got "
              "tensor with ",
              value.dim(), " dimensions.");
  if (self.numel() > 0) Recording().In(value).OutShared(self).Run(Op::fill);
  return self;
}
Tensor& Zero(Tensor& self) { return FillScalar(self, 0); }

// The storage is copied at once, in stream order, and not when somebody writes: nobody
// can tell. Its tensor lies there as `self` does in its own.
Tensor LazyClone(const Tensor& self) {
  const auto elements = static_cast<int64_t>(self.storage().nbytes() / self.itemsize());
  const Tensor all = self.as_strided({elements}, {1}, 0).clone();
  return all.as_strided(self.sizes(), self.strides(), self.storage_offset());
}

bool IsSetTo(const Tensor& a, const Tensor& b) {
  return a.storage().unsafeGetStorageImpl() == b.storage().unsafeGetStorageImpl() &&
         a.storage_offset() == b.storage_offset() && a.sizes() == b.sizes() &&
         a.strides() == b.strides();
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_copy_from", &CopyFrom);
  m.impl("_copy_from_and_resize", &CopyFromAndResize);
  m.impl("_local_scalar_dense", &LocalScalarDense);
  m.impl("fill_.Scalar", &FillScalar);
  m.impl("fill_.Tensor", &FillTensor);
  m.impl("zero_", &Zero);
  m.impl("_lazy_clone", &LazyClone);
  m.impl("is_set_to", &IsSetTo);
  m.impl("record_stream", [](Tensor&, c10::Stream) {});  // there is one queue
}

// A lazy conjugate comes to the copy as it is, which resolves it.
TORCH_LIBRARY_IMPL(aten, Conjugate, m) {
  m.impl("_copy_from", torch::CppFunction::makeFallthrough());
}
TORCH_LIBRARY_IMPL(aten, Negative, m) {
  m.impl("_copy_from", torch::CppFunction::makeFallthrough());
}

}  // namespace tilewright::torch_device
