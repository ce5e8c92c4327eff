// Recorded operations as fused mode looks at them: what they are, and how their operands
// lie to those of operations before.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "runtime/eager/history/record.h"
#include "runtime/eager/node.h"

namespace tilewright::eager {

// Number of a structure in a table, and of what it is without its sizes.
using StructureId = uint32_t;
using SkeletonId = uint32_t;

// Structures by number: equal ones have one.
class StructureTable {
 public:
  struct Entry {
    std::vector<uint64_t> words;
    NodeStructure structure;
    int64_t bytes = 0;   // of operands and results that are arrays, about
    std::string digest;  // Xxh3 of what it is in every process
    // Equal where structures are but for sizes of 2 and more, and strides.
    SkeletonId skeleton = 0;
    std::string skeleton_digest;
  };

  StructureId Intern(const NodeView& node);
  // The one of this skeleton that has these sizes (SizesIn); nullopt where none can be.
  std::optional<StructureId> Resize(StructureId structure,
                                    absl::Span<const int64_t> sizes);
  const Entry& operator[](StructureId id) const { return *entries_[id]; }
  // Stays when the table is cleared.
  const std::shared_ptr<const Entry>& Share(StructureId id) const { return entries_[id]; }
  size_t size() const { return entries_.size(); }
  // It is part of no segment from now on.
  void KeepApart(StructureId id) { apart_.insert(id); }
  bool StaysApart(StructureId id) const { return apart_.contains(id); }
  // Skeletons stay what they are.
  void Clear();
  size_t skeletons() const { return skeletons_.size(); }
  void ClearSkeletons() { skeletons_.clear(); }

 private:
  std::vector<std::shared_ptr<const Entry>> entries_;
  absl::flat_hash_map<size_t, absl::InlinedVector<StructureId, 1>> by_hash_;
  absl::flat_hash_set<StructureId> apart_;
  absl::flat_hash_map<std::vector<uint64_t>, SkeletonId> skeletons_;
};

// Where an array lies: against the one that was last met in its buffer.
struct Link {
  uint64_t before = 0;   // the operation, 0: none
  uint32_t operand = 0;  // of that
  uint32_t here = 0;     // of this operation
  int64_t shift = 0;     // bytes from there to here
};

struct Followed {
  NodeView node;  // which is there until it has run
  uint64_t number = 0;
  StructureId structure = 0;
  uint32_t thread = 0;  // NodeView's
  // It is never part of a segment: it has memory of somebody else's, sees elements as
  // another type than who was there before, calls a library, or is no operation of a
  // table.
  bool apart = false;
  absl::InlinedVector<Link, 4> links;  // by array
};

// Meets the operations in their order; marks their buffers.
Followed Follow(const NodeView& node, uint64_t number, StructureTable* structures);

// Recorded operations as if they had been met, from number 1 on; none where they are not
// such as can be. `numbers`: of the record's structures.
std::vector<Followed> FollowedFrom(const SegmentRecord::Shape& record,
                                   absl::Span<const StructureId> numbers,
                                   const StructureTable& structures);

// What an operation is as part of a segment that begins with operation `start`: equal
// words where code and places are. Appended to `token`.
using Token = absl::InlinedVector<uint64_t, 10>;
void AppendToken(const Followed& node, uint64_t start, Token* token);
// The same whatever its sizes are, and the distances in memory that follow from them.
void AppendOpenToken(const Followed& node, uint64_t start,
                     const StructureTable& structures, Token* token);

}  // namespace tilewright::eager
