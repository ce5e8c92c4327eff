// Fourier transforms, one dimension after the other.
#include <ATen/WrapDimUtils.h>
#include <torch/library.h>

#include <algorithm>
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
      .In(x.movedim(d, -1))
      .Number(scale, c10::toRealValueType(out.scalar_type()))
      .Attribute(length)
      .Out(out.movedim(d, -1))
      .Run(op);
}

// From the slowest one of x to the fastest.
void SortByStride(const Tensor& x, at::DimVector::iterator begin,
                  at::DimVector::iterator end) {
  std::stable_sort(begin, end,
                   [&](int64_t a, int64_t b) { return x.stride(a) > x.stride(b); });
}
// Results lie as MKL's: dimensions along which they are transformed are the fastest, the
// others are in x's order.
struct Layout {
  at::DimVector order;

  Layout(const Tensor& x, IntArrayRef fastest) {
    for (int64_t d = 0; d < x.dim(); ++d) {
      if (std::find(fastest.begin(), fastest.end(), d) == fastest.end()) {
        order.push_back(d);
      }
    }
    SortByStride(x, order.begin(), order.end());
    order.append(fastest.begin(), fastest.end());
  }
  Tensor Make(IntArrayRef sizes, ScalarType type) const {
    at::DimVector made(order.size()), places(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
      made[i] = sizes[order[i]];
      places[order[i]] = static_cast<int64_t>(i);
    }
    return Empty(made, type).permute(places);
  }
};
// Transformed dimensions are in x's order; but the last one, where it is kept, stays.
Layout LayoutFor(const Tensor& x, at::DimVector dims, bool keep_last = false) {
  SortByStride(x, dims.begin(), dims.end() - (keep_last ? 1 : 0));
  return {x, dims};
}

// Along all of these dimensions; the scale goes with the last one.
Tensor Complex(Tensor x, IntArrayRef dims, bool forward, double scale,
               const Layout& layout) {
  for (size_t i = 0; i < dims.size(); ++i) {
    const Tensor out = layout.Make(x.sizes(), x.scalar_type());
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
  return Complex(self, dims, forward, ScaleOf(self.sizes(), dims, normalization),
                 LayoutFor(self, dims));
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
  const Layout layout = LayoutFor(self, dims, /*keep_last=*/true);
  if (!onesided) return Complex(self.to(type), dims, true, scale, layout);
  const int64_t last = dims.back();
  at::DimVector sizes(self.sizes());
  sizes[last] = sizes[last] / 2 + 1;
  const Tensor out = layout.Make(sizes, type);
  const bool alone = dims.size() == 1;
  Transform(Op::fft_of_real, self, last, self.size(last), alone ? scale : 1, out);
  return Complex(out, IntArrayRef(dims).slice(0, dims.size() - 1), true, scale, layout);
}
Tensor FftToReal(const Tensor& self, IntArrayRef dim, int64_t normalization,
                 int64_t length) {
  TORCH_CHECK(self.is_complex(), "_fft_c2r expects a complex tensor, got ",
              self.scalar_type());
  const at::DimVector dims = Wrapped(dim, self.dim());
  const int64_t last = dims.back();
  at::DimVector sizes(self.sizes());
  sizes[last] = length;
  const at::DimVector others(dims.begin(), dims.end() - 1);
  const Tensor x = Complex(self, others, false, 1, LayoutFor(self, others));
  const Tensor out =
      LayoutFor(x, {last}).Make(sizes, c10::toRealValueType(self.scalar_type()));
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
