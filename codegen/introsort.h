// The constants of introsort that decide where equal elements end up.
#pragma once

#include <cstdint>

namespace tilewright::codegen {

// Ranges of at most this many elements are left to the insertion sort.
inline constexpr int64_t kIntrosortThreshold = 16;

// Partitions on the way to a range, after which it is sorted as a heap.
int IntrosortDepth(int64_t n);

// Of the stack of ranges that wait while another part of the row is partitioned.
int64_t IntrosortStackBytes(int64_t n);

}  // namespace tilewright::codegen
