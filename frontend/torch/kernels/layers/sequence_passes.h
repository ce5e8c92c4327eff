// Passes forward and backward through a layer of LSTM, GRU or RNN, in one direction:
// arguments and results are those of the operations (frontend/torch/lower/sequences.cc),
// with gates as [steps, batch, gates * size]. Errors of sizes and types are
// RuntimeErrors.
#pragma once

#include <tuple>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {

// [..., gates * size] as [..., gates, size]: a view.
Tensor Gates(const Tensor& x, int64_t gates);

// The states, the cells, and what the backward pass wants.
std::tuple<Tensor, Tensor, Tensor> LstmForward(const Tensor& gates, const Tensor& weights,
                                               const Tensor& state, const Tensor& cell,
                                               bool reversed);
// The gradients of gates, state and cell.
std::tuple<Tensor, Tensor, Tensor> LstmBackward(const OptionalTensor& of_states,
                                                const OptionalTensor& of_cells,
                                                const Tensor& kept, const Tensor& cells,
                                                const Tensor& cell, const Tensor& weights,
                                                bool reversed);

// The states, and what the backward pass wants. `bias`: of the state's part.
std::tuple<Tensor, Tensor> GruForward(const Tensor& gates, const Tensor& weights,
                                      const Tensor& state, const OptionalTensor& bias,
                                      bool reversed);
// The gradients of both parts of the gates, and of the state.
std::tuple<Tensor, Tensor, Tensor> GruBackward(const OptionalTensor& of_states,
                                               const Tensor& kept, const Tensor& weights,
                                               bool reversed);

// The states, by tanh or relu.
Tensor RnnForward(const Tensor& gate, const Tensor& weights, const Tensor& state,
                  bool relu, bool reversed);
// The gradients of gate and state.
std::tuple<Tensor, Tensor> RnnBackward(const Tensor& of_states, const Tensor& states,
                                       const Tensor& weights, bool relu, bool reversed);

}  // namespace tilewright::torch_device
