// Eigenvalues and singular values.
//
// LAPACK's iterations are not made for infinities and NaNs: some never end.
// A matrix that holds one is not handed over. It is answered as a call that
// failed, with info -4 and NaN for every value.
#include <cmath>
#include <limits>
#include <vector>

#include "runtime/routines/connected_parts.h"
#include "runtime/routines/lapack.h"
#include "runtime/routines/routine_call.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

using ir::ElementType;
using ir::TensorType;

namespace {

constexpr int kNotFinite = -4;

template <typename T>
bool IsFinite(T value) {
  return std::isfinite(std::real(value)) && std::isfinite(std::imag(value));
}

// Elements of a column-major matrix; `uplo` L or U: of that triangle only.
template <typename T>
bool AllFinite(char uplo, int rows, int cols, const T* a) {
  for (int64_t j = 0; j < cols; ++j) {
    int64_t begin = uplo == 'L' ? j : 0;
    int64_t end = uplo == 'U' ? j + 1 : rows;
    for (int64_t i = begin; i < end; ++i) {
      if (!IsFinite(a[i + j * rows])) return false;
    }
  }
  return true;
}

template <typename T>
void FillNan(T* data, int64_t count) {
  using Real = typename TypeTraits<T>::Real;
  Real nan = std::numeric_limits<Real>::quiet_NaN();
  T value = nan;
  if constexpr (TypeTraits<T>::kComplex) value = T(nan, nan);
  std::fill(data, data + count, value);
}

absl::Status WorkspaceTooLarge() {
  return absl::ResourceExhaustedError("LAPACK's workspace exceeds 32-bit sizes");
}

// In which places eigenvalues lie: in rising order all, or those of every connected part
// of the matrix in rising order in its places, as Jacobi's method, which TPUs have,
// leaves them. JAX's QDWH counts on that: it pads matrices with zeros.
enum class Places { kSorted, kOfTheirParts };

// A matrix of which some parts are connected, each of them by itself.
template <typename T, typename Solve>
int EigenByParts(const std::vector<std::vector<int>>& parts, int n, T* matrix,
                 typename TypeTraits<T>::Real* values, const Solve& solve) {
  using Real = typename TypeTraits<T>::Real;
  const std::vector<T> whole(matrix, matrix + int64_t{n} * n);
  std::fill(matrix, matrix + int64_t{n} * n, T(0));
  std::vector<T> block;
  std::vector<Real> block_values;
  for (const std::vector<int>& part : parts) {
    const int size = static_cast<int>(part.size());
    block.resize(int64_t{size} * size);
    block_values.resize(size);
    for (int64_t j = 0; j < size; ++j) {
      for (int64_t i = 0; i < size; ++i) {
        block[i + j * size] = whole[part[i] + int64_t{part[j]} * n];
      }
    }
    const int info = solve(size, block.data(), block_values.data());
    if (info != 0) return info;
    for (int64_t j = 0; j < size; ++j) {
      values[part[j]] = block_values[j];
      for (int64_t i = 0; i < size; ++i) {
        matrix[part[i] + int64_t{part[j]} * n] = block[i + j * size];
      }
    }
  }
  return 0;
}

// Eigenvectors (in place of a), eigenvalues and info of every matrix. job N: no
// eigenvectors, and a is left destroyed.
template <typename T>
absl::Status SymmetricEigen(char job, char uplo, Places places, const Matrices& a,
                            T* vectors, typename TypeTraits<T>::Real* values,
                            int32_t* infos) {
  using Real = typename TypeTraits<T>::Real;
  int n = a.rows;
  std::fill(infos, infos + a.count, 0);
  if (n == 0 || a.count == 0) return absl::OkStatus();
  T size{};
  Real real_size{};
  int iwork_size = 0;
  lapack::Syevd(job, uplo, n, vectors, n, values, &size, -1, &real_size, -1, &iwork_size,
                -1);
  int lwork = lapack::WorkspaceSize(size);
  int lrwork = lapack::WorkspaceSize(real_size);
  if (lwork < 0 || lrwork < 0) return WorkspaceTooLarge();
  int liwork = std::max(1, iwork_size);
  TW_ASSIGN_OR_RETURN(Scratch<T> work, Scratch<T>::Create(lwork, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<Real> rwork, Scratch<Real>::Create(lrwork, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<int> iwork, Scratch<int>::Create(liwork));
  const auto solve = [&](int size, T* matrix, Real* value) {
    return lapack::Syevd(job, uplo, size, matrix, size, value, work.data(), lwork,
                         rwork.data(), lrwork, iwork.data(), liwork);
  };
  for (int64_t i = 0; i < a.count; ++i) {
    T* matrix = vectors + i * a.elements();
    Real* value = values + i * n;
    infos[i] = kNotFinite;
    if (AllFinite(uplo, n, n, matrix)) {
      std::vector<std::vector<int>> parts;
      if (places == Places::kOfTheirParts) parts = ConnectedParts(uplo, n, matrix);
      infos[i] = parts.size() > 1 ? EigenByParts(parts, n, matrix, value, solve)
                                  : solve(n, matrix, value);
    }
    if (infos[i] != 0) {
      FillNan(matrix, a.elements());
      FillNan(value, n);
    }
  }
  return absl::OkStatus();
}

// (a) -> (vectors, values), and info when `with_info`.
template <typename T>
absl::Status EigenCall(const RoutineCall& call, Order order, bool with_info, char job,
                       char uplo, Places places = Places::kSorted) {
  using Real = typename TypeTraits<T>::Real;
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  TensorType square = a.Of(TypeTraits<T>::kElement, a.rows, a.rows);
  std::vector<TensorType> results = {square,
                                     a.Vectors(TypeTraits<Real>::kElement, a.rows)};
  if (with_info) results.push_back(a.Scalars(ElementType::kI32));
  TW_RETURN_IF_ERROR(call.CheckTypes({square}, results));
  TW_ASSIGN_OR_RETURN(Layouts layouts, ResolveLayouts(call, order));
  TW_ASSIGN_OR_RETURN(Scratch<T> vectors, LoadOperand<T>(call, layouts, 0, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<Real> values, Scratch<Real>::Create(a.count * a.rows));
  TW_ASSIGN_OR_RETURN(Scratch<int32_t> infos, Scratch<int32_t>::Create(a.count));
  TW_RETURN_IF_ERROR(
      SymmetricEigen(job, uplo, places, a, vectors.data(), values.data(), infos.data()));
  StoreResult(call, layouts, 0, vectors.data());
  StoreResult(call, layouts, 1, values.data());
  if (with_info) StoreResult(call, layouts, 2, infos.data());
  return absl::OkStatus();
}

}  // namespace

// @Eigh: backend_config is "lower,sort,iterations,tolerance".
absl::Status Eigh(const RoutineCall& call) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  const ir::Config& config =
      call.attributes().Configuration(ir::AttributeName::kBackendConfig);
  auto found = config.find("");
  const std::string* text =
      found == config.end() ? nullptr : std::get_if<std::string>(&found->second);
  if (text == nullptr || text->size() < 2 || ((*text)[0] != '0' && (*text)[0] != '1') ||
      (*text)[1] != ',') {
    return call.Error(absl::StrCat("backend_config is '", text == nullptr ? "" : *text,
                                   "', expected 'lower,sort,iterations,tolerance'"));
  }
  char uplo = (*text)[0] == '1' ? 'L' : 'U';
  const Places places =
      text->size() > 2 && (*text)[2] == '0' ? Places::kOfTheirParts : Places::kSorted;
  constexpr Order kOrder = Order::kColumnMajor;
  switch (call.operand_type(0).element) {
    case ElementType::kF32:
      return EigenCall<float>(call, kOrder, false, 'V', uplo, places);
    case ElementType::kF64:
      return EigenCall<double>(call, kOrder, false, 'V', uplo, places);
    case ElementType::kC64:
      return EigenCall<std::complex<float>>(call, kOrder, false, 'V', uplo, places);
    case ElementType::kC128:
      return EigenCall<std::complex<double>>(call, kOrder, false, 'V', uplo, places);
    default:
      return call.Error(absl::StrCat("element type ",
                                     ir::Name(call.operand_type(0).element),
                                     ", expected f32, f64 or complex"));
  }
}

template <typename T>
absl::Status Syevd(const RoutineCall& call) {
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  TW_ASSIGN_OR_RETURN(char job, call.Option("mode", "VN"));
  TW_ASSIGN_OR_RETURN(char uplo, call.Option("uplo", "LU"));
  return EigenCall<T>(call, Order::kDeclared, true, job, uplo);
}
TW_INSTANTIATE_ROUTINE(Syevd)

namespace {

// A column-major rows x cols identity.
template <typename T>
void FillIdentity(T* data, int64_t rows, int64_t cols) {
  std::fill(data, data + rows * cols, T(0));
  for (int64_t i = 0; i < std::min(rows, cols); ++i) data[i * rows + i] = T(1);
}

}  // namespace

// lapack_?gesdd_ffi: (a) -> (a destroyed, s, u, v^H, info). mode A: square u
// and v, S: as many columns as s has. With N the last two hold zeros; programs
// declare them in either of the two shapes.
template <typename T>
absl::Status Gesdd(const RoutineCall& call) {
  using Real = typename TypeTraits<T>::Real;
  constexpr ElementType kElement = TypeTraits<T>::kElement;
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  TW_ASSIGN_OR_RETURN(char job, call.Option("mode", "ASN"));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  int m = a.rows;
  int n = a.cols;
  int least = std::min(m, n);
  bool full = job == 'A';
  if (job == 'N' && call.num_results() == 5 && call.result_type(2).rank() >= 2) {
    full = call.result_type(2) == a.Of(kElement, m, m) &&
           call.result_type(3) == a.Of(kElement, n, n);
  }
  int u_cols = full ? m : least;
  int v_rows = full ? n : least;
  TensorType type = a.Of(kElement, m, n);
  TW_RETURN_IF_ERROR(call.CheckTypes(
      {type},
      {type, a.Vectors(TypeTraits<Real>::kElement, least), a.Of(kElement, m, u_cols),
       a.Of(kElement, v_rows, n), a.Scalars(ElementType::kI32)}));
  TW_ASSIGN_OR_RETURN(Layouts layouts, ResolveLayouts(call, Order::kDeclared));
  int64_t u_size = int64_t{m} * u_cols;
  int64_t v_size = int64_t{v_rows} * n;
  TW_ASSIGN_OR_RETURN(Scratch<T> copy, LoadOperand<T>(call, layouts, 0, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<Real> s, Scratch<Real>::Create(a.count * least));
  TW_ASSIGN_OR_RETURN(Scratch<T> u, Scratch<T>::Create(a.count * u_size, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<T> vt, Scratch<T>::Create(a.count * v_size, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<int32_t> infos, Scratch<int32_t>::Create(a.count));
  Scratch<T> work;
  Scratch<Real> rwork;
  Scratch<int> iwork;
  int lwork = 0;
  if (least > 0 && a.count > 0) {
    T size{};
    Real no_rwork{};
    int no_iwork = 0;
    lapack::Gesdd(job, m, n, copy.data(), m, s.data(), u.data(), m, vt.data(),
                  std::max(1, v_rows), &size, -1, &no_rwork, &no_iwork);
    lwork = lapack::WorkspaceSize(size);
    if (lwork < 0) return WorkspaceTooLarge();
    // LAPACK's own bounds, which hold for all its versions.
    int64_t k = least;
    int64_t most = std::max(m, n);
    int64_t lrwork =
        job == 'N' ? 7 * k : std::max(5 * k * k + 7 * k, 2 * most * k + 2 * k * k + k);
    TW_ASSIGN_OR_RETURN(work, Scratch<T>::Create(lwork, a.Beyond()));
    TW_ASSIGN_OR_RETURN(
        rwork, Scratch<Real>::Create(TypeTraits<T>::kComplex ? lrwork : 1, a.Beyond()));
    TW_ASSIGN_OR_RETURN(iwork, Scratch<int>::Create(8 * k));
  }
  for (int64_t i = 0; i < a.count; ++i) {
    T* a_i = copy.data() + i * a.elements();
    Real* s_i = s.data() + i * least;
    T* u_i = u.data() + i * u_size;
    T* vt_i = vt.data() + i * v_size;
    int& info = infos.data()[i];
    info = 0;
    if (job == 'N') {
      std::fill(u_i, u_i + u_size, T(0));
      std::fill(vt_i, vt_i + v_size, T(0));
    } else if (least == 0) {
      FillIdentity(u_i, m, u_cols);
      FillIdentity(vt_i, v_rows, n);
    }
    if (least == 0) continue;
    info = kNotFinite;
    if (AllFinite('A', m, n, a_i)) {
      info = lapack::Gesdd(job, m, n, a_i, m, s_i, u_i, m, vt_i, v_rows, work.data(),
                           lwork, rwork.data(), iwork.data());
    }
    if (info != 0) {
      FillNan(s_i, least);
      FillNan(u_i, u_size);
      FillNan(vt_i, v_size);
    }
  }
  StoreResult(call, layouts, 0, copy.data());
  StoreResult(call, layouts, 1, s.data());
  StoreResult(call, layouts, 2, u.data());
  StoreResult(call, layouts, 3, vt.data());
  StoreResult(call, layouts, 4, infos.data());
  return absl::OkStatus();
}
TW_INSTANTIATE_ROUTINE(Gesdd)

namespace {

// For a real matrix LAPACK packs the vectors of a conjugate pair of eigenvalues
// into two real columns, real and imaginary part of the first.
template <typename Real>
void UnpackPairs(int n, const Real* imaginary, const Real* packed,
                 std::complex<Real>* vectors) {
  for (int64_t j = 0; j < n; ++j) {
    const Real* re = packed + j * n;
    std::complex<Real>* out = vectors + j * n;
    if (imaginary[j] == 0 || j + 1 == n) {
      for (int64_t i = 0; i < n; ++i) out[i] = re[i];
      continue;
    }
    for (int64_t i = 0; i < n; ++i) {
      out[i] = {re[i], re[n + i]};
      out[n + i] = {re[i], -re[n + i]};
    }
    ++j;
  }
}

}  // namespace

// lapack_?geev_ffi: (a) -> (w, left, right, info); for real types (w real, w
// imaginary, left, right, info). Vectors that are not asked for are zeros.
template <typename T>
absl::Status Geev(const RoutineCall& call) {
  using Real = typename TypeTraits<T>::Real;
  using Complex = std::complex<Real>;
  constexpr bool kComplex = TypeTraits<T>::kComplex;
  TW_RETURN_IF_ERROR(call.CheckNumOperands(1));
  TW_ASSIGN_OR_RETURN(char left, call.Option("compute_left", "VN"));
  TW_ASSIGN_OR_RETURN(char right, call.Option("compute_right", "VN"));
  TW_ASSIGN_OR_RETURN(Matrices a, OperandMatrices(call, 0));
  int n = a.rows;
  TensorType square = a.Of(TypeTraits<T>::kElement, n, n);
  TensorType values = a.Vectors(TypeTraits<T>::kElement, n);
  TensorType vectors = a.Of(TypeTraits<Complex>::kElement, n, n);
  TensorType scalars = a.Scalars(ElementType::kI32);
  std::vector<TensorType> results = {values, vectors, vectors, scalars};
  if (!kComplex) results.insert(results.begin(), values);
  TW_RETURN_IF_ERROR(call.CheckTypes({square}, results));
  TW_ASSIGN_OR_RETURN(Layouts layouts, ResolveLayouts(call, Order::kDeclared));
  int64_t size = a.elements();
  TW_ASSIGN_OR_RETURN(Scratch<T> copy, LoadOperand<T>(call, layouts, 0, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<T> w, Scratch<T>::Create(a.count * n));
  TW_ASSIGN_OR_RETURN(Scratch<T> wi, Scratch<T>::Create(kComplex ? 0 : a.count * n));
  TW_ASSIGN_OR_RETURN(Scratch<Complex> vl,
                      Scratch<Complex>::Create(a.count * size, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<Complex> vr,
                      Scratch<Complex>::Create(a.count * size, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<int32_t> infos, Scratch<int32_t>::Create(a.count));
  TW_ASSIGN_OR_RETURN(Scratch<T> packed_l,
                      Scratch<T>::Create(kComplex ? 0 : size, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<T> packed_r,
                      Scratch<T>::Create(kComplex ? 0 : size, a.Beyond()));
  TW_ASSIGN_OR_RETURN(Scratch<Real> rwork, Scratch<Real>::Create(2 * int64_t{n}));
  // One matrix, or the workspace query.
  auto run = [&](int64_t i, T* work, int lwork) -> int {
    if constexpr (kComplex) {
      return lapack::Geev(left, right, n, copy.data() + i * size, n, w.data() + i * n,
                          vl.data() + i * size, n, vr.data() + i * size, n, work, lwork,
                          rwork.data());
    } else {
      return lapack::Geev(left, right, n, copy.data() + i * size, n, w.data() + i * n,
                          wi.data() + i * n, packed_l.data(), n, packed_r.data(), n, work,
                          lwork);
    }
  };
  Scratch<T> work;
  int lwork = 0;
  if (n > 0 && a.count > 0) {
    T query{};
    run(0, &query, -1);
    lwork = lapack::WorkspaceSize(query);
    if (lwork < 0) return WorkspaceTooLarge();
    TW_ASSIGN_OR_RETURN(work, Scratch<T>::Create(lwork, a.Beyond()));
  }
  for (int64_t i = 0; i < a.count; ++i) {
    int& info = infos.data()[i];
    info = 0;
    if (n == 0) continue;
    Complex* l = vl.data() + i * size;
    Complex* r = vr.data() + i * size;
    info = AllFinite('A', n, n, copy.data() + i * size) ? run(i, work.data(), lwork)
                                                        : kNotFinite;
    if (info != 0) {
      FillNan(w.data() + i * n, n);
      if (!kComplex) FillNan(wi.data() + i * n, n);
      FillNan(l, size);
      FillNan(r, size);
      continue;
    }
    if constexpr (!kComplex) {
      if (left == 'V') UnpackPairs(n, wi.data() + i * n, packed_l.data(), l);
      if (right == 'V') UnpackPairs(n, wi.data() + i * n, packed_r.data(), r);
    }
    if (left == 'N') std::fill(l, l + size, Complex(0));
    if (right == 'N') std::fill(r, r + size, Complex(0));
  }
  int at = 0;
  StoreResult(call, layouts, at++, w.data());
  if (!kComplex) StoreResult(call, layouts, at++, wi.data());
  StoreResult(call, layouts, at++, vl.data());
  StoreResult(call, layouts, at++, vr.data());
  StoreResult(call, layouts, at, infos.data());
  return absl::OkStatus();
}
TW_INSTANTIATE_ROUTINE(Geev)

}  // namespace tilewright::runtime
