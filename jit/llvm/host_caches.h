// Sizes of this machine's data caches.
#pragma once

#include <cstdint>

namespace tilewright::jit {

// Bytes of the first two data caches of one core; nominal sizes (32 KiB, 1 MiB)
// where the system does not tell.
struct HostCaches {
  int64_t l1_bytes = 32 << 10;
  int64_t l2_bytes = 1 << 20;
};

HostCaches ReadHostCaches();

}  // namespace tilewright::jit
