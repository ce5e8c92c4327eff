// Segments that are one but for their sizes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/eager/followed.h"
#include "runtime/eager/open_members.h"
#include "runtime/eager/segment.h"

namespace tilewright::eager {

// Where there have been several, code for all sizes is made of their programs, and serves
// each: whether it does is seen of its program, which is built for that. For the queue's
// thread.
class OpenSegment {
 public:
  OpenSegment(absl::Span<const Followed> nodes, const StructureTable& structures);

  size_t size() const { return ends_.size(); }
  absl::Span<const uint64_t> token(size_t i) const {
    const size_t begin = i == 0 ? 0 : ends_[i - 1];
    return absl::MakeConstSpan(words_).subspan(begin, ends_[i] - begin);
  }
  absl::Span<const uint64_t> words() const { return words_; }

  // One of them.
  void Join(const std::shared_ptr<const SegmentShape>& shape);
  // Whether there are so many that none gets code of its own.
  bool takes_over() const;
  // Whether it is worth while to wait for its last operation: it runs then, or shows what
  // is live.
  bool promises() const;
  // The same where these sizes come for the first time: to look whether the code is
  // theirs takes as long as many small kernels do.
  bool promises_at_sight() const;
  bool is_compiling() const {
    return making_ != nullptr && !making_->done.load(std::memory_order_acquire);
  }
  // Code of a former process that is yet to be loaded; null: none.
  const SegmentCode* loading() const {
    return is_compiling() && making_->recalled ? making_.get() : nullptr;
  }
  // Whether its code stores what is live.
  bool Serves(const std::vector<char>& live);

  // Code for operations of this shape that stores what is live. NotFound where there is
  // none; another error where there is, and it does something else.
  absl::StatusOr<std::shared_ptr<SegmentCode>> CodeFor(
      const std::shared_ptr<const SegmentShape>& shape, const std::vector<char>& live);
  // Sees what is live at its end where there was no such code. Gives code to be made, or
  // null.
  std::shared_ptr<SegmentCode> Rehearse(const std::shared_ptr<const SegmentShape>& shape,
                                        const std::vector<char>& live);

  // Of a former process: code that was made of these, one of which is `shape`, and stored
  // that. As Rehearse.
  std::shared_ptr<SegmentCode> Remember(OpenMembers members,
                                        const std::shared_ptr<const SegmentShape>& shape,
                                        std::vector<char> stored);

  // Whether one that has run so often may get code of its own, which is faster: the first
  // few of them, as there may be any number.
  bool MayHaveOwn(int64_t its_runs) const {
    return its_runs >= kOften && owns_ < kMostOwn;
  }
  void GivesOwn() { ++owns_; }

  void Ran(double ms) {
    run_ms_ += ms;
    ++runs;
  }
  int64_t runs = 0;
  uint64_t last_used = 0;  // an operation's number

 private:
  static constexpr int kMostCodes = 4;
  static constexpr int64_t kOften = 32;
  static constexpr int kMostOwn = 8;

  void TakeMade();
  std::shared_ptr<SegmentCode> Make(OpenMembers members,
                                    const std::shared_ptr<const SegmentShape>& shape);

  std::vector<uint64_t> words_;  // of all tokens
  std::vector<uint32_t> ends_;   // of each of them
  OpenMembers members_;
  size_t joined_ = 0;
  std::vector<char> live_;  // that was ever seen live
  std::shared_ptr<SegmentCode> code_, making_;
  double run_ms_ = 0;  // of all runs
  int fitted_ = 0;     // how often it was looked whether the code is theirs
  double fit_ms_ = 0;
  int owns_ = 0;
  int made_ = 0;          // codes that were asked for
  bool refused_ = false;  // the last one of them
};

// Bounded: what was not used for the longest time goes first.
class OpenSegmentTable {
 public:
  // The one that these are of, which is made where there is none.
  std::shared_ptr<OpenSegment> Join(absl::Span<const Followed> nodes,
                                    const StructureTable& structures,
                                    const std::shared_ptr<const SegmentShape>& shape);
  // Those that begin with such an operation.
  absl::Span<const std::shared_ptr<OpenSegment>> StartingWith(SkeletonId skeleton) const;
  // Whether one of them promises anything.
  bool Starts(SkeletonId skeleton) const;
  void Clear();

 private:
  static constexpr size_t kMost = 512;

  void RemoveOldest();

  absl::flat_hash_map<std::vector<uint64_t>, std::shared_ptr<OpenSegment>> by_words_;
  absl::flat_hash_map<SkeletonId, std::vector<std::shared_ptr<OpenSegment>>> by_first_;
};

}  // namespace tilewright::eager
