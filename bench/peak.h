// What the machine could do: arithmetic on registers alone, and copies.
#pragma once

namespace tilewright::bench {

struct Peak {
  // vdpbf16ps, or f32's where that is faster, as products of bf16 are exact in f32; 0
  // where the machine has no such instruction.
  double bf16_gflops = 0;
  double f32_gflops = 0;  // fused multiply-add on the widest vectors
  double copy_gbps = 0;   // bytes read plus bytes written, arrays beyond the caches
};

// One short measurement on `threads` threads, the best of a few repetitions, with
// instructions of 512 bits and those for bf16 only where they are allowed.
// All zero on machines other than x86-64.
Peak MeasurePeak(int threads, bool allow_avx512 = true, bool allow_bf16 = true);

}  // namespace tilewright::bench
