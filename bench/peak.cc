#include "bench/peak.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tilewright::bench {
namespace {

using Clock = std::chrono::steady_clock;

// Seconds that `threads` threads need, each of them for work(thread), from when
// all are there until the last is done; the best of `repetitions`.
double BestSeconds(int threads, int repetitions, const std::function<void(int)>& work) {
  double best = 1e30;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    std::atomic<int> ready = 0;
    std::vector<Clock::time_point> starts(threads), ends(threads);
    std::vector<std::thread> workers;
    for (int thread = 0; thread < threads; ++thread) {
      workers.emplace_back([&, thread] {
        ++ready;
        while (ready < threads) std::this_thread::yield();
        starts[thread] = Clock::now();
        work(thread);
        ends[thread] = Clock::now();
      });
    }
    for (std::thread& worker : workers) worker.join();
    Clock::time_point start = starts[0], end = ends[0];
    for (int thread = 1; thread < threads; ++thread) {
      start = std::min(start, starts[thread]);
      end = std::max(end, ends[thread]);
    }
    best = std::min(best, std::chrono::duration<double>(end - start).count());
  }
  return best;
}

#if defined(__x86_64__)
constexpr int64_t kIterations = 2'000'000;
// Enough independent accumulators for any latency there is, few enough to stay
// in registers.
constexpr int kAccumulators = 12;

// The accumulators pass through the asm, so that no iteration can be left out.
__attribute__((target("avx512f,avx512bf16"))) void Bf16Loop() {
  __m512 sums[kAccumulators] = {};
  __m512bh a{}, b{};
  asm volatile("" : "+v"(a), "+v"(b));
  for (int64_t i = 0; i < kIterations; ++i) {
#pragma GCC unroll 12
    for (__m512& sum : sums) sum = _mm512_dpbf16_ps(sum, a, b);
#pragma GCC unroll 12
    for (__m512& sum : sums) asm volatile("" : "+v"(sum));
  }
}

__attribute__((target("avx512f"))) void F32Loop512() {
  __m512 sums[kAccumulators] = {};
  __m512 a{}, b{};
  asm volatile("" : "+v"(a), "+v"(b));
  for (int64_t i = 0; i < kIterations; ++i) {
#pragma GCC unroll 12
    for (__m512& sum : sums) sum = _mm512_fmadd_ps(a, b, sum);
#pragma GCC unroll 12
    for (__m512& sum : sums) asm volatile("" : "+v"(sum));
  }
}

__attribute__((target("avx2,fma"))) void F32Loop256() {
  __m256 sums[kAccumulators] = {};
  __m256 a{}, b{};
  asm volatile("" : "+x"(a), "+x"(b));
  for (int64_t i = 0; i < kIterations; ++i) {
#pragma GCC unroll 12
    for (__m256& sum : sums) sum = _mm256_fmadd_ps(a, b, sum);
#pragma GCC unroll 12
    for (__m256& sum : sums) asm volatile("" : "+x"(sum));
  }
}

// Stores that do not read the line they replace.
__attribute__((target("avx512f"))) void StreamCopy512(float* to, const float* from,
                                                      size_t count) {
  for (size_t i = 0; i + 16 <= count; i += 16) {
    _mm512_stream_ps(to + i, _mm512_load_ps(from + i));
  }
  _mm_sfence();
}

void StreamCopy128(float* to, const float* from, size_t count) {
  for (size_t i = 0; i + 4 <= count; i += 4) {
    _mm_stream_ps(to + i, _mm_load_ps(from + i));
  }
  _mm_sfence();
}

double Gflops(int threads, int flops_per_instruction, void (*loop)()) {
  double seconds = BestSeconds(threads, 3, [&](int) { loop(); });
  return 1e-9 * threads * kIterations * kAccumulators * flops_per_instruction / seconds;
}

double CopyGbps(int threads, bool wide) {
  constexpr size_t kFloats = size_t{1} << 24;  // 64 MB: beyond the last cache
  struct Free {
    void operator()(float* memory) const { std::free(memory); }
  };
  auto array = [] {
    void* memory = std::aligned_alloc(1 << 21, kFloats * sizeof(float));
    if (memory != nullptr) std::memset(memory, 1, kFloats * sizeof(float));
    return std::unique_ptr<float, Free>(static_cast<float*>(memory));
  };
  std::unique_ptr<float, Free> from = array(), to = array();
  if (from == nullptr || to == nullptr) return 0;
  size_t share = kFloats / threads / 16 * 16;
  auto regular = [&](int thread) {
    std::memcpy(to.get() + thread * share, from.get() + thread * share,
                share * sizeof(float));
  };
  auto streamed = [&](int thread) {
    (wide ? StreamCopy512 : StreamCopy128)(to.get() + thread * share,
                                           from.get() + thread * share, share);
  };
  double seconds =
      std::min(BestSeconds(threads, 5, regular), BestSeconds(threads, 5, streamed));
  return 1e-9 * 2 * threads * share * sizeof(float) / seconds;
}
#endif

}  // namespace

Peak MeasurePeak([[maybe_unused]] int threads, [[maybe_unused]] bool allow_avx512,
                 [[maybe_unused]] bool allow_bf16) {
  Peak peak;
#if defined(__x86_64__)
  const bool avx512 = allow_avx512 && __builtin_cpu_supports("avx512f");
  if (avx512 && allow_bf16 && __builtin_cpu_supports("avx512bf16")) {
    peak.bf16_gflops = Gflops(threads, 64, Bf16Loop);
  }
  if (avx512) {
    peak.f32_gflops = Gflops(threads, 32, F32Loop512);
    if (peak.bf16_gflops > 0) {
      peak.bf16_gflops = std::max(peak.bf16_gflops, peak.f32_gflops);
    }
  } else if (__builtin_cpu_supports("fma")) {
    peak.f32_gflops = Gflops(threads, 16, F32Loop256);
  }
  peak.copy_gbps = CopyGbps(threads, avx512);
#endif
  return peak;
}

}  // namespace tilewright::bench
