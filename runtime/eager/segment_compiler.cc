#include "runtime/eager/segment_compiler.h"

#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "plan/visit.h"
#include "support/environment.h"
#include "support/process_end.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"

namespace tilewright::eager {
namespace {

// A kernel that is being compiled is waited for; there may be a large plan before it.
constexpr std::chrono::seconds kLongestEnd(10);

// What a program's first steps wait for code, in all.
constexpr std::chrono::milliseconds kPatience(200);

// Where the cache keeps what processes tell each other.
constexpr char kRecordsName[] = "segments";

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

// For all sizes.
absl::Status CompileOpen(const runtime::CompileOptions& options, SegmentCode* code) {
  const jit::Clock::time_point start = jit::Clock::now();
  OpenRun& run = code->open.emplace();
  TW_ASSIGN_OR_RETURN(run.code,
                      code->members.Compile(code->stored, options, &code->build_ms));
  code->compile_ms = jit::MillisecondsSince(start) - code->build_ms;
  return absl::OkStatus();
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
  code->Take(std::move(made));
  return absl::OkStatus();
}

SegmentCompiler::SegmentCompiler(Counters* counters)
    : counters_(counters), patience_(kPatience) {}

void SegmentCompiler::SetOptions(runtime::CompileOptions options) {
  options_ = std::move(options);
  options_.compile_threads = 1;
}

void SegmentCompiler::Submit(std::shared_ptr<SegmentCode> code) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (ended_) return;
  waiting_.push_back(std::move(code));
  StartThread();
}

void SegmentCompiler::AwaitLoaded(const SegmentCode& code) {
  const auto done = [&] { return code.done.load(std::memory_order_acquire); };
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock<std::mutex> lock(mutex_);
  if (patience_.count() <= 0) return;
  idle_.wait_for(lock, patience_, done);
  patience_ -= std::chrono::steady_clock::now() - start;
}

void SegmentCompiler::BeginRecall() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!ended_) StartThread();
}

std::unique_ptr<Recall> SegmentCompiler::TakeRecall() {
  if (!recalled_.load(std::memory_order_acquire)) return nullptr;
  return std::move(recall_);
}

void SegmentCompiler::StartThread() {
  if (started_) {
    work_.notify_one();
    return;
  }
  started_ = true;
  busy_ = true;
  std::thread([this] { CompileForever(); }).detach();
}

void SegmentCompiler::CompileForever() {
  SetReadsKeptEnvironment(true);
  ReadRecords();
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    if (waiting_.empty() && !records_kept_) {
      lock.unlock();
      KeepRecords();
      lock.lock();
      continue;
    }
    busy_ = false;
    idle_.notify_all();
    work_.wait(lock, [this] { return !waiting_.empty(); });
    const std::shared_ptr<SegmentCode> code = std::move(waiting_.front());
    waiting_.pop_front();
    if (code.use_count() == 1) continue;  // its segment has been forgotten meanwhile
    busy_ = true;
    lock.unlock();
    Compile(code.get());
    lock.lock();
    idle_.notify_all();
  }
}

void SegmentCompiler::Compile(SegmentCode* code) {
  const bool open = !code->members.empty();
  code->status = open ? CompileOpen(options_, code) : CompileSegment(options_, code);
  if (code->status.ok()) {
    Count(counters_->segments_compiled);
    counters_->code_uses.Add(code->use, NameOf(*code->shape), code->stats());
    if (code->stats().kernels_compiled > 0) {
      CountMade(/*compiled=*/true, NameOf(*code->shape),
                open ? "the segment comes with ever new sizes" : "the segment is new",
                code->place, counters_);
      Count(counters_->background_compilations);
    }
    if (!code->record.empty()) {
      records_.insert(records_.begin(), std::move(code->record));
      records_kept_ = false;
    }
  } else if (!open && !ProcessEnds()) {
    Count(counters_->segments_refused);
    std::fprintf(stderr, "tilewright: %zu operations go on one by one: %s\n",
                 code->shape->nodes.size(), code->status.ToString().c_str());
  }
  code->done.store(true, std::memory_order_release);
}

void SegmentCompiler::ReadRecords() {
  std::vector<SegmentRecord> records;
  for (const std::string& bytes :
       SplitRecords(runtime::FindNotes(kRecordsName, options_))) {
    absl::StatusOr<SegmentRecord> record = DecodeRecord(bytes);
    if (record.ok()) records.push_back(*std::move(record));
  }
  recall_ = std::make_unique<Recall>(std::move(records));
  recalled_.store(true, std::memory_order_release);
}

// Others add theirs meanwhile.
void SegmentCompiler::KeepRecords() {
  const std::vector<std::string> there =
      SplitRecords(runtime::FindNotes(kRecordsName, options_));
  runtime::KeepNotes(kRecordsName, JoinRecords(MergeRecords(records_, there)), options_);
  records_kept_ = true;
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
