// Finds the segments of a stream of operations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/eager/segment_table.h"

namespace tilewright::eager {

// Sees the operations that run one by one, and where the stream is cut. A run of them
// from one cut to the next is a segment that may come again. So is the period of a run
// that repeats itself without a cut. For the queue's thread.
class Learner {
 public:
  Learner(const StructureTable* structures, SegmentTable* table)
      : structures_(structures), table_(table) {}

  void Ran(const Followed& node);
  // Nothing is a segment across this place, behind an operation that ran or behind the
  // last one. `cause` is for people.
  void Cut(uint64_t number, const char* cause);
  void CutHere(const char* cause);
  void Clear();

  static constexpr size_t kMostOperations = 8192;  // of a segment

 private:
  // A period is believed in when so many operations came again.
  static constexpr size_t kLeastRepeated = 96;
  // A segment is as many periods as have so many operations.
  static constexpr size_t kLeastOperations = 24;

  void FollowPeriod();
  void LearnPeriod();
  size_t BestCut(size_t first, size_t last) const;
  void Forget();

  const StructureTable* const structures_;
  SegmentTable* const table_;
  std::vector<Followed> run_;     // since the last cut; their nodes are gone
  bool too_long_ = false;         // or it has a period: it is no segment
  std::vector<int32_t> last_at_;  // by structure: where it is in run_, and 1
  size_t period_ = 0;             // each operation is the one so far before,
  size_t repeated_ = 0;           // for so long
  size_t learned_period_ = 0;
};

}  // namespace tilewright::eager
