// What is not lowered is refused by name; or runs on the CPU where the user asked for
// that, and is counted.
#include "frontend/torch/device/fallback.h"

#include <ATen/native/CPUFallback.h>
#include <torch/library.h>

#include "frontend/torch/device/capturing.h"
#include "frontend/torch/device/types.h"

namespace tilewright::torch_device {
namespace {

void RefuseOrFallBack(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  TORCH_CHECK_NOT_IMPLEMENTED(
      CpuFallback().allowed() && OpenCapture() == nullptr, "The operator '",
      op.operator_name(),
      "' is not implemented for tpu. torch.tpu.enable_cpu_fallback "
      "= True runs such operators on the CPU");
  CpuFallback().Count(c10::toString(op.operator_name()));
  at::native::cpu_fallback(op, stack, /*error_on_views=*/true);
}

}  // namespace

TORCH_LIBRARY_IMPL(_, PrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&RefuseOrFallBack>());
}

}  // namespace tilewright::torch_device
