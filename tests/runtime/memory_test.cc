#include "runtime/memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tilewright::runtime {
namespace {

using ::testing::HasSubstr;

std::string Message(const absl::Status& status) {
  return std::string(status.message().data(), status.message().size());
}

uintptr_t Address(const Buffer& buffer) {
  return reinterpret_cast<uintptr_t>(buffer.data());
}

TEST(HbmLimit, CountsWhatIsTaken) {
  HbmLimit limit("v5e", 100);
  ASSERT_TRUE(limit.Reserve(60, "a").ok());
  ASSERT_TRUE(limit.Reserve(40, "b").ok());
  EXPECT_EQ(limit.used(), 100);
  limit.Release(60);
  EXPECT_EQ(limit.used(), 40);
  EXPECT_EQ(limit.peak(), 100);
  limit.ResetPeak();
  EXPECT_EQ(limit.peak(), 40);
  limit.Release(40);
}

TEST(HbmLimit, WhatDoesNotFitIsRefusedWithTheFigures) {
  HbmLimit limit("v5e", 100);
  ASSERT_TRUE(limit.Reserve(30, "a").ok());
  absl::Status status = limit.Reserve(71, "the arena");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(Message(status), HasSubstr("71 bytes for the arena"));
  EXPECT_THAT(Message(status), HasSubstr("30 of the 100 bytes of HBM of v5e"));
  EXPECT_EQ(limit.used(), 30);
  EXPECT_TRUE(limit.Reserve(70, "b").ok());
  limit.Release(100);
}

TEST(HbmLimit, HugeAndNegativeSizesDoNotWrapAround) {
  HbmLimit limit("v5e", std::numeric_limits<int64_t>::max());
  ASSERT_TRUE(limit.Reserve(1000, "a").ok());
  EXPECT_EQ(limit.Reserve(std::numeric_limits<int64_t>::max(), "b").code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(limit.Reserve(-1, "c").code(), absl::StatusCode::kInvalidArgument);
  limit.Release(1000);
}

TEST(HbmLimit, ThreadsNeverTakeMoreThanThereIs) {
  HbmLimit limit("v5e", 3);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&limit] {
      for (int i = 0; i < 10'000; ++i) {
        if (limit.Reserve(1, "a").ok()) {
          EXPECT_LE(limit.used(), 3);
          limit.Release(1);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(limit.used(), 0);
  EXPECT_LE(limit.peak(), 3);
}

TEST(Buffer, StartsAreAligned) {
  for (int64_t bytes : {0, 1, 63, 64, 65, 4096, 100'000}) {
    absl::StatusOr<Buffer> buffer = Buffer::Allocate(bytes, "a");
    ASSERT_TRUE(buffer.ok());
    EXPECT_EQ(buffer->size(), bytes);
    EXPECT_NE(buffer->data(), nullptr);
    EXPECT_EQ(Address(*buffer) % 64, 0u);
  }
  absl::StatusOr<Buffer> large = Buffer::Allocate(5 << 20, "a");
  ASSERT_TRUE(large.ok());
  EXPECT_EQ(Address(*large) % (2 << 20), 0u);
  std::memset(large->data(), 1, 5 << 20);
}

TEST(Buffer, ReturnsItsBytesToTheLimitOnce) {
  HbmLimit limit("v5e", 1000);
  {
    absl::StatusOr<Buffer> a = Buffer::Allocate(400, "a", {.limit = &limit});
    ASSERT_TRUE(a.ok());
    Buffer moved = *std::move(a);
    EXPECT_EQ(limit.used(), 400);
    EXPECT_EQ(Buffer::Allocate(601, "b", {.limit = &limit}).status().code(),
              absl::StatusCode::kResourceExhausted);
    Buffer other;
    other = std::move(moved);
    EXPECT_EQ(other.size(), 400);
    EXPECT_EQ(limit.used(), 400);
  }
  EXPECT_EQ(limit.used(), 0);
}

TEST(Buffer, ImpossibleSizesAreErrors) {
  HbmLimit limit("v5e", std::numeric_limits<int64_t>::max());
  for (bool guard : {false, true}) {
    AllocationOptions options = {.limit = &limit, .guard = guard};
    EXPECT_EQ(Buffer::Allocate(-1, "a", options).status().code(),
              absl::StatusCode::kInvalidArgument);
    for (int64_t bytes :
         {std::numeric_limits<int64_t>::max(), int64_t{1} << 62, int64_t{1} << 47}) {
      absl::Status status = Buffer::Allocate(bytes, "the arena", options).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
      EXPECT_THAT(Message(status), HasSubstr("the arena"));
    }
  }
  EXPECT_EQ(limit.used(), 0);
}

TEST(Buffer, PoisonIsNotANumber) {
  for (bool guard : {false, true}) {
    absl::StatusOr<Buffer> buffer =
        Buffer::Allocate(24, "a", {.guard = guard, .poison = true});
    ASSERT_TRUE(buffer.ok());
    for (int i = 0; i < 6; ++i) {
      float value = static_cast<const float*>(buffer->data())[i];
      EXPECT_NE(value, value);
    }
    for (int i = 0; i < 3; ++i) {
      double value = static_cast<const double*>(buffer->data())[i];
      EXPECT_NE(value, value);
    }
  }
}

TEST(GuardedBufferDeathTest, TheByteAfterTheLastTraps) {
  for (int64_t bytes : {0, 1, 12, 64, 4095, 4096, 4097}) {
    absl::StatusOr<Buffer> buffer = Buffer::Allocate(bytes, "a", {.guard = true});
    ASSERT_TRUE(buffer.ok());
    volatile char* data = static_cast<char*>(buffer->data());
    for (int64_t i = 0; i < bytes; ++i) data[i] = 1;
    EXPECT_DEATH(data[bytes] = 1, "");
    EXPECT_DEATH((void)data[bytes + 4095], "");
  }
}

TEST(GuardedBuffer, ElementsKeepTheirOwnAlignment) {
  for (int64_t element : {1, 2, 4, 8, 16}) {
    for (int64_t count : {1, 3, 5, 1001}) {
      absl::StatusOr<Buffer> buffer =
          Buffer::Allocate(element * count, "a", {.guard = true});
      ASSERT_TRUE(buffer.ok());
      EXPECT_EQ(Address(*buffer) % element, 0u);
    }
  }
}

TEST(UnchangedCheck, NamesTheBlockThatWasWritten) {
  std::vector<char> a(1000, 1);
  std::vector<char> b(10, 2);
  UnchangedCheck check(
      {{a.data(), 1000, "input 0"}, {b.data(), 10, "input 1"}, {nullptr, 0, "input 2"}});
  EXPECT_TRUE(check.Verify().ok());
  b[9] = 3;
  absl::Status status = check.Verify();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(Message(status), HasSubstr("input 1"));
}

}  // namespace
}  // namespace tilewright::runtime
