#include "runtime/routines/routines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "codegen/facts/routine_names.h"
#include "plan/routine_list.h"

namespace tilewright::runtime {
namespace {

using ir::AttributeName;
using ir::Dims;
using ir::ElementType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

plan::RoutineStep Step(std::string routine, std::vector<ir::TensorType> operands,
                       std::vector<ir::TensorType> results) {
  plan::RoutineStep step;
  step.routine = std::move(routine);
  step.operand_types = std::move(operands);
  step.result_types = std::move(results);
  return step;
}

absl::Status RunStep(const plan::RoutineStep& step, std::vector<const void*> operands,
                     std::vector<void*> results) {
  return RunRoutine(step, operands, absl::MakeSpan(results));
}

std::string Message(const absl::Status& status) {
  return std::string(status.message().data(), status.message().size());
}

// A repeatable sequence in (-1, 1).
std::vector<float> Numbers(int64_t count, uint32_t seed = 1) {
  std::vector<float> numbers(count);
  for (float& number : numbers) {
    seed = seed * 1664525 + 1013904223;
    number = static_cast<float>(seed >> 8) / (1 << 23) - 1;
  }
  return numbers;
}

TEST(Routines, AnUnknownNameIsRefusedByName) {
  absl::Status status = RunStep(Step("lapack_sgemm_ffi", {}, {}), {}, {});
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(Message(status), HasSubstr("lapack_sgemm_ffi"));
}

TEST(Routines, WhatCodegenPutsIntoAPlanTheRuntimeHas) {
  for (const char* name : {
#define TW_NAME(name, function) name,
           TW_FOR_EACH_ROUTINE(TW_NAME)
#undef TW_NAME
       }) {
    ir::Operation call;
    call.kind = ir::OpKind::kCustomCall;
    call.attributes.Set(AttributeName::kCallTargetName, std::string(name));
    // Operations of StableHLO are no custom calls.
    bool is_operation = name == std::string("fft") || name == std::string("cholesky") ||
                        name == std::string("triangular_solve");
    EXPECT_EQ(codegen::RoutineName(call).has_value(), !is_operation) << name;
    EXPECT_NE(RunStep(Step(name, {}, {}), {}, {}).code(),
              absl::StatusCode::kUnimplemented);
  }
  ir::Operation call;
  call.kind = ir::OpKind::kCustomCall;
  call.attributes.Set(AttributeName::kCallTargetName, std::string("lapack_sgemm_ffi"));
  EXPECT_FALSE(codegen::RoutineName(call).has_value());
  call.kind = ir::OpKind::kFft;
  EXPECT_EQ(codegen::RoutineName(call), "fft");
  call.kind = ir::OpKind::kAdd;
  EXPECT_FALSE(codegen::RoutineName(call).has_value());
}

TEST(Routines, WrongTypesAreRefusedBeforeMemoryIsTouched) {
  ir::TensorType f32 = {ElementType::kF32, {2, 2}};
  ir::TensorType vector = {ElementType::kF32, {2}};
  ir::TensorType i32 = {ElementType::kI32, {2, 2}};
  ir::TensorType wide = {ElementType::kF32, {2, 3}};
  struct Case {
    std::string routine;
    std::vector<ir::TensorType> operands;
    std::vector<ir::TensorType> results;
    std::string message;
  };
  for (const Case& c : std::vector<Case>{
           {"cholesky", {}, {f32}, "has 0 operands"},
           {"cholesky", {vector}, {vector}, "a matrix or a batch"},
           {"cholesky", {wide}, {wide}, "operand 0 is tensor<2x3xf32>"},
           {"cholesky", {i32}, {i32}, "element type i32"},
           {"cholesky", {f32}, {f32, f32}, "has 2 results"},
           {"triangular_solve", {f32}, {f32}, "has 1 operands"},
           {"triangular_solve", {f32, wide}, {f32}, "expected tensor<3x3xf32>"},
           {"Qr", {f32}, {f32, f32}, "result 1 is tensor<2x2xf32>"},
           {"Qr", {i32}, {i32, i32}, "element type i32"},
           {"ProductOfElementaryHouseholderReflectors",
            {wide, vector},
            {wide},
            "reflectors <= columns <= rows"},
           {"LuDecomposition", {f32}, {f32}, "has 1 results"},
           {"Eigh", {f32}, {f32, vector}, "backend_config"},
           {"lapack_spotrf_ffi", {f32}, {f32}, "has 1 results"},
           {"lapack_dgetrf_ffi",
            {f32},
            {f32, vector, vector},
            "expected tensor<2x2xf64>"},
           {"lapack_ssytrf_ffi", {wide}, {wide, vector, vector}, "tensor<2x3xf32>"},
           {"lapack_ssytrs_ffi", {f32, vector}, {f32}, "has 2 operands"},
           {"lapack_sgesdd_ffi", {f32}, {f32}, "has no 'mode'"},
           {"lapack_sgeev_ffi", {f32}, {f32}, "has no 'compute_left'"},
           {"lapack_strsm_ffi", {f32, f32}, {f32}, "has no 'side'"},
           {"fft", {f32}, {f32}, "fft_length"},
       }) {
    absl::Status status = RunStep(Step(c.routine, c.operands, c.results),
                                  std::vector<const void*>(c.operands.size()),
                                  std::vector<void*>(c.results.size()));
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.routine;
    EXPECT_THAT(Message(status), HasSubstr(c.routine));
    EXPECT_THAT(Message(status), HasSubstr(c.message)) << c.routine;
  }
}

TEST(Routines, AnOptionThatLapackDoesNotKnowIsRefused) {
  plan::RoutineStep step = Step("lapack_spotrf_ffi", {{ElementType::kF32, {2, 2}}},
                                {{ElementType::kF32, {2, 2}}, {ElementType::kI32, {}}});
  step.attributes.Set(AttributeName::kBackendConfig, ir::Config{{"uplo", int64_t{'X'}}});
  absl::Status status = RunStep(step, {nullptr}, {nullptr, nullptr});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Message(status), HasSubstr("'uplo'"));
}

TEST(Routines, LayoutsThatAreNoPermutationAreRefused) {
  for (Dims layout : {Dims{0}, Dims{0, 0}, Dims{0, 2}, Dims{0, 1, 2}, Dims{-1, 0}}) {
    plan::RoutineStep step = Step("lapack_spotrf_ffi", {{ElementType::kF32, {2, 2}}},
                                  {{ElementType::kF32, {2, 2}}, {ElementType::kI32, {}}});
    step.attributes.Set(AttributeName::kBackendConfig,
                        ir::Config{{"uplo", int64_t{'L'}}});
    step.attributes.Set(AttributeName::kOperandLayouts, layout);
    EXPECT_EQ(RunStep(step, {nullptr}, {nullptr, nullptr}).code(),
              absl::StatusCode::kInvalidArgument)
        << ir::Join(layout);
  }
}

TEST(Routines, MatricesBeyond32BitSizesAreRefused) {
  ir::TensorType type = {ElementType::kF32, {0, int64_t{1} << 32}};
  absl::Status status = RunStep(Step("Qr", {type}, {type, {ElementType::kF32, {0}}}),
                                {nullptr}, {nullptr, nullptr});
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
}

TEST(Routines, EmptyMatricesOfAHugeBatchEndAtOnce) {
  int64_t batch = int64_t{1} << 40;
  ir::TensorType type = {ElementType::kF32, {batch, 0, 0}};
  EXPECT_TRUE(RunStep(Step("Qr", {type}, {type, {ElementType::kF32, {batch, 0}}}),
                      {nullptr}, {nullptr, nullptr})
                  .ok());
  EXPECT_TRUE(RunStep(Step("cholesky", {type}, {type}), {nullptr}, {nullptr}).ok());
}

// Row-major product of an m x k and a k x n matrix.
std::vector<float> Product(const std::vector<float>& a, const std::vector<float>& b,
                           int m, int k, int n) {
  std::vector<float> c(m * n);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int l = 0; l < k; ++l) sum += double{a[i * k + l]} * b[l * n + j];
      c[i * n + j] = static_cast<float>(sum);
    }
  }
  return c;
}

std::vector<float> Transpose(const std::vector<float>& a, int m, int n) {
  std::vector<float> t(m * n);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) t[j * m + i] = a[i * n + j];
  }
  return t;
}

void ExpectNear(const std::vector<float>& got, const std::vector<float>& want,
                float error) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], want[i], error) << i;
}

TEST(Cholesky, FactorsMultiplyBackAndTheOtherTriangleIsZero) {
  constexpr int kN = 7;
  std::vector<float> root = Numbers(kN * kN);
  std::vector<float> a = Product(root, Transpose(root, kN, kN), kN, kN, kN);
  for (int i = 0; i < kN; ++i) a[i * kN + i] += 1;
  for (bool lower : {true, false}) {
    // The triangle that is not read may hold anything.
    std::vector<float> half = a;
    for (int i = 0; i < kN; ++i) {
      for (int j = 0; j < kN; ++j) {
        if (lower ? j > i : j < i) half[i * kN + j] = kNan;
      }
    }
    plan::RoutineStep step = Step("cholesky", {{ElementType::kF32, {kN, kN}}},
                                  {{ElementType::kF32, {kN, kN}}});
    step.attributes.Set(AttributeName::kLower, lower);
    std::vector<float> factor(kN * kN, kNan);
    ASSERT_TRUE(RunStep(step, {half.data()}, {factor.data()}).ok());
    std::vector<float> t = Transpose(factor, kN, kN);
    ExpectNear(lower ? Product(factor, t, kN, kN, kN) : Product(t, factor, kN, kN, kN), a,
               1e-5f);
  }
}

TEST(Cholesky, WhatIsNotPositiveDefiniteGivesNanInItsOwnMatrixOnly) {
  std::vector<float> a = {4, 0, 0, -1, /**/ 4, 0, 0, 9, /**/ kNan, 0, 0, 1};
  std::vector<float> factor(12);
  plan::RoutineStep step = Step("cholesky", {{ElementType::kF32, {3, 2, 2}}},
                                {{ElementType::kF32, {3, 2, 2}}});
  step.attributes.Set(AttributeName::kLower, true);
  ASSERT_TRUE(RunStep(step, {a.data()}, {factor.data()}).ok());
  for (int i : {0, 1, 2, 3, 8, 9, 10, 11}) EXPECT_TRUE(std::isnan(factor[i])) << i;
  EXPECT_THAT(std::vector<float>(factor.begin() + 4, factor.begin() + 8),
              ElementsAre(2, 0, 0, 3));
}

TEST(Cholesky, SixteenBitTypesAreComputedInF32) {
  struct Case {
    ElementType type;
    uint16_t two, four, one;
  };
  for (const Case& c : {Case{ElementType::kBF16, 0x4000, 0x4080, 0x3F80},
                        Case{ElementType::kF16, 0x4000, 0x4400, 0x3C00}}) {
    // [[4, 2], [2, 2]] = L L^T with L = [[2, 0], [1, 1]]
    std::vector<uint16_t> a = {c.four, c.two, c.two, c.two};
    std::vector<uint16_t> factor(4);
    plan::RoutineStep step = Step("cholesky", {{c.type, {2, 2}}}, {{c.type, {2, 2}}});
    step.attributes.Set(AttributeName::kLower, true);
    ASSERT_TRUE(RunStep(step, {a.data()}, {factor.data()}).ok());
    EXPECT_THAT(factor, ElementsAre(c.two, 0, c.one, c.one));
  }
}

TEST(TriangularSolve, SolvesOnBothSidesAndTransposed) {
  constexpr int kM = 4;
  constexpr int kN = 3;
  for (bool left : {true, false}) {
    for (bool lower : {true, false}) {
      for (bool unit : {true, false}) {
        for (std::string transpose : {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}) {
          int n = left ? kM : kN;
          std::vector<float> a = Numbers(n * n, 5);  // as given
          std::vector<float> op = a;                 // the matrix that is meant
          for (int i = 0; i < n; ++i) {
            a[i * n + i] += 2;
            for (int j = 0; j < n; ++j) {
              op[i * n + j] = (lower ? j > i : j < i) ? 0 : a[i * n + j];
              if (op[i * n + j] == 0) a[i * n + j] = kNan;
            }
            if (unit) {
              op[i * n + i] = 1;
              a[i * n + i] = kNan;
            }
          }
          if (transpose != "NO_TRANSPOSE") op = Transpose(op, n, n);
          std::vector<float> b = Numbers(kM * kN, 9);
          std::vector<float> x(kM * kN);
          ir::TensorType type = {ElementType::kF32, {kM, kN}};
          plan::RoutineStep step =
              Step("triangular_solve", {{ElementType::kF32, {n, n}}, type}, {type});
          step.attributes.Set(AttributeName::kLeftSide, left);
          step.attributes.Set(AttributeName::kLower, lower);
          step.attributes.Set(AttributeName::kUnitDiagonal, unit);
          step.attributes.Set(AttributeName::kTransposeA, transpose);
          ASSERT_TRUE(RunStep(step, {a.data(), b.data()}, {x.data()}).ok());
          ExpectNear(left ? Product(op, x, kM, kM, kN) : Product(x, op, kM, kN, kN), b,
                     2e-5f);
        }
      }
    }
  }
}

TEST(TriangularSolve, ASingularMatrixGivesInfinityWithoutError) {
  std::vector<float> a = {0};
  std::vector<float> b = {1, -1};
  std::vector<float> x(2);
  plan::RoutineStep step =
      Step("triangular_solve", {{ElementType::kF32, {1, 1}}, {ElementType::kF32, {1, 2}}},
           {{ElementType::kF32, {1, 2}}});
  step.attributes.Set(AttributeName::kLeftSide, true);
  ASSERT_TRUE(RunStep(step, {a.data(), b.data()}, {x.data()}).ok());
  EXPECT_THAT(x, ElementsAre(kInf, -kInf));
}

TEST(LuDecomposition, RowsOfTheInputInTheOrderOfThePermutationAreLTimesU) {
  for (auto [m, n] : {std::pair{5, 3}, {3, 5}, {4, 4}, {40, 33}}) {
    int k = std::min(m, n);
    std::vector<float> a = Numbers(m * n);
    std::vector<float> lu(m * n);
    std::vector<int32_t> pivots(k);
    std::vector<int32_t> permutation(m);
    ir::TensorType type = {ElementType::kF32, {m, n}};
    ASSERT_TRUE(RunStep(Step("LuDecomposition", {type},
                             {type, {ElementType::kI32, {k}}, {ElementType::kI32, {m}}}),
                        {a.data()}, {lu.data(), pivots.data(), permutation.data()})
                    .ok());
    std::vector<float> l(m * k);
    std::vector<float> u(k * n);
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) {
        if (j < i && j < k) l[i * k + j] = lu[i * n + j];
        if (i < k && j >= i) u[i * n + j] = lu[i * n + j];
      }
      if (i < k) l[i * k + i] = 1;
    }
    std::vector<float> moved(m * n);
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) moved[i * n + j] = a[permutation[i] * n + j];
    }
    ExpectNear(Product(l, u, m, k, n), moved, 1e-5f);
    for (int i = 0; i < k; ++i) {
      EXPECT_GE(pivots[i], i);
      EXPECT_LT(pivots[i], m);
    }
  }
}

TEST(LuDecomposition, NansLeaveAPermutation) {
  for (int n : {1, 2, 8, 70}) {
    std::vector<float> a(n * n, kNan);
    std::vector<float> lu(n * n);
    std::vector<int32_t> pivots(n);
    std::vector<int32_t> permutation(n);
    ir::TensorType type = {ElementType::kF32, {n, n}};
    ir::TensorType indices = {ElementType::kI32, {n}};
    ASSERT_TRUE(RunStep(Step("LuDecomposition", {type}, {type, indices, indices}),
                        {a.data()}, {lu.data(), pivots.data(), permutation.data()})
                    .ok());
    std::vector<bool> seen(n);
    for (int32_t row : permutation) seen[row] = true;
    EXPECT_EQ(seen, std::vector<bool>(n, true));
  }
}

TEST(Qr, FactorsMultiplyBackAndQIsOrthogonal) {
  constexpr int kM = 6;
  constexpr int kN = 4;
  std::vector<float> a = Numbers(kM * kN);
  std::vector<float> qr(kM * kN);
  std::vector<float> taus(kN);
  std::vector<float> q(kM * kN);
  ir::TensorType type = {ElementType::kF32, {kM, kN}};
  ir::TensorType tau = {ElementType::kF32, {kN}};
  ASSERT_TRUE(
      RunStep(Step("Qr", {type}, {type, tau}), {a.data()}, {qr.data(), taus.data()})
          .ok());
  ASSERT_TRUE(
      RunStep(Step("ProductOfElementaryHouseholderReflectors", {type, tau}, {type}),
              {qr.data(), taus.data()}, {q.data()})
          .ok());
  std::vector<float> r(qr.begin(), qr.begin() + kN * kN);
  std::vector<float> one(kN * kN);
  for (int i = 0; i < kN; ++i) {
    for (int j = 0; j < i; ++j) r[i * kN + j] = 0;
    one[i * kN + i] = 1;
  }
  ExpectNear(Product(q, r, kM, kN, kN), a, 1e-5f);
  ExpectNear(Product(Transpose(q, kM, kN), q, kN, kM, kN), one, 1e-5f);
}

plan::RoutineStep EighStep(int n, std::string config) {
  ir::TensorType type = {ElementType::kF32, {n, n}};
  plan::RoutineStep step = Step("Eigh", {type}, {type, {ElementType::kF32, {n}}});
  step.attributes.Set(AttributeName::kBackendConfig, ir::Config{{"", config}});
  return step;
}

TEST(Eigh, VectorsTimesValuesRestoreTheMatrixAndValuesRise) {
  constexpr int kN = 9;
  std::vector<float> a = Numbers(kN * kN);
  for (int i = 0; i < kN; ++i) {
    for (int j = 0; j < i; ++j) a[i * kN + j] = a[j * kN + i];
  }
  std::vector<float> v(kN * kN);
  std::vector<float> w(kN);
  ASSERT_TRUE(
      RunStep(EighStep(kN, "1,1,100,1e-6"), {a.data()}, {v.data(), w.data()}).ok());
  std::vector<float> scaled = v;
  for (int i = 0; i < kN * kN; ++i) scaled[i] *= w[i % kN];
  ExpectNear(Product(scaled, Transpose(v, kN, kN), kN, kN, kN), a, 1e-5f);
  for (int i = 1; i < kN; ++i) EXPECT_LE(w[i - 1], w[i]);
}

TEST(Eigh, UnsortedValuesStayInThePlacesOfTheirConnectedPart) {
  // Indices 0 and 3 are one part, 1 and 4 another, 2 and 5 are alone.
  constexpr int kN = 6;
  std::vector<float> a(kN * kN);
  const auto set = [&](int i, int j, float x) { a[i * kN + j] = a[j * kN + i] = x; };
  set(0, 0, 5), set(3, 3, 5), set(0, 3, 1);
  set(1, 1, -2), set(4, 4, -2), set(1, 4, 3);
  set(2, 2, 9);
  std::vector<float> v(kN * kN);
  std::vector<float> w(kN);
  for (const char* config : {"1,0,100,1e-6", "0,0,100,1e-6"}) {
    ASSERT_TRUE(RunStep(EighStep(kN, config), {a.data()}, {v.data(), w.data()}).ok());
    ExpectNear(w, {4, -5, 9, 6, 1, 0}, 1e-5f);
    std::vector<float> scaled = v;
    for (int i = 0; i < kN * kN; ++i) scaled[i] *= w[i % kN];
    ExpectNear(Product(scaled, Transpose(v, kN, kN), kN, kN, kN), a, 1e-5f);
    EXPECT_EQ(v[5 * kN + 5], 1);
    EXPECT_EQ(v[0 * kN + 1], 0);
  }
}

TEST(Eigh, WhatIsNotFiniteGivesNan) {
  for (float value : {kNan, kInf}) {
    std::vector<float> a = {1, 0, 0, value};
    std::vector<float> v(4);
    std::vector<float> w(2);
    ASSERT_TRUE(
        RunStep(EighStep(2, "1,1,100,1e-6"), {a.data()}, {v.data(), w.data()}).ok());
    EXPECT_TRUE(std::isnan(w[0]) && std::isnan(v[0]));
  }
}

TEST(LapackCalls, ColumnMajorLayoutsMeanTheLogicalMatrix) {
  // [[4, ?], [2, 2]]: the lower factor is [[2, .], [1, 1]].
  std::vector<float> a = {4, 77, 2, 2};
  std::vector<float> factor(4);
  int32_t info = -1;
  plan::RoutineStep step = Step("lapack_spotrf_ffi", {{ElementType::kF32, {2, 2}}},
                                {{ElementType::kF32, {2, 2}}, {ElementType::kI32, {}}});
  step.attributes.Set(AttributeName::kBackendConfig, ir::Config{{"uplo", int64_t{'L'}}});
  step.attributes.Set(AttributeName::kOperandLayouts, Dims{0, 1});
  step.attributes.Set(AttributeName::kResultLayouts, Dims{0, 1});
  ASSERT_TRUE(RunStep(step, {a.data()}, {factor.data(), &info}).ok());
  EXPECT_EQ(info, 0);
  EXPECT_THAT(factor, ElementsAre(2, 77, 1, 1));
}

TEST(LapackCalls, SvdOfANanMatrixFailsWithInfoAndLeavesItsNeighbourAlone) {
  std::vector<float> a = {kNan, 0, 0, 1, /**/ 3, 0, 0, 2};
  std::vector<float> copy(8), s(4), u(8), vt(8);
  std::vector<int32_t> info(2);
  ir::TensorType type = {ElementType::kF32, {2, 2, 2}};
  plan::RoutineStep step =
      Step("lapack_sgesdd_ffi", {type},
           {type, {ElementType::kF32, {2, 2}}, type, type, {ElementType::kI32, {2}}});
  step.attributes.Set(AttributeName::kBackendConfig, ir::Config{{"mode", int64_t{'A'}}});
  step.attributes.Set(AttributeName::kOperandLayouts, Dims{1, 2, 0});
  step.attributes.Set(AttributeName::kResultLayouts,
                      Dims{1, 2, 0, 1, 0, 1, 2, 0, 1, 2, 0, 0});
  ASSERT_TRUE(
      RunStep(step, {a.data()}, {copy.data(), s.data(), u.data(), vt.data(), info.data()})
          .ok());
  EXPECT_THAT(info, ElementsAre(-4, 0));
  EXPECT_TRUE(std::isnan(s[0]) && std::isnan(u[0]) && std::isnan(vt[0]));
  EXPECT_FLOAT_EQ(s[2], 3);
  EXPECT_FLOAT_EQ(s[3], 2);
}

TEST(LapackCalls, ConjugatePairsOfEigenvaluesHaveConjugateVectors) {
  // A rotation by a quarter turn: eigenvalues i and -i.
  std::vector<double> a = {0, -1, 1, 0};
  std::vector<double> re(2), im(2);
  std::vector<std::complex<double>> left(4), right(4);
  int32_t info = -1;
  ir::TensorType values = {ElementType::kF64, {2}};
  ir::TensorType vectors = {ElementType::kC128, {2, 2}};
  plan::RoutineStep step =
      Step("lapack_dgeev_ffi", {{ElementType::kF64, {2, 2}}},
           {values, values, vectors, vectors, {ElementType::kI32, {}}});
  step.attributes.Set(
      AttributeName::kBackendConfig,
      ir::Config{{"compute_left", int64_t{'N'}}, {"compute_right", int64_t{'V'}}});
  step.attributes.Set(AttributeName::kOperandLayouts, Dims{0, 1});
  step.attributes.Set(AttributeName::kResultLayouts, Dims{0, 0, 0, 1, 0, 1});
  ASSERT_TRUE(
      RunStep(step, {a.data()}, {re.data(), im.data(), left.data(), right.data(), &info})
          .ok());
  EXPECT_EQ(info, 0);
  EXPECT_EQ(left, std::vector<std::complex<double>>(4));
  for (int j = 0; j < 2; ++j) {
    std::complex<double> value(re[j], im[j]);
    EXPECT_NEAR(std::abs(-right[2 + j] - value * right[j]), 0, 1e-12);
    EXPECT_NEAR(std::abs(right[j] - value * right[2 + j]), 0, 1e-12);
  }
  EXPECT_NEAR(im[0], 1, 1e-12);
  EXPECT_NEAR(im[1], -1, 1e-12);
}

TEST(Routines, ThreadsAtOnceGiveEqualBytes) {
  constexpr int kN = 60;
  std::vector<float> a = Numbers(kN * kN);
  auto run = [&a] {
    std::vector<float> v(kN * kN + kN);
    EXPECT_TRUE(
        RunStep(EighStep(kN, "1,1,100,1e-6"), {a.data()}, {v.data(), v.data() + kN * kN})
            .ok());
    return v;
  };
  std::vector<float> expected = run();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) EXPECT_EQ(run(), expected);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace tilewright::runtime
