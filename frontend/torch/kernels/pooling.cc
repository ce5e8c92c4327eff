// Windows over the last dimensions. Tensors may lack the batch.
#include "frontend/torch/kernels/pooling.h"

#include <ATen/native/Pool.h>
#include <torch/library.h>

#include "frontend/torch/device/capturing.h"
#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/gradient_sizes.h"
#include "frontend/torch/device/out_type.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// Of each of the last dimensions.
struct Pool {
  at::DimVector sizes, strides, paddings, dilations;
  at::DimVector out;  // the whole result's
};

int64_t At(IntArrayRef list, int64_t i) {
  return list.size() == 1 ? list[0] : list[static_cast<size_t>(i)];
}

Pool PoolOf(const char* name, const Tensor& self, int64_t spatial, IntArrayRef sizes,
            IntArrayRef strides, IntArrayRef paddings, IntArrayRef dilations,
            bool ceil_mode) {
  TORCH_CHECK(self.dim() == spatial + 1 || self.dim() == spatial + 2, name, ": Expected ",
              spatial + 1, "D or ", spatial + 2,
              "D (batch mode) tensor, but got input of "
              "size: ",
              self.sizes());
  for (int64_t d = self.dim() - spatial - 1; d < self.dim(); ++d) {
    TORCH_CHECK(self.size(d) > 0, name,
                ": Expected input's non-batch dimensions to have positive length, but "
                "input has a shape of ",
                self.sizes(), " and non-batch dimension ", d, " has length zero!");
  }
  Pool pool;
  pool.out = self.sizes();
  for (int64_t i = 0; i < spatial; ++i) {
    const int64_t d = self.dim() - spatial + i;
    const int64_t size = At(sizes, i), padding = At(paddings, i);
    const int64_t stride = strides.empty() ? size : At(strides, i);
    const int64_t dilation = At(dilations, i);
    TORCH_CHECK(size > 0, name, ": kernel size should be greater than zero");
    TORCH_CHECK(stride != 0, "stride should not be zero");
    TORCH_CHECK(stride > 0, name, ": stride should be greater than zero");
    TORCH_CHECK(dilation > 0, name, ": dilation should be greater than zero");
    pool.sizes.push_back(size);
    pool.strides.push_back(stride);
    pool.paddings.push_back(padding);
    pool.dilations.push_back(dilation);
    pool.out[d] = at::native::pooling_output_shape<int64_t>(self.size(d), size, padding,
                                                            stride, dilation, ceil_mode);
    TORCH_CHECK(pool.out[d] > 0, "Given input size: ", self.sizes(),
                ". Calculated output "
                "size: ",
                IntArrayRef(pool.out), ". Output size is too small");
  }
  return pool;
}
// A new result lies as the image does, whose channels may come last.
void FitImage(const Tensor& out, IntArrayRef sizes, const Tensor& image,
              int64_t spatial) {
  if (out.sizes() == sizes) return;
  FitOut(out, sizes);
  if (image.dim() != spatial + 2) return;
  out.unsafeGetTensorImpl()->empty_tensor_restride(image.suggest_memory_format());
}
void AddWindows(const Pool& pool, Recording* call) {
  for (size_t i = 0; i < pool.sizes.size(); ++i) {
    call->Attribute(pool.sizes[i])
        .Attribute(pool.strides[i])
        .Attribute(pool.paddings[i])
        .Attribute(pool.dilations[i]);
  }
}

void RunAverage(Op op, const Tensor& from, const Pool& pool, bool count_padding,
                std::optional<int64_t> divisor, const Tensor& to) {
  TORCH_CHECK(!divisor.has_value() || *divisor != 0, "divisor must be not zero");
  if (to.numel() == 0) return;
  if (from.numel() == 0) {
    to.zero_();
    return;
  }
  Recording call;
  call.In(from).Attribute(divisor.value_or(0)).Attribute(count_padding);
  AddWindows(pool, &call);
  call.Out(to).Run(op);
}
template <int64_t spatial>
Tensor& AvgPoolOut(const Tensor& self, IntArrayRef sizes, IntArrayRef strides,
                   IntArrayRef paddings, bool ceil_mode, bool count_padding,
                   std::optional<int64_t> divisor, Tensor& out) {
  const Pool pool =
      PoolOf("avg_pool", self, spatial, sizes, strides, paddings, {1}, ceil_mode);
  CheckExactly(out, self.scalar_type());
  FitOut(out, pool.out);
  RunAverage(Op::avg_pool, self, pool, count_padding, divisor, out);
  return out;
}
template <int64_t spatial>
Tensor& AvgPoolBackwardOut(const Tensor& gradient, const Tensor& self, IntArrayRef sizes,
                           IntArrayRef strides, IntArrayRef paddings, bool ceil_mode,
                           bool count_padding, std::optional<int64_t> divisor,
                           Tensor& out) {
  const Pool pool = PoolOf("avg_pool_backward", self, spatial, sizes, strides, paddings,
                           {1}, ceil_mode);
  FitOut(out, self.sizes());
  RunAverage(Op::avg_pool_backward, gradient, pool, count_padding, divisor, out);
  return out;
}

template <int64_t spatial>
std::tuple<Tensor&, Tensor&> MaxPoolOut(const Tensor& self, IntArrayRef sizes,
                                        IntArrayRef strides, IntArrayRef paddings,
                                        IntArrayRef dilations, bool ceil_mode,
                                        Tensor& out, Tensor& indices) {
  const Pool pool =
      PoolOf("max_pool", self, spatial, sizes, strides, paddings, dilations, ceil_mode);
  FitImage(out, pool.out, self, spatial);
  FitImage(indices, pool.out, self, spatial);
  if (out.numel() == 0) return {out, indices};
  Recording call;
  call.In(self);
  AddWindows(pool, &call);
  call.Out(out).Out(indices).Run(Op::max_pool);
  return {out, indices};
}
std::tuple<Tensor, Tensor> MaxPool3d(const Tensor& self, IntArrayRef sizes,
                                     IntArrayRef strides, IntArrayRef paddings,
                                     IntArrayRef dilations, bool ceil_mode) {
  Tensor out = Empty({0}, self.scalar_type()), indices = Empty({0}, at::kLong);
  MaxPoolOut<3>(self, sizes, strides, paddings, dilations, ceil_mode, out, indices);
  return {out, indices};
}

// One row for each map of features.
Tensor Rows(const Tensor& x, int64_t spatial) {
  return x.flatten(-spatial).reshape(
      {-1, c10::multiply_integers(x.sizes().slice(x.dim() - spatial))});
}
}  // namespace

void WriteRows(const Tensor& values, const Tensor& indices, int64_t spatial, bool add,
               Tensor& out) {
  out.zero_();
  if (values.numel() == 0 || out.numel() == 0) return;
  const Tensor whole = out.is_contiguous() ? out : Empty(out.sizes(), out.scalar_type());
  if (!whole.is_same(out)) whole.zero_();
  Tensor rows = Rows(whole, spatial);
  add ? rows.scatter_add_(1, Rows(indices, spatial), Rows(values, spatial))
      : rows.scatter_(1, Rows(indices, spatial), Rows(values, spatial));
  if (!whole.is_same(out)) out.copy_(whole);
}

namespace {

template <int64_t spatial>
Tensor& MaxPoolBackwardOut(const Tensor& gradient, const Tensor& self, IntArrayRef,
                           IntArrayRef, IntArrayRef, IntArrayRef, bool,
                           const Tensor& indices, Tensor& out) {
  CheckTaken("max_pool_backward", self.scalar_type(), Takes::kFloats);
  FitImage(out, self.sizes(), self, spatial);
  WriteRows(gradient, indices, spatial, true, out);
  return out;
}
Tensor MaxPool3dBackward(const Tensor& gradient, const Tensor& self, IntArrayRef sizes,
                         IntArrayRef strides, IntArrayRef paddings, IntArrayRef dilations,
                         bool ceil_mode, const Tensor& indices) {
  Tensor out = Empty({0}, self.scalar_type());
  return MaxPoolBackwardOut<3>(gradient, self, sizes, strides, paddings, dilations,
                               ceil_mode, indices, out);
}
// Of pools of a given number of results: there is no gradient of none.
void CheckGradient(const Tensor& gradient) {
  for (int64_t d = 1; d < gradient.dim(); ++d) {
    TORCH_CHECK(gradient.size(d) > 0,
                "adaptive pool: Expected grad_output to have non-zero size for non-batch "
                "dimensions, but grad_output has sizes ",
                gradient.sizes(), " with dimension ", d, " being empty");
  }
}
template <int64_t spatial>
Tensor& AdaptiveMaxPoolBackwardOut(const Tensor& gradient, const Tensor& self,
                                   const Tensor& indices, Tensor& out) {
  CheckGradient(gradient);
  FitOut(out, self.sizes());
  WriteRows(gradient, indices, spatial, true, out);
  return out;
}

at::DimVector WithLast(const Tensor& self, IntArrayRef last, int64_t spatial) {
  TORCH_CHECK(self.dim() == spatial + 1 || self.dim() == spatial + 2, "Expected ",
              spatial + 1, "D or ", spatial + 2, "D tensor, but got ", self.sizes());
  at::DimVector sizes(self.sizes());
  for (int64_t i = 0; i < spatial; ++i) {
    TORCH_CHECK(At(last, i) >= 0,
                "elements of output_size must be greater than or equal "
                "to 0 but received {",
                last, "}");
    int64_t& size = sizes[self.dim() - spatial + i];
    TORCH_CHECK(
        size > 0,
        "Expected input to have non-zero size for non-batch dimensions, but input "
        "has sizes ",
        self.sizes(), " with dimension ", self.dim() - spatial + i, " being empty");
    size = At(last, i);
  }
  return sizes;
}
// As CPU has it, of which some results over volumes are in order always.
template <int64_t spatial>
void FitAlong(const Tensor& out, IntArrayRef sizes, const Tensor& image) {
  spatial == 2 ? FitImage(out, sizes, image, spatial) : FitOut(out, sizes);
}
template <int64_t spatial>
Tensor& MaxUnpoolOut(const Tensor& self, const Tensor& indices, IntArrayRef last,
                     Tensor& out) {
  CheckTaken("max_unpool", self.scalar_type(), Takes::kFloats);
  TORCH_CHECK(
      indices.scalar_type() == at::kLong,
      "elements in indices should be type int64 but got: ", indices.scalar_type());
  TORCH_CHECK(indices.sizes() == self.sizes(),
              "Expected shape of indices to be same as that of the input tensor (",
              self.sizes(), ") but got indices tensor with shape: ", indices.sizes());
  FitAlong<spatial>(out, WithLast(self, last, spatial), self);
  WriteRows(self, indices, spatial, false, out);
  return out;
}
Tensor MaxUnpool2d(const Tensor& self, const Tensor& indices, IntArrayRef last) {
  Tensor out = Empty({0}, self.scalar_type());
  return MaxUnpoolOut<2>(self, indices, last, out);
}
Tensor& MaxUnpool3dOut(const Tensor& self, const Tensor& indices, IntArrayRef last,
                       IntArrayRef, IntArrayRef, Tensor& out) {
  return MaxUnpoolOut<3>(self, indices, last, out);
}
Tensor MaxUnpool3d(const Tensor& self, const Tensor& indices, IntArrayRef last,
                   IntArrayRef, IntArrayRef) {
  Tensor out = Empty({0}, self.scalar_type());
  return MaxUnpoolOut<3>(self, indices, last, out);
}

template <int64_t spatial>
Tensor& AdaptiveAvgPoolOut(const Tensor& self, IntArrayRef last, Tensor& out) {
  CheckTaken(Op::adaptive_avg_pool, self.scalar_type());
  FitAlong<spatial>(out, WithLast(self, last, spatial), self);
  if (out.numel() == 0) return out;
  Recording call;
  call.In(self).Attribute(spatial);
  if (CaptureIsForAnySizes()) call.Attribute(1);
  call.Out(out).Run(Op::adaptive_avg_pool);
  return out;
}
template <int64_t spatial>
Tensor AdaptiveAvgPool(const Tensor& self, IntArrayRef last) {
  Tensor out = Empty({0}, self.scalar_type());
  return AdaptiveAvgPoolOut<spatial>(self, last, out);
}
template <int64_t spatial>
Tensor AdaptiveAvgPoolBackward(const Tensor& gradient, const Tensor& self) {
  CheckGradient(gradient);
  at::DimVector sizes(gradient.sizes());  // as many along the last ones as were asked for
  for (int64_t d = 0; d < gradient.dim() && d < self.dim() - spatial; ++d) {
    sizes[d] = self.size(d);
  }
  sizes.resize(self.dim(), 1);
  CheckGradientSizes("adaptive_avg_pool_backward", gradient, sizes);
  const Tensor out = Empty({0}, self.scalar_type());
  FitAlong<spatial>(out, self.sizes(), self);
  if (gradient.numel() == 0) return out.zero_();
  Recording().In(gradient).Attribute(spatial).Out(out).Run(
      Op::adaptive_avg_pool_backward);
  return out;
}
template <int64_t spatial>
std::tuple<Tensor&, Tensor&> AdaptiveMaxPoolOut(const Tensor& self, IntArrayRef last,
                                                Tensor& out, Tensor& indices) {
  CheckTaken(Op::adaptive_max_pool, self.scalar_type());
  const at::DimVector sizes = WithLast(self, last, spatial);
  FitOut(out, sizes);
  FitOut(indices, sizes);
  if (out.numel() == 0) return {out, indices};
  Recording call;
  call.In(self).Attribute(spatial);
  if (CaptureIsForAnySizes()) call.Attribute(1);
  call.Out(out).Out(indices).Run(Op::adaptive_max_pool);
  return {out, indices};
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("avg_pool2d.out", &AvgPoolOut<2>);
  m.impl("avg_pool3d.out", &AvgPoolOut<3>);
  m.impl("avg_pool2d_backward.grad_input", &AvgPoolBackwardOut<2>);
  m.impl("avg_pool3d_backward.grad_input", &AvgPoolBackwardOut<3>);
  m.impl("max_pool2d_with_indices.out", &MaxPoolOut<2>);
  m.impl("max_pool3d_with_indices", &MaxPool3d);
  m.impl("max_pool3d_with_indices.out", &MaxPoolOut<3>);
  m.impl("max_pool2d_with_indices_backward.grad_input", &MaxPoolBackwardOut<2>);
  m.impl("max_pool3d_with_indices_backward", &MaxPool3dBackward);
  m.impl("max_pool3d_with_indices_backward.grad_input", &MaxPoolBackwardOut<3>);
  m.impl("max_unpool2d", &MaxUnpool2d);
  m.impl("max_unpool2d.out", &MaxUnpoolOut<2>);
  m.impl("max_unpool3d", &MaxUnpool3d);
  m.impl("max_unpool3d.out", &MaxUnpool3dOut);
  m.impl("_adaptive_avg_pool2d", &AdaptiveAvgPool<2>);
  m.impl("_adaptive_avg_pool3d", &AdaptiveAvgPool<3>);
  m.impl("adaptive_avg_pool2d.out", &AdaptiveAvgPoolOut<2>);
  m.impl("adaptive_avg_pool3d.out", &AdaptiveAvgPoolOut<3>);
  m.impl("_adaptive_avg_pool2d_backward", &AdaptiveAvgPoolBackward<2>);
  m.impl("_adaptive_avg_pool3d_backward", &AdaptiveAvgPoolBackward<3>);
  m.impl("adaptive_max_pool2d.out", &AdaptiveMaxPoolOut<2>);
  m.impl("adaptive_max_pool3d.out", &AdaptiveMaxPoolOut<3>);
  m.impl("adaptive_max_pool2d_backward.grad_input", &AdaptiveMaxPoolBackwardOut<2>);
  m.impl("adaptive_max_pool3d_backward.grad_input", &AdaptiveMaxPoolBackwardOut<3>);
}

}  // namespace tilewright::torch_device
