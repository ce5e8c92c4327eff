// Elements in another order, repeated at borders, or made shorter.
#include <ATen/WrapDimUtils.h>
#include <ATen/native/ReduceOpsUtils.h>
#include <ATen/ops/channel_shuffle_native.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/pixel_shuffle_native.h>
#include <ATen/ops/pixel_unshuffle_native.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/gradient_sizes.h"
#include "frontend/torch/device/out_type.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// What is new lies as the image that it is made of, whose channels may come last.
Tensor EmptyImage(IntArrayRef sizes, const Tensor& image) {
  return at::empty(sizes, image.options().memory_format(image.suggest_memory_format()));
}
Tensor AsImage(const Tensor& made, const Tensor& image) {
  if (image.suggest_memory_format() == c10::MemoryFormat::Contiguous) return made;
  return EmptyImage(made.sizes(), image).copy_(made);
}

Tensor Flip(const Tensor& self, IntArrayRef dims) {
  const Tensor out = EmptyLike(self, self.scalar_type());
  const auto flipped = at::dim_list_to_bitset(dims, self.dim());
  if (out.numel() == 0) return out;
  Recording call;
  call.In(self);
  for (int64_t d = 0; d < self.dim(); ++d) {
    if (flipped[d]) call.Attribute(d);
  }
  call.Out(out).Run(Op::flip);
  return out;
}
Tensor Roll(const Tensor& self, IntArrayRef shifts, IntArrayRef dims) {
  TORCH_CHECK(!shifts.empty(), "`shifts` required");
  if (dims.empty() && shifts.size() == 1) {
    return Roll(self.flatten(), shifts, 0).view(self.sizes());
  }
  TORCH_CHECK_INDEX(dims.empty() || self.dim() > 0, "Dimension specified as ",
                    dims.empty() ? 0 : dims[0], " but tensor has no dimensions");
  TORCH_CHECK(shifts.size() == dims.size(),
              "shifts and dimensions must align. shifts: ", shifts.size(),
              ", dims:", dims.size());
  const Tensor out = EmptyImage(self.sizes(), self);
  if (out.numel() == 0) return out;
  Recording call;
  call.In(self);
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t d = at::maybe_wrap_dim(dims[i], self.dim());
    if (self.dim() == 0) continue;
    const int64_t shift = ((shifts[i] % self.size(d)) + self.size(d)) % self.size(d);
    if (shift != 0) call.Attribute(d).Attribute(shift);
  }
  call.Out(out).Run(Op::roll);
  return out;
}

Tensor UnfoldBackward(const Tensor& gradient, IntArrayRef sizes, int64_t dim,
                      int64_t size, int64_t step) {
  const Tensor out = Empty(sizes, gradient.scalar_type());
  if (sizes.empty()) {
    return gradient.numel() == 0 ? out.zero_() : out.copy_(gradient.reshape({}));
  }
  const int64_t along = at::maybe_wrap_dim(dim, static_cast<int64_t>(sizes.size()));
  at::DimVector windows(sizes);
  windows[along] = (sizes[along] - size) / step + 1;
  windows.push_back(size);
  CheckGradientSizes("unfold_backward", gradient, windows);
  if (gradient.numel() == 0) return out.zero_();
  Recording().In(gradient).Attribute(along).Attribute(step).Out(out).Run(
      Op::unfold_backward);
  return out;
}

// Paddings come as low and high of the last dimension, the one before, ...
at::DimVector PaddedSizes(const Tensor& self, IntArrayRef padding) {
  at::DimVector sizes(self.sizes());
  for (size_t i = 0; 2 * i < padding.size(); ++i) {
    const int64_t d = self.dim() - 1 - static_cast<int64_t>(i);
    sizes[d] += padding[2 * i] + padding[2 * i + 1];
  }
  return sizes;
}
void RunBorders(Op op, const Tensor& from, IntArrayRef padding, bool reflect,
                const Tensor& to) {
  if (to.numel() == 0) return;
  if (from.numel() == 0) {
    to.zero_();
    return;
  }
  Recording call;
  call.In(from).Attribute(reflect);
  for (size_t i = padding.size() / 2; i-- > 0;) call.Attribute(padding[2 * i]);
  call.Out(to).Run(op);
}
void CheckBorders(const Tensor& self, IntArrayRef padding, bool reflect) {
  const auto dims = static_cast<int64_t>(padding.size() / 2);
  const bool batched = self.dim() == dims + 2;
  TORCH_CHECK((batched || self.dim() == dims + 1) &&
                  c10::multiply_integers(self.sizes().slice(batched ? 1 : 0)) > 0,
              "Expected ", dims + 1, "D or ", dims + 2,
              "D (batch mode) tensor with possibly 0 batch size and "
              "other non-zero dimensions for input, but got: ",
              self.sizes());
  const at::DimVector sizes = PaddedSizes(self, padding);
  for (int64_t i = 0; i < dims; ++i) {
    const int64_t d = self.dim() - 1 - i, size = self.size(d);
    TORCH_CHECK(!reflect || (padding[2 * i] < size && padding[2 * i + 1] < size),
                "Argument #", 4 + 2 * i,
                ": Padding size should be less than the "
                "corresponding input dimension, but got: padding (",
                padding[2 * i], ", ", padding[2 * i + 1], ") at dimension ", d,
                " of input ", self.sizes());
    TORCH_CHECK(size > 0 && sizes[d] >= 1, "input (size ", size,
                ") is too small. "
                "Calculated output size: ",
                sizes[d]);
  }
}
// Of images and volumes in batches.
void FitBordered(const Tensor& out, IntArrayRef sizes, const Tensor& self,
                 IntArrayRef padding) {
  if (out.sizes() == sizes) return;
  FitOut(out, sizes);
  if (self.dim() != static_cast<int64_t>(padding.size() / 2) + 2) return;
  out.unsafeGetTensorImpl()->empty_tensor_restride(self.suggest_memory_format());
}
template <bool reflect>
Tensor& BorderPadOut(const Tensor& self, IntArrayRef padding, Tensor& out) {
  CheckBorders(self, padding, reflect);
  FitBordered(out, PaddedSizes(self, padding), self, padding);
  RunBorders(Op::border_pad, self, padding, reflect, out);
  return out;
}
template <bool reflect>
Tensor BorderPad(const Tensor& self, IntArrayRef padding) {
  Tensor out = Empty({0}, self.scalar_type());
  return BorderPadOut<reflect>(self, padding, out);
}
template <bool reflect>
Tensor& BorderPadBackwardOut(const Tensor& gradient, const Tensor& self,
                             IntArrayRef padding, Tensor& out) {
  TORCH_CHECK(gradient.sizes() == IntArrayRef(PaddedSizes(self, padding)),
              "grad_output has sizes ", gradient.sizes(), ", expected ",
              IntArrayRef(PaddedSizes(self, padding)));
  FitBordered(out, self.sizes(), self, padding);
  RunBorders(Op::border_pad_backward, gradient, padding, reflect, out);
  return out;
}
template <bool reflect>
Tensor BorderPadBackward(const Tensor& gradient, const Tensor& self,
                         IntArrayRef padding) {
  Tensor out = Empty({0}, self.scalar_type());
  return BorderPadBackwardOut<reflect>(gradient, self, padding, out);
}

Tensor ChannelShuffle(const Tensor& self, int64_t groups) {
  return AsImage(at::native::math_channel_shuffle(self, groups), self);
}
Tensor PixelShuffle(const Tensor& self, int64_t factor) {
  return AsImage(at::native::math_pixel_shuffle(self, factor), self);
}
Tensor PixelUnshuffle(const Tensor& self, int64_t factor) {
  return AsImage(at::native::math_pixel_unshuffle(self, factor), self);
}

Tensor& NarrowCopyOut(const Tensor& self, int64_t dim, int64_t start, int64_t length,
                      Tensor& out) {
  const Tensor part = self.narrow(dim, start, length);
  FitOut(out, part.sizes());
  return out.copy_(part);
}

Tensor& RenormOut(const Tensor& self, const Scalar& order, int64_t dim,
                  const Scalar& limit, Tensor& out) {
  CheckExactly(out, self.scalar_type());
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  at::DimVector others;
  for (int64_t d = 0; d < self.dim(); ++d) {
    if (d != along) others.push_back(d);
  }
  CheckOverlap(out, {&self});
  // Of complex numbers, too, sizes are real.
  const ScalarType type = c10::toRealValueType(ComputeType(self.scalar_type()));
  const Tensor sizes = self.is_complex()
                           ? self.norm(order, others, /*keepdim=*/true)
                           : self.norm(order, others, /*keepdim=*/true, type);
  Recording().In(self).In(sizes).Number(limit, type).Out(out).Run(Op::renorm);
  return out;
}

// What programs of any sizes have in place of views that begin or end, or of copies into
// them, where a size says: elements that are there as numbers 0 <= first <= limit <=
// size.
Tensor Sliced(const Tensor& self, int64_t dim, int64_t first, int64_t limit,
              int64_t step) {
  at::DimVector sizes(self.sizes());
  sizes[dim] = (limit - first + step - 1) / step;
  const Tensor out = Empty(sizes, self.scalar_type());
  if (out.numel() == 0) return out;
  Recording call;
  call.In(self).Attribute(dim).Attribute(first).Attribute(limit).Attribute(step);
  call.Out(out).Run(Op::sliced);
  return out;
}
Tensor SliceWritten(const Tensor& self, const Tensor& source, int64_t dim, int64_t first,
                    int64_t limit, int64_t step) {
  const Tensor out = Empty(self.sizes(), self.scalar_type());
  if (source.numel() == 0) return out.copy_(self);
  Recording call;
  call.In(self).In(source);
  call.Attribute(dim).Attribute(first).Attribute(limit).Attribute(step);
  call.Out(out).Run(Op::slice_written);
  return out;
}
Tensor AsReal(const Tensor& self) {
  at::DimVector sizes(self.sizes());
  sizes.push_back(2);
  const Tensor out = Empty(sizes, c10::toRealValueType(self.scalar_type()));
  if (out.numel() > 0) Recording().In(self).Out(out).Run(Op::as_real);
  return out;
}
// A pair of programs (torch_lower::NumberOfBranches) with results of the types of `like`.
std::vector<Tensor> RunOf(Recording call, int64_t pair, bool is_loop,
                          at::TensorList like) {
  std::vector<Tensor> results;
  call.Attribute(pair).Attribute(is_loop ? 1 : 0);
  for (const Tensor& each : like) {
    call.Out(results.emplace_back(Empty(each.sizes(), each.scalar_type())));
  }
  call.Run(Op::chosen);
  return results;
}
// Where `truth` is true the first of them is run, otherwise the second, of these tensors.
std::vector<Tensor> Chosen(const Tensor& truth, at::TensorList operands, int64_t pair,
                           at::TensorList like) {
  Recording call;
  call.In(truth);
  for (const Tensor& operand : operands) call.In(operand);
  return RunOf(std::move(call), pair, /*is_loop=*/false, like);
}
// The second of a pair of programs is run as long as the first gives true, of what is
// carried from turn to turn and of what stays.
std::vector<Tensor> Looped(at::TensorList carried, at::TensorList stay, int64_t pair) {
  Recording call;
  for (const Tensor& operand : carried) call.In(operand);
  for (const Tensor& operand : stay) call.In(operand);
  return RunOf(std::move(call), pair, /*is_loop=*/true, carried);
}
Tensor Padded(const Tensor& self, IntArrayRef padding, const Scalar& value) {
  const at::DimVector sizes = PaddedSizes(self, padding);
  const Tensor out = Empty(sizes, self.scalar_type());
  if (out.numel() == 0 || self.numel() == 0) return out.fill_(value);
  Recording call;
  call.In(self).Number(value, self.scalar_type());
  for (size_t d = self.dim(); d-- > 0;) {
    const bool is_padded = 2 * d < padding.size();
    call.Attribute(is_padded ? padding[2 * d] : 0);
    call.Attribute(is_padded ? padding[2 * d + 1] : 0);
  }
  call.Out(out).Run(Op::padded);
  return out;
}

}  // namespace

TORCH_LIBRARY_FRAGMENT(tilewright, m) {
  m.def("slice(Tensor x, int dim, int first, int limit, int step) -> Tensor");
  m.def(
      "slice_scatter(Tensor x, Tensor source, int dim, int first, int limit, int step) "
      "-> Tensor");
  m.def("pad(Tensor x, int[] padding, Scalar value) -> Tensor");
  m.def("as_real(Tensor x) -> Tensor");
  m.def("chosen(Tensor truth, Tensor[] operands, int pair, Tensor[] like) -> Tensor[]");
  m.def("looped(Tensor[] carried, Tensor[] stay, int pair) -> Tensor[]");
}
TORCH_LIBRARY_IMPL(tilewright, PrivateUse1, m) {
  m.impl("slice", &Sliced);
  m.impl("slice_scatter", &SliceWritten);
  m.impl("pad", &Padded);
  m.impl("as_real", &AsReal);
  m.impl("chosen", &Chosen);
  m.impl("looped", &Looped);
}
TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("flip", &Flip);
  m.impl("roll", &Roll);
  m.impl("unfold_backward", &UnfoldBackward);
  m.impl("channel_shuffle", &ChannelShuffle);
  m.impl("pixel_shuffle", &PixelShuffle);
  m.impl("pixel_unshuffle", &PixelUnshuffle);
  m.impl("narrow_copy.out", &NarrowCopyOut);
  m.impl("renorm.out", &RenormOut);
#define TW_BORDERS(kind, rank, reflect)                       \
  m.impl(#kind "_pad" #rank "d.out", &BorderPadOut<reflect>); \
  m.impl(#kind "_pad" #rank "d_backward.grad_input", &BorderPadBackwardOut<reflect>);
  TW_BORDERS(reflection, 1, true)
  TW_BORDERS(reflection, 2, true)
  TW_BORDERS(reflection, 3, true)
  TW_BORDERS(replication, 1, false)
  TW_BORDERS(replication, 2, false)
  TW_BORDERS(replication, 3, false)
#undef TW_BORDERS
  m.impl("reflection_pad2d", &BorderPad<true>);
  m.impl("reflection_pad3d", &BorderPad<true>);
  m.impl("replication_pad2d", &BorderPad<false>);
  m.impl("replication_pad3d", &BorderPad<false>);
  m.impl("reflection_pad2d_backward", &BorderPadBackward<true>);
  m.impl("reflection_pad3d_backward", &BorderPadBackward<true>);
  m.impl("replication_pad2d_backward", &BorderPadBackward<false>);
  m.impl("replication_pad3d_backward", &BorderPadBackward<false>);
}

}  // namespace tilewright::torch_device
