#include "cache/store/stats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <thread>

#include "cache/store/history.h"
#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

StatsRecord Sample() {
  return {.begin = 100, .end = 200, .counters = {.hits = 3, .misses = 2, .saved_us = 5}};
}

std::string WithoutEnd(const std::string& line) {
  return line.substr(0, line.size() - 1);
}

class StatsTest : public StoreTest {
 protected:
  std::shared_ptr<const Directory> OpenDirectory() {
    return *Directory::Open(FileSystem::Real(), dir(), {.create = true});
  }
  std::string LogPath() {
    for (const auto& file : fs::directory_iterator(dir() + "/stats")) {
      return file.path();
    }
    return "";
  }
};

TEST(StatsLine, ComesBackAsItWas) {
  const std::vector<std::string> lines = FormatStats(Sample());
  ASSERT_EQ(lines.size(), 1u);
  const absl::StatusOr<StatsRecord> back = ParseStatsLine(WithoutEnd(lines[0]));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->begin, 100);
  EXPECT_EQ(back->end, 200);
  EXPECT_EQ(back->counters.hits, 3);
  EXPECT_EQ(back->counters.misses, 2);
  EXPECT_EQ(back->counters.saved_us, 5);
}

TEST(StatsLine, NothingCountedIsNoLine) {
  EXPECT_THAT(FormatStats({.begin = 1, .end = 2}), IsEmpty());
}

TEST(StatsLine, NoLineIsTooLongToBeAppendedWhole) {
  StatsRecord record = {.begin = std::numeric_limits<int64_t>::min(),
                        .end = std::numeric_limits<int64_t>::max()};
  for (const CounterRow& row : kCounterRows)
    record.counters.*row.field = int64_t{1} << 39;
  Counters sum;
  for (const std::string& line : FormatStats(record)) {
    EXPECT_LE(line.size(), kMaxStatsLine);
    const absl::StatusOr<StatsRecord> part = ParseStatsLine(WithoutEnd(line));
    ASSERT_TRUE(part.ok()) << line;
    Add(part->counters, &sum);
  }
  EXPECT_TRUE(IsZero(Difference(sum, record.counters)));
}

TEST(StatsLine, EveryDamageIsSeen) {
  const std::string line = WithoutEnd(FormatStats(Sample())[0]);
  for (size_t i = 0; i < line.size(); ++i) {
    std::string damaged = line;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    EXPECT_FALSE(ParseStatsLine(damaged).ok()) << damaged;
    EXPECT_FALSE(ParseStatsLine(line.substr(0, i)).ok());
  }
  EXPECT_FALSE(ParseStatsLine(line + line).ok());
}

TEST_F(StatsTest, ProcessesAreAddedUpAndDamagedLinesAreSkipped) {
  const auto directory = OpenDirectory();
  ASSERT_EQ(AppendStats(*directory, Sample()), 0);
  std::ofstream(LogPath(), std::ios::app) << "half a li\n\nother\n";
  StatsRecord later = Sample();
  later.end = 300;
  ASSERT_EQ(AppendStats(*directory, later), 0);
  const absl::StatusOr<Stats> stats = ReadStats(*directory);
  ASSERT_TRUE(stats.ok()) << stats.status();
  EXPECT_EQ(stats->counters.hits, 6);
  EXPECT_EQ(stats->lines, 2);
  EXPECT_EQ(stats->damaged_lines, 2);
  EXPECT_EQ(stats->since, 100);
  EXPECT_EQ(stats->until, 300);
  EXPECT_EQ(ReadStats(*directory, 250)->counters.hits, 3);
}

TEST_F(StatsTest, AStoreCountsOnDiskWhatItDidOnce) {
  {
    const auto store = Open();
    Hits(*store, 1);
    Publish(*store, 1);
    Hits(*store, 1);
    store->CountTime(1000, 10);
    store->WriteStats();
    Hits(*store, 1);
  }
  const absl::StatusOr<Stats> stats = ReadStats(*OpenDirectory());
  ASSERT_TRUE(stats.ok());
  EXPECT_EQ(stats->counters.hits, 2);
  EXPECT_EQ(stats->counters.misses, 1);
  EXPECT_EQ(stats->counters.published, 1);
  EXPECT_EQ(stats->counters.saved_us, 1000);
  EXPECT_EQ(stats->lines, 2);
}

TEST_F(StatsTest, ResettingRemovesLogsAndNothingElse) {
  const auto directory = OpenDirectory();
  ASSERT_EQ(AppendStats(*directory, Sample()), 0);
  std::ofstream(dir() + "/stats/notes.txt") << "mine";
  ASSERT_TRUE(ResetStats(*directory).ok());
  EXPECT_EQ(ReadStats(*directory)->lines, 0);
  EXPECT_TRUE(fs::exists(dir() + "/stats/notes.txt"));
}

TEST_F(StatsTest, ADirectoryWithoutLogsHasNoStatistics) {
  const absl::StatusOr<Stats> stats = ReadStats(*OpenDirectory());
  ASSERT_TRUE(stats.ok());
  EXPECT_EQ(stats->lines, 0);
  EXPECT_EQ(stats->since, 0);
  EXPECT_TRUE(ResetStats(*OpenDirectory()).ok());
}

TEST_F(StatsTest, WritersAtOnceDamageNoLine) {
  const auto directory = OpenDirectory();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) AppendStats(*directory, Sample());
    });
  }
  for (std::thread& thread : threads) thread.join();
  const absl::StatusOr<Stats> stats = ReadStats(*directory);
  EXPECT_EQ(stats->lines, 800);
  EXPECT_EQ(stats->damaged_lines, 0);
  EXPECT_EQ(stats->counters.hits, 2400);
}

TEST_F(StatsTest, ALongLogBecomesOneLineOfEqualSums) {
  const auto directory = OpenDirectory();
  StatsRecord record = Sample();
  record.end = FileSystem::Real().Now();
  ASSERT_EQ(AppendStats(*directory, record), 0);
  const std::string line = FormatStats(record)[0];
  std::ofstream log(LogPath(), std::ios::app);
  const int64_t lines = (2 << 20) / static_cast<int64_t>(line.size());
  for (int64_t i = 0; i < lines; ++i) log << line;
  log.close();
  CompactStats(*directory);
  EXPECT_LT(fs::file_size(LogPath()), 512u);
  EXPECT_EQ(ReadStats(*directory)->counters.hits, 3 * (lines + 1));
  EXPECT_EQ(ReadStats(*directory)->since, 100);
}

TEST(StatsLine, OfAPlaceFurtherOutHasItsName) {
  for (const std::string& name :
       {std::string("redis://host:1/0"), std::string("/a dir/%with#all \x1b"),
        std::string(120, ' ')}) {
    StatsRecord record = {5, 6, {.misses = 3, .damaged = 2}, name};
    for (std::string line : FormatStats(record)) {
      EXPECT_LE(line.size(), kMaxStatsLine);
      line.pop_back();
      const absl::StatusOr<StatsRecord> back = ParseStatsLine(line);
      ASSERT_TRUE(back.ok()) << line;
      EXPECT_EQ(back->tier, name);
      EXPECT_TRUE(IsZero(Difference(back->counters, record.counters)));
    }
  }
}

TEST_F(StatsTest, WhatPlacesFurtherOutCountedIsApartFromTheDirectorysOwn) {
  const auto store = Open();
  const Directory& directory = *store->directory();
  ASSERT_EQ(AppendStats(directory, {5, 6, {.hits = 1}}), 0);
  ASSERT_EQ(AppendStats(directory, {5, 6, {.misses = 1, .damaged = 1}, "a"}), 0);
  ASSERT_EQ(AppendStats(directory, {5, 6, {.misses = 2, .damaged = 2}, "a"}), 0);
  const absl::StatusOr<Stats> stats = ReadStats(directory);
  ASSERT_TRUE(stats.ok());
  EXPECT_EQ(stats->counters.hits, 1);
  EXPECT_EQ(stats->counters.misses, 0);
  EXPECT_EQ(stats->lines, 1);
  ASSERT_EQ(stats->tiers.size(), 1u);
  EXPECT_EQ(stats->tiers.at("a").damaged, 3);
  EXPECT_EQ(stats->damaged_lines, 0);
}

TEST_F(StatsTest, WhatLabelsCountedIsAPartOfTheWhole) {
  const auto store = Open();
  const Directory& directory = *store->directory();
  ASSERT_EQ(AppendStats(directory, {5, 6, {.hits = 3}}), 0);
  ASSERT_EQ(AppendStats(directory, {5, 6, {.hits = 1}, "", "gpt 2 #%"}), 0);
  ASSERT_EQ(AppendStats(directory, {5, 6, {.hits = 2}, "", "gpt 2 #%"}), 0);
  const absl::StatusOr<Stats> stats = ReadStats(directory);
  ASSERT_TRUE(stats.ok());
  EXPECT_EQ(stats->counters.hits, 3);
  EXPECT_EQ(stats->labels.at("gpt 2 #%").hits, 3);
  EXPECT_TRUE(stats->tiers.empty());
  EXPECT_EQ(stats->damaged_lines, 0);
  const absl::StatusOr<std::vector<DayCounters>> days = ReadHistory(directory);
  ASSERT_TRUE(days.ok());
  EXPECT_EQ((*days)[0].counters.hits, 3);
}

}  // namespace
}  // namespace tilewright::cache
