// Segments that are known, and their code.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "runtime/device/client.h"
#include "runtime/eager/counters.h"
#include "runtime/eager/followed.h"
#include "runtime/eager/history/record.h"
#include "runtime/eager/open/open_code.h"
#include "runtime/eager/open_members.h"
#include "runtime/eager/segment_program.h"
#include "runtime/eager/segment_shape.h"
#include "runtime/run/executable.h"

namespace tilewright::eager {

class OpenSegment;

// A segment's program for buffers that are stored, and its code once it is there. Made on
// the queue's thread, filled in on the compiler's, which lets go of it when it is done.
struct SegmentCode {
  std::shared_ptr<const SegmentShape> shape;
  // Of segments that are one but for sizes, to make code for all sizes of.
  OpenMembers members;
  std::vector<char> stored;  // by buffer
  // What is told to later processes once it is compiled.
  std::string record;
  uint32_t place = 0;     // of the last operation, where it was met
  bool recalled = false;  // what a former process told

  std::atomic<bool> done{false};
  // From then on:
  absl::Status status;
  std::shared_ptr<const runtime::Executable> executable;
  std::optional<OpenRun> open;  // instead
  std::vector<SegmentProgram::Place> inputs, outputs;
  std::vector<SegmentProgram::NodeCheck> checks;
  int64_t never_stored = 0;
  double build_ms = 0, compile_ms = 0;
  // Of the executable, or of `open`'s code, which others run, too.
  std::shared_ptr<CodeUse> use = std::make_shared<CodeUse>();

  // Small kernels are faster on one thread than shared. Which it is is measured, by
  // turns in its first runs; values do not depend on it.
  static constexpr int kTrials = 3;
  // The fastest run of each; the queue's.
  double shared_ms = std::numeric_limits<double>::infinity(), alone_ms = shared_ms;
  int trials = 0;

  bool ready() const { return done.load(std::memory_order_acquire) && status.ok(); }
  bool failed() const { return done.load(std::memory_order_acquire) && !status.ok(); }
  // Requires that it is ready.
  const runtime::CompileStats& stats() const {
    return open ? open->code->kernel->stats() : executable->stats();
  }
  int64_t kernels() const {
    return open ? static_cast<int64_t>(open->code->kernel->kernels()) : stats().kernels;
  }
  // What a run needs of its program.
  void Take(SegmentProgram made);
  // Whether everything that is live is stored.
  bool Covers(const std::vector<char>& live) const;
};

// Operations that were recorded one after the other more than once, or may be again.
// For the queue's thread.
class Segment {
 public:
  Segment(absl::Span<const Followed> nodes, const StructureTable& structures,
          std::string cut);

  size_t size() const { return ends_.size(); }
  // Of its operation `i`.
  absl::Span<const uint64_t> token(size_t i) const {
    const size_t begin = i == 0 ? 0 : ends_[i - 1];
    return absl::MakeConstSpan(words_).subspan(begin, ends_[i] - begin);
  }
  const std::shared_ptr<const SegmentShape>& shape() const { return shape_; }

  // Of these operations' buffers, once the next one is recorded, if any is.
  std::vector<char> LiveAfter(absl::Span<const Followed> nodes) const {
    return eager::LiveAfter(*shape_, nodes, nodes[size() - 1].number);
  }

  // Code that stores what is live, and as little more as there is; null: none.
  SegmentCode* FindCode(const std::vector<char>& live) const;
  // Such code of a former process that is yet to be loaded; null: none.
  const SegmentCode* FindLoading(const std::vector<char>& live) const;
  bool has_code() const;
  // Whether it is worth while to wait for its last operation: it runs then, or shows
  // what is live.
  bool promises() const;

  // Sees what is live at its end, where there was no code for that. Gives code to be
  // made, or null: also before one that is there by chance has been seen so often, one
  // time soon after the other.
  static constexpr int kMostRehearsals = 64;
  std::shared_ptr<SegmentCode> Rehearse(absl::Span<const Followed> nodes, int times);

  // Code that is there, in place of some that is yet to be made.
  SegmentCode* Take(std::shared_ptr<SegmentCode> code);

  // For one that a former process compiled, with what it stored. As Rehearse.
  std::shared_ptr<SegmentCode> Remember(std::vector<char> stored);

  SegmentReport Report() const;

  int64_t seen = 0;
  int64_t runs = 0;
  double run_ms = 0;
  uint64_t last_used = 0;  // an operation's number
  bool repeats = false;    // itself, as a loop does
  uint32_t place = 0;      // SegmentReport's
  // Whether several threads recorded when it was learned: it may be what one of them
  // happened to record between others.
  bool by_chance = false;
  // All that are this one but for sizes; null: none may be. Not where code for all sizes
  // turned out to be no code for these.
  std::shared_ptr<OpenSegment> open;
  bool has_own = false;  // code was asked for that serves these sizes alone

 private:
  // Soon: within so many times its operations, or those of a short one.
  static constexpr uint64_t kSoon = 64, kShort = 64;
  static constexpr size_t kMostCodes = 4;
  static constexpr size_t kLettingGo = 6;  // operations

  std::shared_ptr<SegmentCode> AddCode(std::vector<char> stored);

  std::shared_ptr<const SegmentShape> shape_;
  std::vector<uint64_t> words_;  // of all tokens
  std::vector<uint32_t> ends_;   // of each of them
  std::string cut_;
  int rehearsals_ = 0;         // times it was held back before there was code
  uint64_t rehearsed_at_ = 0;  // an operation's number
  int misses_ = 0;             // since code was last asked for
  std::vector<char> live_;     // that was ever seen live
  std::vector<std::shared_ptr<SegmentCode>> codes_;
};

// Runs it with these arguments and, behind the outputs, what is found by each of its
// checks. Where this is no success, nothing has been written. For the queue's thread.
absl::Status RunCode(SegmentCode& code, absl::Span<const void* const> inputs,
                     std::vector<void*> outputs, const RunContext& context,
                     absl::Span<int64_t> found);

// Runs it on the memory of these operations. Where this is no success, nothing has been
// written. `found`: of each of its checks.
absl::Status RunSegment(SegmentCode& code, absl::Span<const Followed> nodes,
                        absl::Span<Buffer* const> buffers, const RunContext& context,
                        absl::Span<int64_t> found);

}  // namespace tilewright::eager
