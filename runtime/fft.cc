#include "runtime/fft.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>

#include "absl/strings/str_cat.h"

namespace tilewright::runtime {
namespace {

using Complex = FftPlan::Complex;

// Primes beyond this are left to Bluestein: a pass costs the factor's square.
constexpr int kLargestFactor = 31;

// Tables kept by the process, bytes.
constexpr int64_t kCacheBytes = int64_t{64} << 20;

// Lengths beyond this have tables of terabytes.
constexpr int64_t kMaxLength = int64_t{1} << 36;

// exp(-2 pi i k / n), 0 <= k < n. The angle is brought into the first eighth of
// the circle in integers, so that symmetric roots are exactly symmetric and 1,
// -1, i and -i exact.
Complex Root(int64_t k, int64_t n) {
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

// A complex number in each of kCount lanes.
template <int kCount>
struct Lanes {
  double re[kCount];
  double im[kCount];

  static Lanes Load(const Complex* p) {
    Lanes x;
    for (int l = 0; l < kCount; ++l) {
      x.re[l] = p[l].real();
      x.im[l] = p[l].imag();
    }
    return x;
  }
  void Store(Complex* p) const {
    for (int l = 0; l < kCount; ++l) p[l] = Complex(re[l], im[l]);
  }
  friend Lanes operator+(const Lanes& a, const Lanes& b) {
    Lanes x;
    for (int l = 0; l < kCount; ++l) {
      x.re[l] = a.re[l] + b.re[l];
      x.im[l] = a.im[l] + b.im[l];
    }
    return x;
  }
  friend Lanes operator-(const Lanes& a, const Lanes& b) {
    Lanes x;
    for (int l = 0; l < kCount; ++l) {
      x.re[l] = a.re[l] - b.re[l];
      x.im[l] = a.im[l] - b.im[l];
    }
    return x;
  }
  Lanes Times(double re_factor, double im_factor) const {
    Lanes x;
    for (int l = 0; l < kCount; ++l) {
      x.re[l] = re[l] * re_factor - im[l] * im_factor;
      x.im[l] = re[l] * im_factor + im[l] * re_factor;
    }
    return x;
  }
  // Times -i, or i for the inverse.
  template <bool kInverse>
  Lanes Turned() const {
    Lanes x;
    for (int l = 0; l < kCount; ++l) {
      x.re[l] = kInverse ? -im[l] : im[l];
      x.im[l] = kInverse ? re[l] : -re[l];
    }
    return x;
  }
};

// The transform of kRadix values in place.
template <int kRadix, bool kInverse, int kCount>
void Butterfly(Lanes<kCount>* x) {
  using L = Lanes<kCount>;
  if constexpr (kRadix == 2) {
    L a = x[0] + x[1];
    x[1] = x[0] - x[1];
    x[0] = a;
  } else if constexpr (kRadix == 4) {
    L a = x[0] + x[2];
    L b = x[0] - x[2];
    L c = x[1] + x[3];
    L d = (x[1] - x[3]).template Turned<kInverse>();
    x[0] = a + c;
    x[1] = b + d;
    x[2] = a - c;
    x[3] = b - d;
  } else if constexpr (kRadix == 3) {
    constexpr double kHalfRoot = 0.86602540378443864676;  // sin(pi / 3)
    L sum = x[1] + x[2];
    L turned = (x[1] - x[2]).template Turned<kInverse>().Times(kHalfRoot, 0);
    L middle = x[0] - sum.Times(0.5, 0);
    x[0] = x[0] + sum;
    x[1] = middle + turned;
    x[2] = middle - turned;
  } else {
    static_assert(kRadix == 5);
    constexpr double kCos1 = 0.30901699437494742410;   // cos(2 pi / 5)
    constexpr double kCos2 = -0.80901699437494742410;  // cos(4 pi / 5)
    constexpr double kSin1 = 0.95105651629515357212;
    constexpr double kSin2 = 0.58778525229247312917;
    L s1 = x[1] + x[4];
    L s2 = x[2] + x[3];
    L d1 = (x[1] - x[4]).template Turned<kInverse>();
    L d2 = (x[2] - x[3]).template Turned<kInverse>();
    L a = x[0] + s1.Times(kCos1, 0) + s2.Times(kCos2, 0);
    L b = x[0] + s1.Times(kCos2, 0) + s2.Times(kCos1, 0);
    L c = d1.Times(kSin1, 0) + d2.Times(kSin2, 0);
    L d = d1.Times(kSin2, 0) - d2.Times(kSin1, 0);
    x[0] = x[0] + s1 + s2;
    x[1] = a + c;
    x[2] = b + d;
    x[3] = b - d;
    x[4] = a - c;
  }
}

// One pass of factor r: with n' = r m what is left of the length and s = n / n'
// transforms done so far,
//   to[q + s (r p + k)] = w_n'^(p k) * sum over j of
//                         from[q + s (p + m j)] * w_r^(j k).
// w_n'^(p k) is roots[p k s], w_r^(j k) is roots[(j k mod r) m s].
struct Pass {
  int64_t n;
  int64_t m;
  int64_t s;
  const Complex* roots;
};

template <bool kInverse>
double ImaginaryOf(const Complex& root) {
  return kInverse ? -root.imag() : root.imag();
}

template <int kRadix, int kCount, bool kInverse>
void RunPass(const Pass& pass, const Complex* from, Complex* to) {
  for (int64_t p = 0; p < pass.m; ++p) {
    double re[kRadix];
    double im[kRadix];
    for (int k = 0; k < kRadix; ++k) {
      const Complex& root = pass.roots[p * k * pass.s];
      re[k] = root.real();
      im[k] = ImaginaryOf<kInverse>(root);
    }
    for (int64_t q = 0; q < pass.s; ++q) {
      Lanes<kCount> x[kRadix];
      for (int j = 0; j < kRadix; ++j) {
        x[j] = Lanes<kCount>::Load(from + (q + pass.s * (p + pass.m * j)) * kCount);
      }
      Butterfly<kRadix, kInverse, kCount>(x);
      x[0].Store(to + (q + pass.s * kRadix * p) * kCount);
      for (int k = 1; k < kRadix; ++k) {
        x[k].Times(re[k], im[k]).Store(to + (q + pass.s * (kRadix * p + k)) * kCount);
      }
    }
  }
}

template <int kCount, bool kInverse>
void RunAnyPass(int radix, const Pass& pass, const Complex* from, Complex* to) {
  int64_t step = pass.m * pass.s;  // roots[step] is w_r
  for (int64_t p = 0; p < pass.m; ++p) {
    for (int64_t q = 0; q < pass.s; ++q) {
      Lanes<kCount> x[kLargestFactor];
      for (int j = 0; j < radix; ++j) {
        x[j] = Lanes<kCount>::Load(from + (q + pass.s * (p + pass.m * j)) * kCount);
      }
      for (int k = 0; k < radix; ++k) {
        Lanes<kCount> sum = x[0];
        for (int j = 1; j < radix; ++j) {
          const Complex& root = pass.roots[(j * k % radix) * step];
          sum = sum + x[j].Times(root.real(), ImaginaryOf<kInverse>(root));
        }
        const Complex& root = pass.roots[p * k * pass.s];
        sum.Times(root.real(), ImaginaryOf<kInverse>(root))
            .Store(to + (q + pass.s * (radix * p + k)) * kCount);
      }
    }
  }
}

// The factors of n, fours first; empty when a prime is too large.
std::vector<int> Factors(int64_t n) {
  std::vector<int> factors;
  for (int factor : {4, 2, 3, 5}) {
    for (; n % factor == 0; n /= factor) factors.push_back(factor);
  }
  for (int factor = 7; factor <= kLargestFactor; factor += 2) {
    for (; n % factor == 0; n /= factor) factors.push_back(factor);
  }
  if (n != 1) factors.clear();
  return factors;
}

// Complex products without the special cases of C99: a NaN here is a NaN there.
Complex Product(const Complex& a, const Complex& b) {
  return {a.real() * b.real() - a.imag() * b.imag(),
          a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

std::shared_ptr<const FftPlan> FftPlan::Make(int64_t n) {
  std::shared_ptr<FftPlan> plan(new FftPlan(n));
  plan->factors_ = Factors(n);
  if (n == 1 || !plan->factors_.empty()) {
    plan->roots_.resize(n);
    for (int64_t k = 0; k < n; ++k) plan->roots_[k] = Root(k, n);
    return plan;
  }
  int64_t length = 1;
  while (length < 2 * n - 1) length *= 2;
  plan->convolution_ = Make(length);
  plan->chirp_.resize(n);
  std::vector<Complex> kernel(length, Complex(0));
  std::vector<Complex> other(length);
  int64_t square = 0;  // j^2 mod 2n
  for (int64_t j = 0; j < n; ++j) {
    Complex root = Root(square, 2 * n);
    plan->chirp_[j] = root;
    kernel[j] = std::conj(root) / static_cast<double>(length);
    if (j > 0) kernel[length - j] = kernel[j];
    square = (square + 2 * j + 1) % (2 * n);
  }
  Complex* at = plan->convolution_->Run(kernel.data(), other.data(), 1, false);
  plan->kernel_.assign(at, at + length);
  return plan;
}

int64_t FftPlan::TableBytes() const {
  int64_t bytes = static_cast<int64_t>((roots_.size() + chirp_.size() + kernel_.size()) *
                                       sizeof(Complex));
  return bytes + (convolution_ ? convolution_->TableBytes() : 0);
}

absl::StatusOr<std::shared_ptr<const FftPlan>> FftPlan::ForLength(int64_t n) {
  struct Cache {
    std::mutex mutex;
    std::map<int64_t, std::shared_ptr<const FftPlan>> plans;
    int64_t bytes = 0;
  };
  static Cache& cache = *new Cache;
  if (n > kMaxLength) {
    return absl::ResourceExhaustedError(
        absl::StrCat("fft: the tables of length ", n, " do not fit into memory"));
  }
  {
    std::lock_guard<std::mutex> lock(cache.mutex);
    auto found = cache.plans.find(n);
    if (found != cache.plans.end()) return found->second;
  }
  std::shared_ptr<const FftPlan> plan;
  // The tables are the standard library's vectors, which report a full machine
  // by throwing.
  try {
    plan = Make(n);
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(
        absl::StrCat("fft: the tables of length ", n, " do not fit into memory"));
  }
  std::lock_guard<std::mutex> lock(cache.mutex);
  if (plan->TableBytes() <= kCacheBytes / 2 && cache.plans.emplace(n, plan).second) {
    cache.bytes += plan->TableBytes();
    while (cache.bytes > kCacheBytes) {
      auto victim = cache.plans.begin();
      if (victim->first == n) ++victim;
      cache.bytes -= victim->second->TableBytes();
      cache.plans.erase(victim);
    }
  }
  return plan;
}

template <int kCount, bool kInverse>
Complex* FftPlan::RunStockham(Complex* data, Complex* other) const {
  int64_t left = n_;
  int64_t done = 1;
  for (int factor : factors_) {
    left /= factor;
    Pass pass = {n_, left, done, roots_.data()};
    switch (factor) {
      case 2:
        RunPass<2, kCount, kInverse>(pass, data, other);
        break;
      case 3:
        RunPass<3, kCount, kInverse>(pass, data, other);
        break;
      case 4:
        RunPass<4, kCount, kInverse>(pass, data, other);
        break;
      case 5:
        RunPass<5, kCount, kInverse>(pass, data, other);
        break;
      default:
        RunAnyPass<kCount, kInverse>(factor, pass, data, other);
    }
    std::swap(data, other);
    done *= factor;
  }
  return data;
}

template <int kCount, bool kInverse>
Complex* FftPlan::RunBluestein(Complex* data, Complex* other) const {
  int64_t length = convolution_->n_;
  auto chirp = [this](int64_t k) { return kInverse ? std::conj(chirp_[k]) : chirp_[k]; };
  for (int64_t j = 0; j < n_; ++j) {
    Complex c = chirp(j);
    for (int l = 0; l < kCount; ++l) {
      data[j * kCount + l] = Product(data[j * kCount + l], c);
    }
  }
  std::fill(data + n_ * kCount, data + length * kCount, Complex(0));
  Complex* spectrum = convolution_->RunStockham<kCount, false>(data, other);
  // kernel is even, so the kernel of the inverse, its conjugate, has the
  // conjugate spectrum.
  for (int64_t k = 0; k < length; ++k) {
    Complex factor = kInverse ? std::conj(kernel_[k]) : kernel_[k];
    for (int l = 0; l < kCount; ++l) {
      spectrum[k * kCount + l] = Product(spectrum[k * kCount + l], factor);
    }
  }
  Complex* result =
      convolution_->RunStockham<kCount, true>(spectrum, spectrum == data ? other : data);
  for (int64_t k = 0; k < n_; ++k) {
    Complex c = chirp(k);
    for (int l = 0; l < kCount; ++l) {
      result[k * kCount + l] = Product(result[k * kCount + l], c);
    }
  }
  return result;
}

FftPlan::Complex* FftPlan::Run(Complex* data, Complex* other, int lanes,
                               bool inverse) const {
  if (convolution_ == nullptr) {
    if (lanes == 1) {
      return inverse ? RunStockham<1, true>(data, other)
                     : RunStockham<1, false>(data, other);
    }
    return inverse ? RunStockham<kLanes, true>(data, other)
                   : RunStockham<kLanes, false>(data, other);
  }
  if (lanes == 1) {
    return inverse ? RunBluestein<1, true>(data, other)
                   : RunBluestein<1, false>(data, other);
  }
  return inverse ? RunBluestein<kLanes, true>(data, other)
                 : RunBluestein<kLanes, false>(data, other);
}

}  // namespace tilewright::runtime
