// Convolutions as products of matrices, which have kernels of open sizes.
#pragma once

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {

// Of the spatial dimensions, one after the other.
struct ConvolutionGeometry {
  IntArrayRef strides, paddings, dilations;
  int64_t groups = 1;
};

// Whether windows go into columns, which are multiplied, where they are not best read
// along their places.
bool IsByColumns(const Tensor& x, const Tensor& weight, const ConvolutionGeometry& g);

// Each writes its contiguous result, or gives false where a kernel of convolutions is the
// better one. No array is empty.
bool ConvolveByProduct(const Tensor& x, const Tensor& weight,
                       const std::optional<Tensor>& bias, const ConvolutionGeometry& g,
                       const Tensor& out);
bool InputGradientByProduct(const Tensor& gradient, const Tensor& weight,
                            const ConvolutionGeometry& g, const Tensor& of_x);
bool WeightGradientByProduct(const Tensor& gradient, const Tensor& x,
                             const ConvolutionGeometry& g, const Tensor& of_weight);

}  // namespace tilewright::torch_device
