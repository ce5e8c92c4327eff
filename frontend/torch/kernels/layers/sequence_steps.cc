#include "frontend/torch/kernels/layers/sequence_steps.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

namespace tilewright::torch_device {

LstmStates LstmSteps(const Tensor& gates, const Tensor& weights, const Tensor& state,
                     const Tensor& cell, bool reversed) {
  const int64_t steps = gates.size(0);
  const Tensor by = weights.t();
  std::vector<Tensor> states(steps), cells(steps);
  Tensor h = state, c = cell;
  for (int64_t i = 0; i < steps; ++i) {
    const int64_t t = reversed ? steps - 1 - i : i;
    const std::vector<Tensor> gate = at::addmm(gates[t], h, by).chunk(4, -1);
    c = gate[1].sigmoid() * c + gate[0].sigmoid() * gate[2].tanh();
    h = gate[3].sigmoid() * c.tanh();
    cells[t] = c;
    states[t] = h;
  }
  return {at::stack(states), at::stack(cells)};
}

Tensor GruSteps(const Tensor& gates, const Tensor& weights, const Tensor& state,
                const OptionalTensor& bias, bool reversed) {
  const int64_t steps = gates.size(0);
  std::vector<Tensor> states(steps);
  Tensor h = state;
  for (int64_t i = 0; i < steps; ++i) {
    const int64_t t = reversed ? steps - 1 - i : i;
    const std::vector<Tensor> in = gates[t].chunk(3, -1);
    const std::vector<Tensor> of_state = at::linear(h, weights, bias).chunk(3, -1);
    const Tensor reset = (in[0] + of_state[0]).sigmoid();
    const Tensor update = (in[1] + of_state[1]).sigmoid();
    const Tensor fresh = (in[2] + reset * of_state[2]).tanh();
    h = fresh + update * (h - fresh);
    states[t] = h;
  }
  return at::stack(states);
}

Tensor RnnSteps(const Tensor& gate, const Tensor& weights, const Tensor& state, bool relu,
                bool reversed) {
  const int64_t steps = gate.size(0);
  const Tensor by = weights.t();
  std::vector<Tensor> states(steps);
  Tensor h = state;
  for (int64_t i = 0; i < steps; ++i) {
    const int64_t t = reversed ? steps - 1 - i : i;
    const Tensor sum = at::addmm(gate[t], h, by);
    h = relu ? sum.relu() : sum.tanh();
    states[t] = h;
  }
  return at::stack(states);
}

}  // namespace tilewright::torch_device
