// LSTM and GRU layers over a sequence, in one direction, with their gradients.
#include "frontend/torch/kernels/layers/sequence_layers.h"

#include <ATen/Functions.h>
#include <torch/csrc/autograd/custom_function.h>

#include "frontend/torch/kernels/layers/sequence_passes.h"

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
void CheckOnce(const char* name) {
  TORCH_CHECK_NOT_IMPLEMENTED(!c10::GradMode::is_enabled(), name,
                              " on tpu has no gradient of its gradient");
}

struct LstmLayer : Function<LstmLayer> {
  static variable_list forward(AutogradContext* context, const Tensor& gates,
                               const Tensor& weights, const Tensor& state,
                               const Tensor& cell, bool reversed) {
    const auto [states, cells, kept] = LstmForward(gates, weights, state, cell, reversed);
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
    const auto [of_gates, of_state, of_cell] =
        LstmBackward(gradients[0], gradients[1], kept, cells, cell, weights, reversed);
    Tensor of_weights;
    if (context->needs_input_grad(1)) {
      of_weights = OfWeights(of_gates, Before(state, states, reversed));
    }
    return {of_gates, of_weights, of_state, of_cell, Tensor()};
  }
};

struct GruLayer : Function<GruLayer> {
  static variable_list forward(AutogradContext* context, const Tensor& gates,
                               const Tensor& weights, const Tensor& state,
                               const OptionalTensor& bias, bool reversed) {
    const auto [states, kept] = GruForward(gates, weights, state, bias, reversed);
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
    const auto [of_input, of_hidden, of_state] =
        GruBackward(gradients[0], kept, weights, reversed);
    Tensor of_weights, of_bias;
    if (context->needs_input_grad(1)) {
      of_weights = OfWeights(of_hidden, Before(state, states, reversed));
    }
    if (context->saved_data["biased"].toBool() && context->needs_input_grad(3))
      of_bias = of_hidden.sum(IntArrayRef({0, 1}));
    return {of_input, of_weights, of_state, of_bias, Tensor()};
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
