// What kernels of matrices share.
#pragma once

#include <ATen/native/LinearAlgebraUtils.h>

#include <utility>

#include "frontend/torch/device/out_type.h"
#include "frontend/torch/device/precision.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {

// The dimensions before the last two, and others behind them.
inline at::DimVector BatchAnd(const Tensor& a, IntArrayRef last) {
  at::DimVector sizes(a.sizes().slice(0, a.dim() - 2));
  sizes.append(last.begin(), last.end());
  return sizes;
}
// A result of decompositions takes no other type.
inline void FitExactly(const Tensor& out, IntArrayRef sizes, ScalarType type) {
  CheckExactly(out, type);
  FitOut(out, sizes);
}
// Matrices that lie by columns, as LAPACK makes them and PyTorch's results are.
inline Tensor EmptyColumns(IntArrayRef sizes, ScalarType type) {
  at::DimVector turned(sizes);
  std::swap(turned[turned.size() - 1], turned[turned.size() - 2]);
  return Empty(turned, type).mT();
}
// The same where an out= tensor gets another shape.
inline void FitColumns(const Tensor& out, IntArrayRef sizes, ScalarType type) {
  CheckExactly(out, type);
  if (out.sizes() == sizes) return;
  FitOut(out, sizes);
  out.as_strided_(sizes, at::native::batched_matrix_contiguous_strides(sizes, true));
}
// While it lives, products are as exact as LAPACK's, whatever the user's precision is.
class ExactProducts {
 public:
  ExactProducts() : before_(BlockPrecision()) { SetBlockPrecision(2); }
  ~ExactProducts() { SetBlockPrecision(before_); }
  ExactProducts(const ExactProducts&) = delete;
  ExactProducts& operator=(const ExactProducts&) = delete;

 private:
  const std::optional<int> before_;
};

inline int64_t LeastSide(const Tensor& a) { return std::min(a.size(-2), a.size(-1)); }

// LinAlgError where LAPACK says of a matrix that it has no such decomposition.
void CheckInfo(const Tensor& info, const char* name, const Tensor& a);

// X of A X = B, or of X A = B where not `left`; matrices and right sides of one batch.
Tensor SolveTriangular(const Tensor& a, const Tensor& b, bool left, bool upper,
                       int64_t form, bool ones);

}  // namespace tilewright::torch_device
