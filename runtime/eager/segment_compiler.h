// Compiles segments behind everybody's back.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

#include "runtime/eager/counters.h"
#include "runtime/eager/segment.h"
#include "runtime/run/executable.h"

namespace tilewright::eager {

// Fills in all but `done`. Unimplemented where it is no program, or has a step that may
// fail when half of it has been written.
absl::Status CompileSegment(const runtime::CompileOptions& options, SegmentCode* code);

// One thread, which starts with the first request and has a lower priority than others.
// Never destroyed. `Submit` is the queue's.
class SegmentCompiler {
 public:
  explicit SegmentCompiler(Counters* counters) : counters_(counters) {}

  void SetOptions(runtime::CompileOptions options);
  void Submit(std::shared_ptr<SegmentCode> code);
  // For the end of a process, whose libraries are taken down under a thread that still
  // compiles: nothing more is compiled. Any thread; waits for that, but not for ever.
  void End();

 private:
  [[noreturn]] void CompileForever();

  Counters* const counters_;
  runtime::CompileOptions options_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<std::shared_ptr<SegmentCode>> waiting_;
  std::condition_variable idle_;
  bool started_ = false;
  bool busy_ = false;
  bool ended_ = false;
};

}  // namespace tilewright::eager
