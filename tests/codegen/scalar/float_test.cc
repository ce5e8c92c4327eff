// Floating operations that are no functions: comparisons, rounding to integers,
// precision, and what becomes of NaN and signed zeros.
#include <cmath>
#include <cstring>
#include <limits>

#include "gtest/gtest.h"
#include "tests/codegen/scalar/harness.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::OpKind;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kTiny = std::numeric_limits<float>::denorm_min();

template <typename Out>
std::vector<Out> RunAs(const ScalarOp& op, ElementType type, ElementType result,
                       std::vector<std::vector<float>> in) {
  size_t count = in[0].size();
  std::vector<const void*> pointers;
  for (std::vector<float>& values : in) {
    values.resize((count + 7) / 8 * 8);
    pointers.push_back(values.data());
  }
  TestOp test{op, std::vector<ElementType>(in.size(), type), result};
  absl::StatusOr<Kernel> kernel = Kernel::Make(test, 8, Numerics::kIeee);
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  std::vector<Out> out(in[0].size());
  kernel->Run(pointers, out.data(), static_cast<int64_t>(in[0].size()));
  out.resize(count);
  return out;
}

std::vector<float> RunF32(const ScalarOp& op, std::vector<std::vector<float>> in) {
  return RunAs<float>(op, ElementType::kF32, ElementType::kF32, std::move(in));
}

// Equal, and zeros of equal sign; NaN equals NaN.
void ExpectSame(const std::vector<float>& got, const std::vector<float>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    bool same = std::isnan(want[i])
                    ? std::isnan(got[i])
                    : got[i] == want[i] && std::signbit(got[i]) == std::signbit(want[i]);
    EXPECT_TRUE(same) << "element " << i << ": " << got[i] << " not " << want[i];
  }
}

TEST(FloatOperations, MaximumAndMinimumPropagateNanAndOrderZeros) {
  std::vector<float> x = {0.0f, -0.0f, kNan, 1, -kInf, 2};
  std::vector<float> y = {-0.0f, 0.0f, 1, kNan, 5, kInf};
  ExpectSame(RunF32({OpKind::kMaximum}, {x, y}), {0.0f, 0.0f, kNan, kNan, 5, kInf});
  ExpectSame(RunF32({OpKind::kMinimum}, {x, y}), {-0.0f, -0.0f, kNan, kNan, -kInf, 2});
}

TEST(FloatOperations, ClampIsMinimumOfMaximum) {
  std::vector<float> low = {0, 0, 0, kNan, 3};
  std::vector<float> x = {-1, 5, kNan, 1, 7};
  std::vector<float> high = {2, 2, 2, 2, 1};
  ExpectSame(RunF32({OpKind::kClamp}, {low, x, high}), {0, 2, kNan, kNan, 1});
}

TEST(FloatOperations, SignKeepsZerosAndNan) {
  ExpectSame(RunF32({OpKind::kSign}, {{3, -kInf, 0.0f, -0.0f, kNan, kTiny}}),
             {1, -1, 0.0f, -0.0f, kNan, 1});
}

TEST(FloatOperations, RoundingAwayFromZeroIsExactBesideOneHalf) {
  std::vector<float> x = {0.5f,    -0.5f, 0.49999997f, 2.5f, -2.5f,
                          8388609, -0.2f, kInf,        kNan};
  ExpectSame(RunF32({OpKind::kRoundNearestAfz}, {x}),
             {1, -1, 0, 3, -3, 8388609, -0.0f, kInf, kNan});
  ExpectSame(RunF32({OpKind::kRoundNearestEven}, {x}),
             {0, -0.0f, 0, 2, -2, 8388609, -0.0f, kInf, kNan});
}

TEST(FloatOperations, OnlyNumbersAreFinite) {
  std::vector<uint8_t> got =
      RunAs<uint8_t>({OpKind::kIsFinite}, ElementType::kF32, ElementType::kI1,
                     {{0, kInf, -kInf, kNan, 3e38f, kTiny}});
  EXPECT_EQ(got, (std::vector<uint8_t>{1, 0, 0, 0, 1, 1}));
}

TEST(FloatOperations, ComparisonsWithNanAreFalseButForNotEqual) {
  std::vector<float> x = {1, kNan, 0.0f, 2};
  std::vector<float> y = {kNan, kNan, -0.0f, 1};
  auto compare = [&](int64_t direction, int64_t order) {
    return RunAs<uint8_t>({OpKind::kCompare, direction, order}, ElementType::kF32,
                          ElementType::kI1, {x, y});
  };
  EXPECT_EQ(compare(kEq, kFloatOrder), (std::vector<uint8_t>{0, 0, 1, 0}));
  EXPECT_EQ(compare(kNe, kFloatOrder), (std::vector<uint8_t>{1, 1, 0, 1}));
  EXPECT_EQ(compare(kGe, kFloatOrder), (std::vector<uint8_t>{0, 0, 1, 1}));
  EXPECT_EQ(compare(kLe, kFloatOrder), (std::vector<uint8_t>{0, 0, 1, 0}));
  // In total order -0 is below 0 and NaN above all.
  EXPECT_EQ(compare(kLt, kTotalOrder), (std::vector<uint8_t>{1, 0, 0, 0}));
  EXPECT_EQ(compare(kGt, kTotalOrder), (std::vector<uint8_t>{0, 0, 1, 1}));
  EXPECT_EQ(compare(kEq, kTotalOrder), (std::vector<uint8_t>{0, 1, 0, 0}));
}

TEST(FloatOperations, TotalOrderPutsNegativeNanFirst) {
  std::vector<uint8_t> got =
      RunAs<uint8_t>({OpKind::kCompare, kLt, kTotalOrder}, ElementType::kF32,
                     ElementType::kI1, {{-kNan, -kInf, -1}, {-kInf, -1, -kTiny}});
  EXPECT_EQ(got, (std::vector<uint8_t>{1, 1, 1}));
}

// To the exponent range and mantissa of f16, bf16 and smaller, without
// subnormals.
TEST(FloatOperations, ReducedPrecisionOverflowsAndFlushes) {
  std::vector<float> x = {1.5f,  1.75f, 65504, 65536, 1e5f,    kInf,
                          -kInf, kNan,  -0.0f, 6e-5f, 6.1e-5f, -3e-5f};
  ExpectSame(RunF32({OpKind::kReducePrecision, 5, 10}, {x}),
             {1.5f, 1.75f, 65504, kInf, kInf, kInf, -kInf, kNan, -0.0f, 0, 0, -0.0f});
  ExpectSame(RunF32({OpKind::kReducePrecision, 8, 7}, {x}),
             {1.5f, 1.75f, 65536, 65536, 99840, kInf, -kInf, kNan, -0.0f,
              6.008148193359375e-05f, 6.103515625e-05f, -3.0040740966796875e-05f});
  // A format without mantissa bits has no NaN: it becomes an infinity.
  ExpectSame(RunF32({OpKind::kReducePrecision, 5, 0}, {x}),
             {2, 2, kInf, kInf, kInf, kInf, -kInf, kInf, -0.0f, 6.103515625e-05f,
              6.103515625e-05f, -0.0f});
  ExpectSame(RunF32({OpKind::kReducePrecision, 1, 2}, {x}),
             {0, 0, kInf, kInf, kInf, kInf, -kInf, kNan, -0.0f, 0, 0, -0.0f});
}

// The mantissa of a NaN is data to a select.
TEST(FloatOperations, SelectKeepsThePayloadOfNans) {
  TestOp op{{OpKind::kSelect},
            {ElementType::kI1, ElementType::kBF16, ElementType::kBF16},
            ElementType::kBF16};
  absl::StatusOr<Kernel> kernel = Kernel::Make(op, 4, Numerics::kIeee);
  ASSERT_TRUE(kernel.ok());
  std::vector<uint8_t> mask = {1, 0, 1, 0};
  std::vector<uint16_t> x = {0x7f81, 0, 0xff85, 1};
  std::vector<uint16_t> y = {0, 0x7fab, 2, 0xffff};
  std::vector<uint16_t> out(4);
  kernel->Run({mask.data(), x.data(), y.data()}, out.data(), 4);
  EXPECT_EQ(out, (std::vector<uint16_t>{0x7f81, 0x7fab, 0xff85, 0xffff}));
}

TEST(FloatOperations, BitcastsKeepEveryBit) {
  TestOp op{{OpKind::kBitcastConvert}, {ElementType::kF16}, ElementType::kI16};
  absl::StatusOr<Kernel> kernel = Kernel::Make(op, 4, Numerics::kIeee);
  ASSERT_TRUE(kernel.ok());
  std::vector<uint16_t> in(65536), out(65536);
  for (int i = 0; i < 65536; ++i) in[i] = static_cast<uint16_t>(i);
  kernel->Run({in.data()}, out.data(), 65536);
  EXPECT_EQ(in, out);
}

// Each operation rounds once to its own type: f16 has 11 bits.
TEST(FloatOperations, SixteenBitSumsRoundToTheirType) {
  TestOp op{{OpKind::kAdd}, {ElementType::kF16, ElementType::kF16}, ElementType::kF16};
  absl::StatusOr<Kernel> kernel = Kernel::Make(op, 4, Numerics::kIeee);
  ASSERT_TRUE(kernel.ok());
  // 2048 + 1 is a tie, 2050 + 1 too; 65504 + 16 overflows, and + 8 does not.
  std::vector<uint16_t> x = {0x6800, 0x6801, 0x7bff, 0x7bff};
  std::vector<uint16_t> y = {0x3c00, 0x3c00, 0x4c00, 0x4800};
  std::vector<uint16_t> out(4);
  kernel->Run({x.data(), y.data()}, out.data(), 4);
  EXPECT_EQ(out, (std::vector<uint16_t>{0x6800, 0x6802, 0x7c00, 0x7bff}));
}

TEST(FloatOperations, AnOperationThatATypeLacksIsNamed) {
  TestOp op{{OpKind::kTanh}, {ElementType::kI32}, ElementType::kI32};
  absl::StatusOr<Kernel> kernel = Kernel::Make(op, 4, Numerics::kIeee);
  EXPECT_EQ(kernel.status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(std::string(kernel.status().message()),
            "stablehlo.tanh on i32 is not supported");
}

}  // namespace
}  // namespace tilewright::codegen
