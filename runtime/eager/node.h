// Recorded operations as words of a queue.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "ir/tensor_type.h"
#include "runtime/eager/call.h"

namespace tilewright::eager {

// A node is words, one after the other:
//   head       operation, counts
//   structure  per operand and result: what it is, sizes, strides unless it is
//              contiguous; attributes
//   arguments  per operand and result two words: buffer and byte offset, or the bits of
//              an immediate
//   place      of the user's program, and a number for the thread
// Head and structure are what decides its code: equal nodes are equal words. It owns its
// buffers.
struct NodeHead {
  const Operation* operation;
  uint16_t operands;
  uint16_t results;
  uint16_t attributes;
  uint16_t precision;
};
static_assert(sizeof(NodeHead) == 16);

// Words that the node of `call` has: an upper bound, and exactly.
size_t NodeWordsAtMost(const Call& call);
// Writes it, and retains its buffers, unless it is one that runs before `call` ends.
// Returns the number of words.
enum class Ownership { kShared, kBorrowed };
size_t WriteNode(const Call& call, uint64_t* words,
                 Ownership ownership = Ownership::kShared);

// An operand or result of a node.
struct NodeOperand {
  Operand::Kind kind = Operand::Kind::kAbsent;
  ir::ElementType element = ir::ElementType::kF32;
  bool contiguous = true;
  int same_as = -1;  // the first operand that is the same array; results count on
  ir::Dims sizes;
  ir::Dims strides;
};

// A node read back, for what is done once for equal nodes.
struct NodeStructure {
  NodeHead head;
  std::vector<NodeOperand> operands;  // and results
  ir::Dims attributes;
};

// Sizes and strides in a structure's words, as they follow each other; and the words with
// others instead: none where there are not as many, or such as no array has.
std::vector<int64_t> SizesIn(absl::Span<const uint64_t> structure);
std::vector<uint64_t> WithSizes(absl::Span<const uint64_t> structure,
                                absl::Span<const int64_t> sizes);

// Reads nodes where they lie.
class NodeView {
 public:
  // Of none: it is assigned before it is asked.
  NodeView() = default;
  explicit NodeView(const uint64_t* words);

  const uint64_t* begin() const { return words_; }
  const NodeHead& head() const { return *reinterpret_cast<const NodeHead*>(words_); }
  const Operation& operation() const { return *head().operation; }
  size_t count() const { return size_t{head().operands} + head().results; }
  // What decides its code.
  absl::Span<const uint64_t> structure() const { return {words_, structure_words_}; }
  size_t words() const { return structure_words_ + 2 * count() + 1; }
  uint32_t place() const {
    return static_cast<uint32_t>(words_[structure_words_ + 2 * count()]);
  }
  // Of who recorded it, from 1 on.
  uint32_t thread() const {
    return static_cast<uint32_t>(words_[structure_words_ + 2 * count()] >> 32);
  }

  // Of an array.
  Buffer* buffer(size_t operand) const {
    return reinterpret_cast<Buffer*>(arguments()[2 * operand]);
  }
  uint8_t* address(size_t operand) const {
    return buffer(operand)->data() + offset(operand);
  }
  // In bytes, of its buffer.
  int64_t offset(size_t operand) const {
    return static_cast<int64_t>(arguments()[2 * operand + 1]);
  }
  const void* immediate(size_t operand) const { return arguments() + 2 * operand; }
  bool is_array(size_t operand) const {
    return (arrays_ >> operand & 1) != 0 || (operand >= 64 && IsArraySlow(operand));
  }

  NodeStructure Structure() const;
  // Gets memory for buffers that have none yet.
  absl::Status BindBuffers() const;
  void ReleaseBuffers() const;
  // What one of its operands is poisoned with, or null.
  const absl::Status* poison() const;
  // Poisons its results. Of none, null, those buffers are healed that it wrote whole.
  void SetPoison(const absl::Status* error) const;

 private:
  const uint64_t* arguments() const { return words_ + structure_words_; }
  bool IsArraySlow(size_t operand) const;
  bool CoversBuffer(size_t operand) const;

  const uint64_t* words_ = nullptr;
  size_t structure_words_ = 0;
  uint64_t arrays_ = 0;  // a bit for each of the first operands
};

}  // namespace tilewright::eager
