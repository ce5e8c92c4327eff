// What an eager device has done so far.
#pragma once

#include <atomic>
#include <cstdint>

namespace tilewright::eager {

// X(name): what a front end shows under that name.
#define TW_EAGER_COUNTERS(X)                                                \
  X(recorded_ops)                                                           \
  X(executions)   /* operations and segments that ran */                    \
  X(launches)     /* kernels of compiled operations */                      \
  X(copies)       /* operations that are nothing but a copy of bytes */     \
  X(compilations) /* operations that some kernel was compiled for */        \
  X(cache_hits)   /* operations whose code came from the cache on disk */   \
  X(kernel_hits)  /* operations whose code the process had */               \
  X(temporaries)  /* operands copied since a result lies over them */       \
  X(syncs)        /* waits for the queue that did wait */                   \
  X(failures)                                                               \
  X(fused_ops)               /* operations that ran as part of a segment */ \
  X(segment_runs)            /* segments that ran whole */                  \
  X(segments_compiled)       /* in the background */                        \
  X(background_compilations) /* of these: some kernel was compiled */       \
  X(segments_refused)        /* that have no program or no code */          \
  X(bytes_never_stored)      /* values that nobody could observe */

struct Counters {
#define TW_COUNTER(name) std::atomic<int64_t> name{0};
  TW_EAGER_COUNTERS(TW_COUNTER)
#undef TW_COUNTER
};

inline void Count(std::atomic<int64_t>& counter, int64_t by = 1) {
  counter.fetch_add(by, std::memory_order_relaxed);
}

}  // namespace tilewright::eager
