#include "tools/cli/nearest.h"

#include "gtest/gtest.h"

namespace tilewright::tools {
namespace {

const std::vector<std::string> kVerbs = {"run", "check", "compile", "print", "cache"};

TEST(Nearest, FindsWhatIsAFewSlipsAway) {
  EXPECT_EQ(Nearest("rnu", kVerbs), "run");
  EXPECT_EQ(Nearest("RUN", kVerbs), "run");
  EXPECT_EQ(Nearest("comple", kVerbs), "compile");
  EXPECT_EQ(Nearest("prnit", kVerbs), "print");
  EXPECT_EQ(Nearest("--cihp", {"--chip", "--size"}), "--chip");
}

TEST(Nearest, FindsWhatIsBegun) {
  EXPECT_EQ(Nearest("comp", kVerbs), "compile");
  EXPECT_EQ(Nearest("v5", {"v2", "v5e", "v5p"}), "v5e");
}

TEST(Nearest, FindsNothingWhereNothingIsNear) {
  EXPECT_EQ(Nearest("", kVerbs), "");
  EXPECT_EQ(Nearest("x", kVerbs), "");
  EXPECT_EQ(Nearest("frobnicate", kVerbs), "");
  EXPECT_EQ(Nearest("-x", {"-h", "-V"}), "");
  EXPECT_EQ(Nearest("-v", {"-h", "-V"}), "-V");
  EXPECT_EQ(Nearest(std::string(100000, 'r'), kVerbs), "");
  EXPECT_EQ(Nearest("run", {}), "");
}

TEST(Nearest, MayBeGivenHowManySlips) {
  EXPECT_EQ(Nearest("TILEWRIGHT_CACHEDIR", {"TILEWRIGHT_CACHE_DIR"}, 2),
            "TILEWRIGHT_CACHE_DIR");
  EXPECT_EQ(Nearest("TILEWRIGHT_ROOT", {"TILEWRIGHT_CHIP"}, 2), "");
}

}  // namespace
}  // namespace tilewright::tools
