// Cells of LSTM and GRU where tangents are asked for: the fused ones have none, and are
// composed of operations that do.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <ATen/ops/_thnn_fused_gru_cell_ops.h>
#include <ATen/ops/_thnn_fused_lstm_cell_ops.h>
#include <torch/library.h>

#include "frontend/torch/device/transforms.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using c10::DispatchKey;
using c10::DispatchKeySet;

// Where PyTorch's own formula of the gradient is, which is the same for all devices.
DispatchKeySet OfAnyDevice(DispatchKeySet keys) {
  return (keys & c10::after_autograd_keyset).add(DispatchKey::AutogradOther);
}
Tensor Biased(const Tensor& gates, const OptionalTensor& bias) {
  return IsThere(bias) ? gates + *bias : gates;
}

std::tuple<Tensor, Tensor, Tensor> LstmCell(DispatchKeySet keys, const Tensor& input,
                                            const Tensor& hidden, const Tensor& cell,
                                            const OptionalTensor& input_bias,
                                            const OptionalTensor& hidden_bias) {
  if (!HasTangents({input, hidden, cell, input_bias.value_or(Tensor()),
                    hidden_bias.value_or(Tensor())})) {
    return at::_ops::_thnn_fused_lstm_cell::redispatch(OfAnyDevice(keys), input, hidden,
                                                       cell, input_bias, hidden_bias);
  }
  const Tensor gates = Biased(input, input_bias) + Biased(hidden, hidden_bias);
  const std::vector<Tensor> gate = gates.chunk(4, 1);
  const Tensor after = gate[1].sigmoid() * cell + gate[0].sigmoid() * gate[2].tanh();
  return {gate[3].sigmoid() * after.tanh(), after, gates};
}

std::tuple<Tensor, Tensor> GruCell(DispatchKeySet keys, const Tensor& input,
                                   const Tensor& hidden, const Tensor& state,
                                   const OptionalTensor& input_bias,
                                   const OptionalTensor& hidden_bias) {
  if (!HasTangents({input, hidden, state, input_bias.value_or(Tensor()),
                    hidden_bias.value_or(Tensor())})) {
    return at::_ops::_thnn_fused_gru_cell::redispatch(OfAnyDevice(keys), input, hidden,
                                                      state, input_bias, hidden_bias);
  }
  const std::vector<Tensor> in = Biased(input, input_bias).chunk(3, 1);
  const std::vector<Tensor> of_state = Biased(hidden, hidden_bias).chunk(3, 1);
  const Tensor reset = (in[0] + of_state[0]).sigmoid();
  const Tensor update = (in[1] + of_state[1]).sigmoid();
  const Tensor fresh = (in[2] + reset * of_state[2]).tanh();
  return {fresh + update * (state - fresh), input};
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, AutogradPrivateUse1, m) {
  m.impl("_thnn_fused_lstm_cell", &LstmCell);
  m.impl("_thnn_fused_gru_cell", &GruCell);
}

}  // namespace tilewright::torch_device
