// Fourier transforms, one dimension after the other.
#include <ATen/WrapDimUtils.h>
#include <torch/library.h>

#include <cmath>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// PyTorch's number for how all is scaled: not, by the root of the length, by the length.
double ScaleOf(IntArrayRef sizes, IntArrayRef dims, int64_t normalization) {
  double length = 1;
  for (const int64_t d : dims) length *= static_cast<double>(sizes[d]);
  if (normalization == 0 || length == 0) return 1;
  return normalization == 1 ? 1 / std::sqrt(length) : 1 / length;
}

at::DimVector Wrapped(IntArrayRef dims, int64_t rank) {
  at::DimVector wrapped(dims.begin(), dims.end());
  at::maybe_wrap_dims(wrapped, rank);
  return wrapped;
}

void Transform(Op op, const Tensor& x, int64_t d, int64_t length, double scale,
               const Tensor& out) {
  if (out.numel() == 0) return;
  // Inverse ones are divided by the length where they are computed.
  if (op == Op::fft_inverse || op == Op::fft_to_real) {
    scale *= static_cast<double>(length);
  }
  Recording()
      .In(x.transpose(d, -1))
      .Number(scale, c10::toRealValueType(out.scalar_type()))
      .Attribute(length)
      .Out(out.transpose(d, -1))
      .Run(op);
}

// Along all of these dimensions; the scale goes with the last one.
Tensor Complex(Tensor x, IntArrayRef dims, bool forward, double scale) {
  for (size_t i = 0; i < dims.size(); ++i) {
    const Tensor out = Empty(x.sizes(), x.scalar_type());
    Transform(forward ? Op::fft_forward : Op::fft_inverse, x, dims[i], x.size(dims[i]),
              i + 1 == dims.size() ? scale : 1, out);
    x = out;
  }
  return x;
}

Tensor FftComplex(const Tensor& self, IntArrayRef dim, int64_t normalization,
                  bool forward) {
  TORCH_CHECK(self.is_complex(), "_fft_c2c expects a complex tensor, got ",
              self.scalar_type());
  if (dim.empty()) return self.clone();
  const at::DimVector dims = Wrapped(dim, self.dim());
  return Complex(self, dims, forward, ScaleOf(self.sizes(), dims, normalization));
}
Tensor FftOfReal(const Tensor& self, IntArrayRef dim, int64_t normalization,
                 bool onesided) {
  TORCH_CHECK(c10::isFloatingType(self.scalar_type()),
              "_fft_r2c expects a floating tensor, got ", self.scalar_type());
  TORCH_CHECK(self.scalar_type() == at::kFloat || self.scalar_type() == at::kDouble,
              "Unsupported dtype ", self.scalar_type());
  const at::DimVector dims = Wrapped(dim, self.dim());
  const double scale = ScaleOf(self.sizes(), dims, normalization);
  const ScalarType type = c10::toComplexType(self.scalar_type());
  if (!onesided) return Complex(self.to(type), dims, true, scale);
  const int64_t last = dims.back();
  at::DimVector sizes(self.sizes());
  sizes[last] = sizes[last] / 2 + 1;
  const Tensor out = Empty(sizes, type);
  const bool alone = dims.size() == 1;
  Transform(Op::fft_of_real, self, last, self.size(last), alone ? scale : 1, out);
  return Complex(out, IntArrayRef(dims).slice(0, dims.size() - 1), true, scale);
}
Tensor FftToReal(const Tensor& self, IntArrayRef dim, int64_t normalization,
                 int64_t length) {
  TORCH_CHECK(self.is_complex(), "_fft_c2r expects a complex tensor, got ",
              self.scalar_type());
  const at::DimVector dims = Wrapped(dim, self.dim());
  const int64_t last = dims.back();
  at::DimVector sizes(self.sizes());
  sizes[last] = length;
  const Tensor x = Complex(self, IntArrayRef(dims).slice(0, dims.size() - 1), false, 1);
  const Tensor out = Empty(sizes, c10::toRealValueType(self.scalar_type()));
  Transform(Op::fft_to_real, x.narrow(last, 0, length / 2 + 1), last, length,
            ScaleOf(sizes, dims, normalization), out);
  return out;
}

Tensor& Into(const Tensor& result, Tensor& out) {
  FitOut(out, result.sizes());
  return out.copy_(result);
}
Tensor& FftComplexOut(const Tensor& self, IntArrayRef dim, int64_t normalization,
                      bool forward, Tensor& out) {
  return Into(FftComplex(self, dim, normalization, forward), out);
}
Tensor& FftOfRealOut(const Tensor& self, IntArrayRef dim, int64_t normalization,
                     bool onesided, Tensor& out) {
  const Tensor made = FftOfReal(self, dim, normalization, onesided);
  // PyTorch asks for one side where it fills in the other.
  if (out.sizes() == made.sizes() || out.numel() == 0) return Into(made, out);
  return Into(FftOfReal(self, dim, normalization, false), out);
}
Tensor& FftToRealOut(const Tensor& self, IntArrayRef dim, int64_t normalization,
                     int64_t length, Tensor& out) {
  return Into(FftToReal(self, dim, normalization, length), out);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_fft_c2c", &FftComplex);
  m.impl("_fft_c2c.out", &FftComplexOut);
  m.impl("_fft_r2c", &FftOfReal);
  m.impl("_fft_r2c.out", &FftOfRealOut);
  m.impl("_fft_c2r", &FftToReal);
  m.impl("_fft_c2r.out", &FftToRealOut);
}

}  // namespace tilewright::torch_device
