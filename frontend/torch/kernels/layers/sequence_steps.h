// LSTM, GRU and RNN layers step by step, of operations that have gradients of gradients.
#pragma once

#include "frontend/torch/kernels/layers/sequence_layers.h"

namespace tilewright::torch_device {

// As RunLstmLayer and the others, of gates that are there.
LstmStates LstmSteps(const Tensor& gates, const Tensor& weights, const Tensor& state,
                     const Tensor& cell, bool reversed);
Tensor GruSteps(const Tensor& gates, const Tensor& weights, const Tensor& state,
                const OptionalTensor& bias, bool reversed);
Tensor RnnSteps(const Tensor& gate, const Tensor& weights, const Tensor& state, bool relu,
                bool reversed);

}  // namespace tilewright::torch_device
