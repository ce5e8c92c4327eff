// Plans of discrete Fourier transforms of one dimension, of any length.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/routines/routines.h"

namespace tilewright::runtime {

// Element k of the result is the sum over j of x[j] * exp(-2 pi i j k / n), with a
// positive exponent for the inverse; nothing is scaled.
//
// Lengths whose prime factors are small run as a mixed-radix Stockham transform: no
// bit reversal, one pass over the data for each factor, from one buffer to the other.
// Other lengths become a convolution of a length that is a power of two (Bluestein):
// with c[j] = exp(-pi i j^2 / n),
//   X[k] = c[k] * sum over j of (x[j] c[j]) * conj(c[k - j]).
// A real line of even length is a complex one of half that length, of its even and odd
// elements, and some arithmetic before or after.
//
// Immutable; used from many threads at once.
template <typename Real>
struct FftPlan {
  using Complex = std::complex<Real>;

  // From a bounded cache of the process. n is at least 1. ResourceExhausted for
  // a length whose tables memory cannot hold.
  static absl::StatusOr<std::shared_ptr<const FftPlan>> ForLength(int64_t n,
                                                                  bool of_reals);

  // Elements of one lane that each of the two buffers of a transform needs.
  int64_t room() const { return (convolution != nullptr ? convolution->n : n) + 1; }
  // Whether a real line is half as long a complex one.
  bool halves() const { return !twiddles.empty(); }

  int64_t TableBytes() const;

  int64_t n = 1;  // of the complex transform
  std::vector<int> factors;
  std::vector<Complex> roots;     // exp(-2 pi i k / n)
  std::vector<Complex> twiddles;  // halves: exp(-pi i k / n)
  // Bluestein only: the transform of the convolution's length, c, and the
  // transform of conj(c) wrapped around, divided by that length.
  std::shared_ptr<const FftPlan> convolution;
  std::vector<Complex> chirp;
  std::vector<Complex> kernel;
};

// The transform of one long line, by all threads: as many short ones along the columns
// and the rows of the line seen as a matrix, with twiddles in between. Other lengths than
// those with small factors become a convolution, as above. Immutable.
template <typename Real>
struct LongFft {
  using Complex = std::complex<Real>;

  // As FftPlan::ForLength.
  static absl::StatusOr<std::shared_ptr<const LongFft>> ForLength(int64_t n);

  // `in` and `out` may be the same.
  absl::Status Run(const RoutineThreads& threads, bool inverse, Real scale,
                   const Complex* in, Complex* out) const;

  int64_t TableBytes() const;

  int64_t n = 1;
  // A matrix [columns->n, rows->n].
  std::shared_ptr<const FftPlan<Real>> columns;
  std::shared_ptr<const FftPlan<Real>> rows;
  // exp(-2 pi i k j / n) of row k and column j: of the first column of every block of
  // lanes, [block][k]; and of the first so many columns, as FftTwiddles has them.
  std::vector<Complex> block_twiddles;
  std::vector<Real> lane_twiddles;
  // Or a convolution.
  std::shared_ptr<const LongFft> convolution;
  std::vector<Complex> chirp;
  std::vector<Complex> kernel;
};

// From this length on a line alone is a long one.
inline constexpr int64_t kLongFft = 4096;

// Whether transforms of the length need no convolution, which costs single precision
// too many digits: those are computed in double.
bool HasSmallFactors(int64_t n);

}  // namespace tilewright::runtime
