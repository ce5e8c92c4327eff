// What an eager device has done so far.
#pragma once

#include <atomic>
#include <cstdint>

namespace tilewright::eager {

// X(name): what a front end shows under that name.
#define TW_EAGER_COUNTERS(X)                                              \
  X(recorded_ops)                                                         \
  X(executions)   /* operations that ran */                               \
  X(launches)     /* kernels of compiled operations */                    \
  X(copies)       /* operations that are nothing but a copy of bytes */   \
  X(compilations) /* operations that some kernel was compiled for */      \
  X(cache_hits)   /* operations whose code came from the cache on disk */ \
  X(kernel_hits)  /* operations whose code the process had */             \
  X(temporaries)  /* operands copied since a result lies over them */     \
  X(syncs)        /* waits for the queue that did wait */                 \
  X(failures)

struct Counters {
#define TW_COUNTER(name) std::atomic<int64_t> name{0};
  TW_EAGER_COUNTERS(TW_COUNTER)
#undef TW_COUNTER
};

inline void Count(std::atomic<int64_t>& counter) {
  counter.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace tilewright::eager
