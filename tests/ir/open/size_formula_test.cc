#include "ir/open/size_formula.h"

#include <cmath>

#include "gtest/gtest.h"
#include "ir/size/text.h"

namespace tilewright::ir {
namespace {

class SizeFormulaTest : public ::testing::Test {
 protected:
  absl::StatusOr<SizeFormula> Parsed(const std::vector<std::string>& steps) {
    return SizeFormula::Parse(steps, [&](absl::string_view text) {
      return ParseSize(text, [&](absl::string_view name) -> absl::StatusOr<SymbolId> {
        return symbols_.Find(name);
      });
    });
  }

  SymbolList symbols_;
  const Size n_ = Size::OfSymbol(symbols_.Add("n"));
};

TEST_F(SizeFormulaTest, StepsAreTakenInTheirOrder) {
  const absl::StatusOr<SizeFormula> formula =
      Parsed({"0x1p-1", "(n + 1)", "divide", "(n)", "sqrt", "add"});
  ASSERT_TRUE(formula.ok()) << formula.status();
  EXPECT_EQ(formula->At(symbols_, {7}), 0.5 / 8 + std::sqrt(7.0));
  EXPECT_EQ(formula->Inverse().At(symbols_, {7}), 1 / (0.5 / 8 + std::sqrt(7.0)));
  EXPECT_EQ(SizeFormula::OfSize(n_).Root().At(symbols_, {9}), 3);
  EXPECT_EQ(SizeFormula::Quotient(n_ - 1, n_ * 2).At(symbols_, {9}), 8.0 / 18);
}

TEST_F(SizeFormulaTest, WhatIsNotOneNumberIsRefused) {
  for (const std::vector<std::string>& steps :
       {std::vector<std::string>{}, {"add"}, {"(n)", "(n)"}, {"1.5x"}, {"(n)", "log"}}) {
    EXPECT_TRUE(absl::IsInvalidArgument(Parsed(steps).status()));
  }
}

}  // namespace
}  // namespace tilewright::ir
