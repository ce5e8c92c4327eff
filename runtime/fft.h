// The discrete Fourier transform of one dimension, any length, in double.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"

namespace tilewright::runtime {

// `lanes` transforms side by side: lane l of element k is at [k * lanes + l].
// Element k of the result is the sum over j of x[j] * exp(-2 pi i j k / n),
// with a positive exponent for the inverse; nothing is scaled.
//
// Lengths whose prime factors are small run as a mixed-radix Stockham
// transform: no bit reversal, one pass over the data for each factor, from one
// buffer to the other. Other lengths become a convolution of a length that is a
// power of two (Bluestein): with c[j] = exp(-pi i j^2 / n),
//   X[k] = c[k] * sum over j of (x[j] c[j]) * conj(c[k - j]).
//
// Immutable; used from many threads at once.
class FftPlan {
 public:
  using Complex = std::complex<double>;

  // From a bounded cache of the process. n is at least 1. ResourceExhausted for
  // a length whose tables memory cannot hold.
  static absl::StatusOr<std::shared_ptr<const FftPlan>> ForLength(int64_t n);

  int64_t length() const { return n_; }
  // Elements of one lane that a buffer of Run must have; at least length().
  int64_t buffer_length() const { return convolution_ ? convolution_->n_ : n_; }

  // Transforms `data`, using `other` of the same size; where the result is. The
  // rest of both buffers is undefined afterwards. lanes is 1 or kLanes.
  Complex* Run(Complex* data, Complex* other, int lanes, bool inverse) const;
  static constexpr int kLanes = 4;

 private:
  explicit FftPlan(int64_t n) : n_(n) {}
  static std::shared_ptr<const FftPlan> Make(int64_t n);

  template <int kCount, bool kInverse>
  Complex* RunStockham(Complex* data, Complex* other) const;
  template <int kCount, bool kInverse>
  Complex* RunBluestein(Complex* data, Complex* other) const;
  int64_t TableBytes() const;

  int64_t n_;
  std::vector<int> factors_;
  std::vector<Complex> roots_;  // exp(-2 pi i k / n)
  // Bluestein only: the transform of the convolution's length, c, and the
  // transform of conj(c) wrapped around, divided by that length.
  std::shared_ptr<const FftPlan> convolution_;
  std::vector<Complex> chirp_;
  std::vector<Complex> kernel_;
};

}  // namespace tilewright::runtime
