#include "runtime/eager/memory/later_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
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
