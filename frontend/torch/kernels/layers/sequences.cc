// LSTM, GRU and RNN over whole sequences. PyTorch composes them of cells, step by step;
// these take their place, layer by layer.
#include <ATen/Functions.h>
#include <ATen/autocast_mode.h>
#include <ATen/ops/gru_native.h>
#include <ATen/ops/lstm_native.h>
#include <ATen/ops/rnn_relu_native.h>
#include <ATen/ops/rnn_tanh_native.h>
#include <torch/library.h>

#include "frontend/torch/device/transforms.h"
#include "frontend/torch/kernels/layers/sequence_layers.h"

namespace tilewright::torch_device {
namespace {

using at::TensorList;

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
  // In that order: what is traced may have sizes that are none yet.
  if (input.key_set().has(c10::DispatchKey::Python) || IsTransformed() ||
      HasTangents({input, states, parameters}) || input.dim() != 3 ||
      input.numel() == 0 || !c10::isFloatingType(input.scalar_type()) ||
      parameters.size() != static_cast<size_t>(directions) * (form.biased ? 4 : 2)) {
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
    const OptionalTensor bias =
        biased ? OptionalTensor(p.input_bias + p.state_bias) : std::nullopt;
    const LstmStates made = RunLstmLayer({x, p.input, bias}, p.state, states[0][number],
                                         states[1][number], reversed);
    last_states.push_back(EndOf(made.states, reversed));
    last_cells.push_back(EndOf(made.cells, reversed));
    return made.states;
  };
  const Tensor out = Layers(input, form, direction);
  return {out, at::stack(last_states), at::stack(last_cells)};
}

// Of cells with one state: `run` makes of an input, a direction's parameters and state,
// and whether it is reversed its states; `composed` is PyTorch's own way to all of it.
template <typename Run, typename Composed>
std::tuple<Tensor, Tensor> OfOneState(const Tensor& plain_input,
                                      const Tensor& plain_state,
                                      TensorList plain_parameters, const Form& form,
                                      Run run, Composed composed) {
  const Cast cast;
  const Tensor input = cast(plain_input), state = cast(plain_state);
  const std::vector<Tensor> parameters = cast(plain_parameters);
  if (!Takes(input, {state}, parameters, form)) {
    return composed(plain_input, plain_state, plain_parameters, form.biased, form.layers,
                    form.dropout, form.train, form.bidirectional, form.batch_first);
  }
  std::vector<Tensor> last_states;
  const auto direction = [&](const Tensor& x, int64_t number, bool reversed) {
    const Tensor made =
        run(x, ParametersAt(parameters, number, form.biased), state[number], reversed);
    last_states.push_back(EndOf(made, reversed));
    return made;
  };
  const Tensor out = Layers(input, form, direction);
  return {out, at::stack(last_states)};
}

std::tuple<Tensor, Tensor> Gru(const Tensor& input, const Tensor& state,
                               TensorList parameters, bool biased, int64_t layers,
                               double dropout, bool train, bool bidirectional,
                               bool batch_first) {
  const auto run = [&](const Tensor& x, const Parameters& p, const Tensor& first,
                       bool reversed) {
    const auto some = [&](const Tensor& bias) {
      return biased ? OptionalTensor(bias) : std::nullopt;
    };
    return RunGruLayer({x, p.input, some(p.input_bias)}, p.state, first,
                       some(p.state_bias), reversed);
  };
  const auto composed = [](const auto&... all) { return at::native::gru(all...); };
  return OfOneState(input, state, parameters,
                    {biased, layers, dropout, train, bidirectional, batch_first}, run,
                    composed);
}

template <bool relu>
std::tuple<Tensor, Tensor> Rnn(const Tensor& input, const Tensor& state,
                               TensorList parameters, bool biased, int64_t layers,
                               double dropout, bool train, bool bidirectional,
                               bool batch_first) {
  const auto run = [&](const Tensor& x, const Parameters& p, const Tensor& first,
                       bool reversed) {
    const OptionalTensor bias =
        biased ? OptionalTensor(p.input_bias + p.state_bias) : std::nullopt;
    return RunRnnLayer({x, p.input, bias}, p.state, first, relu, reversed);
  };
  const auto composed = [](const auto&... all) {
    return relu ? at::native::rnn_relu(all...) : at::native::rnn_tanh(all...);
  };
  return OfOneState(input, state, parameters,
                    {biased, layers, dropout, train, bidirectional, batch_first}, run,
                    composed);
}

}  // namespace

// All are composed of others, and would lose their gradients if they were registered for
// the device alone.
TORCH_LIBRARY_IMPL(aten, AutogradPrivateUse1, m) {
  m.impl("lstm.input", &Lstm);
  m.impl("gru.input", &Gru);
  m.impl("rnn_tanh.input", &Rnn<false>);
  m.impl("rnn_relu.input", &Rnn<true>);
}
TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("lstm.input", &Lstm);
  m.impl("gru.input", &Gru);
  m.impl("rnn_tanh.input", &Rnn<false>);
  m.impl("rnn_relu.input", &Rnn<true>);
}

}  // namespace tilewright::torch_device
