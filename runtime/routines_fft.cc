// Fourier transforms of tensors: the last dimensions, one after the other.
#include <cmath>

#include "runtime/fft.h"
#include "runtime/routine_call.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

using ir::AttributeName;
using ir::Dims;
using ir::ElementType;
using ir::TensorType;

namespace {

// One dimension of a row-major tensor: element k of line (o, i) is at
// (o * length + k) * inner + i.
struct Axis {
  int64_t outer;
  int64_t length;
  int64_t inner;
};

Axis AxisOf(const Dims& dims, int axis) {
  Axis result = {1, dims[axis], 1};
  for (int d = 0; d < axis; ++d) result.outer *= dims[d];
  for (size_t d = axis + 1; d < dims.size(); ++d) result.inner *= dims[d];
  return result;
}

// What a line is read as and written as.
enum class Lines {
  kComplex,
  kFromReal,  // real in, the first n / 2 + 1 out
  kToReal,    // the first n / 2 + 1 in, real out
};

template <typename T>
FftPlan::Complex Widen(const T& value) {
  return FftPlan::Complex(std::real(value), std::imag(value));
}

template <typename T>
T Narrow(const FftPlan::Complex& value, double scale) {
  if constexpr (TypeTraits<T>::kComplex) {
    using Real = typename TypeTraits<T>::Real;
    return T(static_cast<Real>(value.real() * scale),
             static_cast<Real>(value.imag() * scale));
  } else {
    return static_cast<T>(value.real() * scale);
  }
}

// Transforms every line of an axis: `in` has in_axis.length elements in a line,
// `out` out_axis.length, the plan the number that the transform has. in and out
// may be the same memory when the lengths are equal.
template <typename In, typename Out>
absl::Status TransformLines(const FftPlan& plan, bool inverse, Lines kind,
                            const Axis& in_axis, const Axis& out_axis, const In* in,
                            Out* out) {
  constexpr int kLanes = FftPlan::kLanes;
  int64_t n = plan.length();
  double scale = inverse ? 1.0 / static_cast<double>(n) : 1.0;
  int64_t lines = in_axis.outer * in_axis.inner;
  // One line alone needs no room for its neighbours.
  int64_t room = plan.buffer_length() * (lines >= kLanes ? kLanes : 1);
  TW_ASSIGN_OR_RETURN(Scratch<FftPlan::Complex> first,
                      Scratch<FftPlan::Complex>::Create(room));
  TW_ASSIGN_OR_RETURN(Scratch<FftPlan::Complex> second,
                      Scratch<FftPlan::Complex>::Create(room));
  auto base = [](const Axis& axis, int64_t line) {
    return line / axis.inner * axis.length * axis.inner + line % axis.inner;
  };
  for (int64_t line = 0; line < lines;) {
    int lanes = lines - line >= kLanes ? kLanes : 1;
    FftPlan::Complex* data = first.data();
    for (int l = 0; l < lanes; ++l) {
      const In* from = in + base(in_axis, line + l);
      for (int64_t k = 0; k < in_axis.length; ++k) {
        data[k * lanes + l] = Widen(from[k * in_axis.inner]);
      }
      if (kind != Lines::kToReal) continue;
      // The other half of a real signal's spectrum mirrors the first; what is
      // its own mirror is real, whatever was given.
      data[l].imag(0);
      if (n % 2 == 0) data[n / 2 * lanes + l].imag(0);
      for (int64_t k = n / 2 + 1; k < n; ++k) {
        data[k * lanes + l] = std::conj(data[(n - k) * lanes + l]);
      }
    }
    const FftPlan::Complex* result = plan.Run(data, second.data(), lanes, inverse);
    for (int l = 0; l < lanes; ++l) {
      Out* to = out + base(out_axis, line + l);
      for (int64_t k = 0; k < out_axis.length; ++k) {
        to[k * out_axis.inner] = Narrow<Out>(result[k * lanes + l], scale);
      }
    }
    line += lanes;
  }
  return absl::OkStatus();
}

template <typename In, typename Out>
absl::Status TransformAxis(int axis, int64_t n, bool inverse, Lines kind,
                           const Dims& in_dims, const Dims& out_dims, const In* in,
                           Out* out) {
  TW_ASSIGN_OR_RETURN(std::shared_ptr<const FftPlan> plan, FftPlan::ForLength(n));
  return TransformLines(*plan, inverse, kind, AxisOf(in_dims, axis),
                        AxisOf(out_dims, axis), in, out);
}

// Real is the component type.
template <typename Real>
absl::Status Transform(const RoutineCall& call, Lines lines, bool inverse, int axes) {
  using Complex = std::complex<Real>;
  const Dims& in = call.operand_type(0).dims;
  const Dims& out = call.result_type(0).dims;
  int last = call.operand_type(0).rank() - 1;
  if (lines == Lines::kToReal) {
    // The last dimension is transformed last; the others need room of their own.
    const Complex* half = call.operand<Complex>(0);
    Scratch<Complex> room;
    for (int axis = last - axes + 1; axis < last; ++axis) {
      if (half == call.operand<Complex>(0)) {
        TW_ASSIGN_OR_RETURN(
            room, Scratch<Complex>::Create(call.operand_type(0).num_elements()));
      }
      TW_RETURN_IF_ERROR(TransformAxis(axis, in[axis], inverse, Lines::kComplex, in, in,
                                       half, room.data()));
      half = room.data();
    }
    return TransformAxis(last, out[last], inverse, lines, in, out, half,
                         call.result<Real>(0));
  }
  Complex* result = call.result<Complex>(0);
  if (lines == Lines::kFromReal) {
    TW_RETURN_IF_ERROR(TransformAxis(last, in[last], inverse, lines, in, out,
                                     call.operand<Real>(0), result));
  } else {
    TW_RETURN_IF_ERROR(TransformAxis(last, in[last], inverse, lines, in, out,
                                     call.operand<Complex>(0), result));
  }
  for (int axis = last - 1; axis > last - axes; --axis) {
    TW_RETURN_IF_ERROR(TransformAxis(axis, out[axis], inverse, Lines::kComplex, out, out,
                                     result, result));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Fft(const RoutineCall& call) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  const std::string& kind = call.attributes().Text(AttributeName::kFftType);
  Dims length = call.attributes().Ints(AttributeName::kFftLength);
  const TensorType& in = call.operand_type(0);
  int axes = static_cast<int>(length.size());
  if (axes < 1 || axes > in.rank()) {
    return call.Error(absl::StrCat("fft_length has ", axes,
                                   " sizes for operand 0 of type ", ir::ToString(in)));
  }
  struct Kind {
    absl::string_view name;
    Lines lines;
    bool inverse;
  };
  constexpr Kind kKinds[] = {{"FFT", Lines::kComplex, false},
                             {"IFFT", Lines::kComplex, true},
                             {"RFFT", Lines::kFromReal, false},
                             {"IRFFT", Lines::kToReal, true}};
  const Kind* found = nullptr;
  for (const Kind& row : kKinds) {
    if (row.name == kind) found = &row;
  }
  if (found == nullptr) {
    return call.Error(
        absl::StrCat("fft_type is '", kind, "', expected FFT, IFFT, RFFT or IRFFT"));
  }
  // The real side of a transform has the lengths of fft_length, the complex
  // side of a real one only the first half of the last.
  ElementType real = ir::RealPart(in.element);
  if (real != ElementType::kF32 && real != ElementType::kF64) {
    return call.Error(absl::StrCat("element type ", ir::Name(in.element),
                                   ", expected f32, f64 or complex"));
  }
  ElementType complex =
      real == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128;
  TensorType full = {complex, in.dims};
  std::copy(length.begin(), length.end(), full.dims.end() - axes);
  TensorType half = full;
  half.dims.back() = length.back() == 0 ? 0 : length.back() / 2 + 1;
  TensorType expected_in = full;
  TensorType expected_out = full;
  if (found->lines == Lines::kFromReal) {
    expected_in.element = real;
    expected_out = half;
  } else if (found->lines == Lines::kToReal) {
    expected_in = half;
    expected_out.element = real;
  }
  TW_RETURN_IF_ERROR(call.CheckTypes({expected_in}, {expected_out}));
  for (int64_t size : expected_out.dims) {
    if (size == 0) return absl::OkStatus();
  }
  if (real == ElementType::kF32) {
    return Transform<float>(call, found->lines, found->inverse, axes);
  }
  return Transform<double>(call, found->lines, found->inverse, axes);
}

}  // namespace tilewright::runtime
