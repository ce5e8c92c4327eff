// Temporary buffers in one block of memory, shared where lifetimes allow.
#pragma once

#include <cstdint>
#include <vector>

namespace tilewright::codegen {

// Times are positions in the order of steps. A buffer lives from its first to
// its last use, both included.
class Arena {
 public:
  // A new buffer; used at `time`.
  int Add(int64_t bytes, int time);
  void Use(int buffer, int time);
  // A loop ran over [begin, end]: what was there before it and is used in it is
  // needed until its end.
  void CloseLoop(int begin, int end);

  // Chooses offsets, multiples of 64; returns the size of the block.
  int64_t Assign();
  int64_t offset(int buffer) const { return buffers_[buffer].offset; }

 private:
  struct Buffer {
    int64_t bytes = 0;
    int first = 0, last = 0;
    int64_t offset = 0;
  };
  std::vector<Buffer> buffers_;
};

}  // namespace tilewright::codegen
