// Finds the segments of a stream of operations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/eager/segment_table.h"

namespace tilewright::eager {

// Sees the operations that run one by one, and where the stream is cut. A run of them
// from one cut to the next may come again. So may the period of a run that repeats itself
// without a cut. What may come again is a few segments, so that the first ones run while
// the program records the rest. Where a loop within a step is such a period, or the step
// is longer than a segment may be, what comes between two cuts of the program is looked
// at once more, whole. For who takes from the queue.
class Learner {
 public:
  Learner(const StructureTable* structures, SegmentTable* table)
      : structures_(structures), table_(table) {}

  void Ran(const Followed& node);
  // Nothing is a segment across this place, behind an operation that ran or behind the
  // last one. `cause` is for people.
  void Cut(uint64_t number, const char* cause);
  void CutHere(const char* cause);
  // The same where the program goes on, only later.
  void Break(const char* cause);
  // And where it is away for a moment: by chance, unless it was the last time behind as
  // many operations. What lies around a chance comes never again.
  void Pause(const char* cause);
  // And where these follow, which have run and are a segment already.
  void Knows(absl::Span<const Followed> nodes);
  void Clear();

  static constexpr size_t kMostOperations = 8192;  // of a segment

 private:
  // A period is believed in when so many operations came again, and more than ever ran
  // from one cut to the next: layers of a model and parameters of an optimizer repeat
  // themselves, too, within a step.
  static constexpr size_t kLeastRepeated = 768;
  // A segment is as many periods as have so many operations.
  static constexpr size_t kLeastOperations = 24;
  // The first piece of what comes again has about so many operations, counted from the
  // last cut whatever is known of them. There are not more pieces than so many. It is not
  // cut where more bytes than these, for each operation behind, are written before and
  // needed behind: to store and hold them takes longer than to record the operation,
  // which is what a cut saves. Operations of an optimizer are such, which go over all
  // parameters by turns, and layers whose activations are large.
  static constexpr size_t kOperationsOfPiece = 96;
  static constexpr size_t kMostPieces = 4;
  static constexpr size_t kBytesAnOperation = 20000;

  // What runs between two cuts of the program is scattered where it is more pieces than
  // these, of fewer operations than a first piece has at the least, or operations that
  // ran alone were too many for a segment. It is gathered the next time then, if it has
  // at most so many operations; but where a period of kLeastRepeated and more was
  // believed in, these are steps between which nobody reads: several of them as one
  // segment would hold several steps' memory. Where gathering is in vain, as with a
  // program that never does the same twice, the next time is twice as far.
  static constexpr size_t kManyPieces = 24;
  static constexpr size_t kSmallPiece = kOperationsOfPiece / 2;
  static constexpr size_t kMostGathered = 4 * kMostOperations;

  // By place in run_: bytes that operations before it and behind it use, and of these
  // what those before have written.
  struct Crossing {
    std::vector<int64_t> used, written;
  };

  // Whether several threads record by turns.
  static constexpr uint64_t kLately = 4096;  // operations
  bool ThreadsTakeTurns(uint64_t number) const {
    return switched_before_ > 0 && number < switched_before_ + kLately;
  }
  void NoteThread(const Followed& node);

  // An operation that ran, also as part of a segment.
  void Gather(const Followed& node);
  void EndInterval(uint64_t number, const char* cause);
  void LearnGathered(size_t size, const std::string& cause);
  void StopGathering();
  void LearnRun(uint64_t number, const char* cause);
  void FollowPeriod();
  void LearnPeriod();
  void Learn(size_t first, size_t size, size_t before, const std::string& cause);
  void LearnPieces(size_t first, size_t size, size_t before, const std::string& cause);
  void Keep(size_t first, size_t size, const std::string& cause);
  std::vector<size_t> Cuts(size_t first, size_t size, size_t before) const;
  Crossing Crossings() const;
  void Forget();

  const StructureTable* const structures_;
  SegmentTable* const table_;
  std::vector<Followed> run_;     // since the last cut; their nodes are gone
  bool too_long_ = false;         // or it has a period: it is no segment
  std::vector<int32_t> last_at_;  // by structure: where it is in run_, and 1
  size_t period_ = 0;             // each operation is the one so far before,
  size_t repeated_ = 0;           // for so long
  size_t learned_period_ = 0;
  size_t longest_ = 0;  // run between two cuts
  size_t before_ = 0;   // operations of known segments between the last cut and run_
  size_t since_ = 0;    // operations since the last cut or pause,
  size_t paused_ = 0;   // and how many they were at the last pause

  uint32_t thread_ = 0;  // of the last operation
  // Where another one recorded than before, the last time and the time before.
  uint64_t switched_ = 0, switched_before_ = 0;

  // Since the last cut of the program's: pieces that were known, operations in them, and
  // others.
  size_t pieces_ = 0, in_pieces_ = 0, alone_ = 0;
  size_t longest_period_ = 0;  // that was believed in, since then
  unsigned scattered_ = 0;     // how often since gathering was of use
  bool loops_ = false;         // the last time, by small pieces
  bool gathers_ = false;
  size_t gathered_before_ = 0;  // operations between the cuts that were gathered last
  std::vector<Followed> gathered_;
};

}  // namespace tilewright::eager
