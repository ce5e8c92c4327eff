// Real functions against MPFR. With TILEWRIGHT_SOAK=1 every 97th float is tried
// (every 9973rd where only MPFR knows the function); the lines that begin with
// a bar are the table of docs/accuracy.md.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>

#include "gtest/gtest.h"
#include "tests/codegen/math/reference.h"
#include "tests/codegen/scalar/harness.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::OpKind;

#define TW_MPFR(function) \
  [](Mp& y, const Mp& x) { function(y.get(), x.get(), MPFR_RNDN); }

struct Function {
  OpKind kind;
  Reference reference;
  // The C library's, good to well below an ULP of a float: what it finds
  // harmless need not be asked of MPFR. Null where the library has none.
  long double (*quick)(long double);
  double f64_ulp;  // what doubles are held to; 0: near zeros of the function no bound
};

const Function kFunctions[] = {
    {OpKind::kCbrt, TW_MPFR(mpfr_cbrt), cbrtl, 3},
    {OpKind::kCosine, TW_MPFR(mpfr_cos), cosl, 3},
    {OpKind::kExponential, TW_MPFR(mpfr_exp), expl, 3},
    {OpKind::kExponentialMinusOne, TW_MPFR(mpfr_expm1), expm1l, 3},
    {OpKind::kLog, TW_MPFR(mpfr_log), logl, 3},
    {OpKind::kLogPlusOne, TW_MPFR(mpfr_log1p), log1pl, 3},
    {OpKind::kLogistic, LogisticReference,
     [](long double x) { return 1 / (1 + expl(-x)); }, 3},
    {OpKind::kRsqrt, RsqrtReference, [](long double x) { return 1 / sqrtl(x); }, 3},
    {OpKind::kSine, TW_MPFR(mpfr_sin), sinl, 3},
    {OpKind::kSqrt, TW_MPFR(mpfr_sqrt), sqrtl, 0.5},
    {OpKind::kTan, TW_MPFR(mpfr_tan), tanl, 3},
    {OpKind::kTanh, TW_MPFR(mpfr_tanh), tanhl, 3},
    {OpKind::kAcos, TW_MPFR(mpfr_acos), acosl, 3},
    {OpKind::kAcosh, TW_MPFR(mpfr_acosh), acoshl, 3},
    {OpKind::kAsin, TW_MPFR(mpfr_asin), asinl, 3},
    {OpKind::kAsinh, TW_MPFR(mpfr_asinh), asinhl, 3},
    {OpKind::kAtan, TW_MPFR(mpfr_atan), atanl, 3},
    {OpKind::kAtanh, TW_MPFR(mpfr_atanh), atanhl, 3},
    {OpKind::kBesselI1e, BesselI1eReference, nullptr, 4},
    {OpKind::kCosh, TW_MPFR(mpfr_cosh), coshl, 3},
    {OpKind::kDigamma, DigammaReference, nullptr, 0},
    {OpKind::kErf, TW_MPFR(mpfr_erf), erfl, 3},
    {OpKind::kErfInv, ErfInvReference, nullptr, 3},
    {OpKind::kErfc, TW_MPFR(mpfr_erfc), erfcl, 3},
    {OpKind::kLgamma, LgammaReference, lgammal, 0},
    {OpKind::kSinh, TW_MPFR(mpfr_sinh), sinhl, 3},
};

bool Soak() {
  const char* value = std::getenv("TILEWRIGHT_SOAK");
  return value != nullptr && std::strcmp(value, "1") == 0;
}

struct Worst {
  double ulp = 0;
  double at = 0;
  double got = 0;
};

double AsDouble(ElementType type, uint64_t bits) {
  float narrow;
  double wide;
  uint32_t low = static_cast<uint32_t>(bits);
  switch (type) {
    case ElementType::kF64:
      std::memcpy(&wide, &bits, 8);
      return wide;
    case ElementType::kBF16:
      low <<= 16;
      [[fallthrough]];
    case ElementType::kF32:
      std::memcpy(&narrow, &low, 4);
      return narrow;
    default: {  // f16
      int exponent = (low >> 10) & 31;
      int mantissa = low & 1023;
      double magnitude = exponent == 31  ? (mantissa ? NAN : INFINITY)
                         : exponent == 0 ? std::ldexp(mantissa, -24)
                                         : std::ldexp(1024 + mantissa, exponent - 25);
      return low & 0x8000 ? -magnitude : magnitude;
    }
  }
}

// Whether the error is surely below `worst`.
bool IsHarmless(double got, long double want, ElementType type, double worst) {
  const ir::ElementTypeInfo& info = ir::Info(type);
  if (!std::isfinite(got) || !std::isfinite(want) || want == 0) return false;
  int exponent = std::max(std::ilogb(want), 1 - info.exponent_bias);
  if (exponent >= info.exponent_bias) return false;
  long double ulp =
      std::fabs(got - want) * std::ldexp(1.0L, info.mantissa_bits - exponent);
  return ulp < worst * 0.9999;
}

template <typename T>
Worst Measure(const Function& function, ElementType type, Numerics numerics,
              std::vector<T> patterns) {
  while (patterns.size() % 16 != 0) patterns.push_back(patterns.back());
  TestOp op{{function.kind}, {type}, type};
  absl::StatusOr<Kernel> kernel = Kernel::Make(op, 16, numerics);
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  std::vector<T> out(patterns.size());
  kernel->Run({patterns.data()}, out.data(), static_cast<int64_t>(patterns.size()));
  std::vector<Worst> worst(2);
  auto judge = [&](int part) {
    Mp smallest(0x1p-126);
    for (size_t i = part; i < patterns.size(); i += worst.size()) {
      double x = AsDouble(type, patterns[i]);
      double got = AsDouble(type, out[i]);
      if (function.quick != nullptr && type != ElementType::kF64 &&
          IsHarmless(got, function.quick(x), type, worst[part].ulp)) {
        continue;
      }
      Mp want;
      function.reference(want, Mp(x));
      // Relaxed numerics may flush what is subnormal.
      if (numerics == Numerics::kTpu && got == 0 &&
          mpfr_cmpabs(want.get(), smallest.get()) < 0) {
        continue;
      }
      double ulp = UlpError(got, want, type);
      if (ulp > worst[part].ulp) worst[part] = {ulp, x, got};
    }
    mpfr_free_cache();
  };
  std::thread other(judge, 1);
  judge(0);
  other.join();
  return worst[0].ulp >= worst[1].ulp ? worst[0] : worst[1];
}

std::vector<uint16_t> All16() {
  std::vector<uint16_t> all(65536);
  for (int i = 0; i < 65536; ++i) all[i] = static_cast<uint16_t>(i);
  return all;
}

std::vector<uint32_t> SomeF32(uint32_t stride) {
  std::vector<uint32_t> patterns = {0,          0x80000000, 0x7f800000, 0xff800000,
                                    0x7fc00000, 1,          0x80000001, 0x3f800000,
                                    0xbf800000, 0x7f7fffff, 0xff7fffff, 0x3f800001};
  for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += stride) {
    patterns.push_back(static_cast<uint32_t>(bits));
  }
  return patterns;
}

std::vector<uint64_t> SomeF64(int count) {
  std::mt19937_64 random(11);
  std::vector<uint64_t> patterns = {
      0, uint64_t{1} << 63,  0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
      1, 0x3ff0000000000000, 0xbff0000000000000};
  for (int i = 0; i < count; ++i) {
    uint64_t bits = random();
    if (i % 4 != 0) {  // most of them between 2^-12 and 2^11
      double x = std::ldexp(1.0 + std::ldexp(static_cast<double>(random() >> 12), -52),
                            static_cast<int>(random() % 24) - 12);
      if (random() & 1) x = -x;
      std::memcpy(&bits, &x, 8);
    }
    patterns.push_back(bits);
  }
  return patterns;
}

// Where the quotient reaches 1 the denominator stops being exact.
TEST(Tanh, GrowsToOneAlikeOnEveryTarget) {
  std::vector<float> x;
  for (float at = 8.5f; at < 8.8f; at = std::nextafter(at, 9.0f)) x.push_back(at);
  for (const float end : {9.0f, 89.0f, 3e38f, INFINITY}) x.push_back(end);
  while (x.size() % 16 != 0) x.push_back(INFINITY);
  std::vector<float> first;
  for (const TestTarget& target : {X86V3(), X86V4(), Aarch64()}) {
    for (const int lanes : {0, 8, 16}) {
      if (!target.runs_here) continue;
      const TestOp op{{OpKind::kTanh}, {ElementType::kF32}, ElementType::kF32};
      absl::StatusOr<Kernel> kernel = Kernel::Make(op, lanes, Numerics::kIeee, target);
      ASSERT_TRUE(kernel.ok()) << kernel.status();
      std::vector<float> out(x.size());
      kernel->Run({x.data()}, out.data(), static_cast<int64_t>(x.size()));
      EXPECT_TRUE(std::is_sorted(out.begin(), out.end())) << target.name << lanes;
      EXPECT_EQ(out.back(), 1.0f);
      if (first.empty()) first = out;
      EXPECT_EQ(out, first) << target.name << lanes;
    }
  }
}

class Accuracy : public testing::TestWithParam<Function> {};

TEST_P(Accuracy, OfFloatsIsWithinThreeUlp) {
  Worst worst = Measure(GetParam(), ElementType::kF32, Numerics::kIeee,
                        SomeF32(!Soak()            ? 199999
                                : GetParam().quick ? 97
                                                   : 9973));
  EXPECT_LE(worst.ulp, 3) << "at " << worst.at << " got " << worst.got;
  std::printf("| %s | f32 | %.2f | %.9g |\n", ir::Name(GetParam().kind).data(), worst.ulp,
              worst.at);
}

// Computed in f32 and rounded once: half a unit and what f32 is off by.
TEST_P(Accuracy, OfSixteenBitsIsOneRounding) {
  for (ElementType type : {ElementType::kBF16, ElementType::kF16}) {
    Worst worst = Measure(GetParam(), type, Numerics::kIeee, All16());
    EXPECT_LE(worst.ulp, 0.501) << "at " << worst.at << " got " << worst.got;
    std::printf("| %s | %s | %.4f | %.9g |\n", ir::Name(GetParam().kind).data(),
                ir::Name(type).data(), worst.ulp, worst.at);
  }
}

TEST_P(Accuracy, OfDoublesIsAsStated) {
  Worst worst = Measure(GetParam(), ElementType::kF64, Numerics::kIeee,
                        SomeF64(Soak() ? 1000000 : 20000));
  if (GetParam().f64_ulp > 0) {
    EXPECT_LE(worst.ulp, GetParam().f64_ulp) << "at " << worst.at << " got " << worst.got;
  }
  std::printf("| %s | f64 | %.2f | %.17g |\n", ir::Name(GetParam().kind).data(),
              worst.ulp, worst.at);
}

TEST_P(Accuracy, InTpuNumericsIsWithinEightUlp) {
  Worst worst = Measure(GetParam(), ElementType::kF32, Numerics::kTpu,
                        SomeF32(Soak() ? 9973 : 999983));
  EXPECT_LE(worst.ulp, 8) << "at " << worst.at << " got " << worst.got;
  std::printf("| %s | f32, tpu | %.2f | %.9g |\n", ir::Name(GetParam().kind).data(),
              worst.ulp, worst.at);
}

INSTANTIATE_TEST_SUITE_P(Functions, Accuracy, testing::ValuesIn(kFunctions),
                         [](const testing::TestParamInfo<Function>& info) {
                           return std::string(ir::ShortName(info.param.kind));
                         });

}  // namespace
}  // namespace tilewright::codegen
