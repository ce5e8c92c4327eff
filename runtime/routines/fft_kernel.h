// Transforms of several lines side by side, in the lanes of vectors.
#pragma once

#include <cstdint>

#include "runtime/routines/fft.h"

namespace tilewright::runtime {

// What a line is read as and written as.
enum class FftLines {
  kComplex,
  kFromReal,  // real in, the first n / 2 + 1 out
  kToReal,    // the first n / 2 + 1 in, real out
};

// Lines to transform. Distances are in numbers of Stored, of which a complex element
// is two; all that is read is read before anything is written.
template <typename Stored>
struct FftBlock {
  FftLines lines = FftLines::kComplex;
  bool inverse = false;
  double scale = 1;
  const Stored* in = nullptr;
  int64_t in_line = 0;  // from one line to the next
  int64_t in_step = 0;  // from one element to the next
  Stored* out = nullptr;
  int64_t out_line = 0;
  int64_t out_step = 0;
  int64_t length = 1;  // of the transform: of the real side, where there is one
  int count = 1;       // lines, at most kFftLanes
};

// Lines that are transformed at once; fewer take as long.
template <typename Real>
inline constexpr int kFftLanes = 64 / static_cast<int>(sizeof(Real));

// Element k of lane l is multiplied by of_block[k] times element k of lane l here, or by
// the conjugate of that for the inverse, when it is transformed.
template <typename Real>
struct FftTwiddles {
  const std::complex<Real>* of_block = nullptr;
  const Real* of_lanes = nullptr;  // [k][real or imaginary part][lane]
};

// `data` and `other`: 2 * room() * kFftLanes numbers each, at multiples of 64 bytes.
// Values do not depend on the CPU, nor on what the other lines are.
template <typename Real, typename Stored>
void RunFftBlock(const FftPlan<Real>& plan, const FftBlock<Stored>& block, Real* data,
                 Real* other, const FftTwiddles<Real>& twiddles = {});

}  // namespace tilewright::runtime
