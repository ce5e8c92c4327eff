// Complex numbers in the lanes of vectors. Internal to fft_kernel.cc, which is compiled
// for several kinds of CPU: every function is inlined, and none takes or returns a
// vector by value.
#pragma once

#include <complex>
#include <cstdint>
#include <utility>

#include "runtime/routines/fft_kernel.h"

namespace tilewright::runtime::fft {

#define TW_INLINE [[gnu::always_inline]] inline

template <typename Real>
using Vec __attribute__((vector_size(64))) = Real;

template <typename Real>
struct Lanes {
  Vec<Real> re, im;
};

template <typename Real>
TW_INLINE Lanes<Real> operator+(const Lanes<Real>& a, const Lanes<Real>& b) {
  return {a.re + b.re, a.im + b.im};
}
template <typename Real>
TW_INLINE Lanes<Real> operator-(const Lanes<Real>& a, const Lanes<Real>& b) {
  return {a.re - b.re, a.im - b.im};
}
template <typename Real>
TW_INLINE Lanes<Real> Scaled(const Lanes<Real>& a, Real factor) {
  return {a.re * factor, a.im * factor};
}
template <typename Real>
TW_INLINE Lanes<Real> Conjugate(const Lanes<Real>& a) {
  return {a.re, -a.im};
}
// a * (re + im i). Fused on every CPU, so that they agree.
template <typename Real>
TW_INLINE Lanes<Real> Times(const Lanes<Real>& a, Real re, Real im) {
  const Vec<Real> vre = re - Vec<Real>{}, vim = im - Vec<Real>{};
  return {__builtin_elementwise_fma(a.re, vre, -(a.im * vim)),
          __builtin_elementwise_fma(a.re, vim, a.im * vre)};
}
// Times a root of unity, or its conjugate for the inverse.
template <bool kInverse, typename Real>
TW_INLINE Lanes<Real> Times(const Lanes<Real>& a, const std::complex<Real>& root) {
  return Times(a, root.real(), kInverse ? -root.imag() : root.imag());
}
// Times another number in every lane.
template <bool kInverse, typename Real>
TW_INLINE Lanes<Real> Times(const Lanes<Real>& a, const Lanes<Real>& b) {
  const Vec<Real> im = kInverse ? -b.im : b.im;
  return {__builtin_elementwise_fma(a.re, b.re, -(a.im * im)),
          __builtin_elementwise_fma(a.re, im, a.im * b.re)};
}
// Times -i, or i for the inverse.
template <bool kInverse, typename Real>
TW_INLINE Lanes<Real> Turned(const Lanes<Real>& a) {
  if constexpr (kInverse) return {-a.im, a.re};
  return {a.im, -a.re};
}

// The transform of kRadix values in place.
template <int kRadix, bool kInverse, typename Real>
TW_INLINE void Butterfly(Lanes<Real>* x) {
  using L = Lanes<Real>;
  if constexpr (kRadix == 2) {
    const L a = x[0] + x[1];
    x[1] = x[0] - x[1];
    x[0] = a;
  } else if constexpr (kRadix == 4) {
    const L a = x[0] + x[2], b = x[0] - x[2];
    const L c = x[1] + x[3], d = Turned<kInverse>(x[1] - x[3]);
    x[0] = a + c;
    x[1] = b + d;
    x[2] = a - c;
    x[3] = b - d;
  } else if constexpr (kRadix == 8) {
    constexpr Real kHalf = 0.70710678118654752440;  // sqrt(1 / 2)
    L even[4] = {x[0], x[2], x[4], x[6]};
    L odd[4] = {x[1], x[3], x[5], x[7]};
    Butterfly<4, kInverse>(even);
    Butterfly<4, kInverse>(odd);
    // Times exp(-2 pi i k / 8): (1 - i) / sqrt(2), -i, (-1 - i) / sqrt(2).
    odd[1] = Scaled(odd[1] + Turned<kInverse>(odd[1]), kHalf);
    odd[2] = Turned<kInverse>(odd[2]);
    odd[3] = Scaled(Turned<kInverse>(odd[3]) - odd[3], kHalf);
    for (int k = 0; k < 4; ++k) {
      x[k] = even[k] + odd[k];
      x[k + 4] = even[k] - odd[k];
    }
  } else if constexpr (kRadix == 3) {
    constexpr Real kHalfRoot = 0.86602540378443864676;  // sin(pi / 3)
    const L sum = x[1] + x[2];
    const L turned = Scaled(Turned<kInverse>(x[1] - x[2]), kHalfRoot);
    const L middle = x[0] - Scaled(sum, Real{0.5});
    x[0] = x[0] + sum;
    x[1] = middle + turned;
    x[2] = middle - turned;
  } else {
    static_assert(kRadix == 5);
    constexpr Real kCos1 = 0.30901699437494742410;   // cos(2 pi / 5)
    constexpr Real kCos2 = -0.80901699437494742410;  // cos(4 pi / 5)
    constexpr Real kSin1 = 0.95105651629515357212;
    constexpr Real kSin2 = 0.58778525229247312917;
    const L s1 = x[1] + x[4], s2 = x[2] + x[3];
    const L d1 = Turned<kInverse>(x[1] - x[4]), d2 = Turned<kInverse>(x[2] - x[3]);
    const L a = x[0] + Scaled(s1, kCos1) + Scaled(s2, kCos2);
    const L b = x[0] + Scaled(s1, kCos2) + Scaled(s2, kCos1);
    const L c = Scaled(d1, kSin1) + Scaled(d2, kSin2);
    const L d = Scaled(d1, kSin2) - Scaled(d2, kSin1);
    x[0] = x[0] + s1 + s2;
    x[1] = a + c;
    x[2] = b + d;
    x[3] = b - d;
    x[4] = a - c;
  }
}

// Swaps squares of kSize lanes between two rows of a matrix.
template <int kSize, typename Real, int... kLane>
TW_INLINE void Exchange(Vec<Real>* a, Vec<Real>* b,
                        std::integer_sequence<int, kLane...>) {
  constexpr int kCount = sizeof...(kLane);
  const Vec<Real> low = __builtin_shufflevector(
      *a, *b, ((kLane & kSize) == 0 ? kLane : kCount + kLane - kSize)...);
  *b = __builtin_shufflevector(
      *a, *b, ((kLane & kSize) == 0 ? kLane + kSize : kCount + kLane)...);
  *a = low;
}

// Transposes a square of as many vectors as each has lanes.
template <typename Real, int kSize = 1>
TW_INLINE void Transpose(Vec<Real>* rows) {
  constexpr int kCount = kFftLanes<Real>;
  if constexpr (kSize < kCount) {
#pragma clang loop unroll(full)
    for (int i = 0; i < kCount; ++i) {
      if ((i & kSize) == 0) {
        Exchange<kSize, Real>(&rows[i], &rows[i + kSize],
                              std::make_integer_sequence<int, kCount>{});
      }
    }
    Transpose<Real, 2 * kSize>(rows);
  }
}

// Pairs that alternate, taken apart; and back.
template <typename Real, int... kLane>
TW_INLINE void Separate(const Vec<Real>& low, const Vec<Real>& high, Lanes<Real>* x,
                        std::integer_sequence<int, kLane...>) {
  x->re = __builtin_shufflevector(low, high, (2 * kLane)...);
  x->im = __builtin_shufflevector(low, high, (2 * kLane + 1)...);
}
template <typename Real, int... kLane>
TW_INLINE void Alternate(const Lanes<Real>& x, Vec<Real>* low, Vec<Real>* high,
                         std::integer_sequence<int, kLane...>) {
  constexpr int kCount = sizeof...(kLane);
  *low = __builtin_shufflevector(x.re, x.im, (kLane / 2 + kLane % 2 * kCount)...);
  *high = __builtin_shufflevector(x.re, x.im,
                                  (kCount / 2 + kLane / 2 + kLane % 2 * kCount)...);
}

}  // namespace tilewright::runtime::fft
