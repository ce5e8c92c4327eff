#include <cmath>
#include <numbers>

#include "runtime/memory/block.h"
#include "runtime/routines/fft_kernel.h"
#include "runtime/routines/fft_tables.h"

namespace tilewright::runtime {
namespace {

// Primes beyond this are left to Bluestein: a pass costs the factor's square.
constexpr int kLargestFactor = 31;

}  // namespace

// The angle is brought into the first eighth of
// the circle in integers, so that symmetric roots are exactly symmetric and 1,
// -1, i and -i exact.
std::complex<double> FftRoot(int64_t k, int64_t n) {
  using Complex = std::complex<double>;
  auto eighth = [n](int64_t j) {  // 8 j <= n
    double angle = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(n);
    return Complex(std::cos(angle), std::sin(angle));
  };
  Complex root;
  int64_t k8 = 8 * k;
  if (k8 <= n) {
    root = eighth(k);
  } else if (k8 <= 3 * n) {
    // n / 4 - k, which need not be an integer: in quarters of n.
    double angle = 2 * std::numbers::pi * static_cast<double>(n - 4 * k) /
                   (4 * static_cast<double>(n));
    root = Complex(std::sin(angle), std::cos(angle));
  } else if (k8 <= 5 * n) {
    double angle = 2 * std::numbers::pi * static_cast<double>(n - 2 * k) /
                   (2 * static_cast<double>(n));
    root = Complex(-std::cos(angle), std::sin(angle));
  } else if (k8 <= 7 * n) {
    double angle = 2 * std::numbers::pi * static_cast<double>(4 * k - 3 * n) /
                   (4 * static_cast<double>(n));
    root = Complex(std::sin(angle), -std::cos(angle));
  } else {
    root = std::conj(eighth(n - k));
  }
  return std::conj(root);
}

std::vector<int> FftFactors(int64_t n) {
  std::vector<int> factors;
  for (int factor : {8, 4, 2, 3, 5}) {
    for (; n % factor == 0; n /= factor) factors.push_back(factor);
  }
  for (int factor = 7; factor <= kLargestFactor; factor += 2) {
    for (; n % factor == 0; n /= factor) factors.push_back(factor);
  }
  if (n != 1) factors.clear();
  return factors;
}

bool HasSmallFactors(int64_t n) { return n == 1 || !FftFactors(n).empty(); }

namespace {

template <typename Real>
std::shared_ptr<FftPlan<Real>> Make(int64_t n) {
  using Complex = std::complex<Real>;
  auto plan = std::make_shared<FftPlan<Real>>();
  plan->n = n;
  plan->factors = FftFactors(n);
  if (n == 1 || !plan->factors.empty()) {
    plan->roots.resize(n);
    for (int64_t k = 0; k < n; ++k) plan->roots[k] = Complex(FftRoot(k, n));
    return plan;
  }
  Chirp<Real> chirp(n);
  plan->convolution = Make<Real>(chirp.length);
  plan->chirp = std::move(chirp.chirp);
  plan->kernel = std::move(chirp.wrapped);
  constexpr int64_t kNumber = sizeof(Real);
  const int64_t bytes = 2 * plan->room() * kFftLanes<Real> * kNumber;
  absl::StatusOr<Block> room = Block::Allocate(2 * bytes, "tables of fft");
  if (!room.ok()) throw std::bad_alloc();
  Real* const data = static_cast<Real*>(room->data());
  FftBlock<Real> block;
  block.in = block.out = reinterpret_cast<Real*>(plan->kernel.data());
  block.in_step = block.out_step = 2;
  block.length = chirp.length;
  RunFftBlock(*plan->convolution, block, data, data + bytes / kNumber);
  return plan;
}

}  // namespace

template <typename Real>
int64_t FftPlan<Real>::TableBytes() const {
  const auto numbers =
      static_cast<int64_t>(roots.size() + twiddles.size() + chirp.size() + kernel.size());
  return numbers * int64_t{sizeof(Complex)} +
         (convolution != nullptr ? convolution->TableBytes() : 0);
}

template <typename Real>
absl::StatusOr<std::shared_ptr<const FftPlan<Real>>> FftPlan<Real>::ForLength(
    int64_t n, bool of_reals) {
  static auto& cache = *new FftCache<FftPlan>;
  const bool halves = of_reals && n % 2 == 0;
  return cache.Get({n, halves}, [&] {
    const std::shared_ptr<FftPlan> plan = Make<Real>(halves ? n / 2 : n);
    if (halves) {
      for (int64_t k = 0; k <= n / 4; ++k)
        plan->twiddles.push_back(Complex(FftRoot(k, n)));
    }
    return plan;
  });
}

template struct FftPlan<float>;
template struct FftPlan<double>;

}  // namespace tilewright::runtime
