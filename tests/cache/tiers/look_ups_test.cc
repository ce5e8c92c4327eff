#include "cache/tiers/look_ups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <string>

namespace tilewright::cache {
namespace {

using Clock = LookUps::Clock;
using std::chrono::milliseconds;

std::vector<Manifest> Numbers(int count) {
  std::vector<Manifest> manifests(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) {
    manifests[static_cast<size_t>(i)].Set("program", std::to_string(i));
  }
  return manifests;
}

Entry EntryOf(const Manifest& manifest) {
  return *Entry::Decode(*EncodeEntry(manifest.Text(), {}));
}

TEST(LookUps, EachIsTakenOnceWithItsOwnEntryOrAsAMiss) {
  const auto look_ups = LookUps::Begin(Numbers(50), [](const Manifest& manifest) {
    const bool odd = std::stoi(manifest.Get("program")) % 2 == 1;
    return odd ? std::optional<Entry>(EntryOf(manifest)) : std::nullopt;
  });
  std::set<size_t> seen;
  while (auto taken = look_ups->Next(Clock::now() + std::chrono::hours(1))) {
    EXPECT_TRUE(seen.insert(taken->number).second);
    ASSERT_EQ(taken->entry.has_value(), taken->number % 2 == 1);
    if (taken->entry.has_value()) {
      EXPECT_EQ(taken->entry->manifest(), Numbers(50)[taken->number].Text());
    }
  }
  EXPECT_EQ(seen.size(), 50u);
}

TEST(LookUps, ManyAreAskedForAtOnce) {
  std::atomic<int> asking{0};
  std::atomic<int> most{0};
  for (const size_t at_once : {LookUps::kAtOnce, LookUps::kAtOnceWaiting}) {
    most = 0;
    const auto look_ups = LookUps::Begin(
        Numbers(100),
        [&](const Manifest&) {
          most = std::max(most.load(), ++asking);
          std::this_thread::sleep_for(milliseconds(20));
          --asking;
          return std::optional<Entry>();
        },
        at_once);
    while (look_ups->Next(Clock::now() + std::chrono::hours(1))) {
    }
    EXPECT_GT(most, 4);
    EXPECT_LE(most, static_cast<int>(at_once));
  }
}

TEST(LookUps, AFewAreAskedForAtFirstAndOneMoreWithEachAnswer) {
  std::mutex mutex;
  std::condition_variable changed;
  size_t asked = 0, may_answer = 0;
  const auto look_ups = LookUps::Begin(
      Numbers(100),
      [&](const Manifest&) {
        std::unique_lock<std::mutex> lock(mutex);
        const size_t number = asked++;
        changed.notify_all();
        changed.wait(lock, [&] { return number < may_answer; });
        return std::optional<Entry>();
      },
      LookUps::kAtOnceWaiting);
  std::unique_lock<std::mutex> lock(mutex);
  const auto is_asked = [&](size_t count) {
    const bool is_so =
        changed.wait_for(lock, std::chrono::seconds(60), [&] { return asked >= count; });
    // One too many would have come by now, most times.
    changed.wait_for(lock, milliseconds(20), [&] { return asked > count; });
    return is_so && asked == count;
  };
  EXPECT_TRUE(is_asked(LookUps::kAtFirst)) << asked;
  for (size_t answers = 1; answers <= 5; ++answers) {
    may_answer = answers;
    changed.notify_all();
    // An answer gives its place and one more.
    EXPECT_TRUE(is_asked(LookUps::kAtFirst + 2 * answers)) << asked;
  }
  may_answer = 1000;
  changed.notify_all();
}

TEST(LookUps, WhoIsNotPatientTakesWhatHasNoAnswerAndIsNotHeldUp) {
  std::mutex answers;
  std::unique_lock<std::mutex> held(answers);
  const auto look_ups = LookUps::Begin(Numbers(40), [&](const Manifest& manifest) {
    const std::lock_guard<std::mutex> wait(answers);
    return std::optional<Entry>(EntryOf(manifest));
  });
  const Clock::time_point patience = Clock::now() + milliseconds(5);
  int taken = 0;
  while (auto next = look_ups->Next(patience)) {
    EXPECT_FALSE(next->entry.has_value());
    ++taken;
  }
  EXPECT_EQ(taken, 40);
  EXPECT_GE(Clock::now(), patience);
  EXPECT_FALSE(look_ups->idle());
  look_ups->GiveUp();
  held.unlock();
  look_ups->Join();
  EXPECT_TRUE(look_ups->idle());
}

TEST(LookUps, AnswersAreWaitedForWithoutTakingThem) {
  std::mutex answers;
  std::unique_lock<std::mutex> held(answers);
  const auto look_ups = LookUps::Begin(Numbers(3), [&](const Manifest& manifest) {
    const std::lock_guard<std::mutex> wait(answers);
    return std::optional<Entry>(EntryOf(manifest));
  });
  EXPECT_FALSE(look_ups->Answered(Clock::now() + milliseconds(5)));
  held.unlock();
  EXPECT_TRUE(look_ups->Answered(Clock::now() + std::chrono::seconds(60)));
  int found = 0;
  while (auto next = look_ups->Next(Clock::now())) found += next->entry.has_value();
  EXPECT_EQ(found, 3);
}

TEST(LookUps, WhatIsTakenUnansweredIsNotAskedForLater) {
  std::atomic<int> asked{0};
  std::mutex answers;
  std::unique_lock<std::mutex> held(answers);
  const auto look_ups = LookUps::Begin(Numbers(100), [&](const Manifest&) {
    ++asked;
    const std::lock_guard<std::mutex> wait(answers);
    return std::optional<Entry>();
  });
  while (look_ups->Next(Clock::now())) {
  }
  held.unlock();
  look_ups->Join();
  EXPECT_LE(asked, static_cast<int>(LookUps::kAtOnce));
}

}  // namespace
}  // namespace tilewright::cache
