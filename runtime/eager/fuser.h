// Runs recorded operations in segments.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "runtime/device/client.h"
#include "runtime/eager/counters.h"
#include "runtime/eager/followed.h"
#include "runtime/eager/history/intervals.h"
#include "runtime/eager/history/recall.h"
#include "runtime/eager/learner.h"
#include "runtime/eager/ring.h"
#include "runtime/eager/segment_compiler.h"
#include "runtime/eager/segment_table.h"

namespace tilewright::eager {

// Of fused mode. Operations that may be part of a known segment are held back until it
// is whole, and run as one then. Where they turn out to be none, where somebody waits for
// one of them, and where nothing follows for a while, those that are held run: as the
// longest segment that they begin with, or one by one. Nothing is held back that leads
// nowhere. For who takes from the queue, but for what says otherwise.
class Fuser {
 public:
  // Runs an operation by itself. Says whether it stays apart (Runner::Run): a library's
  // routine may fail when half of a segment has been written.
  using RunOne = std::function<bool(const NodeView&)>;
  // Keeps the error of one; it lives as long as the process.
  using Keep = std::function<const absl::Status*(absl::Status, const NodeView&)>;

  Fuser(runtime::Device* device, Counters* counters, Ring* ring, RunOne run_one,
        Keep keep);

  void SetOptions(runtime::CompileOptions options) {
    compiler_.SetOptions(std::move(options));
  }

  bool holds() const { return front_ < held_.size(); }
  uint64_t first_held() const { return held_[front_].number; }
  std::optional<uint64_t> held_from() const {
    return holds() ? std::optional<uint64_t>(first_held()) : std::nullopt;
  }

  // The next operation of the ring.
  void Take(const Ring::Recorded& recorded);
  // While nothing is held: whether no segment begins with this operation, so that it may
  // run at once; and that it has, under that number.
  bool RunsAlone(const NodeView& node, uint64_t number);
  void RanAlone(const NodeView& node, uint64_t number);
  // Whether no segment waits only to see what follows it. None does from then on, but for
  // one that has no code for what the program still owns, as it may let go of it yet.
  bool settled() const { return settled_; }
  void Settle();
  // How long what is held back waits for what follows it.
  std::chrono::milliseconds patience() const;
  // What is held back up to this operation runs. Nothing is a segment across this place,
  // also where it has run before. The program may have stopped behind it, or behind a
  // later one, or be away for a moment behind all that are held.
  enum class Place { kBefore, kStop, kPause };
  void Cut(uint64_t number, const char* cause, Place place);
  // What the program records since it stopped last.
  const Intervals& interval() const { return intervals_; }
  // Any thread.
  std::vector<SegmentReport> Report() const;
  // For the end of a process: no segment runs whole from now on, and none is compiled.
  // Any thread.
  void Abandon() {
    ended_.store(true, std::memory_order_release);
    compiler_.End();
  }

 private:
  // A segment that the operations held back begin with, and that can run.
  struct Match {
    Segment* segment = nullptr;
    SegmentCode* code = nullptr;
  };

  // Whether operations may follow those that are held.
  enum class End { kOpen, kClosed };

  void EndInterval(uint64_t number);
  void RecallFor(uint64_t number);
  void Remember(const Recalled& recalled, uint64_t number);
  void RememberOpen(const Recalled& recalled, uint64_t number);
  void AdvanceAll(End end);
  void Advance(size_t* limit, End end);
  bool Feed(const Followed& node);
  void FeedOpen();
  bool OwnsTooMuch() const;
  void Meet();
  void See(Segment* segment);
  void MeetOpen();
  void UseOpen(Segment* segment, const std::vector<char>& live);
  void Rehearse(Segment* segment);
  void Fall(size_t* limit);
  bool Launch(const Match& match);
  void RunHead();
  void RunApart(size_t count);
  void Poison(const SegmentCode& code, absl::Span<const Followed> nodes,
              absl::Span<const int64_t> found);
  void RunFirst();
  void Pass(const Followed& followed);
  void Drop(size_t count);
  void Restart();
  void Forget();

  runtime::Device* const device_;
  Counters* const counters_;
  Ring* const ring_;
  const RunOne run_one_;
  const Keep keep_;
  StructureTable structures_;
  SegmentTable table_;
  Learner learner_;
  SegmentCompiler& compiler_;
  // What former processes compiled and this one has not met, once it is read.
  std::unique_ptr<Recall> recall_;
  bool recall_begun_ = false;
  StructureId met_ = 0;  // structures that `recall_` knows of

  absl::Span<const Followed> held() const {
    return absl::MakeConstSpan(held_).subspan(front_);
  }

  // Whether this holds of a segment that what is held may be, of its sizes or of all.
  template <typename Predicate>
  bool AnyCandidate(Predicate holds) const {
    return absl::c_any_of(candidates_, holds) || absl::c_any_of(open_candidates_, holds);
  }

  Intervals intervals_;
  StructureId last_ = 0;        // of the last operation that ran
  std::vector<Followed> held_;  // from front_ on
  size_t front_ = 0;
  size_t fed_ = 0;  // of these: what `candidates_` begin with
  std::vector<Segment*> candidates_;
  size_t open_fed_ = 0;  // what `open_candidates_` begin with
  std::vector<std::shared_ptr<OpenSegment>> open_candidates_;
  Match best_;
  bool settled_ = true;
  std::atomic<bool> ended_{false};
  size_t known_ = 0;   // operations of the longest known segment that has met no code
  int by_chance_ = 0;  // programs that were made of segments by chance
  Token token_;

  mutable std::mutex mutex_;  // of what Report reads: held while anything else runs
};

}  // namespace tilewright::eager
