// LSTM, GRU and RNN layers over a sequence, in one direction, with their gradients.
#include "frontend/torch/kernels/layers/sequence_layers.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <iterator>

#include "frontend/torch/device/transforms.h"
#include "frontend/torch/kernels/layers/sequence_passes.h"
#include "frontend/torch/kernels/layers/sequence_steps.h"

namespace tilewright::torch_device {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

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

Tensor GatesOf(const LayerInput& input) {
  return at::linear(input.x, input.weights, input.bias);
}

// Gates are computed again for gradients of gradients, of what PyTorch keeps for those of
// the weights anyway; where these have none the gates are kept.
void KeepGates(AutogradContext* context, const LayerInput& input, const Tensor& gates,
               variable_list kept) {
  const bool again = input.weights.requires_grad();
  kept.push_back(again ? input.x : gates);
  kept.push_back(again ? input.weights : Tensor());
  kept.push_back(again ? input.bias.value_or(Tensor()) : Tensor());
  context->save_for_backward(std::move(kept));
}
Tensor KeptGates(const variable_list& saved) {
  const c10::AutoGradMode differentiated(true);
  const size_t at = saved.size() - 3;
  if (!saved[at + 1].defined()) return saved[at];
  const OptionalTensor bias =
      saved[at + 2].defined() ? OptionalTensor(saved[at + 2]) : std::nullopt;
  return GatesOf({saved[at], saved[at + 1], bias});
}

// Gradients that have gradients, and batches of them, are those of the layer step by
// step.
bool GoesBySteps(const variable_list& gradients) {
  return c10::GradMode::is_enabled() ||
         std::any_of(gradients.begin(), gradients.end(), IsBatch);
}
// `steps` makes the layer's results of its inputs, which are as given but depend on
// nothing of each other.
template <typename Steps>
variable_list AgainBackward(variable_list inputs, const variable_list& gradients,
                            Steps steps) {
  const bool once_more = c10::GradMode::is_enabled();
  const c10::AutoGradMode differentiated(true);
  for (Tensor& x : inputs) {
    if (x.defined()) x = x.alias();
  }
  const variable_list results = steps(inputs);
  variable_list from, by, wanted;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!gradients[i].defined()) continue;
    from.push_back(results[i]);
    by.push_back(gradients[i]);
  }
  const auto wants = [](const Tensor& x) { return x.defined() && x.requires_grad(); };
  std::copy_if(inputs.begin(), inputs.end(), std::back_inserter(wanted), wants);
  const variable_list found = torch::autograd::grad(
      from, wanted, by, /*retain_graph=*/true, /*create_graph=*/once_more,
      /*allow_unused=*/true);
  auto next = found.begin();
  for (Tensor& x : inputs) x = wants(x) ? *next++ : Tensor();
  inputs.emplace_back();  // of `reversed`
  return inputs;
}

struct LstmLayer : Function<LstmLayer> {
  static variable_list forward(AutogradContext* context, const Tensor& gates,
                               const Tensor& weights, const Tensor& state,
                               const Tensor& cell, bool reversed,
                               const LayerInput& input) {
    const auto [states, cells, kept] = LstmForward(gates, weights, state, cell, reversed);
    KeepGates(context, input, gates, {weights, state, cell, states, cells, kept});
    context->saved_data["reversed"] = reversed;
    return {states, cells};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    const Tensor &weights = saved[0], &state = saved[1], &cell = saved[2];
    const Tensor &states = saved[3], &cells = saved[4], &kept = saved[5];
    const bool reversed = context->saved_data["reversed"].toBool();
    if (GoesBySteps(gradients)) {
      const auto steps = [&](const variable_list& x) -> variable_list {
        const LstmStates made = LstmSteps(x[0], x[1], x[2], x[3], reversed);
        return {made.states, made.cells};
      };
      variable_list found =
          AgainBackward({KeptGates(saved), weights, state, cell}, gradients, steps);
      found.emplace_back();  // of what the gates are made of
      return found;
    }
    const auto [of_gates, of_state, of_cell] =
        LstmBackward(gradients[0], gradients[1], kept, cells, cell, weights, reversed);
    Tensor of_weights;
    if (context->needs_input_grad(1)) {
      of_weights = OfWeights(of_gates, Before(state, states, reversed));
    }
    return {of_gates, of_weights, of_state, of_cell, Tensor(), Tensor()};
  }
};

struct GruLayer : Function<GruLayer> {
  static variable_list forward(AutogradContext* context, const Tensor& gates,
                               const Tensor& weights, const Tensor& state,
                               const OptionalTensor& bias, bool reversed,
                               const LayerInput& input) {
    const auto [states, kept] = GruForward(gates, weights, state, bias, reversed);
    KeepGates(context, input, gates,
              {weights, state, states, kept, bias.value_or(Tensor())});
    context->saved_data["reversed"] = reversed;
    return {states};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    const Tensor &weights = saved[0], &state = saved[1], &states = saved[2];
    const Tensor &kept = saved[3], &bias = saved[4];
    const bool reversed = context->saved_data["reversed"].toBool();
    if (GoesBySteps(gradients)) {
      const auto steps = [&](const variable_list& x) -> variable_list {
        const OptionalTensor of_state =
            x[3].defined() ? OptionalTensor(x[3]) : std::nullopt;
        return {GruSteps(x[0], x[1], x[2], of_state, reversed)};
      };
      variable_list found =
          AgainBackward({KeptGates(saved), weights, state, bias}, gradients, steps);
      found.emplace_back();
      return found;
    }
    const auto [of_input, of_hidden, of_state] =
        GruBackward(gradients[0], kept, weights, reversed);
    Tensor of_weights, of_bias;
    if (context->needs_input_grad(1)) {
      of_weights = OfWeights(of_hidden, Before(state, states, reversed));
    }
    if (bias.defined() && context->needs_input_grad(3))
      of_bias = of_hidden.sum(IntArrayRef({0, 1}));
    return {of_input, of_weights, of_state, of_bias, Tensor(), Tensor()};
  }
};

struct RnnLayer : Function<RnnLayer> {
  static variable_list forward(AutogradContext* context, const Tensor& gate,
                               const Tensor& weights, const Tensor& state, bool relu,
                               bool reversed, const LayerInput& input) {
    const Tensor states = RnnForward(gate, weights, state, relu, reversed);
    KeepGates(context, input, gate, {weights, state, states});
    context->saved_data["relu"] = relu;
    context->saved_data["reversed"] = reversed;
    return {states};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    const Tensor &weights = saved[0], &state = saved[1], &states = saved[2];
    const bool relu = context->saved_data["relu"].toBool();
    const bool reversed = context->saved_data["reversed"].toBool();
    if (GoesBySteps(gradients)) {
      const auto steps = [&](const variable_list& x) -> variable_list {
        return {RnnSteps(x[0], x[1], x[2], relu, reversed)};
      };
      variable_list found =
          AgainBackward({KeptGates(saved), weights, state}, gradients, steps);
      found.resize(6);  // nothing of relu, reversed and what the gate is made of
      return found;
    }
    const auto [of_gate, of_state] =
        RnnBackward(gradients[0], states, weights, relu, reversed);
    Tensor of_weights;
    if (context->needs_input_grad(1)) {
      of_weights = OfWeights(of_gate, Before(state, states, reversed));
    }
    return {of_gate, of_weights, of_state, Tensor(), Tensor(), Tensor()};
  }
};

}  // namespace

LstmStates RunLstmLayer(const LayerInput& input, const Tensor& weights,
                        const Tensor& state, const Tensor& cell, bool reversed) {
  const variable_list made =
      LstmLayer::apply(GatesOf(input), weights, state, cell, reversed, input);
  return {made[0], made[1]};
}
Tensor RunGruLayer(const LayerInput& input, const Tensor& weights, const Tensor& state,
                   const OptionalTensor& bias, bool reversed) {
  return GruLayer::apply(GatesOf(input), weights, state, bias, reversed, input)[0];
}
Tensor RunRnnLayer(const LayerInput& input, const Tensor& weights, const Tensor& state,
                   bool relu, bool reversed) {
  return RnnLayer::apply(GatesOf(input), weights, state, relu, reversed, input)[0];
}

}  // namespace tilewright::torch_device
