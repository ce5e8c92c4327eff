#include <algorithm>
#include <utility>

#include "runtime/routines/fft_kernel.h"
#include "runtime/routines/fft_tables.h"
#include "runtime/routines/routine_call.h"
#include "support/round.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

// A divisor of n that is not far from its square root.
int64_t NearRoot(int64_t n) {
  std::vector<int> factors = FftFactors(n);
  int64_t divisor = 1;
  for (int factor : factors) {
    if (divisor * factor * divisor * factor <= 2 * n) divisor *= factor;
  }
  return divisor;
}

template <typename Real>
std::shared_ptr<LongFft<Real>> MakeSplit(int64_t n) {
  using Complex = std::complex<Real>;
  constexpr int64_t kLanes = kFftLanes<Real>;
  auto plan = std::make_shared<LongFft<Real>>();
  plan->n = n;
  const int64_t rows = NearRoot(n);
  absl::StatusOr<std::shared_ptr<const FftPlan<Real>>> long_way =
      FftPlan<Real>::ForLength(n / rows, false);
  absl::StatusOr<std::shared_ptr<const FftPlan<Real>>> short_way =
      FftPlan<Real>::ForLength(rows, false);
  if (!long_way.ok() || !short_way.ok()) throw std::bad_alloc();
  plan->rows = *long_way;
  plan->columns = *short_way;
  for (int64_t j = 0; j < plan->rows->n; j += kLanes) {
    for (int64_t k = 0; k < rows; ++k) {
      plan->block_twiddles.push_back(Complex(FftRoot(k * j, n)));
    }
  }
  plan->lane_twiddles.resize(2 * kLanes * rows);
  for (int64_t k = 0; k < rows; ++k) {
    for (int64_t l = 0; l < kLanes; ++l) {
      const std::complex<double> root = FftRoot(k * l % n, n);
      plan->lane_twiddles[2 * k * kLanes + l] = static_cast<Real>(root.real());
      plan->lane_twiddles[(2 * k + 1) * kLanes + l] = static_cast<Real>(root.imag());
    }
  }
  return plan;
}

template <typename Real>
std::shared_ptr<LongFft<Real>> Make(int64_t n) {
  if (HasSmallFactors(n)) return MakeSplit<Real>(n);
  auto plan = std::make_shared<LongFft<Real>>();
  plan->n = n;
  Chirp<Real> chirp(n);
  plan->convolution = MakeSplit<Real>(chirp.length);
  plan->chirp = std::move(chirp.chirp);
  plan->kernel = std::move(chirp.wrapped);
  const absl::Status status = plan->convolution->Run(
      {1, RunSerially}, false, Real{1}, plan->kernel.data(), plan->kernel.data());
  if (!status.ok()) throw std::bad_alloc();
  return plan;
}

// x times y, or conj(y). Without the special cases of C99: a NaN here is a NaN there.
template <typename Real>
std::complex<Real> Product(const std::complex<Real>& x, const std::complex<Real>& y,
                           bool conjugate) {
  const Real im = conjugate ? -y.imag() : y.imag();
  return {x.real() * y.real() - x.imag() * im, x.real() * im + x.imag() * y.real()};
}

// Runs `block` on lines [0, lines) of a matrix, by all threads; set(first, &block)
// says where a block's lines are.
template <typename Real, typename Set>
absl::Status RunLines(const RoutineThreads& threads, const FftPlan<Real>& plan,
                      int64_t lines, const LongFft<Real>* turned, Set set) {
  constexpr int64_t kLanes = kFftLanes<Real>;
  const int64_t room = 2 * plan.room() * kLanes;
  TW_ASSIGN_OR_RETURN(Scratch<Real> scratch,
                      Scratch<Real>::Create(2 * room * threads.threads));
  threads.run(DivideUp(lines, kLanes), [&](int64_t begin, int64_t end, int worker) {
    Real* const data = scratch.data() + worker * 2 * room;
    for (int64_t b = begin; b < end; ++b) {
      FftBlock<Real> block;
      block.length = plan.n;
      block.count = static_cast<int>(std::min(kLanes, lines - b * kLanes));
      set(b * kLanes, &block);
      FftTwiddles<Real> twiddles;
      if (turned != nullptr) {
        twiddles = {turned->block_twiddles.data() + b * plan.n,
                    turned->lane_twiddles.data()};
      }
      RunFftBlock(plan, block, data, data + room, twiddles);
    }
  });
  return absl::OkStatus();
}

}  // namespace

template <typename Real>
int64_t LongFft<Real>::TableBytes() const {
  auto bytes = static_cast<int64_t>(
      (block_twiddles.size() + chirp.size() + kernel.size()) * sizeof(Complex) +
      lane_twiddles.size() * sizeof(Real));
  if (rows != nullptr) bytes += rows->TableBytes() + columns->TableBytes();
  return bytes + (convolution != nullptr ? convolution->TableBytes() : 0);
}

template <typename Real>
absl::StatusOr<std::shared_ptr<const LongFft<Real>>> LongFft<Real>::ForLength(int64_t n) {
  static auto& cache = *new FftCache<LongFft>;
  return cache.Get({n, false}, [n] { return Make<Real>(n); });
}

template <typename Real>
absl::Status LongFft<Real>::Run(const RoutineThreads& threads, bool inverse, Real scale,
                                const Complex* in, Complex* out) const {
  if (convolution != nullptr) {
    const int64_t length = convolution->n;
    TW_ASSIGN_OR_RETURN(Scratch<Complex> room, Scratch<Complex>::Create(length));
    Complex* const x = room.data();
    for (int64_t j = 0; j < n; ++j) x[j] = Product(in[j], chirp[j], inverse);
    std::fill(x + n, x + length, Complex(0));
    TW_RETURN_IF_ERROR(convolution->Run(threads, false, Real{1}, x, x));
    for (int64_t k = 0; k < length; ++k) x[k] = Product(x[k], kernel[k], inverse);
    TW_RETURN_IF_ERROR(convolution->Run(threads, true, scale, x, x));
    for (int64_t k = 0; k < n; ++k) out[k] = Product(x[k], chirp[k], inverse);
    return absl::OkStatus();
  }
  const int64_t width = rows->n, height = columns->n;
  TW_ASSIGN_OR_RETURN(Scratch<Complex> room, Scratch<Complex>::Create(n));
  const auto* const source = reinterpret_cast<const Real*>(in);
  auto* const middle = reinterpret_cast<Real*>(room.data());
  auto* const target = reinterpret_cast<Real*>(out);
  TW_RETURN_IF_ERROR(
      RunLines(threads, *columns, width, this, [&](int64_t first, FftBlock<Real>* b) {
        b->inverse = inverse;
        b->in = source + 2 * first;
        b->out = middle + 2 * first;
        b->in_line = b->out_line = 2;
        b->in_step = b->out_step = 2 * width;
      }));
  return RunLines<Real>(threads, *rows, height, nullptr,
                        [&](int64_t first, FftBlock<Real>* b) {
                          b->inverse = inverse;
                          b->scale = scale;
                          b->in = middle + 2 * first * width;
                          b->in_line = 2 * width;
                          b->in_step = 2;
                          b->out = target + 2 * first;
                          b->out_line = 2;
                          b->out_step = 2 * height;
                        });
}

template struct LongFft<float>;
template struct LongFft<double>;

}  // namespace tilewright::runtime
