"""Convolutions of FakeTensors lie as those of tensors on tpu do: PyTorch knows that of devices
of its own, and takes others' to be contiguous."""

import functools

import torch

_aten = torch.ops.aten


def _format(like, other):
    """Where channels come last in the other operand, they do in what is computed of both."""
    suggest = torch._prims_common.suggest_memory_format
    if suggest(like) == torch.contiguous_format and like.numel() > 0 and other.numel() > 0:
        return suggest(other)
    return suggest(like)


def _laid(tensor, form):
    return tensor if tensor is None else torch.empty_like(tensor, memory_format=form)


def _are_unknown(*sizes):
    """Whether some are known only when a graph runs: nothing is asked of these."""
    from torch.fx.experimental.symbolic_shapes import (  # pylint: disable=import-outside-toplevel
        free_unbacked_symbols)
    return bool(free_unbacked_symbols(sizes))


def _convolution(of_others, mode, operation, *arguments, **named):
    result = of_others(mode, operation, *arguments, **named)
    names = [argument.name for argument in operation._schema.arguments]
    given = {**dict(zip(names, arguments)), **named}
    x, weight = given["input"], given["weight"]
    if x.device.type != "tpu" or _are_unknown(x.shape, weight.shape):
        return result
    with mode:
        if isinstance(result, torch.Tensor):
            return _laid(result, _format(x, weight))
        of_x, of_weight, of_bias = result
        return _laid(of_x, _format(x, weight)), _laid(of_weight, _format(weight, x)), of_bias


def prepare(fake_impls):
    """Once, of the module that has these operations."""
    table = fake_impls.op_implementations_dict
    for operation in (_aten.convolution.default, _aten._convolution.default,
                      _aten._convolution.deprecated, _aten.convolution_backward.default):
        table[operation] = functools.partial(_convolution, table[operation])
