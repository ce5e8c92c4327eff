// What is not lowered is refused by name.
#include <torch/library.h>

#include "frontend/torch/device/types.h"

namespace tilewright::torch_device {
namespace {

void Refuse(const c10::OperatorHandle& op, torch::jit::Stack*) {
  TORCH_CHECK_NOT_IMPLEMENTED(false, "The operator '", op.operator_name(),
                              "' is not implemented for tpu");
}

}  // namespace

TORCH_LIBRARY_IMPL(_, PrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&Refuse>());
}

}  // namespace tilewright::torch_device
