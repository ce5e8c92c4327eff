// Who runs what a program records and soon waits for.
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/eager/recorder.h"

namespace tilewright::eager {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;
using std::chrono::milliseconds;

std::atomic<std::thread::id> ran_on;
std::atomic<int> runs = 0;
std::atomic<microseconds> time_to_run = microseconds(0);
absl::Status Note(const NodeView&, const RunContext&) {
  const auto end = Clock::now() + time_to_run.load();
  while (Clock::now() < end) {
  }
  ran_on = std::this_thread::get_id();
  ++runs;
  return absl::OkStatus();
}
constexpr Operation kNote = {"note", nullptr, Operation::Sizes::kNumbers, &Note};

class Short : public testing::TestWithParam<Mode> {
 protected:
  void SetUp() override {
    setenv("TILEWRIGHT_CACHE", "off", 1);
    ASSERT_TRUE(recorder_.SetMode(GetParam()).ok());
    // Strict mode's queue would otherwise be done before anybody waits.
    time_to_run = microseconds(GetParam() == Mode::kStrict ? 20 : 0);
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
  // Gives how long it took to record.
  Clock::duration RecordAndRead(milliseconds pause = milliseconds(0)) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < 5; ++i) {
      Record();
      if (pause.count() > 0) std::this_thread::sleep_for(pause);
    }
    const Clock::duration taken = Clock::now() - begin;
    EXPECT_TRUE(recorder_.Await(*buffer_).ok());
    return taken;
  }
  // Of so many turns, how many were run by who reads, at their ends; and of how many that
  // is to be expected: on a busy machine a thread may be stopped while it records.
  struct ByReader {
    int all = 0;
    int expected = 0;
    int of_expected = 0;
  };
  ByReader Count(int turns, milliseconds pause = milliseconds(0)) {
    constexpr int kKnown = 6;
    for (int i = 0; i < 20; ++i) RecordAndRead(pause);
    ByReader count;
    int quick = 0;  // turns in a row
    for (int i = 0; i < turns; ++i) {
      quick = RecordAndRead(pause) < microseconds(60) ? quick + 1 : 0;
      const bool is_expected = quick > kKnown;
      const bool by_reader = ran_on.load() == std::this_thread::get_id();
      count.all += by_reader ? 1 : 0;
      count.expected += is_expected ? 1 : 0;
      count.of_expected += is_expected && by_reader ? 1 : 0;
    }
    return count;
  }

  Recorder& recorder_ = ProcessRecorder();
  BufferRef buffer_;
};

TEST_P(Short, IsNotLeftToWhoHasNoStackForIt) {
  pthread_attr_t small;
  ASSERT_EQ(pthread_attr_init(&small), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&small, size_t{256} << 10), 0);
  int by_reader = -1;
  std::function<void()> work = [&] { by_reader = Count(50).all; };
  pthread_t thread;
  const auto run = [](void* work) -> void* {
    (*static_cast<std::function<void()>*>(work))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &small, run, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&small);
  EXPECT_EQ(by_reader, 0);
}

TEST_P(Short, RunsAlsoWhereNobodyReads) {
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

TEST_P(Short, IsWaitedForByOthers) {
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

INSTANTIATE_TEST_SUITE_P(Modes, Short, testing::Values(Mode::kStrict, Mode::kFused));

class Fused : public Short {};
TEST_P(Fused, IsRunByWhoReads) {
  constexpr int kTurns = 200;
  // Where the reader is stopped on its way, the queue's thread may come first.
  EXPECT_GE(Count(kTurns).all, kTurns * 3 / 4);
}
INSTANTIATE_TEST_SUITE_P(Modes, Fused, testing::Values(Mode::kFused));

class Strict : public Short {};
TEST_P(Strict, WhatIsRecordedInAMomentIsRunByWhoReads) {
  // Where other processes want the processors, too, the queue's thread may come first: it
  // is tried again.
  const Clock::time_point end = Clock::now() + std::chrono::seconds(60);
  ByReader count;
  do {
    count = Count(200);
  } while (2 * count.of_expected < count.expected && Clock::now() < end);
  EXPECT_GE(2 * count.of_expected, count.expected);
}

// Operations run while others are recorded.
TEST_P(Strict, WhatIsRecordedSlowlyIsRunByTheQueue) {
  EXPECT_EQ(Count(20, milliseconds(1)).all, 0);
}
INSTANTIATE_TEST_SUITE_P(Modes, Strict, testing::Values(Mode::kStrict));

}  // namespace
}  // namespace tilewright::eager
