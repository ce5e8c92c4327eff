// What plans of Fourier transforms are made of. Internal to fft_plan.cc, fft_long.cc.
#pragma once

#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace tilewright::runtime {

// exp(-2 pi i k / n), 0 <= k < n.
std::complex<double> FftRoot(int64_t k, int64_t n);

// The factors of n, large ones first; empty when a prime is too large.
std::vector<int> FftFactors(int64_t n);

// c of Bluestein's convolution, and conj(c) wrapped around and divided by its length.
template <typename Real>
struct Chirp {
  int64_t length = 1;  // of the convolution: a power of two
  std::vector<std::complex<Real>> chirp, wrapped;

  explicit Chirp(int64_t n) : chirp(n) {
    using Complex = std::complex<Real>;
    while (length < 2 * n - 1) length *= 2;
    wrapped.resize(length);
    int64_t square = 0;  // j^2 mod 2n
    for (int64_t j = 0; j < n; ++j) {
      const std::complex<double> root = FftRoot(square, 2 * n);
      chirp[j] = Complex(root);
      wrapped[j] = Complex(std::conj(root) / static_cast<double>(length));
      if (j > 0) wrapped[length - j] = wrapped[j];
      square = (square + 2 * j + 1) % (2 * n);
    }
  }
};

// Plans of some kind that the process keeps: as many as fit into some bytes.
template <typename Plan>
class FftCache {
 public:
  using Key = std::pair<int64_t, bool>;

  // make() gives a shared_ptr<const Plan>, or throws std::bad_alloc: the tables are the
  // standard library's vectors, which report a full machine that way.
  template <typename Make>
  absl::StatusOr<std::shared_ptr<const Plan>> Get(Key key, Make make) {
    // Lengths beyond this have tables of terabytes.
    constexpr int64_t kMaxLength = int64_t{1} << 36;
    const auto too_large = [&key] {
      return absl::ResourceExhaustedError(absl::StrCat(
          "fft: the tables of length ", key.first, " do not fit into memory"));
    };
    if (key.first > kMaxLength) return too_large();
    {
      std::lock_guard<std::mutex> lock(mutex_);
      const auto found = plans_.find(key);
      if (found != plans_.end()) return found->second;
    }
    std::shared_ptr<const Plan> plan;
    try {
      plan = make();
    } catch (const std::bad_alloc&) {
      return too_large();
    }
    std::lock_guard<std::mutex> lock(mutex_);
    if (plan->TableBytes() <= kBytes / 2 && plans_.emplace(key, plan).second) {
      bytes_ += plan->TableBytes();
      while (bytes_ > kBytes) {
        auto victim = plans_.begin();
        if (victim->first == key) ++victim;
        bytes_ -= victim->second->TableBytes();
        plans_.erase(victim);
      }
    }
    return plan;
  }

 private:
  static constexpr int64_t kBytes = int64_t{64} << 20;

  std::mutex mutex_;
  std::map<Key, std::shared_ptr<const Plan>> plans_;
  int64_t bytes_ = 0;
};

}  // namespace tilewright::runtime
