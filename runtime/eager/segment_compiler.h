// Compiles segments behind everybody's back.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/eager/counters.h"
#include "runtime/eager/history/recall.h"
#include "runtime/eager/segment.h"
#include "runtime/run/executable.h"

namespace tilewright::eager {

// Fills in all but `done`. Unimplemented where it is no program, or has a step that may
// fail when half of it has been written.
absl::Status CompileSegment(const runtime::CompileOptions& options, SegmentCode* code);

// One thread, which starts with the first request. Never destroyed. For the queue's
// thread.
class SegmentCompiler {
 public:
  explicit SegmentCompiler(Counters* counters);

  void SetOptions(runtime::CompileOptions options);
  // Begins to read what former processes compiled.
  void BeginRecall();
  // What that was, once; null until it is there.
  std::unique_ptr<Recall> TakeRecall();
  void Submit(std::shared_ptr<SegmentCode> code);
  // Until code of a former process is there, or those waits have been long enough in all:
  // the cache may not have it any more.
  void AwaitLoaded(const SegmentCode& code);
  // For the end of a process, whose libraries are taken down under a thread that still
  // compiles: nothing more is compiled. Any thread; waits for that, but not for ever.
  void End();

 private:
  void StartThread();
  [[noreturn]] void CompileForever();
  void Compile(SegmentCode* code);
  void ReadRecords();
  void KeepRecords();

  Counters* const counters_;
  runtime::CompileOptions options_;
  std::vector<std::string> records_;  // that this process added; the thread's
  bool records_kept_ = true;          // likewise
  std::atomic<bool> recalled_{false};
  std::unique_ptr<Recall> recall_;  // the thread's until `recalled_`
  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<std::shared_ptr<SegmentCode>> waiting_;
  std::condition_variable idle_;                  // or something is done
  std::chrono::steady_clock::duration patience_;  // of AwaitLoaded
  bool started_ = false;
  bool busy_ = false;
  bool ended_ = false;
};

}  // namespace tilewright::eager
