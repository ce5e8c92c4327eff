#include "cache/inspect/miss_index.h"

#include <gtest/gtest.h>

#include "tests/cache/store/store_fixture.h"

namespace tilewright::cache {
namespace {

Manifest Kernel(const std::string& program, const std::string& numerics) {
  Manifest manifest;
  manifest.Set("kind", "kernel");
  manifest.Set("program", program);
  manifest.Set("numerics", numerics);
  return manifest;
}

class MissIndexTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = Open();
    for (const char* const program : {"a", "b", "c"}) {
      store_->Publish(Kernel(program, "tpu"), {{SectionKind::kObject, "code"}});
    }
  }
  std::string Cause(size_t most_read, const Manifest& missed) {
    return MissIndex(most_read).Explain(*store_->directory(), {missed})[0].text;
  }

  std::unique_ptr<ObjectStore> store_;
};

TEST_F(MissIndexTest, SaysWhatDiffersFromTheNearestEntryOfTheProgram) {
  EXPECT_EQ(Cause(MissIndex::kMostRead, Kernel("b", "ieee")),
            "numerics is ieee here, tpu there");
  EXPECT_EQ(Cause(MissIndex::kMostRead, Kernel("d", "ieee")), "new kernel");
}

TEST_F(MissIndexTest, OfALargeDirectoryItLooksAtSoManyAndSaysSo) {
  EXPECT_EQ(Cause(2, Kernel("d", "ieee")),
            "new kernel to the 2 entries of the cache that were looked at");
  EXPECT_EQ(Cause(3, Kernel("d", "ieee")), "new kernel");
}

}  // namespace
}  // namespace tilewright::cache
