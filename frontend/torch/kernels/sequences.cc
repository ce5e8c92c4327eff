// LSTM and GRU over whole sequences. PyTorch composes them of cells, step by step; these
// take their place with a gradient of their own. A sequence is recorded in parts of 64,
// 32,
// ... steps, so that sequences of all lengths have few kernels between them.
#include <ATen/Functions.h>
#include <ATen/autocast_mode.h>
#include <ATen/ops/gru_native.h>
#include <ATen/ops/lstm_native.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using at::TensorList;
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

// A direction of a layer: where its parameters begin.
struct Parameters {
  Tensor input, state, input_bias, state_bias;
};
Parameters ParametersAt(TensorList all, size_t number, bool biased) {
  const size_t at = number * (biased ? 4 : 2);
  if (!biased) return {all[at], all[at + 1], Tensor(), Tensor()};
  return {all[at], all[at + 1], all[at + 2], all[at + 3]};
}

struct Form {
  bool biased;
  int64_t layers;
  double dropout;
  bool train, bidirectional, batch_first;
  int64_t directions() const { return bidirectional ? 2 : 1; }
};

// What ours take; the rest PyTorch composes of cells.
bool Takes(const Tensor& input, TensorList states, TensorList parameters,
           const Form& form) {
  const int64_t directions = form.layers * form.directions();
  if (input.dim() != 3 || input.numel() == 0 ||
      !c10::isFloatingType(input.scalar_type()) ||
      parameters.size() != static_cast<size_t>(directions) * (form.biased ? 4 : 2) ||
      input.key_set().has(c10::DispatchKey::Python)) {
    return false;
  }
  for (const TensorList& list : {states, parameters}) {
    for (const Tensor& x : list) {
      if (x.device().type() != kTpu || x.scalar_type() != input.scalar_type()) {
        return false;
      }
    }
  }
  for (const Tensor& state : states) {
    if (state.dim() != 3 || state.sizes() != states[0].sizes() || state.numel() == 0 ||
        state.size(0) != directions ||
        state.size(1) != input.size(form.batch_first ? 0 : 1)) {
      return false;
    }
  }
  return true;
}

// In autocast's type, where there is one.
struct Cast {
  bool on = at::autocast::is_autocast_enabled(kTpu);
  ScalarType type = at::autocast::get_autocast_dtype(kTpu);

  Tensor operator()(const Tensor& x) const {
    return on ? at::autocast::cached_cast(type, x, kTpu) : x;
  }
  std::vector<Tensor> operator()(TensorList list) const {
    std::vector<Tensor> cast;
    for (const Tensor& x : list) cast.push_back((*this)(x));
    return cast;
  }
};

// Layer by layer: `direction` makes of an input, a number and whether it is reversed the
// states of that direction.
template <typename Direction>
Tensor Layers(const Tensor& input, const Form& form, Direction direction) {
  Tensor x = form.batch_first ? input.transpose(0, 1) : input;
  for (int64_t layer = 0; layer < form.layers; ++layer) {
    std::vector<Tensor> outs;
    for (int64_t d = 0; d < form.directions(); ++d) {
      outs.push_back(direction(x, layer * form.directions() + d, d == 1));
    }
    x = outs.size() == 1 ? outs[0] : at::cat(outs, -1);
    if (form.dropout > 0 && form.train && layer + 1 < form.layers) {
      x = at::dropout(x, form.dropout, /*train=*/true);
    }
  }
  return form.batch_first ? x.transpose(0, 1) : x;
}
Tensor EndOf(const Tensor& states, bool reversed) {
  return states.select(0, reversed ? 0 : states.size(0) - 1);
}

std::tuple<Tensor, Tensor, Tensor> Lstm(const Tensor& plain_input,
                                        TensorList plain_states,
                                        TensorList plain_parameters, bool biased,
                                        int64_t layers, double dropout, bool train,
                                        bool bidirectional, bool batch_first) {
  const Form form = {biased, layers, dropout, train, bidirectional, batch_first};
  const Cast cast;
  const Tensor input = cast(plain_input);
  const std::vector<Tensor> states = cast(plain_states);
  const std::vector<Tensor> parameters = cast(plain_parameters);
  if (states.size() != 2 || !Takes(input, states, parameters, form)) {
    return at::native::lstm(plain_input, plain_states, plain_parameters, biased, layers,
                            dropout, train, bidirectional, batch_first);
  }
  std::vector<Tensor> last_states, last_cells;
  const auto direction = [&](const Tensor& x, int64_t number, bool reversed) {
    const Parameters p = ParametersAt(parameters, number, biased);
    const Tensor bias = biased ? p.input_bias + p.state_bias : Tensor();
    const Tensor gates = at::linear(x, p.input, bias);
    const variable_list made =
        LstmLayer::apply(gates, p.state, states[0][number], states[1][number], reversed);
    last_states.push_back(EndOf(made[0], reversed));
    last_cells.push_back(EndOf(made[1], reversed));
    return made[0];
  };
  const Tensor out = Layers(input, form, direction);
  return {out, at::stack(last_states), at::stack(last_cells)};
}

std::tuple<Tensor, Tensor> Gru(const Tensor& plain_input, const Tensor& plain_state,
                               TensorList plain_parameters, bool biased, int64_t layers,
                               double dropout, bool train, bool bidirectional,
                               bool batch_first) {
  const Form form = {biased, layers, dropout, train, bidirectional, batch_first};
  const Cast cast;
  const Tensor input = cast(plain_input), state = cast(plain_state);
  const std::vector<Tensor> parameters = cast(plain_parameters);
  if (!Takes(input, {state}, parameters, form)) {
    return at::native::gru(plain_input, plain_state, plain_parameters, biased, layers,
                           dropout, train, bidirectional, batch_first);
  }
  std::vector<Tensor> last_states;
  const auto direction = [&](const Tensor& x, int64_t number, bool reversed) {
    const Parameters p = ParametersAt(parameters, number, biased);
    const Tensor gates = at::linear(x, p.input, p.input_bias);
    const std::optional<Tensor> bias =
        biased ? std::optional<Tensor>(p.state_bias) : std::nullopt;
    const variable_list made =
        GruLayer::apply(gates, p.state, state[number], bias, reversed);
    last_states.push_back(EndOf(made[0], reversed));
    return made[0];
  };
  const Tensor out = Layers(input, form, direction);
  return {out, at::stack(last_states)};
}

}  // namespace

// Both are composed of others, and would lose their gradients if they were registered for
// the device alone.
TORCH_LIBRARY_IMPL(aten, AutogradPrivateUse1, m) {
  m.impl("lstm.input", &Lstm);
  m.impl("gru.input", &Gru);
}
TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("lstm.input", &Lstm);
  m.impl("gru.input", &Gru);
}

}  // namespace tilewright::torch_device
