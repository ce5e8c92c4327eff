// Concatenation; reads and writes at indices along one dimension.
#include <ATen/ExpandUtils.h>
#include <ATen/WrapDimUtils.h>
#include <ATen/native/ScatterGatherChecks.h>
#include <ATen/ops/cat_meta_dispatch.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/out_type.h"
#include "frontend/torch/device/overlap.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

Tensor OneDimension(const Tensor& x) { return x.dim() == 0 ? x.view({1}) : x; }

bool IsLegacyEmpty(const Tensor& x) { return x.dim() == 1 && x.numel() == 0; }

void CatAtOnce(c10::ArrayRef<const Tensor*> parts, int64_t along, const Tensor& out) {
  Recording call;
  for (const Tensor* part : parts) call.In(*part);
  call.Attribute(along).Out(out).Run(Op::cat);
}

// Each number of arrays is a kernel of its own: of many, 32 or 16 at once, which is
// faster, too, than a kernel of all.
void Cat(c10::ArrayRef<const Tensor*> parts, int64_t along, const Tensor& out) {
  if (parts.size() <= kMostPartsAtOnce) return CatAtOnce(parts, along, out);
  int64_t place = 0;
  for (size_t count = 0; !parts.empty(); parts = parts.slice(count)) {
    count = parts.size() >= 32 ? 32 : std::min(parts.size(), kMostPartsAtOnce);
    int64_t size = 0;
    for (const Tensor* part : parts.slice(0, count)) size += part->size(along);
    CatAtOnce(parts.slice(0, count), along, out.narrow(along, place, size));
    place += size;
  }
}

Tensor& CatOut(const at::ITensorListRef& tensors, int64_t dim, Tensor& out) {
  CheckHere(out);
  // What is refused, and the result's shape.
  at::meta::cat_outf(tensors, dim, out);
  if (out.numel() == 0) return out;
  c10::SmallVector<const Tensor*, kMostPartsAtOnce> parts;
  int64_t rank = 0;
  for (const Tensor& x : tensors) {
    if (IsLegacyEmpty(x)) continue;
    rank = x.dim();
    if (x.numel() > 0) parts.push_back(&x);
  }
  Cat(parts, at::maybe_wrap_dim(dim, rank), out);
  return out;
}

Tensor& GatherOut(const Tensor& self, int64_t dim, const Tensor& index, bool,
                  Tensor& out) {
  at::native::scatter_gather_dtype_check("gather", self, index);
  if (index.numel() > 0) {
    at::native::gather_shape_check(self, at::maybe_wrap_dim(dim, self.dim()), index);
  }
  CheckExactly(out, self.scalar_type());
  FitOut(out, index.sizes());
  CheckAlone(out, {&self, &index});
  if (out.numel() == 0) return out;
  const Tensor x = OneDimension(self), i = OneDimension(index), y = OneDimension(out);
  const int64_t along = at::maybe_wrap_dim(dim, x.dim());
  TORCH_CHECK(x.size(along) > 0, "gather(): dimension ", along, " has no elements");
  Recording().In(x).In(i).Attribute(along).Out(y).Run(Op::gather);
  return out;
}

Tensor& IndexSelectOut(const Tensor& self, int64_t dim, const Tensor& index,
                       Tensor& out) {
  const Tensor x = self.dim() == 0 ? self.view({1}) : self;
  const Tensor i = index.dim() == 0 ? index.view({1}) : index;
  TORCH_CHECK(i.dim() == 1, "index_select(): Index is supposed to be a vector");
  TORCH_CHECK(out.scalar_type() == self.scalar_type(),
              "index_select(): self and result must have the same scalar type");
  TORCH_CHECK(i.scalar_type() == at::kLong || i.scalar_type() == at::kInt,
              "index_select(): Expected dtype int32 or int64 for index");
  const int64_t at = at::maybe_wrap_dim(dim, x.dim());
  c10::SmallVector<int64_t, 6> sizes(x.sizes().begin(), x.sizes().end());
  sizes[at] = i.numel();
  if (self.dim() == 0) sizes.clear();
  CheckAlone(out, {&self, &index});
  FitOut(out, sizes);
  if (out.numel() == 0) return out;
  TORCH_CHECK_INDEX(x.size(at) > 0, "index out of range in self");
  const Tensor y = self.dim() == 0 ? out.view({1}) : out;
  Recording().In(x).In(i).Attribute(at).Out(y).Run(Op::index_select);
  return out;
}
Tensor IndexSelect(const Tensor& self, int64_t dim, const Tensor& index) {
  Tensor out = Empty({0}, self.scalar_type());
  return IndexSelectOut(self, dim, index, out);
}

// How writes meet what is there, as the lowering numbers them.
enum class Meeting : int64_t { kReplace, kAdd, kMultiply, kMaximum, kMinimum, kMean };

Meeting MeetingOf(std::string_view name) {
  if (name == "add" || name == "sum") return Meeting::kAdd;
  if (name == "multiply" || name == "prod") return Meeting::kMultiply;
  if (name == "amax") return Meeting::kMaximum;
  if (name == "amin") return Meeting::kMinimum;
  if (name == "mean") return Meeting::kMean;
  TORCH_CHECK(false, "reduce argument must be either sum, prod, mean, amax or amin, got ",
              name, ".");
}

void CopyUnlessSame(const Tensor& self, Tensor& out) {
  if (!self.is_same(out)) out.copy_(self);
}

// The part of it that has this shape.
Tensor Corner(Tensor x, IntArrayRef sizes) {
  for (int64_t d = 0; d < x.dim(); ++d) x = x.narrow(d, 0, sizes[d]);
  return x;
}

Tensor& Scatter(const Tensor& self, int64_t dim, const Tensor& index,
                const Tensor* source, const Scalar* value, Meeting meeting,
                bool with_self, Tensor& out) {
  if (meeting == Meeting::kMaximum || meeting == Meeting::kMinimum) {
    CheckTaken("scatter_reduce", self.scalar_type(), Takes::kReals);
  } else if (meeting == Meeting::kMean) {
    CheckTaken("scatter_reduce", self.scalar_type(), Takes::kNumbers);
  }
  at::native::scatter_gather_dtype_check(
      "scatter", self, index,
      source == nullptr ? std::nullopt : std::optional<Tensor>(*source));
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  at::native::scatter_shape_check(
      self, along, index,
      source == nullptr ? std::nullopt : std::optional<Tensor>(*source));
  CheckExactly(out, self.scalar_type());
  FitOut(out, self.sizes());
  CheckAlone(out, {&index});
  if (source != nullptr) CheckAlone(out, {source});
  if (index.numel() == 0 || self.numel() == 0) {
    CopyUnlessSame(self, out);
    return out;
  }
  const Tensor x = OneDimension(self), i = OneDimension(index), y = OneDimension(out);
  const Tensor updates =
      source == nullptr ? Tensor() : Corner(OneDimension(*source), i.sizes());
  Recording call;
  call.In(x).In(i);
  source != nullptr ? call.In(updates) : call.Number(*value, self.scalar_type());
  call.Attribute(along)
      .Attribute(static_cast<int64_t>(meeting))
      .Attribute(with_self)
      .Out(y)
      .Run(Op::scatter);
  return out;
}
Tensor& ScatterOut(const Tensor& self, int64_t dim, const Tensor& index,
                   const Tensor& source, Tensor& out) {
  return Scatter(self, dim, index, &source, nullptr, Meeting::kReplace, true, out);
}
Tensor& ScatterValueOut(const Tensor& self, int64_t dim, const Tensor& index,
                        const Scalar& value, Tensor& out) {
  return Scatter(self, dim, index, nullptr, &value, Meeting::kReplace, true, out);
}
Tensor& ScatterReduceOut(const Tensor& self, int64_t dim, const Tensor& index,
                         const Tensor& source, std::string_view reduce, Tensor& out) {
  return Scatter(self, dim, index, &source, nullptr, MeetingOf(reduce), true, out);
}
Tensor& ScatterValueReduceOut(const Tensor& self, int64_t dim, const Tensor& index,
                              const Scalar& value, std::string_view reduce, Tensor& out) {
  return Scatter(self, dim, index, nullptr, &value, MeetingOf(reduce), true, out);
}
Tensor& ScatterAddOut(const Tensor& self, int64_t dim, const Tensor& index,
                      const Tensor& source, Tensor& out) {
  return Scatter(self, dim, index, &source, nullptr, Meeting::kAdd, true, out);
}
Tensor& ScatterReduceTwoOut(const Tensor& self, int64_t dim, const Tensor& index,
                            const Tensor& source, std::string_view reduce, bool with_self,
                            Tensor& out) {
  return Scatter(self, dim, index, &source, nullptr, MeetingOf(reduce), with_self, out);
}

// Which of the lowering's rules says what indices are inside.
enum class Inside : int64_t { kAsGather, kAsCopy, kAsSelect, kAsIndex };

// Slices of self at an index, of which the source, or its number, has as many.
Tensor& WriteAlong(const Tensor& self, int64_t dim, const Tensor& index,
                   const Tensor* source, const Scalar* number, const Scalar* alpha,
                   Meeting meeting, bool with_self, Inside inside, Tensor& out) {
  CheckExactly(out, self.scalar_type());
  FitOut(out, self.sizes());
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  if (index.numel() == 0 || self.numel() == 0) {
    CopyUnlessSame(self, out);
    return out;
  }
  const Tensor x = OneDimension(self), i = OneDimension(index), y = OneDimension(out);
  const Tensor updates = source == nullptr ? Tensor() : *source;
  Recording call;
  call.In(x).In(i);
  source != nullptr ? call.In(updates) : call.Number(*number, self.scalar_type());
  if (alpha != nullptr && !alpha->equal(1)) {
    call.Number(*alpha, ComputeType(self.scalar_type()));
  } else {
    call.Nothing();
  }
  call.Attribute(along)
      .Attribute(static_cast<int64_t>(meeting))
      .Attribute(with_self)
      .Attribute(static_cast<int64_t>(inside));
  inside == Inside::kAsIndex ? call.OutShared(y) : call.Out(y);
  call.Run(Op::index_write);
  return out;
}
Tensor& IndexAddOut(const Tensor& self, int64_t dim, const Tensor& index,
                    const Tensor& source, const Scalar& alpha, Tensor& out) {
  // CPU writes single elements and slices in two ways, which check in two.
  const Inside inside = self.dim() <= 1 ? Inside::kAsSelect : Inside::kAsGather;
  return WriteAlong(self, dim, index, &source, nullptr, &alpha, Meeting::kAdd, true,
                    inside, out);
}
Tensor& IndexCopyOut(const Tensor& self, int64_t dim, const Tensor& index,
                     const Tensor& source, Tensor& out) {
  return WriteAlong(self, dim, index, &source, nullptr, nullptr, Meeting::kReplace, true,
                    Inside::kAsCopy, out);
}
Tensor& IndexReduceOut(const Tensor& self, int64_t dim, const Tensor& index,
                       const Tensor& source, std::string_view reduce, bool with_self,
                       Tensor& out) {
  CheckTaken("index_reduce", self.scalar_type(), Takes::kRealNumbers);
  return WriteAlong(self, dim, index, &source, nullptr, nullptr, MeetingOf(reduce),
                    with_self, Inside::kAsSelect, out);
}
void CheckFill(const Tensor& self, const Tensor& index, bool complex) {
  TORCH_CHECK(self.is_complex() || !complex,
              "index_fill_(): Converting complex Scalar to non-complex type is not "
              "supported");
  TORCH_CHECK_INDEX(index.scalar_type() == at::kLong,
                    "index_fill_(): Expected dtype int64 for index.");
  TORCH_CHECK(index.dim() <= 1, "Index has to be a vector/scalar");
  WarnOfExpanded("index_fill_", self);
  CheckApart(self, {&index});
}
Tensor& IndexFillScalar(Tensor& self, int64_t dim, const Tensor& index,
                        const Scalar& value) {
  CheckFill(self, index, value.isComplex());
  return WriteAlong(self, dim, index, nullptr, &value, nullptr, Meeting::kReplace, true,
                    Inside::kAsIndex, self);
}
Tensor& IndexFillTensor(Tensor& self, int64_t dim, const Tensor& index,
                        const Tensor& value) {
  CheckFill(self, index, value.is_complex());
  TORCH_CHECK(
      value.dim() == 0,
      "index_fill_ only supports a 0-dimensional value tensor, but got tensor with ",
      value.dim(), " dimension(s).");
  return WriteAlong(self, dim, index, &value, nullptr, nullptr, Meeting::kReplace, true,
                    Inside::kAsIndex, self);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("cat.out", &CatOut);
  m.impl("gather.out", &GatherOut);
  m.impl("index_select", &IndexSelect);
  m.impl("index_select.out", &IndexSelectOut);
  m.impl("scatter.src_out", &ScatterOut);
  m.impl("scatter.value_out", &ScatterValueOut);
  m.impl("scatter.reduce_out", &ScatterReduceOut);
  m.impl("scatter.value_reduce_out", &ScatterValueReduceOut);
  m.impl("scatter_add.out", &ScatterAddOut);
  m.impl("scatter_reduce.two_out", &ScatterReduceTwoOut);
  m.impl("index_add.out", &IndexAddOut);
  m.impl("index_copy.out", &IndexCopyOut);
  m.impl("index_reduce.out", &IndexReduceOut);
  m.impl("index_fill_.int_Scalar", &IndexFillScalar);
  m.impl("index_fill_.int_Tensor", &IndexFillTensor);
}

}  // namespace tilewright::torch_device
