#include "runtime/eager/memory/later_memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace tilewright::eager {
namespace {

constexpr int64_t kPage = LaterMemory::kLeastBytes;

std::shared_ptr<runtime::Allocator> Hbm(int64_t capacity) {
  return std::make_shared<runtime::Allocator>(
      runtime::Allocator::Options{.name = "HBM", .capacity = capacity});
}

BufferRef Make(LaterMemory& memory, int64_t bytes) {
  absl::StatusOr<std::optional<BufferRef>> made = memory.Make(bytes);
  EXPECT_TRUE(made.ok() && made->has_value());
  return **std::move(made);
}

TEST(LaterMemory, BytesCountFromTheStartAndMemoryComesWhenItIsBound) {
  const auto hbm = Hbm(10 * kPage);
  LaterMemory later(hbm);
  {
    const BufferRef buffer = Make(later, 6 * kPage);
    EXPECT_EQ(hbm->used(), 6 * kPage);
    EXPECT_EQ(buffer->data(), nullptr);
    EXPECT_EQ(buffer->owner(), nullptr);
    EXPECT_EQ(later.Make(5 * kPage).status().code(),
              absl::StatusCode::kResourceExhausted);
    ASSERT_TRUE(buffer->Bind().ok());
    ASSERT_NE(buffer->data(), nullptr);
    std::memset(buffer->data(), 7, 6 * kPage);
    EXPECT_EQ(hbm->used(), 6 * kPage);
  }
  EXPECT_EQ(hbm->used(), 0);
}

TEST(LaterMemory, WhatIsNeverBoundGivesItsBytesBack) {
  const auto hbm = Hbm(10 * kPage);
  LaterMemory later(hbm);
  for (int i = 0; i < 5; ++i) Make(later, 9 * kPage);
  EXPECT_EQ(hbm->used(), 0);
  EXPECT_EQ(hbm->kept(), 0);
}

TEST(LaterMemory, HandlesAreAsFarApartAsTheirBytesAndComeAgain) {
  LaterMemory later(Hbm(int64_t{1} << 40));
  auto first = std::make_unique<BufferRef>(Make(later, 3 * kPage));
  const BufferRef& a = *first;
  const BufferRef b = Make(later, int64_t{5} << 30);
  const BufferRef c = Make(later, kPage + 1);
  auto* const handle = static_cast<uint8_t*>(a->handle());
  ASSERT_TRUE(a->Bind().ok());
  EXPECT_EQ(a->handle(), handle);
  EXPECT_NE(a->handle(), a->data());
  for (const BufferRef* each : {&a, &b, &c}) {
    auto* const begin = static_cast<uint8_t*>((*each)->handle());
    EXPECT_EQ(later.Find(begin), each->get());
    EXPECT_EQ(later.Find(begin + (*each)->bytes() - 1), each->get());
    EXPECT_NE(later.Find(begin + (*each)->bytes()), each->get());
  }
  EXPECT_EQ(later.Find(a->data()), nullptr);
  EXPECT_EQ(later.Find(nullptr), nullptr);
  first.reset();
  EXPECT_EQ(later.Find(handle), nullptr);
  EXPECT_EQ(Make(later, 3 * kPage)->handle(), handle);
}

TEST(LaterMemory, AnAddressReachesTheMemoryOfTheBufferThatHasItAndNoOther) {
  LaterMemory later(Hbm(int64_t{1} << 30));
  auto buffer = std::make_unique<BufferRef>(Make(later, 3 * kPage));
  const BufferRef next = Make(later, 3 * kPage);
  auto* const handle = static_cast<uint8_t*>((*buffer)->handle());
  const absl::StatusOr<void*> reached = later.Reach(handle + kPage, 2 * kPage);
  ASSERT_TRUE(reached.ok()) << reached.status();
  ASSERT_NE((*buffer)->data(), nullptr);
  EXPECT_EQ(*reached, (*buffer)->data() + kPage);
  // A byte more than it has, then what nobody has: any more, and yet.
  EXPECT_EQ(later.Reach(handle + kPage, 2 * kPage + 1).status().code(),
            absl::StatusCode::kInvalidArgument);
  buffer.reset();
  EXPECT_EQ(later.Reach(handle, 1).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(later.Covers(handle + (int64_t{1} << 40)));
  EXPECT_EQ(later.Reach(handle + (int64_t{1} << 40), 1).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(later.Covers(next->data()));
}

TEST(LaterMemory, AnAddressWhoseMemoryTheMachineDoesNotHaveIsAnError) {
  LaterMemory later(Hbm(int64_t{1} << 42));
  const BufferRef buffer = Make(later, int64_t{64} << 30);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit small = before;
  int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  small.rlim_cur = pages * getpagesize() + (int64_t{1} << 30);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &small), 0);
  const absl::Status status = later.Reach(buffer->handle(), 1).status();
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
}

TEST(LaterMemory, ABufferIsFoundAmongThousandsThatCameAndWent) {
  LaterMemory later(Hbm(int64_t{1} << 40));
  std::vector<std::optional<BufferRef>> buffers(5000);
  for (size_t i = 0; i < 4 * buffers.size(); ++i) {
    std::optional<BufferRef>& place = buffers[i * 7919 % buffers.size()];
    place.reset();
    if (i % 3 != 0) place = Make(later, kPage + static_cast<int64_t>(i * i % 99) * 512);
  }
  for (const std::optional<BufferRef>& buffer : buffers) {
    if (!buffer.has_value()) continue;
    auto* const begin = static_cast<uint8_t*>((*buffer)->handle());
    EXPECT_EQ(later.Find(begin), buffer->get());
    EXPECT_EQ(later.Find(begin + (*buffer)->bytes() - 1), buffer->get());
    EXPECT_NE(later.Find(begin + (*buffer)->bytes()), buffer->get());
  }
}

TEST(LaterMemory, ThreadsBindABufferOnce) {
  const auto hbm = Hbm(int64_t{1} << 30);
  LaterMemory later(hbm);
  for (int round = 0; round < 50; ++round) {
    const BufferRef buffer = Make(later, kPage * (1 + round));
    std::vector<uint8_t*> found(4);
    std::vector<std::thread> threads;
    for (uint8_t*& each : found) {
      threads.emplace_back([&] {
        EXPECT_TRUE(buffer->Bind().ok());
        each = buffer->data();
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (uint8_t* each : found) EXPECT_EQ(each, buffer->data());
  }
  EXPECT_EQ(hbm->used(), 0);
}

}  // namespace
}  // namespace tilewright::eager
