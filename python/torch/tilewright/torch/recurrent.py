"""LSTM, GRU and RNN in graphs: each layer and direction is one operator, whatever the number of
steps is. PyTorch unrolls them, and breaks graphs before it does; in graphs that do not
compute on tpu both stays."""

import functools

import torch
from torch._C import DispatchKey
from torch.fx.experimental.symbolic_shapes import guard_or_false

_ops = torch.ops.tilewright


def _cast(tensors):
    """To autocast's type, where there is one."""
    if not torch.is_autocast_enabled("tpu"):
        return list(tensors)
    kind = torch.get_autocast_dtype("tpu")
    return [x.to(kind) if x.is_floating_point() and x.dtype != torch.float64 else x
            for x in tensors]


def _takes(x, states, parameters, directions, biased, batch_first):
    """As the device has it for eager modes (frontend/torch/kernels/layers/sequences.cc)."""
    if (torch._C._functorch.peek_interpreter_stack() is not None or x.dim() != 3
            or not x.is_floating_point() or len(parameters) != directions * (4 if biased else 2)
            or any(guard_or_false(size == 0) for size in x.shape)):
        return False
    if any(y.device.type != "tpu" or y.dtype != x.dtype for y in (*states, *parameters)):
        return False
    shape = (directions, x.size(0 if batch_first else 1), states[0].size(-1))
    return all(y.dim() == 3 and guard_or_false(y.numel() != 0)
               and all(guard_or_false(a == b) for a, b in zip(y.shape, shape)) for y in states)


def _layers(x, form, direction):
    """Layer by layer; `direction` makes of an input, a number and whether it is reversed the
    states of that direction."""
    layers, dropout, train, bidirectional, batch_first = form
    ways = (False, True) if bidirectional else (False,)
    x = x.transpose(0, 1) if batch_first else x
    for layer in range(layers):
        outs = [direction(x, layer * len(ways) + reverse, reverse) for reverse in ways]
        x = outs[0] if len(outs) == 1 else torch.cat(outs, -1)
        if dropout > 0 and train and layer + 1 < layers:
            x = torch.dropout(x, dropout, True)
    return x.transpose(0, 1) if batch_first else x


def _end(states, reverse):
    return states.select(0, 0 if reverse else -1)


def _lstm(otherwise, x, states, parameters, biased, *form):
    given = (x, states, parameters, biased, *form)
    layers, _, _, bidirectional, batch_first = form
    x, *states = _cast([x, *states])
    parameters = _cast(parameters)
    directions = layers * (2 if bidirectional else 1)
    if len(states) != 2 or not _takes(x, states, parameters, directions, biased, batch_first):
        return otherwise(*given)
    ends = []

    def direction(x, number, reverse):
        own = parameters[number * (4 if biased else 2):]
        bias = own[2] + own[3] if biased else None
        gates = torch.nn.functional.linear(x, own[0], bias)
        made, cells, _ = _ops.lstm_layer(gates, own[1], states[0][number], states[1][number],
                                         reverse)
        ends.append((_end(made, reverse), _end(cells, reverse)))
        return made

    out = _layers(x, form, direction)
    last_states, last_cells = zip(*ends)
    return out, torch.stack(last_states), torch.stack(last_cells)


def _of_one_state(run, otherwise, x, state, parameters, biased, *form):
    """Of cells with one state: `run` makes of an input, a direction's parameters and state, and
    whether it is reversed its states."""
    given = (x, state, parameters, biased, *form)
    layers, _, _, bidirectional, batch_first = form
    x, state = _cast([x, state])
    parameters = _cast(parameters)
    directions = layers * (2 if bidirectional else 1)
    if not _takes(x, [state], parameters, directions, biased, batch_first):
        return otherwise(*given)
    ends = []

    def direction(x, number, reverse):
        own = parameters[number * (4 if biased else 2):]
        made = run(x, own, biased, state[number], reverse)
        ends.append(_end(made, reverse))
        return made

    out = _layers(x, form, direction)
    return out, torch.stack(ends)


def _gru_states(x, own, biased, state, reverse):
    gates = torch.nn.functional.linear(x, own[0], own[2] if biased else None)
    made, _ = _ops.gru_layer(gates, own[1], state, own[3] if biased else None, reverse)
    return made


def _rnn_states(relu, x, own, biased, state, reverse):
    bias = own[2] + own[3] if biased else None
    gate = torch.nn.functional.linear(x, own[0], bias)
    return _ops.rnn_layer(gate, own[1], state, relu, reverse)


# The operators' shapes, and their gradients.


def _of_states(gates, state, parts):
    """The states after each step, and what is kept of as many parts."""
    steps, batch, size = gates.size(0), gates.size(1), state.size(1)
    return (gates.new_empty((steps, batch, size)),
            gates.new_empty((steps, batch, parts, size)))


def _lstm_shapes(gates, weights, state, cell, reverse):
    states, kept = _of_states(gates, state, 4)
    return states, torch.empty_like(states), kept


def _lstm_backward_shapes(of_states, of_cells, kept, cells, cell, weights, reverse):
    return (torch.empty_like(kept).flatten(2), *(
        kept.new_empty((kept.size(1), kept.size(3))) for _ in range(2)))


def _gru_shapes(gates, weights, state, bias, reverse):
    return _of_states(gates, state, 5)


def _gru_backward_shapes(of_states, kept, weights, reverse):
    steps, batch, _, size = kept.shape
    return (*(kept.new_empty((steps, batch, 3 * size)) for _ in range(2)),
            kept.new_empty((batch, size)))


def _rnn_shapes(gate, weights, state, relu, reverse):
    return gate.new_empty(gate.shape)


def _rnn_backward_shapes(of_states, states, weights, relu, reverse):
    return states.new_empty(states.shape), states.new_empty(states.shape[1:])


def _of_weights(of_gates, first, states, reverse):
    """By the state before each step."""
    first = first.unsqueeze(0)
    before = torch.cat([states[1:], first] if reverse else [first, states[:-1]])
    return of_gates.flatten(0, 1).t() @ before.flatten(0, 1)


def _keep_lstm(ctx, inputs, output):  # named by PyTorch
    _, weights, state, cell, ctx.reverse = inputs
    ctx.save_for_backward(weights, state, cell, *output)
    ctx.mark_non_differentiable(output[2])


def _lstm_gradients(context, of_states, of_cells, _):
    weights, state, cell, states, cells, kept = context.saved_tensors
    of_gates, of_state, of_cell = _ops.lstm_layer_backward(
        of_states, of_cells, kept, cells, cell, weights, context.reverse)
    of_weights = (_of_weights(of_gates, state, states, context.reverse)
                  if context.needs_input_grad[1] else None)
    return of_gates, of_weights, of_state, of_cell, None


def _keep_gru(ctx, inputs, output):
    _, weights, state, _, ctx.reverse = inputs
    ctx.save_for_backward(weights, state, *output)
    ctx.mark_non_differentiable(output[1])


def _gru_gradients(context, of_states, _):
    weights, state, states, kept = context.saved_tensors
    of_input, of_hidden, of_state = _ops.gru_layer_backward(of_states, kept, weights,
                                                            context.reverse)
    of_weights = (_of_weights(of_hidden, state, states, context.reverse)
                  if context.needs_input_grad[1] else None)
    of_bias = of_hidden.sum((0, 1)) if context.needs_input_grad[3] else None
    return of_input, of_weights, of_state, of_bias, None


def _keep_rnn(ctx, inputs, output):
    _, weights, state, ctx.relu, ctx.reverse = inputs
    ctx.save_for_backward(weights, state, output)


def _rnn_gradients(context, of_states):
    weights, state, states = context.saved_tensors
    of_gate, of_state = _ops.rnn_layer_backward(of_states, states, weights, context.relu,
                                                context.reverse)
    of_weights = (_of_weights(of_gate, state, states, context.reverse)
                  if context.needs_input_grad[1] else None)
    return of_gate, of_weights, of_state, None, None


def _let_dynamo_in():
    """Dynamo goes into modules of tpu without being told to."""
    from torch._dynamo import config  # pylint: disable=import-outside-toplevel
    from torch._dynamo.variables.builder import (  # pylint: disable=import-outside-toplevel
        VariableBuilder)
    wrap = VariableBuilder.wrap_module

    @functools.wraps(wrap)
    def wrap_module(self, value):
        if isinstance(value, (torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN)) and all(
                x.device.type == "tpu" for x in value.parameters()):
            with config.patch(allow_rnn=True):
                return wrap(self, value)
        return wrap(self, value)

    VariableBuilder.wrap_module = wrap_module


@functools.cache
def prepare():
    """Once, before the first graph is made."""
    for name, shapes in (("lstm_layer", _lstm_shapes), ("gru_layer", _gru_shapes),
                         ("lstm_layer_backward", _lstm_backward_shapes),
                         ("gru_layer_backward", _gru_backward_shapes),
                         ("rnn_layer", _rnn_shapes),
                         ("rnn_layer_backward", _rnn_backward_shapes)):
        torch.library.register_fake(f"tilewright::{name}", shapes)
    for name, gradients, keep in (("lstm_layer", _lstm_gradients, _keep_lstm),
                                  ("gru_layer", _gru_gradients, _keep_gru),
                                  ("rnn_layer", _rnn_gradients, _keep_rnn)):
        torch.library.register_autograd(f"tilewright::{name}", gradients, setup_context=keep)
    for operation, ours in (
            (torch.ops.aten.lstm.input, _lstm),
            (torch.ops.aten.gru.input, functools.partial(_of_one_state, _gru_states)),
            *((operation, functools.partial(_of_one_state, functools.partial(_rnn_states, relu)))
              for operation, relu in ((torch.ops.aten.rnn_tanh.input, False),
                                      (torch.ops.aten.rnn_relu.input, True)))):
        otherwise = operation.py_kernels[DispatchKey.Autograd]
        for key in (DispatchKey.AutogradPrivateUse1, DispatchKey.PrivateUse1):
            operation.py_impl(key)(functools.partial(ours, otherwise))
    _let_dynamo_in()
