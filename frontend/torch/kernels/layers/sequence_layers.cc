// LSTM and GRU layers over a sequence, in one direction. A sequence is recorded in parts
// of 64, 32, ... steps, so that sequences of all lengths have few kernels between them.
#include "frontend/torch/kernels/layers/sequence_layers.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/custom_function.h>

namespace tilewright::torch_device {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

constexpr int64_t kMostSteps = 64;  // of a recorded part

struct Part {
  int64_t first, count;
};
// In the order in which they are gone through.
std::vector<Part> PartsOf(int64_t steps, bool reversed) {
  std::vector<Part> parts;
  int64_t size = kMostSteps;
  for (int64_t done = 0; done < steps; done += size) {
    while (size > steps - done) size /= 2;
    parts.push_back({reversed ? steps - done - size : done, size});
  }
  return parts;
}

Tensor Gates(const Tensor& x, int64_t gates) {
  return x.unflatten(-1, {gates, x.size(-1) / gates});
}
Tensor Within(const Tensor& x, const Part& part) {
  return x.defined() ? x.narrow(0, part.first, part.count) : x;
}
// The last step that a pass makes of these.
Tensor LastOf(const Tensor& x, const Part& part, bool reversed) {
  return x.select(0, reversed ? part.first : part.first + part.count - 1);
}
// The state before each step.
Tensor Before(const Tensor& first, const Tensor& states, bool reversed) {
  const int64_t steps = states.size(0);
  const Tensor one = first.unsqueeze(0);
  return reversed ? at::cat({states.narrow(0, 1, steps - 1), one})
                  : at::cat({one, states.narrow(0, 0, steps - 1)});
}
Tensor OfWeights(const Tensor& of_gates, const Tensor& states_before) {
  return at::mm(of_gates.flatten(0, 1).t(), states_before.flatten(0, 1));
}
void CheckOnce(const char* name) {
  TORCH_CHECK_NOT_IMPLEMENTED(!c10::GradMode::is_enabled(), name,
                              " on tpu has no gradient of its gradient");
}

// Arguments and results as those of the operations (frontend/torch/lower/sequences.cc).
struct LstmLayer : Function<LstmLayer> {
  static variable_list forward(AutogradContext* context, const Tensor& gates,
                               const Tensor& weights, const Tensor& state,
                               const Tensor& cell, bool reversed) {
    const int64_t steps = gates.size(0), batch = gates.size(1), size = state.size(1);
    const Tensor states = Empty({steps, batch, size}, gates.scalar_type());
    const Tensor cells = Empty({steps, batch, size}, gates.scalar_type());
    const Tensor kept = Empty({steps, batch, 4, size}, gates.scalar_type());
    const Tensor split = Gates(gates, 4);
    Tensor h = state, c = cell;
    for (const Part& part : PartsOf(steps, reversed)) {
      const Tensor of_input = Within(split, part), to_states = Within(states, part);
      const Tensor to_cells = Within(cells, part), to_kept = Within(kept, part);
      Recording()
          .In(of_input)
          .In(weights)
          .In(h)
          .In(c)
          .Attribute(reversed)
          .Out(to_states)
          .Out(to_cells)
          .Out(to_kept)
          .Run(Op::lstm_layer);
      h = LastOf(states, part, reversed);
      c = LastOf(cells, part, reversed);
    }
    context->save_for_backward({weights, state, cell, states, cells, kept});
    context->saved_data["reversed"] = reversed;
    return {states, cells};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    CheckOnce("LSTM");
    const variable_list saved = context->get_saved_variables();
    const Tensor &weights = saved[0], &state = saved[1], &cell = saved[2];
    const Tensor &states = saved[3], &cells = saved[4], &kept = saved[5];
    const bool reversed = context->saved_data["reversed"].toBool();
    const Tensor of_gates = Empty(kept.sizes(), kept.scalar_type());
    std::vector<Part> parts = PartsOf(states.size(0), reversed);
    Tensor of_state, of_cell;
    for (size_t i = parts.size(); i-- > 0;) {
      const Part& part = parts[i];
      const bool first = i == 0;
      const Tensor cell_before = first ? cell : LastOf(cells, parts[i - 1], reversed);
      const Tensor to_state = Empty(state.sizes(), state.scalar_type());
      const Tensor to_cell = Empty(cell.sizes(), cell.scalar_type());
      const Tensor operands[] = {Within(gradients[0], part), Within(gradients[1], part),
                                 Within(kept, part), Within(cells, part)};
      const Tensor to_gates = Within(of_gates, part);
      Recording call;
      for (const Tensor& operand : operands) call.In(operand);
      call.In(cell_before)
          .In(weights)
          .In(of_state)
          .In(of_cell)
          .Attribute(reversed)
          .Out(to_gates)
          .Out(to_state)
          .Out(to_cell)
          .Run(Op::lstm_layer_backward);
      of_state = to_state;
      of_cell = to_cell;
    }
    const Tensor flat = of_gates.flatten(2);
    Tensor of_weights;
    if (context->needs_input_grad(1)) {
      of_weights = OfWeights(flat, Before(state, states, reversed));
    }
    return {flat, of_weights, of_state, of_cell, Tensor()};
  }
};

struct GruLayer : Function<GruLayer> {
  static variable_list forward(AutogradContext* context, const Tensor& gates,
                               const Tensor& weights, const Tensor& state,
                               const std::optional<Tensor>& bias, bool reversed) {
    const int64_t steps = gates.size(0), batch = gates.size(1), size = state.size(1);
    const Tensor states = Empty({steps, batch, size}, gates.scalar_type());
    const Tensor kept = Empty({steps, batch, 5, size}, gates.scalar_type());
    const Tensor split = Gates(gates, 3);
    const Tensor split_bias = bias.has_value() ? Gates(*bias, 3) : Tensor();
    Tensor h = state;
    for (const Part& part : PartsOf(steps, reversed)) {
      const Tensor of_input = Within(split, part), to_states = Within(states, part);
      const Tensor to_kept = Within(kept, part);
      Recording()
          .In(of_input)
          .In(weights)
          .In(h)
          .In(split_bias)
          .Attribute(reversed)
          .Out(to_states)
          .Out(to_kept)
          .Run(Op::gru_layer);
      h = LastOf(states, part, reversed);
    }
    context->save_for_backward({weights, state, states, kept});
    context->saved_data["reversed"] = reversed;
    context->saved_data["biased"] = bias.has_value();
    return {states};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    CheckOnce("GRU");
    const variable_list saved = context->get_saved_variables();
    const Tensor &weights = saved[0], &state = saved[1], &states = saved[2];
    const Tensor& kept = saved[3];
    const bool reversed = context->saved_data["reversed"].toBool();
    const auto gates = [&] {
      return Empty({kept.size(0), kept.size(1), 3, kept.size(3)}, kept.scalar_type());
    };
    const Tensor of_input = gates(), of_hidden = gates();
    const std::vector<Part> parts = PartsOf(states.size(0), reversed);
    Tensor of_state;
    for (size_t i = parts.size(); i-- > 0;) {
      const Part& part = parts[i];
      const Tensor gradient = Within(gradients[0], part), from = Within(kept, part);
      const Tensor to_input = Within(of_input, part);
      const Tensor to_hidden = Within(of_hidden, part);
      const Tensor to_state = Empty(state.sizes(), state.scalar_type());
      Recording()
          .In(gradient)
          .In(from)
          .In(weights)
          .In(of_state)
          .Attribute(reversed)
          .Out(to_input)
          .Out(to_hidden)
          .Out(to_state)
          .Run(Op::gru_layer_backward);
      of_state = to_state;
    }
    const Tensor hidden = of_hidden.flatten(2);
    Tensor of_weights, of_bias;
    if (context->needs_input_grad(1)) {
      of_weights = OfWeights(hidden, Before(state, states, reversed));
    }
    if (context->saved_data["biased"].toBool() && context->needs_input_grad(3))
      of_bias = hidden.sum(IntArrayRef({0, 1}));
    return {of_input.flatten(2), of_weights, of_state, of_bias, Tensor()};
  }
};

}  // namespace

LstmStates RunLstmLayer(const Tensor& gates, const Tensor& weights, const Tensor& state,
                        const Tensor& cell, bool reversed) {
  const variable_list made = LstmLayer::apply(gates, weights, state, cell, reversed);
  return {made[0], made[1]};
}
Tensor RunGruLayer(const Tensor& gates, const Tensor& weights, const Tensor& state,
                   const std::optional<Tensor>& bias, bool reversed) {
  return GruLayer::apply(gates, weights, state, bias, reversed)[0];
}

}  // namespace tilewright::torch_device
