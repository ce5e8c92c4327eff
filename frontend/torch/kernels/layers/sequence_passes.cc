// A sequence is recorded in parts of 64, 32, ... steps, so that sequences of all lengths
// have few kernels between them. What the caller made lies in whichever way; kernels are
// for one.
#include "frontend/torch/kernels/layers/sequence_passes.h"

#include <torch/library.h>

#include "frontend/torch/device/capturing.h"

namespace tilewright::torch_device {

Tensor Gates(const Tensor& x, int64_t gates) {
  TORCH_CHECK(x.size(-1) % gates == 0, "a cell's gates are ", gates,
              " times its size, but got ", x.sizes());
  return x.unflatten(-1, {gates, x.size(-1) / gates});
}

namespace {

constexpr int64_t kMostSteps = 64;  // of a recorded part

struct Part {
  int64_t first, count;
};
// In the order in which they are gone through.
std::vector<Part> PartsOf(int64_t steps, bool reversed) {
  std::vector<Part> parts;
  int64_t size = CaptureIsForAnySizes() ? steps : kMostSteps;
  for (int64_t done = 0; done < steps; done += size) {
    while (size > steps - done) size /= 2;
    parts.push_back({reversed ? steps - done - size : done, size});
  }
  return parts;
}

Tensor Within(const Tensor& x, const Part& part) {
  return x.defined() ? x.narrow(0, part.first, part.count) : x;
}
Tensor ContiguousOrNone(const OptionalTensor& x) {
  return IsThere(x) ? x->contiguous() : Tensor();
}
// The last step that a pass makes of these.
Tensor LastOf(const Tensor& x, const Part& part, bool reversed) {
  return x.select(0, reversed ? part.first : part.first + part.count - 1);
}
// Sizes and types that belong together, of `gates` gates.
void CheckLayer(const Tensor& of_gates, const Tensor& weights, const Tensor& state,
                int64_t gates) {
  const bool fits = of_gates.dim() == 3 && weights.dim() == 2 && state.dim() == 2 &&
                    of_gates.numel() > 0 && state.size(0) == of_gates.size(1) &&
                    of_gates.size(2) == gates * state.size(1) &&
                    weights.size(0) == of_gates.size(2) &&
                    weights.size(1) == state.size(1);
  TORCH_CHECK(fits, "a layer's gates are ", of_gates.sizes(), ", its weights ",
              weights.sizes(), ", its state ", state.sizes());
  for (const Tensor* x : {&weights, &state}) {
    TORCH_CHECK(x->scalar_type() == of_gates.scalar_type(), "a layer of ",
                of_gates.scalar_type(), " has operands of ", x->scalar_type());
  }
}
// The same of what a forward pass kept, [steps, batch, parts, size].
void CheckKept(const Tensor& kept, const Tensor& weights, int64_t parts, int64_t gates) {
  const bool fits = kept.dim() == 4 && weights.dim() == 2 && kept.numel() > 0 &&
                    kept.size(2) == parts && weights.size(1) == kept.size(3) &&
                    weights.size(0) == gates * kept.size(3) &&
                    weights.scalar_type() == kept.scalar_type();
  TORCH_CHECK(fits, "a layer kept ", kept.sizes(), ", its weights are ", weights.sizes());
}
void CheckLike(const Tensor& x, IntArrayRef sizes, ScalarType type) {
  TORCH_CHECK(!x.defined() || (x.sizes() == sizes && x.scalar_type() == type),
              "a layer of ", sizes, " and ", type, " got ", x.sizes(), " and ",
              x.scalar_type());
}

}  // namespace

std::tuple<Tensor, Tensor, Tensor> LstmForward(const Tensor& gates, const Tensor& weights,
                                               const Tensor& state, const Tensor& cell,
                                               bool reversed) {
  CheckLayer(gates, weights, state, 4);
  CheckLike(cell, state.sizes(), state.scalar_type());
  const int64_t steps = gates.size(0), batch = gates.size(1), size = state.size(1);
  const Tensor states = Empty({steps, batch, size}, gates.scalar_type());
  const Tensor cells = Empty({steps, batch, size}, gates.scalar_type());
  const Tensor kept = Empty({steps, batch, 4, size}, gates.scalar_type());
  const Tensor split = Gates(gates.contiguous(), 4);
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
  return {states, cells, kept};
}

std::tuple<Tensor, Tensor, Tensor> LstmBackward(const OptionalTensor& of_states,
                                                const OptionalTensor& of_cells,
                                                const Tensor& kept, const Tensor& cells,
                                                const Tensor& cell, const Tensor& weights,
                                                bool reversed) {
  CheckKept(kept, weights, 4, 4);
  const int64_t steps = kept.size(0), batch = kept.size(1), size = kept.size(3);
  const Tensor from_states = ContiguousOrNone(of_states);
  const Tensor from_cells = ContiguousOrNone(of_cells);
  for (const Tensor* x : {&from_states, &from_cells, &cells}) {
    CheckLike(*x, {steps, batch, size}, kept.scalar_type());
  }
  CheckLike(cell, {batch, size}, kept.scalar_type());
  const Tensor of_gates = Empty(kept.sizes(), kept.scalar_type());
  const std::vector<Part> parts = PartsOf(steps, reversed);
  Tensor of_state, of_cell;
  for (size_t i = parts.size(); i-- > 0;) {
    const Part& part = parts[i];
    const Tensor cell_before = i == 0 ? cell : LastOf(cells, parts[i - 1], reversed);
    const Tensor to_state = Empty(cell.sizes(), kept.scalar_type());
    const Tensor to_cell = Empty(cell.sizes(), kept.scalar_type());
    const Tensor operands[] = {Within(from_states, part), Within(from_cells, part),
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
  return {of_gates.flatten(2), of_state, of_cell};
}

std::tuple<Tensor, Tensor> GruForward(const Tensor& gates, const Tensor& weights,
                                      const Tensor& state, const OptionalTensor& bias,
                                      bool reversed) {
  CheckLayer(gates, weights, state, 3);
  const bool biased = IsThere(bias);
  if (biased) CheckLike(*bias, {gates.size(2)}, gates.scalar_type());
  const int64_t steps = gates.size(0), batch = gates.size(1), size = state.size(1);
  const Tensor states = Empty({steps, batch, size}, gates.scalar_type());
  const Tensor kept = Empty({steps, batch, 5, size}, gates.scalar_type());
  const Tensor split = Gates(gates.contiguous(), 3);
  const Tensor split_bias = biased ? Gates(*bias, 3) : Tensor();
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
  return {states, kept};
}

std::tuple<Tensor, Tensor, Tensor> GruBackward(const OptionalTensor& of_states,
                                               const Tensor& kept, const Tensor& weights,
                                               bool reversed) {
  CheckKept(kept, weights, 5, 3);
  const int64_t steps = kept.size(0), batch = kept.size(1), size = kept.size(3);
  const Tensor from_states = ContiguousOrNone(of_states);
  CheckLike(from_states, {steps, batch, size}, kept.scalar_type());
  const Tensor of_input = Empty({steps, batch, 3, size}, kept.scalar_type());
  const Tensor of_hidden = Empty({steps, batch, 3, size}, kept.scalar_type());
  const std::vector<Part> parts = PartsOf(steps, reversed);
  Tensor of_state;
  for (size_t i = parts.size(); i-- > 0;) {
    const Part& part = parts[i];
    const Tensor gradient = Within(from_states, part), from = Within(kept, part);
    const Tensor to_input = Within(of_input, part), to_hidden = Within(of_hidden, part);
    const Tensor to_state = Empty({batch, size}, kept.scalar_type());
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
  return {of_input.flatten(2), of_hidden.flatten(2), of_state};
}

Tensor RnnForward(const Tensor& gate, const Tensor& weights, const Tensor& state,
                  bool relu, bool reversed) {
  CheckLayer(gate, weights, state, 1);
  const Tensor states = Empty(gate.sizes(), gate.scalar_type());
  const Tensor split = Gates(gate.contiguous(), 1);
  Tensor h = state;
  for (const Part& part : PartsOf(gate.size(0), reversed)) {
    const Tensor of_input = Within(split, part), to_states = Within(states, part);
    Recording()
        .In(of_input)
        .In(weights)
        .In(h)
        .Attribute(reversed)
        .Attribute(relu)
        .Out(to_states)
        .Run(Op::rnn_layer);
    h = LastOf(states, part, reversed);
  }
  return states;
}

std::tuple<Tensor, Tensor> RnnBackward(const Tensor& of_states, const Tensor& states,
                                       const Tensor& weights, bool relu, bool reversed) {
  const Tensor made = Gates(states.contiguous(), 1);
  CheckKept(made, weights, 1, 1);
  const Tensor from_states = of_states.contiguous();
  CheckLike(from_states, states.sizes(), states.scalar_type());
  const Tensor of_gate = Empty(made.sizes(), made.scalar_type());
  const std::vector<Part> parts = PartsOf(states.size(0), reversed);
  Tensor of_state;
  for (size_t i = parts.size(); i-- > 0;) {
    const Part& part = parts[i];
    const Tensor gradient = Within(from_states, part), from = Within(made, part);
    const Tensor to_gate = Within(of_gate, part);
    const Tensor to_state = Empty({states.size(1), states.size(2)}, states.scalar_type());
    Recording()
        .In(gradient)
        .In(from)
        .In(weights)
        .In(of_state)
        .Attribute(reversed)
        .Attribute(relu)
        .Out(to_gate)
        .Out(to_state)
        .Run(Op::rnn_layer_backward);
    of_state = to_state;
  }
  return {of_gate.flatten(2), of_state};
}

// What graphs have in the place of loops over steps; their gradients are made there.
TORCH_LIBRARY_FRAGMENT(tilewright, m) {
  m.def(
      "lstm_layer(Tensor gates, Tensor weights, Tensor state, Tensor cell, "
      "bool reversed) -> (Tensor states, Tensor cells, Tensor kept)");
  m.def(
      "lstm_layer_backward(Tensor? of_states, Tensor? of_cells, Tensor kept, "
      "Tensor cells, Tensor cell, Tensor weights, bool reversed) -> "
      "(Tensor, Tensor, Tensor)");
  m.def(
      "gru_layer(Tensor gates, Tensor weights, Tensor state, Tensor? bias, "
      "bool reversed) -> (Tensor states, Tensor kept)");
  m.def(
      "gru_layer_backward(Tensor? of_states, Tensor kept, Tensor weights, "
      "bool reversed) -> (Tensor, Tensor, Tensor)");
  m.def(
      "rnn_layer(Tensor gate, Tensor weights, Tensor state, bool relu, bool reversed) -> "
      "Tensor states");
  m.def(
      "rnn_layer_backward(Tensor of_states, Tensor states, Tensor weights, bool relu, "
      "bool reversed) -> (Tensor, Tensor)");
}
TORCH_LIBRARY_IMPL(tilewright, PrivateUse1, m) {
  m.impl("lstm_layer", &LstmForward);
  m.impl("lstm_layer_backward", &LstmBackward);
  m.impl("gru_layer", &GruForward);
  m.impl("gru_layer_backward", &GruBackward);
  m.impl("rnn_layer", &RnnForward);
  m.impl("rnn_layer_backward", &RnnBackward);
}

}  // namespace tilewright::torch_device
