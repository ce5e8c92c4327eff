// Operations that are asked for some of their results.
#pragma once

#include "frontend/torch/device/recording.h"

namespace tilewright::torch_device {

// Runs what is recorded for those of its results that are defined: of each of them an
// attribute says whether it is. Nothing runs for none.
inline void RunForWanted(Recording& call, c10::ArrayRef<at::Tensor> results,
                         Op operation) {
  bool any = false;
  for (const at::Tensor& result : results) {
    call.Attribute(result.defined());
    if (!result.defined()) continue;
    call.Out(result);
    any = true;
  }
  if (any) call.Run(operation);
}

}  // namespace tilewright::torch_device
