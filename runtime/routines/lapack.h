// LAPACK's Fortran entry points, one overload for each type.
//
// Matrices are column-major. Character arguments carry a hidden length at the
// end of the list. Integers are 32 bits. Every call must be given arguments
// that are valid: the library writes to standard error where they are not.
//
// OpenBLAS without threads of its own hands out its work memory without a lock: callers
// take turns.
#pragma once

#include <complex>
#include <cstddef>
#include <mutex>

namespace tilewright::runtime::lapack {

using C64 = std::complex<float>;
using C128 = std::complex<double>;

// Of symmetric and of Hermitian matrices.
#define TW_LAPACK_INDEFINITE(name, T)                                               \
  void name##trf_(const char* uplo, const int* n, T* a, const int* lda, int* ipiv,  \
                  T* work, const int* lwork, int* info, size_t);                    \
  void name##trs_(const char* uplo, const int* n, const int* nrhs, const T* a,      \
                  const int* lda, const int* ipiv, T* b, const int* ldb, int* info, \
                  size_t);
// What is alike for the four types; T the element.
#define TW_LAPACK_COMMON(p, T)                                                      \
  void p##potrf_(const char* uplo, const int* n, T* a, const int* lda, int* info,   \
                 size_t);                                                           \
  void p##getrf_(const int* m, const int* n, T* a, const int* lda, int* ipiv,       \
                 int* info);                                                        \
  void p##geqrf_(const int* m, const int* n, T* a, const int* lda, T* tau, T* work, \
                 const int* lwork, int* info);                                      \
  TW_LAPACK_INDEFINITE(p##sy, T)                                                    \
  void p##trsm_(const char* side, const char* uplo, const char* transa,             \
                const char* diag, const int* m, const int* n, const T* alpha,       \
                const T* a, const int* lda, T* b, const int* ldb, size_t, size_t,   \
                size_t, size_t);
#define TW_LAPACK_ORGQR(name, T)                                               \
  void name##_(const int* m, const int* n, const int* k, T* a, const int* lda, \
               const T* tau, T* work, const int* lwork, int* info);
#define TW_LAPACK_REAL(p, T)                                                             \
  void p##syevd_(const char* jobz, const char* uplo, const int* n, T* a, const int* lda, \
                 T* w, T* work, const int* lwork, int* iwork, const int* liwork,         \
                 int* info, size_t, size_t);                                             \
  void p##gesdd_(const char* jobz, const int* m, const int* n, T* a, const int* lda,     \
                 T* s, T* u, const int* ldu, T* vt, const int* ldvt, T* work,            \
                 const int* lwork, int* iwork, int* info, size_t);                       \
  void p##geev_(const char* jobvl, const char* jobvr, const int* n, T* a,                \
                const int* lda, T* wr, T* wi, T* vl, const int* ldvl, T* vr,             \
                const int* ldvr, T* work, const int* lwork, int* info, size_t, size_t);
#define TW_LAPACK_COMPLEX(p, T, R)                                                       \
  TW_LAPACK_INDEFINITE(p##he, T)                                                         \
  void p##heevd_(const char* jobz, const char* uplo, const int* n, T* a, const int* lda, \
                 R* w, T* work, const int* lwork, R* rwork, const int* lrwork,           \
                 int* iwork, const int* liwork, int* info, size_t, size_t);              \
  void p##gesdd_(const char* jobz, const int* m, const int* n, T* a, const int* lda,     \
                 R* s, T* u, const int* ldu, T* vt, const int* ldvt, T* work,            \
                 const int* lwork, R* rwork, int* iwork, int* info, size_t);             \
  void p##geev_(const char* jobvl, const char* jobvr, const int* n, T* a,                \
                const int* lda, T* w, T* vl, const int* ldvl, T* vr, const int* ldvr,    \
                T* work, const int* lwork, R* rwork, int* info, size_t, size_t);

extern "C" {
TW_LAPACK_COMMON(s, float)
TW_LAPACK_COMMON(d, double)
TW_LAPACK_COMMON(c, C64)
TW_LAPACK_COMMON(z, C128)
TW_LAPACK_ORGQR(sorgqr, float)
TW_LAPACK_ORGQR(dorgqr, double)
TW_LAPACK_ORGQR(cungqr, C64)
TW_LAPACK_ORGQR(zungqr, C128)
TW_LAPACK_REAL(s, float)
TW_LAPACK_REAL(d, double)
TW_LAPACK_COMPLEX(c, C64, float)
TW_LAPACK_COMPLEX(z, C128, double)
}

#undef TW_LAPACK_INDEFINITE
#undef TW_LAPACK_COMMON
#undef TW_LAPACK_ORGQR
#undef TW_LAPACK_REAL
#undef TW_LAPACK_COMPLEX

// One call at a time, on whatever thread.
class Turn {
 public:
  Turn() { Lock().lock(); }
  ~Turn() { Lock().unlock(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  static std::mutex& Lock();
};

#define TW_OVERLOADS_INDEFINITE(Name, name, T)                                           \
  inline int Name##trf(char uplo, int n, T* a, int lda, int* ipiv, T* work, int lwork) { \
    const Turn turn;                                                                     \
    int info = 0;                                                                        \
    name##trf_(&uplo, &n, a, &lda, ipiv, work, &lwork, &info, 1);                        \
    return info;                                                                         \
  }                                                                                      \
  inline void Name##trs(char uplo, int n, int columns, const T* a, int lda,              \
                        const int* ipiv, T* b, int ldb) {                                \
    const Turn turn;                                                                     \
    int info = 0;                                                                        \
    name##trs_(&uplo, &n, &columns, a, &lda, ipiv, b, &ldb, &info, 1);                   \
  }
// The overloads return `info`. `rwork` is touched for complex types only.
#define TW_OVERLOADS_COMMON(p, T, orgqr_name)                                            \
  TW_OVERLOADS_INDEFINITE(Sy, p##sy, T)                                                  \
  inline int Potrf(char uplo, int n, T* a, int lda) {                                    \
    const Turn turn;                                                                     \
    int info = 0;                                                                        \
    p##potrf_(&uplo, &n, a, &lda, &info, 1);                                             \
    return info;                                                                         \
  }                                                                                      \
  inline int Getrf(int m, int n, T* a, int lda, int* ipiv) {                             \
    const Turn turn;                                                                     \
    int info = 0;                                                                        \
    p##getrf_(&m, &n, a, &lda, ipiv, &info);                                             \
    return info;                                                                         \
  }                                                                                      \
  inline int Geqrf(int m, int n, T* a, int lda, T* tau, T* work, int lwork) {            \
    const Turn turn;                                                                     \
    int info = 0;                                                                        \
    p##geqrf_(&m, &n, a, &lda, tau, work, &lwork, &info);                                \
    return info;                                                                         \
  }                                                                                      \
  inline int Orgqr(int m, int n, int k, T* a, int lda, const T* tau, T* work,            \
                   int lwork) {                                                          \
    const Turn turn;                                                                     \
    int info = 0;                                                                        \
    orgqr_name##_(&m, &n, &k, a, &lda, tau, work, &lwork, &info);                        \
    return info;                                                                         \
  }                                                                                      \
  inline void Trsm(char side, char uplo, char trans, char diag, int m, int n, T alpha,   \
                   const T* a, int lda, T* b, int ldb) {                                 \
    const Turn turn;                                                                     \
    p##trsm_(&side, &uplo, &trans, &diag, &m, &n, &alpha, a, &lda, b, &ldb, 1, 1, 1, 1); \
  }
#define TW_OVERLOADS_REAL(p, T)                                                         \
  inline int Syevd(char job, char uplo, int n, T* a, int lda, T* w, T* work, int lwork, \
                   T* rwork, int lrwork, int* iwork, int liwork) {                      \
    const Turn turn;                                                                    \
    int info = 0;                                                                       \
    p##syevd_(&job, &uplo, &n, a, &lda, w, work, &lwork, iwork, &liwork, &info, 1, 1);  \
    return info;                                                                        \
  }                                                                                     \
  inline int Gesdd(char job, int m, int n, T* a, int lda, T* s, T* u, int ldu, T* vt,   \
                   int ldvt, T* work, int lwork, T* rwork, int* iwork) {                \
    const Turn turn;                                                                    \
    int info = 0;                                                                       \
    p##gesdd_(&job, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, iwork, &info, \
              1);                                                                       \
    return info;                                                                        \
  }                                                                                     \
  inline int Geev(char left, char right, int n, T* a, int lda, T* wr, T* wi, T* vl,     \
                  int ldvl, T* vr, int ldvr, T* work, int lwork) {                      \
    const Turn turn;                                                                    \
    int info = 0;                                                                       \
    p##geev_(&left, &right, &n, a, &lda, wr, wi, vl, &ldvl, vr, &ldvr, work, &lwork,    \
             &info, 1, 1);                                                              \
    return info;                                                                        \
  }
#define TW_OVERLOADS_COMPLEX(p, T, R)                                                    \
  TW_OVERLOADS_INDEFINITE(He, p##he, T)                                                  \
  inline int Syevd(char job, char uplo, int n, T* a, int lda, R* w, T* work, int lwork,  \
                   R* rwork, int lrwork, int* iwork, int liwork) {                       \
    const Turn turn;                                                                     \
    int info = 0;                                                                        \
    p##heevd_(&job, &uplo, &n, a, &lda, w, work, &lwork, rwork, &lrwork, iwork, &liwork, \
              &info, 1, 1);                                                              \
    return info;                                                                         \
  }                                                                                      \
  inline int Gesdd(char job, int m, int n, T* a, int lda, R* s, T* u, int ldu, T* vt,    \
                   int ldvt, T* work, int lwork, R* rwork, int* iwork) {                 \
    const Turn turn;                                                                     \
    int info = 0;                                                                        \
    p##gesdd_(&job, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, rwork, iwork,  \
              &info, 1);                                                                 \
    return info;                                                                         \
  }                                                                                      \
  inline int Geev(char left, char right, int n, T* a, int lda, T* w, T* vl, int ldvl,    \
                  T* vr, int ldvr, T* work, int lwork, R* rwork) {                       \
    const Turn turn;                                                                     \
    int info = 0;                                                                        \
    p##geev_(&left, &right, &n, a, &lda, w, vl, &ldvl, vr, &ldvr, work, &lwork, rwork,   \
             &info, 1, 1);                                                               \
    return info;                                                                         \
  }

TW_OVERLOADS_COMMON(s, float, sorgqr)
TW_OVERLOADS_COMMON(d, double, dorgqr)
TW_OVERLOADS_COMMON(c, C64, cungqr)
TW_OVERLOADS_COMMON(z, C128, zungqr)
TW_OVERLOADS_REAL(s, float)
TW_OVERLOADS_REAL(d, double)
TW_OVERLOADS_COMPLEX(c, C64, float)
TW_OVERLOADS_COMPLEX(z, C128, double)

#undef TW_OVERLOADS_INDEFINITE
#undef TW_OVERLOADS_COMMON
#undef TW_OVERLOADS_REAL
#undef TW_OVERLOADS_COMPLEX

// The size that a workspace query left in `work`; -1 beyond 32 bits. Large
// sizes come back rounded to the type: one unit more than they say is asked.
template <typename T>
int WorkspaceSize(T work) {
  double size = std::real(work);
  if (!(size >= 1)) return 1;
  size *= 1 + 1.0 / (1 << 22);
  return size < 2147483647.0 ? static_cast<int>(size) : -1;
}

}  // namespace tilewright::runtime::lapack
