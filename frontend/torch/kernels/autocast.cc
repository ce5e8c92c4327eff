// What autocast does to operands on tpu: PyTorch's lists, as on CUDA; and in f32, as on
// CPU, what has no kernel of 16 bits, and losses that are a composition whose middle
// would be rounded.
#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>
#include <torch/library.h>

#include "frontend/torch/device/types.h"

// clang-format off
#define TW_FOR_EACH_MORE_FP32(X) \
  X(cross_entropy_loss) X(ctc_loss, IntList) X(ctc_loss, Tensor) X(polar) X(quantile) \
  X(quantile, scalar) X(nanquantile) X(nanquantile, scalar) X(stft) X(stft, center) \
  X(fft_fft) X(fft_ifft) X(fft_rfft) X(fft_irfft) X(fft_hfft) X(fft_ihfft) X(fft_fft2) \
  X(fft_ifft2) X(fft_rfft2) X(fft_irfft2) X(fft_fftn) X(fft_ifftn) X(fft_rfftn) \
  X(fft_irfftn) X(cholesky) X(cholesky_inverse) X(cholesky_solve) X(inverse) X(pinverse) \
  X(lu_solve) X(triangular_solve) X(_lu_with_info) X(qr) X(geqrf) X(orgqr) X(ormqr) \
  X(svd) X(linalg_cholesky) X(linalg_cholesky_ex) X(linalg_cond) \
  X(linalg_cond, p_str) X(linalg_det) X(linalg_slogdet) X(linalg_eig) X(linalg_eigh) \
  X(linalg_eigvals) X(linalg_eigvalsh) X(linalg_householder_product) X(linalg_inv) \
  X(linalg_inv_ex) X(linalg_lstsq) X(linalg_lu) X(linalg_lu_factor) \
  X(linalg_lu_factor_ex) X(linalg_lu_solve) X(linalg_ldl_factor) \
  X(linalg_ldl_factor_ex) X(linalg_ldl_solve) X(linalg_matrix_rank) \
  X(linalg_matrix_rank, tol_tensor) X(linalg_matrix_rank, atol_rtol_tensor) \
  X(linalg_matrix_rank, atol_rtol_float) X(linalg_pinv) X(linalg_pinv, atol_rtol_float) \
  X(linalg_pinv, atol_rtol_tensor) X(linalg_qr) X(linalg_solve) X(linalg_solve_ex) \
  X(linalg_solve_triangular) X(linalg_svd) X(linalg_svdvals) X(linalg_tensorinv) \
  X(linalg_tensorsolve)
// clang-format on

namespace at::autocast {
namespace {

Tensor RefuseProbabilities(const Tensor&, const Tensor&, const std::optional<Tensor>&,
                           int64_t) {
  TORCH_CHECK(false,
              "torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe "
              "to autocast; use torch.nn.functional.binary_cross_entropy_with_logits or "
              "torch.nn.BCEWithLogitsLoss, or leave autocast for it");
}

}  // namespace

TORCH_LIBRARY_IMPL(_, AutocastPrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFallthrough());
}

TORCH_LIBRARY_IMPL(aten, AutocastPrivateUse1, m) {
#define TW_LOWER(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, lower_precision_fp)
#define TW_FP32(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32)
#define TW_FP32_TYPED(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32_set_opt_dtype)
#define TW_WIDEST(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, promote)
  AT_FORALL_LOWER_PRECISION_FP(TW_LOWER)
  AT_FORALL_FP32(TW_FP32)
  TW_FOR_EACH_MORE_FP32(TW_FP32)
  AT_FORALL_FP32_SET_OPT_DTYPE(TW_FP32_TYPED)
  AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(
      KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_PRIVATEUSEONE)
  AT_FORALL_PROMOTE(TW_WIDEST)
#undef TW_LOWER
#undef TW_FP32
#undef TW_FP32_TYPED
#undef TW_WIDEST
  KERNEL_PRIVATEUSEONE(index_copy, promote)
  KERNEL_PRIVATEUSEONE(cat, promote)
  KERNEL_PRIVATEUSEONE(stack, promote)
  m.impl("binary_cross_entropy", &RefuseProbabilities);
}

}  // namespace at::autocast
