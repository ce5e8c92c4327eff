#include "runtime/eager/history/intervals.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/eager/recorder.h"

namespace tilewright::eager {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(Intervals, OneIsShortIfWhatItIsLikeWas) {
  Intervals intervals;
  auto pass = [&, number = uint64_t{0}](uint32_t last, int operations,
                                        microseconds taken) mutable {
    intervals.Take(number + 1, /*held=*/true);
    intervals.Add(taken);
    intervals.End(last, number += operations);
  };
  EXPECT_FALSE(intervals.is_short());
  pass(7, 4, microseconds(3));  // behind nothing
  EXPECT_FALSE(intervals.is_short());
  EXPECT_FALSE(intervals.begins_held());
  pass(7, 6, microseconds(3));
  EXPECT_TRUE(intervals.is_short());
  EXPECT_TRUE(intervals.begins_held());
  EXPECT_EQ(intervals.last(), uint64_t{4 + 6 + 6});
  // Behind another operation nothing is known; once it is, it is long.
  pass(8, 6, microseconds(3));
  EXPECT_FALSE(intervals.is_short());
  pass(8, 6, milliseconds(3));
  EXPECT_FALSE(intervals.is_short());
  pass(7, 6, milliseconds(3));
  // One slow run says little, several do.
  EXPECT_TRUE(intervals.is_short());
  for (int i = 0; i < 64; ++i) pass(7, 6, milliseconds(3));
  EXPECT_FALSE(intervals.is_short());
  // To look at many takes long, too.
  for (int i = 0; i < 64; ++i) pass(9, 1000, microseconds(1));
  EXPECT_FALSE(intervals.is_short());
}

TEST(Intervals, WhatIsLostIsForgotten) {
  Intervals intervals;
  intervals.End(3, 10);
  intervals.Lose();
  intervals.End(3, 20);
  EXPECT_FALSE(intervals.is_short());
  intervals.End(3, 30);
  EXPECT_TRUE(intervals.is_short());
}

std::atomic<std::thread::id> ran_on;
std::atomic<int> runs = 0;
absl::Status Note(const NodeView&, const RunContext&) {
  ran_on = std::this_thread::get_id();
  ++runs;
  return absl::OkStatus();
}
constexpr Operation kNote = {"note", nullptr, Operation::Sizes::kNumbers, &Note};

class Short : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TILEWRIGHT_CACHE", "off", 1);
    ASSERT_TRUE(recorder_.SetMode(Mode::kFused).ok());
    absl::StatusOr<BufferRef> buffer = recorder_.Allocate(64);
    ASSERT_TRUE(buffer.ok());
    buffer_ = *buffer;
  }
  void Record() {
    const int64_t sizes[] = {64}, strides[] = {1};
    Operand result;
    result.kind = Operand::Kind::kArray;
    result.element = ir::ElementType::kU8;
    result.buffer = buffer_.get();
    result.sizes = sizes;
    result.strides = strides;
    Call call;
    call.operation = &kNote;
    call.results = {&result, 1};
    ASSERT_TRUE(recorder_.Record(call).ok());
  }
  void RecordAndRead() {
    for (int i = 0; i < 5; ++i) Record();
    ASSERT_TRUE(recorder_.Await(*buffer_).ok());
  }

  Recorder& recorder_ = ProcessRecorder();
  BufferRef buffer_;
};

TEST_F(Short, IsRunByWhoReads) {
  for (int i = 0; i < 20; ++i) RecordAndRead();
  constexpr int kTurns = 200;
  int by_reader = 0;
  for (int i = 0; i < kTurns; ++i) {
    RecordAndRead();
    by_reader += ran_on.load() == std::this_thread::get_id() ? 1 : 0;
  }
  // Where the reader is stopped on its way, the queue's thread may come first.
  EXPECT_GE(by_reader, kTurns * 3 / 4);
}

TEST_F(Short, RunsAlsoWhereNobodyReads) {
  for (const milliseconds pause : {milliseconds(0), milliseconds(100)}) {
    for (int i = 0; i < 20; ++i) RecordAndRead();
    std::this_thread::sleep_for(pause);  // the queue's thread may sleep deeply then
    const int before = runs;
    Record();
    for (int i = 0; i < 5000 && runs == before; ++i) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    EXPECT_EQ(runs, before + 1);
    ASSERT_TRUE(recorder_.Await(*buffer_).ok());
  }
}

TEST_F(Short, IsWaitedForByOthers) {
  for (int i = 0; i < 20; ++i) RecordAndRead();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) RecordAndRead();
    });
  }
  for (std::thread& thread : threads) thread.join();
  Record();
  EXPECT_TRUE(recorder_.AwaitNumber(recorder_.recorded()).ok());
  EXPECT_EQ(recorder_.Passed(recorder_.recorded()), true);
}

}  // namespace
}  // namespace tilewright::eager
