// Fourier transforms of tensors: the last dimensions, one after the other.
#include <algorithm>

#include "runtime/routines/fft_kernel.h"
#include "runtime/routines/routine_call.h"
#include "support/round.h"
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

// Transforms every line of an axis: `in` has in_axis.length elements in a line, `out`
// out_axis.length, and the transform n. in and out may be the same memory when the
// lengths are equal.
template <typename Real, typename Stored>
absl::Status TransformLines(const RoutineCall& call, int64_t n, bool inverse,
                            FftLines kind, const Axis& in_axis, const Axis& out_axis,
                            const Stored* in, Stored* out) {
  constexpr int64_t kLanes = kFftLanes<Real>;
  TW_ASSIGN_OR_RETURN(std::shared_ptr<const FftPlan<Real>> plan,
                      FftPlan<Real>::ForLength(n, kind != FftLines::kComplex));
  // Of Stored, to an element.
  const int64_t in_numbers = kind == FftLines::kFromReal ? 1 : 2;
  const int64_t out_numbers = kind == FftLines::kToReal ? 1 : 2;
  // Lines that are neighbours, or follow each other: runs of them, cut into blocks.
  const bool follow = in_axis.inner == 1;
  const int64_t runs = follow ? 1 : in_axis.outer;
  const int64_t run = follow ? in_axis.outer : in_axis.inner;
  const int64_t blocks = DivideUp(run, kLanes);
  const int64_t room = 2 * plan->room() * kLanes;
  TW_ASSIGN_OR_RETURN(Scratch<Real> scratch,
                      Scratch<Real>::Create(2 * room * call.parallel().threads));
  const auto transform = [&](int64_t number, Real* data) {
    const int64_t outer = number / blocks;
    const int64_t first = number % blocks * kLanes;
    const auto base = [&](const Axis& axis, int64_t numbers) {
      return (outer * axis.length * axis.inner + first * (follow ? axis.length : 1)) *
             numbers;
    };
    FftBlock<Stored> block;
    block.lines = kind;
    block.inverse = inverse;
    block.scale = inverse ? 1.0 / static_cast<double>(n) : 1.0;
    block.in = in + base(in_axis, in_numbers);
    block.in_line = (follow ? in_axis.length : 1) * in_numbers;
    block.in_step = in_axis.inner * in_numbers;
    block.out = out + base(out_axis, out_numbers);
    block.out_line = (follow ? out_axis.length : 1) * out_numbers;
    block.out_step = out_axis.inner * out_numbers;
    block.length = n;
    block.count = static_cast<int>(std::min(kLanes, run - first));
    RunFftBlock(*plan, block, data, data + room);
  };
  call.parallel().run(runs * blocks, [&](int64_t begin, int64_t end, int worker) {
    for (int64_t b = begin; b < end; ++b)
      transform(b, scratch.data() + worker * 2 * room);
  });
  return absl::OkStatus();
}

// The same for few long lines, one after the other.
template <typename Real, typename Stored>
absl::Status TransformLong(const RoutineCall& call, int64_t n, bool inverse,
                           FftLines kind, const Axis& in_axis, const Axis& out_axis,
                           const Stored* in, Stored* out) {
  using Complex = std::complex<Real>;
  TW_ASSIGN_OR_RETURN(std::shared_ptr<const LongFft<Real>> plan,
                      LongFft<Real>::ForLength(n));
  TW_ASSIGN_OR_RETURN(Scratch<Complex> scratch, Scratch<Complex>::Create(n));
  Complex* const x = scratch.data();
  const Real scale = inverse ? Real{1} / static_cast<Real>(n) : Real{1};
  const auto base = [](const Axis& axis, int64_t line) {
    return line / axis.inner * axis.length * axis.inner + line % axis.inner;
  };
  for (int64_t line = 0; line < in_axis.outer * in_axis.inner; ++line) {
    for (int64_t k = 0; k < in_axis.length; ++k) {
      const int64_t at = base(in_axis, line) + k * in_axis.inner;
      x[k] = kind == FftLines::kFromReal ? Complex(static_cast<Real>(in[at]), 0)
                                         : Complex(static_cast<Real>(in[2 * at]),
                                                   static_cast<Real>(in[2 * at + 1]));
    }
    if (kind == FftLines::kToReal) {
      // The other half of a real signal's spectrum mirrors the first; what is its own
      // mirror is real, whatever was given.
      x[0].imag(0);
      if (n % 2 == 0) x[n / 2].imag(0);
      for (int64_t k = n / 2 + 1; k < n; ++k) x[k] = std::conj(x[n - k]);
    }
    TW_RETURN_IF_ERROR(plan->Run(call.parallel(), inverse, scale, x, x));
    for (int64_t k = 0; k < out_axis.length; ++k) {
      const int64_t at = base(out_axis, line) + k * out_axis.inner;
      if (kind == FftLines::kToReal) {
        out[at] = static_cast<Stored>(x[k].real());
      } else {
        out[2 * at] = static_cast<Stored>(x[k].real());
        out[2 * at + 1] = static_cast<Stored>(x[k].imag());
      }
    }
  }
  return absl::OkStatus();
}

template <typename Real>
absl::Status TransformAxis(const RoutineCall& call, int axis, int64_t n, bool inverse,
                           FftLines kind, const Dims& in_dims, const Dims& out_dims,
                           const void* in, void* out) {
  const Axis from = AxisOf(in_dims, axis), to = AxisOf(out_dims, axis);
  const auto* const source = static_cast<const Real*>(in);
  auto* const target = static_cast<Real*>(out);
  if (n >= kLongFft && from.outer * from.inner < kFftLanes<Real>) {
    if (HasSmallFactors(n)) {
      return TransformLong<Real>(call, n, inverse, kind, from, to, source, target);
    }
    return TransformLong<double>(call, n, inverse, kind, from, to, source, target);
  }
  // The complex transform that there will be.
  const int64_t length = kind != FftLines::kComplex && n % 2 == 0 ? n / 2 : n;
  if (HasSmallFactors(length)) {
    return TransformLines<Real>(call, n, inverse, kind, from, to, source, target);
  }
  return TransformLines<double>(call, n, inverse, kind, from, to, source, target);
}

// Real is the component type.
template <typename Real>
absl::Status Transform(const RoutineCall& call, FftLines lines, bool inverse, int axes) {
  using Complex = std::complex<Real>;
  const Dims& in = call.operand_type(0).dims();
  const Dims& out = call.result_type(0).dims();
  int last = call.operand_type(0).rank() - 1;
  if (lines == FftLines::kToReal) {
    // The last dimension is transformed last; the others need room of their own.
    const Complex* half = call.operand<Complex>(0);
    Scratch<Complex> room;
    for (int axis = last - axes + 1; axis < last; ++axis) {
      if (half == call.operand<Complex>(0)) {
        TW_ASSIGN_OR_RETURN(
            room, Scratch<Complex>::Create(call.operand_type(0).num_elements()));
      }
      TW_RETURN_IF_ERROR(TransformAxis<Real>(
          call, axis, in[axis], inverse, FftLines::kComplex, in, in, half, room.data()));
      half = room.data();
    }
    return TransformAxis<Real>(call, last, out[last], inverse, lines, in, out, half,
                               call.result<Real>(0));
  }
  Complex* result = call.result<Complex>(0);
  if (lines == FftLines::kFromReal) {
    TW_RETURN_IF_ERROR(TransformAxis<Real>(call, last, in[last], inverse, lines, in, out,
                                           call.operand<Real>(0), result));
  } else {
    TW_RETURN_IF_ERROR(TransformAxis<Real>(call, last, in[last], inverse, lines, in, out,
                                           call.operand<Complex>(0), result));
  }
  for (int axis = last - 1; axis > last - axes; --axis) {
    TW_RETURN_IF_ERROR(TransformAxis<Real>(call, axis, out[axis], inverse,
                                           FftLines::kComplex, out, out, result, result));
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
    FftLines lines;
    bool inverse;
  };
  constexpr Kind kKinds[] = {{"FFT", FftLines::kComplex, false},
                             {"IFFT", FftLines::kComplex, true},
                             {"RFFT", FftLines::kFromReal, false},
                             {"IRFFT", FftLines::kToReal, true}};
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
  ir::Dims sizes = in.dims();
  std::copy(length.begin(), length.end(), sizes.end() - axes);
  const TensorType full = {complex, std::move(sizes)};
  TensorType half = full;
  half.shape.Set(half.rank() - 1, length.back() == 0 ? 0 : length.back() / 2 + 1);
  TensorType expected_in = full;
  TensorType expected_out = full;
  if (found->lines == FftLines::kFromReal) {
    expected_in.element = real;
    expected_out = half;
  } else if (found->lines == FftLines::kToReal) {
    expected_in = half;
    expected_out.element = real;
  }
  TW_RETURN_IF_ERROR(call.CheckTypes({expected_in}, {expected_out}));
  for (int64_t size : expected_out.dims()) {
    if (size == 0) return absl::OkStatus();
  }
  if (real == ElementType::kF32) {
    return Transform<float>(call, found->lines, found->inverse, axes);
  }
  return Transform<double>(call, found->lines, found->inverse, axes);
}

}  // namespace tilewright::runtime
