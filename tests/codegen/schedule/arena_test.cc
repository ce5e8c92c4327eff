#include "codegen/schedule/arena.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace tilewright::codegen {
namespace {

struct Life {
  int id;
  int64_t bytes;
  int first, last;
};

TEST(Arena, BuffersThatLiveAtTheSameTimeDoNotOverlap) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Arena arena;
    std::vector<int64_t> lent;
    std::vector<int> used_from;
    for (int l = 0; l < 3; ++l) {
      lent.push_back(static_cast<int64_t>(random() % 1000));
      used_from.push_back(static_cast<int>(random() % 20));
      const int alias = arena.AddAliasedOutput(lent.back());
      arena.UseAliasedOutput(alias, used_from.back());
      arena.UseAliasedOutput(alias, 20);
    }
    std::vector<Life> lives;
    for (int n = 0; n < 30; ++n) {
      Life life;
      life.bytes = static_cast<int64_t>(random() % 300);
      life.first = static_cast<int>(random() % 20);
      life.last = life.first + static_cast<int>(random() % 6);
      life.id = arena.Add(life.bytes, life.first);
      arena.Use(life.id, life.last);
      lives.push_back(life);
    }
    const int64_t size = arena.Assign();
    for (const Life& x : lives) {
      const Arena::Place at = arena.place(x.id);
      EXPECT_EQ(at.offset % 64, 0);
      EXPECT_LE(at.offset + x.bytes, at.alias < 0 ? size : lent[at.alias]);
      if (at.alias >= 0) EXPECT_LT(x.last, used_from[at.alias]);
      for (const Life& y : lives) {
        const Arena::Place other = arena.place(y.id);
        if (x.id == y.id || at.alias != other.alias) continue;
        const bool together = x.first <= y.last && y.first <= x.last;
        const bool overlap =
            at.offset < other.offset + y.bytes && other.offset < at.offset + x.bytes;
        EXPECT_FALSE(together && overlap);
      }
    }
  }
}

TEST(Arena, ABufferMayEndInTheOutputThatIsWrittenOverIt) {
  Arena arena;
  const int smaller = arena.AddAliasedOutput(100);
  const int heir = arena.AddAliasedOutput(100);
  arena.UseAliasedOutput(smaller, 9);
  arena.UseAliasedOutput(heir, 5);
  const int other = arena.Add(100, 5);  // alive when the output is written
  const int buffer = arena.Add(100, 2);
  const int late = arena.Add(100, 2);
  for (int b : {buffer, late}) arena.Use(b, 5);
  arena.EndIn(buffer, heir);
  arena.EndIn(late, heir);
  arena.Use(late, 6);  // is read after all
  arena.Assign();
  EXPECT_EQ(arena.place(buffer).alias, heir);
  EXPECT_EQ(arena.place(buffer).offset, 0);
  EXPECT_NE(arena.place(late).alias, heir);
  EXPECT_NE(arena.place(other).alias, heir);
}

TEST(Arena, MemoryIsUsedAgainWhenItsBufferIsDead) {
  Arena arena;
  const int a = arena.Add(1000, 1);
  arena.Use(a, 2);
  const int b = arena.Add(1000, 3);
  EXPECT_EQ(arena.Assign(), 1024);
  EXPECT_EQ(arena.place(a).offset, arena.place(b).offset);
}

TEST(Arena, ABufferLivesInAnAliasedOutputUntilItsOwnerNeedsIt) {
  Arena arena;
  const int alias = arena.AddAliasedOutput(1024);
  arena.UseAliasedOutput(alias, 5);
  const int before = arena.Add(1000, 1);
  arena.Use(before, 4);
  const int until = arena.Add(900, 4);
  arena.Use(until, 5);
  EXPECT_EQ(arena.Assign(), 960);
  EXPECT_EQ(arena.place(before).alias, alias);
  EXPECT_EQ(arena.place(until).alias, -1);
}

TEST(Arena, WhatALoopReadsFromOutsideIsKeptUntilItsEnd) {
  Arena arena;
  const int outside = arena.Add(64, 1);
  arena.Use(outside, 3);
  const int inside = arena.Add(64, 5);
  arena.CloseLoop(2, 6);
  EXPECT_EQ(arena.Assign(), 128);
  EXPECT_NE(arena.place(outside).offset, arena.place(inside).offset);
}

TEST(Arena, AnAliasedOutputThatALoopWritesIsTheLoopsFromItsBegin) {
  Arena arena;
  const int alias = arena.AddAliasedOutput(64);
  arena.UseAliasedOutput(alias, 5);
  const int inside = arena.Add(64, 3);
  arena.CloseLoop(2, 6);
  EXPECT_EQ(arena.Assign(), 64);
  EXPECT_EQ(arena.place(inside).alias, -1);
}

}  // namespace
}  // namespace tilewright::codegen
