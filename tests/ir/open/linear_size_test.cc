#include "ir/open/linear_size.h"

#include <limits>
#include <optional>

#include "gtest/gtest.h"

namespace tilewright::ir {
namespace {

TEST(LinearSize, SaysWhatASymbolIs) {
  const Size s = Size::OfSymbol(3);
  const std::optional<LinearSize> linear = LinearOf(s * 2 + 1);
  ASSERT_TRUE(linear.has_value());
  EXPECT_EQ(linear->symbol, 3);
  EXPECT_EQ(linear->factor, 2);
  EXPECT_EQ(linear->added, 1);
  for (const Size& size :
       {Size(4), -s, s * s, s + Size::OfSymbol(1), FloorDivide(s, 2)}) {
    EXPECT_FALSE(LinearOf(size).has_value());
  }
}

TEST(LinearSize, ItsValueSaysWhatTheSymbolIs) {
  const Size s = Size::OfSymbol(0);
  const LinearSize odd = *LinearOf(2 * s + 1);
  EXPECT_EQ(SymbolAt(odd, 7), 3);
  EXPECT_EQ(SymbolAt(odd, 1), 0);
  EXPECT_EQ(SymbolAt(odd, 8), std::nullopt);
  EXPECT_EQ(SymbolAt(odd, 0), std::nullopt);
  EXPECT_EQ(SymbolAt(*LinearOf(s - 4), 0), 4);
  EXPECT_EQ(SymbolAt(*LinearOf(s - 4), std::numeric_limits<int64_t>::max()),
            std::nullopt);
}

}  // namespace
}  // namespace tilewright::ir
