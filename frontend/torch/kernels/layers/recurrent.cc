// Cells of LSTM and GRU: one operation for all that follows a step's products.
#include <torch/library.h>

#include "frontend/torch/kernels/layers/sequence_passes.h"

namespace tilewright::torch_device {
namespace {

OptionalTensor Bias(const OptionalTensor& bias, int64_t gates) {
  return IsThere(bias) ? OptionalTensor(Gates(*bias, gates)) : std::nullopt;
}
Tensor New(IntArrayRef sizes, const Tensor& like) {
  return Empty(sizes, like.scalar_type());
}
void CheckGates(const Tensor& input, const Tensor& hidden, const Tensor& state,
                int64_t gates) {
  TORCH_CHECK(input.dim() == 2 && input.sizes() == hidden.sizes() &&
                  state.size(0) == input.size(0) &&
                  state.size(1) * gates == input.size(1),
              "a cell's gates are ", input.sizes(), " and ", hidden.sizes(),
              ", its state ", state.sizes());
}

std::tuple<Tensor, Tensor, Tensor> LstmCell(const Tensor& input, const Tensor& hidden,
                                            const Tensor& cell,
                                            const OptionalTensor& input_bias,
                                            const OptionalTensor& hidden_bias) {
  CheckGates(input, hidden, cell, 4);
  const Tensor state = New(cell.sizes(), input), after = New(cell.sizes(), input);
  const Tensor kept = New(input.sizes(), input);
  if (input.numel() == 0) return {state, after, kept};
  const OptionalTensor first = Bias(input_bias, 4), second = Bias(hidden_bias, 4);
  const Tensor in = Gates(input, 4), of_state = Gates(hidden, 4), to = Gates(kept, 4);
  Recording()
      .In(in)
      .In(of_state)
      .In(cell)
      .In(first)
      .In(second)
      .Out(state)
      .Out(after)
      .Out(to)
      .Run(Op::lstm_cell);
  return {state, after, kept};
}

std::tuple<Tensor, Tensor, Tensor> LstmCellBackward(const OptionalTensor& of_state,
                                                    const OptionalTensor& of_cell,
                                                    const Tensor& before,
                                                    const Tensor& after,
                                                    const Tensor& kept, bool has_bias) {
  if (!IsThere(of_state) && !IsThere(of_cell)) return {};
  const Tensor of_gates = New(kept.sizes(), kept);
  const Tensor of_before = New(before.sizes(), kept);
  const Tensor of_bias = has_bias ? New({kept.size(1)}, kept) : Tensor();
  if (kept.numel() == 0) {
    if (has_bias) of_bias.zero_();
    return {of_gates, of_before, of_bias};
  }
  const Tensor gates = Gates(kept, 4), to = Gates(of_gates, 4);
  const Tensor to_bias = has_bias ? Gates(of_bias, 4) : Tensor();
  Recording call;
  call.In(of_state).In(of_cell).In(before).In(after).In(gates);
  call.Attribute(has_bias).Out(to).Out(of_before);
  if (has_bias) call.Out(to_bias);
  call.Run(Op::lstm_cell_backward);
  return {of_gates, of_before, of_bias};
}

std::tuple<Tensor, Tensor> GruCell(const Tensor& input, const Tensor& hidden,
                                   const Tensor& state, const OptionalTensor& input_bias,
                                   const OptionalTensor& hidden_bias) {
  CheckGates(input, hidden, state, 3);
  const Tensor after = New(state.sizes(), input);
  const Tensor kept = New({state.size(0), 5 * state.size(1)}, input);
  if (input.numel() == 0) return {after, kept};
  const OptionalTensor first = Bias(input_bias, 3), second = Bias(hidden_bias, 3);
  const Tensor in = Gates(input, 3), of_state = Gates(hidden, 3), to = Gates(kept, 5);
  Recording().In(in).In(of_state).In(state).In(first).In(second).Out(after).Out(to).Run(
      Op::gru_cell);
  return {after, kept};
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor> GruCellBackward(const Tensor& gradient,
                                                                   const Tensor& kept,
                                                                   bool has_bias) {
  const int64_t batch = kept.size(0), size = kept.size(1) / 5;
  const Tensor of_input = New({batch, 3 * size}, kept);
  const Tensor of_hidden = New({batch, 3 * size}, kept);
  const Tensor of_state = New({batch, size}, kept);
  Tensor biases[2];
  if (has_bias) {
    for (Tensor& bias : biases) bias = New({3 * size}, kept);
  }
  if (kept.numel() == 0) {
    if (has_bias) {
      for (Tensor& bias : biases) bias.zero_();
    }
    return {of_input, of_hidden, of_state, biases[0], biases[1]};
  }
  const Tensor from = Gates(kept, 5);
  const Tensor to[] = {Gates(of_input, 3), Gates(of_hidden, 3), of_state};
  Recording call;
  call.In(gradient).In(from).Attribute(has_bias);
  for (const Tensor& result : to) call.Out(result);
  Tensor to_biases[2];
  for (int i = 0; has_bias && i < 2; ++i) {
    to_biases[i] = Gates(biases[i], 3);
    call.Out(to_biases[i]);
  }
  call.Run(Op::gru_cell_backward);
  return {of_input, of_hidden, of_state, biases[0], biases[1]};
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_thnn_fused_lstm_cell", &LstmCell);
  m.impl("_thnn_fused_lstm_cell_backward_impl", &LstmCellBackward);
  m.impl("_thnn_fused_gru_cell", &GruCell);
  m.impl("_thnn_fused_gru_cell_backward", &GruCellBackward);
}

}  // namespace tilewright::torch_device
