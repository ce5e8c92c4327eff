// New tensors, views, and tensors that change what they are.
#include <ATen/EmptyTensor.h>
#include <ATen/ExpandUtils.h>
#include <ATen/native/TensorFactories.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/set_native.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_as_complex_native.h>
#include <ATen/ops/view_as_real_native.h>
#include <ATen/ops/view_native.h>
#include <torch/library.h>

#include <vector>

#include "frontend/torch/device/devices.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

void CheckNotPinned(std::optional<bool> pinned) {
  TORCH_CHECK(!pinned.value_or(false), "Only dense CPU tensors can be pinned");
}

// Whether deterministic algorithms want new elements to be known.
bool FillsNew() {
  const at::Context& context = at::globalContext();
  return context.deterministicAlgorithms() &&
         context.deterministicFillUninitializedMemory();
}

// A new tensor of the program's.
Tensor Made(Tensor tensor) {
  if (FillsNew()) [[unlikely]]
    at::native::fill_empty_deterministic_(tensor);
  return tensor;
}

Tensor EmptyMemoryFormat(IntArrayRef sizes, std::optional<ScalarType> type,
                         std::optional<c10::Layout>, std::optional<c10::Device> device,
                         std::optional<bool> pinned,
                         std::optional<c10::MemoryFormat> format) {
  const OnDevice wanted(IndexOf(device));
  CheckNotPinned(pinned);
  return Made(at::detail::empty_generic(sizes, &TheAllocator(), Keys(),
                                        c10::dtype_or_default(type), format));
}

Tensor EmptyStrided(IntArrayRef sizes, IntArrayRef strides,
                    std::optional<ScalarType> type, std::optional<c10::Layout>,
                    std::optional<c10::Device> device, std::optional<bool> pinned) {
  const OnDevice wanted(IndexOf(device));
  CheckNotPinned(pinned);
  return Made(at::detail::empty_strided_generic(sizes, strides, &TheAllocator(), Keys(),
                                                c10::dtype_or_default(type)));
}

// Zeros that have no memory, which PyTorch makes gradients of.
Tensor ZeroTensor(IntArrayRef sizes, std::optional<ScalarType> type,
                  std::optional<c10::Layout>, std::optional<c10::Device> device,
                  std::optional<bool>) {
  static auto& nothing = *new std::vector<at::native::ZeroTensorAllocator*>([] {
    std::vector<at::native::ZeroTensorAllocator*> all;
    for (c10::DeviceIndex i = 0; i < DeviceCount(); ++i) {
      all.push_back(new at::native::ZeroTensorAllocator(c10::Device(kTpu, i)));
    }
    return all;
  }());
  return at::detail::empty_generic(sizes, nothing[IndexOf(device)],
                                   Keys().add(c10::DispatchKey::ZeroTensor),
                                   c10::dtype_or_default(type), std::nullopt);
}

// Room for everything that the tensor reaches.
void EnsureRoom(c10::TensorImpl* tensor) {
  if (tensor->numel() == 0) return;
  int64_t last = tensor->storage_offset();
  for (int64_t d = 0; d < tensor->dim(); ++d) {
    last += (tensor->size(d) - 1) * tensor->stride(d);
  }
  const size_t bytes = (last + 1) * tensor->itemsize();
  if (bytes > tensor->storage().nbytes()) ResizeStorage(tensor->storage(), bytes);
}

// What the storage has beyond so many bytes.
void FillBehind(const Tensor& self, size_t bytes) {
  const auto first = static_cast<int64_t>(bytes / self.itemsize());
  const auto all = static_cast<int64_t>(self.storage().nbytes() / self.itemsize());
  if (all <= first) return;
  Tensor rest = Empty({0}, self.scalar_type());
  rest.set_(self.storage(), first, {all - first}, {1});
  at::native::fill_empty_deterministic_(rest);
}

const Tensor& Resize(const Tensor& self, IntArrayRef sizes,
                     std::optional<c10::MemoryFormat> format) {
  c10::TensorImpl* const impl = self.unsafeGetTensorImpl();
  const size_t before = impl->storage().nbytes();
  if (self.sizes() != sizes) {
    impl->set_sizes_contiguous(sizes);
    EnsureRoom(impl);
  }
  if (format.has_value()) {
    TORCH_CHECK(*format != c10::MemoryFormat::Preserve, "Unsupported memory format",
                *format);
    impl->empty_tensor_restride(*format);
  }
  if (FillsNew()) [[unlikely]]
    FillBehind(self, before);
  return self;
}

Tensor& SetStorageAt(Tensor& self, c10::Storage source, int64_t offset, IntArrayRef sizes,
                     IntArrayRef strides) {
  at::native::checkSetStorage(self, source, offset, sizes, strides, false);
  c10::TensorImpl* const impl = self.unsafeGetTensorImpl();
  impl->set_storage_offset(offset);
  if (strides.data() != nullptr) {
    impl->set_sizes_and_strides(sizes, strides);
  } else {
    impl->set_sizes_contiguous(sizes);
  }
  EnsureRoom(impl);
  return self;
}

Tensor& SetStorage(Tensor& self, c10::Storage source) {
  const int64_t elements = static_cast<int64_t>(source.nbytes() / self.itemsize());
  return SetStorageAt(self, std::move(source), 0, {elements}, {});
}

Tensor& SetTensor(Tensor& self, const Tensor& source) {
  if (self.unsafeGetTensorImpl() == source.unsafeGetTensorImpl()) return self;
  return SetStorageAt(self, source.storage(), source.storage_offset(), source.sizes(),
                      source.strides());
}

Tensor& SetNothing(Tensor& self) {
  c10::Storage empty(c10::Storage::use_byte_size_t(), 0, &TheAllocator(), true);
  return SetStorageAt(self, std::move(empty), 0, {0}, {});
}

}  // namespace

Tensor Empty(IntArrayRef sizes, ScalarType type) {
  return at::detail::empty_generic(sizes, &TheAllocator(), Keys(), type, std::nullopt);
}

Tensor EmptyLike(const Tensor& like, ScalarType type) {
  if (like.is_contiguous()) return Empty(like.sizes(), type);
  const auto strides = like.is_non_overlapping_and_dense()
                           ? like.strides().vec()
                           : at::infer_dense_strides(like.sizes(), like.strides());
  return at::detail::empty_strided_generic(like.sizes(), strides, &TheAllocator(), Keys(),
                                           type);
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("empty.memory_format", &EmptyMemoryFormat);
  m.impl("empty_strided", &EmptyStrided);
  m.impl("_efficientzerotensor", &ZeroTensor);
  m.impl("resize_", &Resize);
  m.impl("set_.source_Storage_storage_offset", &SetStorageAt);
  m.impl("set_.source_Storage", &SetStorage);
  m.impl("set_.source_Tensor", &SetTensor);
  m.impl("set_", &SetNothing);
  m.impl("as_strided", &at::native::as_strided_tensorimpl);
  m.impl("view", &at::native::view);
  m.impl("view.dtype", &at::native::view_dtype);
  m.impl("_reshape_alias", &at::native::_reshape_alias);
  m.impl("unfold", &at::native::unfold);
  m.impl("view_as_real", &at::native::view_as_real);
  m.impl("view_as_complex", &at::native::view_as_complex);
}

}  // namespace tilewright::torch_device
