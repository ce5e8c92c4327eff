#include "runtime/memory/block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

namespace tilewright::runtime {
namespace {

using ::testing::HasSubstr;

std::string Message(const absl::Status& status) {
  return std::string(status.message().data(), status.message().size());
}

uintptr_t Address(const Block& block) {
  return reinterpret_cast<uintptr_t>(block.data());
}

TEST(Block, StartsAreAligned) {
  for (int64_t bytes : {0, 1, 63, 64, 65, 4096, 100'000}) {
    absl::StatusOr<Block> block = Block::Allocate(bytes, "a");
    ASSERT_TRUE(block.ok());
    EXPECT_EQ(block->size(), bytes);
    EXPECT_NE(block->data(), nullptr);
    EXPECT_EQ(Address(*block) % 64, 0u);
  }
  absl::StatusOr<Block> large = Block::Allocate(5 << 20, "a");
  ASSERT_TRUE(large.ok());
  EXPECT_EQ(Address(*large) % (2 << 20), 0u);
  std::memset(large->data(), 1, 5 << 20);
}

TEST(Block, ImpossibleSizesAreErrors) {
  for (Block::Kind kind : {Block::Kind::kPlain, Block::Kind::kGuarded}) {
    EXPECT_EQ(Block::Allocate(-1, "a", kind).status().code(),
              absl::StatusCode::kInvalidArgument);
    for (int64_t bytes :
         {std::numeric_limits<int64_t>::max(), int64_t{1} << 62, int64_t{1} << 47}) {
      absl::Status status = Block::Allocate(bytes, "the arena", kind).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
      EXPECT_THAT(Message(status), HasSubstr("the arena"));
    }
  }
}

TEST(Block, PoisonIsNotANumber) {
  absl::StatusOr<Block> block = Block::Allocate(24, "a", Block::Kind::kGuarded);
  ASSERT_TRUE(block.ok());
  for (int i = 0; i < 6; ++i) {
    float value = static_cast<const float*>(block->data())[i];
    EXPECT_NE(value, value);
  }
  for (int i = 0; i < 3; ++i) {
    double value = static_cast<const double*>(block->data())[i];
    EXPECT_NE(value, value);
  }
}

TEST(GuardedBlockDeathTest, TheByteAfterTheLastTraps) {
  for (int64_t bytes : {0, 1, 12, 64, 4095, 4096, 4097}) {
    absl::StatusOr<Block> block = Block::Allocate(bytes, "a", Block::Kind::kGuarded);
    ASSERT_TRUE(block.ok());
    volatile char* data = static_cast<char*>(block->data());
    for (int64_t i = 0; i < bytes; ++i) data[i] = 1;
    EXPECT_DEATH(data[bytes] = 1, "");
    EXPECT_DEATH((void)data[bytes + 4095], "");
  }
}

TEST(GuardedBlock, ElementsKeepTheirOwnAlignment) {
  for (int64_t element : {1, 2, 4, 8, 16}) {
    for (int64_t count : {1, 3, 5, 1001}) {
      absl::StatusOr<Block> block =
          Block::Allocate(element * count, "a", Block::Kind::kGuarded);
      ASSERT_TRUE(block.ok());
      EXPECT_EQ(Address(*block) % element, 0u);
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
