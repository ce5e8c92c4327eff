// Reads and writes at lists of indices, masks, and places in all of a tensor. How many
// elements a mask holds is read by the host, where a result's shape depends on it.
#include <ATen/ExpandUtils.h>
#include <ATen/native/IndexingUtils.h>
#include <torch/library.h>

#include "frontend/torch/device/out_type.h"
#include "frontend/torch/device/overlap.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using OptionalTensors = c10::List<std::optional<Tensor>>;

// Where a mask holds, in logical order: how many places there are is read here.
Tensor PlacesOf(const Tensor& mask) {
  if (mask.numel() == 0) return Empty({0}, at::kLong);
  const Tensor row = mask.reshape({-1});
  const Tensor count = Empty({}, at::kLong), places = Empty(row.sizes(), at::kLong);
  Recording().In(row).Out(count).Out(places).Run(Op::held_places);
  return places.narrow(0, 0, count.item<int64_t>());
}
Tensor MaskedSelect(const Tensor& self, const Tensor& mask) {
  TORCH_CHECK(mask.scalar_type() == at::kBool,
              "masked_select: expected BoolTensor for mask");
  const auto sizes = at::infer_size_dimvector(self.sizes(), mask.sizes());
  const Tensor row = self.expand(sizes).reshape({-1});
  return row.index_select(0, PlacesOf(mask.expand(sizes)));
}
// Coordinates lie one after the other, as CPU's do.
Tensor Nonzero(const Tensor& self) {
  Tensor rest = PlacesOf(self.ne(0));
  const Tensor found = Empty({self.dim(), rest.size(0)}, at::kLong).t();
  for (int64_t d = self.dim(); d-- > 0;) {
    found.select(1, d).copy_(d == 0 ? rest : rest.remainder(self.size(d)));
    if (d > 0) rest = rest.floor_divide(self.size(d));
  }
  return found;
}

Tensor& MaskedSelectOut(const Tensor& self, const Tensor& mask, Tensor& out) {
  CheckHere(out);
  TORCH_CHECK(self.scalar_type() == out.scalar_type(),
              "masked_select(): self and result must have the same scalar type");
  CheckAlone(out, {&self, &mask});
  const Tensor found = MaskedSelect(self, mask);
  FitOut(out, found.sizes());
  return out.copy_(found);
}
Tensor& NonzeroOut(const Tensor& self, Tensor& out) {
  TORCH_CHECK(out.scalar_type() == at::kLong,
              "Expected object of scalar type Long as out, but got scalar type ",
              out.scalar_type());
  TORCH_CHECK(out.device() == self.device(),
              "Expected self and out to be on the same device, but got out on ",
              out.device(), " and self on ", self.device());
  const Tensor found = Nonzero(self);
  FitOut(out, found.sizes());
  return out.copy_(found);
}
Tensor& NonzeroStaticOut(const Tensor& self, int64_t size, int64_t fill, Tensor& out) {
  TORCH_CHECK(size >= 0, "nonzero_static: 'size' must be an non-negative integer");
  TORCH_CHECK(out.scalar_type() == at::kLong,
              "nonzero_static: Expected out tensor to have scalar type ", at::kLong,
              " but got scalar type ", out.dtype());
  const Tensor found = Nonzero(self);
  FitOut(out, {size, self.dim()});
  out.fill_(fill);
  const int64_t held = std::min(size, found.size(0));
  out.narrow(0, 0, held).copy_(found.narrow(0, 0, held));
  return out;
}
Tensor NonzeroStatic(const Tensor& self, int64_t size, int64_t fill) {
  Tensor out = Empty({0}, at::kLong);
  return NonzeroStaticOut(self, size, fill, out);
}

Tensor& MaskedScatter(Tensor& self, const Tensor& mask, const Tensor& source) {
  at::assert_no_internal_overlap(self);
  TORCH_CHECK(self.scalar_type() == source.scalar_type(),
              "masked_scatter_: expected self and source to have same dtypes but got ",
              self.scalar_type(), " and ", source.scalar_type());
  TORCH_CHECK(mask.scalar_type() == at::kBool,
              "masked_scatter_ only supports boolean masks, but got mask with dtype ",
              mask.scalar_type());
  const auto held = at::expand_inplace(self, mask, "masked_scatter_");
  if (self.numel() == 0) return self;
  if (source.numel() == 0) {
    TORCH_CHECK(!mask.any().item<bool>(),
                "Number of elements of source < number of ones in mask");
    return self;
  }
  Recording().In(self).In(*held).In(source).Out(self).Run(Op::masked_scatter);
  return self;
}

// Indices by dimension, masks among them as the places that they hold.
struct Indices {
  c10::SmallVector<Tensor, 4> tensors;
  c10::SmallVector<bool, 6> indexed;
  at::DimVector sizes;  // of what indexing gives
};
Indices IndicesOf(const Tensor& self, const OptionalTensors& list) {
  at::native::checkIndexTensorTypes(list, /*allow_int=*/true);
  const std::vector<Tensor> expanded = at::native::expandTensors(self, list, false);
  TORCH_CHECK_INDEX(static_cast<int64_t>(expanded.size()) <= self.dim(),
                    "too many indices for tensor of dimension ", self.dim(), " (got ",
                    expanded.size(), ")");
  Indices indices;
  at::DimVector common, rest;
  int64_t first = -1, last = -1;
  for (int64_t d = 0; d < self.dim(); ++d) {
    const bool indexed =
        d < static_cast<int64_t>(expanded.size()) && expanded[d].defined();
    indices.indexed.push_back(indexed);
    if (!indexed) {
      rest.push_back(self.size(d));
      continue;
    }
    if (first < 0) first = d;
    last = d;
    TORCH_CHECK(expanded[d].device() == self.device() || expanded[d].is_cpu(),
                "indices should be either on cpu or on the same device as the indexed "
                "tensor (",
                self.device().type(), ")");
    const Tensor index = expanded[d].device() == self.device()
                             ? expanded[d]
                             : expanded[d].to(self.device());
    try {
      common = at::infer_size_dimvector(common, index.sizes());
    } catch (const c10::Error&) {
      TORCH_CHECK_INDEX(
          false,
          "shape mismatch: indexing tensors could not be broadcast together "
          "with shapes ",
          IntArrayRef(common), ", ", index.sizes());
    }
    indices.tensors.push_back(index);
  }
  const bool adjacent = last - first + 1 == static_cast<int64_t>(indices.tensors.size());
  indices.sizes = rest;
  indices.sizes.insert(indices.sizes.begin() + (adjacent && first > 0 ? first : 0),
                       common.begin(), common.end());
  return indices;
}
void AddIndices(const Indices& indices, Recording* call) {
  for (const Tensor& index : indices.tensors) call->In(index);
  for (const bool indexed : indices.indexed) call->Attribute(indexed);
}
void CheckNotEmpty(const Tensor& self, const Indices& indices) {
  for (int64_t d = 0; d < self.dim(); ++d) {
    TORCH_CHECK_INDEX(!indices.indexed[d] || self.size(d) > 0,
                      "index is out of bounds for dimension with size 0");
  }
}

Tensor& IndexOut(const Tensor& self, const OptionalTensors& list, Tensor& out) {
  const Indices indices = IndicesOf(self, list);
  FitOut(out, indices.sizes);
  if (out.numel() == 0) return out;
  CheckNotEmpty(self, indices);
  if (indices.tensors.empty()) return out.copy_(self);
  Recording call;
  call.In(self);
  AddIndices(indices, &call);
  call.Out(out).Run(Op::index);
  return out;
}
Tensor Index(const Tensor& self, const OptionalTensors& list) {
  Tensor out = Empty({0}, self.scalar_type());
  return IndexOut(self, list, out);
}

// A mask alone, for one value: nothing has to be counted.
bool IsFill(const OptionalTensors& list, const Tensor& values, bool accumulate) {
  if (accumulate || list.size() != 1 || values.numel() != 1) return false;
  const std::optional<Tensor> mask = list.get(0);
  return mask.has_value() && mask->defined() && mask->scalar_type() == at::kBool;
}
void CheckPutType(const Tensor& self, const Tensor& values) {
  TORCH_CHECK(self.scalar_type() == values.scalar_type(),
              "Index put requires the source and destination dtypes match, got ",
              self.scalar_type(), " for the destination and ", values.scalar_type(),
              " for the source.");
}
Tensor& IndexPut(Tensor& self, const OptionalTensors& list, const Tensor& values,
                 bool accumulate, bool) {
  WarnOfExpanded("index_put_", self);
  if (IsFill(list, values, accumulate)) {
    Tensor mask = list.get(0)->to(self.device());
    TORCH_CHECK_INDEX(
        mask.dim() <= self.dim() && mask.sizes() == self.sizes().slice(0, mask.dim()),
        "The shape of the mask ", mask.sizes(),
        " at index 0 does not match the shape of the indexed tensor ", self.sizes(),
        " at index 0");
    CheckPutType(self, values);
    for (int64_t d = mask.dim(); d < self.dim(); ++d) mask = mask.unsqueeze(-1);
    return self.masked_fill_(mask, values.reshape({}));
  }
  const Indices indices = IndicesOf(self, list);
  TORCH_CHECK(at::is_expandable_to(values.sizes(), indices.sizes),
              "shape mismatch: value tensor of shape ", values.sizes(),
              " cannot be broadcast to indexing result of shape ",
              IntArrayRef(indices.sizes));
  CheckPutType(self, values);
  CheckApart(self, {&values});
  for (const Tensor& index : indices.tensors) CheckApart(self, {&index});
  const int64_t count = c10::multiply_integers(indices.sizes);
  if (count == 0) return self;
  CheckNotEmpty(self, indices);
  Recording call;
  call.In(self).In(values);
  for (const Tensor& index : indices.tensors) call.In(index);
  call.Attribute(accumulate);
  for (const bool indexed : indices.indexed) call.Attribute(indexed);
  call.OutShared(self).Run(Op::index_put);
  return self;
}

Tensor& TakeOut(const Tensor& self, const Tensor& index, Tensor& out) {
  TORCH_CHECK(index.scalar_type() == at::kLong,
              "take(): Expected a long tensor for index, but got ", index.scalar_type());
  TORCH_CHECK_INDEX(self.numel() > 0 || index.numel() == 0,
                    "take(): tried to take from an empty tensor");
  CheckExactly(out, self.scalar_type());
  FitOut(out, index.sizes());
  CheckAlone(out, {&self, &index});
  if (out.numel() > 0) Recording().In(self).In(index).Out(out).Run(Op::take);
  return out;
}
Tensor Take(const Tensor& self, const Tensor& index) {
  Tensor out = Empty({0}, self.scalar_type());
  return TakeOut(self, index, out);
}
Tensor& Put(Tensor& self, const Tensor& index, const Tensor& source, bool accumulate) {
  TORCH_CHECK(index.scalar_type() == at::kLong,
              "put_(): Expected a long tensor for index, but got ", index.scalar_type());
  TORCH_CHECK(
      self.scalar_type() == source.scalar_type(),
      "put_(): self and source expected to have the same dtype, but got self.dtype = ",
      self.scalar_type(), " and source.dtype = ", source.scalar_type());
  TORCH_CHECK(
      source.numel() == index.numel(),
      "put_(): Expected source and index to have the same number of elements, but "
      "got source.numel() = ",
      source.numel(), ", index.numel() = ", index.numel());
  TORCH_CHECK_INDEX(self.numel() > 0 || index.numel() == 0,
                    "put_(): Tried to put elements into an empty tensor");
  at::assert_no_internal_overlap(self);
  CheckApart(self, {&index, &source});
  if (index.numel() == 0) return self;
  Recording().In(self).In(index).In(source).Attribute(accumulate).Out(self).Run(Op::put);
  return self;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("masked_select", &MaskedSelect);
  m.impl("masked_select.out", &MaskedSelectOut);
  m.impl("nonzero", &Nonzero);
  m.impl("nonzero.out", &NonzeroOut);
  m.impl("nonzero_static", &NonzeroStatic);
  m.impl("nonzero_static.out", &NonzeroStaticOut);
  m.impl("masked_scatter_", &MaskedScatter);
  m.impl("index.Tensor", &Index);
  m.impl("index.Tensor_out", &IndexOut);
  m.impl("_index_put_impl_", &IndexPut);
  m.impl("take", &Take);
  m.impl("take.out", &TakeOut);
  m.impl("put_", &Put);
}

}  // namespace tilewright::torch_device
