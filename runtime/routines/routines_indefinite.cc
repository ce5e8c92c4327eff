// Factors L D L^T of symmetric matrices, and L D L^H of Hermitian ones, of which the
// lower triangle is read, and what is solved by them.
#include "runtime/routines/lapack.h"
#include "runtime/routines/routine_call.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

using ir::ElementType;
using ir::TensorType;

namespace {

// Pivots come from a user, or from NaNs: none may lie outside of the matrix. As LAPACK
// counts them, from 1; of two that belong together both are negative.
void MakeSane(int n, int32_t* pivots) {
  for (int k = 0; k < n; ++k) {
    if (pivots[k] < 0 && k + 1 < n && pivots[k + 1] < 0) {
      pivots[k] = std::max(pivots[k], -n);
      ++k;
      pivots[k] = std::max(pivots[k], -n);
    } else {
      pivots[k] = pivots[k] > 0 ? std::min(pivots[k], n) : k + 1;
    }
  }
}

// (a) -> (factors, pivots, info)
template <typename T, typename Factor>
absl::Status Factors(const RoutineCall& call, const Factor& factor) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  const int n = a.rows;
  const TensorType square = a.Of(TypeTraits<T>::kElement, n, n);
  TW_RETURN_IF_ERROR(call.CheckTypes(
      {square}, {square, a.Vectors(ElementType::kI32, n), a.Scalars(ElementType::kI32)}));
  TW_ASSIGN_OR_RETURN(Layouts layouts, ResolveLayouts(call, Order::kDeclared));
  TW_ASSIGN_OR_RETURN(Scratch<T> factors, LoadOperand<T>(call, layouts, 0, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<int32_t> pivots, Scratch<int32_t>::Create(a.count * n));
  TW_ASSIGN_OR_RETURN(Scratch<int32_t> infos, Scratch<int32_t>::Create(a.count));
  std::fill_n(infos.data(), a.count, 0);
  if (a.count > 0 && n > 0) {
    T size{};
    factor(n, factors.data(), pivots.data(), &size, -1);
    const int lwork = lapack::WorkspaceSize(size);
    if (lwork < 0) {
      return absl::ResourceExhaustedError("LAPACK's workspace exceeds 32-bit sizes");
    }
    TW_ASSIGN_OR_RETURN(Scratch<T> work, Scratch<T>::Create(lwork, a.Beyond()));
    for (int64_t i = 0; i < a.count; ++i) {
      int32_t* const pivot = pivots.data() + i * n;
      infos.data()[i] =
          factor(n, factors.data() + i * a.elements(), pivot, work.data(), lwork);
      MakeSane(n, pivot);
    }
  }
  StoreResult(call, layouts, 0, factors.data());
  StoreResult(call, layouts, 1, pivots.data());
  StoreResult(call, layouts, 2, infos.data());
  return absl::OkStatus();
}

// (factors, pivots, b) -> (x)
template <typename T, typename Solve>
absl::Status Solutions(const RoutineCall& call, const Solve& solve) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(3));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  TW_ASSIGN_OR_RETURN(Matrices b, OperandMatrices(call, 2));
  const int n = a.rows;
  constexpr ElementType kElement = TypeTraits<T>::kElement;
  const TensorType sides = a.Of(kElement, n, b.cols);
  TW_RETURN_IF_ERROR(call.CheckTypes(
      {a.Of(kElement, n, n), a.Vectors(ElementType::kI32, n), sides}, {sides}));
  TW_ASSIGN_OR_RETURN(Layouts layouts, ResolveLayouts(call, Order::kDeclared));
  TW_ASSIGN_OR_RETURN(Scratch<T> factors, LoadOperand<T>(call, layouts, 0, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<int32_t> pivots,
                      LoadOperand<int32_t>(call, layouts, 1, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<T> x, LoadOperand<T>(call, layouts, 2, b.Beyond()));
  for (int64_t i = 0; i < b.count && b.elements() > 0; ++i) {
    int32_t* const pivot = pivots.data() + i * n;
    MakeSane(n, pivot);
    solve(n, b.cols, factors.data() + i * a.elements(), pivot,
          x.data() + i * b.elements());
  }
  StoreResult(call, layouts, 0, x.data());
  return absl::OkStatus();
}

}  // namespace

template <typename T>
absl::Status Sytrf(const RoutineCall& call) {
  return Factors<T>(call, [](int n, T* a, int32_t* pivots, T* work, int lwork) {
    return lapack::Sytrf('L', n, a, n, pivots, work, lwork);
  });
}
TW_INSTANTIATE_ROUTINE(Sytrf)

template <typename T>
absl::Status Sytrs(const RoutineCall& call) {
  return Solutions<T>(call, [](int n, int columns, T* a, int32_t* pivots, T* b) {
    lapack::Sytrs('L', n, columns, a, n, pivots, b, n);
  });
}
TW_INSTANTIATE_ROUTINE(Sytrs)

template <typename T>
absl::Status Hetrf(const RoutineCall& call) {
  return Factors<T>(call, [](int n, T* a, int32_t* pivots, T* work, int lwork) {
    return lapack::Hetrf('L', n, a, n, pivots, work, lwork);
  });
}
template <typename T>
absl::Status Hetrs(const RoutineCall& call) {
  return Solutions<T>(call, [](int n, int columns, T* a, int32_t* pivots, T* b) {
    lapack::Hetrs('L', n, columns, a, n, pivots, b, n);
  });
}
template absl::Status Hetrf<std::complex<float>>(const RoutineCall&);
template absl::Status Hetrf<std::complex<double>>(const RoutineCall&);
template absl::Status Hetrs<std::complex<float>>(const RoutineCall&);
template absl::Status Hetrs<std::complex<double>>(const RoutineCall&);

}  // namespace tilewright::runtime
