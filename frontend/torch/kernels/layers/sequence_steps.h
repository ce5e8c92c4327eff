// LSTM and GRU layers step by step, of operations that have gradients of gradients.
#pragma once

#include "frontend/torch/kernels/layers/sequence_layers.h"

namespace tilewright::torch_device {

// As RunLstmLayer and RunGruLayer, of gates that are there.
LstmStates LstmSteps(const Tensor& gates, const Tensor& weights, const Tensor& state,
                     const Tensor& cell, bool reversed);
Tensor GruSteps(const Tensor& gates, const Tensor& weights, const Tensor& state,
                const OptionalTensor& bias, bool reversed);

}  // namespace tilewright::torch_device
