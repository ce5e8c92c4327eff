// Temporary buffers in one block of memory, shared where lifetimes allow, and in
// memory of the caller's that is not written yet.
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

  // Memory outside the block, an output say: nothing is in it before UseAliasedOutput,
  // and from then on it is its owner's alone.
  int AddAliasedOutput(int64_t bytes);
  void UseAliasedOutput(int alias, int time);
  // The step that reads `buffer` last is the first that writes the output, each element
  // where it has just read the buffer's: the two may be one memory.
  void EndIn(int buffer, int alias) { buffers_[buffer].ends_in = alias; }

  // Where a buffer is: in an aliased output or, if that is -1, in the block.
  struct Place {
    int alias = -1;
    int64_t offset = 0;
  };
  // Chooses places, at multiples of 64; returns the size of the block.
  int64_t Assign();
  const Place& place(int buffer) const { return buffers_[buffer].place; }

 private:
  struct Buffer {
    int64_t bytes = 0;
    int first = 0, last = 0;
    Place place;
    int ends_in = -1;  // an aliased output
  };
  struct AliasedOutput {
    int64_t bytes = 0;
    int first = 0;            // its owner's first use
    std::vector<int> placed;  // by offset
  };

  // Places the buffer in the aliased output if there is room for all of its life.
  bool Lend(int buffer, int alias);
  // The lowest offset at which `buffer` fits between those placed for its life.
  int64_t LowestOffset(const Buffer& buffer, const std::vector<int>& placed) const;
  void PutAt(int buffer, Place place, std::vector<int>* placed);

  std::vector<Buffer> buffers_;
  std::vector<AliasedOutput> aliased_;
};

}  // namespace tilewright::codegen
