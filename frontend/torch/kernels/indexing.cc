// Concatenation, and reads at indices that are data.
#include <ATen/ExpandUtils.h>
#include <ATen/WrapDimUtils.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

bool IsLegacyEmpty(const Tensor& x) { return x.dim() == 1 && x.numel() == 0; }

Tensor& CatOut(const at::ITensorListRef& tensors, int64_t dim, Tensor& out) {
  if (out.numel() == 0) return out;
  Recording call;
  int64_t rank = 0;
  for (const Tensor& x : tensors) {
    if (IsLegacyEmpty(x)) continue;
    rank = x.dim();
    if (x.numel() > 0) call.In(x);
  }
  call.Attribute(at::maybe_wrap_dim(dim, rank)).Out(out).Run(Op::cat);
  return out;
}

Tensor& GatherOut(const Tensor& self, int64_t dim, const Tensor& index, bool,
                  Tensor& out) {
  FitOut(out, index.sizes());
  if (out.numel() == 0) return out;
  Recording()
      .In(self)
      .In(index)
      .Attribute(at::maybe_wrap_dim(dim, self.dim()))
      .Out(out)
      .Run(Op::gather);
  return out;
}

Tensor& IndexSelectOut(const Tensor& self, int64_t dim, const Tensor& index,
                       Tensor& out) {
  const Tensor x = self.dim() == 0 ? self.view({1}) : self;
  const Tensor i = index.dim() == 0 ? index.view({1}) : index;
  TORCH_CHECK(i.dim() == 1, "index_select(): Index is supposed to be a vector");
  const int64_t at = at::maybe_wrap_dim(dim, x.dim());
  c10::SmallVector<int64_t, 6> sizes(x.sizes().begin(), x.sizes().end());
  sizes[at] = i.numel();
  if (self.dim() == 0) sizes.clear();
  FitOut(out, sizes);
  if (out.numel() == 0) return out;
  const Tensor y = self.dim() == 0 ? out.view({1}) : out;
  Recording().In(x).In(i).Attribute(at).Out(y).Run(Op::index_select);
  return out;
}
Tensor IndexSelect(const Tensor& self, int64_t dim, const Tensor& index) {
  Tensor out = Empty({0}, self.scalar_type());
  return IndexSelectOut(self, dim, index, out);
}

Tensor Embedding(const Tensor& weight, const Tensor& indices, int64_t, bool, bool) {
  TORCH_CHECK(weight.dim() == 2, "'weight' must be 2-D");
  c10::SmallVector<int64_t, 6> sizes(indices.sizes().begin(), indices.sizes().end());
  sizes.push_back(weight.size(1));
  const Tensor out = Empty(sizes, weight.scalar_type());
  if (out.numel() > 0) Recording().In(weight).In(indices).Out(out).Run(Op::embedding);
  return out;
}
Tensor EmbeddingBackward(const Tensor& gradient, const Tensor& indices, int64_t rows,
                         int64_t padding, bool by_frequency) {
  const Tensor out = Empty({rows, gradient.size(-1)}, gradient.scalar_type());
  Recording().In(gradient).In(indices).Attribute(padding).Attribute(by_frequency).Out(out).Run(
      Op::embedding_backward);
  return out;
}

// Where a mask holds, in logical order: how many elements a result has is read here.
std::vector<int64_t> PlacesOf(const Tensor& mask) {
  const Tensor whole = mask.contiguous();
  const auto held = std::make_unique<bool[]>(whole.numel() + 1);
  const StorageBuffer found = BufferOf(whole.storage());
  ThrowIfError(TheRecorder().CopyToHost(found.buffer.get(), whole.storage_offset(),
                                        whole.numel(), held.get()));
  std::vector<int64_t> places;
  for (int64_t i = 0; i < whole.numel(); ++i) {
    if (held[i]) places.push_back(i);
  }
  return places;
}
Tensor MaskedSelect(const Tensor& self, const Tensor& mask) {
  TORCH_CHECK_INDEX(mask.scalar_type() == at::kBool,
                    "masked_select: expected BoolTensor for mask");
  const auto sizes = at::infer_size_dimvector(self.sizes(), mask.sizes());
  const std::vector<int64_t> places = PlacesOf(mask.expand(sizes));
  const auto count = static_cast<int64_t>(places.size());
  return IndexSelect(self.expand(sizes).reshape({-1}), 0, FromHost(places, {count}));
}
Tensor Nonzero(const Tensor& self) {
  const std::vector<int64_t> places = PlacesOf(self.ne(0));
  std::vector<int64_t> indices(places.size() * self.dim());
  for (size_t i = 0; i < places.size(); ++i) {
    int64_t rest = places[i];
    for (int64_t d = self.dim(); d-- > 0; rest /= self.size(d)) {
      indices[i * self.dim() + d] = rest % self.size(d);
    }
  }
  return FromHost(indices, {static_cast<int64_t>(places.size()), self.dim()});
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("cat.out", &CatOut);
  m.impl("gather.out", &GatherOut);
  m.impl("index_select", &IndexSelect);
  m.impl("index_select.out", &IndexSelectOut);
  m.impl("embedding", &Embedding);
  m.impl("masked_select", &MaskedSelect);
  m.impl("nonzero", &Nonzero);
  m.impl("embedding_dense_backward", &EmbeddingBackward);
}

}  // namespace tilewright::torch_device
