#include "ir/open/symbolic_program.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "frontend/stablehlo/parse.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/check/verify.h"
#include "ir/specialize.h"

namespace tilewright::ir {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// In `body` @S is the size of %x: tensor<@Sx4xf32>, and what is in the table is made of
// it.
Program At(const std::string& body, int64_t size) {
  const std::string text =
      absl::StrReplaceAll(absl::StrCat("func.func @main(%x: tensor<@Sx4xf32>) -> ", body),
                          {{"@S", absl::StrCat(size)},
                           {"@R", absl::StrCat(size - 1)},
                           {"@M", absl::StrCat(size - 2)},
                           {"@F", absl::StrCat(4 * size)},
                           {"@T", absl::StrCat(2 * size + 1)},
                           {"@C", size > 50 ? "1.0" : "2.0"},
                           {"@I", absl::StrCat(1.0 / static_cast<double>(size))}});
  absl::StatusOr<stablehlo::ParsedProgram> parsed = stablehlo::ParseProgram(text, {});
  EXPECT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
  return parsed.ok() ? std::move(parsed->program) : Program();
}

absl::StatusOr<SymbolicProgram> Of(const std::string& body) {
  std::vector<Program> programs;
  for (const int64_t size : {5, 17, 3, 29}) programs.push_back(At(body, size));
  return SymbolicProgram::Of(programs);
}

constexpr char kPadded[] =
    "tensor<@Tx4xf32> {\n"
    "%0 = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "%1 = stablehlo.pad %x, %0, low = [1, 0], high = [@S, 0], interior = [0, 0]\n"
    "  : (tensor<@Sx4xf32>, tensor<f32>) -> tensor<@Tx4xf32>\n"
    "return %1 : tensor<@Tx4xf32>\n}";
constexpr char kHead[] =
    "tensor<@Rx4xf32> {\n"
    "%0 = stablehlo.slice %x [0:@R, 0:4] : (tensor<@Sx4xf32>) -> tensor<@Rx4xf32>\n"
    "return %0 : tensor<@Rx4xf32>\n}";
constexpr char kLast[] =
    "tensor<1x3xf32> {\n"
    "%0 = stablehlo.slice %x [@R:@S, 1:4] : (tensor<@Sx4xf32>) -> tensor<1x3xf32>\n"
    "return %0 : tensor<1x3xf32>\n}";
constexpr char kMean[] =
    "tensor<@Fxf32> {\n"
    "%0 = stablehlo.constant dense<@I> : tensor<@Sx4xf32>\n"
    "%1 = stablehlo.multiply %x, %0 : tensor<@Sx4xf32>\n"
    "%2 = stablehlo.reshape %1 : (tensor<@Sx4xf32>) -> tensor<@Fxf32>\n"
    "return %2 : tensor<@Fxf32>\n}";
constexpr char kZeros[] =
    "tensor<@Sx4xf32> {\n"
    "%0 = stablehlo.constant dense<0.0> : tensor<@Sx4xf32>\n"
    "%1 = stablehlo.add %x, %0 : tensor<@Sx4xf32>\n"
    "return %1 : tensor<@Sx4xf32>\n}";
constexpr char kStepped[] =
    "tensor<@Sx4xf32> {\n"
    "%0 = stablehlo.constant dense<@C> : tensor<@Sx4xf32>\n"
    "%1 = stablehlo.multiply %x, %0 : tensor<@Sx4xf32>\n"
    "return %1 : tensor<@Sx4xf32>\n}";

TEST(SymbolicProgram, IsEachProgramOfItsKind) {
  for (const char* const body : {kPadded, kHead, kLast, kMean, kZeros}) {
    const absl::StatusOr<SymbolicProgram> symbolic = Of(body);
    ASSERT_TRUE(symbolic.ok()) << symbolic.status() << body;
    EXPECT_EQ(symbolic->program().symbols.count(), 1);
    EXPECT_TRUE(VerifyStatus(symbolic->program()).ok()) << body;
    for (const int64_t size : {4, 7, 100, 4001}) {
      const Program program = At(body, size);
      const auto instance = symbolic->Match(program);
      ASSERT_TRUE(instance.has_value()) << size << body;
      const auto special = Specialize(symbolic->program(), instance->sizes);
      ASSERT_TRUE(special.ok()) << special.status();
      EXPECT_EQ(special->OutputTypes(), program.OutputTypes());
      EXPECT_EQ(instance->numbers.size(), symbolic->numbers());
    }
  }
}

TEST(SymbolicProgram, TakesNumbersThatAreNoSizes) {
  const absl::StatusOr<SymbolicProgram> mean = Of(kMean), last = Of(kLast);
  ASSERT_TRUE(mean.ok() && last.ok());
  ASSERT_EQ(mean->numbers(), 1u);
  EXPECT_EQ(mean->program().InputTypes().size(), 2u);
  const auto at_8 = mean->Match(At(kMean, 8));
  ASSERT_TRUE(at_8.has_value());
  EXPECT_THAT(at_8->sizes, ElementsAre(8));
  float number = 0;
  std::memcpy(&number, at_8->numbers[0].bytes().data(), sizeof number);
  EXPECT_EQ(number, 0.125f);
  const auto at_9 = last->Match(At(kLast, 9));
  ASSERT_TRUE(at_9.has_value());
  EXPECT_EQ(at_9->numbers[0].IntegerAt(0), 8);
}

// What looked alike for all sizes that were seen and is not.
TEST(SymbolicProgram, IsNoOtherProgram) {
  const absl::StatusOr<SymbolicProgram> stepped = Of(kStepped);
  ASSERT_TRUE(stepped.ok());
  EXPECT_TRUE(stepped->Match(At(kStepped, 50)).has_value());
  EXPECT_FALSE(stepped->Match(At(kStepped, 51)).has_value());
  const absl::StatusOr<SymbolicProgram> padded = Of(kPadded);
  ASSERT_TRUE(padded.ok());
  EXPECT_FALSE(padded->Match(At(kHead, 9)).has_value());
  EXPECT_FALSE(padded->Match(At(kZeros, 9)).has_value());
  // Of one row.
  EXPECT_FALSE(padded->Match(At(kPadded, 1)).has_value());
}

TEST(SymbolicProgram, RefusesWhatIsNotOneProgram) {
  EXPECT_THAT(SymbolicProgram::Of({At(kPadded, 5), At(kHead, 6)}).status().message(),
              HasSubstr("another"));
  constexpr char kEverySecond[] =
      "tensor<@Sx4xf32> {\n"
      "%0 = stablehlo.slice %x [@M:@S:2, 0:4] : (tensor<@Sx4xf32>) -> tensor<1x4xf32>\n"
      "%1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x4xf32>) -> "
      "tensor<@Sx4xf32>\n"
      "return %1 : tensor<@Sx4xf32>\n}";
  EXPECT_THAT(Of(kEverySecond).status().message(), HasSubstr("slice"));
}

}  // namespace
}  // namespace tilewright::ir
