#include "runtime/memory/allocator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tilewright::runtime {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kEndless = std::numeric_limits<int64_t>::max();

std::string Something() { return "something"; }

std::shared_ptr<Allocator> Make(int64_t capacity, bool guarded = false) {
  return std::make_shared<Allocator>(
      Allocator::Options{.name = "HBM of v5e", .capacity = capacity, .guarded = guarded});
}

Block Take(Allocator& allocator, int64_t bytes) {
  absl::StatusOr<Block> block = allocator.Allocate(bytes, Something);
  EXPECT_TRUE(block.ok()) << block.status();
  return *std::move(block);
}

TEST(Allocator, CountsExactlyWhatIsAskedFor) {
  const auto allocator = Make(1000);
  {
    const Block a = Take(*allocator, 400);
    const Block b = Take(*allocator, 1);
    EXPECT_EQ(allocator->used(), 401);
    EXPECT_EQ(allocator->Allocate(600, Something).status().code(),
              absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(allocator->used(), 401);
  }
  EXPECT_EQ(allocator->used(), 0);
  EXPECT_EQ(allocator->peak(), 401);
  allocator->ResetPeak();
  EXPECT_EQ(allocator->peak(), 0);
}

TEST(Allocator, WhatDoesNotFitIsRefusedWithTheFigures) {
  const auto allocator = Make(100);
  const Block block = Take(*allocator, 30);
  const absl::Status status =
      allocator->Allocate(71, [] { return std::string("the arena"); }).status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("71 bytes for the arena"));
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("30 of the 100 bytes of HBM of v5e"));
  EXPECT_EQ(allocator->Allocate(-1, Something).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(Allocator, ImpossibleSizesAreErrorsAndNotCounted) {
  for (const bool guarded : {false, true}) {
    const auto allocator = Make(kEndless, guarded);
    for (const int64_t bytes : {kEndless, int64_t{1} << 62, (int64_t{1} << 47) + 1}) {
      EXPECT_EQ(allocator->Allocate(bytes, Something).status().code(),
                absl::StatusCode::kResourceExhausted);
    }
    EXPECT_EQ(allocator->used(), 0);
  }
}

TEST(Allocator, ABlockThatIsFreedIsTheNextOne) {
  const auto allocator = Make(kEndless);
  for (const int64_t bytes : {0, 1, 64, 65, 513, 32768, 32769, 1 << 20, 5 << 20}) {
    void* first = nullptr;
    {
      const Block block = Take(*allocator, bytes);
      first = block.data();
    }
    EXPECT_EQ(Take(*allocator, bytes).data(), first) << bytes;
  }
}

TEST(Allocator, BlocksThatLiveNeverOverlap) {
  const auto allocator = Make(kEndless);
  std::mt19937_64 random(7);
  struct Held {
    Block block;
    unsigned char mark;
  };
  std::vector<Held> held;
  int64_t used = 0;
  for (int i = 0; i < 20'000; ++i) {
    if (!held.empty() && random() % 2 == 0) {
      const size_t which = random() % held.size();
      const Block& block = held[which].block;
      const auto* data = static_cast<const unsigned char*>(block.data());
      for (const int64_t at : {int64_t{0}, block.size() / 2, block.size() - 1}) {
        if (block.size() > 0) ASSERT_EQ(data[at], held[which].mark);
      }
      used -= block.size();
      std::swap(held[which], held.back());
      held.pop_back();
    } else {
      const int64_t bytes = static_cast<int64_t>(random() % (1u << (random() % 22)));
      Block block = Take(*allocator, bytes);
      ASSERT_EQ(reinterpret_cast<uintptr_t>(block.data()) % 64, 0u);
      const auto mark = static_cast<unsigned char>(random());
      if (bytes > 0) std::memset(block.data(), mark, static_cast<size_t>(bytes));
      held.push_back({std::move(block), mark});
      used += bytes;
    }
    ASSERT_EQ(allocator->used(), used);
  }
}

TEST(Allocator, KeepsLargeBlocksUntilItIsAskedToRelease) {
  const auto allocator = Make(kEndless);
  {
    const Block block = Take(*allocator, 5 << 20);
  }
  EXPECT_GE(allocator->kept(), 5 << 20);
  allocator->ReleaseKept();
  EXPECT_EQ(allocator->kept(), 0);
}

TEST(Allocator, KeepsNotMuchMoreThanWasEverInUse) {
  const auto allocator = Make(kEndless);
  for (int64_t megabytes = 1; megabytes < 400; ++megabytes) {
    const Block block = Take(*allocator, megabytes << 20);
  }
  EXPECT_LE(allocator->kept(), (int64_t{400} << 20) / 4 * 5 + (int64_t{256} << 20));
}

TEST(Allocator, WhatNobodyHasUsedForLongestIsGivenBackFirst) {
  const auto allocator = Make(kEndless);
  constexpr int64_t kMany = int64_t{640} << 20;
  {
    std::vector<Block> blocks;
    for (int i = 0; i < 10; ++i) blocks.push_back(Take(*allocator, kMany / 10));
  }
  // More than is kept of both: the large block returns, and is there the next time.
  const void* large = nullptr;
  for (int i = 0; i < 3; ++i) {
    const int64_t before = allocator->kept();
    const Block block = Take(*allocator, kMany);
    if (i == 0) large = block.data();
    EXPECT_EQ(block.data(), large);
    if (i > 0) EXPECT_EQ(allocator->kept(), before - kMany);
  }
  EXPECT_GT(allocator->kept(), kMany);
  EXPECT_LE(allocator->kept(), kMany / 4 * 5 + (int64_t{256} << 20));
}

TEST(Allocator, GuardedBlocksBeginAsPoisonAndAreNeverReused) {
  const auto allocator = Make(1000, /*guarded=*/true);
  for (int i = 0; i < 2; ++i) {
    const Block block = Take(*allocator, 24);
    auto* const data = static_cast<unsigned char*>(block.data());
    EXPECT_EQ(data[23], kPoison);
    data[23] = 1;
    EXPECT_EQ(allocator->used(), 24);
  }
  EXPECT_EQ(allocator->used(), 0);
}

TEST(Allocator, WhatIsReservedGetsABlockThatGivesItBack) {
  const auto allocator = Make(10 << 20);
  ASSERT_TRUE(allocator->Reserve(6 << 20, Something).ok());
  {
    absl::StatusOr<Block> block = allocator->Back(6 << 20, Something);
    ASSERT_TRUE(block.ok()) << block.status();
    EXPECT_EQ(allocator->used(), 6 << 20);
    EXPECT_FALSE(allocator->Allocate(5 << 20, Something).ok());
  }
  EXPECT_EQ(allocator->used(), 0);
}

TEST(Allocator, TemporaryMemoryLiesInALargerBlockThatIsKept) {
  const auto allocator = Make(kEndless);
  const void* large = nullptr;
  {
    const Block block = Take(*allocator, 40 << 20);
    large = block.data();
  }
  const int64_t kept = allocator->kept();
  {
    absl::StatusOr<Block> block = allocator->AllocateTemporary(3 << 20, Something);
    ASSERT_TRUE(block.ok());
    EXPECT_EQ(block->data(), large);
    EXPECT_EQ(block->size(), 3 << 20);
    EXPECT_EQ(allocator->used(), 3 << 20);
    EXPECT_EQ(allocator->kept(), 0);
  }
  EXPECT_EQ(allocator->kept(), kept);
  const Block again = Take(*allocator, 40 << 20);
  EXPECT_EQ(again.data(), large);
}

TEST(Allocator, AThriftyOneGivesTheOldestBlocksForNewOnesAndNotForEver) {
  const auto allocator = Make(kEndless);
  const auto use = [&](std::vector<int64_t> sizes) {
    std::vector<Block> blocks;
    for (const int64_t size : sizes) blocks.push_back(Take(*allocator, size << 20));
  };
  allocator->SetThrifty(true);
  use({8, 8, 8, 8});
  EXPECT_EQ(allocator->kept(), 32 << 20);
  use({20, 10});
  EXPECT_LE(allocator->kept(), 38 << 20);
  // Those that take turns are all kept after a while.
  int64_t before = 0;
  for (int i = 0; i < 20; ++i) {
    before = allocator->kept();
    use({8, 8, 8, 8});
    use({20, 10});
  }
  EXPECT_EQ(allocator->kept(), before);
  EXPECT_EQ(allocator->kept(), 62 << 20);
}

TEST(Allocator, ThreadsNeverTakeMoreThanThereIs) {
  const auto allocator = Make(3 * 64);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10'000; ++i) {
        absl::StatusOr<Block> block = allocator->Allocate(64, Something);
        EXPECT_LE(allocator->used(), 3 * 64);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(allocator->used(), 0);
  EXPECT_LE(allocator->peak(), 3 * 64);
}

TEST(Reservation, CountsWhileItLives) {
  const auto allocator = Make(100);
  {
    absl::StatusOr<Reservation> held = Reservation::Make(allocator, 60, Something);
    ASSERT_TRUE(held.ok());
    EXPECT_FALSE(Reservation::Make(allocator, 41, Something).ok());
    EXPECT_EQ(allocator->used(), 60);
  }
  EXPECT_EQ(allocator->used(), 0);
}

TEST(Allocator, BlocksThatShareAHugePageAreApartAndGoBackToTheSystemAlone) {
  const auto allocator = Make(kEndless);
  std::vector<Block> blocks;
  uint64_t random = 1;
  const auto next = [&random] { return random = random * 6364136223846793005u + 1; };
  for (int round = 0; round < 400; ++round) {
    const int64_t bytes = 32'769 + static_cast<int64_t>(next() >> 33) % 1'100'000;
    blocks.push_back(Take(*allocator, bytes));
    std::memset(blocks.back().data(), round % 251, static_cast<size_t>(bytes));
    std::swap(blocks[(next() >> 33) % blocks.size()], blocks.back());
    if (round % 7 == 0) blocks.pop_back();
    if (round % 50 == 0) {
      allocator->ReleaseKept();
      EXPECT_EQ(allocator->kept(), 0);
    }
  }
  for (const Block& block : blocks) {
    const auto* const bytes = static_cast<const unsigned char*>(block.data());
    EXPECT_EQ(std::memcmp(bytes, bytes + 1, static_cast<size_t>(block.size()) - 1), 0);
  }
  blocks.clear();
  EXPECT_EQ(allocator->used(), 0);
}

}  // namespace
}  // namespace tilewright::runtime
