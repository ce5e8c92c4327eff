// LSTM, GRU and RNN layers over a sequence, in one direction, with a gradient of their
// own.
#pragma once

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {

// What the input's part of the gates is computed of: x is [steps, batch, inputs].
struct LayerInput {
  Tensor x, weights;
  OptionalTensor bias;
};

// Of an input, the weights of the state, [gates * size, size], and what was before the
// first step, which is the last one where `reversed`: the states after each step,
// [steps, batch, size].
struct LstmStates {
  Tensor states, cells;
};
LstmStates RunLstmLayer(const LayerInput& input, const Tensor& weights,
                        const Tensor& state, const Tensor& cell, bool reversed);
// `bias`: of the state's part.
Tensor RunGruLayer(const LayerInput& input, const Tensor& weights, const Tensor& state,
                   const OptionalTensor& bias, bool reversed);
Tensor RunRnnLayer(const LayerInput& input, const Tensor& weights, const Tensor& state,
                   bool relu, bool reversed);

}  // namespace tilewright::torch_device
