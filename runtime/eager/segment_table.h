// The segments that fused mode knows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "runtime/eager/open_segment.h"
#include "runtime/eager/segment.h"

namespace tilewright::eager {

// Bounded: what was not used for the longest time goes first. For who takes from the
// queue.
class SegmentTable {
 public:
  // Those that begin with such an operation.
  absl::Span<Segment* const> StartingWith(absl::Span<const uint64_t> token) const;
  // Whether any begins with an operation of this structure.
  bool Starts(StructureId structure) const { return starts_.contains(structure); }
  // Null where there is none. Its tokens are those of these operations.
  Segment* Find(absl::Span<const Followed> nodes) const;
  // The longest one of at least so many operations, or that repeats itself, that these
  // begin with, or null.
  Segment* FindBeginning(absl::Span<const Followed> nodes, size_t least) const;
  Segment* Add(absl::Span<const Followed> nodes, const StructureTable& structures,
               std::string cut);
  // It may be served by what serves all sizes.
  void JoinOpen(absl::Span<const Followed> nodes, const StructureTable& structures,
                Segment* segment);
  void Remove(Segment* segment);
  // What is there for all sizes stays.
  void Clear();
  // Whoever holds a segment that is removed holds it until then.
  void Sweep() { removed_.clear(); }

  const std::vector<std::unique_ptr<Segment>>& segments() const { return segments_; }
  const OpenSegmentTable& open() const { return open_; }
  OpenSegmentTable& open() { return open_; }
  void ClearOpen() { open_.Clear(); }

 private:
  static constexpr size_t kMostSegments = 512;
  static constexpr size_t kMostOperations = 1 << 16;

  std::vector<std::unique_ptr<Segment>> segments_, removed_;
  absl::flat_hash_map<std::vector<uint64_t>, std::vector<Segment*>> by_first_;
  absl::flat_hash_map<StructureId, int> starts_;  // how many segments do
  size_t operations_ = 0;
  OpenSegmentTable open_;
};

}  // namespace tilewright::eager
