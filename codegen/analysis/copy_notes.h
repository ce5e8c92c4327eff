// What a kernel with checks notes in scratch of copies on their way: numbers of 64 bits.
// First how many copies there are and a number that is used on the way, then of each
// copy the words below.
#pragma once

#include <cstdint>

#include "tile/program.h"

namespace tilewright::codegen {

struct CopyNotes {
  explicit CopyNotes(const tile::Program& program);

  static constexpr int64_t kMost = 4096;
  static constexpr int64_t kHeaderWords = 2;
  // The statement that started it, the refs that it reads and writes, its semaphores' ref
  // and the slot of these, its bytes as they are counted there; then as many numbers as
  // `rank`, six times: where what it reads begins, how many elements it has and how far
  // they are apart, and the same of what it writes.
  enum Word { kStatement, kFrom, kTo, kSemaphores, kSlot, kBytes, kLists };

  int64_t words() const { return kLists + 6 * rank; }
  int64_t bytes() const { return copies ? 8 * (kHeaderWords + kMost * words()) : 0; }
  int64_t from_list() const { return kLists; }
  int64_t to_list() const { return kLists + 3 * rank; }

  bool copies = false;  // the program has some
  int64_t rank = 0;     // most dimensions of a ref that is copied
};

}  // namespace tilewright::codegen
