#include "support/float_state.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <limits>

namespace tilewright {
namespace {

// Operands that the compiler cannot see through.
float Opaque(float value) {
  volatile float hidden = value;
  return hidden;
}

constexpr float kSmallest = std::numeric_limits<float>::min();

TEST(ScopedFloatState, IeeeKeepsSubnormals) {
  ScopedFloatState state(Numerics::kIeee);
  EXPECT_GT(Opaque(kSmallest) * Opaque(0.5f), 0.0f);
  EXPECT_GT(Opaque(kSmallest / 2) * Opaque(4.0f), 0.0f);
}

TEST(ScopedFloatState, TpuFlushesResultsAndOperands) {
  ScopedFloatState state(Numerics::kTpu);
  EXPECT_EQ(Opaque(kSmallest) * Opaque(0.5f), 0.0f);
  volatile float subnormal = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(subnormal * Opaque(0x1p126f), 0.0f);
}

TEST(ScopedFloatState, RoundsToNearestWhateverTheCallerSet) {
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  {
    ScopedFloatState state(Numerics::kIeee);
    EXPECT_EQ(Opaque(1.0f) + Opaque(0x1p-30f), 1.0f);
  }
  EXPECT_GT(Opaque(1.0f) + Opaque(0x1p-30f), 1.0f);
  std::fesetround(FE_TONEAREST);
}

TEST(ScopedFloatState, NoExceptionTrapsInside) {
  if (feenableexcept(FE_DIVBYZERO | FE_INVALID) == -1) {
    GTEST_SKIP() << "this processor has no traps, which Arm leaves to its maker";
  }
  {
    ScopedFloatState state(Numerics::kTpu);
    EXPECT_TRUE(std::isinf(Opaque(1.0f) / Opaque(0.0f)));
    EXPECT_TRUE(std::isnan(Opaque(0.0f) / Opaque(0.0f)));
  }
  EXPECT_EQ(fegetexcept(), FE_DIVBYZERO | FE_INVALID);
  fedisableexcept(FE_ALL_EXCEPT);
}

TEST(ScopedFloatState, LeavesNoStickyFlagsBehind) {
  std::feclearexcept(FE_ALL_EXCEPT);
  {
    ScopedFloatState state(Numerics::kIeee);
    EXPECT_TRUE(std::isinf(Opaque(1.0f) / Opaque(0.0f)));
  }
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), 0);
}

TEST(ScopedFloatState, ScopesNest) {
  ScopedFloatState outer(Numerics::kTpu);
  {
    ScopedFloatState inner(Numerics::kIeee);
    EXPECT_GT(Opaque(kSmallest) * Opaque(0.5f), 0.0f);
  }
  EXPECT_EQ(Opaque(kSmallest) * Opaque(0.5f), 0.0f);
}

}  // namespace
}  // namespace tilewright
