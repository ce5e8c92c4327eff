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

class RandomRecords {
 public:
  explicit RandomRecords(unsigned seed) : random_(seed) {}

  SegmentRecord Take(size_t nodes, size_t shapes) {
    SegmentRecord record;
    for (size_t s = 0; s < shapes; ++s) record.shapes.push_back(Shape(nodes, &record));
    return record;
  }
  size_t Below(size_t n) { return random_() % n; }

 private:
  SegmentRecord::Shape Shape(size_t nodes, SegmentRecord* record) {
    SegmentRecord::Shape shape;
    for (size_t i = 1 + Below(5); i > 0; --i) {
      shape.structures.push_back({Xxh3(std::to_string(random_())), {}});
      for (size_t k = Below(6); k > 0; --k) {
        shape.structures.back().sizes.push_back(static_cast<int64_t>(Below(1 << 20)));
      }
    }
    for (size_t n = 0; n < nodes; ++n) {
      SegmentRecord::Node node;
      node.structure = static_cast<uint32_t>(Below(shape.structures.size()));
      for (size_t i = Below(4); i > 0; --i) {
        SegmentRecord::Link link;
        if (Below(3) > 0) {
          link.operand = static_cast<uint32_t>(1 + Below(300));
          link.distance = static_cast<uint32_t>(Below(n + 1));
          link.shift = static_cast<int64_t>(Below(1 << 20)) - (1 << 19);
        }
        record->stored.push_back(static_cast<char>(Below(2)));
        node.links.push_back(link);
      }
      shape.nodes.push_back(node);
    }
    return shape;
  }

  std::mt19937 random_;
};

TEST(SegmentRecord, IsReadAsItWasWritten) {
  RandomRecords random(1);
  for (const size_t nodes : {1, 2, 40, 3000}) {
    for (const size_t shapes : {size_t{1}, size_t{4}, kMostRecordShapes}) {
      const SegmentRecord record = random.Take(nodes, shapes);
      const auto read = DecodeRecord(EncodeRecord(record));
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_EQ(read->shapes, record.shapes);
      EXPECT_EQ(read->stored, record.stored);
      EXPECT_EQ(read->is_open(), shapes > 1);
    }
  }
}

TEST(SegmentRecord, OfNothingIsRefused) {
  RandomRecords random(3);
  EXPECT_FALSE(DecodeRecord(EncodeRecord({})).ok());
  EXPECT_FALSE(DecodeRecord(EncodeRecord(random.Take(0, 1))).ok());
  EXPECT_FALSE(DecodeRecord(EncodeRecord(random.Take(3, kMostRecordShapes + 1))).ok());
  SegmentRecord record = random.Take(3, 2);
  record.shapes[1] = {};
  EXPECT_FALSE(DecodeRecord(EncodeRecord(record)).ok());
}

TEST(SegmentRecord, WhatNobodyWroteIsRefusedOrWithinItsBounds) {
  RandomRecords random(2);
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = EncodeRecord(random.Take(20, 1 + i % 3));
    for (size_t changes = 1 + random.Below(4); changes > 0; --changes) {
      bytes[random.Below(bytes.size())] = static_cast<char>(random.Below(256));
    }
    if (i % 3 == 0) bytes.resize(random.Below(bytes.size() + 1));
    const auto read = DecodeRecord(bytes);
    if (!read.ok()) continue;
    size_t arrays = 0;
    for (const SegmentRecord::Shape& shape : read->shapes) {
      EXPECT_FALSE(shape.nodes.empty());
      for (size_t n = 0; n < shape.nodes.size(); ++n) {
        EXPECT_LT(shape.nodes[n].structure, shape.structures.size());
        for (const auto& link : shape.nodes[n].links) EXPECT_LE(link.distance, n);
        arrays += shape.nodes[n].links.size();
      }
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

SegmentRecord RecordOf(const std::vector<std::vector<std::string>>& shapes) {
  SegmentRecord record;
  for (const std::vector<std::string>& structures : shapes) {
    SegmentRecord::Shape& shape = record.shapes.emplace_back();
    for (const std::string& each : structures) shape.structures.push_back({each, {}});
    shape.nodes.resize(1);
  }
  return record;
}

TEST(Recall, GivesWhatIsMetWholeAndOnce) {
  Recall recall({RecordOf({{"a", "b"}}), RecordOf({{"b"}}), RecordOf({{"a", "c", "b"}})});
  EXPECT_THAT(recall.Met("x", 1), IsEmpty());
  EXPECT_THAT(recall.Met("a", 2), IsEmpty());
  EXPECT_THAT(recall.Met("a", 2), IsEmpty());
  const auto both = recall.Met("b", 3);
  ASSERT_EQ(both.size(), 2);
  EXPECT_THAT(both[0].structures, ElementsAre(ElementsAre(2, 3)));
  EXPECT_THAT(both[1].structures, ElementsAre(ElementsAre(3)));
  const auto last = recall.Met("c", 4);
  ASSERT_EQ(last.size(), 1);
  EXPECT_THAT(last[0].structures, ElementsAre(ElementsAre(2, 4, 3)));
  EXPECT_THAT(recall.Met("c", 4), IsEmpty());
}

TEST(Recall, WaitsForAllShapes) {
  Recall recall({RecordOf({{"a", "a", "b"}, {"c", "a"}})});
  EXPECT_THAT(recall.Met("b", 1), IsEmpty());
  EXPECT_THAT(recall.Met("a", 2), IsEmpty());
  const auto met = recall.Met("c", 3);
  ASSERT_EQ(met.size(), 1);
  EXPECT_THAT(met[0].structures, ElementsAre(ElementsAre(2, 2, 1), ElementsAre(3, 2)));
}

}  // namespace
}  // namespace tilewright::eager
