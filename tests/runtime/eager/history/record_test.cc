#include "runtime/eager/history/record.h"

#include <random>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/eager/history/recall.h"
#include "support/hash.h"

namespace tilewright::eager {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

SegmentRecord RandomRecord(std::mt19937* random, size_t nodes) {
  const auto below = [&](size_t n) { return (*random)() % n; };
  SegmentRecord record;
  const size_t structures = 1 + below(5);
  for (size_t i = 0; i < structures; ++i) {
    record.structures.push_back(Xxh3(std::to_string((*random)())));
  }
  for (size_t n = 0; n < nodes; ++n) {
    SegmentRecord::Node node;
    node.structure = static_cast<uint32_t>(below(structures));
    for (size_t i = below(4); i > 0; --i) {
      SegmentRecord::Link link;
      if (below(3) > 0) {
        link.operand = static_cast<uint32_t>(1 + below(300));
        link.distance = static_cast<uint32_t>(below(n + 1));
        link.shift = static_cast<int64_t>(below(1 << 20)) - (1 << 19);
      }
      record.stored.push_back(static_cast<char>(below(2)));
      node.links.push_back(link);
    }
    record.nodes.push_back(node);
  }
  return record;
}

TEST(SegmentRecord, IsReadAsItWasWritten) {
  std::mt19937 random(1);
  for (const size_t nodes : {1, 2, 40, 3000}) {
    const SegmentRecord record = RandomRecord(&random, nodes);
    const auto read = DecodeRecord(EncodeRecord(record));
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(read->structures, record.structures);
    EXPECT_EQ(read->nodes, record.nodes);
    EXPECT_EQ(read->stored, record.stored);
  }
}

TEST(SegmentRecord, WhatNobodyWroteIsRefusedOrWithinItsBounds) {
  std::mt19937 random(2);
  const std::string sound = EncodeRecord(RandomRecord(&random, 20));
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = sound;
    for (size_t changes = 1 + random() % 4; changes > 0; --changes) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    if (i % 3 == 0) bytes.resize(random() % (bytes.size() + 1));
    const auto read = DecodeRecord(bytes);
    if (!read.ok()) continue;
    size_t arrays = 0;
    for (size_t n = 0; n < read->nodes.size(); ++n) {
      EXPECT_LT(read->nodes[n].structure, read->structures.size());
      for (const auto& link : read->nodes[n].links) EXPECT_LE(link.distance, n);
      arrays += read->nodes[n].links.size();
    }
    EXPECT_LE(read->stored.size(), arrays);
  }
}

TEST(SegmentRecord, SeveralAreReadUpToTheFirstDamage) {
  const std::vector<std::string> records = {"one", "", "three"};
  const std::string joined = JoinRecords(records);
  EXPECT_EQ(SplitRecords(joined), records);
  EXPECT_THAT(SplitRecords(joined.substr(0, joined.size() - 1)), ElementsAre("one", ""));
  EXPECT_THAT(SplitRecords("something else"), IsEmpty());
  EXPECT_THAT(SplitRecords(""), IsEmpty());
}

TEST(SegmentRecord, TheNewestStay) {
  std::vector<std::string> older;
  for (size_t i = 0; i < kMostRecords; ++i) older.push_back(std::to_string(i));
  const auto kept = SplitRecords(JoinRecords(MergeRecords({"7", "new"}, older)));
  ASSERT_EQ(kept.size(), kMostRecords);
  EXPECT_EQ(kept[0], "7");
  EXPECT_EQ(kept[1], "new");
  EXPECT_EQ(kept[2], "0");
  EXPECT_EQ(std::count(kept.begin(), kept.end(), "7"), 1);
  const std::string large(kMostRecordBytes / 2, 'x');
  EXPECT_EQ(SplitRecords(JoinRecords({large, large + "y", "z"})).size(), 1);
}

SegmentRecord RecordOf(std::vector<std::string> structures) {
  SegmentRecord record;
  record.structures = std::move(structures);
  record.nodes.resize(1);
  return record;
}

TEST(Recall, GivesWhatIsMetWholeAndOnce) {
  Recall recall({RecordOf({"a", "b"}), RecordOf({"b"}), RecordOf({"a", "c", "b"})});
  EXPECT_THAT(recall.Met("x", 1), IsEmpty());
  EXPECT_THAT(recall.Met("a", 2), IsEmpty());
  EXPECT_THAT(recall.Met("a", 2), IsEmpty());
  const auto both = recall.Met("b", 3);
  ASSERT_EQ(both.size(), 2);
  EXPECT_THAT(both[0].structures, ElementsAre(2, 3));
  EXPECT_THAT(both[1].structures, ElementsAre(3));
  const auto last = recall.Met("c", 4);
  ASSERT_EQ(last.size(), 1);
  EXPECT_THAT(last[0].structures, ElementsAre(2, 4, 3));
  EXPECT_THAT(recall.Met("c", 4), IsEmpty());
}

}  // namespace
}  // namespace tilewright::eager
