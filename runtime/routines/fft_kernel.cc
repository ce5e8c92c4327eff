#include "runtime/routines/fft_kernel.h"

#include <cstring>
#include <utility>

#include "runtime/routines/fft_vector.h"

// Products and sums are fused where that is said, on every CPU alike.
#pragma clang fp contract(off)

namespace tilewright::runtime {
namespace fft {
namespace {

template <typename Real>
using LaneNumbers = std::make_integer_sequence<int, kFftLanes<Real>>;

// One pass of factor r: with n' = r m what is left of the length and s = n / n'
// transforms done so far,
//   to[q + s (r p + k)] = w_n'^(p k) * sum over j of
//                         from[q + s (p + m j)] * w_r^(j k).
// w_n'^(p k) is roots[p k s], w_r^(j k) is roots[(j k mod r) m s].
template <typename Real>
struct Pass {
  int64_t m;
  int64_t s;
  const std::complex<Real>* roots;
  const Lanes<Real>* from;
  Lanes<Real>* to;
};

template <int kRadix, bool kInverse, typename Real>
TW_INLINE void RunPass(const Pass<Real>& pass) {
  for (int64_t p = 0; p < pass.m; ++p) {
    for (int64_t q = 0; q < pass.s; ++q) {
      const Lanes<Real>* const from = pass.from + q + pass.s * p;
      Lanes<Real>* const to = pass.to + q + pass.s * kRadix * p;
      Lanes<Real> x[kRadix];
#pragma clang loop unroll(full)
      for (int j = 0; j < kRadix; ++j) x[j] = from[pass.s * pass.m * j];
      Butterfly<kRadix, kInverse>(x);
      to[0] = x[0];
#pragma clang loop unroll(full)
      for (int k = 1; k < kRadix; ++k) {
        to[pass.s * k] = Times<kInverse>(x[k], pass.roots[p * k * pass.s]);
      }
    }
  }
}

template <bool kInverse, typename Real>
TW_INLINE void RunAnyPass(int radix, const Pass<Real>& pass) {
  const int64_t step = pass.m * pass.s;  // roots[step] is w_r
  for (int64_t p = 0; p < pass.m; ++p) {
    for (int64_t q = 0; q < pass.s; ++q) {
      const Lanes<Real>* const from = pass.from + q + pass.s * p;
      for (int k = 0; k < radix; ++k) {
        Lanes<Real> sum = from[0];
        for (int j = 1; j < radix; ++j) {
          sum = sum + Times<kInverse>(from[step * j], pass.roots[j * k % radix * step]);
        }
        pass.to[q + pass.s * (radix * p + k)] =
            Times<kInverse>(sum, pass.roots[p * k * pass.s]);
      }
    }
  }
}

// The transform of `data`, with another buffer; where the result is.
template <bool kInverse, typename Real>
TW_INLINE Lanes<Real>* RunStockham(const FftPlan<Real>& plan, Lanes<Real>* data,
                                   Lanes<Real>* other) {
  int64_t left = plan.n, done = 1;
  for (int factor : plan.factors) {
    left /= factor;
    const Pass<Real> pass = {left, done, plan.roots.data(), data, other};
    switch (factor) {
      case 2:
        RunPass<2, kInverse>(pass);
        break;
      case 3:
        RunPass<3, kInverse>(pass);
        break;
      case 4:
        RunPass<4, kInverse>(pass);
        break;
      case 5:
        RunPass<5, kInverse>(pass);
        break;
      case 8:
        RunPass<8, kInverse>(pass);
        break;
      default:
        RunAnyPass<kInverse>(factor, pass);
    }
    std::swap(data, other);
    done *= factor;
  }
  return data;
}

template <bool kInverse, typename Real>
TW_INLINE Lanes<Real>* RunBluestein(const FftPlan<Real>& plan, Lanes<Real>* data,
                                    Lanes<Real>* other) {
  const int64_t length = plan.convolution->n;
  for (int64_t j = 0; j < plan.n; ++j) {
    data[j] = Times<kInverse>(data[j], plan.chirp[j]);
  }
  std::memset(static_cast<void*>(data + plan.n), 0,
              (length - plan.n) * sizeof(Lanes<Real>));
  Lanes<Real>* const spectrum = RunStockham<false>(*plan.convolution, data, other);
  // kernel is even, so the kernel of the inverse, its conjugate, has the
  // conjugate spectrum.
  for (int64_t k = 0; k < length; ++k) {
    spectrum[k] = Times<kInverse>(spectrum[k], plan.kernel[k]);
  }
  Lanes<Real>* const result =
      RunStockham<true>(*plan.convolution, spectrum, spectrum == data ? other : data);
  for (int64_t k = 0; k < plan.n; ++k) {
    result[k] = Times<kInverse>(result[k], plan.chirp[k]);
  }
  return result;
}

// Of the transform of even elements + i odd ones, the first half, with its end, of the
// transform of them all.
template <typename Real>
TW_INLINE void Split(const FftPlan<Real>& plan, Lanes<Real>* x) {
  const int64_t h = plan.n;
  const Lanes<Real> first = x[0];
  x[0] = {first.re + first.im, Vec<Real>{}};
  x[h] = {first.re - first.im, Vec<Real>{}};
  for (int64_t k = 1; k <= h - k; ++k) {
    const Lanes<Real> a = x[k], b = Conjugate(x[h - k]);
    const Lanes<Real> even = Scaled(a + b, Real{0.5});
    const Lanes<Real> odd =
        Turned<false>(Times<false>(Scaled(a - b, Real{0.5}), plan.twiddles[k]));
    x[k] = even + odd;
    x[h - k] = Conjugate(even - odd);
  }
}

// The other way round, times two.
template <typename Real>
TW_INLINE void Join(const FftPlan<Real>& plan, Lanes<Real>* x) {
  const int64_t h = plan.n;
  const Lanes<Real> first = x[0], last = x[h];
  x[0] = {first.re + last.re, first.re - last.re};
  for (int64_t k = 1; k <= h - k; ++k) {
    const Lanes<Real> a = x[k], b = Conjugate(x[h - k]);
    const Lanes<Real> even = a + b;
    const Lanes<Real> odd = Turned<true>(Times<true>(a - b, plan.twiddles[k]));
    x[k] = even + odd;
    x[h - k] = Conjugate(even - odd);
  }
}

template <bool kInverse, typename Real>
TW_INLINE void Twiddle(const FftTwiddles<Real>& twiddles, int64_t n, Lanes<Real>* x) {
  for (int64_t k = 0; k < n; ++k) {
    Lanes<Real> lanes;
    std::memcpy(&lanes, twiddles.of_lanes + 2 * k * kFftLanes<Real>, sizeof lanes);
    x[k] = Times<kInverse>(x[k], Times<false>(lanes, twiddles.of_block[k]));
  }
}

// `count` lines of `length` elements, complex or real, between memory and lanes.
template <typename Stored>
struct Lines {
  int64_t line, step, length;
  int count;
  bool complex;
};

template <typename Real, typename Stored>
TW_INLINE void Load(const Lines<Stored>& lines, const Stored* in, Lanes<Real>* data) {
  constexpr int kCount = kFftLanes<Real>;
  Real* const numbers = reinterpret_cast<Real*>(data);
  int64_t k = 0;
  if constexpr (std::is_same_v<Real, Stored>) {
    if (lines.count == kCount && lines.complex && lines.step == 2) {
      for (; k + kCount / 2 <= lines.length; k += kCount / 2) {
        Vec<Real> rows[kCount];
#pragma clang loop unroll(full)
        for (int l = 0; l < kCount; ++l) {
          std::memcpy(&rows[l], in + l * lines.line + 2 * k, sizeof rows[l]);
        }
        Transpose<Real>(rows);
        std::memcpy(static_cast<void*>(data + k), rows, sizeof rows);
      }
    } else if (lines.count == kCount && lines.complex && lines.line == 2) {
      for (; k < lines.length; ++k) {
        Vec<Real> low, high;
        std::memcpy(&low, in + k * lines.step, sizeof low);
        std::memcpy(&high, in + k * lines.step + kCount, sizeof high);
        Separate<Real>(low, high, &data[k], LaneNumbers<Real>{});
      }
    }
  }
  for (; k < lines.length; ++k) {
    data[k] = {};
    for (int l = 0; l < lines.count; ++l) {
      const Stored* const from = in + l * lines.line + k * lines.step;
      numbers[2 * k * kCount + l] = static_cast<Real>(from[0]);
      if (lines.complex) numbers[(2 * k + 1) * kCount + l] = static_cast<Real>(from[1]);
    }
  }
}

template <typename Real, typename Stored>
TW_INLINE void Store(const Lines<Stored>& lines, const Lanes<Real>* data, Real scale,
                     Stored* out) {
  constexpr int kCount = kFftLanes<Real>;
  const Real* const numbers = reinterpret_cast<const Real*>(data);
  int64_t k = 0;
  if constexpr (std::is_same_v<Real, Stored>) {
    if (lines.count == kCount && lines.complex && lines.step == 2) {
      for (; k + kCount / 2 <= lines.length; k += kCount / 2) {
        Vec<Real> rows[kCount];
        std::memcpy(rows, data + k, sizeof rows);
        Transpose<Real>(rows);
#pragma clang loop unroll(full)
        for (int l = 0; l < kCount; ++l) {
          rows[l] *= scale;
          std::memcpy(out + l * lines.line + 2 * k, &rows[l], sizeof rows[l]);
        }
      }
    } else if (lines.count == kCount && lines.complex && lines.line == 2) {
      for (; k < lines.length; ++k) {
        Vec<Real> low, high;
        Alternate<Real>(Scaled(data[k], scale), &low, &high, LaneNumbers<Real>{});
        std::memcpy(out + k * lines.step, &low, sizeof low);
        std::memcpy(out + k * lines.step + kCount, &high, sizeof high);
      }
    }
  }
  for (; k < lines.length; ++k) {
    for (int l = 0; l < lines.count; ++l) {
      Stored* const to = out + l * lines.line + k * lines.step;
      to[0] = static_cast<Stored>(numbers[2 * k * kCount + l] * scale);
      if (lines.complex) {
        to[1] = static_cast<Stored>(numbers[(2 * k + 1) * kCount + l] * scale);
      }
    }
  }
}

template <typename Real, typename Stored>
TW_INLINE void RunBlock(const FftPlan<Real>& plan, const FftBlock<Stored>& block,
                        Real* room, Real* other_room, const FftTwiddles<Real>& twiddles) {
  auto* const data = reinterpret_cast<Lanes<Real>*>(room);
  auto* const other = reinterpret_cast<Lanes<Real>*>(other_room);
  const int64_t n = block.length;
  const int64_t half = n / 2 + 1;
  Lines<Stored> in = {block.in_line, block.in_step, n, block.count, true};
  Lines<Stored> out = {block.out_line, block.out_step, n, block.count, true};
  Lines<Stored>& real_side = block.lines == FftLines::kFromReal ? in : out;
  if (block.lines != FftLines::kComplex) {
    (block.lines == FftLines::kFromReal ? out : in).length = half;
    if (plan.halves()) {
      real_side.step *= 2;
      real_side.length = n / 2;
    } else {
      real_side.complex = false;
    }
  }
  Load(in, block.in, data);
  if (block.lines == FftLines::kToReal) {
    if (plan.halves()) {
      Join(plan, data);
    } else {
      // The other half of a real signal's spectrum mirrors the first; what is its own
      // mirror is real, whatever was given.
      data[0].im = Vec<Real>{};
      for (int64_t k = half; k < n; ++k) data[k] = Conjugate(data[n - k]);
    }
  }
  Lanes<Real>* result;
  if (plan.convolution != nullptr) {
    result = block.inverse ? RunBluestein<true>(plan, data, other)
                           : RunBluestein<false>(plan, data, other);
  } else {
    result = block.inverse ? RunStockham<true>(plan, data, other)
                           : RunStockham<false>(plan, data, other);
  }
  if (twiddles.of_block != nullptr) {
    block.inverse ? Twiddle<true>(twiddles, n, result)
                  : Twiddle<false>(twiddles, n, result);
  }
  if (block.lines == FftLines::kFromReal && plan.halves()) Split(plan, result);
  Store(out, result, static_cast<Real>(block.scale), block.out);
}

#define TW_FFT_VARIANT(name, attributes)                                             \
  template <typename Real, typename Stored>                                          \
  attributes void name(const FftPlan<Real>& plan, const FftBlock<Stored>& block,     \
                       Real* data, Real* other, const FftTwiddles<Real>& twiddles) { \
    RunBlock(plan, block, data, other, twiddles);                                    \
  }

TW_FFT_VARIANT(RunAnywhere, )
#if defined(__x86_64__)
TW_FFT_VARIANT(RunAvx2, __attribute__((target("avx2,fma"))))
TW_FFT_VARIANT(RunAvx512, __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl"))))
#endif

}  // namespace
}  // namespace fft

template <typename Real, typename Stored>
void RunFftBlock(const FftPlan<Real>& plan, const FftBlock<Stored>& block, Real* data,
                 Real* other, const FftTwiddles<Real>& twiddles) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw")) {
    return fft::RunAvx512(plan, block, data, other, twiddles);
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return fft::RunAvx2(plan, block, data, other, twiddles);
  }
#endif
  fft::RunAnywhere(plan, block, data, other, twiddles);
}

#define TW_INSTANTIATE(Real, Stored)                                                     \
  template void RunFftBlock(const FftPlan<Real>&, const FftBlock<Stored>&, Real*, Real*, \
                            const FftTwiddles<Real>&);
TW_INSTANTIATE(float, float)
TW_INSTANTIATE(double, double)
TW_INSTANTIATE(double, float)

}  // namespace tilewright::runtime
