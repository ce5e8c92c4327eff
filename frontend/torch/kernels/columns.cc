// Blocks of images as columns, and back.
#include <torch/library.h>

#include "frontend/torch/device/capturing.h"
#include "frontend/torch/device/checks.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

struct Blocks {
  int64_t window[2], dilation[2], padding[2], stride[2];
  int64_t places[2] = {0, 0};

  int64_t size() const { return window[0] * window[1]; }
};
Blocks BlocksOf(IntArrayRef image, IntArrayRef window, IntArrayRef dilation,
                IntArrayRef padding, IntArrayRef stride) {
  Blocks blocks;
  for (int i = 0; i < 2; ++i) {
    blocks.window[i] = window[i];
    blocks.dilation[i] = dilation[i];
    blocks.padding[i] = padding[i];
    blocks.stride[i] = stride[i];
    TORCH_CHECK(window[i] > 0, "kernel size should be greater than zero, but got ",
                window);
    TORCH_CHECK(dilation[i] > 0, "dilation should be greater than zero, but got ",
                dilation);
    TORCH_CHECK(padding[i] >= 0, "padding should be non-negative, but got ", padding);
    TORCH_CHECK(stride[i] > 0, "stride should be greater than zero, but got ", stride);
    const int64_t left = image[i] + 2 * padding[i] - (dilation[i] * (window[i] - 1) + 1);
    blocks.places[i] = left < 0 ? 0 : left / stride[i] + 1;
  }
  TORCH_CHECK(blocks.places[0] > 0 && blocks.places[1] > 0,
              "Given input with spatial size ", image, ", kernel_size=", window,
              ", dilation=", dilation, ", padding=", padding,
              ", calculated shape of the array of sliding blocks as (", blocks.places[0],
              ", ", blocks.places[1], "), but its components must be at least one.");
  return blocks;
}
void CheckPairs(IntArrayRef window, IntArrayRef dilation, IntArrayRef padding,
                IntArrayRef stride) {
  TORCH_CHECK(window.size() == 2 && dilation.size() == 2 && padding.size() == 2 &&
                  stride.size() == 2,
              "It is expected kernel_size, dilation, padding and stride to have 2 "
              "elements each");
}
void AddBlocks(const Blocks& blocks, Recording* call) {
  for (int i = 0; i < 2; ++i) {
    call->Attribute(blocks.window[i])
        .Attribute(blocks.dilation[i])
        .Attribute(blocks.padding[i])
        .Attribute(blocks.stride[i]);
  }
}
void RunColumns(Op op, const Tensor& from, const Blocks& blocks, const Tensor& to) {
  if (to.numel() == 0) return;
  Recording call;
  call.In(from);
  AddBlocks(blocks, &call);
  if (op == Op::im2col && CaptureIsForAnySizes()) call.Attribute(1);
  call.Out(to).Run(op);
}

Tensor& Im2ColOut(const Tensor& self, IntArrayRef window, IntArrayRef dilation,
                  IntArrayRef padding, IntArrayRef stride, Tensor& out) {
  CheckPairs(window, dilation, padding, stride);
  CheckTaken(Op::im2col, self.scalar_type());
  const bool batched = self.dim() == 4;
  TORCH_CHECK(
      (batched || self.dim() == 3) && self.size(-1) != 0 && self.size(-2) != 0 &&
          self.size(-3) != 0,
      "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other "
      "non-zero dimensions for input, but got: ",
      self.sizes());
  const Tensor x = batched ? self : self.unsqueeze(0);
  const Blocks blocks = BlocksOf(x.sizes().slice(2), window, dilation, padding, stride);
  at::DimVector sizes = {x.size(0), x.size(1) * blocks.size(),
                         blocks.places[0] * blocks.places[1]};
  if (!batched) sizes.erase(sizes.begin());
  FitOut(out, sizes);
  RunColumns(Op::im2col, x, blocks, batched ? out : out.unsqueeze(0));
  return out;
}
Tensor Im2Col(const Tensor& self, IntArrayRef window, IntArrayRef dilation,
              IntArrayRef padding, IntArrayRef stride) {
  Tensor out = Empty({0}, self.scalar_type());
  return Im2ColOut(self, window, dilation, padding, stride, out);
}

Tensor& Col2ImOut(const Tensor& self, IntArrayRef image, IntArrayRef window,
                  IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride,
                  Tensor& out) {
  TORCH_CHECK(image.size() == 2, "It is expected output_size equals to 2, but got size ",
              image.size());
  CheckPairs(window, dilation, padding, stride);
  const bool batched = self.dim() == 3;
  TORCH_CHECK(
      (batched || self.dim() == 2) && self.size(-1) != 0 && self.size(-2) != 0,
      "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size "
      "and non-zero dimensions for input, but got: ",
      self.sizes());
  const Tensor x = batched ? self : self.unsqueeze(0);
  const Blocks blocks = BlocksOf(image, window, dilation, padding, stride);
  TORCH_CHECK(x.size(1) % blocks.size() == 0,
              "Expected size of input's dimension 1 to be divisible by the product of "
              "kernel_size, but got input.size(1)=",
              x.size(1), " and kernel_size=", window);
  TORCH_CHECK(x.size(2) == blocks.places[0] * blocks.places[1],
              "Given output_size=", image, ", kernel_size=", window,
              ", dilation=", dilation, ", padding=", padding, ", stride=", stride,
              ", expected size of input's dimension 2 to match the calculated number of "
              "sliding blocks ",
              blocks.places[0], " * ", blocks.places[1],
              ", but got input.size(2)=", x.size(2));
  at::DimVector sizes = {x.size(0), x.size(1) / blocks.size(), image[0], image[1]};
  if (!batched) sizes.erase(sizes.begin());
  FitOut(out, sizes);
  RunColumns(Op::col2im, x, blocks, batched ? out : out.unsqueeze(0));
  return out;
}
Tensor Col2Im(const Tensor& self, IntArrayRef image, IntArrayRef window,
              IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride) {
  Tensor out = Empty({0}, self.scalar_type());
  return Col2ImOut(self, image, window, dilation, padding, stride, out);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("im2col", &Im2Col);
  m.impl("im2col.out", &Im2ColOut);
  m.impl("col2im", &Col2Im);
  m.impl("col2im.out", &Col2ImOut);
}

}  // namespace tilewright::torch_device
