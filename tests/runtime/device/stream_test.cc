#include "runtime/device/stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace tilewright::runtime {
namespace {

class FunctionJob : public Job {
 public:
  explicit FunctionJob(std::function<absl::Status()> body) : body_(std::move(body)) {}
  Outcome Run() override { return {body_()}; }

 private:
  const std::function<absl::Status()> body_;
};

uint64_t Append(Stream& stream, std::function<absl::Status()> body) {
  uint64_t number = 0;
  const absl::Status appended =
      stream.Append(std::make_shared<FunctionJob>(std::move(body)),
                    [&number](uint64_t given) { number = given; });
  EXPECT_TRUE(appended.ok()) << appended;
  return number;
}

TEST(Stream, JobsRunInOrder) {
  Stream stream;
  std::vector<int> order;
  uint64_t last = 0;
  for (int i = 0; i < 5000; ++i) {
    last = Append(stream, [&order, i] {
      order.push_back(i);
      return absl::OkStatus();
    });
  }
  ASSERT_TRUE(stream.Await(last).ok());
  ASSERT_EQ(order.size(), 5000u);
  for (int i = 0; i < 5000; ++i) EXPECT_EQ(order[i], i);
}

TEST(Stream, ManyThreadsMayAppend) {
  Stream stream;
  std::atomic<int> count{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      uint64_t last = 0;
      for (int i = 0; i < 3000; ++i) {
        last = Append(stream, [&count] {
          ++count;
          return absl::OkStatus();
        });
        if (i % 500 == 0) EXPECT_TRUE(stream.Await(last).ok());
      }
      EXPECT_TRUE(stream.Await(last).ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, 4 * 3000);
}

TEST(Stream, AJobMayAppendOthersHoweverMany) {
  Stream stream;
  std::atomic<int> count{0};
  const uint64_t first = Append(stream, [&] {
    for (int i = 0; i < 3000; ++i) {
      Append(stream, [&count] {
        ++count;
        return absl::OkStatus();
      });
    }
    return absl::OkStatus();
  });
  ASSERT_TRUE(stream.Await(first).ok());
  ASSERT_TRUE(stream.Settle().ok());
  EXPECT_EQ(count, 3000);
}

TEST(Stream, EachNumberHasItsOwnEnd) {
  Stream stream;
  std::vector<uint64_t> numbers;
  for (int i = 0; i < 300; ++i) {
    numbers.push_back(Append(stream, [i] {
      return i % 3 == 1 ? absl::InternalError(std::to_string(i)) : absl::OkStatus();
    }));
  }
  ASSERT_TRUE(stream.Settle().ok());
  for (int i = 0; i < 300; ++i) {
    const absl::Status ended = stream.StatusOf(numbers[i]);
    EXPECT_EQ(ended.ok(), i % 3 != 1);
    if (!ended.ok()) EXPECT_EQ(ended.message(), std::to_string(i));
  }
  EXPECT_EQ(stream.TakeErrors().size(), 100u);
  EXPECT_EQ(stream.TakeErrors().size(), 0u);
}

TEST(Stream, SettledMeansThatWhatJobsHeldIsGone) {
  Stream stream;
  for (int round = 0; round < 100; ++round) {
    auto held = std::make_shared<int>(round);
    for (int i = 0; i < 40; ++i) Append(stream, [held] { return absl::OkStatus(); });
    ASSERT_TRUE(stream.Settle().ok());
    EXPECT_EQ(held.use_count(), 1);
  }
}

TEST(Stream, ItsLastJobMayHoldIt) {
  std::atomic<bool> gone{false};
  struct Watched {
    explicit Watched(std::atomic<bool>* flag) : gone(flag) {}
    ~Watched() { *gone = true; }
    Stream stream;
    std::atomic<bool>* gone;
  };
  auto watched = std::make_shared<Watched>(&gone);
  std::atomic<bool> released{false};
  Append(watched->stream, [watched, &released] {
    while (!released) std::this_thread::yield();
    return absl::OkStatus();
  });
  watched.reset();
  released = true;
  while (!gone) std::this_thread::yield();
}

}  // namespace
}  // namespace tilewright::runtime
