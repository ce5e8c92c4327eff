// Cholesky factors and triangular systems.
#include <cmath>
#include <limits>
#include <type_traits>

#include "runtime/routines/half.h"
#include "runtime/routines/lapack.h"
#include "runtime/routines/routine_call.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

using ir::AttributeName;
using ir::ElementType;
using ir::TensorType;

namespace {

// Row-major memory read as column-major is the transpose. A = L L^H means
// A^T = (L^T)^H L^T: the lower factor of A is the upper factor of what LAPACK
// sees, in the same place, for complex types too.
char TransposedUplo(bool lower) { return lower ? 'U' : 'L'; }

// One row-major matrix, in place. The other triangle becomes zero. NaN
// everywhere when the matrix is not positive definite, as XLA has it.
template <typename T>
void CholeskyOf(bool lower, int n, T* a) {
  using Real = typename TypeTraits<T>::Real;
  bool ok = lapack::Potrf(TransposedUplo(lower), n, a, n) == 0;
  for (int64_t i = 0; ok && i < n; ++i) ok = !std::isnan(std::real(a[i * n + i]));
  if (!ok) {
    Real nan = std::numeric_limits<Real>::quiet_NaN();
    T value = nan;
    if constexpr (TypeTraits<T>::kComplex) value = T(nan, nan);
    std::fill(a, a + int64_t{n} * n, value);
    return;
  }
  for (int64_t i = 0; i < n; ++i) {
    T* row = a + i * n;
    if (lower) {
      std::fill(row + i + 1, row + n, T(0));
    } else {
      std::fill(row, row + i, T(0));
    }
  }
}

// Elements in memory of type T, as what they are computed in: 16-bit types in
// f32, rounded once at the end.
template <typename T>
absl::StatusOr<Scratch<T>> Load(const RoutineCall& call, int i, const Matrices& shape) {
  const TensorType& type = call.operand_type(i);
  int64_t count = type.num_elements();
  TW_ASSIGN_OR_RETURN(Scratch<T> copy, Scratch<T>::Create(count, shape.Beyond()));
  if (StorageBytes(type.element) == sizeof(T)) {
    std::copy_n(call.operand<T>(i), count, copy.data());
  } else if constexpr (std::is_same_v<T, float>) {
    const uint16_t* halves = call.operand<uint16_t>(i);
    for (int64_t k = 0; k < count; ++k) {
      copy.data()[k] = HalfToFloat(type.element, halves[k]);
    }
  }
  return copy;
}

template <typename T>
void Store(const RoutineCall& call, const T* data) {
  const TensorType& type = call.result_type(0);
  int64_t count = type.num_elements();
  if (StorageBytes(type.element) == sizeof(T)) {
    std::copy_n(data, count, call.result<T>(0));
  } else if constexpr (std::is_same_v<T, float>) {
    uint16_t* halves = call.result<uint16_t>(0);
    for (int64_t k = 0; k < count; ++k) halves[k] = FloatToHalf(type.element, data[k]);
  }
}

// Calls `run(T{})`, T the type that operand 0's element type is computed in.
template <typename Run>
absl::Status ByComputeType(const RoutineCall& call, Run run) {
  switch (call.operand_type(0).element) {
    case ElementType::kBF16:
    case ElementType::kF16:
    case ElementType::kF32:
      return run(float{});
    case ElementType::kF64:
      return run(double{});
    case ElementType::kC64:
      return run(std::complex<float>{});
    case ElementType::kC128:
      return run(std::complex<double>{});
    default:
      return call.Error(absl::StrCat("element type ",
                                     ir::Name(call.operand_type(0).element),
                                     ", expected bf16, f16, f32, f64 or complex"));
  }
}

}  // namespace

absl::Status Cholesky(const RoutineCall& call) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  TensorType square = a.Of(a.element, a.rows, a.rows);
  TW_RETURN_IF_ERROR(call.CheckTypes({square}, {square}));
  bool lower = call.attributes().Flag(AttributeName::kLower);
  return ByComputeType(call, [&](auto type) -> absl::Status {
    using T = decltype(type);
    TW_ASSIGN_OR_RETURN(Scratch<T> factor, Load<T>(call, 0, a));
    for (int64_t i = 0; i < a.count; ++i) {
      CholeskyOf(lower, a.rows, factor.data() + i * a.elements());
    }
    Store(call, factor.data());
    return absl::OkStatus();
  });
}

namespace {

struct Triangle {
  bool left;
  bool lower;
  bool unit;
  char transpose;  // N, T, C
};

absl::StatusOr<Triangle> TriangleOf(const RoutineCall& call) {
  const ir::Attributes& attributes = call.attributes();
  Triangle triangle;
  triangle.left = attributes.Flag(AttributeName::kLeftSide);
  triangle.lower = attributes.Flag(AttributeName::kLower);
  triangle.unit = attributes.Flag(AttributeName::kUnitDiagonal);
  const std::string& transpose = attributes.Text(AttributeName::kTransposeA);
  if (transpose == "NO_TRANSPOSE" || transpose.empty()) {
    triangle.transpose = 'N';
  } else if (transpose == "TRANSPOSE") {
    triangle.transpose = 'T';
  } else if (transpose == "ADJOINT") {
    triangle.transpose = 'C';
  } else {
    return call.Error(absl::StrCat("transpose_a is '", transpose,
                                   "', expected NO_TRANSPOSE, TRANSPOSE or ADJOINT"));
  }
  return triangle;
}

// op(A) X = B, row-major: transposed, X^T op(A)^T = B^T, and A^T, B^T are what
// column-major reading sees. So the side and the triangle change, op does not.
template <typename T>
void SolveInPlace(const Triangle& triangle, const Matrices& a, const Matrices& b,
                  const T* a_data, T* x) {
  if (b.elements() == 0) return;
  for (int64_t i = 0; i < b.count; ++i) {
    lapack::Trsm(triangle.left ? 'R' : 'L', TransposedUplo(triangle.lower),
                 triangle.transpose, triangle.unit ? 'U' : 'N', b.cols, b.rows, T(1),
                 a_data + i * a.elements(), a.rows, x + i * b.elements(), b.cols);
  }
}

absl::Status CheckSolve(const RoutineCall& call, bool left, const Matrices& a,
                        const Matrices& b) {
  int64_t n = left ? b.rows : b.cols;
  return call.CheckTypes({b.Of(b.element, n, n), b.Of(b.element, b.rows, b.cols)},
                         {b.Of(b.element, b.rows, b.cols)});
}

}  // namespace

absl::Status TriangularSolve(const RoutineCall& call) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(2));
  TW_ASSIGN_OR_RETURN(Triangle triangle, TriangleOf(call));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  TW_ASSIGN_OR_RETURN(Matrices b, OperandMatrices(call, 1));
  TW_RETURN_IF_ERROR(CheckSolve(call, triangle.left, a, b));
  return ByComputeType(call, [&](auto type) -> absl::Status {
    using T = decltype(type);
    TW_ASSIGN_OR_RETURN(Scratch<T> matrices, Load<T>(call, 0, a));
    TW_ASSIGN_OR_RETURN(Scratch<T> x, Load<T>(call, 1, b));
    SolveInPlace(triangle, a, b, matrices.data(), x.data());
    Store(call, x.data());
    return absl::OkStatus();
  });
}

// lapack_?potrf_ffi: (a) -> (factor, info). The other triangle is a's own.
template <typename T>
absl::Status Potrf(const RoutineCall& call) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  TensorType square = a.Of(TypeTraits<T>::kElement, a.rows, a.rows);
  TW_RETURN_IF_ERROR(call.CheckTypes({square}, {square, a.Scalars(ElementType::kI32)}));
  TW_ASSIGN_OR_RETURN(char uplo, call.Option("uplo", "LU"));
  TW_ASSIGN_OR_RETURN(Layouts layouts, ResolveLayouts(call, Order::kDeclared));
  TW_ASSIGN_OR_RETURN(Scratch<T> factor, LoadOperand<T>(call, layouts, 0, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<int32_t> info, Scratch<int32_t>::Create(a.count));
  for (int64_t i = 0; i < a.count; ++i) {
    info.data()[i] =
        a.rows == 0
            ? 0
            : lapack::Potrf(uplo, a.rows, factor.data() + i * a.elements(), a.rows);
  }
  StoreResult(call, layouts, 0, factor.data());
  StoreResult(call, layouts, 1, info.data());
  return absl::OkStatus();
}
TW_INSTANTIATE_ROUTINE(Potrf)

// lapack_?trsm_ffi: (a, b) -> (x), or (a, b, alpha) -> (x) as older programs
// have it; op(a) x = alpha b or x op(a) = alpha b.
template <typename T>
absl::Status Trsm(const RoutineCall& call) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(2));
  TW_ASSIGN_OR_RETURN(char side, call.Option("side", "LR"));
  TW_ASSIGN_OR_RETURN(char uplo, call.Option("uplo", "LU"));
  TW_ASSIGN_OR_RETURN(char transpose, call.Option("trans_x", "NTC"));
  TW_ASSIGN_OR_RETURN(char diagonal, call.Option("diag", "NU"));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  TW_ASSIGN_OR_RETURN(Matrices b, OperandMatrices(call, 1));
  int64_t n = side == 'L' ? b.rows : b.cols;
  constexpr ElementType kElement = TypeTraits<T>::kElement;
  TensorType solution = b.Of(kElement, b.rows, b.cols);
  std::vector<TensorType> operands = {b.Of(kElement, n, n), solution};
  if (call.num_operands() == 3) operands.push_back(ir::Scalar(kElement));
  TW_RETURN_IF_ERROR(call.CheckTypes(operands, {solution}));
  T alpha = call.num_operands() == 3 ? *call.operand<T>(2) : T(1);
  TW_ASSIGN_OR_RETURN(Layouts layouts, ResolveLayouts(call, Order::kDeclared));
  TW_ASSIGN_OR_RETURN(Scratch<T> triangle, LoadOperand<T>(call, layouts, 0, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<T> x, LoadOperand<T>(call, layouts, 1, b.Beyond()));
  for (int64_t i = 0; i < b.count && b.elements() > 0; ++i) {
    lapack::Trsm(side, uplo, transpose, diagonal, b.rows, b.cols, alpha,
                 triangle.data() + i * a.elements(), a.rows, x.data() + i * b.elements(),
                 b.rows);
  }
  StoreResult(call, layouts, 0, x.data());
  return absl::OkStatus();
}
TW_INSTANTIATE_ROUTINE(Trsm)

}  // namespace tilewright::runtime
