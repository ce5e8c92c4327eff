#include "support/float_state.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace tilewright {
namespace {

#if defined(__x86_64__)

// MXCSR: bits 7 to 12 mask the exceptions, 13 and 14 hold the rounding mode (0:
// nearest even), 15 is FTZ, 6 is DAZ, 0 to 5 are the sticky flags.
constexpr uint32_t kMasked = 0x1F80;
constexpr uint32_t kFlushToZero = 0x8000;
constexpr uint32_t kDenormalsAreZero = 0x0040;

uint64_t ReadState() { return _mm_getcsr(); }
void WriteState(uint64_t state) { _mm_setcsr(static_cast<uint32_t>(state)); }
uint64_t StateFor(Numerics numerics) {
  return numerics == Numerics::kTpu ? kMasked | kFlushToZero | kDenormalsAreZero
                                    : kMasked;
}

#elif defined(__aarch64__)

// FPCR: bit 24 is FZ, bit 19 FZ16, bits 22 and 23 the rounding mode (0: nearest
// even), bits 8 to 15 enable traps. The sticky flags are in FPSR, which no
// arithmetic reads: a state is FPCR, and FPSR above it.
constexpr uint64_t kFlushToZero = (uint64_t{1} << 24) | (uint64_t{1} << 19);

uint64_t ReadState() {
  uint64_t control, flags;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  asm volatile("mrs %0, fpsr" : "=r"(flags));
  return (control & 0xffffffff) | flags << 32;
}
void WriteState(uint64_t state) {
  asm volatile("msr fpcr, %0" : : "r"(state & 0xffffffff));
  asm volatile("msr fpsr, %0" : : "r"(state >> 32));
}
uint64_t StateFor(Numerics numerics) {
  return numerics == Numerics::kTpu ? kFlushToZero : 0;
}

#else
#error "The floating-point control state of this machine is not known"
#endif

}  // namespace

ScopedFloatState::ScopedFloatState(Numerics numerics) : saved_(ReadState()) {
  WriteState(StateFor(numerics));
}

ScopedFloatState::~ScopedFloatState() { WriteState(saved_); }

}  // namespace tilewright
