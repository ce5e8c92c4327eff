// Graphs of torch.compile, as Python drives them.
#pragma once

#include <torch/csrc/utils/pybind.h>

namespace tilewright::torch_device {

void DefineGraphs(pybind11::module& m);

}  // namespace tilewright::torch_device
