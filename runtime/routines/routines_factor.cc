// LU and QR factors.
#include "runtime/routines/lapack.h"
#include "runtime/routines/routine_call.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

using ir::ElementType;
using ir::TensorType;

namespace {

absl::Status WorkspaceTooLarge() {
  return absl::ResourceExhaustedError("LAPACK's workspace exceeds 32-bit sizes");
}

// Calls `run(routine pointer of type T)` for the element type of operand 0.
template <typename Run>
absl::Status ByElement(const RoutineCall& call, Run run) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  switch (call.operand_type(0).element) {
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
                                     ", expected f32, f64 or complex"));
  }
}

// (a) -> (lu, pivots, info), or (lu, pivots, permutation) when `permute`:
// rows are a's; pivots[i] is the row that row i was exchanged with, counted
// from 0 when `permute` and from 1 otherwise; permutation[i] is the row of a
// that ends as row i.
template <typename T>
absl::Status Lu(const RoutineCall& call, Order order, bool permute) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  TensorType type = a.Of(TypeTraits<T>::kElement, a.rows, a.cols);
  int64_t least = std::min(a.rows, a.cols);
  TW_RETURN_IF_ERROR(call.CheckTypes(
      {type},
      {type, a.Vectors(ElementType::kI32, least),
       permute ? a.Vectors(ElementType::kI32, a.rows) : a.Scalars(ElementType::kI32)}));
  TW_ASSIGN_OR_RETURN(Layouts layouts, ResolveLayouts(call, order));
  TW_ASSIGN_OR_RETURN(Scratch<T> lu, LoadOperand<T>(call, layouts, 0, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<int32_t> pivots, Scratch<int32_t>::Create(a.count * least));
  int64_t third_size = permute ? a.rows : 1;
  TW_ASSIGN_OR_RETURN(Scratch<int32_t> third,
                      Scratch<int32_t>::Create(a.count * third_size));
  for (int64_t i = 0; i < a.count; ++i) {
    int32_t* pivot = pivots.data() + i * least;
    int info = 0;
    if (least > 0) {
      info = lapack::Getrf(a.rows, a.cols, lu.data() + i * a.elements(), a.rows, pivot);
    }
    // Among NaNs the pivot that OpenBLAS finds may be outside the matrix.
    for (int64_t k = 0; k < least; ++k) {
      pivot[k] = std::clamp<int32_t>(pivot[k], static_cast<int32_t>(k + 1), a.rows);
    }
    int32_t* out = third.data() + i * third_size;
    if (!permute) {
      *out = info;
      continue;
    }
    for (int32_t row = 0; row < a.rows; ++row) out[row] = row;
    for (int64_t k = 0; k < least; ++k) {
      pivot[k] -= 1;
      std::swap(out[k], out[pivot[k]]);
    }
  }
  StoreResult(call, layouts, 0, lu.data());
  StoreResult(call, layouts, 1, pivots.data());
  StoreResult(call, layouts, 2, third.data());
  return absl::OkStatus();
}

// (a) -> (r and reflectors, taus)
template <typename T>
absl::Status QrFactors(const RoutineCall& call, Order order) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  constexpr ElementType kElement = TypeTraits<T>::kElement;
  TensorType type = a.Of(kElement, a.rows, a.cols);
  int64_t least = std::min(a.rows, a.cols);
  TW_RETURN_IF_ERROR(call.CheckTypes({type}, {type, a.Vectors(kElement, least)}));
  TW_ASSIGN_OR_RETURN(Layouts layouts, ResolveLayouts(call, order));
  TW_ASSIGN_OR_RETURN(Scratch<T> qr, LoadOperand<T>(call, layouts, 0, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<T> taus, Scratch<T>::Create(a.count * least));
  if (a.count > 0 && least > 0) {
    T size{};
    lapack::Geqrf(a.rows, a.cols, qr.data(), a.rows, taus.data(), &size, -1);
    int lwork = lapack::WorkspaceSize(size);
    if (lwork < 0) return WorkspaceTooLarge();
    TW_ASSIGN_OR_RETURN(Scratch<T> work, Scratch<T>::Create(lwork, a.Beyond()));
    for (int64_t i = 0; i < a.count; ++i) {
      lapack::Geqrf(a.rows, a.cols, qr.data() + i * a.elements(), a.rows,
                    taus.data() + i * least, work.data(), lwork);
    }
  }
  StoreResult(call, layouts, 0, qr.data());
  StoreResult(call, layouts, 1, taus.data());
  return absl::OkStatus();
}

// (reflectors, taus) -> (q), the first columns of their product.
template <typename T>
absl::Status ReflectorProduct(const RoutineCall& call, Order order) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(2));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  constexpr ElementType kElement = TypeTraits<T>::kElement;
  TensorType type = a.Of(kElement, a.rows, a.cols);
  if (call.operand_type(1).rank() != type.rank() - 1) {
    return call.Error("operand 1 must have one dimension less than operand 0");
  }
  int64_t reflectors = call.operand_type(1).dims().back();
  if (a.cols > a.rows || reflectors > a.cols) {
    return call.Error(absl::StrCat(reflectors, " reflectors for a result of ", a.rows,
                                   " rows and ", a.cols,
                                   " columns, expected reflectors <= columns <= rows"));
  }
  TW_RETURN_IF_ERROR(call.CheckTypes({type, a.Vectors(kElement, reflectors)}, {type}));
  TW_ASSIGN_OR_RETURN(Layouts layouts, ResolveLayouts(call, order));
  TW_ASSIGN_OR_RETURN(Scratch<T> q, LoadOperand<T>(call, layouts, 0, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<T> taus, LoadOperand<T>(call, layouts, 1, a.Beyond()));
  if (a.count > 0 && a.elements() > 0) {
    int k = static_cast<int>(reflectors);
    T size{};
    lapack::Orgqr(a.rows, a.cols, k, q.data(), a.rows, taus.data(), &size, -1);
    int lwork = lapack::WorkspaceSize(size);
    if (lwork < 0) return WorkspaceTooLarge();
    TW_ASSIGN_OR_RETURN(Scratch<T> work, Scratch<T>::Create(lwork, a.Beyond()));
    for (int64_t i = 0; i < a.count; ++i) {
      lapack::Orgqr(a.rows, a.cols, k, q.data() + i * a.elements(), a.rows,
                    taus.data() + i * k, work.data(), lwork);
    }
  }
  StoreResult(call, layouts, 0, q.data());
  return absl::OkStatus();
}

}  // namespace

absl::Status Qr(const RoutineCall& call) {
  return ByElement(call, [&](auto element) {
    return QrFactors<decltype(element)>(call, Order::kColumnMajor);
  });
}

absl::Status HouseholderProduct(const RoutineCall& call) {
  return ByElement(call, [&](auto element) {
    return ReflectorProduct<decltype(element)>(call, Order::kColumnMajor);
  });
}

absl::Status LuDecomposition(const RoutineCall& call) {
  return ByElement(call, [&](auto element) {
    return Lu<decltype(element)>(call, Order::kColumnMajor, true);
  });
}

template <typename T>
absl::Status Getrf(const RoutineCall& call) {
  return Lu<T>(call, Order::kDeclared, false);
}
TW_INSTANTIATE_ROUTINE(Getrf)

template <typename T>
absl::Status Geqrf(const RoutineCall& call) {
  return QrFactors<T>(call, Order::kDeclared);
}
TW_INSTANTIATE_ROUTINE(Geqrf)

template <typename T>
absl::Status Orgqr(const RoutineCall& call) {
  return ReflectorProduct<T>(call, Order::kDeclared);
}
TW_INSTANTIATE_ROUTINE(Orgqr)

}  // namespace tilewright::runtime
