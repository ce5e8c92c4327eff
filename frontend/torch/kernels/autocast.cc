// What autocast does to operands on tpu: PyTorch's lists, as on CUDA.
#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>
#include <torch/library.h>

#include "frontend/torch/device/types.h"

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
  AT_FORALL_FP32_SET_OPT_DTYPE(TW_FP32_TYPED)
  AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(
      KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_PRIVATEUSEONE)
  AT_FORALL_PROMOTE(TW_WIDEST)
#undef TW_LOWER
#undef TW_FP32
#undef TW_FP32_TYPED
#undef TW_WIDEST
  KERNEL_PRIVATEUSEONE(cat, promote)
  KERNEL_PRIVATEUSEONE(stack, promote)
  m.impl("binary_cross_entropy", &RefuseProbabilities);
}

}  // namespace at::autocast
