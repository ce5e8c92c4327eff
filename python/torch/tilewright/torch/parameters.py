"""A module's parameters stay the same objects when it moves to tpu or back.

PyTorch sees to that for devices whose tensors it takes to be alike, CPU's and CUDA's. For
others it would make new parameters: an optimizer that was there before would go on with
the old ones, and weights that two modules share would be two."""

import warnings

import torch
from torch.nn import Module, Parameter
from torch.nn.parameter import UninitializedParameter


def _is_ours(param):
    """Wrappers of other tensors are PyTorch's own matter."""
    return isinstance(param, (Parameter, UninitializedParameter)) and (
        type(param).__torch_dispatch__ is Parameter.__torch_dispatch__)


def _moves(function, param):
    """Whether the function takes such a parameter to or from tpu."""
    probe = torch.empty(0, dtype=param.dtype, device=param.device)
    with torch.no_grad():
        there = function(probe)
    kinds = {param.device.type, there.device.type}
    return len(kinds) == 2 and "tpu" in kinds


def _move(param, function):
    """Another tensor under the same object, with its class and attributes."""
    kind, gradient = type(param), param.grad
    param.grad = None
    with torch.no_grad():
        moved = Parameter(function(param), requires_grad=param.requires_grad)
    attributes, hooks = dict(param.__dict__), param._backward_hooks
    after = param._post_accumulate_grad_hooks
    try:
        torch.utils.swap_tensors(param, moved)
    except RuntimeError:
        # PyTorch makes another one.
        param.grad = gradient
        warnings.warn("a module moves while a graph that was made of its parameters is "
                      "there: they become others, which an optimizer that was made before "
                      "does not know", stacklevel=2)
        return
    param.__class__ = kind
    param.__dict__.update(attributes)
    param._backward_hooks, param._post_accumulate_grad_hooks = hooks, after
    if gradient is not None:
        with torch.no_grad():
            param.grad = function(gradient).requires_grad_(gradient.requires_grad)


def prepare():
    apply = Module._apply

    def _apply(self, fn, recurse=True):
        moving = {}
        for param in self._parameters.values():
            if param is None or not _is_ours(param):
                continue
            at = param.device, param.dtype
            if at not in moving:
                moving[at] = _moves(fn, param)
            if moving[at]:
                _move(param, fn)
        return apply(self, fn, recurse)

    _apply.__doc__ = apply.__doc__
    Module._apply = _apply
