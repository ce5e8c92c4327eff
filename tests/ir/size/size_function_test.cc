#include "ir/size/size_function.h"

#include <limits>
#include <random>

#include "gtest/gtest.h"
#include "ir/size/facts.h"
#include "tests/ir/size/random_size.h"

namespace tilewright::ir {
namespace {

TEST(SizeFunction, IsWhatEvaluationGives) {
  std::mt19937_64 random(RandomSeed());
  std::vector<Size> all;
  for (int s = 0; s < 3; ++s) all.push_back(Size::OfSymbol(s));
  int fits = 0, refused = 0;
  for (int i = 0; i < 3000; ++i) {
    const Size size = MakeRandomSize(&random, all).size;
    if (size.refused()) continue;
    const SizeFunction function(size);
    for (const int64_t scale : {int64_t{7}, int64_t{5000}, int64_t{1} << 40}) {
      std::vector<int64_t> values;
      for (int s = 0; s < 3; ++s) {
        values.push_back(static_cast<int64_t>(random() % static_cast<uint64_t>(scale)));
      }
      const absl::StatusOr<int64_t> want = Evaluate(size, {}, values);
      int64_t got = 0;
      const bool computed = function.Compute(values, &got);
      // With numbers this small nothing on the way is too large.
      if (scale < 100) {
        EXPECT_EQ(computed, want.ok()) << want.status();
      }
      fits += computed ? 1 : 0;
      refused += computed ? 0 : 1;
      if (computed) {
        ASSERT_TRUE(want.ok()) << want.status();
        EXPECT_EQ(got, *want);
      }
    }
  }
  EXPECT_GT(fits, 3000);
  EXPECT_GT(refused, 100);
}

TEST(SizeFunction, NumbersNeedNoValues) {
  int64_t result = 1;
  ASSERT_TRUE(SizeFunction(Size(0)).Compute({}, &result));
  EXPECT_EQ(result, 0);
  ASSERT_TRUE(SizeFunction(Size(-5)).Compute({}, &result));
  EXPECT_EQ(result, -5);
  EXPECT_FALSE(SizeFunction(Size::OfSymbol(1)).Compute({3}, &result));
  const int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(SizeFunction(Size::OfSymbol(0) + 1).Compute({most}, &result));
}

}  // namespace
}  // namespace tilewright::ir
