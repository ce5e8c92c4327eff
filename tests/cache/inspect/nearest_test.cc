#include "cache/inspect/nearest.h"

#include <map>
#include <optional>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright::cache {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Manifest Facts(const std::string& program, const std::string& numerics = "tpu",
               const std::string& features = "+a,+b") {
  Manifest manifest;
  manifest.Set("kind", "kernel");
  manifest.Set("program", program);
  manifest.Set("numerics", numerics);
  manifest.Set("features", features);
  return manifest;
}

class Nearest : public ::testing::Test {
 protected:
  void Want(const std::string& name, const Manifest& manifest, const std::string& text) {
    entries_.emplace(std::vector<Missing>{{name, manifest, text}});
  }
  void Have(const std::string& key, const Manifest& manifest, const std::string& name,
            const std::string& text, int64_t used = 0) {
    texts_[key] = text;
    entries_->Add(key, manifest, name, used);
  }
  std::string Found() {
    return entries_->Find([&](const std::string& key) { return texts_[key]; })[0].key;
  }

  std::optional<NearestEntries> entries_;
  std::map<std::string, std::string> texts_;
};

TEST_F(Nearest, IsNothingWhereThereIsNothingOfTheKind) {
  Want("add.0", Facts("p-10"), "text");
  Manifest executable = Facts("p-10");
  executable.Set("kind", "executable");
  Have("other", executable, "add.0", "text");
  EXPECT_EQ(Found(), "");
}

TEST_F(Nearest, IsOfTheSameProgramWithTheFewestDifferences) {
  Want("add.0", Facts("p-10", "ieee", "+a"), "text");
  Have("same_text", Facts("q-10", "ieee", "+a"), "add.0", "text");
  Have("two", Facts("p-10", "tpu", "+a,+b"), "add.0", "text");
  Have("one", Facts("p-10", "tpu", "+a"), "add.0", "text");
  EXPECT_EQ(Found(), "one");
}

TEST_F(Nearest, OfTwoAlikeTheOneUsedLastIsIt) {
  Want("add.0", Facts("p-10", "ieee"), "text");
  Have("late", Facts("p-10", "tpu"), "add.0", "text", 20);
  Have("early", Facts("p-10", "tpu"), "add.0", "text", 10);
  EXPECT_EQ(Found(), "late");
}

TEST_F(Nearest, OfOtherProgramsTheOneWithMostLinesInCommonIsIt) {
  Want("add.3", Facts("p-9"), "a\nb\nc\nd\n");
  Have("half", Facts("q-9"), "add.0", "a\nb\nx\ny\n");
  Have("most", Facts("r-11"), "add.7", "a\nb\nc\nx\n");
  Have("none", Facts("s-9"), "add.3", "w\nx\ny\nz\n");
  EXPECT_EQ(Found(), "most");
}

TEST_F(Nearest, KernelsOfTheSameOperationComeBeforeThoseOfALikeLength) {
  Want("add.3", Facts("p-100"), "a\nb\n");
  for (int i = 0; i < 50; ++i) {
    Have("other" + std::to_string(i), Facts("q" + std::to_string(i) + "-100"), "mul.3",
         "x\ny\n");
  }
  Have("add", Facts("r-5000"), "add.1", "a\nz\n");
  EXPECT_EQ(Found(), "add");
}

TEST(CompareFields, ListsShowOnlyWhatTheOtherLacks) {
  const std::vector<FieldDifference> differences =
      CompareFields(Facts("p-1", "tpu", "+a,+b,+c"), Facts("p-1", "tpu", "+b,+d"));
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].field, "features");
  EXPECT_EQ(differences[0].theirs, "+a,+c");
  EXPECT_EQ(differences[0].ours, "+d");
}

TEST(CompareFields, AFieldThatOneLacksIsADifference) {
  Manifest more = Facts("p-1");
  more.Set("llvm_options", "-x");
  const std::vector<FieldDifference> differences = CompareFields(Facts("p-1"), more);
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].theirs, "");
  EXPECT_EQ(differences[0].ours, "-x");
  EXPECT_THAT(CompareFields(more, more), IsEmpty());
}

}  // namespace
}  // namespace tilewright::cache
