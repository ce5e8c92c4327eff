// What underflows to 0 where that takes a processor long.
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "gtest/gtest.h"
#include "tests/codegen/scalar/harness.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::OpKind;

TestTarget WithSlowUnderflow() {
  TestTarget target = X86V4();
  target.slow_underflow = true;
  return target;
}

template <typename T>
ElementType TypeOf() {
  return sizeof(T) == 4 ? ElementType::kF32 : ElementType::kF64;
}

// Leaves the exceptions' flags as the computation sets them.
template <typename T>
std::vector<T> Results(OpKind kind, int lanes, Numerics numerics,
                       const TestTarget& target, const std::vector<T>& x) {
  const TestOp op{{kind}, {TypeOf<T>()}, TypeOf<T>()};
  absl::StatusOr<Kernel> kernel = Kernel::Make(op, lanes, numerics, target);
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  std::vector<T> out(x.size());
  std::feclearexcept(FE_ALL_EXCEPT);
  if (kernel.ok()) kernel->Run({x.data()}, out.data(), static_cast<int64_t>(x.size()));
  return out;
}

// Numbers around those of where a result is the least there is, and the largest.
template <typename T>
std::vector<T> Around(const std::vector<T>& places, int each) {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  std::vector<T> x = {0, 1, kInfinity, std::numeric_limits<T>::quiet_NaN()};
  for (T at : {T(20), T(150), T(1e3), T(1e5), T(1e9), T(1e30), T(3e38)}) x.push_back(at);
  for (T at : places) {
    for (int i = 0; i < each; ++i) at = std::nextafter(at, T(0));
    for (int i = 0; i < 2 * each; ++i) {
      x.push_back(at);
      at = std::nextafter(at, kInfinity);
    }
  }
  while (x.size() % 16 != 0) x.push_back(1);
  const size_t positive = x.size();
  for (size_t i = 0; i < positive; ++i) x.push_back(-x[i]);
  return x;
}

template <typename T>
void CheckSameBits(const std::vector<T>& x) {
  for (const OpKind kind :
       {OpKind::kExponential, OpKind::kErfc, OpKind::kErf, OpKind::kLogistic}) {
    for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
      for (const int lanes : {0, 8, 16}) {
        const std::vector<T> got = Results(kind, lanes, numerics, WithSlowUnderflow(), x);
        const std::vector<T> want = Results(kind, lanes, numerics, X86V4(), x);
        for (size_t i = 0; i < x.size(); ++i) {
          EXPECT_EQ(std::memcmp(&got[i], &want[i], sizeof(T)), 0)
              << ir::Name(kind) << " of " << x[i] << " is " << got[i] << ", not "
              << want[i] << ", lanes " << lanes;
        }
      }
    }
  }
}

TEST(Underflow, WhatIsKnownToBeZeroIsSoWithTheSameBits) {
  if (!X86V4().runs_here) GTEST_SKIP() << "needs AVX-512";
  CheckSameBits(Around<float>({87.3f, 88.7f, 103.972077f, 9.2f, 10.0541949f}, 1000));
  CheckSameBits(Around<double>(
      {708.396, 709.78, 745.13321910194122, 26.54, 27.226017111108364}, 1000));
}

// A scaling that underflows leaves its mark.
TEST(Underflow, NothingUnderflowsThatIsKnownToBeZero) {
  if (!X86V4().runs_here) GTEST_SKIP() << "needs AVX-512";
  std::vector<float> x = {-104, -150, -1e3, -1e9, -1e30, -3e38, -INFINITY, -2e2};
  for (const int lanes : {0, 8}) {
    Results(OpKind::kExponential, lanes, Numerics::kIeee, WithSlowUnderflow(), x);
    EXPECT_FALSE(std::fetestexcept(FE_UNDERFLOW)) << lanes;
    std::vector<float> large;
    for (const float at : x) large.push_back(-at);
    Results(OpKind::kErfc, lanes, Numerics::kIeee, WithSlowUnderflow(), large);
    EXPECT_FALSE(std::fetestexcept(FE_UNDERFLOW)) << lanes;
    Results(OpKind::kExponential, lanes, Numerics::kIeee, X86V4(), x);
    EXPECT_TRUE(std::fetestexcept(FE_UNDERFLOW)) << lanes;
  }
}

}  // namespace
}  // namespace tilewright::codegen
