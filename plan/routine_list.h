// The names of the library routines: what codegen may put into a plan and what
// the runtime has a function for.
#pragma once

// One row for each of LAPACK's four types.
#define TW_FOR_EACH_LAPACK_TYPE(X, name, function)         \
  X("lapack_s" name "_ffi", function<float>)               \
  X("lapack_d" name "_ffi", function<double>)              \
  X("lapack_c" name "_ffi", function<std::complex<float>>) \
  X("lapack_z" name "_ffi", function<std::complex<double>>)

// X(name, function): the operation or the target of the custom call, and the
// function of the runtime (runtime/routines/routine_call.h) that does it.
#define TW_FOR_EACH_ROUTINE(X)                                      \
  X("fft", Fft)                                                     \
  X("cholesky", Cholesky)                                           \
  X("triangular_solve", TriangularSolve)                            \
  X("Qr", Qr)                                                       \
  X("ProductOfElementaryHouseholderReflectors", HouseholderProduct) \
  X("LuDecomposition", LuDecomposition)                             \
  X("Eigh", Eigh)                                                   \
  TW_FOR_EACH_LAPACK_TYPE(X, "potrf", Potrf)                        \
  TW_FOR_EACH_LAPACK_TYPE(X, "getrf", Getrf)                        \
  TW_FOR_EACH_LAPACK_TYPE(X, "geqrf", Geqrf)                        \
  X("lapack_sorgqr_ffi", Orgqr<float>)                              \
  X("lapack_dorgqr_ffi", Orgqr<double>)                             \
  X("lapack_cungqr_ffi", Orgqr<std::complex<float>>)                \
  X("lapack_zungqr_ffi", Orgqr<std::complex<double>>)               \
  X("lapack_ssyevd_ffi", Syevd<float>)                              \
  X("lapack_dsyevd_ffi", Syevd<double>)                             \
  X("lapack_cheevd_ffi", Syevd<std::complex<float>>)                \
  X("lapack_zheevd_ffi", Syevd<std::complex<double>>)               \
  TW_FOR_EACH_LAPACK_TYPE(X, "gesdd", Gesdd)                        \
  TW_FOR_EACH_LAPACK_TYPE(X, "geev", Geev)                          \
  TW_FOR_EACH_LAPACK_TYPE(X, "sytrf", Sytrf)                        \
  TW_FOR_EACH_LAPACK_TYPE(X, "sytrs", Sytrs)                        \
  X("lapack_chetrf_ffi", Hetrf<std::complex<float>>)                \
  X("lapack_zhetrf_ffi", Hetrf<std::complex<double>>)               \
  X("lapack_chetrs_ffi", Hetrs<std::complex<float>>)                \
  X("lapack_zhetrs_ffi", Hetrs<std::complex<double>>)               \
  TW_FOR_EACH_LAPACK_TYPE(X, "trsm", Trsm)
