// Windows of one size that lie at random. Tensors may lack the batch.
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"
#include "frontend/torch/kernels/pooling.h"

namespace tilewright::torch_device {
namespace {

void Check(const char* name, const Tensor& self, int64_t spatial, IntArrayRef sizes,
           IntArrayRef last, const Tensor& samples) {
  TORCH_CHECK(static_cast<int64_t>(sizes.size()) == spatial, name,
              ": kernel_size must either be a single Int or tuple of Ints");
  TORCH_CHECK(static_cast<int64_t>(last.size()) == spatial, name,
              ": output_size must either be a single Int or tuple of Ints");
  TORCH_CHECK(self.dim() == spatial + 1 || self.dim() == spatial + 2, name, ": Expected ",
              spatial + 1, "D or ", spatial + 2, "D tensor, but got: ", self.sizes());
  for (int64_t d = self.dim() - spatial - 1; d < self.dim(); ++d) {
    TORCH_CHECK(self.size(d) > 0, name,
                ": Expected input to have non-zero size for non-batch dimensions, but "
                "got ",
                self.sizes(), " with dimension ", d, " being empty.");
  }
  for (int64_t i = 0; i < spatial; ++i) {
    const int64_t from = self.size(self.dim() - spatial + i);
    TORCH_CHECK(sizes[i] > 0 && last[i] >= 0, name,
                ": kernel sizes must be greater than zero and output sizes not negative, "
                "but got ",
                sizes, " and ", last);
    TORCH_CHECK(last[i] + sizes[i] - 1 <= from, name, ": out of range: pool size ",
                sizes[i], " and output size ", last[i], " are too large for input size ",
                from);
  }
  TORCH_CHECK(samples.dim() == 3, "Expect _random_samples to have 3 dimensions, got ",
              samples.dim());
  TORCH_CHECK(samples.scalar_type() == self.scalar_type(),
              "Expect _random_samples to have the same dtype as input");
  const bool batched = self.dim() == spatial + 2;
  const int64_t batch = batched ? self.size(0) : 1;
  TORCH_CHECK(samples.size(0) >= batch,
              "Expect _random_samples.size(0) no less then input batch size.");
  TORCH_CHECK(samples.size(1) == self.size(batched ? 1 : 0),
              "Expect _random_samples.size(1) equals to input channel size.");
  TORCH_CHECK(samples.size(2) == spatial, "Expect _random_samples.size(2) equals to ",
              spatial, "; got ", samples.size(2), ".");
}

template <int64_t spatial>
std::tuple<Tensor&, Tensor&> FractionalOut(const Tensor& self, IntArrayRef sizes,
                                           IntArrayRef last, const Tensor& samples,
                                           Tensor& out, Tensor& indices) {
  Check(spatial == 2 ? "fractional_max_pool2d" : "fractional_max_pool3d", self, spatial,
        sizes, last, samples);
  at::DimVector shape(self.sizes());
  std::copy(last.begin(), last.end(), shape.end() - spatial);
  FitOut(out, shape);
  FitOut(indices, shape);
  if (out.numel() == 0) return {out, indices};
  const bool batched = self.dim() == spatial + 2;
  const auto whole = [&](const Tensor& x) { return batched ? x : x.unsqueeze(0); };
  const Tensor image = whole(self);
  const Tensor used = samples.narrow(0, 0, image.size(0));
  // They outlive the call, as it wants.
  c10::SmallVector<Tensor, 3> chosen;
  Recording call;
  call.In(image);
  for (int64_t i = 0; i < spatial; ++i) {
    // Of two, the first one is the last dimension's.
    chosen.push_back(used.select(2, spatial == 2 ? 1 - i : i));
    call.In(chosen.back()).Attribute(sizes[i]);
  }
  call.Out(whole(out)).Out(whole(indices)).Run(Op::fractional_max_pool);
  return {out, indices};
}

template <int64_t spatial>
Tensor& FractionalBackwardOut(const Tensor& gradient, const Tensor& self, IntArrayRef,
                              IntArrayRef, const Tensor& indices, Tensor& out) {
  TORCH_CHECK(gradient.sizes() == indices.sizes(),
              "fractional_max_pool_backward: gradOutput has shape ", gradient.sizes(),
              ", expected ", indices.sizes());
  FitOut(out, self.sizes());
  WriteRows(gradient, indices, spatial, true, out);
  return out;
}
Tensor Fractional3dBackward(const Tensor& gradient, const Tensor& self, IntArrayRef sizes,
                            IntArrayRef last, const Tensor& indices) {
  Tensor out = Empty({0}, self.scalar_type());
  return FractionalBackwardOut<3>(gradient, self, sizes, last, indices, out);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("fractional_max_pool2d.output", &FractionalOut<2>);
  m.impl("fractional_max_pool3d.output", &FractionalOut<3>);
  m.impl("fractional_max_pool2d_backward.grad_input", &FractionalBackwardOut<2>);
  m.impl("fractional_max_pool3d_backward", &Fractional3dBackward);
  m.impl("fractional_max_pool3d_backward.grad_input", &FractionalBackwardOut<3>);
}

}  // namespace tilewright::torch_device
