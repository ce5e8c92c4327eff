#include "runtime/eager/segment_compiler.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "plan/visit.h"
#include "support/process_end.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"

namespace tilewright::eager {
namespace {

// A kernel that is being compiled is waited for; there may be a large plan before it.
constexpr std::chrono::seconds kLongestEnd(10);

// A routine may fail when half of what it is part of has been written.
absl::Status CheckCannotFail(const plan::Plan& plan) {
  absl::Status status;
  plan::ForEachStep(plan.steps, [&](const plan::Step& step) {
    if (step.kind != plan::StepKind::kRoutine) return;
    status = absl::UnimplementedError(
        absl::StrCat("it has a step of a library: ", step.routine.routine));
  });
  return status;
}

}  // namespace

absl::Status CompileSegment(const runtime::CompileOptions& options, SegmentCode* code) {
  const jit::Clock::time_point start = jit::Clock::now();
  TW_ASSIGN_OR_RETURN(SegmentProgram made, BuildSegment(*code->shape, code->stored));
  code->build_ms = jit::MillisecondsSince(start);
  TW_ASSIGN_OR_RETURN(code->executable,
                      runtime::Executable::Compile(made.program, options));
  code->compile_ms = jit::MillisecondsSince(start) - code->build_ms;
  TW_RETURN_IF_ERROR(CheckCannotFail(code->executable->plan()));
  code->inputs = std::move(made.inputs);
  code->outputs = std::move(made.outputs);
  code->checks = std::move(made.checks);
  code->never_stored = made.never_stored;
  return absl::OkStatus();
}

void SegmentCompiler::SetOptions(runtime::CompileOptions options) {
  options_ = std::move(options);
  options_.compile_threads = 1;
}

void SegmentCompiler::Submit(std::shared_ptr<SegmentCode> code) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (ended_) return;
  waiting_.push_back(std::move(code));
  if (started_) {
    work_.notify_one();
    return;
  }
  started_ = true;
  std::thread([this] { CompileForever(); }).detach();
}

void SegmentCompiler::CompileForever() {
  // Of this thread alone, as Linux has it.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 10);
  while (true) {
    std::shared_ptr<SegmentCode> code;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      work_.wait(lock, [this] { return !waiting_.empty(); });
      code = std::move(waiting_.front());
      waiting_.pop_front();
      busy_ = true;
    }
    code->status = CompileSegment(options_, code.get());
    if (code->status.ok()) {
      Count(counters_->segments_compiled);
      if (code->executable->stats().kernels_compiled > 0) {
        Count(counters_->compilations);
        Count(counters_->background_compilations);
      }
    } else if (!ProcessEnds()) {
      Count(counters_->segments_refused);
      std::fprintf(stderr, "tilewright: %zu operations go on one by one: %s\n",
                   code->shape->nodes.size(), code->status.ToString().c_str());
    }
    code->done.store(true, std::memory_order_release);
    const std::lock_guard<std::mutex> lock(mutex_);
    busy_ = false;
    idle_.notify_all();
  }
}

void SegmentCompiler::End() {
  std::unique_lock<std::mutex> lock(mutex_);
  ended_ = true;
  waiting_.clear();
  if (!busy_) return;
  BeginProcessEnd();
  idle_.wait_for(lock, kLongestEnd, [this] { return !busy_; });
}

}  // namespace tilewright::eager
